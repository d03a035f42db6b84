import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sightBand, weaponBand, worseBand } from "../../src/rules/modifiers/range";
import { hears, inArc, sees } from "../../src/rules/sight/senses";
import { CLEAR_VIEW, darknessFactor, effectiveVisibleRange, sizeFactor, type Darkness, type Viewing, type Weather } from "../../src/rules/sight/visibility";
import { gun } from "./fixtures";

const DARKNESS: readonly Darkness[] = ["none", "lowLight", "brightNight", "darkNight"];
const WEATHER: readonly Weather[] = ["clear", "light", "medium", "heavy"];

test("R039 speech is heard within Awareness metres, all round", () => {
  expect([hears(5, 5), hears(5, 6), hears(3, 3), hears(0, 1)]).toEqual([true, false, true, false]);
});

test("R040 a hand wave is seen within twice Awareness metres, in an arc of 270 degrees", () => {
  const at = (distance: number, bearing = 0) => sees(5, { distance, bearing });
  expect([at(10), at(11), at(10, 135), at(10, 136), at(10, 180), at(10, -135), at(10, 225), at(10, 224)]).toEqual([true, false, true, false, false, true, true, false]);
  expect(sees(2, { distance: 4, bearing: 90 })).toBe(true);
});

test("R059 extreme range of a weapon ends at twice long", () => {
  const rifle = gun({ range: { short: 30, medium: 60, long: 100 } });
  expect([100, 101, 200, 201].map((metres) => weaponBand(rifle, metres))).toEqual(["long", "extreme", "extreme", "beyond"]);
  expect(weaponBand(gun({ range: { short: 1, medium: 2, long: 3 } }), 6)).toBe("extreme");
});

test("R060 the worse of weapon and sight counts", () => {
  expect([worseBand("short", "long"), worseBand("extreme", "medium"), worseBand("medium", "medium")]).toEqual(["long", "extreme", "medium"]);
});

test("R061 Visible Range 50: 50, 100, 250, 500", () => {
  expect([50, 51, 100, 101, 250, 251, 500, 501].map((metres) => sightBand(50, metres))).toEqual(["short", "medium", "medium", "long", "long", "extreme", "extreme", "beyond"]);
  expect(sightBand(effectiveVisibleRange(80, { darkness: "brightNight" }), 41)).toBe("medium");
});

test("R062 magnification x4 makes 200 of 50", () => {
  expect([effectiveVisibleRange(50, { magnification: 4 }), effectiveVisibleRange(30, { magnification: 1.5 })]).toEqual([200, 45]);
});

test("R063 low light, light fog and light rain take a quarter: 40 to 30", () => {
  expect([effectiveVisibleRange(40, { darkness: "lowLight" }), effectiveVisibleRange(40, { weather: "light" }), effectiveVisibleRange(10, { weather: "light" })]).toEqual([30, 30, 7.5]);
});

test("R064 bright night, fog and rain take half: 40 to 20", () => {
  expect([effectiveVisibleRange(40, { darkness: "brightNight" }), effectiveVisibleRange(40, { weather: "medium" }), effectiveVisibleRange(100, { weather: "medium" })]).toEqual([20, 20, 50]);
});

test("R065 dark night, heavy fog and heavy rain take three quarters: 40 to 10", () => {
  expect([effectiveVisibleRange(40, { darkness: "darkNight" }), effectiveVisibleRange(40, { weather: "heavy" }), effectiveVisibleRange(40, { darkness: "darkNight", weather: "heavy" })]).toEqual([10, 10, 2.5]);
});

test("R066 a well-lit target: darkness is ignored, weather is not", () => {
  expect([effectiveVisibleRange(40, { darkness: "darkNight", illumination: "well" }), effectiveVisibleRange(40, { darkness: "darkNight", weather: "medium", illumination: "well" })]).toEqual([40, 20]);
});

test("R067 a partly lit target: darkness counts half", () => {
  expect([effectiveVisibleRange(40, { darkness: "darkNight", illumination: "some" }), effectiveVisibleRange(40, { darkness: "brightNight", illumination: "some" })]).toEqual([25, 30]);
});

