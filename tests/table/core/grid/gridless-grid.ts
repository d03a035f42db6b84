import { BaseGrid } from "./base-grid";
import { GRID_DIAGONALS, type Offset, type Point } from "./types";

/** Every pixel is a place of its own. https://foundryvtt.com/api/v14/classes/foundry.grid.GridlessGrid.html */
export class GridlessGrid extends BaseGrid {
  readonly type = 0;

  protected override readonly diagonalRule = GRID_DIAGONALS.EXACT;

  override getOffset(coords: Point | Offset): Offset {
    return "i" in coords ? { i: coords.i, j: coords.j } : { i: Math.round(coords.y), j: Math.round(coords.x) };
  }

  override getTopLeftPoint(coords: Point | Offset): Point {
    return this.getCenterPoint(coords);
  }

  override getCenterPoint(coords: Point | Offset): Point {
    return "i" in coords ? { x: coords.j, y: coords.i } : { x: coords.x, y: coords.y };
  }

  override getShape(): Point[] {
    return [];
  }

  override getAdjacentOffsets(): Offset[] {
    return [];
  }

  override getSnappedPoint(point: Point): Point {
    return { x: point.x, y: point.y };
  }

  /** Without spaces one step is as long as the size of the grid. */
  override getShiftedPoint(point: Point, direction: number): Point {
    const { i, j } = this.getShiftedOffset({ i: 0, j: 0 }, direction);
    return { x: point.x + j * this.size, y: point.y + i * this.size };
  }

  override getDirectPath(waypoints: (Point | Offset)[]): Offset[] {
    return waypoints.map((waypoint) => this.getOffset(waypoint));
  }

  protected override steps(from: Point, to: Point): { straight: number; diagonal: number } {
    return { straight: Math.hypot(to.x - from.x, to.y - from.y) / this.size, diagonal: 0 };
  }
}
