import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";

/* Damage by hand, healing and rest at a table: who may wish them, what they do in numbers, and that undo brings everything back. */

interface Roll {
  dice: { face: number }[];
}
interface Line {
  key: string;
  data: Record<string, number | string>;
  roll: Roll | null;
}
interface ActorLike {
  uuid: string;
  name: string;
  statuses: Set<string>;
  items: { contents: { id: string; name: string; type: string; system: { key: string; quantity: number } }[] };
  system: { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number }; stabilized: boolean }; will: { value: number }; health: { value: number } };
  update(changes: object): Promise<unknown>;
  toObject(): { system: Record<string, unknown>; items: unknown[]; effects: unknown[] };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]>;
  modifyTokenAttribute(attribute: string, value: number, isDelta: boolean): Promise<unknown>;
  toggleStatusEffect(id: string, options: { active: boolean }): Promise<unknown>;
}
interface Api {
  applyDamage(amount: number | string, options: object): Promise<void>;
  healBoxes(boxes: number, options: object): Promise<void>;
  rest(kind: string, options: object): Promise<void>;
  treat(options: object): Promise<void>;
}
interface Message {
  id: string;
  type: string;
  whisper: string[];
  system: { kind?: string; state?: string; phase?: string; notice?: { key: string } | null; ledger?: string };
  toObject(): { system: { entries: { who: { name: string }; lines: Line[] }[] } };
}
interface CombatLike {
  combatants: { contents: { id: string; name: string; initiative: number | null; actor: ActorLike | null; update(changes: object): Promise<unknown> }[] };
  system: { schedule: Record<string, { tick: number; kind: string; target: string | null }> };
  setInitiative(id: string, value: number): Promise<unknown>;
  startCombat(): Promise<unknown>;
}
declare const game: {
  actors: { contents: ActorLike[] };
  combats: { contents: CombatLike[] };
  messages: { contents: Message[] };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  system: { api: Api };
  time: { advance(seconds: number): Promise<unknown> };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;

/** The healer, Anna's; the patient, Ben's; and two copies of one creature. */
const HEALER = "Isaura";
const PATIENT = "Tobin";
const FOES = ["Enforcer (1)", "Enforcer (2)"] as const;

const settled = (client: HeadlessClient = gm): Promise<unknown> => client.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

/** Every die shows the same on the client that commits: a 1, which counts at any TN but 0, or a 9, which never does. */
const dice = (face: 1 | 9): Promise<void> => gm.run((uniform) => {
  CONFIG.Dice.randomUniform = () => uniform;
}, face === 1 ? 0.95 : 0.15);

/** What of an actor the deeds of this file may change. */
interface Body {
  temporary: number;
  normal: number;
  stun: number;
  mortal: number;
  stabilized: boolean;
  bleeding: unknown;
  healing: { firstAid: number | null; caretaking: number | null; operated: boolean; lastNewWound: number | null; stabilizing: { total: number; rolls: number } | null; surgery: { total: number; rolls: number } | null };
  will: { spent: number; fatigue: number; exhaustion: number };
  fate: { rating: number; spent: number; apathy: number; ennui: boolean };
  statuses: string[];
}

const body = (name: string, client: HeadlessClient = gm): Promise<Body> => client.run((wanted) => {
  const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === wanted)?.actor;
  if (!actor) throw new Error("There is no such fighter.");
  const system = actor.toObject().system as unknown as { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number }; stabilized: boolean; bleeding: unknown }; healing: Body["healing"]; will: Body["will"]; fate: Body["fate"] };
  const { wounds, healing, will, fate } = system;
  return {
    temporary: wounds.temporary.value, normal: wounds.normal.value, stun: wounds.normal.stun, mortal: wounds.mortal.value, stabilized: wounds.stabilized, bleeding: wounds.bleeding,
    healing, will: { spent: will.spent, fatigue: will.fatigue, exhaustion: will.exhaustion }, fate: { rating: fate.rating, spent: fate.spent, apathy: fate.apathy, ennui: fate.ennui },
    statuses: [...actor.statuses].sort(),
  };
}, name);

const change = (name: string, changes: object): Promise<void> => gm.run(async ([wanted, update]) => {
  await game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === wanted)?.actor?.update(update);
}, [name, changes] as const);

const wounds = (name: string, { temporary = 0, normal = 0, stun = 0, mortal = 0, stabilized = false }: Partial<Body>): Promise<void> =>
  change(name, { system: { wounds: { temporary: { value: temporary }, normal: { value: normal, stun }, mortal: { value: mortal }, stabilized } } });

