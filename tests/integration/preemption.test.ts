import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, clock, dice, GENERATIONS, idOf, itemOf, learn, next, openExchanges, react, refusals, settled, status, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { openFour } from "./four-fighters";
import { SharedTable } from "./shared-table";

/* Whoever holds an action may put it before one that was declared; ambushes; covering fire. */

declare const game: TableGlobals;

let gm: HeadlessClient;
let clients: HeadlessClient[];
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

const shared = new SharedTable("anna", "ben");

async function open(generation: 13 | 14): Promise<void> {
  ({ gm, clients, brawler, duellist, enforcer, marksman, ofBrawler, ofDuellist } = await openFour(shared, generation));
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

/** Brawler and duellist hold since tick 1; the enforcer is due on tick 5. */
async function holding(): Promise<void> {
  await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 5 }, { [idOf(brawler)]: 7, [idOf(duellist)]: 5, [idOf(enforcer)]: 3 });
  await use(ofBrawler, brawler, "common-hold-action");
  await settled(gm);
  await ofDuellist.until((id) => game.combats.contents[0]?.system.active === id, idOf(duellist));
  await use(ofDuellist, duellist, "common-hold-action");
  await settled(gm);
  expect(await clock(gm)).toMatchObject({ tick: 5, active: idOf(enforcer) });
  for (const client of clients) await client.until((id) => game.combats.contents[0]?.system.active === id, idOf(enforcer));
}

const phaseOf = async (by: Participant): Promise<string | undefined> => (await cards(gm)).find((card) => card.by === idOf(by))?.phase;
const cardOf = async (by: Participant): Promise<string> => (await cards(gm)).find((card) => card.by === idOf(by))?.id ?? "";
const letBe = async (client: HeadlessClient, who: Participant, by: Participant): Promise<void> => {
  await wish(client, "preempt", who, { exchange: await cardOf(by), do: "letBe" });
  await settled(gm);
};
const asked = (client: HeadlessClient): Promise<string[]> => client.run(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).flatMap((entry) => entry.asked).sort());

describe.each(GENERATIONS)("preemption on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("R290 a boon counts once for whoever leaves it on, and not for whoever has switched it off, when holders have let that be", async () => {
    await holding();
    const strike = (await itemOf(gm, enforcer, "unarmed-strike")).uuid;
    const thrown = async (boon: boolean | null): Promise<number> => {
      if (boon !== null) await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ flags: { fatewalker: { powers: { boon: { dice: 2, until: 60 } } } } }); }, idOf(enforcer));
      await wish(gm, "declare", enforcer, { maneuver: strike, targets: [marksman], choices: boon === false ? { switched: { boon } } : {}, mode: "public" });
      await settled(gm);
      await react(gm, marksman, enforcer, null);
      await letBe(ofBrawler, brawler, enforcer);
      await letBe(ofDuellist, duellist, enforcer);
      await expect.poll(() => phaseOf(enforcer)).toBe("applied");
      const dice = (await cards(gm)).find(({ by, phase }) => by === idOf(enforcer) && phase === "applied")?.attackDice.length ?? 0;
      await back(gm);
      await gm.run(async () => { for (const message of game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase === "undone")) await (message as unknown as { delete(): Promise<unknown> }).delete(); });
      return dice;
    };
    const plain = await thrown(null);
    expect(plain).toBeGreaterThan(0);
    expect(await thrown(false)).toBe(plain);
    expect(await thrown(true)).toBe(plain + 2);
  });

  test("R011 R013 a holder's action is an exchange of its own before its trigger, which waits and is resolved after it", async () => {
    await holding();
    await use(gm, enforcer, "unarmed-strike", [marksman]);
    await react(gm, marksman, enforcer, null);
    // All have answered, but two may still step in: nothing is rolled.
    expect(await phaseOf(enforcer)).toBe("answering");
    expect(await asked(gm)).toEqual([idOf(brawler), idOf(duellist)].sort());
    await openExchanges(ofBrawler, 1);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    expect([await phaseOf(brawler), await phaseOf(enforcer)]).toEqual(["answering", "answering"]);
    await letBe(ofDuellist, duellist, enforcer);
    await expect.poll(() => phaseOf(enforcer)).toBe("applied");
    expect(await phaseOf(brawler)).toBe("applied");
    // The blow came first: the enforcer struck with its wounds.
    const blow = (await cards(gm)).find(({ by }) => by === idOf(enforcer));
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect(blow?.outcomes).toHaveLength(1);
    const { rows } = await clock(gm);
    expect(rows[idOf(duellist)]?.state).toBe("holding");
    expect(rows[idOf(brawler)]?.state).toBe("ready");
    await back(gm);
    await back(gm);
    expect(await clock(gm)).toMatchObject({ tick: 5, rows: { [idOf(brawler)]: { state: "holding" }, [idOf(enforcer)]: { tick: 5 } } });
    expect(await woundsOf(gm, enforcer)).toBe(0);
  });

  test("R012 nobody who preempts an action reacts to it; what its actor can do no longer lapses and costs nothing", async () => {
    await holding();
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await openExchanges(ofBrawler, 1);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(gm)).find(({ by }) => by === idOf(enforcer))?.answers).toEqual(["none"]);
    await status(gm, enforcer, "unconscious");
    await letBe(ofDuellist, duellist, enforcer);
    await wish(gm, "react", null, { exchange: await cardOf(brawler), do: "resolve" });
    await expect.poll(() => phaseOf(enforcer)).toBe("refused");
    expect((await cards(gm)).find(({ by }) => by === idOf(enforcer))?.notice).toBe("FATEWALKER.Moment.LapsedOut");
    expect(await phaseOf(brawler)).toBe("applied");
    await settled(gm);
    const { rows, pending } = await clock(gm);
    expect(rows[idOf(enforcer)]).toMatchObject({ tick: 5, state: "out", defeated: false });
    expect(pending).toBeNull();
  });
});

