import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FREE_ACTION, freeEventId, isFreeAction } from "../../../src/rules/clock/free";
import { compareEntries, declaringIds, dueIds, nextDue, sortedEntries } from "../../../src/rules/clock/order";
import { emptyClock, reduce } from "../../../src/rules/clock/reduce";
import type { ClockEntry, ClockEvent, ClockOperation, ClockState, ScheduledEvent } from "../../../src/rules/clock/types";
import { RuleError } from "../../../src/rules/errors";

const IDS = ["a", "b", "c", "d", "e"] as const;
const id = fc.constantFrom(...IDS);
const anyId = fc.oneof({ weight: 9, arbitrary: id }, { weight: 1, arbitrary: fc.constantFrom("nobody", "__proto__", "toString") });
const cost = fc.integer({ min: 0, max: 14 });
const eventId = fc.constantFrom("bleed", "shield", "segment");

const operation: fc.Arbitrary<ClockOperation> = fc.oneof(
  fc.record({ kind: fc.constant("join" as const), id, awareness: fc.integer({ min: 0, max: 4 }), initiative: fc.option(fc.integer({ min: 1, max: 12 })) }),
  fc.constant({ kind: "begin" as const }),
  fc.record({ kind: fc.constant("act" as const), id: anyId, cost }),
  fc.record({ kind: fc.constant("react" as const), id: anyId, cost }),
  fc.record({ kind: fc.constant("hold" as const), id: anyId }),
  fc.record({ kind: fc.constant("release" as const), id: anyId }),
  fc.record({ kind: fc.constant("preempt" as const), id: anyId, cost }),
  fc.record({ kind: fc.constant("adjust" as const), id: anyId, tick: fc.integer({ min: -5, max: 60 }) }),
  fc.record({ kind: fc.constant("awareness" as const), id: anyId, awareness: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant("defeat" as const), id: anyId }),
  fc.record({ kind: fc.constant("revive" as const), id: anyId, cost }),
  fc.record({ kind: fc.constant("leave" as const), id: anyId }),
  fc.record({
    kind: fc.constant("schedule" as const), eventId,
    event: fc.record({
      tick: fc.integer({ min: 1, max: 60 }), every: fc.option(fc.integer({ min: 1, max: 9 })), left: fc.option(fc.integer({ min: 0, max: 3 })),
      kind: fc.constant("test"), target: fc.option(id), data: fc.constant({}),
    }),
  }),
  fc.record({ kind: fc.constant("unschedule" as const), eventId: fc.oneof(eventId, id.map(freeEventId)) }),
  // A free action of somebody, on whatever tick it is then: on another one the rules refuse it, or it comes with that.
  fc.record({ id, tick: fc.integer({ min: 1, max: 20 }) }).map(({ id: target, tick }): ClockOperation => ({ kind: "schedule", eventId: freeEventId(target), event: freeAction(target, tick) })),
  fc.record({ kind: fc.constant("advance" as const), to: fc.option(fc.integer({ min: 0, max: 80 }), { nil: undefined }) }),
  { weight: 4, arbitrary: fc.constant({ kind: "advance" as const }) },
);

const freeAction = (target: string, tick: number): ScheduledEvent => ({ tick, every: null, left: null, kind: FREE_ACTION, target, data: {} });

/** Applies what the rules allow, skips what they refuse; anything but a refusal is a failure. */
function attempt(state: ClockState, next: ClockOperation): ReturnType<typeof reduce> | null {
  try {
    return reduce(state, next);
  } catch (error) {
    if (error instanceof RuleError) return null;
    throw error;
  }
}

/** States that a fight can reach. */
const reachable: fc.Arbitrary<ClockState> = fc.array(operation, { maxLength: 40 }).map((operations) =>
  operations.reduce<ClockState>(
    (state, next) => attempt(state, next)?.state ?? state,
    IDS.slice(0, 3).reduce((state, joiner, index) => reduce(state, { kind: "join", id: joiner, awareness: index % 2, initiative: index + 2 }).state, emptyClock()),
  ),
);

const entry: fc.Arbitrary<ClockEntry> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }), actionTick: fc.option(fc.integer({ min: 1, max: 4 })),
  state: fc.constantFrom("ready" as const, "holding" as const, "out" as const), since: fc.constant(0), awareness: fc.integer({ min: 0, max: 2 }), out: fc.constant(null),
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

