import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { afresh, begin, cards, clock, dice, fighters, gather, idOf, learn, ownerOf, react, refusals, settled, use, wish, woundsOf, type ActorLike, type Participant, type TableGlobals } from "./fight-table";
import { fightAfresh, openThree } from "./five-fighters";

/* What users of other systems complained of, sections A and E: cards of several steps, dice and rolls. A GM and two players. */

declare const game: TableGlobals;
declare const foundry: { applications: { api: { ApplicationV2: { prototype: { render: (this: object) => Promise<object> } } } } };
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const Roll: new (formula: string) => RollLike;
interface RollLike {
  formula: string;
  total: number;
  dice: { results: { result: number; success?: boolean }[] }[];
  evaluate(): Promise<RollLike>;
}
interface Shown {
  dice: number;
  user: string;
  whisper: string[] | null;
}

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let extra: HeadlessClient[];
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let twin: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;

beforeAll(async () => {
  ({ table, gm, anna, ben } = await openThree());
}, 60_000);
beforeEach(async () => {
  extra = [];
  ({ brawler, duellist, enforcer, twin, marksman, ofBrawler } = await fightAfresh(gm, [anna, ben]));
  for (const who of [brawler, enforcer]) await learn(gm, who, "unarmed-strike", "evasion-dodge");
  await gather(gm, [brawler, duellist, enforcer, twin, marksman]);
  await dice(gm, 0.95);
  for (const who of [brawler, enforcer]) await change(who, { system: { attributes: { prowess: { value: 5 } } } });
  await gm.run(async () => { await game.settings.set("fatewalker", "autoApply", true); });
});
afterEach(async () => {
  const problems = [gm, anna, ben, ...extra].flatMap((client) => client.problems.splice(0));
  for (const client of extra) await client.close();
  expect(problems).toEqual([]);
});
afterAll(() => table.close());

/** One more Gamemaster. Which of two is the active one hangs on their ids, so the dice of both fall alike. */
const another = async (name: string): Promise<HeadlessClient> => {
  const client = await table.faults.addGamemaster(name);
  extra.push(client);
  await dice(client, 0.95);
  return client;
};
const phase = (client: HeadlessClient, wanted: string): Promise<unknown> =>
  client.until((name) => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.system.phase === name, wanted);
const lastCard = (client: HeadlessClient): Promise<string> => client.run(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.id ?? "");
/** What the GM does with a card by its buttons. */
const press = async (client: HeadlessClient, button: "apply" | "cancel" | "resolve"): Promise<void> => {
  await wish(client, "react", null, { exchange: await lastCard(client), do: button });
};
const byHand = (on: boolean): Promise<void> => gm.run(async (apply) => { await game.settings.set("fatewalker", "autoApply", apply); }, !on);
const change = (who: Participant, changes: object): Promise<void> =>
  gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update(data); }, [idOf(who), changes] as const);
/** The pool that somebody rolls on Prowess(Agility) now, and the lines that its card lists. */
const pool = (client: HeadlessClient, who: Participant): Promise<{ normal: number; wounded: number; dice: number }> =>
  client.run(async (id) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
    const api = game.system.api as unknown as { rollCheck(check: object, options: object): Promise<{ system: { pool: { normal: number; wounded: number } }; rolls: RollLike[] }> };
    const message = await api.rollCheck({ attribute: "prowess", skill: "agility" }, { actor, fast: true });
    const { normal, wounded } = message.system.pool;
    return { normal, wounded, dice: message.rolls.flatMap((roll) => roll.dice).reduce((sum, { results }) => sum + results.length, 0) };
  }, idOf(who));

