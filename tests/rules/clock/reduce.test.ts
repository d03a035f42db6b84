import { describe, expect, test } from "vitest";
import { initiative } from "../../../src/rules/clock/initiative";
import { checkTurn, comesFirst, declaringIds, dueIds, joinsByBreaking, mayDeclare, mayPreempt, nextDue, sortedEntries } from "../../../src/rules/clock/order";
import { emptyClock, reduce } from "../../../src/rules/clock/reduce";
import { secondsOf, worldSeconds } from "../../../src/rules/clock/time";
import { fight, fightAt, refusal, run, tickOf } from "./helpers";

describe("Keeping Time", () => {
  test("R001 1 tick is half a second: 120 ticks are a minute, 600 are five", () => {
    expect([secondsOf(1), secondsOf(120), secondsOf(600)]).toEqual([0.5, 60, 300]);
  });

  test("world time moves by whole seconds reached, and forward then back is nothing", () => {
    expect([worldSeconds(1, 2), worldSeconds(2, 3), worldSeconds(0, 120)]).toEqual([1, 0, 60]);
    expect(worldSeconds(3, 18) + worldSeconds(18, 3)).toBe(0);
  });

  test("R002 a scene starts counting at tick 1", () => {
    expect(reduce(emptyClock(), { kind: "begin" }).state.tick).toBe(1);
    expect(fight(["a", 3, 1]).tick).toBe(1);
    expect(emptyClock().tick).toBe(0);
  });

  test("R002 whoever starts on tick 1 declares on it, the more aware first; the rest wait for theirs", () => {
    const state = fight(["a", 3, 1], ["c", 5, 1], ["b", 5, 1], ["d", 9, 4], ["e", 9, null]);
    expect([state.tick, declaringIds(state), dueIds(state), nextDue(state)]).toEqual([1, ["b", "c"], ["b", "c", "a"], { tick: 1, ids: ["b", "c"] }]);
    const done = run(state, { kind: "act", id: "b", cost: 6 }, { kind: "act", id: "c", cost: 6 }, { kind: "act", id: "a", cost: 2 });
    expect([done.tick, tickOf(done, "a"), tickOf(done, "b"), nextDue(done)]).toEqual([1, 3, 7, { tick: 3, ids: ["a"] }]);
  });

  test("begin goes to the first who is due", () => {
    const state = fight(["a", 3, 7], ["b", 3, 4]);
    expect([state.tick, state.active]).toEqual([4, "b"]);
  });

  test("R003 tick 4, cost 7: next Action Tick 11", () => {
    expect(tickOf(run(fight(["a", 3, 4]), { kind: "act", id: "a", cost: 7 }), "a")).toBe(11);
  });

  test("R007 cost 8 at tick 5: resolved at 5, next 13, and the clock stays until it is advanced", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "act", id: "a", cost: 8 });
    expect([state.tick, tickOf(state, "a"), state.active]).toEqual([5, 13, null]);
    const later = run(state, { kind: "advance" });
    expect([later.tick, later.active]).toEqual([9, "b"]);
  });

  test("a cost of 0 leaves one due", () => {
    const state = run(fight(["a", 3, 5]), { kind: "act", id: "a", cost: 0 });
    expect([tickOf(state, "a"), state.active]).toEqual([5, "a"]);
  });

  test("R006 an action starts only when the own tick is up", () => {
    const state = fight(["a", 3, 5], ["b", 3, 9]);
    expect(refusal(state, { kind: "act", id: "b", cost: 4 })).toBe("FATEWALKER.Error.NotYourTick");
  });

  test("nothing happens before the clock has begun", () => {
    const state = run(emptyClock(), { kind: "join", id: "a", awareness: 3, initiative: 5 });
    for (const operation of [
      { kind: "act", id: "a", cost: 1 }, { kind: "react", id: "a", cost: 1 }, { kind: "hold", id: "a" },
      { kind: "release", id: "a" }, { kind: "preempt", id: "a", cost: 1 }, { kind: "advance" },
    ] as const) expect(refusal(state, operation)).toBe("FATEWALKER.Error.ClockNotBegun");
    expect(state.active).toBeNull();
  });

  test("beginning twice is refused", () => {
    expect(refusal(fight(["a", 3, 5]), { kind: "begin" })).toBe("FATEWALKER.Error.ClockBegun");
  });
});