/** Calls the system's own interface with actors by name. */
const call = async (client: HeadlessClient, what: keyof Api, first: unknown, options: Readonly<Record<string, unknown>> & { targets?: string[]; actors?: string[]; healer?: string; patient?: string }): Promise<void> => {
  await client.run(async ([method, argument, given]) => {
    const find = (name: string) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor;
    const named = { ...given, ...(given.targets === undefined ? {} : { targets: given.targets.map(find) }), ...(given.actors === undefined ? {} : { actors: given.actors.map(find) }), ...(given.healer === undefined ? {} : { healer: find(given.healer) }), ...(given.patient === undefined ? {} : { patient: find(given.patient) }) };
    const { api } = game.system;
    await (method === "treat" ? api.treat(named) : api[method](argument as never, named));
  }, [what, first, options] as const);
  await client.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
  await settled();
};

const damage = (amount: number | string, targets: string[], options: Readonly<Record<string, unknown>> = {}): Promise<void> => call(gm, "applyDamage", amount, { targets, ...options });
const treat = (client: HeadlessClient, procedure: string, treatment: object = {}, patient: string = PATIENT, healer: string = HEALER): Promise<void> =>
  call(client, "treat", null, { healer, patient, procedure, treatment });
const rest = (client: HeadlessClient, kind: string, actors: string[], options: Readonly<Record<string, unknown>> = {}): Promise<void> => call(client, "rest", kind, { actors, ...options });

/** The dice of a treatment that shall have so many successes: the healer's Focus is 4, nothing is at hand. */
const withDice = (count: number): object => ({ medkit: "none", facility: "none", custom: count - 2 });

const lastLedger = (client: HeadlessClient = gm): Promise<string> => client.run(() => game.messages.contents.filter(({ type }) => type === "ledger").at(-1)?.id ?? "");

const turn = async (ledger: string, redo: boolean): Promise<void> => {
  await gm.run(async ([id, again]) => {
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "undo", participant: null, args: { ledger: id, redo: again }, nonce: foundry.utils.randomID() } });
  }, [ledger, redo] as const);
  await settled();
};

/** Does something and takes it back: the body is what it was, and what it became after a redo. */
async function andBack(name: string, deed: () => Promise<void>): Promise<Body> {
  const before = await body(name);
  await deed();
  const after = await body(name);
  expect(after).not.toEqual(before);
  const ledger = await lastLedger();
  await turn(ledger, false);
  expect(await body(name)).toEqual(before);
  await turn(ledger, true);
  expect(await body(name)).toEqual(after);
  return after;
}

/** Reasons of refusals that stand in the chat, the newest last. */
const refusals = (client: HeadlessClient = gm): Promise<string[]> => client.run(() => game.messages.contents.flatMap(({ type, system }) => (type === "exchange" && system.phase === "refused" ? [system.notice?.key ?? ""] : [])));

/** Lines of the newest cards, for all and for GMs alone. */
const cards = (client: HeadlessClient = gm): Promise<{ open: Line[] | null; secret: Line[] | null }> => client.run(() => {
  const all = game.messages.contents.filter(({ type }) => type === "healing");
  const last = all.at(-1)?.system.ledger;
  const of = (whispered: boolean): Line[] | null => {
    const message = all.find(({ system, whisper }) => system.ledger === last && whisper.length > 0 === whispered);
    return message === undefined ? null : message.toObject().system.entries.flatMap(({ lines }) => lines);
  };
  return { open: of(false), secret: of(true) };
});

const keysOf = (lines: Line[] | null): string[] => (lines ?? []).map(({ key }) => key.split(".").at(-1) ?? "");

const begin = (...ticks: number[]): Promise<void> => gm.run(async (wanted) => {
  const combat = game.combats.contents[0];
  if (!combat) throw new Error("There is no fight.");
  for (const [index, combatant] of combat.combatants.contents.entries()) await combat.setInitiative(combatant.id, wanted[index] ?? 5000 + index);
  await combat.startCombat();
}, ticks);

/** Puts something from the compendium into somebody's bag. */
const pack = (name: string, key: string, changes: object = {}): Promise<void> => gm.run(async ([wanted, gear, update]) => {
  const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === wanted)?.actor;
  const documents = (await game.packs.get("fatewalker.gear")?.getDocuments()) ?? [];
  const found = documents.find(({ system }) => system.key === gear)?.toObject() as { system: object } | undefined;
  if (!actor || found === undefined) throw new Error("There is no such thing.");
  await actor.createEmbeddedDocuments("Item", [{ ...found, system: { ...found.system, ...update } }]);
}, [name, key, changes] as const);

type Source = { system: object; items: { _id: string }[] };
/** Everyone as the world begins. */
let stored: Record<string, Source>;

