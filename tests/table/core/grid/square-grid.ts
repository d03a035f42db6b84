import { CONST } from "../constants";
import { BaseGrid, nearest } from "./base-grid";
import { GRID_DIAGONALS, type GridConfiguration, type Offset, type Point, type SnappingBehavior } from "./types";

/** https://foundryvtt.com/api/v14/classes/foundry.grid.SquareGrid.html */
export class SquareGrid extends BaseGrid {
  readonly type = 1;
  readonly diagonals: number;

  constructor(configuration: GridConfiguration) {
    super(configuration);
    this.diagonals = configuration.diagonals ?? GRID_DIAGONALS.EQUIDISTANT;
  }

  protected override get diagonalRule(): number {
    return this.diagonals;
  }

  override getOffset(coords: Point | Offset): Offset {
    if ("i" in coords) return { i: coords.i, j: coords.j };
    return { i: Math.floor(coords.y / this.size), j: Math.floor(coords.x / this.size) };
  }

  override getTopLeftPoint(coords: Point | Offset): Point {
    const { i, j } = this.getOffset(coords);
    return { x: j * this.size, y: i * this.size };
  }

  override getCenterPoint(coords: Point | Offset): Point {
    const { x, y } = this.getTopLeftPoint(coords);
    return { x: x + this.size / 2, y: y + this.size / 2 };
  }

  override getShape(): Point[] {
    const half = this.size / 2;
    return [{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }];
  }

  override getAdjacentOffsets(coords: Point | Offset): Offset[] {
    const { i, j } = this.getOffset(coords);
    const straightOnly = this.diagonals === GRID_DIAGONALS.ILLEGAL;
    return [-1, 0, 1].flatMap((row) => [-1, 0, 1].filter((column) => (row !== 0 || column !== 0) && !(straightOnly && row !== 0 && column !== 0)).map((column) => ({ i: i + row, j: j + column })));
  }

  /** The nearest of the points that a mode names: corners, middles of sides, the centre; `resolution` divides a side into as many parts. */
  override getSnappedPoint(point: Point, { mode, resolution = 1 }: SnappingBehavior = { mode: CONST.GRID_SNAPPING_MODES.TOP_LEFT_VERTEX }): Point {
    const { CENTER, EDGE_MIDPOINT, SIDE_MIDPOINT } = CONST.GRID_SNAPPING_MODES;
    const part = this.size / resolution;
    const half = part / 2;
    const x = Math.floor(point.x / part) * part;
    const y = Math.floor(point.y / part) * part;
    const candidates: Point[] = [];
    if (mode & CENTER) candidates.push({ x: x + half, y: y + half });
    if (mode & (EDGE_MIDPOINT | SIDE_MIDPOINT)) candidates.push({ x: x + half, y }, { x: x + half, y: y + part }, { x, y: y + half }, { x: x + part, y: y + half });
    // Every corner of a square is the top left one of some square.
    if (mode & (CONST.GRID_SNAPPING_MODES.VERTEX | CONST.GRID_SNAPPING_MODES.CORNER)) candidates.push({ x, y }, { x: x + part, y }, { x, y: y + part }, { x: x + part, y: y + part });
    return nearest(point, candidates);
  }

  override getDirectPath(waypoints: (Point | Offset)[]): Offset[] {
    const offsets = waypoints.map((waypoint) => this.getOffset(waypoint));
    const path = offsets.slice(0, 1);
    for (const [index, to] of offsets.entries()) {
      const from = offsets[index - 1];
      if (!from) continue;
      const length = Math.max(Math.abs(to.i - from.i), Math.abs(to.j - from.j));
      for (let step = 1; step <= length; step += 1) path.push({ i: Math.round(from.i + ((to.i - from.i) * step) / length), j: Math.round(from.j + ((to.j - from.j) * step) / length) });
    }
    return path;
  }

  protected override steps(from: Point, to: Point): { straight: number; diagonal: number } {
    const [a, b] = [this.getOffset(from), this.getOffset(to)];
    const rows = Math.abs(a.i - b.i);
    const columns = Math.abs(a.j - b.j);
    return { straight: Math.abs(rows - columns), diagonal: Math.min(rows, columns) };
  }
}