describe("Initiative, Late to the Party, Surprise", () => {
  test("R022 R023 10 - successes, never below 1", () => {
    expect([initiative(0), initiative(3), initiative(12)]).toEqual([10, 7, 1]);
  });

  test("R025 surprised: (10 + penalty) - successes, 10 and 4 give 16", () => {
    expect(initiative(4, 10)).toBe(16);
  });

  test("junk is refused", () => {
    expect(() => initiative(Number.NaN)).toThrow("FATEWALKER.Error.BadNumber");
    expect(() => initiative(2, -1)).toThrow("FATEWALKER.Error.BadNumber");
  });

  test("R024 joining at tick 23 with 6: first Action Tick 29", () => {
    expect(tickOf(fightAt(23, ["a", 3, 6]), "a")).toBe(29);
  });

  test("one without initiative waits without stopping the others, and may roll later from now", () => {
    const state = fight(["a", 3, 5], ["late", 9, null]);
    expect(state.active).toBe("a");
    expect(refusal(state, { kind: "act", id: "late", cost: 2 })).toBe("FATEWALKER.Error.NoInitiative");
    expect(tickOf(run(state, { kind: "join", id: "late", awareness: 9, initiative: 6 }), "late")).toBe(11);
  });
});

describe("Reactions", () => {
  test("R005 R010 next 9, Dodge 8: next 17, even when declared on tick 6", () => {
    const state = run(fightAt(1, ["a", 3, 5], ["b", 3, 8]), { kind: "advance" });
    expect([state.tick, tickOf(state, "b")]).toEqual([6, 9]);
    expect(tickOf(run(state, { kind: "react", id: "b", cost: 8 }), "b")).toBe(17);
  });

  test("one who is due counts from now and gives the due action up", () => {
    const state = fight(["a", 5, 6], ["b", 3, 6]);
    const reacted = run(state, { kind: "react", id: "b", cost: 5 });
    expect([tickOf(reacted, "b"), dueIds(reacted)]).toEqual([11, ["a"]]);
  });

  test("one who is overdue counts from now", () => {
    const state = run(fight(["a", 3, 20], ["b", 3, 30]), { kind: "adjust", id: "b", tick: 4 });
    expect(tickOf(run(state, { kind: "react", id: "b", cost: 5 }), "b")).toBe(25);
  });

  test("a holder counts from now, and the hold ends", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 5]), { kind: "hold", id: "a" }, { kind: "react", id: "a", cost: 4 });
    expect(state.entries["a"]).toMatchObject({ state: "ready", actionTick: 9 });
  });

  test("two reactions add up", () => {
    const state = run(fight(["a", 3, 1], ["b", 3, 9]), { kind: "react", id: "b", cost: 8 }, { kind: "react", id: "b", cost: 5 });
    expect(tickOf(state, "b")).toBe(22);
  });
});

