/**
 * Square grid geometry. https://foundryvtt.com/api/v14/classes/foundry.grid.SquareGrid.html,
 * https://foundryvtt.com/api/v14/classes/foundry.grid.BaseGrid.html
 */
export interface Point {
  x: number;
  y: number;
  elevation?: number;
}

export interface Offset {
  i: number;
  j: number;
}

export const GRID_DIAGONALS = { EQUIDISTANT: 0, EXACT: 1, APPROXIMATE: 2, RECTILINEAR: 3, ALTERNATING_1: 4, ALTERNATING_2: 5, ILLEGAL: 6 } as const;

interface Measured {
  distance: number;
  spaces: number;
  cost: number;
  diagonals: number;
  euclidean: number;
}

export interface MeasuredPath extends Measured {
  segments: (Measured & { from: Point; to: Point })[];
  waypoints: (Measured & Point)[];
}

export class SquareGrid {
  readonly type = 1;
  readonly isGridless = false;
  readonly isSquare = true;
  readonly isHexagonal = false;

  constructor(
    readonly size: number,
    readonly distance: number,
    readonly units: string,
    readonly diagonals: number = GRID_DIAGONALS.EQUIDISTANT,
  ) {}

  get sizeX(): number {
    return this.size;
  }
  get sizeY(): number {
    return this.size;
  }

  getOffset(coords: Point | Offset): Offset {
    if ("i" in coords) return { i: coords.i, j: coords.j };
    return { i: Math.floor(coords.y / this.size), j: Math.floor(coords.x / this.size) };
  }

  getTopLeftPoint(coords: Point | Offset): Point {
    const { i, j } = this.getOffset(coords);
    return { x: j * this.size, y: i * this.size };
  }

  getCenterPoint(coords: Point | Offset): Point {
    const { x, y } = this.getTopLeftPoint(coords);
    return { x: x + this.size / 2, y: y + this.size / 2 };
  }

  /** Nearest corner for a top-left point, or the middle of a space with mode CENTER (1). */
  getSnappedPoint(point: Point, { mode = 16 }: { mode?: number; resolution?: number } = {}): Point {
    if (mode & 1 && !(mode & 240)) return this.getCenterPoint(point);
    return { x: Math.round(point.x / this.size) * this.size, y: Math.round(point.y / this.size) * this.size };
  }

  getShape(): Point[] {
    const half = this.size / 2;
    return [
      { x: -half, y: -half },
      { x: half, y: -half },
      { x: half, y: half },
      { x: -half, y: half },
    ];
  }

  testAdjacency(one: Point | Offset, two: Point | Offset): boolean {
    const a = this.getOffset(one);
    const b = this.getOffset(two);
    const steps = Math.max(Math.abs(a.i - b.i), Math.abs(a.j - b.j));
    return steps === 1;
  }

  /** Distance along waypoints, in the scene's units, by the rule for diagonals. */
  measurePath(waypoints: (Point | Offset)[], { cost }: { cost?: number | ((from: Offset, to: Offset, distance: number) => number) } = {}): MeasuredPath {
    const points = waypoints.map((waypoint): Point => ("i" in waypoint ? this.getCenterPoint(waypoint) : waypoint));
    const total: Measured = { distance: 0, spaces: 0, cost: 0, diagonals: 0, euclidean: 0 };
    const segments: MeasuredPath["segments"] = [];
    const measuredWaypoints: MeasuredPath["waypoints"] = points.slice(0, 1).map((point) => ({ ...point, ...total }));
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (!from) continue;
      const a = this.getOffset(from);
      const b = this.getOffset(to);
      const rows = Math.abs(a.i - b.i);
      const columns = Math.abs(a.j - b.j);
      const climbed = Math.abs((to.elevation ?? 0) - (from.elevation ?? 0)) / this.distance;
      const flat = this.#spaces(Math.min(rows, columns), Math.abs(rows - columns), total.diagonals);
      const spaces = Math.max(rows, columns);
      const distance = (climbed > 0 ? Math.max(flat, climbed) : flat) * this.distance;
      const euclidean = (Math.hypot(to.x - from.x, to.y - from.y) / this.size) * this.distance;
      const price = typeof cost === "function" ? cost(a, b, distance) : typeof cost === "number" ? cost * spaces : distance;
      const segment: Measured = { distance, spaces, cost: price, diagonals: Math.min(rows, columns), euclidean };
      for (const key of ["distance", "spaces", "cost", "diagonals", "euclidean"] as const) total[key] += segment[key];
      segments.push({ ...segment, from, to });
      measuredWaypoints.push({ ...to, ...total });
    }
    return { ...total, segments, waypoints: measuredWaypoints };
  }

  #spaces(diagonal: number, straight: number, before: number): number {
    switch (this.diagonals) {
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
