import { describe, expect, test } from "vitest";
import { freeActionsOpen, mayDeclare, mayPreempt } from "../../../src/rules/clock/order";
import { patchesOf } from "../../../src/rules/exchange/patches";
import { resolveWith } from "../../../src/rules/exchange/resolve";
import { bout, step, weapon } from "../fixtures";
import { fight, refusal, run, tickOf } from "./helpers";

/** `b` holds since tick 3, `a` is due on tick 7 and has declared. */
const declaredAt7 = () => run(fight(["a", 3, 7], ["b", 5, 3], ["c", 4, 20]), { kind: "hold", id: "b" }, { kind: "advance" });

describe("R009 a reaction resolves together with its trigger", () => {
  test("one resolution holds both rolls, and both pay their ticks by it", () => {
    const state = resolveWith(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), (count) => Array.from({ length: count }, () => 0));
    expect([state.phase, state.targets[0]?.outcome, Object.keys(state.rolls)]).toEqual(["resolved", "evaded", ["attack", "reaction:0"]]);
    expect([step(state, "attack").hits, step(state, "answer").evaded]).toEqual([true, true]);
    expect(patchesOf(state).ticks.map(({ kind, cost }) => [kind, cost])).toEqual([
      ["act", 7],
      ["react", 5],
    ]);
  });
});

describe("R011 R017 a holder preempts before the trigger resolves", () => {
  test("the holder is through with it while the trigger is still to act on the same tick", () => {
    const state = declaredAt7();
    expect([state.tick, mayDeclare(state, "a"), mayPreempt(state, "b")]).toEqual([7, true, true]);
    const preempted = run(state, { kind: "preempt", id: "b", cost: 6 });
    expect([preempted.tick, tickOf(preempted, "b"), tickOf(preempted, "a"), mayDeclare(preempted, "a")]).toEqual([7, 13, 7, true]);
  });

  test("it may stop the trigger: one who is struck down by it does not act any more", () => {
    const stopped = run(declaredAt7(), { kind: "preempt", id: "b", cost: 6 }, { kind: "defeat", id: "a" });
    expect([mayDeclare(stopped, "a"), refusal(stopped, { kind: "act", id: "a", cost: 4 })]).toEqual([false, "FATEWALKER.Error.OutOfFight"]);
  });
});

describe("R018 free actions are the last step of a tick", () => {
  test("not while anybody is left to declare on it, and not before the clock runs", () => {
    const state = fight(["a", 3, 5], ["b", 4, 5], ["c", 4, 9]);
    expect([state.tick, freeActionsOpen(state)]).toEqual([5, false]);
    const one = run(state, { kind: "act", id: "b", cost: 7 });
    expect(freeActionsOpen(one)).toBe(false);
    const both = run(one, { kind: "act", id: "a", cost: 6 });
    expect([both.tick, freeActionsOpen(both)]).toEqual([5, true]);
    expect(freeActionsOpen({ ...both, tick: 0 })).toBe(false);
  });

  test("a holder on the same tick does not keep them waiting", () => {
    expect(freeActionsOpen(run(fight(["a", 3, 5]), { kind: "hold", id: "a" }))).toBe(true);
  });
});