describe("Ties", () => {
  test("R019 same tick: Awareness 5 declares before 4", () => {
    const state = fight(["a", 4, 7], ["b", 5, 7]);
    expect([state.active, declaringIds(state), dueIds(state)]).toEqual(["b", ["b"], ["b", "a"]]);
    expect([mayDeclare(state, "b"), mayDeclare(state, "a")]).toEqual([true, false]);
  });

  test("R019 the tick goes before Awareness, Awareness before the id; holders, the late and the defeated do not count", () => {
    const joined = run(fight(["z", 9, 7], ["a", 2, 7], ["m", 5, 7], ["b", 5, 7], ["late", 9, null], ["out", 9, 7], ["soon", 1, 5]), { kind: "defeat", id: "out" }, { kind: "hold", id: "soon" }, { kind: "advance" });
    expect([joined.tick, dueIds(joined), declaringIds(joined)]).toEqual([7, ["z", "b", "m", "a"], ["z"]]);
    expect(sortedEntries(joined).map(({ id }) => id)).toEqual(["z", "b", "m", "a", "soon", "late", "out"]);
    const overdue = run(joined, { kind: "adjust", id: "a", tick: 6 });
    expect(dueIds(overdue)).toEqual(["a", "z", "b", "m"]);
  });

  test("R016 within a tick declarations repeat until nobody is left", () => {
    const first = run(fight(["a", 4, 7], ["b", 5, 7]), { kind: "act", id: "b", cost: 3 });
    expect([first.tick, first.active]).toEqual([7, "a"]);
    const second = run(first, { kind: "act", id: "a", cost: 3 });
    expect([second.tick, second.active]).toEqual([7, null]);
  });

  test("R016 five on the tick declare one after the other, an overdue one first, the same Awareness by id", () => {
    let state = run(fight(["b", 2, 7], ["e", 6, 7], ["d", 4, 7], ["a", 4, 7], ["c", 9, 8], ["g", 1, 9]), { kind: "adjust", id: "g", tick: 3 });
    const declared: string[] = [];
    while (state.active !== null) {
      declared.push(state.active);
      state = run(state, { kind: "act", id: state.active, cost: 3 });
    }
    expect(declared).toEqual(["g", "e", "a", "d", "b"]);
    expect([state.tick, dueIds(state), nextDue(state)]).toEqual([7, [], { tick: 8, ids: ["c"] }]);
    expect([refusal(state, { kind: "act", id: "b", cost: 3 }), run(state, { kind: "advance" }).tick]).toEqual(["FATEWALKER.Error.NotYourTick", 8]);
  });

  test("R020 same tick and Awareness: one group, led by the first id, all of which may declare", () => {
    const state = fight(["c", 4, 7], ["a", 4, 7], ["b", 3, 7]);
    expect([state.active, declaringIds(state)]).toEqual(["a", ["a", "c"]]);
    expect(tickOf(run(state, { kind: "act", id: "c", cost: 4 }), "c")).toBe(11);
  });

  test("one who is overdue is simultaneous with nobody of this tick", () => {
    const state = run(fight(["a", 4, 10], ["b", 4, 12]), { kind: "adjust", id: "b", tick: 3 });
    expect([declaringIds(state), dueIds(state)]).toEqual([["b"], ["b", "a"]]);
  });

  test("a change of Awareness in mid-fight is heeded at once", () => {
    const state = run(fight(["a", 4, 7], ["b", 5, 7]), { kind: "awareness", id: "a", awareness: 6 });
    expect(state.active).toBe("a");
  });
});

