import { describe, expect, it } from "vitest";
import { GRID_DIAGONALS, gridOf, GridlessGrid, HexagonalGrid, sizeOn, SquareGrid, type CostFunction } from "./grid";

const { SQUARE, HEXODDR, HEXEVENR, HEXODDQ, HEXEVENQ } = { SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 };

// https://foundryvtt.com/api/v14/classes/foundry.grid.SquareGrid.html and https://foundryvtt.com/api/v14/variables/CONST.GRID_DIAGONALS.html
describe("a square grid", () => {
  const grid = new SquareGrid({ size: 100, distance: 2, units: "m" });

  it("finds the space of a point, its corner and its middle", () => {
    expect(grid.getOffset({ x: 250, y: 99 })).toEqual({ i: 0, j: 2 });
    expect(grid.getTopLeftPoint({ x: 250, y: 199 })).toEqual({ x: 200, y: 100 });
    expect(grid.getCenterPoint({ i: 1, j: 2 })).toEqual({ x: 250, y: 150 });
  });

  it("snaps to corners, middles and sides, and to parts of a side", () => {
    expect(grid.getSnappedPoint({ x: 249, y: 151 }, { mode: 16 })).toEqual({ x: 200, y: 200 });
    expect(grid.getSnappedPoint({ x: 249, y: 151 }, { mode: 1 })).toEqual({ x: 250, y: 150 });
    expect(grid.getSnappedPoint({ x: 249, y: 190 }, { mode: 2 })).toEqual({ x: 250, y: 200 });
    expect(grid.getSnappedPoint({ x: 249, y: 151 }, { mode: 16, resolution: 2 })).toEqual({ x: 250, y: 150 });
    expect(grid.getSnappedPoint({ x: 249, y: 151 }, { mode: 0 })).toEqual({ x: 249, y: 151 });
  });

  it("measures along waypoints in the scene's units, a diagonal counting one space", () => {
    const path = grid.measurePath([{ x: 50, y: 50 }, { x: 350, y: 250 }, { x: 350, y: 350 }]);
    expect(path).toMatchObject({ distance: 8, spaces: 4, diagonals: 2 });
    expect(path.segments.map((segment) => segment.distance)).toEqual([6, 2]);
    expect(path.waypoints.map((waypoint) => waypoint.distance)).toEqual([0, 6, 8]);
    expect(path.waypoints[1]?.forward).toBe(path.segments[1]);
    expect(path.segments[1]?.to).toBe(path.waypoints[2]);
    expect(path.euclidean).toBeCloseTo(2 * Math.hypot(3, 2) + 2);
  });

  it.each([
    [GRID_DIAGONALS.EQUIDISTANT, 6],
    [GRID_DIAGONALS.EXACT, 6 * Math.SQRT2],
    [GRID_DIAGONALS.APPROXIMATE, 9],
    [GRID_DIAGONALS.RECTILINEAR, 12],
    [GRID_DIAGONALS.ALTERNATING_1, 8],
    [GRID_DIAGONALS.ALTERNATING_2, 10],
  ])("counts three diagonals by rule %i as %f metres", (diagonals, metres) => {
    const path = new SquareGrid({ size: 100, distance: 2, units: "m", diagonals }).measurePath([{ i: 0, j: 0 }, { i: 3, j: 3 }]);
    expect(path.distance).toBeCloseTo(metres, 6);
  });

  it("counts a climb that is longer than the way on the ground, by the rule for diagonals", () => {
    const climb = [{ x: 50, y: 50, elevation: 0 }, { x: 150, y: 50, elevation: 10 }];
    expect(grid.measurePath(climb).distance).toBe(10);
    expect(new SquareGrid({ size: 100, distance: 2, diagonals: GRID_DIAGONALS.RECTILINEAR }).measurePath(climb).distance).toBe(12);
  });

  it("takes the price of a way from a function for each step, or as it stands at a waypoint, and nothing where nothing is measured", () => {
    const dear: CostFunction = (_from, to, distance) => (to.j === 2 ? 3 : 1) * distance;
    const start = { x: 50, y: 50 };
    expect(grid.measurePath([start, { x: 350, y: 50 }], { cost: dear }).cost).toBe(2 + 6 + 2);
    expect(grid.measurePath([start, { x: 350, y: 50, cost: 11 }], { cost: dear }).cost).toBe(11);
    expect(grid.measurePath([start, { x: 350, y: 50, measure: false }, { x: 450, y: 50 }])).toMatchObject({ distance: 2, spaces: 1 });
    expect(grid.measurePath([start, { x: 350, y: 50, teleport: true }]).distance).toBe(0);
  });
});

