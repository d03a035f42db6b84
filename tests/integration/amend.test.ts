import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { replay, type FightRecord } from "../../src/flows/log/replay";
import { back, begin, clock, dice, gather, GENERATIONS, idOf, itemOf, learn, refusals, settled, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { differences, recorded, settled as settledWorld, within } from "./soak/compare";
import { world } from "./soak/scripts";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";

/* What is changed of an attack after it was declared: a GM and three players. */

interface Notice {
  key: string;
  data: Record<string, string | number>;
}
interface Card {
  id: string;
  phase: string;
  ledger: string | null;
  attacker: string;
  targets: string[];
  answers: (string | null)[];
  outcomes: (string | null)[];
  awaits: boolean;
  trace: Notice[];
}
interface Amounts {
  kind: string;
  state: string;
  rolls: Record<string, number[]>;
  targets: { successes: number | null; points: number | null }[];
}
declare const game: TableGlobals;

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let knight: Participant;
let enforcer: Participant;
let twin: Participant;

/** The newest card that is no refusal. */
const newest = (client: HeadlessClient): Promise<Card> =>
  client.run(() => {
    const message = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.maneuver.key !== "").at(-1);
    const { system } = (message?.toObject() ?? { system: { phase: "none", ledger: null, attacker: { name: "" }, targets: [] } }) as { system: { phase: string; ledger: string | null; attacker: { name: string }; targets: { who: { name: string }; answer: { kind: string } | null; outcome: string | null }[]; awaitsTarget?: boolean; amendments?: Notice[] } };
    return {
      id: message?.id ?? "", phase: system.phase, ledger: system.ledger, attacker: system.attacker.name, awaits: system.awaitsTarget === true, trace: system.amendments ?? [],
      targets: system.targets.map(({ who }) => who.name), answers: system.targets.map(({ answer }) => answer?.kind ?? null), outcomes: system.targets.map(({ outcome }) => outcome),
    };
  });
const phases = (wanted: string): Promise<void> => everywhere(six.everyone, async (client) => (await newest(client)).phase, wanted);
const nameOf = ({ combatant }: Participant): Promise<string> => gm.run((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.name ?? "", combatant);
const declare = async (client: HeadlessClient, who: Participant, targets: readonly Participant[], choices: object = {}, { key = "unarmed-strike", mode = "public" } = {}): Promise<void> => {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, key)).uuid, targets, choices, mode });
  await settled(client);
};
const react = async (client: HeadlessClient, who: Participant, target: number, key: string | null): Promise<void> => {
  const { id } = await newest(client);
  await wish(client, "react", who, { exchange: id, target, reaction: key === null ? null : (await itemOf(client, who, key)).id, choices: {} });
  await settled(client);
};
const amend = async (client: HeadlessClient, who: Participant | null, args: object, nonce?: string): Promise<void> => {
  await wish(client, "amend", who, { exchange: (await newest(client)).id, ...args }, nonce);
  await settled(client);
};
/** What the ledger of the newest card says: known to GMs alone. */
const amounts = (): Promise<Amounts> =>
  gm.run((): Amounts => {
    const card = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.maneuver.key !== "").at(-1);
    const ledger = game.messages.get(card?.system.ledger ?? "")?.toObject() as { system: { kind: string; state: string; record: { rolls: Record<string, number[]>; targets: { steps: { kind: string; successes?: number; points?: { ordinary: number; penetrating: number } }[] }[] } } };
    return {
      kind: ledger.system.kind, state: ledger.system.state, rolls: ledger.system.record.rolls,
      targets: ledger.system.record.targets.map(({ steps }) => {
        const points = steps.find(({ kind }) => kind === "damage")?.points;
        return { successes: steps.find(({ kind }) => kind === "attack")?.successes ?? null, points: points === undefined ? null : points.ordinary + points.penetrating };
      }),
    };
  });