describe("Hold Action", () => {
  test("R181 held on tick 5: may preempt from 7, not before", () => {
    const held = run(fight(["a", 3, 5], ["b", 3, 6]), { kind: "hold", id: "a" });
    expect(held.entries["a"]).toMatchObject({ state: "holding", actionTick: 7, since: 5 });
    const six = run(held, { kind: "advance" });
    expect([six.tick, mayPreempt(six, "a"), refusal(six, { kind: "preempt", id: "a", cost: 3 })]).toEqual([6, false, "FATEWALKER.Error.HoldTooShort"]);
    const later = run(six, { kind: "act", id: "b", cost: 3 }, { kind: "advance" });
    expect([later.tick, mayPreempt(later, "a")]).toEqual([9, true]);
    expect(tickOf(run(later, { kind: "preempt", id: "a", cost: 4 }), "a")).toBe(13);
  });

  test("on the very tick on which its two ticks are over it may preempt", () => {
    const seven = run(fight(["a", 3, 5], ["b", 3, 7]), { kind: "hold", id: "a" }, { kind: "advance" });
    expect([seven.tick, mayPreempt(seven, "a")]).toEqual([7, true]);
    expect(tickOf(run(seven, { kind: "preempt", id: "a", cost: 4 }), "a")).toBe(11);
  });

  test("R013 preempting without a hold is refused", () => {
    expect(refusal(fight(["a", 3, 5]), { kind: "preempt", id: "a", cost: 2 })).toBe("FATEWALKER.Error.NotHolding");
  });

  test("a holder may always break its hold for an ordinary action, before its two ticks are over as well", () => {
    const held = run(fight(["a", 3, 5], ["b", 3, 6]), { kind: "hold", id: "a" });
    const six = run(held, { kind: "advance" });
    expect(tickOf(run(six, { kind: "act", id: "a", cost: 3 }), "a")).toBe(9);
    expect(tickOf(run(six, { kind: "act", id: "b", cost: 3 }, { kind: "advance" }, { kind: "act", id: "a", cost: 3 }), "a")).toBe(12);
  });

  test("released, a holder is due now and declares by Awareness like all others", () => {
    const held = run(fight(["a", 5, 5], ["b", 3, 9]), { kind: "hold", id: "a" }, { kind: "advance" });
    expect(held.active).toBe("b");
    const released = run(held, { kind: "release", id: "a" });
    expect([tickOf(released, "a"), dueIds(released), released.active]).toEqual([9, ["a", "b"], "a"]);
  });

  test("released before that, it is due at once, and may not preempt", () => {
    const six = run(fight(["a", 5, 5], ["b", 3, 6]), { kind: "hold", id: "a" }, { kind: "advance" }, { kind: "release", id: "a" });
    expect([tickOf(six, "a"), six.active, refusal(six, { kind: "preempt", id: "a", cost: 3 })]).toEqual([6, "a", "FATEWALKER.Error.NotHolding"]);
  });

  test("R013 a holder who breaks its hold takes its place by Awareness: behind a better eye, beside one as good, before a worse one", () => {
    const at = (awareness: number) => run(fight(["h", awareness, 9], ["d", 6, 10]), { kind: "hold", id: "h" }, { kind: "advance" });
    expect(at(3)).toMatchObject({ tick: 10, active: "d" });
    expect([3, 6, 7].map((awareness) => [comesFirst(at(awareness), "h"), joinsByBreaking(at(awareness), "h")])).toEqual([[false, false], [true, true], [true, false]]);
    expect(() => checkTurn(at(3), "h")).toThrow("FATEWALKER.Error.OthersBeforeHolder");
    // Released it waits for its turn, and keeps the tick; unreleased it has it as soon as nobody is due.
    expect(run(at(3), { kind: "release", id: "h" }, { kind: "act", id: "d", cost: 5 })).toMatchObject({ tick: 10, active: "h" });
    expect(comesFirst(run(at(3), { kind: "act", id: "d", cost: 5 }), "h")).toBe(true);
    expect(comesFirst(at(3), "d")).toBe(true);
  });

  test("only one who is due can hold, and only once", () => {
    const state = fight(["a", 3, 5], ["b", 3, 9]);
    expect(refusal(state, { kind: "hold", id: "b" })).toBe("FATEWALKER.Error.NotYourTick");
    expect(refusal(run(state, { kind: "hold", id: "a" }), { kind: "hold", id: "a" })).toBe("FATEWALKER.Error.AlreadyHolding");
    expect(refusal(state, { kind: "release", id: "a" })).toBe("FATEWALKER.Error.NotHolding");
  });

  test("passed by, a hold is kept", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "hold", id: "a" }, { kind: "advance" }, { kind: "act", id: "b", cost: 30 }, { kind: "advance" });
    expect([state.tick, state.entries["a"]?.state]).toEqual([39, "holding"]);
  });
});