describe.each(GENERATIONS)("what a preemption changes for its trigger, on V%i", (generation) => {
  beforeEach(async () => {
    await open(generation);
    await learn(gm, brawler, "unarmed-grapple");
    await learn(gm, enforcer, "melee-engage-disengage");
  });

  interface Between { range: number; grapple: { dominant: string; level: number } | null }
  const between = (one: Participant, other: Participant): Promise<Between | null> =>
    gm.run((pair) => JSON.parse(JSON.stringify((game.combats.contents[0] as unknown as { system: { engagements: Record<string, Between> } }).system.engagements[pair] ?? null)) as Between | null, [idOf(one), idOf(other)].sort().join("_"));
  /** The brawler puts a grapple before what the enforcer has declared against it: every die is a 1, so that it grips as hard as can be. */
  const grapple = async (): Promise<void> => {
    await openExchanges(ofBrawler, 1);
    // A Grapple may answer a Slip; before anything else whoever holds puts it as an action of its own.
    await use(ofBrawler, brawler, "unarmed-grapple", [enforcer]);
    await settled(gm);
    await wish(gm, "react", null, { exchange: await cardOf(enforcer), do: "resolve" });
    await settled(gm);
  };
  const GRIPPED = { range: 1, grapple: { level: 3 } };

  test("R011 whoever is seized before it closes in does not: its card says why, it pays nothing, and the grip stays until it is taken back", async () => {
    await holding();
    await use(gm, enforcer, "melee-engage-disengage", [brawler]);
    await grapple();
    await expect.poll(() => phaseOf(enforcer)).toBe("refused");
    expect((await cards(gm)).find(({ by }) => by === idOf(enforcer))?.notice).toBe("FATEWALKER.Moment.LapsedBecause");
    expect(await gm.run(() => game.messages.contents.flatMap(({ system }) => (system.phase === "refused" ? [(system.notice as unknown as { data: { reason: string } } | null)?.data.reason] : [])))).toEqual(["FATEWALKER.Error.SlipFirst"]);
    expect(await between(brawler, enforcer)).toMatchObject(GRIPPED);
    expect((await clock(gm)).rows[idOf(enforcer)]).toMatchObject({ tick: 5, state: "ready" });
    await back(gm);
    expect(await between(brawler, enforcer)).toBeNull();
    expect((await clock(gm)).rows[idOf(brawler)]?.state).toBe("holding");
  });

  test("R094 whoever is seized before it strikes does so with the dice of Clinch, and the grip outlasts the blow; undone and done again", async () => {
    await holding();
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await grapple();
    await expect.poll(() => phaseOf(enforcer)).toBe("applied");
    const [pool, struck] = await gm.run((id) => {
      const record = game.messages.contents.map(({ system }) => (system as unknown as { record?: { attacker: { participant: { combatant: string }; fighter: { attributes: { prowess: number } } }; declaration: { modifiers: { key: string; value: number }[] }; rolls: { attack?: unknown[] } } | null }).record).find((entry) => entry?.attacker.participant.combatant === id);
      return [record?.declaration.modifiers.find(({ key }) => key === "engagement")?.value, (record?.rolls.attack?.length ?? 0) - (record?.attacker.fighter.attributes.prowess ?? 0)];
    }, idOf(enforcer));
    expect([pool, struck]).toEqual([-2, -2]);
    expect(await between(brawler, enforcer)).toMatchObject(GRIPPED);
    await back(gm);
    await back(gm);
    expect(await between(brawler, enforcer)).toBeNull();
    const undone = await gm.run(() => game.messages.contents.flatMap(({ id, system }) => ((system as unknown as { state?: string }).state === "undone" ? [id] : [])));
    for (const ledger of undone) {
      await wish(gm, "undo", null, { ledger, redo: true });
      await settled(gm);
    }
    expect(await between(brawler, enforcer)).toMatchObject(GRIPPED);
    expect([await phaseOf(brawler), await phaseOf(enforcer)]).toContain("applied");
  });
});

