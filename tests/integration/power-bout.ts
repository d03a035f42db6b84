import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";

/* One hero and one foe in a fight at a GM's table, where powers are used, refused and taken back. */

export interface Participant {
  actor: string;
  token: string | null;
  combatant: string | null;
}
export interface Tracks {
  will: { rating: number; spent: number; fatigue: number; exhaustion: number; max: number };
  fate: { rating: number; spent: number; apathy: number };
}
export interface ActorLike {
  uuid: string;
  items: { contents: { id: string; uuid: string; type: string; system: { key: string } }[] };
  system: Tracks & { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } }; learning: Record<string, number> };
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
  toObject(): { system: Record<string, unknown> };
}
export interface CombatantLike {
  id: string;
  initiative: number | null;
  actor: ActorLike | null;
  token: { uuid: string } | null;
  flags: { fatewalker?: { powers?: Record<string, unknown> } };
  update(changes: object): Promise<unknown>;
  toObject(): { flags: object; initiative: number | null };
}
export interface Card {
  id: string;
  phase: string;
  ledger: string;
  notice: { key: string; data: Record<string, unknown> } | null;
  offers: { side: "attacker" | number; key: string; guard?: Participant }[];
  rolls: { id: string; tn: number | null; successes: number; dice: { face: number; wounded: boolean }[]; earlier?: { power: string; dice: { face: number }[] }[] }[];
  targets: { answer: { kind: string } | null; outcome: string | null; steps: { kind: string; name?: string; points?: number; who?: string; successes?: number; text?: string }[]; who: { participant: Participant } }[];
}
export interface BoutGame {
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  combats: { contents: { id: string; round: number; combatants: { contents: CombatantLike[] }; system: { schedule: Record<string, { tick: number }> }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown>; update(changes: object): Promise<unknown> }[] };
  messages: { contents: { id: string; type: string; content: string; delete(): Promise<unknown>; toObject(): { system: Omit<Card, "id"> } }[]; get(id: string): { toObject(): { system: { record: { acts?: unknown[]; declaration: { modifiers: Modifier[] }; targets: { answer: { modifiers: Modifier[] } }[] } } } } | undefined };
  system: { api: { rollCheck(check: object, options: { actor: ActorLike; fast: boolean }): Promise<{ toObject(): { system: { modifiers: Modifier[] } } } | null> } };
  packs: { get(id: string): { getDocuments(): Promise<{ uuid: string; system: { key: string }; toObject(): object }[]> } | undefined };
}
declare const game: BoutGame;
export interface Modifier {
  key: string;
  value: number;
  enabled: boolean;
}
export interface Roll {
  evaluate(): Promise<unknown>;
}
export type BoutConfig = { Dice: { randomUniform: () => number; rolls: { name: string; fromPool(pool: object): Roll }[] } };
declare const CONFIG: BoutConfig;
export type BoutMessages = { implementation: { create(source: object): Promise<unknown>; deleteDocuments(ids: string[]): Promise<unknown> } };
declare const ChatMessage: BoutMessages;
export type BoutActors = { implementation: { create(source: object): Promise<ActorLike> } };
declare const foundry: { utils: { randomID(): string }; data: { operators?: { ForcedDeletion: new () => object } } };

let table: HeadlessTable;
export let gm: HeadlessClient;
export let hero: Participant;
export let foe: Participant;

export const fighter = async (key: string): Promise<Participant> => {
  const found = await gm.run((wanted) => (game.combats.contents[0]?.combatants.contents ?? [])
    .filter(({ actor }) => actor?.system !== undefined && (actor.toObject().system["key"] as string) === wanted)
    .map(({ id, actor, token }) => ({ actor: actor?.uuid ?? "", token: token?.uuid ?? null, combatant: id }))[0], key);
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
};

export const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

/** Faces in the order in which they fall, from 0 to 9; the last one goes on. */
export const dice = (...faces: number[]): Promise<void> => gm.run((wanted) => {
  const rest = [...wanted];
  // A stored 10 is a 0: the face f comes from 1 - (f - 0.5) / 10.
  CONFIG.Dice.randomUniform = () => {
    const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
    return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
  };
}, faces);

/** Deletes a key of the data of somebody's actor, or of the fight, in the words of the generation. */
export async function drop(who: Participant | null, path: string, key: string): Promise<void> {
  await gm.run(async ([id, parent, last]) => {
    const combat = game.combats.contents[0];
    const document = (id === null ? combat : combat?.combatants.contents.find((entry) => entry.id === id)?.actor) as { update(changes: object): Promise<unknown> } | null | undefined;
    const Operator = foundry.data.operators?.ForcedDeletion;
    await document?.update(Operator ? { [`${parent}.${last}`]: new Operator() } : { [`${parent}.-=${last}`]: null });
  }, [who?.combatant ?? null, path, key] as const);
}

