import { describe, expect, test } from "vitest";
import { reduce } from "../../../src/rules/clock/reduce";
import type { ClockState, ScheduledEvent } from "../../../src/rules/clock/types";
import { fight, refusal, run } from "./helpers";

const event = (tick: number, every: number | null = null, left: number | null = null, target: string | null = null): ScheduledEvent =>
  ({ tick, every, left, kind: "test", target, data: {} });

/** One fighter who has acted, so that nothing but events lies ahead until tick 100. */
function waiting(...events: readonly (readonly [string, ScheduledEvent])[]): ClockState {
  const scheduled = run(fight(["a", 3, 5]), ...events.map(([eventId, planned]) => ({ kind: "schedule", eventId, event: planned }) as const));
  return run(scheduled, { kind: "act", id: "a", cost: 95 });
}

function fired(state: ClockState, to: number): [string, number][] {
  return reduce(state, { kind: "advance", to }).events.flatMap((entry): [string, number][] => (entry.kind === "fired" ? [[entry.eventId, entry.tick]] : []));
}

describe("Action Order: events of a tick come before its declarations", () => {
  test("in order of ticks, then of ids", () => {
    expect(fired(waiting(["z", event(8)], ["b", event(12)], ["a", event(12)]), 12)).toEqual([["z", 8], ["a", 12], ["b", 12]]);
  });

  test("R015 an event fires before the one who is due on its tick", () => {
    const step = reduce(waiting(["e", event(100)]), { kind: "advance" });
    expect(step.events.map((entry) => entry.kind)).toEqual(["tickChanged", "fired", "due"]);
  });

  test("each once, however the clock gets there", () => {
    const state = waiting(["e", event(7, 6)]);
    const inOne = fired(state, 30);
    const steps: [string, number][] = [];
    let current = state;
    for (const to of [6, 7, 8, 20, 21, 30]) {
      steps.push(...fired(current, to));
      current = run(current, { kind: "advance", to });
    }
    expect(inOne).toEqual([["e", 7], ["e", 13], ["e", 19], ["e", 25]]);
    expect(steps).toEqual(inOne);
  });

  test("left counts the repetitions after the next one", () => {
    const state = waiting(["e", event(7, 2, 2)]);
    expect(fired(state, 50)).toEqual([["e", 7], ["e", 9], ["e", 11]]);
    expect(run(state, { kind: "advance", to: 50 }).schedule).toEqual({});
    expect(run(state, { kind: "advance", to: 8 }).schedule["e"]).toMatchObject({ tick: 9, left: 1 });
  });

  test("undoing an advance puts back what had fired, and it fires again", () => {
    const state = waiting(["e", event(7, 2, 1)], ["once", event(9)]);
    const step = reduce(state, { kind: "advance", to: 40 });
    const back = run(step.state, { kind: "undo", inverse: step.inverse });
    expect(back).toEqual(state);
    expect(fired(back, 40)).toEqual([["e", 7], ["e", 9], ["once", 9]]);
  });

  test("an event scheduled before the fight fires when the fight reaches it", () => {
    const step = reduce(
      run({ tick: 0, entries: {}, active: null, schedule: {} }, { kind: "join", id: "a", awareness: 1, initiative: 4 }, { kind: "schedule", eventId: "e", event: event(2) }),
      { kind: "begin" },
    );
    expect(step.events.map((entry) => entry.kind)).toEqual(["began", "tickChanged", "fired", "due"]);
    expect(step.state.schedule).toEqual({});
  });

  test("nothing is scheduled for the past or in nonsense", () => {
    const state = fight(["a", 3, 5]);
    expect(refusal(state, { kind: "schedule", eventId: "e", event: event(5) })).toBe("FATEWALKER.Error.EventInPast");
    for (const broken of [event(0), event(9.5), event(9, 0), event(9, 2, -1), event(9, Number.NaN)]) {
      expect(refusal(state, { kind: "schedule", eventId: "e", event: broken })).toBe("FATEWALKER.Error.BadEvent");
    }
  });

  test("unscheduling takes one away; an unknown one is refused", () => {
    const state = waiting(["e", event(8)], ["f", event(9)]);
    expect(Object.keys(run(state, { kind: "unschedule", eventId: "e" }).schedule)).toEqual(["f"]);
    expect(refusal(state, { kind: "unschedule", eventId: "toString" })).toBe("FATEWALKER.Error.UnknownEvent");
  });

  test("what was scheduled for one who leaves goes with it, and comes back with it", () => {
    const state = waiting(["mine", event(8, null, null, "a")], ["other", event(9)]);
    const step = reduce(state, { kind: "leave", id: "a" });
    expect(Object.keys(step.state.schedule)).toEqual(["other"]);
    expect(run(step.state, { kind: "undo", inverse: step.inverse })).toEqual(state);
  });
});
