import { GRID_DIAGONALS, DIRECTIONS, type CostFunction, type GridConfiguration, type Measured, type MeasuredPath, type MeasuredSegment, type MeasuredWaypoint, type Offset, type Point, type SnappingBehavior, type Waypoint } from "./types";

const NOTHING: Measured = { distance: 0, spaces: 0, cost: 0, diagonals: 0, euclidean: 0 };
const KEYS = ["distance", "spaces", "cost", "diagonals", "euclidean"] as const;

/** A way between two spaces: how many steps straight and how many diagonal, in spaces; straight ones may be parts of a space. */
interface Steps {
  straight: number;
  diagonal: number;
}

/** What all grids have in common. https://foundryvtt.com/api/v14/classes/foundry.grid.BaseGrid.html */
export abstract class BaseGrid {
  abstract readonly type: number;
  readonly size: number;
  readonly sizeX: number;
  readonly sizeY: number;
  readonly distance: number;
  readonly units: string;
  readonly style: string;
  readonly thickness: number;
  readonly color: unknown;
  readonly alpha: number;

  /** @param sides Width and height of a space, where they are not its size. */
  constructor({ size, distance = 1, units = "", style = "solidLines", thickness = 1, color = "#000000", alpha = 1 }: GridConfiguration, sides: { x?: number; y?: number } = {}) {
    this.size = size;
    this.sizeX = sides.x ?? size;
    this.sizeY = sides.y ?? size;
    this.distance = distance;
    this.units = units;
    this.style = style;
    this.thickness = thickness;
    this.color = color;
    this.alpha = alpha;
  }

  get isGridless(): boolean {
    return this.type === 0;
  }
  get isSquare(): boolean {
    return this.type === 1;
  }
  get isHexagonal(): boolean {
    return this.type >= 2;
  }

  abstract getOffset(coords: Point | Offset): Offset;
  abstract getTopLeftPoint(coords: Point | Offset): Point;
  abstract getCenterPoint(coords: Point | Offset): Point;
  /** The outline of a space around its middle. */
  abstract getShape(): Point[];
  abstract getAdjacentOffsets(coords: Point | Offset): Offset[];
  abstract getSnappedPoint(point: Point, behavior?: SnappingBehavior): Point;
  /** The spaces of the straight way through some waypoints. */
  abstract getDirectPath(waypoints: (Point | Offset)[]): Offset[];
  /** Spaces between two places; straight and diagonal. */
  protected abstract steps(from: Point, to: Point): Steps;
  protected abstract readonly diagonalRule: number;

  /** The outline of one space. */
  getVertices(coords: Point | Offset): Point[] {
    const { x, y } = this.getCenterPoint(coords);
    return this.getShape().map((corner) => ({ x: x + corner.x, y: y + corner.y }));
  }

  testAdjacency(one: Point | Offset, two: Point | Offset): boolean {
    const { i, j } = this.getOffset(two);
    return this.getAdjacentOffsets(one).some((offset) => offset.i === i && offset.j === j);
  }

  getShiftedOffset(coords: Point | Offset, direction: number): Offset {
    const { i, j } = this.getOffset(coords);
    const along = (less: number, more: number): number => (direction & more ? 1 : 0) - (direction & less ? 1 : 0);
    return { i: i + along(DIRECTIONS.UP, DIRECTIONS.DOWN), j: j + along(DIRECTIONS.LEFT, DIRECTIONS.RIGHT) };
  }

  /** A point as far from the middle of the neighbouring space as it was from that of its own. */
  getShiftedPoint(point: Point, direction: number): Point {
    const here = this.getCenterPoint(point);
    const there = this.getCenterPoint(this.getShiftedOffset(point, direction));
    return { x: point.x + there.x - here.x, y: point.y + there.y - here.y };
  }

  /** Where a straight way of a length in the grid's units ends; `direction` in degrees from the right, clockwise. */
  getTranslatedPoint(point: Point, direction: number, distance: number): Point {
    const angle = (direction * Math.PI) / 180;
    const pixels = (distance / this.distance) * this.size;
    return { x: point.x + Math.cos(angle) * pixels, y: point.y + Math.sin(angle) * pixels };
  }

