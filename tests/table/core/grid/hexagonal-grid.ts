import { CONST } from "../constants";
import { BaseGrid, nearest } from "./base-grid";
import { GRID_DIAGONALS, type GridConfiguration, type Offset, type Point, type SnappingBehavior } from "./types";

/** Three coordinates of a hex, whose sum is 0. https://foundryvtt.com/api/v14/interfaces/foundry.grid.types.HexagonalGridCube2D.html */
export interface Cube {
  q: number;
  r: number;
  s: number;
}

/** How much longer a hex is from corner to corner than from side to side. */
const SLENDER = 2 / Math.sqrt(3);

const NEIGHBOURS: readonly Cube[] = [{ q: 1, r: 0, s: -1 }, { q: 0, r: 1, s: -1 }, { q: -1, r: 1, s: 0 }, { q: -1, r: 0, s: 1 }, { q: 0, r: -1, s: 1 }, { q: 1, r: -1, s: 0 }];

/** https://foundryvtt.com/api/v14/classes/foundry.grid.HexagonalGrid.html */
export class HexagonalGrid extends BaseGrid {
  readonly type: number;
  readonly columns: boolean;
  readonly even: boolean;
  readonly diagonals: number;

  constructor(configuration: GridConfiguration) {
    const { size, columns = false, even = false, diagonals = GRID_DIAGONALS.EQUIDISTANT } = configuration;
    super(configuration, columns ? { x: size * SLENDER } : { y: size * SLENDER });
    this.columns = columns;
    this.even = even;
    this.diagonals = diagonals;
    const { HEXODDR, HEXEVENR, HEXODDQ, HEXEVENQ } = CONST.GRID_TYPES;
    this.type = columns ? (even ? HEXEVENQ : HEXODDQ) : even ? HEXEVENR : HEXODDR;
  }

  protected override get diagonalRule(): number {
    return this.diagonals;
  }