describe("more of preemption", () => {
  beforeEach(() => open(14));

  test("R098 whoever comes to blows with the target before a shot stands in its way by then, and it goes into a melee", async () => {
    await begin(gm, { [idOf(brawler)]: 1, [idOf(marksman)]: 5 }, { [idOf(brawler)]: 7, [idOf(marksman)]: 5 });
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    await use(gm, marksman, "ranged-shoot", [enforcer]);
    await openExchanges(ofBrawler, 1);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(gm);
    await wish(gm, "react", null, { exchange: await cardOf(marksman), do: "resolve" });
    await expect.poll(() => phaseOf(marksman)).toBe("applied");
    interface Shot { attacker: { participant: Participant }; declaration: { modifiers: { key: string; value: number }[] }; targets: { side: { participant: Participant }; origin?: { kind: string; range: number } }[] }
    const [strays, melee] = await gm.run((id) => {
      const shot = game.messages.contents.map(({ system }) => (system as unknown as { record?: Shot | null }).record).find((record) => record?.attacker.participant.combatant === id);
      return [shot?.targets.flatMap(({ side, origin }) => (origin?.kind === "stray" ? [[side.participant.combatant, origin.range]] : [])), shot?.declaration.modifiers.find(({ key }) => key === "target-in-melee")?.value];
    }, idOf(marksman));
    expect([strays, melee]).toEqual([[[idOf(brawler), 6]], -1]);
  });

  test("a target that is out of reach by then makes it lapse", async () => {
    await holding();
    await use(gm, enforcer, "unarmed-strike", [marksman]);
    await react(gm, marksman, enforcer, null);
    await letBe(ofBrawler, brawler, enforcer);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.token?.update({ x: 2500 }); }, idOf(marksman));
    await letBe(ofDuellist, duellist, enforcer);
    await expect.poll(() => phaseOf(enforcer)).toBe("refused");
    expect((await cards(gm)).at(-1)?.notice).toBe("FATEWALKER.Moment.LapsedReach");
    expect(await clock(gm)).toMatchObject({ tick: 5, active: idOf(enforcer), rows: { [idOf(enforcer)]: { tick: 5 } } });
  });

  test("who has not held for two ticks, who is surprised, and who does not see the actor are not asked", async () => {
    await holding();
    await status(gm, brawler, "surprised");
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 5); }, idOf(duellist));
    await next(gm);
    await use(gm, enforcer, "unarmed-strike", [marksman]);
    await expect.poll(() => phaseOf(enforcer)).toBe("answering");
    expect(await asked(gm)).toEqual([]);
    await wish(ofBrawler, "preempt", brawler, { exchange: await cardOf(enforcer), maneuver: (await itemOf(gm, brawler, "unarmed-strike")).uuid, targets: [enforcer], choices: {}, mode: "public" });
    await settled(gm);
    expect(await refusals(ofBrawler)).toEqual(["FATEWALKER.Exchange.Over"]);
  });

  test("the GM waits no longer for holders; a deleted card of an interruption holds nothing up", async () => {
    await holding();
    await use(gm, enforcer, "unarmed-strike", [marksman]);
    await openExchanges(ofBrawler, 1);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await settled(gm);
    const interruption = await cardOf(brawler);
    await gm.run(async (id) => { await game.messages.get(id)?.delete(); }, interruption);
    await wish(gm, "react", null, { exchange: await cardOf(enforcer), do: "resolve" });
    await expect.poll(() => phaseOf(enforcer)).toBe("applied");
    expect((await clock(gm)).rows[idOf(brawler)]?.state).toBe("holding");
    expect((await clock(gm)).pending).toBeNull();
  });

  test("R205 whoever covers a place with fire has a free shot before what others do there, without ticks", async () => {
    await begin(gm, { [idOf(enforcer)]: 3 });
    const shot = await gm.run(async (id) => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown>; combatants: { get(id: string): { actor: { items: { contents: { name: string; system: { key: string; group: string; damage: unknown } }[] } } } | undefined } };
      await combat.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 13, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
      return combat.combatants.get(id)?.actor.items.contents.find(({ system }) => system.group === "ranged" && system.damage !== null)?.system.key ?? "";
    }, idOf(marksman));
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    await react(ofBrawler, brawler, enforcer, null);
    await expect.poll(() => phaseOf(enforcer)).toBe("answering");
    const before = (await clock(gm)).rows[idOf(marksman)]?.tick;
    const { uuid } = await itemOf(gm, marksman, shot);
    await wish(gm, "preempt", marksman, { exchange: await cardOf(enforcer), maneuver: uuid, targets: [enforcer], choices: {}, mode: "public" });
    await settled(gm);
    await wish(gm, "react", null, { exchange: await cardOf(marksman), do: "resolve" });
    await expect.poll(() => phaseOf(enforcer)).toMatch(/applied|refused/);
    expect(await phaseOf(marksman)).toBe("applied");
    expect((await clock(gm)).rows[idOf(marksman)]?.tick).toBe(before);
  });
});

