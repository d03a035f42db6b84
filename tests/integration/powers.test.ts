import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";

/* Powers where they belong: in a roll, once the dice lie there, when damage comes, at the start of a fight; paid, refused and taken back. */

interface Participant {
  actor: string;
  token: string | null;
  combatant: string | null;
}
interface Tracks {
  will: { rating: number; spent: number; fatigue: number; exhaustion: number; max: number };
  fate: { rating: number; spent: number; apathy: number };
}
interface ActorLike {
  uuid: string;
  items: { contents: { id: string; uuid: string; type: string; system: { key: string } }[] };
  system: Tracks & { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } }; learning: Record<string, number> };
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
  toObject(): { system: Record<string, unknown> };
}
interface CombatantLike {
  id: string;
  initiative: number | null;
  actor: ActorLike | null;
  token: { uuid: string } | null;
  flags: { fatewalker?: { powers?: Record<string, unknown> } };
  update(changes: object): Promise<unknown>;
  toObject(): { flags: object; initiative: number | null };
}
interface Card {
  id: string;
  phase: string;
  ledger: string;
  notice: { key: string; data: Record<string, unknown> } | null;
  offers: { side: "attacker" | number; key: string; guard?: Participant }[];
  rolls: { id: string; tn: number | null; successes: number; dice: { face: number }[]; earlier?: { power: string; dice: { face: number }[] }[] }[];
  targets: { answer: { kind: string } | null; outcome: string | null; steps: { kind: string; name?: string; points?: number; who?: string; successes?: number; text?: string }[]; who: { participant: Participant } }[];
}
declare const game: {
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  combats: { contents: { id: string; round: number; combatants: { contents: CombatantLike[] }; system: { schedule: Record<string, { tick: number }> }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown>; update(changes: object): Promise<unknown> }[] };
  messages: { contents: { id: string; type: string; content: string; delete(): Promise<unknown>; toObject(): { system: Omit<Card, "id"> } }[]; get(id: string): { toObject(): { system: { record: { acts?: unknown[]; declaration: { modifiers: Modifier[] }; targets: { answer: { modifiers: Modifier[] } }[] } } } } | undefined };
  system: { api: { rollCheck(check: object, options: { actor: ActorLike; fast: boolean }): Promise<{ toObject(): { system: { modifiers: Modifier[] } } } | null> } };
  packs: { get(id: string): { getDocuments(): Promise<{ uuid: string; system: { key: string }; toObject(): object }[]> } | undefined };
};
interface Modifier {
  key: string;
  value: number;
  enabled: boolean;
}
interface Roll {
  evaluate(): Promise<unknown>;
}
declare const CONFIG: { Dice: { randomUniform: () => number; rolls: { name: string; fromPool(pool: object): Roll }[] } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown>; deleteDocuments(ids: string[]): Promise<unknown> } };
declare const Actor: { implementation: { create(source: object): Promise<ActorLike> } };
declare const fromUuid: (uuid: string) => Promise<object | null>;
declare const foundry: { utils: { randomID(): string }; data: { operators?: { ForcedDeletion: new () => object } } };

let table: HeadlessTable;
let gm: HeadlessClient;
let hero: Participant;
let foe: Participant;

const fighter = async (key: string): Promise<Participant> => {
  const found = await gm.run((wanted) => (game.combats.contents[0]?.combatants.contents ?? [])
    .filter(({ actor }) => actor?.system !== undefined && (actor.toObject().system["key"] as string) === wanted)
    .map(({ id, actor, token }) => ({ actor: actor?.uuid ?? "", token: token?.uuid ?? null, combatant: id }))[0], key);
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
};

const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

/** Faces in the order in which they fall, from 0 to 9; the last one goes on. */
const dice = (...faces: number[]): Promise<void> => gm.run((wanted) => {
  const rest = [...wanted];
  // A stored 10 is a 0: the face f comes from 1 - (f - 0.5) / 10.
  CONFIG.Dice.randomUniform = () => {
    const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
    return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
  };
}, faces);

/** Deletes a key of the data of somebody's actor, or of the fight, in the words of the generation. */
async function drop(who: Participant | null, path: string, key: string): Promise<void> {
  await gm.run(async ([id, parent, last]) => {
    const combat = game.combats.contents[0];
    const document = (id === null ? combat : combat?.combatants.contents.find((entry) => entry.id === id)?.actor) as { update(changes: object): Promise<unknown> } | null | undefined;
    const Operator = foundry.data.operators?.ForcedDeletion;
    await document?.update(Operator ? { [`${parent}.${last}`]: new Operator() } : { [`${parent}.-=${last}`]: null });
  }, [who?.combatant ?? null, path, key] as const);
}

/** Takes every power off somebody and gives those of these keys. */
async function arm({ combatant }: Participant, keys: readonly string[], ...updates: readonly object[]): Promise<void> {
  await gm.run(async ([id, wanted, changes]) => {
    const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
    if (!actor) return;
    const own = actor.items.contents.filter(({ type }) => type === "power").map((item) => item.id);
    if (own.length > 0) await actor.deleteEmbeddedDocuments("Item", own);
    const documents = wanted.length === 0 ? [] : ((await game.packs.get("fatewalker.powers")?.getDocuments()) ?? []);
    if (wanted.length > 0) await actor.createEmbeddedDocuments("Item", documents.filter(({ system }) => wanted.includes(system.key)).map((document) => document.toObject()));
    for (const update of changes) await actor.update(update);
  }, [combatant, keys, updates] as const);
}