const correct = async (targets: readonly object[], client = gm): Promise<void> => amend(client, null, { do: "correct", ledger: (await newest(client)).ledger, targets });
const turn = async (redo: boolean): Promise<void> => {
  const ledgers = await gm.run((state) => game.messages.contents.filter(({ type, system }) => type === "ledger" && (system as unknown as { state: string }).state === state).map(({ id, flags }) => ({ id, serial: (flags.fatewalker as { serial?: number } | undefined)?.serial ?? 0 })).sort((one, other) => one.serial - other.serial), redo ? "undone" : "applied");
  await wish(gm, "undo", null, { ledger: (redo ? ledgers[0] : ledgers.at(-1))?.id ?? "", redo });
  await settled(gm);
};
const whole = (client = gm): Promise<Record<string, string>> => client.run(world);
/** Everybody holds the same as the GM. */
const agree = async (): Promise<Record<string, string>> => {
  const there = await whole();
  for (const client of six.players) await expect.poll(async () => differences(within(await whole(client), there), within(there, await whole(client)))).toEqual([]);
  return there;
};
const change = (who: Participant, changes: object): Promise<void> => gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update(data); }, [idOf(who), changes] as const);
const tickOf = async (who: Participant): Promise<number | null> => (await clock(gm)).rows[idOf(who)]?.tick ?? null;
const refused = async (client: HeadlessClient): Promise<string | undefined> => (await refusals(client)).at(-1);