describe("Coming and going", () => {
  test("R004 nobody who is due is passed over", () => {
    expect(refusal(fight(["a", 3, 5]), { kind: "advance" })).toBe("FATEWALKER.Error.SomebodyDue");
    expect(refusal(fight(["a", 3, 5]), { kind: "advance", to: 20 })).toBe("FATEWALKER.Error.SomebodyDue");
  });

  test("advancing to a tick stops at whoever is due before it, and never goes back", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 14]), { kind: "act", id: "a", cost: 20 });
    expect(run(state, { kind: "advance", to: 9 }).tick).toBe(9);
    expect(run(state, { kind: "advance", to: 20 })).toMatchObject({ tick: 14, active: "b" });
    expect(refusal(state, { kind: "advance", to: 5 })).toBe("FATEWALKER.Error.NoWayBack");
  });

  test("revived, one is due after the cost from now", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "defeat", id: "b" }, { kind: "revive", id: "b", cost: 3 });
    expect(state.entries["b"]).toMatchObject({ state: "ready", actionTick: 8, out: null });
    expect(refusal(state, { kind: "revive", id: "b", cost: 3 })).toBe("FATEWALKER.Error.NotDefeated");
  });

  test("one who is out can neither act nor react nor be moved", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "defeat", id: "a" });
    for (const operation of [
      { kind: "act", id: "a", cost: 1 }, { kind: "react", id: "a", cost: 1 }, { kind: "hold", id: "a" },
      { kind: "adjust", id: "a", tick: 9 }, { kind: "defeat", id: "a" }, { kind: "join", id: "a", awareness: 3, initiative: 2 },
    ] as const) expect(refusal(state, operation)).toBe("FATEWALKER.Error.OutOfFight");
  });

  test("every entry knows since when it is as it is", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 9]), { kind: "act", id: "a", cost: 20 }, { kind: "advance" }, { kind: "join", id: "c", awareness: 1, initiative: 4 }, { kind: "defeat", id: "b" });
    expect(["a", "b", "c"].map((id) => state.entries[id]?.since)).toEqual([5, 9, 9]);
  });

  test("an event that was left behind by other means fires at the next step, and time goes on all the same", () => {
    const stale = { ...run(fight(["a", 3, 5]), { kind: "hold", id: "a" }), schedule: { old: { tick: 2, every: null, left: null, kind: "test", target: null, data: {} } } };
    const step = reduce(stale, { kind: "advance" });
    expect([step.state.tick, step.events.filter(({ kind }) => kind === "fired").length]).toEqual([6, 1]);
  });

  test("taken back to an earlier tick, one who was due there begins its turn again", () => {
    const first = reduce(run(fight(["a", 3, 5])), { kind: "act", id: "a", cost: 4 });
    const second = reduce(first.state, { kind: "advance" });
    const both = { ...first.inverse, tick: 5 };
    expect(reduce(second.state, { kind: "undo", inverse: both }).events).toContainEqual({ kind: "due", ids: ["a"], tick: 5 });
  });

  test("bad numbers are refused", () => {
    const state = fight(["a", 3, 5]);
    for (const cost of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal(state, { kind: "act", id: "a", cost })).toBe("FATEWALKER.Error.BadTicks");
      expect(refusal(state, { kind: "react", id: "a", cost })).toBe("FATEWALKER.Error.BadTicks");
    }
    expect(refusal(state, { kind: "adjust", id: "a", tick: 2.5 })).toBe("FATEWALKER.Error.BadTicks");
    expect(refusal(state, { kind: "awareness", id: "a", awareness: -2 })).toBe("FATEWALKER.Error.BadNumber");
  });

  test("who comes next is told before and while it is due", () => {
    const state = run(fight(["a", 3, 5], ["b", 4, 9], ["c", 4, 9]), { kind: "act", id: "a", cost: 4 });
    expect(nextDue(state)).toEqual({ tick: 9, ids: ["b", "c"] });
    expect(nextDue(run(state, { kind: "advance" }))).toEqual({ tick: 9, ids: ["b", "c"] });
    expect(nextDue(emptyClock())).toBeNull();
  });
});