const itemOf = ({ combatant }: Participant, key: string): Promise<{ id: string; uuid: string }> =>
  gm.run(([id, wanted]) => {
    const item = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.items.contents.find(({ system }) => system.key === wanted);
    if (!item) throw new Error(`Nobody has ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [combatant, key] as const);

async function wish(op: string, participant: Participant | null, args: object): Promise<void> {
  await gm.run(async (system) => {
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: foundry.utils.randomID() } });
  }, { op, participant, args });
  await settled();
}

const cards = (): Promise<Card[]> => gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").map((message) => ({ ...message.toObject().system, id: message.id })));
const lastCard = async (): Promise<Card> => {
  const card = (await cards()).at(-1);
  if (!card) throw new Error("There is no card.");
  return card;
};
/** The last card that is no refusal. */
const exchange = async (): Promise<Card> => {
  const card = (await cards()).filter(({ phase }) => phase !== "refused").at(-1);
  if (!card) throw new Error("There is no exchange.");
  return card;
};

const power = async (who: Participant, key: string, more: object = {}): Promise<object> => ({ item: (await itemOf(who, key)).id, units: 1, named: null, options: [], ...more });
const declare = async (choices: object = {}): Promise<void> =>
  wish("declare", hero, { maneuver: (await itemOf(hero, "unarmed-martial-kick")).uuid, targets: [foe], choices, mode: "public" });
const answer = async (key: string | null, choices: object = {}): Promise<void> => {
  const card = await exchange();
  await wish("react", foe, { exchange: card.id, target: 0, reaction: key === null ? null : (await itemOf(foe, key)).id, choices });
};
const offer = async (who: Participant, what: object): Promise<void> => {
  const card = await exchange();
  // The GM asks for whoever is asked: the moment is the one that stands on the card, or in the state where the GM's own are asked.
  const moment = card.offers.find(({ side }) => (side === "attacker" ? who === hero : who === foe))?.key ?? "";
  await wish("spend", who, { exchange: card.id, moment, ...what });
};
const offerAt = async (who: Participant, { id, offers }: Card, what: object): Promise<void> => wish("spend", who, { exchange: id, moment: offers.find(({ side }) => side === 0)?.key ?? "", ...what });
/** What a power has begun, as if it had been used when the fight began. */
const mark = ({ combatant }: Participant, powers: object): Promise<void> => gm.run(async ([id, change]) => {
  await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { powers: change } } });
}, [combatant, powers] as const);
const undo = async (): Promise<void> => wish("undo", null, { ledger: (await exchange()).ledger });
const use = async (who: Participant, key: string, targets: Participant[] = []): Promise<void> => wish("spend", who, { item: (await itemOf(who, key)).id, targets, mode: "public" });

const tracks = ({ combatant }: Participant): Promise<Tracks> => gm.run((id) => {
  const system = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system;
  if (!system) throw new Error("Nobody is there.");
  const { will, fate } = system;
  return JSON.parse(JSON.stringify({ will, fate })) as Tracks;
}, combatant);
const wounds = ({ combatant }: Participant): Promise<number> => gm.run((id) => {
  const chart = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system.wounds;
  return chart === undefined ? -1 : chart.temporary.value + chart.normal.value + chart.normal.stun + chart.mortal.value;
}, combatant);
const memory = ({ combatant }: Participant): Promise<Record<string, unknown>> => gm.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.flags.fatewalker?.powers ?? {}, combatant);
const modifiers = async (): Promise<Modifier[]> => {
  const { ledger } = await exchange();
  return gm.run((id) => game.messages.get(id)?.toObject().system.record.declaration.modifiers ?? [], ledger);
};
const attackDice = async (): Promise<number> => (await exchange()).rolls.find(({ id }) => id === "attack")?.dice.length ?? 0;

/** A point of each track is spent, and no more is there. */
const BROKE = { system: { will: { rating: 0, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 4, apathy: 0, ennui: false } } };
const RICH = { system: { will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 0, apathy: 0, ennui: false }, wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } } } };

/** Everybody as at the start, the hero due; one table serves all scenarios. */
async function fresh(heroPowers: readonly string[], foePowers: readonly string[] = [], changes: { readonly hero?: object; readonly foe?: object } = {}): Promise<void> {
  await gm.run(async () => {
    const old = game.messages.contents.filter(({ type }) => ["exchange", "ledger", "intent", "healing"].includes(type)).map(({ id }) => id);
    if (old.length > 0) await ChatMessage.implementation.deleteDocuments(old);
  });
  await arm(hero, heroPowers, ...(changes.hero ? [RICH, changes.hero] : [RICH]));
  await arm(foe, foePowers, ...(changes.foe ? [RICH, changes.foe] : [RICH]));
  await due(hero);
}

/** It is this one's turn, and nobody else's. */
const due = ({ combatant }: Participant): Promise<void> => gm.run(async (first) => {
  const combat = game.combats.contents[0];
  if (!combat) return;
  for (const { id, initiative } of combat.combatants.contents) {
    const wanted = id === first ? combat.round : combat.round + 60;
    if (initiative !== wanted && (id === first || (initiative ?? 0) <= combat.round)) await combat.setInitiative(id, wanted);
  }
}, combatant);

/** A check on the table as its roller's client makes it, with a power in it; null faces of Fate: none is rolled. */
async function checked({ actor, token, combatant }: Participant, { skill, modifier, faces, fate = null, unpaid = null }: { readonly skill: string; readonly modifier: object; readonly faces: number; readonly fate?: number | null; readonly unpaid?: object | null }): Promise<string> {
  return gm.run(async ([participant, branch, power, count, besides, without]) => {
    const FatewalkerRoll = CONFIG.Dice.rolls.find(({ name }) => name === "FatewalkerRoll");
    if (FatewalkerRoll === undefined) throw new Error("There are no such rolls.");
    const pool = { normal: count, wounded: 0, tn: 4, woundedTn: 2 };
    const roll = FatewalkerRoll.fromPool(pool);
    await roll.evaluate();
    const second = besides === null ? null : FatewalkerRoll.fromPool({ normal: besides, wounded: 0, tn: 3, woundedTn: 1 });
    await second?.evaluate();
    const message = (await ChatMessage.implementation.create({
      type: "check", content: "", rolls: second === null ? [roll] : [roll, second],
      system: { participant, title: "Focus", attribute: "focus", skill: branch, pool, modifiers: [power], ticks: null, unpaid: without },
    })) as { id: string };
    return message.id;
  }, [{ actor, token, combatant }, skill, modifier, faces, fate, unpaid] as const);
}
const paymentOf = (message: string): Promise<{ paid: boolean; refusal: object | null } | null> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { payment: { paid: boolean; refusal: object | null } | null } }).system.payment, message);

/** One Normal box short of death: the next wounds kill. */
async function nearDeath({ combatant }: Participant): Promise<object> {
  return gm.run((id) => {
    const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
    const { temporary, normal, mortal } = (actor?.system as unknown as { derived: { chart: { temporary: { max: number }; normal: { rows: number; columns: number }; mortal: { max: number } } } }).derived.chart;
    return { system: { wounds: { temporary: { value: temporary.max }, normal: { value: normal.rows * normal.columns, stun: 0 }, mortal: { value: Math.max(0, mortal.max - 1) } } } };
  }, combatant);
}

/** In V13, whose writes are others, the scenarios that pay, hurt and go back; all of them with FULL=1. */
const FULL = process.env["FULL"] === "1";

describe.each([14, 13] as const)("powers at the table, generation %i", (generation) => {
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    gm = await table.join("gamemaster");
    hero = await fighter("pregen-duellist");
    foe = await fighter("pregen-enforcer");
    await gm.run(async ([first, keys]) => {
      const combat = game.combats.contents[0];
      if (!combat) throw new Error("There is no fight.");
      await game.settings.set("fatewalker", "askForPowers", true);
      await game.settings.set("fatewalker", "autoAdvance", false);
      const documents = (await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? [];
      for (const { actor } of combat.combatants.contents) await actor?.createEmbeddedDocuments("Item", documents.filter(({ system }) => (keys as readonly string[]).includes(system.key)).map((document) => document.toObject()));
      for (const { id } of combat.combatants.contents) await combat.setInitiative(id, id === first ? 1 : 60);
      await combat.startCombat();
    }, [hero.combatant, ["unarmed-martial-kick", "evasion-dodge", "common-sprint"]] as const);
  });
  afterAll(async () => {
    const { problems } = gm;
    await table.close();
    expect(problems).toEqual([]);
  });
  beforeEach(() => dice(1));
  const also = test.runIf(generation === 14 || FULL);

  describe("put into a roll", () => {
    let plain = 0;
    beforeAll(async () => {
      await dice(9);
      await fresh([]);
      await declare();
      await answer(null);
      plain = await attackDice();
      await undo();
    });

    test("R270 L-E06 Driven: two dice for one Will, paid once with the exchange, given back with it; twice for two", async () => {
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven") });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent]).toEqual([plain + 2, 1]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven", { units: 2 }) });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent]).toEqual([plain + 4, 2]);
    });

    also.each(["power-will-driven", "power-fate-master-mastery", "power-fate-destroyer-wrath", "power-fate-maker-predestined", "power-fate-protector-righteous-strike"])("without points %s is refused, and nothing is declared", async (key) => {
      await fresh([key], [], { hero: BROKE });
      await declare({ power: await power(hero, key) });
      const card = await lastCard();
      expect([card.phase, card.notice?.key]).toEqual(["refused", key.includes("-will-") ? "FATEWALKER.Error.NotEnoughWill" : "FATEWALKER.Error.NotEnoughFate"]);
    });

    also("Mastery: the TN rises by one for one Fate; without wounds Painless has nothing to ignore", async () => {
      await fresh(["power-fate-master-mastery", "power-will-painless"]);
      await dice(9);
      await declare();
      await answer(null);
      const before = (await exchange()).rolls[0]?.tn ?? 0;
      await undo();
      await fresh(["power-fate-master-mastery", "power-will-painless"]);
      await dice(9);
      await declare({ power: await power(hero, "power-fate-master-mastery") });
      await answer(null);
      expect([(await exchange()).rolls[0]?.tn, (await tracks(hero)).fate.spent]).toEqual([Math.min(7, before + 1), 1]);
      await undo();
      expect((await tracks(hero)).fate.spent).toBe(0);
      await declare({ power: await power(hero, "power-will-painless") });
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.PowerUse.NoPenalty");
    });

    also("R275 Painless: all wounds are ignored for one action", async () => {
      await fresh(["power-will-painless"], [], { hero: { system: { wounds: { normal: { value: 20 } } } } });
      await dice(9);
      await declare({ power: await power(hero, "power-will-painless") });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent]).toEqual([plain, 1]);
      const roll = (await exchange()).rolls[0] as unknown as { woundedTn: number | null };
      expect(roll.woundedTn).toBeNull();
    });

    test("R282 Wrath: Fate's successes are added, what it lacks is damage to the user, and from half of the dice the point comes back", async () => {
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(...Array.from({ length: plain }, () => 9), 1, 9, 9, 9, 9);
      await declare({ power: await power(hero, "power-fate-destroyer-wrath") });
      await answer(null);
      const card = await exchange();
      expect([card.rolls.find(({ id }) => id === "fate:attack")?.dice.length, card.targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes]).toEqual([4, 1]);
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([1, 1]);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(...Array.from({ length: plain }, () => 9), 1, 1, 9, 9, 9);
      await declare({ power: await power(hero, "power-fate-destroyer-wrath") });
      await answer(null);
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    also("Predestined: two named of Fate 4; one rolled counts two, three rolled count two and cost nothing", async () => {
      const successes = async (rolled: number): Promise<[number | undefined, number]> => {
        await fresh(["power-fate-maker-predestined"]);
        await dice(...Array.from({ length: rolled }, () => 1), ...Array.from({ length: plain - rolled }, () => 9), 9);
        await declare({ power: await power(hero, "power-fate-maker-predestined", { named: 2 }) });
        await answer(null);
        return [(await exchange()).targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes, (await tracks(hero)).fate.spent];
      };
      expect([await successes(1), await successes(2), await successes(3)]).toEqual([[2, 1], [4, 0], [2, 0]]);
      await fresh(["power-fate-maker-predestined"]);
      await declare({ power: await power(hero, "power-fate-maker-predestined", { named: 3 }) });
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Power.Named");
    });

    also("Righteous Strike: two successes, no defence, six points for three Fate", async () => {
      await fresh(["power-fate-protector-righteous-strike"]);
      await dice(...Array.from({ length: plain }, () => 9), 1);
      await declare({ power: await power(hero, "power-fate-protector-righteous-strike", { options: ["successes", "cancelsDefense", "damage"] }) });
      await answer("evasion-dodge");
      const card = await exchange();
      const { steps = [] } = card.targets[0] ?? {};
      expect([steps.find(({ kind }) => kind === "attack")?.successes, steps.find(({ kind }) => kind === "answer")?.successes, (await tracks(hero)).fate.spent]).toEqual([2, 0, 3]);
      expect(steps.filter(({ kind }) => kind === "power").length).toBe(3);
    });

    also("two different powers cannot be on one roll: dice that wait give way to the one that is chosen", async () => {
      await fresh(["power-will-driven", "power-fate-protector-boon"]);
      await use(hero, "power-fate-protector-boon");
      expect([(await lastCard()).phase, (await tracks(hero)).fate.spent]).toEqual(["applied", 1]);
      expect(await memory(hero)).not.toHaveProperty("boon.dice");
    });

    also("an opponent whose Fate is against one takes a die off (Faterunner IV)", async () => {
      await fresh([], ["power-fate-faterunner-iv"]);
      await dice(9);
      await declare();
      await answer(null);
      expect([await attackDice(), (await modifiers()).find(({ key }) => key === "hostile")?.value]).toEqual([plain - 1, -1]);
    });

    also("Righteous Shield adds the Fate rating to an own defence", async () => {
      await fresh([], ["power-fate-protector-righteous-shield"]);
      await dice(9);
      await declare();
      await answer("evasion-dodge");
      const before = (await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0;
      await fresh([], ["power-fate-protector-righteous-shield"]);
      await dice(9);
      await declare();
      await answer("evasion-dodge", { power: await power(foe, "power-fate-protector-righteous-shield") });
      expect([(await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length, (await tracks(foe)).fate.spent]).toEqual([before + 4, 1]);
    });
  });

  describe("once the dice lie there", () => {
    test("R278 L-E04 Intrepid: the roller is asked, the new dice stand, the first ones stay on the card, and all of it goes back", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side }) => side), await wounds(foe)]).toEqual(["answering", ["attacker"], 0]);
      await dice(1, 1, 1, 9);
      await offer(hero, { item: (await itemOf(hero, "power-fate-intrepid")).id, roll: "attack" });
      let card = await exchange();
      expect(card.rolls.find(({ id }) => id === "attack")).toMatchObject({ successes: 3, earlier: [{ power: "Intrepid" }] });
      // A second throw brings a second question; the same power may be used again on the same test.
      expect([card.phase, card.offers.length]).toEqual(["answering", 1]);
      await offer(hero, { keep: true });
      card = await exchange();
      while (card.phase === "answering") {
        await offer(hero, { keep: true });
        card = await exchange();
      }
      expect([card.phase, (await tracks(hero)).fate.spent]).toEqual(["applied", 1]);
      const hurt = await wounds(foe);
      expect(card.targets[0]?.steps.find(({ kind }) => kind === "attack")?.successes).toBe(3);
      await undo();
      expect([(await tracks(hero)).fate.spent, await wounds(foe)]).toEqual([0, 0]);
      await wish("undo", null, { ledger: card.ledger, redo: true });
      expect([(await tracks(hero)).fate.spent, await wounds(foe)]).toEqual([1, hurt]);
    });

    also.each([["power-fate-intrepid-iii", [1, 1, 9], 2], ["power-fate-intrepid-iv", [1, 1, 9], 2]] as const)("%s keeps what is better", async (key, faces, least) => {
      await fresh([key]);
      await dice(...faces);
      await declare();
      await answer(null);
      await dice(9);
      await offer(hero, { item: (await itemOf(hero, key)).id, roll: "attack" });
      expect((await exchange()).rolls.find(({ id }) => id === "attack")?.successes).toBeGreaterThanOrEqual(least);
      for (let card = await exchange(); card.phase === "answering"; card = await exchange()) await offer(hero, { keep: true });
      expect((await tracks(hero)).fate.spent).toBe(1);
    });

    also("nobody is asked who cannot pay, who has nothing, or who has put another power into that roll", async () => {
      await fresh(["power-fate-intrepid"], [], { hero: BROKE });
      await dice(9);
      await declare();
      await answer(null);
      expect((await exchange()).phase).toBe("applied");
      await fresh(["power-fate-intrepid", "power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven") });
      await answer(null);
      expect((await exchange()).phase).toBe("applied");
    });

    also("the GM goes on without waiting", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      expect((await exchange()).phase).toBe("answering");
      await wish("react", null, { exchange: (await exchange()).id, do: "resolve" });
      expect([(await exchange()).phase, (await tracks(hero)).fate.spent]).toEqual(["applied", 0]);
    });

    test("whoever is asked and can pay no longer holds nothing up", async () => {
      await fresh(["power-fate-intrepid"], [], { hero: { system: { fate: { rating: 4, spent: 3 } } } });
      await dice(9);
      await declare();
      await answer(null);
      const { id, offers, phase } = await exchange();
      expect([phase, offers.length]).toEqual(["answering", 1]);
      await gm.run(async (combatant) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === combatant)?.actor?.update({ system: { fate: { spent: 4 } } }); }, hero.combatant);
      await expect.poll(async () => (await exchange()).phase).toBe("applied");
      // Whoever still answers comes too late, and the table goes on.
      await wish("spend", hero, { exchange: id, moment: offers[0]?.key, keep: true });
      expect((await lastCard()).phase).toBe("refused");
    });

    also("an answer to an earlier moment comes too late and changes nothing", async () => {
      await fresh(["power-fate-intrepid"]);
      await dice(9);
      await declare();
      await answer(null);
      const { id } = await exchange();
      await wish("spend", hero, { exchange: id, moment: "attacker|attack|7", keep: true });
      expect([(await lastCard()).notice?.key, (await exchange()).phase]).toEqual(["FATEWALKER.PowerUse.TooLate", "answering"]);
      await offer(hero, { keep: true });
    });
  });

  describe("when damage comes", () => {
    /** The foe strikes the hero: a player is asked for Tough. */
    const struck = async (): Promise<void> => {
      await gm.run(async ([one, other]) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(one ?? "", combat.round);
        await combat?.setInitiative(other ?? "", combat.round + 30);
      }, [foe.combatant, hero.combatant] as const);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
      const card = await exchange();
      if (card.targets[0]?.answer?.kind === "pending") await wish("react", hero, { exchange: card.id, target: 0, reaction: null });
    };

    test("R270 Tough: the wounded is asked before anything is marked, each Will ignores a point, and undo gives both back", async () => {
      await fresh(["power-will-tough"]);
      await dice(1);
      await struck();
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side }) => side), await wounds(hero)]).toEqual(["answering", [0], 0]);
      const through = asking.targets[0]?.steps.find(({ kind }) => kind === "wounds")?.points ?? 0;
      expect(through).toBeGreaterThan(2);
      await wish("spend", hero, { exchange: asking.id, moment: asking.offers[0]?.key, item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 2 });
      const card = await exchange();
      expect([card.phase, card.targets[0]?.steps.find(({ kind }) => kind === "wounds")?.points, (await tracks(hero)).will.spent]).toEqual(["applied", through - 2, 2]);
      expect(await wounds(hero)).toBeGreaterThan(0);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).will.spent]).toEqual([0, 0]);
    });

    also("outside its moment Tough is refused in words", async () => {
      await fresh(["power-will-tough"]);
      await use(hero, "power-will-tough");
      expect([(await lastCard()).notice?.key, (await tracks(hero)).will.spent]).toEqual(["FATEWALKER.PowerUse.OnDamage", 0]);
    });

    also("R271 with Will used up it goes into Fatigue, and with that into Exhaustion", async () => {
      for (const [spent, fatigue, after] of [[8, 0, { spent: 7, fatigue: 1, exhaustion: 0 }], [0, 8, { spent: 0, fatigue: 7, exhaustion: 1 }]] as const) {
        await fresh(["power-will-driven", "power-will-unbreakable", "power-will-unstoppable"], [], { hero: { system: { will: { spent, fatigue } } } });
        await dice(9);
        await declare({ power: await power(hero, "power-will-driven") });
        await answer(null);
        expect((await tracks(hero)).will).toMatchObject(after);
        await undo();
        expect((await tracks(hero)).will).toMatchObject({ spent, fatigue });
      }
    });

    test("Balance: whoever is bound takes the very same, once, and it goes back", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await use(hero, "power-fate-judicar-balance", [foe]);
      expect([(await memory(hero))["balance"], (await tracks(hero)).fate.spent]).toEqual([foe.actor, 1]);
      await dice(1);
      await struck();
      const card = await exchange();
      const taken = card.targets[0]?.steps.find(({ kind, who }) => kind === "wounds" && who === "target")?.points;
      expect([card.phase, card.targets[0]?.steps.some(({ kind, name }) => kind === "power" && name === "Balance")]).toEqual(["applied", true]);
      expect(taken).toBeGreaterThan(0);
      expect(await wounds(foe)).toBe(await wounds(hero));
      await undo();
      expect([await wounds(foe), await wounds(hero)]).toEqual([0, 0]);
    });

    test("R281 Berserker: a Normal Wound brings three dice to the next attack, which ends it", async () => {
      await fresh(["power-fate-destroyer-berserker"], [], { hero: { system: { wounds: { temporary: { value: 30 } } } } });
      await dice(1);
      await struck();
      expect((await memory(hero))["berserk"]).toEqual(expect.any(Number));
      await gm.run(async (id) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(id ?? "", combat.round);
      }, hero.combatant);
      await dice(9);
      await declare();
      await answer(null);
      expect((await modifiers()).find(({ key }) => key === "berserk")?.value).toBe(3);
      expect((await memory(hero))["berserk"] ?? null).toBeNull();
      await undo();
      expect((await memory(hero))["berserk"]).toEqual(expect.any(Number));
    });
  });

  describe("used by themselves", () => {
    also("R285 Justice: two Fate before the first action against one who is targeted, then Fate may stand for Will", async () => {
      await fresh(["power-fate-judicar-justice"]);
      await use(hero, "power-fate-judicar-justice");
      expect((await lastCard()).notice?.key).toMatch(/NeedsOneTarget/);
    });

    also("R283 Fate's End costs the Fate rating; with every attack on that one Fate is rolled at TN 7 and its failures hurt", async () => {
      await fresh(["power-fate-destroyer-fates-end"]);
      await use(hero, "power-fate-destroyer-fates-end", [foe]);
      expect([(await tracks(hero)).fate.spent, (await memory(hero))["fatesEnd"]]).toEqual([4, foe.actor]);
      await dice(9);
      await declare();
      await answer(null);
      const card = await exchange();
      expect([card.rolls.find(({ id }) => id === "fate:attack")?.dice.length, await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([4, 4, 4]);
      await undo();
      expect(await wounds(hero)).toBe(0);
    });

    also("what is only the table's says what a person decides, and costs as printed", async () => {
      await fresh(["power-fate-protector-divine-intervention"]);
      await use(hero, "power-fate-protector-divine-intervention");
      const card = await lastCard();
      expect([card.notice?.key, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.Decides", 2, 2]);
      expect(String(card.notice?.data["decision"])).toContain("under protection");
      await wish("undo", null, { ledger: card.ledger });
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    also("Insight: a question rolls Fate at TN 3 and tells what the GM owes", async () => {
      await fresh(["power-fate-maker-insight"]);
      await dice(1, 1, 9);
      await use(hero, "power-fate-maker-insight");
      const card = await lastCard();
      expect([card.notice?.key, card.notice?.data["answers"], (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.Asked", "Helpful advice", 1]);
    });

    also("R272 Ain't Got Time To Bleed: refused while nobody bleeds; the next point comes 120 ticks later", async () => {
      await fresh(["power-will-aint-got-time-to-bleed"]);
      await use(hero, "power-will-aint-got-time-to-bleed");
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.PowerUse.NotBleeding");
      await arm(hero, ["power-will-aint-got-time-to-bleed"], { system: { wounds: { mortal: { value: 1 } } } });
      const eventId = `bleeding-${hero.combatant ?? ""}`;
      await gm.run(async (id) => {
        await game.combats.contents[0]?.update({ system: { schedule: { [id]: { tick: 500, every: 12, left: null, kind: "bleeding", target: id.replace("bleeding-", ""), data: {} } } } });
      }, eventId);
      await use(hero, "power-will-aint-got-time-to-bleed");
      expect([await gm.run((id) => game.combats.contents[0]?.system.schedule[id]?.tick, eventId), (await tracks(hero)).will.spent]).toEqual([620, 1]);
    });

    also("R275 Refuse to Lose: the first Will of the fight is free, the second is not", async () => {
      await fresh(["power-will-refuse-to-lose", "power-will-driven"]);
      await use(hero, "power-will-driven");
      expect([(await tracks(hero)).will.spent, (await memory(hero))["freeWill"]]).toEqual([0, 1]);
      await use(hero, "power-will-driven");
      expect((await tracks(hero)).will.spent).toBe(1);
    });

    also("R269 a sprint costs a Will for 30 ticks begun, nothing for the hardened, and is refused without Will", async () => {
      const sprint = async (): Promise<void> => wish("declare", hero, { maneuver: (await itemOf(hero, "common-sprint")).uuid, targets: [], choices: {}, mode: "public" });
      await fresh([]);
      await sprint();
      expect([(await exchange()).phase, (await tracks(hero)).will.spent]).toEqual(["applied", 1]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-will-hardened"]);
      await sprint();
      expect([(await exchange()).phase, (await tracks(hero)).will.spent]).toEqual(["applied", 0]);
      await undo();
      await fresh([], [], { hero: BROKE });
      await sprint();
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Error.NotEnoughWill");
    });

    also("Boon: everyone else of the party has two dice more on the next action, and they are gone with it", async () => {
      await fresh(["power-fate-protector-boon"]);
      const party = await fighter("pregen-brawler");
      await use(hero, "power-fate-protector-boon");
      expect([(await memory(party))["boon"], await memory(hero)]).toEqual([{ dice: 2, until: expect.any(Number) as number }, expect.not.objectContaining({ boon: expect.anything() as unknown })]);
      await gm.run(async (id) => {
        const combat = game.combats.contents[0];
        await combat?.setInitiative(id ?? "", combat.round);
      }, party.combatant);
      await dice(9);
      await wish("declare", party, { maneuver: (await itemOf(party, "unarmed-martial-kick")).uuid, targets: [foe], choices: {}, mode: "public" });
      await answer(null);
      expect((await modifiers()).find(({ key }) => key === "boon")).toMatchObject({ value: 2, enabled: true });
      expect((await memory(party))["boon"] ?? null).toBeNull();
    });

    also("Iron Will adds six boxes", async () => {
      await fresh([]);
      const { will: { max } } = await tracks(hero);
      await arm(hero, ["power-will-iron-will"]);
      expect((await tracks(hero)).will.max).toBe(max + 6);
    });

    also("R279 Faterunner: with Fate used up it goes into Apathy", async () => {
      await fresh(["power-fate-intrepid", "power-fate-faterunner", "power-fate-maker-insight"], [], { hero: { system: { fate: { spent: 4 } } } });
      await dice(9);
      await use(hero, "power-fate-maker-insight");
      expect((await tracks(hero)).fate).toMatchObject({ spent: 3, apathy: 1 });
    });

    also("Conceit: a failed attack of enough dice teaches its degree of failure", async () => {
      await fresh(["power-fate-master-conceit"]);
      await dice(9);
      await declare();
      await answer(null);
      const learned = await gm.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system["learning"] as Record<string, number>, hero.combatant);
      const tn = (await exchange()).rolls.find(({ id }) => id === "attack")?.tn ?? 0;
      expect(learned["unarmed"]).toBe((await attackDice()) >= 6 ? 9 - tn : undefined);
    });
  });

  describe("in checks and nights", () => {
    const insight = { key: "power-power-fate-maker-insight", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Insight" }, value: 4, enabled: true, optional: true, cost: { fate: 1 } };
    const wrath = {
      key: "power-power-fate-destroyer-wrath", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Wrath" }, value: 0, enabled: true, optional: true, cost: { fate: 1 },
      change: { kind: "fateRoll", dice: 4, tn: 3, damage: { base: 2, perSuccess: 1, perFailure: 0 }, refundShare: 0.5 },
    };

    also("R286 Insight: the Fate rating on a secondary skill for one Fate; on a primary one it is refused, and its dice are no part of the check", async () => {
      await fresh(["power-fate-maker-insight"]);
      const unpaid = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
      const good = await checked(hero, { skill: "science", modifier: insight, faces: 7, unpaid });
      expect(await paymentOf(good)).toBeNull();
      await wish("spend", hero, { check: good, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, await paymentOf(good)]).toEqual([1, { paid: true, refusal: null }]);
      // A wish that comes twice pays once.
      await wish("spend", hero, { check: good, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, (await paymentOf(good))?.paid, (await lastCard()).notice?.key]).toEqual([1, true, "FATEWALKER.PowerUse.TooLate"]);
      await undo();
      expect([(await tracks(hero)).fate.spent, await paymentOf(good)]).toEqual([0, null]);
      const bad = await checked(hero, { skill: "agility", modifier: insight, faces: 7, unpaid });
      await wish("spend", hero, { check: bad, power: await power(hero, "power-fate-maker-insight"), healing: false, tn: null, mode: "public" });
      expect([(await tracks(hero)).fate.spent, await paymentOf(bad)]).toEqual([0, { paid: false, refusal: { key: "FATEWALKER.PowerUse.NotForThis", data: {} } }]);
    });

    also("Wrath on a check: Fate beside the dice, what it lacks hurts, two of four bring the point back", async () => {
      await fresh(["power-fate-destroyer-wrath"]);
      await dice(9, 9, 9, 1, 9, 9, 9);
      const check = await checked(hero, { skill: "agility", modifier: wrath, faces: 3, fate: 4, unpaid: { normal: 3, wounded: 0, tn: 4, woundedTn: 2 } });
      await wish("spend", hero, { check, power: await power(hero, "power-fate-destroyer-wrath"), healing: false, tn: null, mode: "public" });
      expect([await paymentOf(check), await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([{ paid: true, refusal: null }, 1, 1]);
      await undo();
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await dice(9, 9, 9, 1, 1, 9, 9);
      const lucky = await checked(hero, { skill: "agility", modifier: wrath, faces: 3, fate: 4 });
      await wish("spend", hero, { check: lucky, power: await power(hero, "power-fate-destroyer-wrath"), healing: false, tn: null, mode: "public" });
      expect([await wounds(hero), (await tracks(hero)).fate.spent]).toEqual([0, 0]);
    });

    also("R274 Unshakeable gives back a die of what circumstances take, outside a fight alone", async () => {
      await fresh(["power-will-unshakeable"]);
      const reliefs = await gm.run(async ([id]) => {
        const fighting = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
        const source = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).find(({ system }) => system.key === "power-will-unshakeable");
        const calm = await Actor.implementation.create({ name: "Calm", type: "character", system: { attributes: { focus: { value: 5 } } } });
        await calm.createEmbeddedDocuments("Item", [source?.toObject() ?? {}]);
        const found: (number | null)[] = [];
        for (const actor of [fighting, calm]) {
          const message = actor ? await game.system.api.rollCheck({ attribute: "focus", skill: "observe", modifier: -2 }, { actor, fast: true }) : null;
          found.push(message?.toObject().system.modifiers.find(({ key }) => key === "situation-relief")?.value ?? null);
        }
        await (calm as unknown as { delete(): Promise<unknown> }).delete();
        return found;
      }, [hero.combatant] as const);
      expect(reliefs).toEqual([null, 1]);
    });

    also("R272 Willed Ahead: four dice on a Heal Wounds roll for one Will", async () => {
      const night = async (on: boolean): Promise<[number, number]> => {
        await fresh(["power-will-willed-ahead"], [], { hero: { system: { wounds: { normal: { value: 4 } } } } });
        await dice(9);
        await wish("rest", null, { who: [hero], rest: { kind: "night", night: { switched: { "power-power-will-willed-ahead": on } } } });
        const { healing } = await gm.run(() => {
          const message = game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { entries: { lines: { roll: { dice: unknown[] } | null }[] }[] };
          return { healing: message.entries[0]?.lines.find(({ roll }) => roll !== null)?.roll?.dice.length ?? 0 };
        });
        return [healing, (await tracks(hero)).will.spent];
      };
      const [without, unpaid] = await night(false);
      const [ahead, paid] = await night(true);
      expect([ahead - without, paid - unpaid]).toEqual([4, 1]);
    });
  });

  test("R286 Hyperfocus: two attribute points for each Fate, never in a fight, gone with the first damage and back with its undo", async () => {
    await fresh(["power-fate-maker-hyperfocus"]);
    await wish("spend", hero, { item: (await itemOf(hero, "power-fate-maker-hyperfocus")).id, spread: { prowess: 2 }, mode: "public" });
    expect([(await lastCard()).notice?.key, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.Power.NotInCombat", 0]);
    const [uuid, item] = await gm.run(async () => {
      const [source] = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).filter(({ system }) => system.key === "power-fate-maker-hyperfocus");
      const actor = await Actor.implementation.create({ name: "Maker", type: "character", system: { attributes: { prowess: { value: 4 }, focus: { value: 4 } }, fate: { rating: 4 } } });
      const [made] = (await actor.createEmbeddedDocuments("Item", [source?.toObject() ?? {}])) as { id: string }[];
      return [actor.uuid, made?.id ?? ""] as const;
    });
    const maker: Participant = { actor: uuid, token: null, combatant: null };
    const state = (): Promise<[number, number, number, number]> => gm.run(async (id) => {
      const actor = (await fromUuid(id)) as unknown as { system: { attributes: Record<string, { value: number }>; fate: { spent: number }; wounds: { temporary: { value: number } } } };
      return [actor.system.attributes["prowess"]?.value ?? 0, actor.system.attributes["focus"]?.value ?? 0, actor.system.fate.spent, actor.system.wounds.temporary.value];
    }, uuid);
    await wish("spend", maker, { item, spread: { prowess: 1 }, mode: "public" });
    expect([(await lastCard()).notice?.key, await state()]).toEqual(["FATEWALKER.Power.BoostPoints", [4, 4, 0, 0]]);
    await wish("spend", maker, { item, spread: { prowess: 3, focus: 1 }, mode: "public" });
    expect(await state()).toEqual([7, 5, 2, 0]);
    await wish("wound", null, { targets: [maker], hand: { deed: "damage", amount: "1" } });
    expect(await state()).toEqual([4, 4, 2, 1]);
    const ledger = await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger);
    await wish("undo", null, { ledger });
    expect(await state()).toEqual([7, 5, 2, 0]);
    await wish("rest", null, { who: [maker], rest: { kind: "sceneEnd" } });
    expect(await state()).toEqual([4, 4, 2, 0]);
    await gm.run(async (id) => { await ((await fromUuid(id)) as unknown as { delete(): Promise<unknown> }).delete(); }, uuid);
  });

  describe("for one another", () => {
    const brawler = (): Promise<Participant> => fighter("pregen-brawler");
    const strikes = async (): Promise<void> => {
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
    };
    const heroAnswers = async (key: string | null): Promise<void> => wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: key === null ? null : (await itemOf(hero, key)).id, choices: {} });

    also("R290 Righteous Shield for an ally: the Fate rating on its defence, paid by whoever gives it", async () => {
      await fresh([]);
      const ally = await brawler();
      await dice(9);
      await strikes();
      await heroAnswers("evasion-dodge");
      const before = (await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0;
      await fresh([]);
      await arm(ally, ["power-fate-protector-righteous-shield"], RICH);
      await strikes();
      await use(ally, "power-fate-protector-righteous-shield", [hero]);
      await heroAnswers("evasion-dodge");
      expect([(await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length, (await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([before + 4, 1, 0]);
      await undo();
      expect((await tracks(ally)).fate.spent).toBe(0);
    });

    also("R278 Intrepid II: the target makes the attacker's roll again, and the new one stands", async () => {
      await fresh(["power-fate-intrepid-ii"]);
      await dice(1);
      await strikes();
      await heroAnswers(null);
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ side }) => side)]).toEqual(["answering", [0]]);
      await dice(9);
      await offerAt(hero, asking, { item: (await itemOf(hero, "power-fate-intrepid-ii")).id, roll: "attack" });
      for (let card = await exchange(); card.phase === "answering"; card = await exchange()) await offerAt(hero, card, { keep: true });
      expect([(await exchange()).targets[0]?.outcome, (await tracks(hero)).fate.spent, await wounds(hero)]).toEqual(["missed", 1, 0]);
    });

    test("R291 Divine Intervention: who would not stand after the blow is guarded by a companion, the blow counts as 0 successes, and all of it goes back", async () => {
      await fresh([]);
      const ally = await brawler();
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await arm(hero, [], await nearDeath(hero));
      const before = await wounds(hero);
      await dice(1);
      await strikes();
      await heroAnswers(null);
      const asking = await exchange();
      expect([asking.phase, asking.offers.map(({ guard }) => guard?.actor)]).toEqual(["answering", [ally.actor]]);
      await wish("spend", ally, { exchange: asking.id, moment: asking.offers[0]?.key, item: (await itemOf(ally, "power-fate-protector-divine-intervention")).id, guarded: "0" });
      const card = await exchange();
      expect([card.phase, card.targets[0]?.outcome, await wounds(hero), (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual(["applied", "missed", before, 2, 2]);
      await undo();
      expect([(await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual([0, 0]);
      await arm(ally, [], RICH);
    });

    also("R285 Justice: against that enemy the player chooses which track pays", async () => {
      await fresh(["power-fate-judicar-justice", "power-will-driven"]);
      await mark(hero, { justice: foe.actor });
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven", { track: "fate" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([0, 1]);
      await undo();
      await declare({ power: await power(hero, "power-will-driven", { track: "will" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
      await undo();
      await mark(hero, { justice: null });
      await declare({ power: await power(hero, "power-will-driven", { track: "fate" }) });
      await answer(null);
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
    });

    also("R283 Fate's End is over once its target is dead, for good; undo brings it back", async () => {
      await fresh(["power-fate-destroyer-fates-end"]);
      await mark(hero, { fatesEnd: foe.actor });
      await arm(foe, [], await nearDeath(foe));
      await dice(1);
      await declare();
      await answer(null);
      expect([(await exchange()).phase, (await memory(hero))["fatesEnd"] ?? null]).toEqual(["applied", null]);
      await undo();
      expect((await memory(hero))["fatesEnd"]).toBe(foe.actor);
      await mark(hero, { fatesEnd: null });
    });

    also("Balance: a point of bleeding is the bound one's too", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await mark(hero, { balance: foe.actor });
      await arm(hero, ["power-fate-judicar-balance"], { system: { wounds: { mortal: { value: 1 } } } });
      const [combat, tick] = await gm.run(() => [game.combats.contents[0]?.id ?? "", game.combats.contents[0]?.round ?? 0] as const);
      const eventId = `bleeding-${hero.combatant ?? ""}`;
      await wish("advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId, event: { tick: tick + 1, every: 12, left: null, kind: "bleeding", target: hero.combatant, data: {} } }] });
      const before = [await wounds(hero), await wounds(foe)];
      await due(foe);
      await gm.run(async ([one, other]) => {
        const fight = game.combats.contents[0];
        for (const id of [one, other]) await fight?.setInitiative(id ?? "", fight.round + 2);
      }, [hero.combatant, foe.combatant] as const);
      await wish("advance", null, { combat, kind: "advance", operations: [{ kind: "advance", to: tick + 2 }] });
      expect([await wounds(hero), await wounds(foe)]).toEqual(before.map((boxes) => boxes + 1));
      await mark(hero, { balance: null });
      await drop(null, "system.schedule", eventId);
    });
  });

  describe("on checks that lie there", () => {
    const driven = { key: "power-power-will-driven", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Driven" }, value: 2, enabled: true, optional: true, cost: { will: 1 } };
    const none = { key: "custom", source: "custom", label: "FATEWALKER.Modifier.Custom", value: 0, enabled: false, optional: true };
    const three = { normal: 3, wounded: 0, tn: 4, woundedTn: 2 };
    const on = async (who: Participant, check: string, key: string): Promise<void> => wish("spend", who, { check, item: (await itemOf(who, key)).id, mode: "public" });
    const savedOf = (message: string): Promise<{ by: string } | null> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { saved: { by: string } | null } }).system.saved, message);
    const againOf = (message: string): Promise<number> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { again: unknown[] } }).system.again.length, message);

    test("R291 Divine Intervention on a companion's failed check: paid by the companion, once, refused without points and beside another power, taken back", async () => {
      await fresh(["power-fate-intrepid"]);
      const ally = await fighter("pregen-brawler");
      const key = "power-fate-protector-divine-intervention";
      await arm(ally, [key], RICH);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, failed, key);
      expect([(await savedOf(failed))?.by, (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([expect.any(String), 2, 2, 0]);
      // Once: and no other power after it.
      await on(ally, failed, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.PowerUse.NoRoll", 2]);
      await on(hero, failed, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, await againOf(failed)]).toEqual(["FATEWALKER.Error.OnePower", 0]);
      await undo();
      expect([await savedOf(failed), (await tracks(ally)).will.spent, (await tracks(ally)).fate.spent]).toEqual([null, 0, 0]);
      await on(hero, failed, "power-fate-intrepid");
      await on(ally, failed, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.Error.OnePower", 0]);
      await arm(ally, [key], { system: { fate: { spent: 4 } } });
      const again = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, again, key);
      expect([(await lastCard()).notice?.key, await savedOf(again), (await tracks(ally)).will.spent]).toEqual(["FATEWALKER.Error.NotEnoughFate", null, 0]);
      await arm(ally, [], RICH);
    });

    also("R291 nobody keeps a success from failing, nor an enemy's roll", async () => {
      const key = "power-fate-protector-divine-intervention";
      await fresh([], [key]);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(foe, failed, key);
      expect([(await lastCard()).notice?.key, await savedOf(failed)]).toEqual(["FATEWALKER.PowerUse.NoRoll", null]);
      const ally = await fighter("pregen-brawler");
      await arm(ally, [key], RICH);
      await dice(1);
      const good = await checked(hero, { skill: "agility", modifier: none, faces: 3 });
      await on(ally, good, key);
      expect([(await lastCard()).notice?.key, (await tracks(ally)).fate.spent]).toEqual(["FATEWALKER.PowerUse.NoRoll", 0]);
      await arm(ally, [], RICH);
    });

    test("a payment that is refused takes its dice out of the check, and the rest may be made again; a paid one may not by another power", async () => {
      await fresh(["power-will-driven", "power-fate-intrepid"], [], { hero: { system: { will: { rating: 1, spent: 1 } } } });
      await dice(9);
      const poor = await checked(hero, { skill: "agility", modifier: driven, faces: 5, unpaid: three });
      // Nothing is made again while it may still be paid.
      await on(hero, poor, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, await againOf(poor)]).toEqual(["FATEWALKER.PowerUse.TooLate", 0]);
      await wish("spend", hero, { check: poor, power: await power(hero, "power-will-driven"), healing: false, tn: null, mode: "public" });
      expect([(await lastCard()).phase, await paymentOf(poor), (await tracks(hero)).will.spent]).toEqual(["refused", { paid: false, refusal: { key: "FATEWALKER.Error.NotEnoughWill", data: { needed: 1, left: 0 } } }, 1]);
      await on(hero, poor, "power-fate-intrepid");
      const faces = await gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { again: { faces: number[] }[] } }).system.again[0]?.faces.length, poor);
      expect([faces, (await tracks(hero)).fate.spent]).toEqual([3, 1]);
      await fresh(["power-will-driven", "power-fate-intrepid"]);
      const rich = await checked(hero, { skill: "agility", modifier: driven, faces: 5, unpaid: three });
      await wish("spend", hero, { check: rich, power: await power(hero, "power-will-driven"), healing: false, tn: null, mode: "public" });
      await on(hero, rich, "power-fate-intrepid");
      expect([(await lastCard()).notice?.key, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.Error.OnePower", 1, 0]);
    });

    also("R288 what a throw has taught goes with it when it is made again, and both come back", async () => {
      await fresh(["power-fate-master-conceit", "power-fate-intrepid"], [], { hero: { system: { learning: { agility: 1 } } } });
      const learned = async (): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system["learning"] as Record<string, number>)["agility"] ?? 0, hero.combatant);
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 6 });
      await wish("spend", hero, { check: failed, power: null, healing: false, tn: null, mode: "public" });
      expect(await learned()).toBe(6);
      await dice(6);
      await on(hero, failed, "power-fate-intrepid");
      expect([await learned(), (await tracks(hero)).fate.spent]).toEqual([3, 1]);
      await undo();
      expect([await learned(), (await tracks(hero)).fate.spent]).toEqual([6, 0]);
    });

    test("R288 a failure teaches once, however often it is wished: by a second wish made by hand, after a power that nobody could pay, and after it was made again", async () => {
      await fresh(["power-fate-master-conceit", "power-fate-intrepid", "power-will-driven"], [], { hero: { system: { learning: { agility: 1 } } } });
      const learned = async (): Promise<number> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system["learning"] as Record<string, number>)["agility"] ?? 0, hero.combatant);
      const settle = async (check: string, chosen: object | null = null): Promise<void> => wish("spend", hero, { check, power: chosen, healing: false, tn: null, mode: "public" });
      await dice(9);
      const failed = await checked(hero, { skill: "agility", modifier: none, faces: 6 });
      await settle(failed);
      await settle(failed);
      expect([await learned(), (await lastCard()).notice?.key]).toEqual([6, "FATEWALKER.PowerUse.TooLate"]);
      // Taken back, it may be wished again.
      await undo();
      expect(await learned()).toBe(1);
      await settle(failed);
      expect(await learned()).toBe(6);
      await on(hero, failed, "power-fate-intrepid");
      const again = await learned();
      await settle(failed);
      expect(await learned()).toBe(again);

      await fresh(["power-fate-master-conceit", "power-will-driven"], [], { hero: { system: { learning: { agility: 1 }, will: { rating: 0, spent: 0, fatigue: 0, exhaustion: 0 } } } });
      const poor = await checked(hero, { skill: "agility", modifier: driven, faces: 8, unpaid: { normal: 6, wounded: 0, tn: 4, woundedTn: 2 } });
      await settle(poor, await power(hero, "power-will-driven"));
      const once = await learned();
      await settle(poor, await power(hero, "power-will-driven"));
      expect([once, await learned()]).toEqual([6, 6]);
    });
  });

  describe("one power for each test, and points that have gone", () => {
    const strikes = async (choices: object = {}): Promise<void> => {
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices, mode: "public" });
    };
    const heroAnswers = async (key: string | null, choices: object = {}): Promise<void> => wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: key === null ? null : (await itemOf(hero, key)).id, choices });

    test("R261 two people on one test: no Divine Intervention on an attack that another power is in, no own power beside an ally's, the same one adds up", async () => {
      const ally = await fighter("pregen-brawler");
      await fresh([], ["power-will-driven"]);
      await arm(ally, ["power-fate-protector-divine-intervention"], RICH);
      await arm(hero, [], await nearDeath(hero));
      await dice(1);
      await strikes({ power: await power(foe, "power-will-driven") });
      await heroAnswers(null);
      expect([(await exchange()).phase, (await exchange()).offers]).toEqual(["applied", []]);
      await undo();
      await fresh(["power-will-driven", "power-fate-protector-righteous-shield"]);
      await arm(ally, ["power-fate-protector-righteous-shield"], RICH);
      await dice(9);
      await strikes();
      await use(ally, "power-fate-protector-righteous-shield", [hero]);
      await heroAnswers("evasion-dodge", { power: await power(hero, "power-will-driven") });
      expect([(await lastCard()).notice?.key, (await exchange()).phase]).toEqual(["FATEWALKER.Error.OnePower", "answering"]);
      await heroAnswers("evasion-dodge", { power: await power(hero, "power-fate-protector-righteous-shield") });
      const both = (await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length ?? 0;
      expect([(await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([1, 1]);
      await undo();
      expect([(await tracks(ally)).fate.spent, (await tracks(hero)).fate.spent]).toEqual([0, 0]);
      await strikes();
      await heroAnswers("evasion-dodge");
      expect((await exchange()).rolls.find(({ id }) => id === "reaction:0")?.dice.length).toBe(both - 8);
      await arm(ally, [], RICH);
    });

    also("points that go between the declaration and the dice: the power brings no dice, and nothing is paid", async () => {
      await fresh(["power-will-driven"]);
      await dice(9);
      await declare({ power: await power(hero, "power-will-driven") });
      await answer(null);
      const dicePaid = await attackDice();
      await undo();
      await fresh(["power-will-driven"], [], { hero: { system: { will: { rating: 1 } } } });
      await declare({ power: await power(hero, "power-will-driven") });
      await arm(hero, ["power-will-driven"], { system: { will: { spent: 1 } } });
      await answer(null);
      expect([await attackDice(), (await tracks(hero)).will.spent, (await exchange()).phase]).toEqual([dicePaid - 2, 1, "applied"]);
      await undo();
    });

    test("R285 Justice: a roll is made again and damage ignored with either track, as the player says", async () => {
      await fresh(["power-fate-judicar-justice", "power-fate-intrepid"]);
      await mark(hero, { justice: foe.actor });
      await dice(9);
      await declare();
      await answer(null);
      await offer(hero, { item: (await itemOf(hero, "power-fate-intrepid")).id, roll: "attack", track: "will" });
      for (let card = await exchange(); card.phase === "answering"; card = await exchange()) await offer(hero, { keep: true });
      expect([(await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual([1, 0]);
      await undo();
      expect((await tracks(hero)).will.spent).toBe(0);
      await fresh(["power-fate-judicar-justice", "power-will-tough"]);
      await dice(1);
      await strikes();
      await heroAnswers(null);
      const asking = await exchange();
      await offerAt(hero, asking, { item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 2, track: "fate" });
      expect([(await exchange()).phase, (await tracks(hero)).will.spent, (await tracks(hero)).fate.spent]).toEqual(["applied", 0, 2]);
      await undo();
      expect((await tracks(hero)).fate.spent).toBe(0);
      // Against anybody else there is nothing to choose.
      await mark(hero, { justice: null });
      await due(foe);
      await strikes();
      await heroAnswers(null);
      const plain = await exchange();
      await offerAt(hero, plain, { item: (await itemOf(hero, "power-will-tough")).id, source: "damage:0", uses: 1, track: "fate" });
      expect([(await lastCard()).notice?.key, (await tracks(hero)).fate.spent]).toEqual(["FATEWALKER.PowerUse.TooLate", 0]);
      await offerAt(hero, plain, { keep: true });
    });
  });

  describe("whoever marks the damage", () => {
    const update = ({ combatant }: Participant, changes: object): Promise<void> => gm.run(async ([id, system]) => {
      await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.update({ system });
    }, [combatant, changes] as const);

    test("R286 Hyperfocus ends with damage that is marked by hand, once, and goes back; spent Will and Fate end nothing", async () => {
      const uuid = await gm.run(async () => {
        const source = (await game.packs.get("fatewalker.powers")?.getDocuments() ?? []).find(({ system }) => system.key === "power-fate-maker-hyperfocus");
        const actor = await Actor.implementation.create({ name: "Maker", type: "character", system: { attributes: { prowess: { value: 4 } }, fate: { rating: 4 } } });
        await actor.createEmbeddedDocuments("Item", [source?.toObject() ?? {}]);
        return actor.uuid;
      });
      await fresh([]);
      const maker: Participant = { actor: uuid, token: null, combatant: null };
      const item = await gm.run(async (id) => ((await fromUuid(id)) as unknown as ActorLike).items.contents[0]?.id ?? "", uuid);
      const prowess = (): Promise<number> => gm.run(async (id) => ((await fromUuid(id)) as unknown as { system: { attributes: { prowess: { value: number } } } }).system.attributes.prowess.value, uuid);
      const change = (system: object): Promise<void> => gm.run(async ([id, changes]) => { await ((await fromUuid(id)) as unknown as ActorLike).update({ system: changes }); }, [uuid, system] as const);
      const cardsBy = (): Promise<number> => gm.run(() => game.messages.contents.filter((message) => (message.toObject().system as Partial<Card>).notice?.key === "FATEWALKER.PowerUse.HurtByHand").length);
      await wish("spend", maker, { item, spread: { prowess: 2 }, mode: "public" });
      expect(await prowess()).toBe(6);
      await change({ will: { spent: 3, fatigue: 1 }, fate: { spent: 4 } });
      await change({ wounds: { temporary: { value: 0 } } });
      expect([await prowess(), await cardsBy()]).toEqual([6, 0]);
      await change({ wounds: { temporary: { value: 1 } } });
      await expect.poll(prowess).toBe(4);
      expect(await cardsBy()).toBe(1);
      await undo();
      expect([await prowess(), await cardsBy()]).toEqual([6, 1]);
      // What the GM has taken back stays so, until there is new damage.
      await change({ will: { spent: 0 } });
      expect(await prowess()).toBe(6);
      await change({ wounds: { normal: { value: 1 } } });
      await expect.poll(prowess).toBe(4);
      await gm.run(async (id) => { await ((await fromUuid(id)) as unknown as { delete(): Promise<unknown> }).delete(); }, uuid);
    });

    also("R286 whoever enters a fight loses the focus with it", async () => {
      await fresh([]);
      await gm.run(async (id) => {
        const combatant = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id);
        await (combatant?.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }).createEmbeddedDocuments("ActiveEffect", [{ name: "Hyperfocus", flags: { fatewalker: { focus: { boxes: 0 } } } }]);
        await combatant?.update({ flags: { fatewalker: { entered: false } } });
      }, hero.combatant);
      const focused = (): Promise<boolean> => gm.run((id) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor as unknown as { effects: { contents: { name: string }[] } }).effects.contents.some(({ name }) => name === "Hyperfocus"), hero.combatant);
      expect(await focused()).toBe(true);
      await declare();
      await answer(null);
      expect([await focused(), (await tracks(hero)).will.spent]).toEqual([false, 1]);
      await undo();
      expect([await focused(), (await tracks(hero)).will.spent]).toEqual([true, 0]);
      await declare();
      await answer(null);
    });

    test("Balance: whoever is bound takes what the GM's hand deals, in one commit, and what is marked on the chart", async () => {
      await fresh(["power-fate-judicar-balance"]);
      await mark(hero, { balance: foe.actor });
      await wish("wound", null, { targets: [hero], hand: { deed: "damage", amount: "3" } });
      expect([await wounds(hero), await wounds(foe)]).toEqual([3, 3]);
      const ledger = await gm.run(() => (game.messages.contents.filter(({ type }) => type === "healing").at(-1)?.toObject().system as unknown as { ledger: string }).ledger);
      await wish("undo", null, { ledger });
      expect([await wounds(hero), await wounds(foe)]).toEqual([0, 0]);
      await update(hero, { wounds: { normal: { value: 2 } } });
      await expect.poll(() => wounds(foe)).toBe(2);
      expect((await exchange()).notice).toMatchObject({ key: "FATEWALKER.PowerUse.HurtSharedByHand", data: { points: 2 } });
      await undo();
      expect([await wounds(hero), await wounds(foe)]).toEqual([2, 0]);
      // What is rubbed out is no damage.
      await update(hero, { wounds: { normal: { value: 0 } } });
      expect(await wounds(foe)).toBe(0);
      await mark(hero, { balance: null });
    });

    also("R281 Berserker: a Normal Wound by hand starts a rage, and defence before the attack is at -3", async () => {
      await fresh(["power-fate-destroyer-berserker"]);
      await update(hero, { wounds: { temporary: { value: 1 } } });
      await update(hero, { wounds: { normal: { value: 1 } } });
      await expect.poll(async () => (await memory(hero))["berserk"]).toEqual(expect.any(Number));
      await dice(9);
      await due(foe);
      await wish("declare", foe, { maneuver: (await itemOf(foe, "unarmed-martial-kick")).uuid, targets: [hero], choices: {}, mode: "public" });
      await wish("react", hero, { exchange: (await exchange()).id, target: 0, reaction: (await itemOf(hero, "evasion-dodge")).id, choices: {} });
      const { ledger } = await exchange();
      const dodge = await gm.run((id) => game.messages.get(id)?.toObject().system.record.targets[0]?.answer.modifiers ?? [], ledger);
      expect(dodge.find(({ key }) => key === "berserk")?.value).toBe(-3);
      await mark(hero, { berserk: null });
    });
  });

  describe("what works by itself", () => {
    const rest = (kind: string, night: object = {}): Promise<void> => wish("rest", null, { who: [hero], rest: { kind, night: { sleep: "full", conditions: "average", ...night }, forced: true } });
    const spent = { system: { will: { spent: 6 }, fate: { spent: 3, apathy: 1 } } };
    const state = async (): Promise<number[]> => {
      const { will, fate } = await tracks(hero);
      return [will.spent, fate.spent, fate.apathy];
    };
    /** Spent Will, spent Fate and Apathy after it, without the power and with it: from 6, 3 and 1. */
    const CASES: readonly (readonly [key: string, kind: string, night: object, without: readonly number[], withIt: readonly number[]])[] = [
      ["power-will-tireless", "night", {}, [4, 3, 1], [3, 3, 1]],
      ["power-will-tireless", "night", { sleep: "none" }, [8, 3, 1], [7, 3, 1]],
      ["power-will-hardened", "travel", {}, [8, 3, 1], [7, 3, 1]],
      ["power-fate-faterunner-iii", "session", {}, [6, 2, 1], [6, 1, 1]],
    ];

    also.each(CASES)("%s: %s %o", async (key, kind, night, without, withIt) => {
      for (const [powers, after] of [[[], without], [[key], withIt]] as const) {
        await fresh(powers, [], { hero: spent });
        await rest(kind, night);
        expect(await state()).toEqual(after);
      }
    });

    also("R287 Discipline: a point of Fate erases an Apathy, without it turns it into spent Fate", async () => {
      for (const [powers, after] of [[[], [6, 1, 0]], [["power-fate-maker-discipline"], [6, 0, 0]]] as const) {
        await fresh(powers, [], { hero: { system: { will: { spent: 6 }, fate: { spent: 0, apathy: 1 } } } });
        await rest("session");
        expect(await state()).toEqual(after);
      }
    });

    also("R275 Painless: two wounded dice fewer in an attack without a point spent", async () => {
      const wounded = async (powers: readonly string[]): Promise<number> => {
        await fresh(powers, [], { hero: { system: { wounds: { normal: { value: 9 } } } } });
        await dice(9);
        await declare();
        await answer(null);
        return ((await exchange()).rolls[0]?.dice as unknown as { wounded: boolean }[]).filter((die) => die.wounded).length;
      };
      const before = await wounded([]);
      expect(before).toBeGreaterThan(0);
      expect(await wounded(["power-will-painless"])).toBe(Math.max(0, before - 2));
      expect((await tracks(hero)).will.spent).toBe(0);
    });

    also("R273 Hardened enters a fight for nothing, one without a Will track is not hurt, one whose Will is used up is", async () => {
      const enter = async (who: Participant, powers: readonly string[], will: object): Promise<[number, number, boolean]> => {
        await fresh(who === hero ? powers : []);
        await arm(who, powers, { system: { will } });
        await gm.run(async (id) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { entered: false } } }); }, who.combatant);
        await dice(9);
        await declare();
        await answer(null);
        const after: [number, number, boolean] = [(await tracks(who)).will.spent, await wounds(who), await gm.run(() => game.messages.contents.some(({ content }) => content.includes("has no Will track")))];
        await undo();
        await gm.run(async (id) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { entered: true } } }); }, who.combatant);
        return after;
      };
      expect(await enter(hero, [], { spent: 2 })).toEqual([3, 0, false]);
      expect(await enter(hero, ["power-will-hardened"], { spent: 2 })).toEqual([2, 0, false]);
      expect(await enter(foe, [], { rating: 0, bonus: 0, spent: 0 })).toEqual([0, 0, true]);
      expect(await enter(foe, [], { rating: 2, bonus: 0, spent: 2 })).toEqual([2, 1, false]);
    });

    also("R289 Perfection: TN 8 is rolled at the table", async () => {
      await fresh(["power-fate-master-perfection"], [], { hero: { system: { skills: { weaponry: { value: 3, branches: { unarmed: { value: 3, leaves: { feet: { name: "Feet", value: 2 } } } } } } } } });
      await dice(8);
      await declare();
      await answer(null);
      const roll = (await exchange()).rolls.find(({ id }) => id === "attack");
      expect([roll?.tn, roll?.successes]).toEqual([8, roll?.dice.length]);
      await arm(hero, [], { system: { skills: { weaponry: { value: 1, branches: { unarmed: { value: 2 } } } } } });
      await drop(hero, "system.skills.weaponry.branches.unarmed.leaves", "feet");
    });
  });

  describe("advancing", () => {
    const buyer = { system: { points: { character: 20, objective: 30, story: 12, power: 1 }, attributes: { focus: { value: 5 } }, learning: {} } };
    const bought = ({ combatant }: Participant): Promise<{ points: Record<string, number>; attributes: Record<string, { value: number }>; skills: Record<string, { value: number; branches: Record<string, { value: number }> }>; learning: Record<string, number> }> => gm.run((id) => {
      const source = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.toObject().system;
      return source as never;
    }, combatant);
    const advance = async (what: object, more: object = {}): Promise<void> => wish("spend", hero, { advance: what, ...more });

    test("an attribute costs Objective Points in play and Character Points before it, all in one step that goes back; without points it is refused in words", async () => {
      await fresh([], [], { hero: buyer });
      await advance({ kind: "attribute", attribute: "focus" });
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).points["objective"]]).toEqual([6, 24]);
      await undo();
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).points["objective"]]).toEqual([5, 30]);
      await advance({ kind: "attribute", attribute: "focus" }, { creation: true });
      expect([(await bought(hero)).points["objective"], (await bought(hero)).points["character"]]).toEqual([30, 14]);
      await fresh([], [], { hero: { system: { points: { objective: 3 }, attributes: { focus: { value: 5 } } } } });
      await advance({ kind: "attribute", attribute: "focus" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).attributes["focus"]?.value]).toEqual(["FATEWALKER.Advancement.NotEnough", 5]);
    });

    also("R288 Expertise: Fate at TN 2 goes into the next point, at most half of its price, and what is beyond restores Fate", async () => {
      await fresh(["power-fate-master-expertise"], [], { hero: buyer });
      await arm(hero, ["power-fate-master-expertise"], { system: { fate: { rating: 4, spent: 3 } } });
      await dice(1);
      await advance({ kind: "attribute", attribute: "focus" });
      // The next point costs 7, so 3 of the 4 successes stay with it.
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).learning["focus"], (await tracks(hero)).fate.spent]).toEqual([6, 3, 2]);
      await undo();
      expect([(await bought(hero)).attributes["focus"]?.value, (await bought(hero)).learning["focus"] ?? 0, (await tracks(hero)).fate.spent]).toEqual([5, 0, 3]);
    });

    also("R289 Perfection: a third dot in one root, for nothing; without it and in a second root there is none", async () => {
      const full = { system: { skills: { vigor: { value: 2 }, mind: { value: 2 } }, points: { character: 20 } } };
      await fresh([], [], { hero: full });
      await advance({ kind: "root", tree: "vigor" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).skills["vigor"]?.value]).toEqual(["FATEWALKER.Advancement.NoMoreDots", 2]);
      await fresh(["power-fate-master-perfection"], [], { hero: full });
      await advance({ kind: "root", tree: "vigor" });
      expect([(await bought(hero)).skills["vigor"]?.value, (await bought(hero)).points["character"]]).toEqual([3, 20]);
      await advance({ kind: "root", tree: "mind" });
      expect([(await lastCard()).notice?.key, (await bought(hero)).skills["mind"]?.value]).toEqual(["FATEWALKER.Advancement.NoMoreDots", 2]);
      await arm(hero, [], { system: { skills: { vigor: { value: 1 }, mind: { value: 1 } } } });
    });

    also("R262 R263 ten Story Points make a Power Point, and a power of another tree's tier comes first", async () => {
      await fresh([], [], { hero: buyer });
      await advance({ kind: "trade" });
      expect([(await bought(hero)).points["story"], (await bought(hero)).points["power"]]).toEqual([2, 2]);
      await advance({ kind: "trade" });
      expect((await lastCard()).notice?.key).toBe("FATEWALKER.Advancement.NotEnough");
      const uuidOf = (key: string): Promise<string> => gm.run(async (wanted) => ((await game.packs.get("fatewalker.powers")?.getDocuments()) ?? []).find(({ system }) => system.key === wanted)?.uuid ?? "", key);
      await advance({ kind: "power", uuid: await uuidOf("power-fate-intrepid-iii") });
      expect((await lastCard()).notice?.key).toMatch(/NeedsTier|NeedsOtherTree/);
      await advance({ kind: "power", uuid: await uuidOf("power-will-hardened") });
      expect([(await itemOf(hero, "power-will-hardened")).id, (await bought(hero)).points["power"]]).toEqual([expect.any(String), 1]);
    });

    also("R280 Faterunner II: in place of a Story Point award three Fate come back", async () => {
      await fresh(["power-fate-faterunner-ii"], [], { hero: { system: { fate: { spent: 4 } } } });
      await wish("rest", null, { who: [hero], rest: { kind: "insteadOfAward" } });
      expect((await tracks(hero)).fate.spent).toBe(1);
    });
  });
});