describe.each(GENERATIONS)("what is changed of an attack, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm, brawler, duellist, knight, enforcer, twin } = six);
    await gather(gm, [brawler, duellist, knight, enforcer, twin]);
    for (const who of [brawler, duellist, knight, enforcer]) await learn(gm, who, "unarmed-strike", "evasion-dodge");
    for (const who of [brawler, enforcer, duellist, knight]) await change(who, { system: { attributes: { prowess: { value: 5 } } } });
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("L-A06 an attack given without a target waits, is joined by whoever declared it alone, and asks the defender like any other; both names are right", async () => {
    const { ofBrawler, ofDuellist, ofKnight, everyone } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 9 });
    await declare(ofBrawler, brawler, []);
    await everywhere(everyone, async (client) => { const { phase, awaits, targets } = await newest(client); return { phase, awaits, targets }; }, { phase: "answering", awaits: true, targets: [] });
    expect((await clock(gm)).pending).toBe((await newest(gm)).id);

    await amend(ofKnight, knight, { do: "join", target: duellist });
    await expect.poll(() => refused(ofKnight)).toBe("FATEWALKER.Amend.NotYours");
    await amend(ofBrawler, brawler, { do: "join", target: duellist }, "join-once");
    await amend(ofBrawler, brawler, { do: "join", target: duellist }, "join-once");
    const [attacker, defender] = [await nameOf(brawler), await nameOf(duellist)];
    await everywhere(everyone, async (client) => { const card = await newest(client); return [card.attacker, card.targets, card.answers, card.awaits]; }, [attacker, [defender], ["pending"], false]);
    const player = await ofBrawler.run(() => (game.user as unknown as { name: string }).name);
    await everywhere(everyone, async (client) => (await newest(client)).trace, [{ key: "FATEWALKER.Amend.Did.Joined", data: { by: player, name: defender } }]);

    await amend(ofBrawler, brawler, { do: "join", target: duellist });
    await expect.poll(() => refused(ofBrawler)).toBe("FATEWALKER.Amend.IsTarget");
    await react(ofDuellist, duellist, 0, "evasion-dodge");
    await phases("applied");
    const rolls = Object.keys((await amounts()).rolls);
    expect(rolls).toEqual(expect.arrayContaining(["attack", "reaction:0"]));
    expect(await tickOf(duellist)).toBeGreaterThan(9);
    expect(await tickOf(brawler)).toBeGreaterThan(1);
    await back(gm);
    expect(await tickOf(duellist)).toBe(9);
  });

  test("L-A06 the GM joins a second one, whom nobody hides from players; nobody is asked twice, and without anybody it is rolled at nobody", async () => {
    const { ofBrawler, ofDuellist, everyone } = six;
    await begin(gm, { [idOf(brawler)]: 1 });
    await declare(ofBrawler, brawler, [duellist]);
    await react(ofDuellist, duellist, 0, null);
    await phases("applied");
    await back(gm);

    await declare(ofBrawler, brawler, [duellist]);
    await gm.run(async (uuid) => { const { utils } = (globalThis as unknown as { foundry: { utils: { fromUuidSync(uuid: string): { update(changes: object): Promise<unknown> } } } }).foundry; await utils.fromUuidSync(uuid).update({ hidden: true }); }, twin.token ?? "");
    await amend(gm, null, { do: "join", target: twin });
    await expect.poll(() => refused(gm)).toBe("FATEWALKER.Amend.Unseen");
    await amend(gm, null, { do: "join", target: knight });
    await everywhere(everyone, async (client) => (await newest(client)).answers, ["pending", "pending"]);
    await react(ofDuellist, duellist, 0, "evasion-dodge");
    await everywhere(everyone, async (client) => (await newest(client)).answers, ["reaction", "pending"]);
    await react(six.ofKnight, knight, 1, null);
    await phases("applied");
    expect(await woundsOf(gm, knight)).toBeGreaterThan(0);
    await back(gm);

    // What is whispered to a player is read by that player as well.
    await declare(ofBrawler, brawler, [], {}, { mode: "gm" });
    await amend(gm, null, { do: "join", target: twin });
    await expect.poll(() => refusals(gm)).toEqual(["FATEWALKER.Amend.Unseen", "FATEWALKER.Amend.Unseen"]);
    await wish(gm, "react", null, { exchange: (await newest(gm)).id, do: "cancel" });
    await settled(gm);

    await declare(ofBrawler, brawler, []);
    await amend(ofBrawler, brawler, { do: "alone" });
    await phases("applied");
    expect((await newest(gm)).targets).toEqual([]);
    expect(await tickOf(brawler)).toBeGreaterThan(1);
  });

  test("L-A06 whoever has stepped in before an attack is not asked by it when it is joined as its target", async () => {
    const { ofBrawler, ofKnight } = six;
    await begin(gm, { [idOf(knight)]: 1, [idOf(brawler)]: 3 });
    await wish(ofKnight, "hold", knight, {});
    await settled(ofKnight);
    await declare(ofBrawler, brawler, []);
    const card = (await newest(gm)).id;
    await wish(ofKnight, "preempt", knight, { exchange: card, maneuver: (await itemOf(ofKnight, knight, "unarmed-strike")).uuid, targets: [brawler], choices: {}, mode: "public" });
    await settled(ofKnight);
    await wish(gm, "amend", null, { exchange: card, do: "join", target: knight });
    await settled(gm);
    const answers = await gm.run((id) => game.messages.get(id)?.system.targets.map(({ answer }) => answer?.kind), card);
    expect(answers).toEqual(["none"]);
  });

  test("L-A06 an attack on oneself is made on purpose alone: hurt by the own blow, asked for no answer, and the other one is spared", async () => {
    const { ofBrawler } = six;
    await begin(gm, { [idOf(brawler)]: 1 });
    await declare(ofBrawler, brawler, [brawler]);
    await everywhere(six.everyone, async (client) => { const { awaits, targets } = await newest(client); return { awaits, targets }; }, { awaits: true, targets: [] });
    await wish(gm, "react", null, { exchange: (await newest(gm)).id, do: "cancel" });
    await settled(gm);
    await declare(ofBrawler, brawler, [brawler], { onSelf: true });
    await phases("applied");
    const name = await nameOf(brawler);
    await everywhere(six.everyone, async (client) => { const card = await newest(client); return [card.attacker, card.targets, card.answers]; }, [name, [name], ["none"]]);
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
  });

  test("L-A14 the GM changes the target of an attack that waits: the answer of the former is void, the new one is asked, and the card says by whom", async () => {
    const { ofBrawler, ofDuellist, ofKnight, everyone } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20, [idOf(knight)]: 21 });
    await declare(ofBrawler, brawler, [duellist, enforcer]);
    await react(ofDuellist, duellist, 0, "evasion-dodge");
    await everywhere(everyone, async (client) => (await newest(client)).answers, ["reaction", "pending"]);
    await amend(ofBrawler, brawler, { do: "change", target: 0, from: duellist.actor, to: knight });
    await expect.poll(() => refused(ofBrawler)).toBe("FATEWALKER.Intent.GMOnly");
    await amend(gm, null, { do: "change", target: 0, from: duellist.actor, to: knight });
    const [former, now, other] = [await nameOf(duellist), await nameOf(knight), await nameOf(enforcer)];
    await everywhere(everyone, async (client) => { const card = await newest(client); return [card.targets, card.answers]; }, [[now, other], ["pending", "pending"]]);
    await everywhere(everyone, async (client) => (await newest(client)).trace, [{ key: "FATEWALKER.Amend.Did.Target", data: { by: "Gamemaster", from: former, to: now } }]);
    await amend(gm, null, { do: "change", target: 0, from: duellist.actor, to: twin });
    await expect.poll(() => refused(gm)).toBe("FATEWALKER.Amend.Stale");
    await react(ofDuellist, duellist, 0, null);
    await expect.poll(() => refused(ofDuellist)).toBe("FATEWALKER.Exchange.NotATarget");
    await react(ofKnight, knight, 0, null);
    await react(gm, enforcer, 1, null);
    await phases("applied");
    expect(await woundsOf(gm, knight)).toBeGreaterThan(0);
    expect(await woundsOf(gm, duellist)).toBe(0);
    expect(await tickOf(duellist)).toBe(20);
  });

  test("L-A14 the GM corrects the amount of what is applied: later steps use it with the same dice, everybody reads who did, players nothing of an NPC's numbers, and it is one step of the log", async () => {
    const { ofBrawler, everyone, players } = six;
    await begin(gm, { [idOf(brawler)]: 1 });
    await declare(ofBrawler, brawler, [enforcer]);
    await react(gm, enforcer, 0, null);
    await phases("applied");
    const before = await agree();
    const first = await amounts();
    const [hurt] = first.targets;
    const points = hurt?.points ?? 0;
    expect(points).toBeGreaterThan(1);
    const wounds = await woundsOf(gm, enforcer);

    const ledger = (await newest(gm)).ledger;
    const args = { do: "correct", ledger, targets: [{ target: 0, points: points - 1 }] };
    // Two GMs at once: one of them commits, the other one has looked at a card that is no more.
    const second = await shared.join("assistant");
    await Promise.all([amend(gm, null, args), amend(second, null, args)]);
    const late = async (): Promise<string[]> => [...(await refusals(gm)), ...(await refusals(second))];
    await expect.poll(late).toEqual(["FATEWALKER.Amend.Stale"]);
    const corrected = await amounts();
    expect({ ...corrected, targets: corrected.targets.map((entry) => entry.points) }).toEqual({ kind: "amend", state: "applied", rolls: first.rolls, targets: [points - 1] });
    expect(await woundsOf(gm, enforcer)).toBe(wounds - 1);
    const name = await nameOf(enforcer);
    // Whose wish came first is chance.
    const eitherGm = expect.stringMatching(/^(Gamemaster|Assistant)$/) as unknown;
    await everywhere(everyone, async (client) => (await newest(client)).trace, [{ key: "FATEWALKER.Amend.Did.PointsUnseen", data: { by: eitherGm, name } }]);
    expect(await gm.run(() => game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "amend").length)).toBe(1);
    await correct([{ target: 0, points: points - 1 }]);
    await expect.poll(async () => refused(gm)).toBe("FATEWALKER.Amend.Nothing");
    await correct([{ target: 0, points: 1 }], ofBrawler);
    await expect.poll(() => refused(ofBrawler)).toBe("FATEWALKER.Intent.GMOnly");
    const after = await agree();

    // What stood of it is taken back with the correction, not before it.
    await wish(gm, "undo", null, { ledger });
    await settled(gm);
    await expect.poll(() => refused(gm)).toBe("FATEWALKER.Amend.UndoFirst");
    await back(gm);
    expect(differences(await agree(), before)).toEqual([]);
    await everywhere(everyone, async (client) => { const { phase, trace } = await newest(client); return { phase, trace }; }, { phase: "applied", trace: [] });
    await turn(true);
    expect(differences(await agree(), after)).toEqual([]);
    const record = JSON.parse(await gm.run(() => (game as unknown as { system: { api: { fightLog(combat: unknown): string } } }).system.api.fightLog(game.combats.contents[0]))) as FightRecord;
    const end = settledWorld(after);
    const played = replay(record);
    expect(differences(within(recorded(played), end), within(end, played))).toEqual([]);
    expect(record.steps.map(({ kind, state }) => [kind, state]).slice(-2)).toEqual([["exchange", "applied"], ["amend", "applied"]]);
    for (const player of players) expect(await player.run(() => JSON.stringify(game.messages.contents.filter(({ type }) => type === "exchange").map((message) => message.toObject())))).not.toContain("Did.Points\"");

    await correct([{ target: 0, points: 0 }]);
    expect(await woundsOf(gm, enforcer)).toBe(0);
    await back(gm);
    await back(gm);
    await back(gm);
    await phases("undone");
    expect(await woundsOf(gm, enforcer)).toBe(0);
  });

  test("L-A14 successes and the target of what is applied are corrected as well: the former one is as it was, with its ticks, and the new one is hurt by the same dice", async () => {
    const { ofBrawler, ofDuellist, everyone } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 20, [idOf(knight)]: 21 });
    const start = await whole();
    await declare(ofBrawler, brawler, [duellist]);
    await react(ofDuellist, duellist, 0, "evasion-dodge");
    await phases("applied");
    const { rolls } = await amounts();
    expect(await tickOf(duellist)).toBeGreaterThan(20);
    const cost = await tickOf(brawler);
    await correct([{ target: 0, to: knight }]);
    const [former, now] = [await nameOf(duellist), await nameOf(knight)];
    await everywhere(everyone, async (client) => { const card = await newest(client); return [card.targets, card.answers, card.trace.map(({ data }) => data)]; }, [[now], ["none"], [{ by: "Gamemaster", from: former, to: now }]]);
    expect([await tickOf(duellist), await woundsOf(gm, duellist), await tickOf(brawler)]).toEqual([20, 0, cost]);
    expect(await woundsOf(gm, knight)).toBeGreaterThan(0);
    expect((await amounts()).rolls["attack"]).toEqual(rolls["attack"]);
    const hurt = await woundsOf(gm, knight);
    await correct([{ target: 0, successes: 0 }]);
    await everywhere(everyone, async (client) => (await newest(client)).outcomes, ["missed"]);
    expect(await woundsOf(gm, knight)).toBe(0);
    await back(gm);
    expect(await woundsOf(gm, knight)).toBe(hurt);
    await back(gm);
    await back(gm);
    expect(differences(await agree(), start)).toEqual([]);
  });

  test("L-A14 what a correction takes back and does again is no more than that: an aim stays used up, and who does not bleed any more never did", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    const aimOf = (): Promise<object | null> => gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.system as unknown as { aim: object | null }).aim, idOf(brawler));
    const bleeds = (): Promise<boolean[]> => gm.run((id) => {
      const [combat] = game.combats.contents;
      const { bleeding } = combat?.combatants.get(id)?.actor?.system.wounds as unknown as { bleeding: object | null };
      return [bleeding !== null, Object.hasOwn(combat?.system.schedule ?? {}, `bleeding-${id}`)];
    }, idOf(enforcer));
    const aim = { bonus: 3, target: null, kind: "ranged" };
    await gm.run(async ([id, given]) => { await game.combats.contents[0]?.combatants.get(id)?.update({ system: { aim: given } }); }, [idOf(brawler), aim] as const);
    // One box more is the first Mortal one.
    await change(enforcer, { system: { wounds: { normal: { rows: 2, columns: 3, value: 6 } } } });
    const start = await whole();
    await declare(six.ofBrawler, brawler, [enforcer]);
    await react(gm, enforcer, 0, null);
    await phases("applied");
    expect([await aimOf(), await bleeds()]).toEqual([null, [true, true]]);
    const hit = await whole();

    await correct([{ target: 0, points: 0 }]);
    expect([await aimOf(), await bleeds()]).toEqual([null, [false, false]]);
    await back(gm);
    expect(differences(await agree(), hit)).toEqual([]);
    await turn(true);
    await correct([{ target: 0, successes: 0 }]);
    expect([await aimOf(), await bleeds()]).toEqual([null, [false, false]]);
    for (let step = 0; step < 3; step += 1) await back(gm);
    expect([await aimOf(), await bleeds()]).toEqual([aim, [false, false]]);
    expect(differences(await agree(), start)).toEqual([]);
  });

  test("L-A14 what later steps stand on is corrected once they are taken back; what only waits on top of it goes on waiting", async () => {
    const { ofBrawler, ofDuellist } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2 });
    await declare(ofBrawler, brawler, [enforcer]);
    await react(gm, enforcer, 0, null);
    await phases("applied");
    const attack = (await newest(gm)).id;
    const { ledger } = await newest(gm);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(duellist));
    await declare(ofDuellist, duellist, [enforcer]);
    await phases("answering");
    const wounds = await woundsOf(gm, enforcer);
    await wish(gm, "amend", null, { exchange: attack, do: "correct", ledger, targets: [{ target: 0, points: 1 }] });
    await settled(gm);
    expect(await woundsOf(gm, enforcer)).toBeLessThan(wounds);
    expect([(await newest(gm)).phase, (await clock(gm)).pending]).toEqual(["answering", (await newest(gm)).id]);
    await react(gm, enforcer, 0, null);
    await phases("applied");
    const both = await woundsOf(gm, enforcer);
    const second = await gm.run((id) => game.messages.get(id)?.system.ledger ?? "", attack);
    await wish(gm, "amend", null, { exchange: attack, do: "correct", ledger: second, targets: [{ target: 0, points: 3 }] });
    await settled(gm);
    await expect.poll(() => refused(gm)).toBe("FATEWALKER.Amend.LaterStepsStand");
    expect(await woundsOf(gm, enforcer)).toBe(both);
  });

  test("L-A14 what waits is called off by the very commit that corrects: where somebody else is due, whoever sees the card corrected sees it closed", async () => {
    const { ofBrawler, ofDuellist, ofKnight } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 2, [idOf(knight)]: 3, [idOf(enforcer)]: 40, [idOf(twin)]: 41 });
    await declare(ofBrawler, brawler, [duellist]);
    await react(ofDuellist, duellist, 0, "evasion-dodge");
    await phases("applied");
    const { id: attack, ledger } = await newest(gm);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(knight));
    await declare(ofKnight, knight, [enforcer]);
    await phases("answering");
    const waiting = (await newest(gm)).id;
    const seen = (client: HeadlessClient): Promise<string[]> => client.run(() => Reflect.get(globalThis, "seenWith") as string[]);
    for (const client of [gm, ofKnight]) await client.run(([corrected, open]) => {
      Reflect.set(globalThis, "seenWith", []);
      (globalThis as unknown as { Hooks: { on(name: string, hear: (message: { id: string }) => void): void } }).Hooks.on("updateChatMessage", ({ id }) => {
        if (id === corrected) (Reflect.get(globalThis, "seenWith") as string[]).push(game.messages.get(open)?.system.phase ?? "gone");
      });
    }, [attack, waiting] as const);
    // Without the dodge the duellist is due on tick 2, before the knight.
    await wish(gm, "amend", null, { exchange: attack, do: "correct", ledger, targets: [{ target: 0, to: twin }] });
    await settled(gm);
    for (const client of [gm, ofKnight]) await expect.poll(() => seen(client)).toEqual(["refused"]);
    await everywhere(six.everyone, async (client) => { const { active, pending } = await clock(client); return { active, pending }; }, { active: idOf(duellist), pending: null });
    expect(await gm.run((id) => game.messages.get(id)?.system.notice?.key, waiting)).toBe("FATEWALKER.Exchange.CalledOffByUndo");
  });

  test("L-A14 where the GM applies by hand, what lies on the table is corrected before it is applied", async () => {
    await gm.run(async () => { await game.settings.set("fatewalker", "autoApply", false); });
    await begin(gm, { [idOf(brawler)]: 1 });
    await declare(six.ofBrawler, brawler, [enforcer]);
    await react(gm, enforcer, 0, null);
    await phases("resolved");
    const points = (await amounts()).targets[0]?.points ?? 0;
    await correct([{ target: 0, points: points + 2 }]);
    expect([(await newest(gm)).phase, await woundsOf(gm, enforcer), (await amounts()).targets[0]?.points]).toEqual(["resolved", 0, points + 2]);
    // Two GMs have looked at the same card: its ledger stays, so that the number of its changes tells that one of them was quicker.
    const { ledger, trace } = await newest(gm);
    const args = (more: number): object => ({ do: "correct", ledger, amendments: trace.length, targets: [{ target: 0, points: points + more }] });
    await amend(gm, null, args(3));
    await amend(gm, null, args(4));
    await expect.poll(() => refused(gm)).toBe("FATEWALKER.Amend.Stale");
    expect([(await newest(gm)).ledger, (await newest(gm)).trace.length, (await amounts()).targets[0]?.points]).toEqual([ledger, 2, points + 3]);
    await correct([{ target: 0, points: points + 2 }]);
    // Whom the clock has act at another time by then is named on the card, and has no id there.
    await gm.run(async (id) => { await game.combats.contents[0]?.setInitiative(id, 9); }, idOf(brawler));
    await wish(gm, "react", null, { exchange: (await newest(gm)).id, do: "apply" });
    await settled(gm);
    await phases("applied");
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect((await amounts()).targets[0]?.points).toBe(points + 2);
    const notice = await gm.run((id) => game.messages.get(id)?.system.notice, (await newest(gm)).id);
    expect(notice).toEqual({ key: "FATEWALKER.Error.NotYourTick", data: { name: await nameOf(brawler), tick: 9, now: 1 } });
  });
});
