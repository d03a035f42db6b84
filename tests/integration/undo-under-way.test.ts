import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, clock, GENERATIONS, idOf, itemOf, react, refusals, settled, status, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { openFour } from "./four-fighters";
import { SharedTable } from "./shared-table";
import { differences } from "./soak/compare";
import { world } from "./soak/scripts";

/* Steps are taken back, and people and cards deleted, while an exchange is under way: it goes on or is closed with words, and nothing is half done. */

declare const game: TableGlobals;
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const Hooks: { on(name: string, heard: () => void): void };

let gm: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

const shared = new SharedTable("anna", "ben");

async function open(generation: 13 | 14): Promise<void> {
  ({ gm, brawler, duellist, enforcer, marksman, ofBrawler, ofDuellist } = await openFour(shared, generation));
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

const waiting = async (): Promise<string> => {
  await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("answering");
  return (await cards(gm)).at(-1)?.id ?? "";
};
const cardIs = async (card: string): Promise<{ phase: string; notice: string | null }> => {
  const found = (await cards(gm)).find(({ id }) => id === card);
  return { phase: found?.phase ?? "gone", notice: found?.notice ?? null };
};
/** The ledgers of what was committed, oldest first. */
const ledgers = (): Promise<{ id: string; kind: string; state: string }[]> =>
  gm.run(() => game.messages.contents.filter(({ type, flags }) => type === "ledger" && ((flags.fatewalker as { serial?: number } | undefined)?.serial ?? 0) > 0).map(({ id, system }) => ({ id, kind: system.kind, state: (system as unknown as { state: string }).state })));
const undo = async (args: object): Promise<void> => {
  await wish(gm, "undo", null, args);
  await settled(gm);
};
const remove = (what: "combatant" | "token" | "actor", who: Participant): Promise<void> =>
  gm.run(async ([kind, id]) => {
    const combatant = game.combats.contents[0]?.combatants.get(id);
    const actor = combatant?.actor as unknown as { delete(): Promise<unknown> } | null | undefined;
    await (kind === "combatant" ? combatant?.delete() : kind === "token" ? combatant?.token?.delete() : actor?.delete());
  }, [what, idOf(who)] as const);
const strike = (who: Participant, at: Participant, client = gm): Promise<void> => use(client, who, "unarmed-strike", [at]);

describe.each(GENERATIONS)("going back while an exchange waits, on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("back calls off what waits and nothing else; the next back takes the last commit", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    const before = await gm.run(world);
    await strike(brawler, duellist, ofBrawler);
    const card = await waiting();
    await back(gm);
    expect(await cardIs(card)).toEqual({ phase: "refused", notice: "FATEWALKER.Exchange.CancelledBy" });
    expect(await clock(gm)).toMatchObject({ tick: 1, active: idOf(brawler), pending: null });
    // But for the place where it is kept who waits for whom, all is as it was.
    expect(differences(await gm.run(world), before).filter((text) => !text.includes("Combat."))).toEqual([]);
    await back(gm);
    expect((await clock(gm)).tick).toBe(0);
  });

  test("an earlier step is taken back under a newer exchange: it is closed on its card, whoever still answers is told, and nothing waits", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    const start = (await ledgers()).at(-1)?.id ?? "";
    await strike(brawler, duellist, ofBrawler);
    const card = await waiting();
    await undo({ ledger: start });
    expect(await cardIs(card)).toEqual({ phase: "refused", notice: "FATEWALKER.Exchange.CalledOffByUndo" });
    expect(await clock(gm)).toMatchObject({ tick: 0, pending: null });
    await wish(ofDuellist, "react", duellist, { exchange: card, target: 0, reaction: null, choices: {} });
    await settled(ofDuellist);
    await expect.poll(() => refusals(ofDuellist)).toEqual(["FATEWALKER.Exchange.Over"]);
    // The step that was taken back comes again, and the exchange can be declared anew.
    await undo({ ledger: start, redo: true });
    await strike(brawler, duellist, ofBrawler);
    await react(ofDuellist, duellist, brawler, null);
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    expect(await woundsOf(gm, duellist)).toBeGreaterThan(0);
  });

  test("what the GM changed after the declaration is taken back without closing it", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    await strike(brawler, duellist, ofBrawler);
    const card = await waiting();
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 44); }, idOf(marksman));
    await undo({ ledger: (await ledgers()).at(-1)?.id });
    expect(await cardIs(card)).toEqual({ phase: "answering", notice: null });
    expect((await clock(gm)).pending).toBe(card);
    await react(ofDuellist, duellist, brawler, null);
    await expect.poll(() => cardIs(card)).toEqual({ phase: "applied", notice: null });
  });

  test("a step is redone under a newer exchange, which is closed as well", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    const [begun, hold] = (await ledgers()).slice(-2).map(({ id }) => id);
    const held = await clock(gm);
    await undo({ back: begun });
    await strike(brawler, duellist, ofBrawler);
    const card = await waiting();
    await undo({ ledger: hold, redo: true });
    expect(await cardIs(card)).toEqual({ phase: "refused", notice: "FATEWALKER.Exchange.CalledOffByUndo" });
    expect((await clock(gm)).rows[idOf(brawler)]).toEqual(held.rows[idOf(brawler)]);
    expect((await clock(gm)).pending).toBeNull();
  });
});

