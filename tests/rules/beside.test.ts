import { describe, expect, test } from "vitest";
import { placeBeside, type Footing } from "../../src/rules/movement/beside";

/* Where a run at somebody ends (Actions and Maneuvers, Charge): at its side, on the nearest free space. */

const square = { kind: "square", size: 100 } as const;
const token = (x: number, y: number, spaces = 1): Footing => ({ x, y, width: spaces * 100, height: spaces * 100 });

describe("the place at somebody's side", () => {
  test("is the space before it, on the way that the mover comes", () => {
    expect(placeBeside(token(0, 300), token(600, 300), [], square)).toEqual({ x: 500, y: 300 });
    expect(placeBeside(token(1200, 900), token(600, 300), [], square)).toEqual({ x: 700, y: 400 });
  });

  test("is the next one where somebody stands there, and none where all eight are taken", () => {
    const goal = token(600, 300);
    expect(placeBeside(token(0, 300), goal, [token(500, 300)], square)).toEqual({ x: 500, y: 200 });
    const around = [500, 600, 700].flatMap((x) => [200, 300, 400].map((y) => token(x, y))).filter(({ x, y }) => x !== 600 || y !== 300);
    expect(placeBeside(token(0, 300), goal, around, square)).toBeNull();
  });

  test("leaves room for whoever is large, on both sides", () => {
    expect(placeBeside(token(0, 300, 2), token(600, 300), [], square)).toEqual({ x: 400, y: 300 });
    expect(placeBeside(token(0, 300), token(600, 300, 3), [], square)).toEqual({ x: 500, y: 300 });
    expect(placeBeside(token(600, 0, 2), token(600, 900, 2), [token(600, 700, 2)], square)).toEqual({ x: 400, y: 700 });
  });

  test("is on the line between both where there are no spaces, and turns aside for whoever stands on it", () => {
    const goal = token(600, 300);
    expect(placeBeside(token(0, 300), goal, [], { kind: "free" })).toEqual({ x: 500, y: 300 });
    const aside = placeBeside(token(0, 300), goal, [token(450, 300)], { kind: "free" });
    expect(aside).not.toBeNull();
    expect(Math.hypot((aside?.x ?? 0) - 600, (aside?.y ?? 0) - 300)).toBeCloseTo(100, -1);
    expect(Math.abs((aside?.y ?? 300) - 300)).toBeGreaterThan(50);
  });

  test("is one of the spaces that the grid says where these are no squares", () => {
    const middles = [{ x: 560, y: 280 }, { x: 740, y: 420 }];
    expect(placeBeside(token(0, 300), token(600, 300), [], { kind: "spaces", middles: [{ x: 540, y: 340 }, ...middles] })).toEqual({ x: 490, y: 290 });
  });
});
