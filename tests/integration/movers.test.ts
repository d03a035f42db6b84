import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { back, begin, cards, clock, dice, fighter, GENERATIONS, idOf, itemOf, learn, refusals, settled, wish, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import { tracker } from "./tracker-view";
import type { HeadlessClient } from "../table/client/headless";

/* Three players' characters on the move at once, and at close quarters, with a GM: what each of the four reads. */

interface Between {
  range: number;
  grapple: object | null;
  ground: object | null;
  hold: object | null;
}
interface Reckoned {
  modifiers: Record<string, number>;
  dice: number;
  distance: number | null;
  height: number;
}
interface Pace {
  movement: string | null;
  way: number;
  marked: boolean;
}
declare const game: TableGlobals;

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;

const pace = (who: Participant) => (client: HeadlessClient): Promise<Pace> =>
  client.run((id) => {
    const combatant = game.combats.contents[0]?.combatants.get(id) as unknown as { flags: { fatewalker?: { way?: number } }; system: { movement: { kind: string; startedAt: number; metres: number } | null }; actor: { statuses: Set<string> } };
    const { movement } = combatant.system;
    return { movement: movement === null ? null : `${movement.kind} ${String(movement.metres)} m since ${String(movement.startedAt)}`, way: combatant.flags.fatewalker?.way ?? 0, marked: combatant.actor.statuses.has("moving") };
  }, idOf(who));
const engagements = (client: HeadlessClient): Promise<Record<string, Between>> => client.run(() => JSON.parse(JSON.stringify((game.combats.contents[0]?.system as unknown as { engagements: object }).engagements)) as Record<string, Between>);
const pair = (one: Participant, other: Participant): string => [idOf(one), idOf(other)].sort().join("_");
const events = async (client: HeadlessClient): Promise<readonly string[]> => (await tracker(client)).events;
const note = (who: Participant) => async (client: HeadlessClient): Promise<string> => { const row = (await tracker(client)).rows[idOf(who)]; return row?.noteHint === "" ? row.note : (row?.noteHint ?? ""); };
const statuses = (who: Participant) => (client: HeadlessClient): Promise<string[]> => client.run((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].filter((name) => ["grappling", "grappled", "held", "prone"].includes(name)).sort(), idOf(who));
const ticks = async (...who: readonly Participant[]): Promise<(number | null)[]> => { const { rows } = await clock(gm); return who.map((one) => rows[idOf(one)]?.tick ?? null); };
const agree = async (): Promise<void> => everywhere(six.players, clock, await clock(gm));

async function move(client: HeadlessClient, who: Participant, args: object): Promise<void> {
  await wish(client, "move", who, { terrain: 0, toward: null, ...args });
  await settled(client);
}
/** Puts tokens on the map: squares of a hundred pixels are two metres wide. */
const place = (spots: readonly (readonly [Participant, x: number, y: number, elevation?: number])[]): Promise<void> =>
  gm.run(async (all) => { for (const [id, x, y, elevation] of all) await game.combats.contents[0]?.combatants.get(id)?.token?.update({ x, y, elevation }); }, spots.map(([who, x, y, elevation = 0]) => [idOf(who), x, y, elevation] as const));
/** Declares an attack that nobody answers; what was reckoned for it, with the dice that were thrown. */
async function attack(client: HeadlessClient, who: Participant, key: string, at: Participant, choices: object = {}): Promise<Reckoned> {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, key)).uuid, targets: [at], choices, mode: "public" });
  await settled(client);
  const card = (await cards(gm)).at(-1);
  expect([card?.by, card?.notice]).toEqual([idOf(who), null]);
  if (card?.phase === "answering") await wish(gm, "react", null, { exchange: card.id, do: "resolve" });
  await everywhere(six.everyone, async (one) => (await cards(one)).at(-1)?.phase, "applied");
  return gm.run(() => {
    const record = (game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").at(-1) as unknown as { system: { record: { declaration: { modifiers: { key: string; value: number }[] }; targets: { situation: { distance: number | null; height: number } }[]; rolls: Record<string, { faces: number[] }> } } }).system.record;
    const roll = game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.rolls.find(({ id }) => id === "attack");
    return { modifiers: Object.fromEntries(record.declaration.modifiers.filter(({ value }) => value !== 0).map(({ key: name, value }) => [name, value])), dice: roll?.dice.length ?? -1, distance: record.targets[0]?.situation.distance ?? null, height: record.targets[0]?.situation.height ?? Number.NaN };
  });
}