describe("What every tick tracker got wrong once", () => {
  test("everybody holding: the clock goes one tick on, so that nobody waits for ever", () => {
    const held = run(fight(["a", 3, 5], ["b", 3, 5]), { kind: "hold", id: "a" }, { kind: "hold", id: "b" });
    expect(run(held, { kind: "advance" })).toMatchObject({ tick: 6, active: null });
    expect(run(held, { kind: "advance" }, { kind: "advance" }, { kind: "release", id: "b" })).toMatchObject({ tick: 7, active: "b" });
  });

  test("everybody holding with an event ahead: the clock goes to the event", () => {
    const held = run(
      fight(["a", 3, 5]), { kind: "hold", id: "a" },
      { kind: "schedule", eventId: "bleed", event: { tick: 13, every: null, left: null, kind: "bleeding", target: "a", data: {} } },
    );
    expect(run(held, { kind: "advance" }).tick).toBe(13);
  });

  test("tick 0 or a negative adjustment becomes tick 1", () => {
    const state = fight(["a", 3, 5], ["b", 3, 9]);
    expect(tickOf(run(state, { kind: "adjust", id: "b", tick: 0 }), "b")).toBe(1);
    expect(tickOf(run(state, { kind: "adjust", id: "b", tick: -7 }), "b")).toBe(1);
  });

  test("joining late never lands in the past", () => {
    const late = run(fightAt(40, ["a", 3, 5]), { kind: "join", id: "b", awareness: 3, initiative: 1 });
    expect(tickOf(late, "b")).toBe(41);
  });

  test("deleting the one who acts: the next by rule is active; another's deletion moves nothing", () => {
    const state = fight(["a", 5, 5], ["b", 4, 5], ["c", 3, 5]);
    expect(run(state, { kind: "leave", id: "a" }).active).toBe("b");
    expect(run(state, { kind: "leave", id: "b" }).active).toBe("a");
    const last = run(fight(["a", 5, 5], ["b", 4, 9]), { kind: "leave", id: "a" });
    expect(last.active).toBeNull();
    expect(run(last, { kind: "advance" })).toMatchObject({ tick: 9, active: "b" });
  });

  test("deleting everybody leaves a clock that still runs", () => {
    const state = run(fight(["a", 5, 5]), { kind: "leave", id: "a" });
    expect([state.active, Object.keys(state.entries)]).toEqual([null, []]);
    expect(run(state, { kind: "advance" }).tick).toBe(6);
  });

  test("a double click: the second of the same act is refused", () => {
    const state = run(fight(["a", 3, 5]), { kind: "act", id: "a", cost: 7 });
    expect(refusal(state, { kind: "act", id: "a", cost: 7 })).toBe("FATEWALKER.Error.NotYourTick");
  });

  test("a gap of thousands of ticks is one step", () => {
    const state = run(
      fight(["a", 3, 5]),
      { kind: "schedule", eventId: "shield", event: { tick: 7, every: 6, left: null, kind: "recharge", target: null, data: {} } },
      { kind: "act", id: "a", cost: 90_000 },
    );
    const step = reduce(state, { kind: "advance" });
    expect([step.state.tick, step.state.active]).toEqual([90_005, "a"]);
    const fired = step.events.filter((event) => event.kind === "fired").map((event) => event.tick);
    expect([fired.length, fired[0], fired[1], fired.at(-1)]).toEqual([15_000, 7, 13, 90_001]);
    expect(step.state.schedule["shield"]?.tick).toBe(90_007);
  });

  test("copies of one creature keep ticks of their own", () => {
    const copies = ["copy1", "copy2", "copy3", "copy4", "copy5"].map((id) => [id, 3, 5] as const);
    const state = run(fight(...copies), { kind: "act", id: "copy3", cost: 6 });
    expect(copies.map(([id]) => tickOf(state, id))).toEqual([5, 5, 11, 5, 5]);
  });

  test("the defeated at the head: it is never active, and the clock passes it", () => {
    const state = run(fight(["a", 5, 5], ["b", 4, 9]), { kind: "defeat", id: "a" });
    expect(state.active).toBeNull();
    expect(run(state, { kind: "advance" })).toMatchObject({ tick: 9, active: "b" });
    const before = run(emptyClock(), { kind: "join", id: "a", awareness: 5, initiative: 2 }, { kind: "join", id: "b", awareness: 4, initiative: 6 }, { kind: "defeat", id: "a" });
    expect(run(before, { kind: "begin" })).toMatchObject({ tick: 6, active: "b" });
  });

  test("a reload in the middle: the state is plain data and goes on as if nothing had happened", () => {
    const state = run(fight(["a", 3, 5], ["b", 3, 5]), { kind: "hold", id: "a" }, { kind: "act", id: "b", cost: 3 });
    const reloaded = JSON.parse(JSON.stringify(state)) as typeof state;
    expect(run(reloaded, { kind: "advance" })).toEqual(run(state, { kind: "advance" }));
  });

  test("editing one who keeps its place begins no turn; a new leader begins one", () => {
    const state = fight(["a", 5, 5], ["b", 4, 9]);
    expect(reduce(state, { kind: "adjust", id: "b", tick: 7 }).events).toEqual([{ kind: "moved", id: "b", from: 9, to: 7 }]);
    expect(reduce(state, { kind: "join", id: "c", awareness: 3, initiative: 4 }).events.filter((event) => event.kind === "due")).toEqual([]);
    const acted = run(state, { kind: "act", id: "a", cost: 9 });
    expect(reduce(acted, { kind: "advance" }).events).toContainEqual({ kind: "due", ids: ["b"], tick: 9 });
  });
});
