import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutAxis, tickAtX, xOfTick } from "../../../src/applications/hud/tick-layout";

const axis = (now: number, portraits: readonly number[], marks: readonly number[] = [], width = 1000) => layoutAxis({ now, portraits, marks, width });

const crowds = fc.record({
  now: fc.integer({ min: 0, max: 5000 }),
  away: fc.array(fc.oneof(fc.integer({ min: -5, max: 40 }), fc.integer({ min: 0, max: 90_000 })), { maxLength: 60 }),
  events: fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 20 }),
  width: fc.integer({ min: 200, max: 2400 }),
});

describe("the axis of the tick bar", () => {
  test("with little on it shows the ticks that follow, as wide as they may be, over its whole room", () => {
    const { size, length, breaks, rules, stops } = axis(3, [3, 5, 9]);
    expect([size, length, breaks]).toEqual([40, 1000, []]);
    expect(stops.map(({ tick }) => tick)).toEqual([3, 5, 9, 22]);
    expect(rules.map(({ tick }) => tick)).toEqual(Array.from({ length: 20 }, (_, index) => index + 3));
    expect(rules.filter(({ sixth }) => sixth).map(({ tick }) => tick)).toEqual([7, 13, 19]);
  });

  test("puts the overdue at now", () => {
    const layout = axis(12, [9, 12]);
    expect(xOfTick(layout, 9)).toBe(xOfTick(layout, 12));
  });

  test("breaks a stretch on which nothing happens, and names it", () => {
    const layout = axis(10, [10, 12, 52]);
    expect(layout).toMatchObject({ breaks: [{ from: 12, to: 52, width: 64 }], far: null });
    expect(layout.rules.every(({ tick }) => tick <= 12 || tick >= 52)).toBe(true);
  });

  test("what comes thousands of ticks later is a pile at the end, which takes no room from the ticks that follow", () => {
    const without = axis(10, [10, 12]);
    const layout = axis(10, [10, 12, 7012, 9000], [8000]);
    expect(layout).toMatchObject({ size: 40, length: 1000, far: { from: 7012, to: 9000, x: 958 } });
    // 40 + 16 + 24 + 6 pixels are two ticks of 48 less than without it.
    expect(without.stops.at(-1)?.tick).toBe(29);
    expect(layout.stops.map(({ tick }) => tick)).toEqual([10, 12, 27, 7012, 8000, 9000]);
    expect(layout.stops.slice(3).map(({ x }) => x)).toEqual([958, 962, 966]);
    expect(layout.breaks).toMatchObject([{ from: 27, to: 7012 }]);
    expect(layout.rules.every(({ tick }) => tick <= 27)).toBe(true);
  });

  test("more than half a minute without anything before it makes a pile, half a minute a break", () => {
    expect(axis(10, [10, 70]).far).toBeNull();
    expect(axis(10, [10, 71]).far).toMatchObject({ from: 71, to: 71 });
  });

  test("forty fighters on forty ticks stand apart; the axis grows where they do not fit", () => {
    const ticks = Array.from({ length: 40 }, (_, index) => 10 + index);
    const layout = axis(10, ticks, [], 900);
    const places = ticks.map((tick) => xOfTick(layout, tick));
    expect(places.slice(1).every((x, index) => x - (places[index] ?? 0) >= layout.size)).toBe(true);
    expect(layout.length).toBeGreaterThan(900);
    expect(axis(10, ticks, [], 2000)).toMatchObject({ length: 2000 });
  });

  test("keeps the order of ticks, everything within its length, and finds every tick again where it stands", () => {
    fc.assert(fc.property(crowds, ({ now, away, events, width }) => {
      const portraits = away.map((ticks) => Math.max(0, now + ticks));
      const layout = layoutAxis({ now, portraits, marks: events.map((ticks) => now + ticks), width });
      const ticks = [...new Set([now, ...portraits.filter((tick) => tick >= now), ...events.map((entry) => now + entry)])].sort((a, b) => a - b);
      const places = ticks.map((tick) => xOfTick(layout, tick));
      expect(places.every((x, index) => index === 0 || x > (places[index - 1] ?? x))).toBe(true);
      expect(places.every((x) => x >= 0 && x <= layout.length)).toBe(true);
      expect(ticks.map((tick) => tickAtX(layout, xOfTick(layout, tick)))).toEqual(ticks);
    }));
  });

  test("labels never touch where no portrait asks for both", () => {
    fc.assert(fc.property(crowds, ({ now, away, events, width }) => {
      const portraits = away.map((ticks) => Math.max(now, now + ticks));
      const named = new Set([now, ...portraits]);
      const { rules } = layoutAxis({ now, portraits, marks: events.map((ticks) => now + ticks), width });
      const labelled = rules.filter((rule) => rule.labelled);
      const crowded = labelled.some(({ x, tick }, index) => {
        const next = labelled[index + 1];
        return next !== undefined && !(named.has(tick) && named.has(next.tick)) && next.x - x < 25;
      });
      expect(crowded).toBe(false);
    }));
  });

  test("a place beyond the last stop is a tick beyond it, one before now is now", () => {
    const layout = axis(3, [3, 5]);
    expect(tickAtX(layout, -40)).toBe(3);
    expect(tickAtX(layout, layout.length + 96)).toBeGreaterThan(22);
  });
});