  /** Distances along waypoints, in the grid's units. */
  measurePath(waypoints: Waypoint[], { cost }: { cost?: CostFunction } = {}): MeasuredPath {
    const total: Measured = { ...NOTHING };
    const measured: MeasuredWaypoint[] = waypoints.map(() => ({ backward: null, forward: null, ...NOTHING }));
    const segments: MeasuredSegment[] = [];
    const places = waypoints.map((waypoint) => this.#placeOf(waypoint));
    for (const [index, to] of places.entries()) {
      const [from, before, here, waypoint] = [places[index - 1], measured[index - 1], measured[index], waypoints[index]];
      if (!from || !before || !here || !waypoint) continue;
      const segment: MeasuredSegment = { from: before, to: here, ...(waypoint.measure === false ? NOTHING : this.#measure(from, to, total.diagonals, waypoint, waypoint.cost ?? cost)) };
      for (const key of KEYS) total[key] += segment[key];
      Object.assign(here, total, { backward: segment });
      before.forward = segment;
      segments.push(segment);
    }
    return { ...total, segments, waypoints: measured };
  }

  #placeOf(waypoint: Waypoint): Required<Point> {
    const { x, y } = "i" in waypoint ? this.getCenterPoint(waypoint) : waypoint;
    return { x, y, elevation: waypoint.elevation ?? 0 };
  }

  #measure(from: Required<Point>, to: Required<Point>, diagonalsBefore: number, { teleport = false }: { teleport?: boolean }, cost: number | CostFunction | undefined): Measured {
    const climb = Math.abs(to.elevation - from.elevation);
    const euclidean = Math.hypot(((to.x - from.x) / this.size) * this.distance, ((to.y - from.y) / this.size) * this.distance, climb);
    const { straight, diagonal } = this.steps(from, to);
    const flat = this.lengthOf({ straight, diagonal }, diagonalsBefore);
    const spaces = this.isGridless ? 0 : Math.max(straight + diagonal, Math.round(climb / this.distance));
    const distance = teleport ? 0 : this.isGridless ? euclidean : this.#climbed(flat, climb / this.distance) * this.distance;
    return { distance, spaces: teleport ? Math.min(1, spaces) : spaces, diagonals: teleport ? 0 : diagonal, euclidean: teleport ? 0 : euclidean, cost: this.#costOf(from, to, distance, cost) };
  }

  /** A way that leads up as well is measured as if the height were one more side of the grid. */
  #climbed(flat: number, climb: number): number {
    if (climb === 0) return flat;
    const [less, more] = [Math.min(flat, climb), Math.max(flat, climb)];
    return this.lengthOf({ straight: more - less, diagonal: less }, 0);
  }

  #costOf(from: Point, to: Point, distance: number, cost: number | CostFunction | undefined): number {
    if (typeof cost === "number") return cost;
    if (cost === undefined) return distance;
    if (this.isGridless) return cost(this.getOffset(from), this.getOffset(to), distance, {});
    const path = this.getDirectPath([from, to]);
    const part = path.length > 1 ? distance / (path.length - 1) : 0;
    return path.slice(1).reduce((sum, space, index) => sum + cost(path[index] ?? space, space, part, {}), 0);
  }

  /** Spaces that a number of straight and diagonal steps counts, by the rule for diagonals. */
  protected lengthOf({ straight, diagonal }: Steps, before: number): number {
    switch (this.diagonalRule) {
      case GRID_DIAGONALS.EXACT:
        return diagonal * Math.SQRT2 + straight;
      case GRID_DIAGONALS.APPROXIMATE:
        return diagonal * 1.5 + straight;
      case GRID_DIAGONALS.RECTILINEAR:
      case GRID_DIAGONALS.ILLEGAL:
        return diagonal * 2 + straight;
      case GRID_DIAGONALS.ALTERNATING_1:
        return diagonal + Math.floor((before + diagonal) / 2) - Math.floor(before / 2) + straight;
      case GRID_DIAGONALS.ALTERNATING_2:
        return diagonal + Math.ceil((before + diagonal) / 2) - Math.ceil(before / 2) + straight;
      default:
        return diagonal + straight;
    }
  }
}

/** The point of a list that is nearest to another one; the point itself when the list is empty. */
export function nearest(point: Point, candidates: readonly Point[]): Point {
  let best: Point = { x: point.x, y: point.y };
  let least = Infinity;
  for (const candidate of candidates) {
    const far = Math.hypot(candidate.x - point.x, candidate.y - point.y);
    if (far >= least) continue;
    least = far;
    best = candidate;
  }
  return best;
}