const sources = (): Promise<Record<string, Source>> => gm.run(() => Object.fromEntries((game.combats.contents[0]?.combatants.contents ?? []).map(({ name, actor }) => [name, actor?.toObject() as unknown as Source])));

/** Puts everyone back to how the world begins, and empties the chat: one table serves all tests of a generation. */
const restore = (wanted: Record<string, Source>): Promise<void> => gm.run(async (all) => {
  await (ChatMessage as unknown as { deleteDocuments(ids: string[]): Promise<unknown> }).deleteDocuments(game.messages.contents.map(({ id }) => id));
  for (const { name, actor } of game.combats.contents[0]?.combatants.contents ?? []) {
    const source = all[name];
    const document = actor as unknown as (ActorLike & { effects: { contents: { id: string }[] }; deleteEmbeddedDocuments(type: string, ids: string[]): Promise<unknown>; createEmbeddedDocuments(type: string, sources: object[], options: object): Promise<unknown> }) | null;
    if (source === undefined || document === null) continue;
    await document.deleteEmbeddedDocuments("ActiveEffect", document.effects.contents.map(({ id }) => id));
    const items = document.items.contents.map(({ id }) => id);
    await document.deleteEmbeddedDocuments("Item", items.filter((id) => !source.items.some(({ _id }) => _id === id)));
    await document.createEmbeddedDocuments("Item", source.items.filter(({ _id }) => !items.includes(_id)), { keepId: true });
    await document.update({ system: source.system });
  }
}, wanted);