test("R068 inside a light's radius there is no darkness", () => {
  expect([effectiveVisibleRange(40, { darkness: "darkNight", insideLight: true }), effectiveVisibleRange(60, { darkness: "lowLight", insideLight: true, weather: "light" })]).toEqual([40, 45]);
});

test("R069 infrared makes every darkness a quarter, never worse than what light gives", () => {
  expect(DARKNESS.map((darkness) => effectiveVisibleRange(40, { darkness, infrared: true }))).toEqual([40, 30, 30, 30]);
  expect(effectiveVisibleRange(80, { darkness: "lowLight", illumination: "some", infrared: true })).toBe(70);
  expect(effectiveVisibleRange(40, { weather: "heavy", infrared: true })).toBe(10);
});

test("R070 size 5-8 a quarter less, 2-4 half, 0-1 a quarter of it", () => {
  expect([8, 5, 4, 2, 1, 0].map((targetSize) => effectiveVisibleRange(40, { targetSize }))).toEqual([30, 30, 20, 20, 10, 10]);
});

test("R071 size 12-15 a quarter more, 16-19 half more, from 20 twice; 9-11 as it is", () => {
  expect([9, 11, 12, 15, 16, 19, 20, 40].map((targetSize) => effectiveVisibleRange(40, { targetSize }))).toEqual([40, 40, 50, 50, 60, 60, 80, 80]);
});

interface Row { readonly kind: string; readonly situation: string; readonly value?: number; readonly group?: string; readonly sizeMin?: number; readonly sizeMax?: number | null; readonly band?: string; readonly fromMultiple?: number; readonly toMultiple?: number }
const rows = (JSON.parse(readFileSync(new URL("tables/scene-tables.json", import.meta.url), "utf8")) as { rangeAndVisibility: { rows: readonly Row[] } }).rangeAndVisibility.rows;

describe("every row of the visibility table", () => {
  test.each(rows.filter(({ kind }) => kind === "band"))("$situation", ({ band, fromMultiple = 0, toMultiple = 0 }) => {
    expect([sightBand(10, 10 * fromMultiple + 1), sightBand(10, 10 * toMultiple)]).toEqual([band, band]);
  });

  test.each(rows.filter(({ group }) => group === "light/weather"))("$situation", ({ value = 0 }) => {
    const left = 1 + value / 100;
    expect(DARKNESS.map((darkness) => darknessFactor({ ...CLEAR_VIEW, darkness }))).toContain(left);
    expect(WEATHER.map((weather) => effectiveVisibleRange(100, { weather }))).toContain(100 * left);
  });

  test.each(rows.filter(({ group }) => group === "target size"))("$situation", ({ value = 0, sizeMin = 0, sizeMax = null }) => {
    expect([sizeFactor(sizeMin), sizeFactor(sizeMax ?? 99)]).toEqual([1 + value / 100, 1 + value / 100]);
  });
});

describe("properties", () => {
  const viewing: fc.Arbitrary<Viewing> = fc.record({
    darkness: fc.constantFrom(...DARKNESS), weather: fc.constantFrom(...WEATHER), illumination: fc.constantFrom("none" as const, "some" as const, "well" as const),
    insideLight: fc.boolean(), infrared: fc.boolean(), magnification: fc.integer({ min: 1, max: 12 }), targetSize: fc.nat(25),
  });

  test("light and infrared never make it worse, nor darkness better", () => {
    fc.assert(fc.property(viewing, fc.nat(300), (view, range) => {
      const now = effectiveVisibleRange(range, view);
      expect(effectiveVisibleRange(range, { ...view, infrared: true })).toBeGreaterThanOrEqual(now);
      expect(effectiveVisibleRange(range, { ...view, insideLight: true })).toBeGreaterThanOrEqual(now);
      expect(effectiveVisibleRange(range, { ...view, darkness: "darkNight" })).toBeLessThanOrEqual(now);
      expect(now).toBeGreaterThanOrEqual(0);
    }));
  });

  test("the arc is the same to the left and to the right, however often one turns", () => {
    fc.assert(fc.property(fc.integer({ min: -720, max: 720 }), (bearing) => {
      expect(inArc(bearing)).toBe(inArc(-bearing));
      expect(inArc(bearing)).toBe(inArc(bearing + 360));
    }));
  });
});
