import { describe, expect, test } from "vitest";
import { isWayOf, placeBeside, type Footing } from "../../src/rules/movement/beside";

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

  test("touches whoever is half a space wide, or is touched by it, on every side", () => {
    const half = (x: number, y: number): Footing => token(x, y, 0.5);
    expect(placeBeside(half(1200, 325), token(600, 300), [], square)).toEqual({ x: 700, y: 300 });
    expect(placeBeside(half(625, 900), token(600, 300), [], square)).toEqual({ x: 600, y: 400 });
    expect(placeBeside(half(0, 325), token(600, 300), [], square)).toEqual({ x: 550, y: 300 });
    expect(placeBeside(token(1200, 300), half(600, 300), [], square)).toEqual({ x: 650, y: 300 });
    expect(placeBeside(token(600, 900), half(600, 300), [], square)).toEqual({ x: 600, y: 350 });
    expect(placeBeside(half(1200, 300), half(600, 300), [], square)).toEqual({ x: 650, y: 300 });
    // Somebody on each of the places that are a space apart leaves those between them.
    expect(placeBeside(half(1200, 300), token(600, 300), [half(700, 250), half(700, 350)], square)).toEqual({ x: 700, y: 300 });
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

describe("the way of a token that a step has put", () => {
  const x = { path: "x", before: 200, after: 900 };
  const y = { path: "y", before: 900, after: 800 };
  const at = (left: number, top: number): { x: number; y: number } => ({ x: left, y: top });

  test("is that way there and back, and no other one", () => {
    expect(isWayOf([x, y], at(200, 900), at(900, 800))).toBe(true);
    expect(isWayOf([x, y], at(900, 800), at(200, 900))).toBe(true);
    expect(isWayOf([x, y], at(200, 900), at(900, 900))).toBe(false);
    expect(isWayOf([x, y], at(200, 800), at(900, 900))).toBe(false);
  });

  test("is none that goes on where the step left a number alone, and none at all where it did not put the token", () => {
    expect(isWayOf([x], at(200, 900), at(900, 900))).toBe(true);
    expect(isWayOf([x], at(200, 900), at(900, 1500))).toBe(false);
    expect(isWayOf([{ path: "hidden", before: true, after: false }], at(0, 0), at(3000, 0))).toBe(false);
  });
});
