/** A place on the canvas, in pixels; `elevation` in the grid's units. */
export interface Point {
  x: number;
  y: number;
  elevation?: number;
}

/** A space of a grid: row and column. */
export interface Offset {
  i: number;
  j: number;
}

/** https://foundryvtt.com/api/v14/interfaces/foundry.grid.types.GridConfiguration.html */
export interface GridConfiguration {
  size: number;
  distance?: number;
  units?: string;
  style?: string;
  thickness?: number;
  color?: unknown;
  alpha?: number;
  /** Squares and hexes: one of CONST.GRID_DIAGONALS. */
  diagonals?: number;
  /** Hexes: flat-topped columns instead of pointy-topped rows. */
  columns?: boolean;
  /** Hexes: whether even rows or columns are the shifted ones. */
  even?: boolean;
}

export type CostFunction = (from: Offset, to: Offset, distance: number, segment: object) => number;

/** https://foundryvtt.com/api/interfaces/foundry.grid.types.GridMeasurePathWaypointData3D.html */
export interface WaypointOptions {
  elevation?: number;
  cost?: number | CostFunction;
  measure?: boolean;
  teleport?: boolean;
}

export type Waypoint = (Point | Offset) & WaypointOptions;

/** https://foundryvtt.com/api/v14/interfaces/foundry.grid.types.GridMeasurePathResult.html */
export interface Measured {
  distance: number;
  spaces: number;
  cost: number;
  diagonals: number;
  /** Length of the straight line in the grid's units. */
  euclidean: number;
}

export interface MeasuredSegment extends Measured {
  from: MeasuredWaypoint;
  to: MeasuredWaypoint;
}

export interface MeasuredWaypoint extends Measured {
  backward: MeasuredSegment | null;
  forward: MeasuredSegment | null;
}

export interface MeasuredPath extends Measured {
  segments: MeasuredSegment[];
  waypoints: MeasuredWaypoint[];
}

/** https://foundryvtt.com/api/v14/interfaces/foundry.grid.types.GridSnappingBehavior.html */
export interface SnappingBehavior {
  mode: number;
  resolution?: number;
}

/** https://foundryvtt.com/api/v14/variables/CONST.GRID_DIAGONALS.html */
export const GRID_DIAGONALS = { EQUIDISTANT: 0, EXACT: 1, APPROXIMATE: 2, RECTILINEAR: 3, ALTERNATING_1: 4, ALTERNATING_2: 5, ILLEGAL: 6 } as const;

/** Which ways lead to a neighbour; added up for diagonal ones. https://foundryvtt.com/api/v14/variables/CONST.MOVEMENT_DIRECTIONS.html */
export const DIRECTIONS = { UP: 1, DOWN: 2, LEFT: 4, RIGHT: 8 } as const;
