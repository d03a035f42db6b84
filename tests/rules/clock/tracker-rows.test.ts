import { describe, expect, test } from "vitest";
import { trackerGroups, type Person, type TrackerRow } from "../../../src/applications/sidebar/tracker-rows";
import type { ClockState } from "../../../src/rules/clock/types";
import { emptyClock } from "../../../src/rules/clock/reduce";
import { fight, run } from "./helpers";

const person = (name: string, traits: Partial<Person> = {}): Person =>
  ({ name, img: "", hidden: false, isOwner: false, isPlayers: false, numbersShown: false, doing: { short: "", full: "" }, isDead: false, declaring: null, ...traits });

const everyone = (state: ClockState, traits: Readonly<Record<string, Partial<Person>>> = {}): Record<string, Person> =>
  Object.fromEntries(Object.keys(state.entries).map((id) => [id, person(id.toUpperCase(), traits[id])]));

const shape = (state: ClockState, isGM = true, traits: Readonly<Record<string, Partial<Person>>> = {}): [string, string[]][] =>
  trackerGroups(state, everyone(state, traits), { isGM }).map(({ kind, rows }) => [kind, rows.map(({ id }) => id)]);

const row = (state: ClockState, id: string, isGM = true, traits: Readonly<Record<string, Partial<Person>>> = {}): TrackerRow | undefined =>
  trackerGroups(state, everyone(state, traits), { isGM }).flatMap(({ rows }) => rows).find((candidate) => candidate.id === id);