describe("properties of the clock", () => {
  test("the order is total and antisymmetric", () => {
    fc.assert(fc.property(entry, entry, (a, b) => {
      expect(Math.sign(compareEntries(a, b)) + Math.sign(compareEntries(b, a))).toBe(0);
      if (a.id !== b.id) expect(compareEntries(a, b)).not.toBe(0);
    }));
  });

  test("the order is transitive", () => {
    fc.assert(fc.property(entry, entry, entry, (a, b, c) => {
      if (compareEntries(a, b) <= 0 && compareEntries(b, c) <= 0) expect(compareEntries(a, c)).toBeLessThanOrEqual(0);
    }));
  });

  test("the order is the same under permutation of the entries", () => {
    fc.assert(fc.property(reachable, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (state, keys) => {
      const shuffled = Object.entries(state.entries).map((pair, index) => ({ pair, key: keys[index] ?? 0 })).sort((a, b) => a.key - b.key).map(({ pair }) => pair);
      const permuted: ClockState = { ...state, entries: Object.fromEntries(shuffled) };
      expect(sortedEntries(permuted)).toEqual(sortedEntries(state));
      expect(dueIds(permuted)).toEqual(dueIds(state));
      expect(reduce(permuted, { kind: "join", id: "new", awareness: 1, initiative: 1 }).state.active).toBe(state.active);
    }));
  });

  test("the order that a step hands on is the one that sorting gives", () => {
    fc.assert(fc.property(reachable, operation, (state, next) => {
      const step = attempt(state, next);
      for (const one of [state, ...(step === null ? [] : [step.state])]) expect(sortedEntries(one)).toEqual(Object.values(one.entries).sort(compareEntries));
    }));
  });

  test("from every reachable state some legal operation empties what is due, or moves the hand", () => {
    fc.assert(fc.property(reachable, cost, (reached, ticks) => {
      let state = reached.tick === 0 ? reduce(reached, { kind: "begin" }).state : reached;
      for (let due = dueIds(state).length; due > 0; due -= 1) {
        state = reduce(state, { kind: "act", id: state.active ?? "", cost: ticks + 1 }).state;
        expect(dueIds(state)).toHaveLength(due - 1);
      }
      const moved = reduce(state, { kind: "advance" }).state;
      expect(moved.tick).toBeGreaterThan(state.tick);
    }), { numRuns: 300 });
  });

  test("now never decreases and is at least 1 once begun", () => {
    fc.assert(fc.property(reachable, operation, (state, next) => {
      const step = attempt(state, next);
      if (step === null) return;
      expect(step.state.tick).toBeGreaterThanOrEqual(state.tick);
      for (const { actionTick } of Object.values(step.state.entries)) if (actionTick !== null) expect(actionTick).toBeGreaterThanOrEqual(1);
    }));
  });

  test("undo after an operation is the identity, and so is undoing the undo", () => {
    fc.assert(fc.property(reachable, operation, (state, next) => {
      const step = attempt(state, next);
      if (step === null) return;
      const undone = reduce(step.state, { kind: "undo", inverse: step.inverse });
      expect(undone.state).toEqual(state);
      expect(reduce(undone.state, { kind: "undo", inverse: undone.inverse }).state).toEqual(step.state);
    }), { numRuns: 400 });
  });

  test("a whole fight can be taken back step by step", () => {
    fc.assert(fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const steps = [];
      let state = emptyClock();
      for (const next of operations) {
        const step = attempt(state, next);
        if (step === null) continue;
        steps.push(step.inverse);
        state = step.state;
      }
      for (const inverse of steps.reverse()) state = reduce(state, { kind: "undo", inverse }).state;
      expect(state).toEqual(emptyClock());
    }));
  });

  test("the state passed in is never changed, and the same step comes out again", () => {
    fc.assert(fc.property(reachable, operation, (state, next) => {
      deepFreeze(state);
      expect(attempt(state, next)).toEqual(attempt(state, next));
    }));
  });

  test("the active one is the first who may declare; null exactly when nobody is due", () => {
    fc.assert(fc.property(reachable, (state) => {
      expect(state.active).toBe(declaringIds(state)[0] ?? null);
      expect(state.active === null).toBe(dueIds(state).length === 0);
    }));
  });

  test("nobody who is due is skipped: after an advance no ready entry lies behind the hand", () => {
    fc.assert(fc.property(reachable, fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }), (state, to) => {
      const step = attempt(state, { kind: "advance", to });
      if (step === null) return;
      for (const { state: how, actionTick } of Object.values(step.state.entries)) {
        if (how === "ready" && actionTick !== null) expect(actionTick).toBeGreaterThanOrEqual(step.state.tick);
      }
    }));
  });

  test("everyone gets its turn: acting and advancing reaches each in the order foretold", () => {
    fc.assert(fc.property(reachable, (reached) => {
      let state = attempt(reached, { kind: "begin" })?.state ?? reached;
      for (let round = 0; round < 30; round += 1) {
        const next = nextDue(state);
        if (next === null) return;
        if (state.active === null) state = reduce(state, { kind: "advance" }).state;
        expect(state.active).toBe(next.ids[0]);
        state = reduce(state, { kind: "act", id: state.active ?? "", cost: 5 }).state;
      }
    }));
  });

  test("holds never deadlock: with everyone holding the clock still moves, and a hold can be broken within two ticks", () => {
    fc.assert(fc.property(reachable, (reached) => {
      let state = attempt(reached, { kind: "begin" })?.state ?? reached;
      for (let guard = 0; guard < 20 && nextDue(state) !== null; guard += 1) {
        state = state.active === null ? reduce(state, { kind: "advance" }).state : reduce(state, { kind: "hold", id: state.active }).state;
      }
      expect(nextDue(state)).toBeNull();
      const before = state.tick;
      state = reduce(state, { kind: "advance" }).state;
      state = reduce(state, { kind: "advance" }).state;
      expect(state.tick).toBeGreaterThanOrEqual(before + 2);
      for (const holder of Object.values(state.entries).filter(({ state: how }) => how === "holding")) {
        expect(dueIds(reduce(state, { kind: "release", id: holder.id }).state)).toContain(holder.id);
      }
    }));
  });

  test("every scheduled occurrence fires exactly once, whatever way the clock jumps", () => {
    const plan = fc.record({ tick: fc.integer({ min: 2, max: 40 }), every: fc.option(fc.integer({ min: 1, max: 9 })), left: fc.option(fc.integer({ min: 0, max: 5 })) });
    fc.assert(fc.property(plan, fc.array(fc.integer({ min: 2, max: 79 }), { maxLength: 12 }), (timing, stops) => {
      let state = reduce(emptyClock(), { kind: "begin" }).state;
      state = reduce(state, { kind: "schedule", eventId: "e", event: { ...timing, kind: "test", target: null, data: {} } }).state;
      const fired: number[] = [];
      for (const to of [...new Set([...stops, 80])].sort((a, b) => a - b)) {
        const step = reduce(state, { kind: "advance", to });
        fired.push(...step.events.flatMap((event) => (event.kind === "fired" ? [event.tick] : [])));
        state = step.state;
      }
      const times = timing.every === null ? 1 : timing.left === null ? Number.POSITIVE_INFINITY : timing.left + 1;
      const expected = [];
      for (let tick = timing.tick; tick <= 80 && expected.length < times; tick += timing.every ?? 1) expected.push(tick);
      expect(fired).toEqual(expected);
    }));
  });

  test("unknown ids are refused", () => {
    fc.assert(fc.property(reachable, fc.constantFrom("nobody", "__proto__", "constructor"), (reached, unknown) => {
      const state = attempt(reached, { kind: "begin" })?.state ?? reached;
      for (const next of [
        { kind: "act", id: unknown, cost: 1 }, { kind: "react", id: unknown, cost: 1 }, { kind: "hold", id: unknown }, { kind: "release", id: unknown },
        { kind: "preempt", id: unknown, cost: 1 }, { kind: "adjust", id: unknown, tick: 3 }, { kind: "awareness", id: unknown, awareness: 3 },
        { kind: "defeat", id: unknown }, { kind: "revive", id: unknown, cost: 1 }, { kind: "leave", id: unknown },
      ] as const) expect(() => reduce(state, next)).toThrow("FATEWALKER.Error.UnknownCombatant");
    }));
  });

  test("R018 free actions come once each, after everybody who was due, in the order of Awareness, on their own tick, whatever way the clock goes", () => {
    const told = (events: readonly ClockEvent[]): { id: string; tick: number }[] => events.flatMap((event) => (event.kind === "fired" && isFreeAction(event.event) ? [{ id: event.event.target ?? "", tick: event.tick }] : []));
    fc.assert(fc.property(reachable, fc.uniqueArray(id, { minLength: 1 }), fc.array(operation, { maxLength: 30 }), (reached, freely, operations) => {
      let state = attempt(reached, { kind: "begin" })?.state ?? reached;
      fc.pre(dueIds(state).length > 0);
      const said: string[] = [];
      for (const target of freely) {
        const step = attempt(state, { kind: "schedule", eventId: freeEventId(target), event: freeAction(target, state.tick) });
        expect(step === null ? [] : told(step.events)).toEqual([]);
        if (step === null) continue;
        said.push(target);
        state = step.state;
      }
      const { tick } = state;
      const fired: { id: string; tick: number }[] = [];
      for (const next of operations) {
        if ((next.kind === "schedule" || next.kind === "unschedule") && next.eventId.startsWith("free-")) continue;
        if (next.kind === "leave" || next.kind === "awareness" || next.kind === "join") continue;
        const before = state;
        const step = attempt(state, next);
        if (step === null) continue;
        state = step.state;
        const now = told(step.events).filter(({ id: target }) => said.includes(target));
        if (now.length === 0) continue;
        // Nobody who is due on that tick is left, and the hand has not gone on before them.
        expect([before.tick, dueIds({ ...state, tick })]).toEqual([tick, []]);
        fired.push(...now);
      }
      if (fired.length === 0) {
        expect(state.tick).toBe(tick);
        return;
      }
      expect(fired.map((one) => one.tick)).toEqual(fired.map(() => tick));
      const order = [...said].sort((one, other) => (reached.entries[other]?.awareness ?? 0) - (reached.entries[one]?.awareness ?? 0) || (one < other ? -1 : 1));
      expect(fired.map((one) => one.id)).toEqual(order);
    }), { numRuns: 400 });
  });
});