  /** The shift of the even or odd lines, in halves of a hex: rows are shifted to the right, columns downwards. */
  #isShifted(line: number): boolean {
    return (Math.abs(line) % 2 === 0) === this.even;
  }

  /** The hex of a point or of an offset. */
  getCube(coords: Point | Offset | Cube): Cube {
    if ("q" in coords) return coords;
    if ("i" in coords) return this.offsetToCube(coords);
    return this.cubeRound(this.pointToCube(coords));
  }

  offsetToCube({ i, j }: Offset): Cube {
    const [line, place] = this.columns ? [j, i] : [i, j];
    const odd = Math.abs(line) % 2;
    const across = place - (this.even ? line + odd : line - odd) / 2;
    return this.columns ? { q: line, r: across, s: -line - across } : { q: across, r: line, s: -line - across };
  }

  cubeToOffset({ q, r }: Cube): Offset {
    const [line, across] = this.columns ? [q, r] : [r, q];
    const odd = Math.abs(line) % 2;
    const place = across + (this.even ? line + odd : line - odd) / 2;
    return this.columns ? { i: place, j: line } : { i: line, j: place };
  }

  /** Where a point lies between the hexes: coordinates that are no whole numbers. */
  pointToCube({ x, y }: Point): Cube {
    const [along, across] = this.columns ? [x / this.sizeX, y / this.sizeY] : [y / this.sizeY, x / this.sizeX];
    const line = (along - 0.5) / 0.75;
    const place = across - 0.5 - (this.even ? 0.5 : 0) - line / 2;
    return this.columns ? { q: line, r: place, s: -line - place } : { q: place, r: line, s: -line - place };
  }

  cubeToPoint({ q, r }: Cube): Point {
    const [line, place] = this.columns ? [q, r] : [r, q];
    const along = 0.75 * line + 0.5;
    const across = place + 0.5 + (this.even ? 0.5 : 0) + line / 2;
    return this.columns ? { x: along * this.sizeX, y: across * this.sizeY } : { x: across * this.sizeX, y: along * this.sizeY };
  }

  /** The hex that a place between hexes lies in. */
  cubeRound(cube: Cube): Cube {
    let [q, r, s] = [Math.round(cube.q), Math.round(cube.r), Math.round(cube.s)];
    const [dq, dr, ds] = [Math.abs(q - cube.q), Math.abs(r - cube.r), Math.abs(s - cube.s)];
    if (dq > dr && dq > ds) q = -r - s;
    else if (dr > ds) r = -q - s;
    else s = -q - r;
    return { q: q + 0, r: r + 0, s: s + 0 };
  }

  /** Steps from one hex to another. */
  static cubeDistance(one: Cube, two: Cube): number {
    return Math.max(Math.abs(one.q - two.q), Math.abs(one.r - two.r), Math.abs(one.s - two.s));
  }

  override getOffset(coords: Point | Offset | Cube): Offset {
    if ("i" in coords) return { i: coords.i, j: coords.j };
    return this.cubeToOffset(this.getCube(coords));
  }

  override getTopLeftPoint(coords: Point | Offset): Point {
    const { x, y } = this.getCenterPoint(coords);
    return { x: x - this.sizeX / 2, y: y - this.sizeY / 2 };
  }

  override getCenterPoint(coords: Point | Offset | Cube): Point {
    return this.cubeToPoint(this.getCube(coords));
  }

  override getShape(): Point[] {
    const [x, y] = [this.sizeX / 2, this.sizeY / 2];
    return this.columns
      ? [{ x: -x, y: 0 }, { x: -x / 2, y: -y }, { x: x / 2, y: -y }, { x, y: 0 }, { x: x / 2, y }, { x: -x / 2, y }]
      : [{ x: 0, y: -y }, { x, y: -y / 2 }, { x, y: y / 2 }, { x: 0, y }, { x: -x, y: y / 2 }, { x: -x, y: -y / 2 }];
  }

  getAdjacentCubes(coords: Point | Offset | Cube): Cube[] {
    const { q, r, s } = this.getCube(coords);
    return NEIGHBOURS.map((way) => ({ q: q + way.q, r: r + way.r, s: s + way.s }));
  }

  override getAdjacentOffsets(coords: Point | Offset): Offset[] {
    return this.getAdjacentCubes(coords).map((cube) => this.cubeToOffset(cube));
  }

  /** Along the lines straight on; from line to line to that of the two neighbours that brings it back above where it came from. */
  override getShiftedOffset(coords: Point | Offset, direction: number): Offset {
    const from = this.getOffset(coords);
    const to = super.getShiftedOffset(from, direction);
    const [line, place] = this.columns ? [to.j - from.j, to.i - from.i] : [to.i - from.i, to.j - from.j];
    if (line === 0 || place === 0) return to;
    // Both at once is the one neighbour in that corner: a shifted line has its nearer neighbours at the same and the next place.
    const shifted = this.#isShifted(this.columns ? from.j : from.i);
    const moved = (place > 0) === shifted ? place : 0;
    return this.columns ? { i: from.i + moved, j: to.j } : { i: to.i, j: from.j + moved };
  }

  override getSnappedPoint(point: Point, { mode }: SnappingBehavior = { mode: CONST.GRID_SNAPPING_MODES.CENTER }): Point {
    const { CENTER, VERTEX, EDGE_MIDPOINT, CORNER, SIDE_MIDPOINT } = CONST.GRID_SNAPPING_MODES;
    const cubes = [this.getCube(point), ...this.getAdjacentCubes(point)];
    const candidates: Point[] = [];
    for (const cube of cubes) {
      const centre = this.getCenterPoint(cube);
      const corners = this.getShape().map(({ x, y }) => ({ x: centre.x + x, y: centre.y + y }));
      if (mode & CENTER) candidates.push(centre);
      if (mode & VERTEX) candidates.push(...corners);
      if (mode & EDGE_MIDPOINT) candidates.push(...corners.map((corner, index) => middle(corner, corners[(index + 1) % corners.length] ?? corner)));
      const [x, y] = [this.sizeX / 2, this.sizeY / 2];
      // Corners and sides are those of the box around a hex.
      if (mode & CORNER) for (const [right, down, bit] of [[-1, -1, CONST.GRID_SNAPPING_MODES.TOP_LEFT_CORNER], [1, -1, CONST.GRID_SNAPPING_MODES.TOP_RIGHT_CORNER], [-1, 1, CONST.GRID_SNAPPING_MODES.BOTTOM_LEFT_CORNER], [1, 1, CONST.GRID_SNAPPING_MODES.BOTTOM_RIGHT_CORNER]] as const) if (mode & bit) candidates.push({ x: centre.x + right * x, y: centre.y + down * y });
      if (mode & SIDE_MIDPOINT) candidates.push({ x: centre.x, y: centre.y - y }, { x: centre.x, y: centre.y + y }, { x: centre.x - x, y: centre.y }, { x: centre.x + x, y: centre.y });
    }
    return nearest(point, candidates);
  }

  override getDirectPath(waypoints: (Point | Offset)[]): Offset[] {
    const cubes = waypoints.map((waypoint) => this.getCube(waypoint));
    const path = cubes.slice(0, 1);
    for (const [index, to] of cubes.entries()) {
      const from = cubes[index - 1];
      if (!from) continue;
      const length = HexagonalGrid.cubeDistance(from, to);
      const between = (start: number, end: number, step: number): number => start + ((end - start) * step) / length;
      // A hair aside, so that a way along an edge stays on one side of it.
      for (let step = 1; step <= length; step += 1) path.push(this.cubeRound({ q: between(from.q, to.q, step) + 1e-6, r: between(from.r, to.r, step) + 1e-6, s: between(from.s, to.s, step) - 2e-6 }));
    }
    return path.map((cube) => this.cubeToOffset(cube));
  }

  protected override steps(from: Point, to: Point): { straight: number; diagonal: number } {
    return { straight: HexagonalGrid.cubeDistance(this.getCube(from), this.getCube(to)), diagonal: 0 };
  }
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
