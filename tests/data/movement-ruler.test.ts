import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRuler } from "../../src/canvas/ruler-label";
import { allowedWay, goWay } from "../../src/flows/movement/way";
import { metresPerUnit } from "../../src/helpers/units";

const atRest = { paces: [{ kind: "walk", rate: 5 }, { kind: "run", rate: 10 }], moving: false, counted: true, allowed: 1 };

describe("what the ruler says of a way (L05)", () => {
  it("counts ticks at each pace, rounded up: 12 m at Speed 5 are 15 walked and 8 run", () => {
    expect(readRuler(12, atRest).paces).toEqual([{ kind: "walk", ticks: 15 }, { kind: "run", ticks: 8 }]);
  });

  it("lets one who rests go the free metre and no more", () => {
    expect(readRuler(1, atRest).reach).toBe("within");
    expect(readRuler(1.1, atRest).reach).toBe("atRest");
  });

  it("changes at what the segment covers: 10 m and the free one of a runner", () => {
    const runner = { paces: [{ kind: "run", rate: 10 }], moving: true, counted: true, allowed: allowedWay(0, { metres: 10 }) };
    expect(readRuler(11, runner).reach).toBe("within");
    expect(readRuler(11.1, runner).reach).toBe("beyond");
  });

  it("holds nobody to anything outside a fight, and tells no ticks of no way or no Speed", () => {
    expect(readRuler(500, { ...atRest, counted: false }).reach).toBe("within");
    expect(readRuler(0, atRest).paces).toEqual([]);
    expect(readRuler(5, { ...atRest, paces: [{ kind: "climb", rate: 0 }] }).paces).toEqual([]);
  });
});

describe("metres that a mover may go", () => {
  it("is told by what is credited, by the running segment and by the free metre", () => {
    expect(goWay(4, 0, { metres: 5 })).toEqual({ way: -4, beyond: 0 });
    expect(goWay(6, 0, { metres: 5 })).toEqual({ way: -5, beyond: 0 });
    expect(goWay(6.5, 0, { metres: 5 })).toEqual({ way: -5, beyond: 0.5 });
    expect(goWay(10, 10, null)).toEqual({ way: 0, beyond: 0 });
    expect(goWay(3, 0, null)).toEqual({ way: 0, beyond: 2 });
  });

  it("never lets a segment be gone twice, nor makes a debt of what was too much", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }), (metres, ways) => {
      let way = 0;
      let within = 0;
      for (const gone of ways) {
        const step = goWay(gone, way, { metres });
        // What was within what is allowed, but for the free metre of each drag.
        if (step.beyond === 0) within += Math.max(0, gone - 1);
        way = step.way;
        expect(way).toBeGreaterThanOrEqual(-metres);
        expect(way).toBeLessThanOrEqual(0);
      }
      expect(within).toBeLessThanOrEqual(metres);
    }));
  });
});

describe("units of a scene", () => {
  it("are metres, by whatever name the scene has for its own", () => {
    expect(metresPerUnit("ft")).toBe(0.3048);
    expect(metresPerUnit("Feet")).toBe(0.3048);
    expect(metresPerUnit("m.")).toBe(1);
    expect(metresPerUnit("km")).toBe(1000);
    expect(metresPerUnit("hexes")).toBe(1);
    expect(metresPerUnit(null)).toBe(1);
  });
});