describe("rows of the tracker", () => {
  test("now, due, coming, without initiative, holding, out: in this order, each by the clock", () => {
    const state = run(
      fight(["a", 5, 4], ["b", 5, 4], ["c", 3, 4], ["d", 3, 12], ["e", 3, 9], ["f", 3, null], ["g", 9, 4], ["h", 3, 4]),
      { kind: "hold", id: "g" }, { kind: "defeat", id: "h" },
    );
    expect(shape(state)).toEqual([["now", ["a", "b"]], ["due", ["c"]], ["coming", ["e", "d"]], ["undecided", ["f"]], ["holding", ["g"]], ["out", ["h"]]]);
  });

  test("distances count from now", () => {
    const state = fight(["a", 5, 4], ["b", 3, 9]);
    expect([row(state, "a")?.distance, row(state, "b")?.distance]).toEqual([0, 5]);
    expect(row(run(state, { kind: "adjust", id: "b", tick: 2 }), "b")?.distance).toBe(-2);
    expect(row(run(emptyClock(), { kind: "join", id: "a", awareness: 1, initiative: 4 }), "a")?.distance).toBeNull();
  });

  test("hidden combatants do not exist for players, neither as rows nor in the reasons of others", () => {
    const state = fight(["a", 5, 4], ["secret", 5, 4], ["b", 3, 9]);
    const hidden = { secret: { hidden: true } };
    expect(shape(state, false, hidden)).toEqual([["now", ["a"]], ["coming", ["b"]]]);
    expect(JSON.stringify(trackerGroups(state, everyone(state, hidden), { isGM: false }))).not.toMatch(/secret/i);
    expect(row(state, "a", false, hidden)?.notes).toEqual([]);
    expect(shape(state, true, hidden)).toEqual([["now", ["a", "secret"]], ["coming", ["b"]]]);
  });

  test("players find those without initiative by name: the clock's order would tell who has the higher Awareness", () => {
    const state = run(emptyClock(), { kind: "join", id: "b", awareness: 5, initiative: null }, { kind: "join", id: "a", awareness: 2, initiative: null }, { kind: "join", id: "c", awareness: 9, initiative: null });
    expect([shape(state, false), shape(state, true)]).toEqual([[["undecided", ["a", "b", "c"]]], [["undecided", ["c", "b", "a"]]]]);
  });

  test("a hidden one to act leaves players with nobody who is due", () => {
    const state = fight(["secret", 5, 4], ["b", 3, 9]);
    expect(shape(state, false, { secret: { hidden: true } })).toEqual([["coming", ["b"]]]);
  });

  test("L-F04 ties say why, with numbers only for those who may read them", () => {
    const state = fight(["a", 5, 7], ["b", 4, 7], ["c", 3, 7]);
    expect(row(state, "a", true, { a: { numbersShown: true } })?.notes).toEqual([{ key: "FATEWALKER.Tracker.TieFirstAwareness", data: { awareness: "5" } }]);
    expect(row(state, "b")?.notes).toEqual([{ key: "FATEWALKER.Tracker.TieBetween", data: {} }]);
    expect(row(state, "c")?.notes).toEqual([{ key: "FATEWALKER.Tracker.TieLast", data: {} }]);
    const together = fight(["a", 5, 7], ["b", 5, 7]);
    const read = { numbersShown: true };
    expect(row(together, "a", false, { a: read })?.notes).toEqual([{ key: "FATEWALKER.Tracker.Together", data: { names: "B" } }]);
    expect(row(together, "a", true, { a: read, b: read })?.notes).toEqual([{ key: "FATEWALKER.Tracker.TogetherAwareness", data: { names: "B" } }]);
  });

  test("a hold says from when it may preempt", () => {
    const held = run(fight(["a", 5, 5], ["b", 3, 9]), { kind: "hold", id: "a" });
    expect(row(held, "a")?.notes).toEqual([{ key: "FATEWALKER.Tracker.MayPreemptFrom", data: { tick: "7" } }]);
    expect(row(run(held, { kind: "advance" }), "a")?.notes).toEqual([{ key: "FATEWALKER.Tracker.MayPreempt", data: {} }]);
  });

  test("when somebody may wake is told to those who may read its numbers", () => {
    const asleep = run(fight(["a", 5, 5], ["b", 3, 9]), { kind: "defeat", id: "b", why: "unconscious" }, { kind: "schedule", eventId: "waking-b", event: { tick: 125, every: 120, left: null, kind: "waking", target: "b", data: {} } });
    expect(row(asleep, "b", false)?.notes).toEqual([{ key: "FATEWALKER.Tracker.Unconscious", data: {} }]);
    expect(row(asleep, "b", false, { b: { numbersShown: true } })?.notes).toEqual([{ key: "FATEWALKER.Tracker.UnconsciousUntil", data: { tick: "125" } }]);
  });

  test("whoever holds behind a better eye is told why it waits, and nobody else is", () => {
    const held = run(fight(["h", 3, 9], ["d", 6, 10]), { kind: "hold", id: "h" }, { kind: "advance" });
    const mine = { h: { isOwner: true } };
    expect(row(held, "h", false, mine)?.notes.map(({ key }) => key)).toEqual(["FATEWALKER.Tracker.MayPreemptFrom", "FATEWALKER.Tracker.HolderWaits"]);
    expect(row(held, "h", false)?.notes.map(({ key }) => key)).toEqual(["FATEWALKER.Tracker.MayPreemptFrom"]);
    expect(row(held, "h", false, mine)?.can).toMatchObject({ act: false, release: true });
    expect(row(held, "h", true, mine)?.can).toMatchObject({ act: true });
    expect(row(run(held, { kind: "act", id: "d", cost: 5 }), "h", false, mine)?.can).toMatchObject({ act: true });
  });

  test("owners may hold, act and roll for their own when it is their turn; only the GM moves and defeats", () => {
    const state = fight(["a", 5, 4], ["b", 4, 4], ["c", 3, null]);
    const mine = { a: { isOwner: true }, b: { isOwner: true }, c: { isOwner: true } };
    expect(row(state, "a", false, mine)?.can).toEqual({ hold: true, release: false, act: true, move: true, engage: false, roll: false, adjust: false, defeat: false, revive: false, again: false });
    expect(row(state, "b", false, mine)?.can).toMatchObject({ hold: false, act: false });
    expect(row(state, "b", true, mine)?.can).toMatchObject({ hold: true, act: true, adjust: true, defeat: true });
    expect(row(state, "c", false, mine)?.can).toMatchObject({ roll: true, adjust: false });
    expect(row(state, "a", false)?.can).toEqual({ hold: false, release: false, act: false, move: false, engage: false, roll: false, adjust: false, defeat: false, revive: false, again: false });
  });
});