describe("setting out before somebody who watches", () => {
  beforeEach(() => open(14));

  interface Mover { initiative: number | null; system: { movement: { kind: string; startedAt: number } | null } }
  const mover = (who: Participant): Promise<{ tick: number | null; movement: string | null }> =>
    gm.run((id) => {
      const combatant = game.combats.contents[0]?.combatants.get(id) as unknown as Mover;
      return { tick: combatant.initiative, movement: combatant.system.movement === null ? null : `${combatant.system.movement.kind} since ${combatant.system.movement.startedAt}` };
    }, idOf(who));
  /** The marksman covers the place with fire through tick 13. */
  const cover = async (): Promise<string> => {
    await gm.run(async (id) => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
      await combat.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 13, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    }, idOf(marksman));
    const key = await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents.find((item) => item.system.key.startsWith("ranged-") && (item.system as unknown as { damage: unknown }).damage !== null)?.system.key ?? "", idOf(marksman));
    return (await itemOf(gm, marksman, key)).uuid;
  };
  const setOut = async (client: HeadlessClient, who: Participant): Promise<void> => {
    await wish(client, "move", who, { deed: "begin", pace: "run", terrain: 0, toward: null });
    await settled(gm);
  };
  const fire = async (shot: string, at: Participant): Promise<void> => {
    await wish(gm, "preempt", marksman, { exchange: await cardOf(at), maneuver: shot, targets: [at], choices: {}, mode: "public" });
    await settled(gm);
    await wish(gm, "react", null, { exchange: await cardOf(marksman), do: "resolve" });
    await settled(gm);
  };

  test("R205 whoever covers the place has a free shot before somebody sets out, and the movement begins after it, with one step back for each", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(marksman)]: 20 });
    const shot = await cover();
    await setOut(ofBrawler, brawler);
    // It is declared for all to see, and nobody has moved.
    await expect.poll(async () => (await cards(ofDuellist)).map(({ by, phase }) => [by, phase])).toEqual([[idOf(brawler), "answering"]]);
    expect(await mover(brawler)).toEqual({ tick: 3, movement: null });
    await fire(shot, brawler);
    await expect.poll(() => phaseOf(brawler)).toBe("applied");
    expect(await phaseOf(marksman)).toBe("applied");
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    expect(await mover(brawler)).toEqual({ tick: 5, movement: "run since 3" });
    expect((await clock(gm)).rows[idOf(marksman)]?.tick).toBe(20);
    await back(gm);
    expect(await phaseOf(brawler)).toBe("undone");
    expect(await mover(brawler)).toEqual({ tick: 3, movement: null });
    await back(gm);
    expect(await woundsOf(gm, brawler)).toBe(0);
  });

  test("who is let be sets out; who falls while it waits does not, and pays nothing for it; a reload in between loses nothing", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(duellist)]: 4, [idOf(marksman)]: 20 });
    await cover();
    await setOut(ofBrawler, brawler);
    await gm.reload();
    await dice(gm, 0.95);
    await letBe(gm, marksman, brawler);
    await expect.poll(() => mover(brawler)).toEqual({ tick: 5, movement: "run since 3" });
    expect((await clock(gm)).tick).toBe(4);
    await setOut(ofDuellist, duellist);
    await status(gm, duellist, "unconscious");
    await expect.poll(() => phaseOf(duellist)).toBe("refused");
    expect((await cards(gm)).find(({ by }) => by === idOf(duellist))?.notice).toBe("FATEWALKER.Moment.LapsedOut");
    expect(await mover(duellist)).toEqual({ tick: 4, movement: null });
    await expect.poll(async () => (await clock(gm)).pending).toBeNull();
  });

  test("who moves on comes into the covered place: one shot for each segment, when its token goes more than the free metre", async () => {
    await begin(gm, { [idOf(brawler)]: 3, [idOf(marksman)]: 20 });
    await setOut(ofBrawler, brawler);
    expect(await mover(brawler)).toEqual({ tick: 5, movement: "run since 3" });
    const shot = await cover();
    const drag = (x: number): Promise<void> => gm.run(async ([id, left]) => { await game.combats.contents[0]?.combatants.get(id)?.token?.update({ x: left }); }, [idOf(brawler), x] as const);
    await drag(1500);
    await expect.poll(() => phaseOf(brawler)).toBe("answering");
    await fire(shot, brawler);
    await expect.poll(() => phaseOf(brawler)).toBe("applied");
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    expect(await mover(brawler)).toMatchObject({ movement: "run since 3" });
    await drag(1700);
    // A wish that is done when everything before it is done.
    await wish(gm, "undo", null, { ledger: "none" });
    await settled(gm);
    expect((await cards(gm)).filter(({ by }) => by === idOf(brawler))).toHaveLength(1);
    expect((await clock(gm)).pending).toBeNull();
  });

  test("whoever holds an action may put it before somebody's setting out; the GM waits no longer for it", async () => {
    await holding();
    await setOut(gm, enforcer);
    await expect.poll(() => asked(gm)).toEqual([idOf(brawler), idOf(duellist)].sort());
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    expect(await mover(enforcer)).toEqual({ tick: 5, movement: null });
    await wish(gm, "react", null, { exchange: await cardOf(enforcer), do: "resolve" });
    await expect.poll(() => phaseOf(enforcer)).toBe("applied");
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect(await mover(enforcer)).toEqual({ tick: 7, movement: "run since 5" });
    expect((await clock(gm)).rows[idOf(duellist)]?.state).toBe("holding");
  });
});