describe("the end of a fight", () => {
  beforeEach(() => open(14));

  const end = async (): Promise<void> => {
    await wish(gm, "advance", null, { combat: await gm.run(() => game.combats.contents[0]?.id), deed: { kind: "end", clearTemporary: true } });
    await settled(gm);
    await gm.until(() => game.combats.contents.length === 0);
  };

  test("is taken back: everybody stands where they stood, with wounds and marks, and holds; and is redone", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(enforcer)]: 9 });
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { temporary: { value: 3 } } } }); }, idOf(duellist));
    const before = await gm.run(world);
    await end();
    await undo({ ledger: (await ledgers()).at(-1)?.id });
    expect(differences(await gm.run(world), before)).toEqual([]);
    await undo({ ledger: (await ledgers()).at(-1)?.id, redo: true });
    expect(await gm.run(() => game.combats.contents.length)).toBe(0);
  });

  test("an exchange that was under way goes on without it; the fight that comes back waits for nothing that is over", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20 });
    await strike(brawler, duellist, ofBrawler);
    const card = await waiting();
    await end();
    await wish(ofDuellist, "react", duellist, { exchange: card, target: 0, reaction: null, choices: {} });
    await expect.poll(async () => (await gm.run((id) => game.messages.get(id)?.system.phase, card))).toBe("applied");
    await undo({ ledger: (await ledgers()).find(({ kind }) => kind === "end")?.id });
    await expect.poll(async () => (await clock(gm)).pending).toBeNull();
    expect(await clock(gm)).toMatchObject({ tick: 1, active: idOf(brawler) });
  });
});

describe("somebody goes while an exchange waits", () => {
  beforeEach(() => open(14));

  test.each(["combatant", "token", "actor"] as const)("the attacker, whose %s is deleted: it is called off and says why", async (what) => {
    // The copies of the GM's creatures go with their tokens; a player's character is an actor of the world.
    const attacker = what === "actor" ? brawler : enforcer;
    await begin(gm, { [idOf(attacker)]: 1, [idOf(duellist)]: 20 });
    await strike(attacker, duellist);
    const card = await waiting();
    await remove(what, attacker);
    await expect.poll(() => cardIs(card)).toEqual({ phase: "refused", notice: "FATEWALKER.Exchange.AttackerGone" });
    await expect.poll(async () => (await clock(gm)).pending).toBeNull();
    // What is left of it on the clock goes as anybody does, and the fight goes on.
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(attacker));
    await expect.poll(async () => (await clock(gm)).tick).toBeGreaterThan(1);
  });

  test("the target, whose actor is deleted: it goes on without an answer, and its card names whom it could not harm", async () => {
    await begin(gm, { [idOf(enforcer)]: 1, [idOf(brawler)]: 20 });
    await strike(enforcer, brawler);
    const card = await waiting();
    await remove("actor", brawler);
    await expect.poll(() => cardIs(card)).toEqual({ phase: "applied", notice: "FATEWALKER.Exchange.TargetsGone" });
    expect((await clock(gm)).pending).toBeNull();
  });

  test.each(["deleted", "unconscious"] as const)("a holder who was asked is %s: nobody waits for it", async (how) => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 5 });
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await strike(enforcer, marksman);
    const card = await waiting();
    await react(gm, marksman, enforcer, null);
    expect((await cardIs(card)).phase).toBe("answering");
    if (how === "deleted") await remove("combatant", brawler);
    else await status(gm, brawler, "unconscious");
    await expect.poll(() => cardIs(card)).toEqual({ phase: "applied", notice: null });
    expect((await clock(gm)).pending).toBeNull();
  });

  test("an exchange is taken back after its target is gone: what is left is as it was, and the card says that it is not exact", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 20 });
    const before = await clock(gm);
    await strike(brawler, enforcer, ofBrawler);
    const card = await waiting();
    await react(gm, enforcer, brawler, null);
    await expect.poll(async () => (await cardIs(card)).phase).toBe("applied");
    await remove("token", enforcer);
    await settled(gm);
    await undo({ ledger: (await ledgers()).find(({ kind }) => kind === "exchange")?.id });
    expect(await cardIs(card)).toEqual({ phase: "undone", notice: "FATEWALKER.Exchange.UndoneRoughly" });
    expect((await clock(gm)).rows[idOf(brawler)]).toEqual(before.rows[idOf(brawler)]);
    expect((await ledgers()).filter(({ state }) => state === "applying")).toEqual([]);
  });
});

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** What is no step of the fight: that nobody waits for anybody, written with the first exchange. */
const BESIDE = ['"moment":{"exchanges":[]}'] as const;