describe("cards of several steps", () => {
  test("L-A04 of three unlinked copies the one that is hit is hurt, and rolls with its wounds from then on", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await change(twin, { system: { wounds: { normal: { value: 11 } } } });
    await use(ofBrawler, brawler, "unarmed-strike", [twin]);
    await react(gm, twin, brawler, null);
    await phase(gm, "applied");
    expect(await woundsOf(gm, twin)).toBeGreaterThan(11);
    expect(await woundsOf(gm, enforcer)).toBe(0);
    const [hurt, whole] = [await pool(gm, twin), await pool(gm, enforcer)];
    expect(hurt.wounded).toBeGreaterThan(0);
    expect(whole.wounded).toBe(0);
    const behind = await gm.run(async () => {
      const base = game.actors.contents.find(({ system }) => system.key === "pregen-enforcer") as unknown as ActorLike & { id: string };
      const scene = game.scenes.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ actor: ActorLike }[]> };
      const [fresh] = await scene.createEmbeddedDocuments("Token", [{ actorId: base.id, actorLink: false, x: 100, y: 100 }]);
      return [base, fresh?.actor].map((actor) => { const wounds = actor?.system.wounds; return wounds === undefined ? -1 : wounds.temporary.value + wounds.normal.value; });
    });
    expect(behind).toEqual([0, 0]);
  });

  test("L-A05 L-A06 the target is the one that was targeted, whomever the GM has targeted when it is applied; the card named it before", async () => {
    await byHand(true);
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await gm.run((uuids) => {
      const { utils } = (globalThis as unknown as { foundry: { utils: { fromUuidSync(uuid: string): unknown } } }).foundry;
      game.user.targets = new Set(uuids.map((uuid) => ({ document: utils.fromUuidSync(uuid) })));
    }, [twin.token ?? "", brawler.token ?? ""]);
    await react(gm, enforcer, brawler, null);
    await phase(gm, "resolved");
    expect(await gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.targets.map(({ who }) => who.participant.token))).toEqual([enforcer.token]);
    await press(gm, "apply");
    await phase(gm, "applied");
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect([await woundsOf(gm, twin), await woundsOf(gm, brawler)]).toEqual([0, 0]);
  });

  test("L-A07 once the attack is evaded nothing more is rolled, asked or marked", async () => {
    await change(enforcer, { system: { attributes: { prowess: { value: 12 } } } });
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, "evasion-dodge");
    await phase(gm, "applied");
    const [card] = await cards(gm);
    expect(card?.outcomes).toEqual(["evaded"]);
    const record = await gm.run(() => {
      const ledger = game.messages.contents.find(({ type, system }) => type === "ledger" && system.kind === "exchange") as unknown as { system: { record: { rolls: Record<string, number[]>; targets: { steps: { kind: string }[] }[] } } } | undefined;
      return { rolls: Object.keys(ledger?.system.record.rolls ?? {}), steps: ledger?.system.record.targets[0]?.steps.map(({ kind }) => kind) ?? [] };
    });
    expect(record.rolls.sort()).toEqual(["attack", "reaction:0"]);
    for (const later of ["promote", "damage", "absorb", "wounds"]) expect(record.steps).not.toContain(later);
    expect(await woundsOf(gm, enforcer)).toBe(0);
  });

  test("L-A09 a blow, a weapon, a shot and a maneuver of the group's own can be answered, and each comes to wounds", async () => {
    await gm.run(async (id) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
      const strike = actor?.items.contents.find(({ system }) => system.key === "unarmed-strike") as unknown as { toObject(): { name: string; system: object } };
      const source = strike.toObject();
      await actor?.createEmbeddedDocuments("Item", [{ ...source, name: "House Blow", system: { ...source.system, key: "house-blow" } }]);
    }, idOf(brawler));
    await learn(gm, duellist, "melee-attack");
    await learn(gm, brawler, "evasion-dodge-missile");
    await learn(gm, marksman, "ranged-shoot");
    const ofDuellist = await ownerOf(duellist, [anna, ben]);
    for (const [client, who, key, target] of [[ofBrawler, brawler, "unarmed-strike", enforcer], [ofDuellist, duellist, "melee-attack", enforcer], [gm, marksman, "ranged-shoot", brawler], [ofBrawler, brawler, "house-blow", enforcer]] as const) {
      await afresh(gm, [anna, ben]);
      const now = await fighters(gm);
      const again = (old: Participant, name: string): Participant => now[`pregen-${name}`]?.[0] ?? old;
      const names = new Map([[brawler, "brawler"], [duellist, "duellist"], [enforcer, "enforcer"], [marksman, "marksman"]]);
      const [attacker, struck] = [again(who, names.get(who) ?? ""), again(target, names.get(target) ?? "")];
      await begin(gm, { [idOf(attacker)]: 1 });
      await use(client, attacker, key, [struck]);
      await gm.until(() => ["answering", "applied", "refused"].includes(game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase ?? ""));
      expect([key, (await cards(gm)).at(-1)?.answers, await refusals(client)]).toEqual([key, ["pending"], []]);
      await react(gm, struck, attacker, null);
      await phase(gm, "applied");
      expect([key, (await cards(gm)).at(-1)?.outcomes]).toEqual([key, ["hit"]]);
      expect(await woundsOf(gm, struck), key).toBeGreaterThan(0);
    }
  });

  test("L-A10 a token without an actor harms nothing; of two targets the one that is gone is named, and the other one is served", async () => {
    const empty = await gm.run(async () => {
      const scene = game.scenes.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ uuid: string }[]> };
      return (await scene.createEmbeddedDocuments("Token", [{ name: "Nobody", actorId: null, x: 1300, y: 900 }]))[0]?.uuid ?? "";
    });
    const added = await gm.run(async () => {
      const scene = game.scenes.contents[0] as unknown as { id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string; actorId: string; uuid: string }[]> };
      const base = game.actors.contents.find(({ system }) => system.key === "pregen-enforcer") as unknown as { id: string };
      const [token] = await scene.createEmbeddedDocuments("Token", [{ actorId: base.id, actorLink: false, name: "Third", x: 1320, y: 900 }]);
      await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ tokenId: token?.id, sceneId: scene.id, actorId: token?.actorId }]);
      return token?.uuid ?? "";
    });
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [{ actor: "", token: empty, combatant: null }, enforcer, { ...twin, token: added }]);
    await phase(gm, "answering");
    expect((await cards(gm)).at(-1)?.answers).toEqual(["pending", "pending"]);
    await gm.run(async (uuid) => {
      const token = (globalThis as unknown as { foundry: { utils: { fromUuidSync(uuid: string): { delete(): Promise<unknown> } } } }).foundry.utils.fromUuidSync(uuid);
      await token.delete();
    }, added);
    await react(gm, enforcer, brawler, null);
    await press(gm, "resolve");
    await phase(gm, "applied");
    await settled(gm);
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    const told = await anna.until(() => {
      const card = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.system as unknown as { phase: string; notice: { key: string; data: object } | null; targets: { who: { name: string } }[] } | undefined;
      return card?.phase === "applied" ? { notice: card.notice, names: card.targets.map(({ who }) => who.name) } : null;
    });
    expect(told).toEqual({ notice: { key: "FATEWALKER.Exchange.TargetsGone", data: { names: "Third" } }, names: ["Enforcer (1)", "Third"] });
  });

  test("L-A11 damage that two GMs give in the same instant, and one of them twice without waiting, is all there in the end", async () => {
    const second = await another("Eleventh Gamemaster");
    const strike = (client: HeadlessClient, points: readonly number[]): Promise<void> =>
      client.run(async ([id, all]) => {
        const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
        const api = game.system.api as unknown as { applyDamage(amount: number, options: object): Promise<void> };
        await Promise.all(all.map((amount) => api.applyDamage(amount, { targets: [actor], skipTemporary: true })));
      }, [idOf(enforcer), points] as const);
    await Promise.all([strike(gm, [2, 1]), strike(second, [3])]);
    await settled(gm);
    for (const client of [gm, second, anna]) await expect.poll(() => woundsOf(client, enforcer)).toBe(6);
  });

  test("L-A12 Apply pressed twice, by two GMs at once, and again after a reload counts once", async () => {
    const second = await another("Twelfth Gamemaster");
    await byHand(true);
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    await phase(second, "resolved");
    await Promise.all([press(gm, "apply"), press(gm, "apply"), press(second, "apply")]);
    await phase(gm, "applied");
    await settled(gm);
    const once = await woundsOf(gm, enforcer);
    expect(once).toBeGreaterThan(0);
    await gm.reload();
    await dice(gm, 0.95);
    await press(gm, "apply");
    await settled(gm);
    expect(await woundsOf(gm, enforcer)).toBe(once);
    expect((await cards(gm)).map(({ phase: state }) => state)).toEqual(["applied"]);
  });

  test("L-A13 three targets, two of them tokens of one linked actor: two parts on the card, and that actor is hurt once", async () => {
    const ghost = await gm.run(async (uuid) => {
      const scene = game.scenes.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ uuid: string }[]> };
      const actor = game.actors.contents.find((entry) => entry.uuid === uuid) as unknown as { id: string } | undefined;
      return (await scene.createEmbeddedDocuments("Token", [{ name: "Twice", actorId: actor?.id, actorLink: true, x: 1310, y: 900 }]))[0]?.uuid ?? "";
    }, duellist.actor);
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [duellist, { ...duellist, token: ghost }, enforcer]);
    await phase(gm, "answering");
    expect((await cards(gm)).at(-1)?.answers).toHaveLength(2);
    await press(gm, "resolve");
    await phase(gm, "applied");
    const alone = await woundsOf(gm, duellist);
    expect(alone).toBeGreaterThan(0);
    const told = await gm.run(() => {
      const ledger = game.messages.contents.find(({ type, system }) => type === "ledger" && system.kind === "exchange") as unknown as { system: { record: { targets: { steps: { kind: string; points?: number }[] }[] } } } | undefined;
      return ledger?.system.record.targets.map(({ steps }) => steps.find(({ kind }) => kind === "wounds")?.points ?? 0) ?? [];
    });
    expect(told).toHaveLength(2);
    expect(alone).toBe(told[0]);
  });

  test("L-A14 an attack that the GM cancels can be answered no more, and nothing of it is left waiting", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
    await phase(gm, "answering");
    const card = await lastCard(gm);
    await press(gm, "cancel");
    await settled(gm);
    const ofDuellist = await ownerOf(duellist, [anna, ben]);
    await wish(ofDuellist, "react", duellist, { exchange: card, target: 0, reaction: null, choices: {} });
    await settled(gm);
    await expect.poll(async () => (await refusals(ofDuellist)).length).toBe(1);
    const { pending, active, tick } = await clock(gm);
    expect({ pending, active, tick }).toEqual({ pending: null, active: idOf(brawler), tick: 1 });
    expect(await woundsOf(gm, duellist)).toBe(0);
  });

  test("L-A15 with two GMs the owner alone is asked, once; when she goes, one GM is", async () => {
    const second = await another("Fifteenth Gamemaster");
    const all = [gm, second, anna, ben];
    for (const client of all) {
      await client.run(() => {
        const asked: string[] = [];
        Object.assign(globalThis, { asked });
        foundry.applications.api.ApplicationV2.prototype.render = function noted(this: object) {
          if (this.constructor.name === "ReactionPrompt") asked.push(this.constructor.name);
          return Promise.resolve(this);
        };
      });
    }
    const asked = (clients: readonly HeadlessClient[]): Promise<number[]> => Promise.all(clients.map((client) => client.run(() => (globalThis as unknown as { asked: string[] }).asked.length)));
    await begin(gm, { [idOf(enforcer)]: 1 });
    await use(gm, enforcer, "unarmed-strike", [brawler]);
    for (const client of all) await phase(client, "answering");
    const others = all.filter((client) => client !== ofBrawler);
    await expect.poll(() => asked([ofBrawler])).toEqual([1]);
    expect(await asked(others)).toEqual([0, 0, 0]);
    await ofBrawler.close();
    const gms = async (): Promise<number> => (await asked([gm, second])).reduce((sum, count) => sum + count, 0);
    await expect.poll(gms).toBe(1);
    expect(await asked(others.filter((client) => client !== gm && client !== second))).toEqual([0]);
    await react(gm, brawler, enforcer, null);
    await phase(gm, "applied");
    await Promise.all([ofBrawler.reload(), gm.reload()]);
  });
});

