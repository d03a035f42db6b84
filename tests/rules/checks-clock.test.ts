import { expect, test } from "vitest";
import { declaringIds, mayPreempt } from "../../src/rules/clock/order";
import { reduce } from "../../src/rules/clock/reduce";
import { nextRolls } from "../../src/rules/exchange/resolve";
import { beginSegment, continueMovement, segmentEvent } from "../../src/rules/movement/segment";
import { fight, refusal, run, tickOf } from "./clock/helpers";
import { bout } from "./fixtures";

test("R009 a reaction resolves together with what it answers", () => {
  const declared = bout({ attack: "unarmed-strike", reaction: "evasion-dodge" });
  expect(nextRolls(declared).map(({ id }) => id)).toEqual(["attack", "reaction:0"]);
  const clock = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "react", id: "b", cost: 8 }, { kind: "act", id: "a", cost: 6 });
  expect([clock.tick, tickOf(clock, "a"), tickOf(clock, "b")]).toEqual([5, 11, 17]);
});

test("R011 a preemptive action resolves before its trigger and may stop it", () => {
  const declaring = run(fight(["holder", 3, 5], ["trigger", 4, 9]), { kind: "hold", id: "holder" }, { kind: "advance" });
  expect([declaring.tick, declaring.active]).toEqual([9, "trigger"]);
  const preempted = run(declaring, { kind: "preempt", id: "holder", cost: 4 });
  expect([preempted.tick, preempted.active, tickOf(preempted, "holder"), tickOf(preempted, "trigger")]).toEqual([9, "trigger", 13, 9]);
  const stopped = run(preempted, { kind: "defeat", id: "trigger" });
  expect([refusal(stopped, { kind: "act", id: "trigger", cost: 6 }), tickOf(run(preempted, { kind: "act", id: "trigger", cost: 6 }), "trigger")]).toEqual(["FATEWALKER.Error.OutOfFight", 15]);
});

test("R017 a holder may preempt a declared action although it is not its turn", () => {
  const state = run(fight(["holder", 2, 3], ["other", 9, 5]), { kind: "hold", id: "holder" }, { kind: "advance" });
  expect([state.tick, declaringIds(state), mayPreempt(state, "holder"), mayPreempt(state, "other")]).toEqual([5, ["other"], true, false]);
  const slower = run(fight(["holder", 2, 4], ["other", 9, 5]), { kind: "hold", id: "holder" }, { kind: "advance" });
  expect([mayPreempt(slower, "holder"), refusal(slower, { kind: "preempt", id: "holder", cost: 3 })]).toEqual([false, "FATEWALKER.Error.HoldTooShort"]);
});

test("R018 the ends of stretches fall together before anyone declares, and choosing costs nothing", () => {
  const [running, walking] = [beginSegment("run", 10, 4), beginSegment("walk", 5, 4)];
  const begun = run(
    fight(["a", 3, 4], ["b", 5, 10]), { kind: "schedule", eventId: "movement-a", event: segmentEvent("a", running) },
    { kind: "schedule", eventId: "movement-b", event: segmentEvent("b", walking) }, { kind: "act", id: "a", cost: 6 },
  );
  const step = reduce(begun, { kind: "advance" });
  const order = step.events.filter(({ kind }) => kind === "fired" || kind === "due").map((event) => (event.kind === "fired" ? event.eventId : event.kind));
  expect([step.state.tick, order]).toEqual([10, ["movement-a", "movement-b", "due"]]);
  const { credited, movement } = continueMovement(running, 10);
  const next = movement === null ? null : run(step.state, { kind: "schedule", eventId: "movement-a", event: segmentEvent("a", movement) });
  expect([credited, next?.schedule["movement-a"]?.tick, next === null ? null : tickOf(next, "a"), next?.active]).toEqual([10, 16, 10, "b"]);
});

test("R018 stretches that end later wait for their tick, also while everybody holds", () => {
  const events = ([["movement-c", 6], ["movement-b", 4], ["movement-a", 4]] as const).map(([eventId, start]) => ({ kind: "schedule", eventId, event: segmentEvent(eventId, beginSegment("walk", 5, start)) }) as const);
  const holding = run(fight(["a", 3, 4]), { kind: "hold", id: "a" }, ...events);
  const fired = (events: ReturnType<typeof reduce>["events"]): unknown[] => events.flatMap((event) => (event.kind === "fired" ? [[event.eventId, event.tick]] : []));
  const first = reduce(holding, { kind: "advance" });
  expect([first.state.tick, fired(first.events), Object.keys(first.state.schedule)]).toEqual([10, [["movement-a", 10], ["movement-b", 10]], ["movement-c"]]);
  const second = reduce(first.state, { kind: "advance" });
  expect([second.state.tick, fired(second.events), second.state.schedule, reduce(second.state, { kind: "advance" }).state.tick]).toEqual([12, [["movement-c", 12]], {}, 13]);
  expect(refusal(second.state, { kind: "schedule", eventId: "late", event: segmentEvent("a", beginSegment("walk", 5, 6)) })).toBe("FATEWALKER.Error.EventInPast");
});