describe("random steps, back and forward", () => {
  beforeEach(() => open(14));

  test.each([3, 14, 159])("seed %i: redo throws no die, nothing fires twice, and every place of the log holds the same world whenever one comes by", async (seed) => {
    const random = randomOf(seed);
    const pick = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)] as Choice;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 3, [idOf(enforcer)]: 5, [idOf(marksman)]: 7 });
    await gm.run((first) => {
      const counts = { dice: 0, fired: 0, turns: 0 };
      let state = first;
      Object.assign(globalThis, { counts });
      CONFIG.Dice.randomUniform = () => {
        counts.dice += 1;
        state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
        return state / 4_294_967_296;
      };
      Hooks.on("fatewalker.clockEvent", () => { counts.fired += 1; });
      Hooks.on("fatewalker.turnStart", () => { counts.turns += 1; });
    }, seed);
    const counts = (): Promise<object> => gm.run(() => ({ ...(globalThis as unknown as { counts: object }).counts }));
    const combat = await gm.run(() => game.combats.contents[0]?.id);
    const all = [brawler, duellist, enforcer, marksman];
    const places = [await gm.run(world)];
    const step = async (): Promise<void> => {
      const { tick, active } = await clock(gm);
      const who = all.find((one) => idOf(one) === active);
      const kind = pick(["strike", "strike", "hold", "act", "move", "note", "adjust", "next"] as const);
      if (kind === "note") await wish(gm, "advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId: `note${String(places.length)}`, event: { tick: tick + 1 + Math.floor(random() * 6), every: null, left: null, kind: "note", target: null, data: { text: "Gong", public: true } } }] });
      else if (kind === "adjust") await wish(gm, "advance", null, { combat, kind: "adjust", operations: [{ kind: "adjust", id: idOf(pick(all)), tick: tick + 1 + Math.floor(random() * 9) }] });
      else if (who === undefined || kind === "next") await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
      else if (kind === "act") await wish(gm, "act", who, { cost: 1 + Math.floor(random() * 8) });
      else if (kind === "hold") await wish(gm, "hold", who, {});
      else if (kind === "move") await wish(gm, "move", who, { deed: "begin", pace: "run", terrain: 0, toward: null });
      else await wish(gm, "declare", who, { maneuver: (await itemOf(gm, who, "unarmed-strike")).uuid, targets: [pick(all.filter((one) => one !== who))], choices: {}, mode: "public" });
      await settled(gm);
      // Who is attacked may answer, and holders may step in before whoever sets out.
      const card = (await cards(gm)).at(-1);
      if (card?.phase === "answering") await wish(gm, "react", null, { exchange: card.id, do: "resolve" });
      await settled(gm);
    };
    while (places.length < 12) {
      const before = (await ledgers()).length;
      await step();
      const made = (await ledgers()).length - before;
      expect(made).toBeLessThanOrEqual(1);
      if (made === 1) places.push(await gm.run(world));
    }
    const done = await ledgers();
    const base = done.length - (places.length - 1);
    const idAt = (place: number): string => done[base + place - 1]?.id ?? "";
    const once = await counts();
    const cardsThen = await cards(gm);
    let place = places.length - 1;
    for (let turn = 0; turn < 14; turn += 1) {
      const goal = Math.floor(random() * places.length);
      if (goal < place) await undo({ back: idAt(goal) });
      else if (goal > place) await undo({ forward: idAt(goal) });
      place = goal;
      expect(differences(await gm.run(world), places[place] ?? {}).filter((text) => !BESIDE.some((what) => text.includes(what))), `place ${place}`).toEqual([]);
    }
    if (place < places.length - 1) await undo({ forward: idAt(places.length - 1) });
    expect(await cards(gm)).toEqual(cardsThen);
    expect(await counts()).toEqual(once);
  });
});
