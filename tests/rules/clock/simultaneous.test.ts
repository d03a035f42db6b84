import { describe, expect, test } from "vitest";
import { checkFreeAction, entrances } from "../../../src/rules/clock/ambush";
import { emptyClock, reduce } from "../../../src/rules/clock/reduce";
import { checkAnswer, simultaneousWith } from "../../../src/rules/clock/simultaneous";
import type { ClockOperation, ClockState } from "../../../src/rules/clock/types";

const run = (operations: readonly ClockOperation[], start = emptyClock()): ClockState => operations.reduce((state, operation) => reduce(state, operation).state, start);
const joined = (entries: readonly (readonly [string, number, number])[]): ClockOperation[] => entries.map(([id, awareness, initiative]) => ({ kind: "join", id, awareness, initiative }));
const claim = { by: "c", group: ["a", "b"], to: "a", answered: [], preempted: [] };

describe("R012", () => {
  test("whoever preempts an action cannot react to it as well", () => {
    expect(() => checkAnswer({ ...claim, group: ["a"], preempted: ["a"] })).toThrow("FATEWALKER.Error.PreemptedAlready");
    expect(() => checkAnswer({ ...claim, group: ["a"], preempted: ["b"] })).not.toThrow();
  });

  test("the same among simultaneous actions: not the preempted one, and not another of them either; what came earlier does not count", () => {
    expect(() => checkAnswer({ ...claim, preempted: ["a"] })).toThrow("FATEWALKER.Error.PreemptedAlready");
    expect(() => checkAnswer({ ...claim, preempted: ["b"] })).toThrow("FATEWALKER.Error.OneOfSimultaneous");
    expect(() => checkAnswer({ ...claim, preempted: ["earlier"] })).not.toThrow();
    expect(() => checkAnswer({ ...claim, by: "b", preempted: ["a"] })).toThrow("FATEWALKER.Error.Simultaneous");
  });
});

describe("R020", () => {
  test("same tick and same Awareness: neither answers the other", () => {
    const state = run([...joined([["a", 5, 3], ["b", 5, 3], ["c", 4, 3], ["d", 5, 4]]), { kind: "begin" }]);
    expect([simultaneousWith(state, "a"), simultaneousWith(state, "c"), simultaneousWith(state, "d"), simultaneousWith(state, "nobody")]).toEqual([["a", "b"], ["c"], [], []]);
    expect(() => checkAnswer({ ...claim, by: "b" })).toThrow("FATEWALKER.Error.Simultaneous");
    expect(() => checkAnswer({ ...claim, by: "b", group: ["a"] })).not.toThrow();
  });
});

describe("R021", () => {
  test("an outsider answers one of them only, by reacting or preempting", () => {
    expect(() => checkAnswer(claim)).not.toThrow();
    expect(() => checkAnswer({ ...claim, answered: ["b"] })).toThrow("FATEWALKER.Error.OneOfSimultaneous");
    expect(() => checkAnswer({ ...claim, preempted: ["b"] })).toThrow("FATEWALKER.Error.OneOfSimultaneous");
    expect(() => checkAnswer({ ...claim, answered: ["earlier"] })).not.toThrow();
  });
});

describe("R025", () => {
  test("penalty 10 and 4 successes: tick 16; the others as ever", () => {
    const state = run(entrances([{ id: "a", awareness: 5, successes: 3, surprised: false }, { id: "b", awareness: 4, successes: 4, surprised: true }]));
    expect([state.entries["a"]?.actionTick, state.entries["b"]?.actionTick]).toEqual([7, 16]);
    expect(run(entrances([{ id: "b", awareness: 4, successes: 14, surprised: true }], 2)).entries["b"]?.actionTick).toBe(1);
  });
});

describe("R026", () => {
  const ambush = { ambushers: ["a", "b"], taken: null };
  test("one ambusher has one free action before the clock begins; nobody else does", () => {
    expect(() => checkFreeAction(emptyClock(), { ...ambush, id: "a" })).not.toThrow();
    expect(() => checkFreeAction(emptyClock(), { ...ambush, id: "b", taken: "a" })).toThrow("FATEWALKER.Error.FreeActionTaken");
    expect(() => checkFreeAction(emptyClock(), { ...ambush, id: "c" })).toThrow("FATEWALKER.Error.NoAmbusher");
    for (const tick of [1, 3]) expect(() => checkFreeAction({ ...emptyClock(), tick }, { ...ambush, id: "a" })).toThrow("FATEWALKER.Error.ClockBegun");
  });
});

describe("R010", () => {
  test("a reaction adds its cost to the next Action Tick: 9 and a Dodge of 8 are 17, also for one who is overdue", () => {
    const begun = run([...joined([["a", 5, 1], ["b", 4, 9]]), { kind: "begin" }]);
    expect(reduce(begun, { kind: "react", id: "b", cost: 8 }).state.entries["b"]?.actionTick).toBe(17);
    expect(reduce(begun, { kind: "react", id: "a", cost: 8 }).state.entries["a"]?.actionTick).toBe(begun.tick + 8);
  });
});
