import { describe, expect, it } from "vitest";
import { GRID_DIAGONALS, SquareGrid } from "./canvas/grid";

// https://foundryvtt.com/api/v14/classes/foundry.grid.SquareGrid.html and https://foundryvtt.com/api/v14/variables/CONST.GRID_DIAGONALS.html
describe("a square grid", () => {
  const grid = new SquareGrid(100, 2, "m");

  it("finds the space of a point, its corner and its middle", () => {
    expect(grid.getOffset({ x: 250, y: 99 })).toEqual({ i: 0, j: 2 });
    expect(grid.getTopLeftPoint({ x: 250, y: 199 })).toEqual({ x: 200, y: 100 });
    expect(grid.getCenterPoint({ i: 1, j: 2 })).toEqual({ x: 250, y: 150 });
    expect(grid.getSnappedPoint({ x: 249, y: 151 })).toEqual({ x: 200, y: 200 });
  });

  it("measures along waypoints in the scene's units, a diagonal counting one space", () => {
    const path = grid.measurePath([{ x: 50, y: 50 }, { x: 350, y: 250 }, { x: 350, y: 350 }]);
    expect(path).toMatchObject({ distance: 8, spaces: 4, diagonals: 2 });
    expect(path.segments.map((segment) => segment.distance)).toEqual([6, 2]);
    expect(path.waypoints.map((waypoint) => waypoint.distance)).toEqual([0, 6, 8]);
  });

  it.each([
    [GRID_DIAGONALS.EQUIDISTANT, 6],
    [GRID_DIAGONALS.APPROXIMATE, 9],
    [GRID_DIAGONALS.RECTILINEAR, 12],
    [GRID_DIAGONALS.ALTERNATING_1, 8],
    [GRID_DIAGONALS.ALTERNATING_2, 10],
  ])("counts three diagonals by rule %i as %i metres", (rule, metres) => {
    const path = new SquareGrid(100, 2, "m", rule).measurePath([{ i: 0, j: 0 }, { i: 3, j: 3 }]);
    expect(path.distance).toBe(metres);
  });

  it("counts a climb that is longer than the way on the ground", () => {
    expect(grid.measurePath([{ x: 50, y: 50, elevation: 0 }, { x: 150, y: 50, elevation: 10 }]).distance).toBe(10);
  });
});