describe("surprise and ambush", () => {
  beforeEach(() => open(14));

  const lay = (plan: { surprised: Participant[]; penalty: number; free: Participant | null; noticed?: Record<string, string[]> }): Promise<void> =>
    gm.run(async (given) => {
      await (game.system.api as unknown as { layAmbush(combat: unknown, plan: object): Promise<void> }).layAmbush(game.combats.contents[0], given);
    }, { surprised: plan.surprised.map(idOf), penalty: plan.penalty, free: plan.free === null ? null : idOf(plan.free), noticed: plan.noticed ?? {} });

  test("a late ambush breaks into a running fight: the surprised are later, one of the others acts for no ticks; whom they have noticed they answer", async () => {
    await begin(gm, { [idOf(brawler)]: 4, [idOf(duellist)]: 9 });
    await lay({ surprised: [brawler, duellist], penalty: 6, free: marksman, noticed: { [idOf(duellist)]: [idOf(marksman)] } });
    expect(await clock(gm)).toMatchObject({ tick: 4, rows: { [idOf(brawler)]: { tick: 10 }, [idOf(duellist)]: { tick: 15 } } });
    const before = (await clock(gm)).rows[idOf(marksman)]?.tick;
    await use(gm, marksman, "unarmed-strike", [duellist]);
    await expect.poll(async () => (await cards(gm)).at(-1)?.answers).toEqual(["pending"]);
    await react(ofDuellist, duellist, marksman, null);
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    expect((await clock(gm)).rows[idOf(marksman)]?.tick).toBe(before);
    await next(gm);
    // Its first tick has come: it is surprised no longer.
    expect((await clock(gm)).active).toBe(idOf(brawler));
    expect(await gm.run((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].includes("surprised"), idOf(brawler))).toBe(false);
    const kinds = await gm.run(() => Object.entries(game.combats.contents[0]?.system.log ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { kind }]) => kind));
    expect(kinds.slice(-3)).toEqual(["ambush", "exchange", "advance"]);
    await back(gm);
    await back(gm);
    await back(gm);
    expect(await clock(gm)).toMatchObject({ tick: 4, rows: { [idOf(brawler)]: { tick: 4 }, [idOf(duellist)]: { tick: 9 } } });
  });
});