describe("dice and rolls", () => {
  test("L-E01 a defender with no dice left answers all the same, and the damage follows", async () => {
    await change(enforcer, { system: { attributes: { prowess: { value: 0 } }, wounds: { normal: { value: 23 } } } });
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, "evasion-dodge");
    await phase(gm, "applied");
    const card = await gm.run(() => {
      const { rolls, targets } = game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system ?? { rolls: [], targets: [] };
      return { answered: rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0, outcome: targets[0]?.outcome };
    });
    expect(card).toEqual({ answered: 0, outcome: "hit" });
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(23);
  });

  test("L-E02 dice shown are dice rolled, whatever is typed into the data: text, nothing, too little", async () => {
    for (const [prowess, wounds] of [["5", 0], [3, 16], [1, 24], ["", 0], [0, 8]] as const) {
      await change(brawler, { system: { attributes: { prowess: { value: prowess } }, wounds: { normal: { value: wounds } } } });
      const { normal, wounded, dice: thrown } = await pool(ofBrawler, brawler);
      expect(normal + wounded).toBe(thrown);
      const attribute = await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.system.attributes["prowess"]?.value, idOf(brawler));
      expect(typeof attribute).toBe("number");
      expect(thrown).toBeLessThanOrEqual(attribute ?? 0);
    }
  });

  test("a TN that is left out is 0, as for a roll without a skill, and never a sum of faces", async () => {
    const rolled = await gm.run(async () => {
      const faces = [0.95, 0.999, 0.05];
      CONFIG.Dice.randomUniform = () => faces.shift() ?? 0.5;
      const roll = await new Roll("6dztn").evaluate();
      return { formula: roll.formula, total: roll.total, counted: roll.dice.flatMap(({ results }) => results.filter(({ success }) => success)).length };
    });
    expect(rolled.formula).toBe("6dztn0");
    expect(rolled.total).toBe(rolled.counted);
    expect(rolled.total).toBeLessThan(6);
  });

  test("L-E09 dice in 3D are shown once for each throw, as the roller's; what players may not know to GMs alone, and none again on redo", async () => {
    await gm.run(() => {
      const shown: Shown[] = [];
      const dice3d = { showForRoll: (roll: RollLike, user: { id: string }, _synchronize: boolean, whisper: string[] | null) => { shown.push({ dice: roll.dice.reduce((sum, { results }) => sum + results.length, 0), user: user.id, whisper }); return Promise.resolve(true); } };
      Object.assign(game, { dice3d });
      Object.assign(globalThis, { shown });
    });
    const shown = (): Promise<Shown[]> => gm.run(() => (globalThis as unknown as { shown: Shown[] }).shown);
    await begin(gm, { [idOf(brawler)]: 1 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    await phase(gm, "applied");
    const gms = await gm.run(() => game.users.contents.filter(({ isGM }) => isGM).map(({ id }) => id).sort());
    const [attack, damage, ...rest] = await shown();
    expect(rest).toEqual([]);
    expect(attack).toMatchObject({ user: ofBrawler.userId, whisper: null });
    // Damage dice that fell on its armor would tell how much of that there is.
    expect([...(damage?.whisper ?? [])].sort()).toEqual(gms);
    const ledger = await gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.ledger ?? "");
    await wish(gm, "undo", null, { ledger, redo: false });
    await settled(gm);
    await wish(gm, "undo", null, { ledger, redo: true });
    await settled(gm);
    expect(await woundsOf(gm, enforcer)).toBeGreaterThan(0);
    expect(await shown()).toHaveLength(2);
    // A roll that is no exchange carries its dice in the message: the module shows them by itself.
    await pool(ofBrawler, brawler);
    expect(await shown()).toHaveLength(2);
    await gm.run(() => { Object.assign(game, { dice3d: undefined }); });
  });
});