describe.each([14, 13] as const)("generation %i", (generation) => {
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    gm = await table.join("gamemaster");
    anna = await table.join("anna");
    stored = await sources();
  });
  beforeEach(async () => {
    await restore(stored);
    await dice(1);
  });
  afterAll(() => table.close());

  test("R136 R137 First Aid with 4 successes heals 1 and leaves 3 dice; a player gives it, once, and it is taken back whole", async () => {
    await wounds(PATIENT, { normal: 5 });
    const after = await andBack(PATIENT, () => treat(anna, "firstAid", withDice(4)));
    expect([after.normal, after.healing.firstAid]).toEqual([4, 3]);
    const { open, secret } = await cards(anna);
    expect(keysOf(open)).toEqual(["Roll", "TakesMinutesOrMore", "Healed", "CareLeft"]);
    expect(open?.[0]?.roll?.dice.map(({ face }) => face)).toEqual([1, 1, 1, 1]);
    expect(secret).toBeNull();
    await treat(anna, "firstAid", withDice(4));
    expect(await refusals()).toEqual(["FATEWALKER.Healing.TreatedAlready"]);
    expect((await body(PATIENT)).normal).toBe(4);
  });

  test("R136 R137 R140 First Aid that goes wrong is a wound, that wipes nothing; a new Normal Wound wipes it, stun does not", async () => {
    await wounds(PATIENT, { normal: 5 });
    await dice(9);
    await treat(gm, "firstAid", withDice(4));
    const harmed = await body(PATIENT);
    expect([harmed.normal, harmed.healing.firstAid, harmed.healing.lastNewWound]).toEqual([6, -1, null]);
    await damage(2, [PATIENT], { stun: true, skipTemporary: true });
    expect((await body(PATIENT)).healing.firstAid).toBe(-1);
    await damage(1, [PATIENT], { skipTemporary: true });
    const wounded = await body(PATIENT);
    expect([wounded.healing.firstAid, wounded.healing.lastNewWound]).toEqual([null, 0]);
  });

  test("R134 R135 the medkit's rating, twice a facility's and the time since the injury are in the pool", async () => {
    await wounds(PATIENT, { normal: 9 });
    const rolled = async (treatment: object): Promise<number> => {
      await change(PATIENT, { system: { healing: { firstAid: null }, wounds: { normal: { value: 9 } } } });
      await treat(gm, "firstAid", treatment);
      return (await cards()).open?.[0]?.roll?.dice.length ?? -1;
    };
    expect(await rolled({})).toBe(5);
    expect(await rolled({ medkit: "none" })).toBe(2);
    expect(await rolled({ facilityRating: 3 })).toBe(10);
    expect(await rolled({ minutes: 29 })).toBe(5);
    expect(await rolled({ minutes: 60 })).toBe(3);
    await pack(HEALER, "gear-medkit-2", { rating: 3, quantity: 0 });
    expect(await rolled({})).toBe(5);
    await pack(HEALER, "gear-medkit-3");
    expect(await rolled({})).toBe(7);
  });

  test("refuses with a reason what cannot be: somebody else's healer, the dead, no Mortal Wounds, no serum, a healer who is out, a medkit that is gone", async () => {
    await wounds(PATIENT, { normal: 3 });
    await treat(anna, "stabilize");
    await treat(anna, "serum");
    await treat(anna, "firstAid", { medkit: "nothingofthekind" });
    await treat(anna, "firstAid", {}, HEALER, PATIENT);
    await wounds(PATIENT, { mortal: 2 });
    await treat(anna, "firstAid");
    await gm.run((name) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor?.toggleStatusEffect("dead", { active: true }).then(() => null), PATIENT);
    await treat(anna, "stabilize");
    await gm.run((name) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor?.toggleStatusEffect("unconscious", { active: true }).then(() => null), HEALER);
    await treat(anna, "caretaking", {}, HEALER);
    expect(await refusals(anna)).toEqual([
      "FATEWALKER.Healing.NotMortal", "FATEWALKER.Healing.NoSerum", "FATEWALKER.Healing.NotAtHand", "FATEWALKER.Intent.NotYours", "FATEWALKER.Healing.MortalFirst", "FATEWALKER.Healing.Dead", "FATEWALKER.Healing.HealerOut",
    ]);
  });

  test("R144 R145 R146 Stabilize adds successes less 2 roll by roll, bleeds 20 ticks meanwhile, and stops the bleeding at the Mortal boxes", async () => {
    // Prowess and Will give the interval: 5 + 8 ticks.
    await change(PATIENT, { system: { attributes: { prowess: { value: 5 } }, will: { rating: 8 }, wounds: { temporary: { max: 0 } } } });
    await change(HEALER, { system: { attributes: { awareness: { value: 4 } } } });
    await wounds(PATIENT, { normal: 24, mortal: 3 });
    // Awareness 4 less half the boxes, less 2 without a kit; so many dice more that 4 are thrown: 2 net.
    const first = await andBack(PATIENT, () => treat(anna, "stabilize", { medkit: "none", custom: 4 - (4 - 1 - 2) }));
    expect([first.healing.stabilizing, first.mortal, first.stabilized]).toEqual([{ total: 2, rolls: 1 }, 4, false]);
    expect(first.statuses).toContain("dying");
    expect(keysOf((await cards()).open)).toEqual(["Roll", "TakesTicks", "Extended", "BleedsOn"]);
    const second = await andBack(PATIENT, () => treat(anna, "stabilize", { medkit: "none", custom: 4 - (4 - 2 - 2) }));
    expect([second.healing.stabilizing, second.mortal, second.stabilized]).toEqual([null, 4, true]);
    expect(second.statuses).not.toContain("dying");
    await treat(anna, "stabilize");
    expect(await refusals()).toEqual(["FATEWALKER.Healing.StableAlready"]);
  });

  test("R146 a total below zero is damage at once; the last Mortal box kills", async () => {
    await change(HEALER, { system: { attributes: { awareness: { value: 4 } } } });
    await change(PATIENT, { system: { attributes: { prowess: { value: 12 } }, will: { rating: 12 }, wounds: { temporary: { max: 0 } } } });
    await wounds(PATIENT, { normal: 24, mortal: 3 });
    await dice(9);
    const hurt = await andBack(PATIENT, () => treat(gm, "stabilize", withDice(3)));
    expect([hurt.mortal, hurt.healing.stabilizing]).toEqual([5, { total: 0, rolls: 1 }]);
    const dead = await andBack(PATIENT, () => treat(gm, "stabilize", withDice(3)));
    expect([dead.mortal, dead.statuses, dead.healing.stabilizing]).toEqual([6, ["dead"], null]);
  });

  test("R148 R149 R150 serum heals 3, Mortal ones first, uses one dose up and stabilises with fewer than 3 left", async () => {
    await pack(HEALER, "gear-serum", { quantity: 2 });
    const doses = (): Promise<number[]> => gm.run((name) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor?.items.contents.filter(({ system }) => system.key === "gear-serum").map(({ system }) => system.quantity) ?? [], HEALER);
    await wounds(PATIENT, { normal: 24, mortal: 5 });
    const after = await andBack(PATIENT, () => treat(anna, "serum"));
    expect([after.mortal, after.stabilized, after.healing.firstAid, after.normal]).toEqual([2, true, 3, 24]);
    expect(await doses()).toEqual([1]);
    await wounds(PATIENT, { normal: 4 });
    await treat(anna, "serum");
    expect([(await body(PATIENT)).normal, await doses()]).toEqual([1, [0]]);
    await treat(anna, "serum");
    expect(await refusals()).toEqual(["FATEWALKER.Healing.NoSerum"]);
  });

  test("R153 R163 R164 Caretaking once a roll; the Heal Wounds roll takes all care with it, and the night gives no Will", async () => {
    await wounds(PATIENT, { normal: 9 });
    await change(PATIENT, { system: { will: { spent: 4 }, attributes: { prowess: { value: 4 }, resilience: { value: 6 } } } });
    await treat(anna, "firstAid", withDice(4));
    const cared = await andBack(PATIENT, () => treat(anna, "caretaking", withDice(3)));
    expect(cared.healing).toMatchObject({ firstAid: 3, caretaking: 2 });
    await treat(anna, "caretaking");
    expect(await refusals()).toEqual(["FATEWALKER.Healing.CaredForAlready"]);
    // 4 Prowess, 3 First Aid, 2 Caretaking, 0 moderate, -2 poor: 7 successes heal 6 of the 8 that are left.
    const night = await andBack(PATIENT, () => rest(gm, "night", [PATIENT], { night: { place: "poor", activity: "moderate" } }));
    expect([night.normal, night.healing.firstAid, night.healing.caretaking, night.will.spent]).toEqual([2, 0, null, 4]);
    expect((await cards()).open?.find(({ key }) => key.endsWith("Roll"))?.roll?.dice.length).toBe(7);
  });

  test("R163 without First Aid it is 2 dice fewer, and a roll without success is a wound; a caretaker's roll comes first", async () => {
    await wounds(PATIENT, { normal: 3 });
    await change(PATIENT, { system: { attributes: { prowess: { value: 4 } } } });
    await dice(9);
    await rest(gm, "night", [PATIENT], { night: { activity: "exhaustive" } });
    expect((await body(PATIENT)).normal).toBe(4);
    expect((await cards()).open?.find(({ key }) => key.endsWith("Roll"))?.roll?.dice.length ?? 0).toBe(0);
    await dice(1);
    const caretaker = await gm.run((name) => {
      const combatant = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name);
      return { actor: combatant?.actor?.uuid ?? "", token: null, combatant: null };
    }, HEALER);
    await rest(gm, "night", [PATIENT], { night: { caretaker } });
    // Focus 4 and a medkit of 1: 5 successes leave 4; 4 + 4 bed rest + 4 - 2 without First Aid: 10 successes.
    expect(keysOf((await cards()).open)).toEqual(["CaredForBy", "CareLeft", "Roll", "Healed"]);
    expect((await body(PATIENT)).normal).toBe(0);
  });

  test("R154 R157 R159 R160 R161 R162 surgery: roll by roll to columns and Mortal boxes, the care used up, once a set of wounds", async () => {
    await change(HEALER, { system: { skills: { learned: { branches: { medical: { value: 3 } } } } } });
    await wounds(PATIENT, { normal: 11, mortal: 2, stabilized: true });
    await change(PATIENT, { system: { healing: { firstAid: 3 } } });
    // Focus 4, half a medkit of 1 is 0, -1 for Mortal Wounds, 3 of First Aid: 6 dice, so 5 net of the 4 columns and 2 boxes.
    const first = await andBack(PATIENT, () => treat(anna, "surgery"));
    expect([first.healing.surgery, first.healing.firstAid, first.mortal]).toEqual([{ total: 5, rolls: 1 }, 0, 2]);
    const done = await andBack(PATIENT, () => treat(anna, "surgery", { haste: 1 }));
    expect([done.mortal, done.normal, done.healing.surgery, done.healing.operated]).toEqual([0, 11, null, true]);
    await treat(anna, "surgery");
    expect(await refusals()).toEqual(["FATEWALKER.Healing.OperatedAlready"]);
    await damage(1, [PATIENT], { skipTemporary: true });
    await treat(anna, "surgery", { custom: 6 });
    const halved = await body(PATIENT);
    expect([halved.normal, halved.healing.operated]).toEqual([6, true]);
  });

  test("R160 surgery that goes wrong wounds", async () => {
    await wounds(PATIENT, { normal: 5 });
    await dice(9);
    const hurt = await andBack(PATIENT, () => treat(gm, "surgery"));
    expect([hurt.normal, hurt.healing.surgery]).toEqual([6, { total: 0, rolls: 1 }]);
  });

  test("R265 R269 a night's Will, a night awake, and wounds for the Will that is not there, which wipe First Aid", async () => {
    await change(PATIENT, { system: { will: { spent: 6 } } });
    const slept = await andBack(PATIENT, () => rest(gm, "night", [PATIENT], { night: { place: "good" } }));
    expect(slept.will.spent).toBe(3);
    await rest(gm, "night", [PATIENT], { night: { sleep: "half", place: "hostile" } });
    expect((await body(PATIENT)).will.spent).toBe(3);
    await rest(gm, "night", [PATIENT], { night: { sleep: "none" } });
    expect((await body(PATIENT)).will.spent).toBe(5);
    // Everybody may go on to Fatigue: with all boxes full of Exhaustion nothing is left to pay with.
    await change(PATIENT, { system: { will: { spent: 0, fatigue: 8, exhaustion: 0 }, healing: { firstAid: 2 } } });
    const awake = await andBack(PATIENT, () => rest(gm, "night", [PATIENT], { night: { sleep: "none" } }));
    expect([awake.normal, awake.temporary, awake.healing.firstAid, awake.will.fatigue]).toEqual([2, 0, null, 8]);
  });

  test("R268 travel, a forced march and distance running cost Will; several people are one commit", async () => {
    const before = await lastLedger();
    await rest(gm, "travel", [PATIENT, HEALER], { forced: true });
    expect([(await body(PATIENT)).will.spent, (await body(HEALER)).will.spent]).toEqual([2, 2]);
    const ledger = await lastLedger();
    await turn(ledger, false);
    expect([(await body(PATIENT)).will.spent, (await body(HEALER)).will.spent]).toEqual([0, 0]);
    expect(before).not.toBe(ledger);
    await rest(anna, "distanceRun", [HEALER]);
    expect((await body(HEALER)).will.spent).toBe(1);
  });

  test("R277 R279 session, goal and story give Fate; Ennui lasts until the last Apathy is gone; a player cannot give it, nor rest for another", async () => {
    await change(PATIENT, { system: { fate: { rating: 4, spent: 1, apathy: 3, ennui: true } } });
    const session = await andBack(PATIENT, () => rest(gm, "session", [PATIENT]));
    expect(session.fate).toEqual({ rating: 4, spent: 0, apathy: 3, ennui: true });
    await rest(gm, "immediateGoal", [PATIENT]);
    expect((await body(PATIENT)).fate).toEqual({ rating: 4, spent: 1, apathy: 2, ennui: true });
    const penalty = (): Promise<number> => gm.run((name) => (game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor as unknown as { system: { derived: { woundPenalty: number } } }).system.derived.woundPenalty, PATIENT);
    expect(await penalty()).toBe(4);
    await rest(gm, "storyEnd", [PATIENT]);
    expect((await body(PATIENT)).fate).toEqual({ rating: 4, spent: 0, apathy: 0, ennui: false });
    expect(await penalty()).toBe(0);
    await rest(anna, "session", [HEALER]);
    await rest(anna, "night", [PATIENT]);
    await rest(gm, "insteadOfAward", [PATIENT]);
    expect(await refusals()).toEqual(["FATEWALKER.Intent.GMOnly", "FATEWALKER.Intent.NotYours", "FATEWALKER.Power.NoAwardChoice"]);
  });

  test("R113 the end of a scene clears Temporary Wounds", async () => {
    await wounds(PATIENT, { temporary: 4, normal: 2 });
    const after = await andBack(PATIENT, () => rest(gm, "sceneEnd", [PATIENT]));
    expect([after.temporary, after.normal]).toEqual([0, 2]);
  });

  test("L-G04 R111 R115 damage by hand goes on from Temporary to Normal to Mortal; healed to nothing and hit for 1 the state is 1", async () => {
    await change(PATIENT, { system: { attributes: { resilience: { value: 3 } }, wounds: { temporary: { max: null } } } });
    const after = await andBack(PATIENT, () => damage(5, [PATIENT]));
    expect([after.temporary, after.normal, after.mortal]).toEqual([3, 2, 0]);
    await wounds(PATIENT, { temporary: 6, normal: 23 });
    await damage(4, [PATIENT]);
    const over = await body(PATIENT);
    expect([over.temporary, over.normal, over.mortal, over.statuses]).toEqual([6, 24, 3, ["dying"]]);
    await call(gm, "healBoxes", 27, { targets: [PATIENT] });
    await damage(1, [PATIENT]);
    const healed = await body(PATIENT);
    expect([healed.temporary, healed.normal, healed.stun, healed.mortal, healed.statuses]).toEqual([6, 1, 0, 0, []]);
  });

  test("L-G05 R119 death comes with the last Mortal box, by hand and by the bar alike", async () => {
    const outcome = async (deed: () => Promise<void>): Promise<readonly [number, boolean]> => {
      await gm.run((name) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor?.toggleStatusEffect("dead", { active: false }).then(() => null), PATIENT);
      await wounds(PATIENT, { normal: 24, mortal: 3 });
      await deed();
      const { mortal, statuses } = await body(PATIENT);
      return [mortal, statuses.includes("dead")];
    };
    expect(await outcome(() => damage(2, [PATIENT], { skipTemporary: true }))).toEqual([5, false]);
    expect(await outcome(() => damage(3, [PATIENT], { skipTemporary: true }))).toEqual([6, true]);
    expect(await outcome(() => damage(4, [PATIENT], { skipTemporary: true }))).toEqual([6, true]);
    const bar = (lost: number): Promise<void> => gm.run(async ([name, points]) => {
      await game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor?.modifyTokenAttribute("health", -points, true);
    }, [PATIENT, lost] as const);
    expect(await outcome(() => bar(2))).toEqual([5, false]);
    expect(await outcome(() => bar(3))).toEqual([6, true]);
    expect(await outcome(() => bar(4))).toEqual([6, true]);
  });

  test("L-G06 undo takes damage back exactly and once, also by another GM's client; L-A04 an unlinked token is hurt alone", async () => {
    const [first, second] = FOES;
    const untouched = await body(first);
    const hurt = await andBack(second, () => damage(9, [second]));
    expect(hurt.normal).toBeGreaterThan(0);
    expect(await body(first)).toEqual(untouched);
    expect(await gm.run(() => game.actors.contents.find(({ name }) => name === "Enforcer")?.system.wounds.normal.value)).toBe(0);
    const ledger = await lastLedger();
    await gm.close();
    gm = await table.join("gamemaster");
    await turn(ledger, false);
    await turn(ledger, false);
    expect(await body(second)).toEqual(untouched);
    expect((await refusals()).at(-1)).toBe("FATEWALKER.Commit.AlreadyUndone");
  });

  test("L-G07 undo gives back what was taken and leaves alone what came later", async () => {
    await wounds(PATIENT, { normal: 24, mortal: 4 });
    await damage(5, [PATIENT], { skipTemporary: true });
    const ledger = await lastLedger();
    expect((await body(PATIENT)).mortal).toBe(6);
    await change(PATIENT, { system: { wounds: { mortal: { value: 5 } } } });
    await turn(ledger, false);
    expect((await body(PATIENT)).mortal).toBe(3);
  });

  test("L-G01 L-G02 L-A11 armor's Absorb and a shield stop by hand what they would of a blow, never more; several at once are one commit", async () => {
    const armored = async (absorb: number): Promise<void> => gm.run(async ([name, value]) => {
      const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor as unknown as ActorLike & { deleteEmbeddedDocuments(type: string, ids: string[]): Promise<unknown> };
      await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "armor" || type === "energyShield").map(({ id }) => id));
      await actor.createEmbeddedDocuments("Item", [{ name: "Plate", type: "armor", system: { carried: "worn", absorb: value, underShield: true } }]);
    }, [PATIENT, absorb] as const);
    await armored(3);
    const marks = async (points: number, options: object): Promise<number> => {
      await wounds(PATIENT, {});
      await damage(points, [PATIENT], { skipTemporary: true, ...options });
      return (await body(PATIENT)).normal;
    };
    expect(await marks(5, { armor: true })).toBe(2);
    expect(await marks(5, {})).toBe(5);
    expect(await marks(2, { armor: true })).toBe(0);
    await gm.run(async (name) => {
      const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.actor;
      await actor?.createEmbeddedDocuments("Item", [{ name: "Shield", type: "energyShield", system: { on: true, minActivation: 5, maxAbsorb: 4, energy: { value: 20, max: 20 } } }]);
    }, PATIENT);
    expect(await marks(6, { shield: true })).toBe(2);
    expect(await marks(4, { shield: true })).toBe(4);
    await wounds(PATIENT, {});
    await damage(3, [PATIENT, HEALER, PATIENT], { skipTemporary: true });
    expect([(await body(PATIENT)).normal, (await body(HEALER)).normal]).toEqual([3, 3]);
    await turn(await lastLedger(), false);
    expect([(await body(PATIENT)).normal, (await body(HEALER)).normal]).toEqual([0, 0]);
  });

  test("damage dice are thrown for each, Deflection takes them down, a 0 goes through Absorb; stun asks for consciousness", async () => {
    await damage("4x1 @5", [PATIENT], { skipTemporary: true });
    expect((await body(PATIENT)).normal).toBe(4);
    expect((await cards()).open?.[0]?.roll?.dice.length).toBe(4);
    await wounds(PATIENT, { normal: 10 });
    await change(PATIENT, { system: { attributes: { prowess: { value: 4 }, resilience: { value: 2 } } } });
    await dice(9);
    const out = await andBack(PATIENT, () => damage(3, [PATIENT], { stun: true, skipTemporary: true }));
    expect([out.stun, out.statuses]).toEqual([3, ["prone", "unconscious"]]);
    await call(gm, "healBoxes", 2, { targets: [PATIENT] });
    expect((await body(PATIENT)).statuses).toEqual(["prone"]);
  });

  test("L-B07 a player cannot wound by hand and is told so in words, and nonsense is refused", async () => {
    await call(anna, "applyDamage", 5, { targets: [HEALER] });
    await damage("many", [PATIENT]);
    await damage(0, [PATIENT]);
    expect(await refusals()).toEqual(["FATEWALKER.Intent.GMOnly", "FATEWALKER.Error.DamageFormula", "FATEWALKER.Healing.NoAmount"]);
    expect([(await body(PATIENT)).normal, (await body(HEALER)).normal]).toEqual([0, 0]);
  });

  test("L-F01 a creature's numbers stand on the GM's card alone, a hidden one's on no other", async () => {
    const [foe] = FOES;
    await damage(9, [foe]);
    const told = await cards(anna);
    expect(keysOf(told.open)).toEqual(["Hurt"]);
    expect((told.open ?? []).flatMap(({ data }) => Object.values(data))).toEqual([]);
    expect(keysOf((await cards(gm)).secret)).toContain("Placed");
    await gm.run(async (name) => {
      const combatant = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name) as unknown as { token: { update(changes: object): Promise<unknown> } };
      await combatant.token.update({ hidden: true });
    }, foe);
    await damage(1, [foe]);
    const hidden = await cards(gm);
    expect([hidden.open, keysOf(hidden.secret)]).toEqual([null, ["Placed"]]);
  });

  test("L-G08 the bar wounds as the hand does: +3, -2, =5 and 99, for linked and unlinked ones", async () => {
    const left = async (name: string, value: number, isDelta: boolean): Promise<number> => gm.run(async ([wanted, amount, delta]) => {
      const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === wanted)?.actor;
      await actor?.modifyTokenAttribute("health", amount, delta);
      return actor?.system.health.value ?? -1;
    }, [name, value, isDelta] as const);
    for (const name of [PATIENT, FOES[0]]) {
      await wounds(name, { normal: 10 });
      await change(name, { system: { healing: { firstAid: 2 } } });
      expect(await left(name, 3, true)).toBe(23);
      expect((await body(name)).healing.firstAid).toBe(2);
      expect(await left(name, -2, true)).toBe(21);
      const after = await body(name);
      expect([after.normal, after.healing.firstAid, after.healing.lastNewWound]).toEqual([9, null, 0]);
      expect(await left(name, 5, false)).toBe(5);
      expect(await left(name, 99, false)).toBe(30);
      expect((await body(name)).mortal).toBe(0);
    }
  });

  test("time since the last new wound is counted by the world's clock", async () => {
    await damage(5, [PATIENT], { skipTemporary: true });
    await gm.run(() => game.time.advance(65 * 60).then(() => null));
    await treat(gm, "firstAid", {});
    expect((await cards()).open?.[0]?.roll?.dice.length).toBe(3);
  });

  test("in a fight the clock sees it: bleeding and Temporary Wounds by hand, ticks of a treatment, serum at once", async () => {
    await begin(1, 1, 50, 60, 70);
    await change(PATIENT, { system: { attributes: { resilience: { value: 3 } } } });
    const schedule = (): Promise<string[]> => gm.run(() => Object.values(game.combats.contents[0]?.system.schedule ?? {}).map(({ kind }) => kind).sort());
    const empty = await schedule();
    await damage(3, [PATIENT]);
    expect((await schedule()).filter((kind) => !empty.includes(kind))).toEqual(["temporary"]);
    await wounds(PATIENT, { temporary: 3, normal: 23 });
    await andBack(PATIENT, () => damage(3, [PATIENT], { skipTemporary: true }));
    expect(await schedule()).toContain("bleeding");
    await pack(HEALER, "gear-serum");
    await treat(anna, "serum");
    const cured = await body(PATIENT);
    expect([cured.mortal, cured.bleeding]).toEqual([0, null]);
    expect(await schedule()).not.toContain("bleeding");
    expect(await gm.run((name) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.name === name)?.initiative, HEALER)).toBe(11);
    await treat(anna, "firstAid", { custom: 3 });
    expect((await refusals()).length).toBe(1);
    await treat(gm, "firstAid", { custom: 3, onClock: false });
    expect((await body(PATIENT)).healing.firstAid).not.toBeNull();
  });
});