// https://foundryvtt.com/api/v14/classes/foundry.grid.HexagonalGrid.html and https://foundryvtt.com/api/enums/foundry.CONST.GRID_TYPES.html
describe("grids of hexes", () => {
  it.each([
    ["HEXODDR", HEXODDR, { columns: false, even: false }],
    ["HEXEVENR", HEXEVENR, { columns: false, even: true }],
    ["HEXODDQ", HEXODDQ, { columns: true, even: false }],
    ["HEXEVENQ", HEXEVENQ, { columns: true, even: true }],
  ] as const)("%s knows whether it stands in rows or columns and which of them are shifted", (_name, type, expected) => {
    const grid = gridOf(type, { size: 100 });
    expect(grid).toBeInstanceOf(HexagonalGrid);
    expect(grid).toMatchObject({ type, ...expected, isHexagonal: true });
    const [first, second] = expected.columns ? [{ i: 0, j: 0 }, { i: 0, j: 1 }] : [{ i: 0, j: 0 }, { i: 1, j: 0 }];
    const along = expected.columns ? "y" : "x";
    // The shifted one of two lines lies half a hex further on.
    expect(grid.getCenterPoint(second)[along] - grid.getCenterPoint(first)[along]).toBeCloseTo(expected.even ? -50 : 50, 6);
    expect(expected.columns ? [grid.sizeX, grid.sizeY] : [grid.sizeY, grid.sizeX]).toEqual([100 * (2 / Math.sqrt(3)), 100]);
  });

  it.each([HEXODDR, HEXEVENR, HEXODDQ, HEXEVENQ])("type %i leads from every space to its middle and back, also above and left of the scene", (type) => {
    const grid = gridOf(type, { size: 70 });
    for (let i = -4; i <= 4; i += 1) for (let j = -4; j <= 4; j += 1) {
      expect(grid.getOffset(grid.getCenterPoint({ i, j }))).toEqual({ i, j });
      for (const { x, y } of grid.getVertices({ i, j })) {
        const { x: cx, y: cy } = grid.getCenterPoint({ i, j });
        expect(grid.getOffset({ x: cx + (x - cx) * 0.98, y: cy + (y - cy) * 0.98 })).toEqual({ i, j });
      }
    }
  });

  it.each([HEXODDR, HEXEVENR, HEXODDQ, HEXEVENQ])("type %i has six neighbours, all one space away, and a key leads to one of them", (type) => {
    const grid = gridOf(type, { size: 100, distance: 2 });
    for (const space of [{ i: 3, j: 3 }, { i: 4, j: 4 }]) {
      const neighbours = grid.getAdjacentOffsets(space);
      expect(new Set(neighbours.map(({ i, j }) => `${i}.${j}`)).size).toBe(6);
      for (const neighbour of neighbours) expect(grid.measurePath([space, neighbour])).toMatchObject({ distance: 2, spaces: 1, diagonals: 0 });
      for (const direction of [1, 2, 4, 8, 5, 9, 6, 10]) expect(grid.testAdjacency(space, grid.getShiftedOffset(space, direction)), `direction ${direction}`).toBe(true);
      expect(grid.getShiftedOffset(grid.getShiftedOffset(space, 1), 1)).toEqual({ i: space.i - 2, j: space.j });
    }
  });

  it("counts hexes along the way, whatever the angle, and what the way climbs", () => {
    const grid = gridOf(HEXODDR, { size: 100, distance: 2, units: "m" });
    expect(grid.measurePath([{ i: 0, j: 0 }, { i: 4, j: 0 }]).spaces).toBe(4);
    expect(grid.measurePath([{ i: 0, j: 0 }, { i: 4, j: 2 }]).spaces).toBe(4);
    expect(grid.measurePath([{ i: 0, j: 0 }, { i: 0, j: 5 }, { i: 2, j: 5 }]).distance).toBe(14);
    expect(grid.getDirectPath([{ i: 0, j: 0 }, { i: 0, j: 3 }])).toEqual([0, 1, 2, 3].map((j) => ({ i: 0, j })));
    expect(grid.measurePath([{ x: 50, y: 57, elevation: 0 }, { x: 150, y: 57, elevation: 6 }]).distance).toBe(6);
  });

  it("snaps a token to the middle of the nearest hex; larger ones overlap by a quarter from line to line", () => {
    const rows = gridOf(HEXODDR, { size: 100 });
    const centre = rows.getCenterPoint({ i: 3, j: 2 });
    expect(rows.getSnappedPoint({ x: centre.x + 20, y: centre.y - 30 }, { mode: 1 })).toEqual(centre);
    expect(sizeOn(rows, 2, 2)).toEqual({ width: 200, height: rows.sizeY * 1.75 });
    expect(sizeOn(gridOf(HEXODDQ, { size: 100 }), 2, 2)).toEqual({ width: rows.sizeY * 1.75, height: 200 });
    expect(sizeOn(gridOf(SQUARE, { size: 100 }), 2, 1)).toEqual({ width: 200, height: 100 });
  });
});

// https://foundryvtt.com/api/v14/classes/foundry.grid.GridlessGrid.html
describe("no grid", () => {
  const grid = new GridlessGrid({ size: 100, distance: 5, units: "ft" });

  it("measures straight lines, height included, and has no spaces", () => {
    expect(grid.measurePath([{ x: 0, y: 0 }, { x: 300, y: 400 }])).toMatchObject({ distance: 25, euclidean: 25, spaces: 0 });
    expect(grid.measurePath([{ x: 0, y: 0, elevation: 0 }, { x: 60, y: 0, elevation: 4 }]).distance).toBe(5);
    expect(grid.getSnappedPoint({ x: 12.5, y: 3 })).toEqual({ x: 12.5, y: 3 });
    expect(grid.getShiftedPoint({ x: 12, y: 3 }, 8)).toEqual({ x: 112, y: 3 });
  });
});