/** Takes every power off somebody and gives those of these keys. */
export async function arm({ combatant }: Participant, keys: readonly string[], ...updates: readonly object[]): Promise<void> {
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

/** Gives somebody maneuvers that it does not have yet. */
export const learn = ({ combatant }: Participant, ...keys: string[]): Promise<void> => gm.run(async ([id, wanted]) => {
  const documents = (await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? [];
  const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
  const known = actor?.items.contents.map(({ system }) => system.key) ?? [];
  await actor?.createEmbeddedDocuments("Item", documents.filter(({ system }) => (wanted as readonly string[]).includes(system.key) && !known.includes(system.key)).map((document) => document.toObject()));
}, [combatant, keys] as const);

export const itemOf = ({ combatant }: Participant, key: string): Promise<{ id: string; uuid: string }> =>
  gm.run(([id, wanted]) => {
    const item = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.items.contents.find(({ system }) => system.key === wanted);
    if (!item) throw new Error(`Nobody has ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [combatant, key] as const);

export async function wish(op: string, participant: Participant | null, args: object): Promise<void> {
  await gm.run(async (system) => {
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: foundry.utils.randomID() } });
  }, { op, participant, args });
  await settled();
}

export const cards = (): Promise<Card[]> => gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").map((message) => ({ ...message.toObject().system, id: message.id })));
export const lastCard = async (): Promise<Card> => {
  const card = (await cards()).at(-1);
  if (!card) throw new Error("There is no card.");
  return card;
};
/** The last card that is no refusal. */
export const exchange = async (): Promise<Card> => {
  const card = (await cards()).filter(({ phase }) => phase !== "refused").at(-1);
  if (!card) throw new Error("There is no exchange.");
  return card;
};

export const power = async (who: Participant, key: string, more: object = {}): Promise<object> => ({ item: (await itemOf(who, key)).id, units: 1, named: null, options: [], ...more });
export const declare = async (choices: object = {}): Promise<void> =>
  wish("declare", hero, { maneuver: (await itemOf(hero, "unarmed-martial-kick")).uuid, targets: [foe], choices, mode: "public" });
export const answer = async (key: string | null, choices: object = {}): Promise<void> => {
  const card = await exchange();
  await wish("react", foe, { exchange: card.id, target: 0, reaction: key === null ? null : (await itemOf(foe, key)).id, choices });
};
export const offer = async (who: Participant, what: object): Promise<void> => {
  const card = await exchange();
  // The GM asks for whoever is asked: the moment is the one that stands on the card, or in the state where the GM's own are asked.
  const moment = card.offers.find(({ side }) => (side === "attacker" ? who === hero : who === foe))?.key ?? "";
  await wish("spend", who, { exchange: card.id, moment, ...what });
};
export const offerAt = async (who: Participant, { id, offers }: Card, what: object): Promise<void> => wish("spend", who, { exchange: id, moment: offers.find(({ side }) => side === 0)?.key ?? "", ...what });
/** What a power has begun, as if it had been used when the fight began. */
export const mark = ({ combatant }: Participant, powers: object): Promise<void> => gm.run(async ([id, change]) => {
  await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.update({ flags: { fatewalker: { powers: change } } });
}, [combatant, powers] as const);
export const undo = async (): Promise<void> => wish("undo", null, { ledger: (await exchange()).ledger });
export const use = async (who: Participant, key: string, targets: Participant[] = []): Promise<void> => wish("spend", who, { item: (await itemOf(who, key)).id, targets, mode: "public" });

export const tracks = ({ combatant }: Participant): Promise<Tracks> => gm.run((id) => {
  const system = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system;
  if (!system) throw new Error("Nobody is there.");
  const { will, fate } = system;
  return JSON.parse(JSON.stringify({ will, fate })) as Tracks;
}, combatant);
export const wounds = ({ combatant }: Participant): Promise<number> => gm.run((id) => {
  const chart = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system.wounds;
  return chart === undefined ? -1 : chart.temporary.value + chart.normal.value + chart.normal.stun + chart.mortal.value;
}, combatant);
export const memory = ({ combatant }: Participant): Promise<Record<string, unknown>> => gm.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.flags.fatewalker?.powers ?? {}, combatant);
export const modifiers = async (): Promise<Modifier[]> => {
  const { ledger } = await exchange();
  return gm.run((id) => game.messages.get(id)?.toObject().system.record.declaration.modifiers ?? [], ledger);
};
export const attackDice = async (): Promise<number> => (await exchange()).rolls.find(({ id }) => id === "attack")?.dice.length ?? 0;

/** A point of each track is spent, and no more is there. */
export const BROKE = { system: { will: { rating: 0, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 4, apathy: 0, ennui: false } } };
export const RICH = { system: { will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 0, apathy: 0, ennui: false }, wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } } } };

/** Everybody as at the start, the hero due; one table serves all scenarios. */
export async function fresh(heroPowers: readonly string[], foePowers: readonly string[] = [], changes: { readonly hero?: object; readonly foe?: object } = {}): Promise<void> {
  await gm.run(async () => {
    const old = game.messages.contents.filter(({ type }) => ["exchange", "ledger", "intent", "healing"].includes(type)).map(({ id }) => id);
    if (old.length > 0) await ChatMessage.implementation.deleteDocuments(old);
  });
  await arm(hero, heroPowers, ...(changes.hero ? [RICH, changes.hero] : [RICH]));
  await arm(foe, foePowers, ...(changes.foe ? [RICH, changes.foe] : [RICH]));
  await due(hero);
}

/** It is this one's turn, and nobody else's. */
export const due = ({ combatant }: Participant): Promise<void> => gm.run(async (first) => {
  const combat = game.combats.contents[0];
  if (!combat) return;
  for (const { id, initiative } of combat.combatants.contents) {
    const wanted = id === first ? combat.round : combat.round + 60;
    if (initiative !== wanted && (id === first || (initiative ?? 0) <= combat.round)) await combat.setInitiative(id, wanted);
  }
}, combatant);

/** A check on the table as its roller's client makes it, with a power in it; null faces of Fate: none is rolled. */
export async function checked({ actor, token, combatant }: Participant, { skill, modifier, faces, fate = null, unpaid = null, tn = 4 }: { readonly skill: string | null; readonly modifier: object; readonly faces: number; readonly fate?: number | null; readonly unpaid?: object | null; readonly tn?: number }): Promise<string> {
  return gm.run(async ([participant, branch, power, count, besides, without, target]) => {
    const FatewalkerRoll = CONFIG.Dice.rolls.find(({ name }) => name === "FatewalkerRoll");
    if (FatewalkerRoll === undefined) throw new Error("There are no such rolls.");
    const pool = { normal: count, wounded: 0, tn: target, woundedTn: Math.floor(target / 2) };
    const roll = FatewalkerRoll.fromPool(pool);
    await roll.evaluate();
    const second = besides === null ? null : FatewalkerRoll.fromPool({ normal: besides, wounded: 0, tn: 3, woundedTn: 1 });
    await second?.evaluate();
    const message = (await ChatMessage.implementation.create({
      type: "check", content: "", rolls: second === null ? [roll] : [roll, second],
      system: { participant, title: "Focus", attribute: "focus", skill: branch, pool, modifiers: [power], ticks: null, unpaid: without },
    })) as { id: string };
    return message.id;
  }, [{ actor, token, combatant }, skill, modifier, faces, fate, unpaid, tn] as const);
}
export const paymentOf = (message: string): Promise<{ paid: boolean; refusal: object | null } | null> => gm.run((id) => (game.messages.contents.find((entry) => entry.id === id)?.toObject() as unknown as { system: { payment: { paid: boolean; refusal: object | null } | null } }).system.payment, message);

/** One Normal box short of death: the next wounds kill. */
export async function nearDeath({ combatant }: Participant): Promise<object> {
  return gm.run((id) => {
    const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
    const { temporary, normal, mortal } = (actor?.system as unknown as { derived: { chart: { temporary: { max: number }; normal: { rows: number; columns: number }; mortal: { max: number } } } }).derived.chart;
    return { system: { wounds: { temporary: { value: temporary.max }, normal: { value: normal.rows * normal.columns, stun: 0 }, mortal: { value: Math.max(0, mortal.max - 1) } } } };
  }, combatant);
}

/** In V13, whose writes are others, the scenarios that pay, hurt and go back; all of them with FULL=1. */
export const FULL = process.env["FULL"] === "1";

/** Begins the fight at a table of its own: the hero acts, everyone else is much later, and people are asked for powers. */
export async function openBout(generation: 13 | 14): Promise<void> {
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
}

/** Ends it. @returns what went wrong at the GM's */
export async function closeBout(): Promise<readonly Error[]> {
  const { problems } = gm;
  await table.close();
  return problems;
}
