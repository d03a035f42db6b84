import { describe, expect, test } from "vitest";
import { comesLast, FREE_ACTION, freeActionsNow, freeEventId, waitingFreeActions } from "../../../src/rules/clock/free";
import { freeActionsOpen, mayDeclare, mayPreempt } from "../../../src/rules/clock/order";
import { reduce } from "../../../src/rules/clock/reduce";
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

  const stop = (id: string, tick: number) => ({ kind: "schedule", eventId: freeEventId(id), event: { tick, every: null, left: null, kind: FREE_ACTION, target: id, data: {} } }) as const;
  const happened = ({ events }: ReturnType<typeof reduce>): string[] => events.flatMap((event) => (event.kind === "fired" ? [event.eventId] : event.kind === "tickChanged" ? [`tick ${event.to}`] : []));

  test("declared while two are still due they wait for both, then come by Awareness, and only then does time go on", () => {
    const state = run(fight(["a", 3, 5], ["b", 4, 5], ["runner", 2, 9], ["walker", 6, 9]), stop("runner", 5), stop("walker", 5));
    expect(waitingFreeActions(state)).toEqual(["free-walker", "free-runner"]);
    expect([freeActionsNow(state), refusal(state, { kind: "advance" })]).toEqual([[], "FATEWALKER.Error.SomebodyDue"]);
    const first = reduce(state, { kind: "act", id: "b", cost: 7 });
    expect(happened(first)).toEqual([]);
    const second = reduce(first.state, { kind: "hold", id: "a" });
    expect([happened(second), second.state.schedule, second.state.tick]).toEqual([["free-walker", "free-runner"], {}, 5]);
    expect(reduce(second.state, { kind: "undo", inverse: second.inverse }).state).toEqual(first.state);
    expect(happened(reduce(second.state, { kind: "advance" }))).toEqual(["tick 9"]);
  });

  test("whatever takes the last one off the tick lets them come: defeat, leaving, the GM's hand, a reaction", () => {
    const state = run(fight(["a", 3, 5], ["runner", 2, 9]), stop("runner", 5));
    for (const operation of [{ kind: "defeat", id: "a" }, { kind: "leave", id: "a" }, { kind: "adjust", id: "a", tick: 8 }, { kind: "react", id: "a", cost: 5 }] as const) expect(happened(reduce(state, operation))).toEqual(["free-runner"]);
  });

  test("with nobody due they come at once; a past tick has no end any more, and whoever leaves takes its own along", () => {
    const held = run(fight(["a", 3, 5], ["runner", 2, 9]), { kind: "hold", id: "a" });
    expect(happened(reduce(held, stop("runner", 5)))).toEqual(["free-runner"]);
    expect(refusal(held, stop("runner", 4))).toBe("FATEWALKER.Error.EventInPast");
    expect(run(fight(["a", 3, 5], ["runner", 2, 9]), stop("runner", 5), { kind: "leave", id: "runner" }).schedule).toEqual({});
  });

  test("whose own turn it is does so before it acts; what the tick asks for belongs to its beginning, until somebody has acted on it", () => {
    const state = fight(["a", 3, 5], ["b", 4, 5], ["runner", 2, 9]);
    expect(["a", "b", "runner"].map((id) => comesLast(state, id))).toEqual([true, false, true]);
    expect(comesLast(state, "runner", true)).toBe(false);
    const acted = run(state, { kind: "act", id: "b", cost: 7 });
    expect(["a", "b", "runner"].map((id) => comesLast(acted, id, true))).toEqual([false, true, true]);
    const open = run(acted, { kind: "act", id: "a", cost: 6 });
    expect(["a", "b", "runner"].map((id) => comesLast(open, id))).toEqual([false, false, false]);
  });

  test("a holder on the same tick does not keep them waiting", () => {
    expect(freeActionsOpen(run(fight(["a", 3, 5]), { kind: "hold", id: "a" }))).toBe(true);
  });
});
