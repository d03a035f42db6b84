import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dotsAfter } from "../../src/applications/sheets/actor/mark";
import { clearFate, clearWill, clearWound, markFate, markStun, markWill, markWound, type WillMarks } from "../../src/applications/sheets/marks";

const fill = <Marks>(start: Marks, next: (marks: Marks) => Marks | null, times: number): Marks => {
  let marks = start;
  for (let time = 0; time < times; time += 1) marks = next(marks) ?? marks;
  return marks;
};

describe("the Will track", () => {
  const empty: WillMarks = { spent: 0, fatigue: 0, exhaustion: 0 };

  it("spends boxes, then turns them into Fatigue, then into Exhaustion", () => {
    const mark = (marks: WillMarks): WillMarks | null => markWill(marks, 8);
    expect(fill(empty, mark, 8)).toEqual({ spent: 8, fatigue: 0, exhaustion: 0 });
    expect(fill(empty, mark, 11)).toEqual({ spent: 5, fatigue: 3, exhaustion: 0 });
    expect(fill(empty, mark, 18)).toEqual({ spent: 0, fatigue: 6, exhaustion: 2 });
    expect(mark({ spent: 0, fatigue: 0, exhaustion: 8 })).toBeNull();
  });

  it("recovers spent marks first, then Fatigue, then Exhaustion", () => {
    expect(clearWill({ spent: 1, fatigue: 2, exhaustion: 1 })).toEqual({ spent: 0, fatigue: 2, exhaustion: 1 });
    expect(clearWill({ spent: 0, fatigue: 2, exhaustion: 1 })).toEqual({ spent: 1, fatigue: 1, exhaustion: 1 });
    expect(clearWill({ spent: 0, fatigue: 0, exhaustion: 1 })).toEqual({ spent: 0, fatigue: 1, exhaustion: 0 });
    expect(clearWill(empty)).toBeNull();
  });

  it("never marks more boxes than there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.array(fc.boolean(), { maxLength: 80 }), (boxes, acts) => {
        const marks = acts.reduce<WillMarks>((state, marking) => (marking ? markWill(state, boxes) : clearWill(state)) ?? state, empty);
        expect(marks.spent + marks.fatigue + marks.exhaustion).toBeLessThanOrEqual(boxes);
        expect(Math.min(marks.spent, marks.fatigue, marks.exhaustion)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the Fate track", () => {
  it("spends boxes, then turns them into Apathy, and back", () => {
    expect(fill({ spent: 0, apathy: 0 }, (marks) => markFate(marks, 5), 7)).toEqual({ spent: 3, apathy: 2 });
    expect(markFate({ spent: 0, apathy: 5 }, 5)).toBeNull();
    expect(clearFate({ spent: 0, apathy: 5 })).toEqual({ spent: 1, apathy: 4 });
    expect(clearFate({ spent: 0, apathy: 0 })).toBeNull();
  });
});

describe("the Normal chart", () => {
  it("marks X and / in the next box, and an X over a / once it is full", () => {
    expect(markWound({ value: 7, stun: 3 }, 24)).toEqual({ value: 8, stun: 3 });
    expect(markStun({ value: 7, stun: 3 }, 24)).toEqual({ value: 7, stun: 4 });
    expect(markWound({ value: 20, stun: 4 }, 24)).toEqual({ value: 21, stun: 3 });
    expect(markStun({ value: 20, stun: 4 }, 24)).toBeNull();
    expect(markWound({ value: 24, stun: 0 }, 24)).toBeNull();
  });

  it("clears the last mark", () => {
    expect(clearWound({ value: 7, stun: 1 })).toEqual({ value: 7, stun: 0 });
    expect(clearWound({ value: 7, stun: 0 })).toEqual({ value: 6, stun: 0 });
    expect(clearWound({ value: 0, stun: 0 })).toBeNull();
  });
});

describe("dots of a skill", () => {
  it("are set by clicking one, and lowered by clicking the last", () => {
    expect(dotsAfter(0, 3, { kind: "mark", dot: 2 })).toBe(2);
    expect(dotsAfter(2, 3, { kind: "mark", dot: 2 })).toBe(1);
    expect(dotsAfter(3, 3, { kind: "mark", dot: 1 })).toBe(1);
    expect(dotsAfter(3, 3, { kind: "mark", dot: null })).toBe(3);
    expect(dotsAfter(0, 3, { kind: "clear", dot: null })).toBe(0);
  });
});