describe.each(GENERATIONS)("three on the move, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation, async (client) => {
      for (const name of ["brawler", "duellist", "knight", "enforcer", "marksman"]) await learn(client, await fighter(client, name), "unarmed-strike", "unarmed-grapple", "melee-attack", "melee-engage-disengage");
    });
    ({ gm } = six);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("each sets out on the own client at the own pace; all four read who goes how far until when, who arrives first, and that whoever went there to act is due on arrival", async () => {
    const { brawler, duellist, knight, enforcer, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    await place([[knight, 100, 100], [enforcer, 700, 100], [brawler, 100, 1000], [duellist, 100, 1500]]);
    await begin(gm, { [idOf(knight)]: 1, [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 60 }, { [idOf(knight)]: 7, [idOf(brawler)]: 6, [idOf(duellist)]: 5 });
    // 12 metres from middle to middle are 10 from edge to edge: a knight of Speed 4 runs 8 in 6 ticks, and is there in 7.5.
    await move(ofKnight, knight, { deed: "begin", pace: "run", toward: enforcer, act: true });
    await move(ofBrawler, brawler, { deed: "begin", pace: "walk" });
    await move(ofDuellist, duellist, { deed: "begin", pace: "run" });
    expect(await ticks(knight, brawler, duellist)).toEqual([9, 3, 3]);
    await everywhere(everyone, events, expect.arrayContaining(["7 end of a stretch, 8 m (Hedwig · every 6 ticks)", "7 end of a stretch, 5 m (Tobin · every 6 ticks)", "7 end of a stretch, 10 m (Isaura · every 6 ticks)", "9 reaches Enforcer (1) (Hedwig)"]));
    await everywhere(everyone, note(duellist), "running · Awareness 5 goes last");
    await everywhere(everyone, note(brawler), "walking · Awareness 6 goes first");
    // Nobody sets somebody else's character going.
    await move(ofBrawler, duellist, { deed: "stop" });
    expect(await refusals(ofBrawler)).toHaveLength(1);
    await everywhere(everyone, pace(duellist), { movement: "run 10 m since 1", way: 0, marked: true });

    await wish(ofBrawler, "act", brawler, { cost: 50 });
    await move(ofDuellist, duellist, { deed: "next", next: "walk" });
    await wish(ofDuellist, "act", duellist, { cost: 50 });
    // Tick 9: all have gone a whole stretch, and the knight two of six ticks of the next.
    await everywhere(everyone, async (client) => [(await clock(client)).tick, (await clock(client)).active], [9, idOf(knight)]);
    await everywhere(everyone, pace(brawler), { movement: "walk 5 m since 7", way: 5, marked: true });
    await everywhere(everyone, pace(duellist), { movement: "walk 5 m since 7", way: 10, marked: true });
    await everywhere(everyone, pace(knight), { movement: null, way: 10.6, marked: false });
    const told = (client: HeadlessClient): Promise<string> => client.run(() => game.messages.contents.filter(({ visible, flags }) => visible && flags.fatewalker?.events === true).map(({ content }) => content.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).join(" "));
    for (const client of everyone) for (const words of ["Tobin walks 5 m", "Isaura runs 10 m", "Hedwig runs 8 m", "Hedwig reaches Enforcer (1)", "Hedwig stops"]) await expect.poll(() => told(client)).toContain(words);
    await agree();
    // She is there, and strikes without a penalty.
    await place([[knight, 600, 100]]);
    expect((await attack(ofKnight, knight, "melee-attack", enforcer)).modifiers).not.toHaveProperty("attacker-running");
    for (let step = 0; step < 3; step += 1) await back(gm);
    await everywhere(everyone, async (client) => (await clock(client)).tick, 3);
    await everywhere(everyone, pace(knight), { movement: "run 8 m since 1", way: 0, marked: true });
    await everywhere(players, events, expect.arrayContaining(["9 reaches Enforcer (1) (Hedwig)"]));
  });

  test("whoever is slowed on the way is there later, and not due before it; a step back puts both where they were", async () => {
    const { knight, enforcer, everyone, ofKnight } = six;
    await place([[knight, 100, 100], [enforcer, 700, 100]]);
    await begin(gm, { [idOf(knight)]: 1, [idOf(enforcer)]: 60 });
    // Speed 4, and 2 with the first Normal Wound.
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { temporary: { value: 0, max: 0 }, normal: { rows: 20, columns: 1, penalties: [4], value: 0, stun: 0 } } } }); }, idOf(knight));
    await gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });
    await move(ofKnight, knight, { deed: "begin", pace: "run", toward: enforcer, act: true });
    expect(await ticks(knight)).toEqual([9]);
    const advance = async (...operations: readonly object[]): Promise<void> => {
      await wish(gm, "advance", null, { combat: await gm.run(() => game.combats.contents[0]?.id), kind: "advance", operations });
      await settled(gm);
    };
    await advance({ kind: "schedule", eventId: "dose", event: { tick: 5, every: null, left: null, kind: "damage", target: idOf(knight), data: { damage: "1" } } }, { kind: "advance", to: 7 });
    // 8 of 10 metres at the end of the first stretch, the other 2 at 4 in 6 ticks: three ticks.
    await everywhere(everyone, pace(knight), { movement: "run 4 m since 7", way: 8, marked: true });
    expect(await ticks(knight)).toEqual([10]);
    await everywhere(everyone, events, expect.arrayContaining(["10 reaches Enforcer (1) (Hedwig)"]));
    await advance({ kind: "advance", to: 10 });
    await everywhere(everyone, pace(knight), { movement: null, way: 10, marked: false });
    await back(gm);
    await back(gm);
    expect(await ticks(knight)).toEqual([9]);
    await everywhere(everyone, events, expect.arrayContaining(["9 reaches Enforcer (1) (Hedwig)"]));
  });

  test("whoever changes its pace on the way to somebody is there later, stops there, and not before", async () => {
    const { knight, enforcer, marksman, everyone, ofKnight } = six;
    await place([[knight, 100, 100], [enforcer, 700, 100]]);
    await begin(gm, { [idOf(knight)]: 1, [idOf(marksman)]: 3, [idOf(enforcer)]: 60 });
    await gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });
    await move(ofKnight, knight, { deed: "begin", pace: "run", toward: enforcer, act: true });
    expect(await ticks(knight)).toEqual([9]);
    await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
    const before = await gm.run(() => game.combats.contents[0]?.round ?? 0);
    await move(ofKnight, knight, { deed: "change", pace: "walk" });
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 70); }, idOf(marksman));
    const there = (await ticks(knight))[0] ?? 0;
    expect([before, there > 9]).toEqual([3, true]);
    await everywhere(everyone, events, expect.arrayContaining([`${there} reaches Enforcer (1) (Hedwig)`]));
    await wish(gm, "advance", null, { combat: await gm.run(() => game.combats.contents[0]?.id), kind: "advance", operations: [{ kind: "advance", to: there }] });
    await settled(gm);
    // Ticks are whole, and so it goes a little more than the 10 metres.
    await everywhere(everyone, pace(knight), { movement: null, way: 10.6, marked: false });
  });

  test("whoever runs strikes with a die less and whoever walks with none; a shot loses one for walking and three for running, and one at a runner of 10 metres; the dice that are thrown are as many", async () => {
    const { brawler, duellist, enforcer, marksman, everyone, ofBrawler } = six;
    await place([[brawler, 600, 100], [enforcer, 700, 100], [marksman, 600, 500], [duellist, 900, 500]]);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(marksman)]: 1, [idOf(duellist)]: 1 }, { [idOf(brawler)]: 7, [idOf(marksman)]: 6, [idOf(duellist)]: 5 });
    await gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });
    const due = (who: Participant): Promise<void> => gm.run(async (id) => { for (const combatant of game.combats.contents[0]?.combatants.contents ?? []) await game.combats.contents[0]?.setInitiative(combatant.id, combatant.id === id ? (game.combats.contents[0]?.round ?? 1) : 300); }, idOf(who));
    /** How an attack is reckoned while its attacker moves at that pace; it is taken back. */
    const moving = async (client: HeadlessClient, who: Participant, how: "walk" | "run" | null, key: string, at: Participant): Promise<Reckoned> => {
      await due(who);
      if (how !== null) {
        await move(client, who, { deed: "begin", pace: how });
        await due(who);
      }
      const found = await attack(client, who, key, at);
      await back(gm);
      if (how !== null) await move(client, who, { deed: "stop" });
      return found;
    };
    // A strike is small, and loses a die at arm's length as the first blow is.
    const still = await moving(ofBrawler, brawler, null, "unarmed-strike", enforcer);
    expect([still.dice, still.modifiers["attacker-running"]]).toEqual([6 + (still.modifiers["engagement"] ?? 0), undefined]);
    expect(await moving(ofBrawler, brawler, "walk", "unarmed-strike", enforcer)).toEqual(still);
    const running = await moving(ofBrawler, brawler, "run", "unarmed-strike", enforcer);
    expect([running.modifiers["attacker-running"], running.dice]).toEqual([-1, still.dice - 1]);

    const shot = await moving(gm, marksman, null, "ranged-shoot", duellist);
    // Three squares from middle to middle.
    expect([shot.distance, shot.modifiers["target-moving"]]).toEqual([6, undefined]);
    const walking = await moving(gm, marksman, "walk", "ranged-shoot", duellist);
    expect([walking.modifiers["attacker-walking"], walking.dice]).toEqual([-1, shot.dice - 1]);
    const onTheRun = await moving(gm, marksman, "run", "ranged-shoot", duellist);
    expect([onTheRun.modifiers["attacker-running"], onTheRun.dice]).toEqual([-3, shot.dice - 3]);
    await due(duellist);
    await move(six.ofDuellist, duellist, { deed: "begin", pace: "run" });
    const atRunner = await moving(gm, marksman, null, "ranged-shoot", duellist);
    expect(atRunner.dice).toBe(shot.dice + (atRunner.modifiers["target-moving"] ?? 0));
    expect(atRunner.modifiers["target-moving"]).toBe(-1);
    // From four metres up a die more, and the way is longer by it.
    await place([[marksman, 600, 500, 4]]);
    const above = await moving(gm, marksman, null, "ranged-shoot", duellist);
    expect([above.height, above.modifiers["high-ground"], above.distance, above.dice]).toEqual([4, 1, 7.2, atRunner.dice + 1]);
    await everywhere(everyone, pace(duellist), { movement: "run 10 m since 1", way: 0, marked: true });
  });

  test("three fight one: each pair has a range of its own, which maneuvers and the GM change; everybody reads it with who holds whom, no player sets it, and a step back takes each back", async () => {
    const { brawler, duellist, knight, enforcer, everyone, players, ofBrawler, ofDuellist, ofKnight } = six;
    await place([[brawler, 600, 100], [enforcer, 700, 100], [duellist, 700, 200], [knight, 700, 0]]);
    await begin(gm, { [idOf(duellist)]: 1, [idOf(knight)]: 2, [idOf(brawler)]: 3, [idOf(enforcer)]: 90 });
    // Blows that miss begin it as well, and hurt nobody.
    await dice(gm, 0.15);
    await attack(ofDuellist, duellist, "melee-attack", enforcer);
    await everywhere(everyone, engagements, { [pair(duellist, enforcer)]: { range: 6, grapple: null, ground: null, hold: null } });
    await attack(ofKnight, knight, "melee-attack", enforcer);
    await dice(gm, 0.95);
    await attack(ofBrawler, brawler, "unarmed-grapple", enforcer);
    // Six dice less one at arm's length: 3 levels at most, and the range is 4 less that.
    const held = { range: 1, grapple: { dominant: idOf(brawler), level: 3 }, ground: null, hold: null };
    await everywhere(everyone, async (client) => (await engagements(client))[pair(brawler, enforcer)], held);
    await everywhere(everyone, async (client) => [await statuses(brawler)(client), await statuses(enforcer)(client)], [["grappling"], ["grappled"]]);
    await everywhere(everyone, async (client) => (await note(enforcer)(client)).split(" · ").length, 3);
    const words = await note(enforcer)(gm);
    expect(words).toContain("Tobin");
    await everywhere(players, note(enforcer), words);
    const edit = async (client: HeadlessClient, record: object): Promise<void> => {
      await wish(client, "move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: pair(knight, enforcer), record });
      await settled(client);
    };
    const wanted = { range: 2, grapple: null, ground: { dominant: idOf(knight), level: 1 }, hold: { dominant: idOf(knight), level: 2 } };
    await edit(ofKnight, wanted);
    expect(await refusals(ofKnight)).toEqual(["FATEWALKER.Intent.GMOnly"]);
    await everywhere(everyone, async (client) => (await engagements(client))[pair(knight, enforcer)]?.range, 6);
    await edit(gm, wanted);
    await everywhere(everyone, async (client) => (await engagements(client))[pair(knight, enforcer)], wanted);
    await everywhere(everyone, async (client) => [await statuses(knight)(client), await statuses(enforcer)(client)], [["grappling", "prone"], ["grappled", "held", "prone"]]);
    // Whoever is held goes nowhere.
    await gm.run(async ([id]) => { await game.combats.contents[0]?.setInitiative(id, game.combats.contents[0].round); }, [idOf(enforcer)] as const);
    await move(gm, enforcer, { deed: "begin", pace: "walk" });
    expect((await refusals(gm)).at(-1)).toMatch(/^FATEWALKER\.Movement\.(Held|StandUpFirst)$/);
    await back(gm);
    await back(gm);
    await everywhere(everyone, async (client) => (await engagements(client))[pair(knight, enforcer)], { range: 6, grapple: null, ground: null, hold: null });
    await everywhere(everyone, statuses(knight), []);
    await everywhere(everyone, statuses(enforcer), ["grappled"]);
    await back(gm);
    await everywhere(everyone, async (client) => pair(brawler, enforcer) in (await engagements(client)), false);
    await everywhere(everyone, statuses(enforcer), []);
    await agree();
  });
});
