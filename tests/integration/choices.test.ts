import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { GENERATIONS } from "./fight-table";
import { SharedTable } from "./shared-table";

/* Choices of a maneuver and what a fighter carries on, through the whole of an exchange and back. */

interface Participant {
  actor: string;
  token: string | null;
  combatant: string | null;
}
interface ActorLike {
  uuid: string;
  statuses: Set<string>;
  items: { contents: { id: string; uuid: string; system: { key: string } }[] };
  system: { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } }; will: { spent: number } };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  toObject(): object;
}
interface CombatantLike {
  id: string;
  actor: ActorLike | null;
  token: { uuid: string } | null;
  system: { aim: { bonus: number; target: string | null; kind: string } | null };
  toObject(): object;
}
interface Card {
  id: string;
  phase: string;
  ledger: string;
  notice: { key: string } | null;
  rolls: { id: string; tn: number | null; dice: { face: number }[] }[];
  targets: { answer: { kind: string } | null; outcome: string | null; steps: { kind: string }[]; who: { participant: Participant } }[];
}
declare const game: {
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  combats: { contents: { id: string; combatants: { contents: CombatantLike[] }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown> }[] };
  messages: { contents: { id: string; type: string; toObject(): { system: Omit<Card, "id"> } }[] };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

const shared = new SharedTable();
let gm: HeadlessClient;

/** Everyone of a key in the starting fight. */
const fighters = (key: string): Promise<Participant[]> =>
  gm.run((wanted) => (game.combats.contents[0]?.combatants.contents ?? [])
    .filter(({ actor }) => (actor?.toObject() as { system: { key: string } }).system.key === wanted)
    .map(({ id, actor, token }) => ({ actor: actor?.uuid ?? "", token: token?.uuid ?? null, combatant: id })), key);

const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

async function begin(first: Participant): Promise<void> {
  await gm.run(async (combatant) => {
    const [combat] = game.combats.contents;
    if (!combat) throw new Error("There is no fight.");
    for (const [index, { id }] of combat.combatants.contents.entries()) await combat.setInitiative(id, id === combatant ? 1 : 40 + index);
    await combat.startCombat();
  }, first.combatant);
}

/** Every die shows the same: 0.95 is a 1, 0.15 a 9, 0.05 a 0. */
const dice = (uniform: number): Promise<void> => gm.run((value) => {
  CONFIG.Dice.randomUniform = () => value;
}, uniform);

async function learn({ combatant }: Participant, keys: string[]): Promise<void> {
  await gm.run(async ([id, wanted]) => {
    const actor = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor;
    const documents = (await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? [];
    await actor?.createEmbeddedDocuments("Item", documents.filter(({ system }) => wanted.includes(system.key)).map((document) => document.toObject()));
  }, [combatant, keys] as const);
}

const itemOf = ({ combatant }: Participant, key: string): Promise<{ id: string; uuid: string }> =>
  gm.run(([id, wanted]) => {
    const item = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.items.contents.find(({ system }) => system.key === wanted);
    if (!item) throw new Error(`Nobody knows ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [combatant, key] as const);

async function wish(op: string, participant: Participant | null, args: object): Promise<void> {
  await gm.run(async (system) => {
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: foundry.utils.randomID() } });
  }, { op, participant, args });
  await settled();
}

const declare = async (who: Participant, key: string, targets: Participant[], choices: object = {}): Promise<void> =>
  wish("declare", who, { maneuver: (await itemOf(who, key)).uuid, targets, choices, mode: "public" });

const lastCard = (): Promise<Card> =>
  gm.run(() => {
    const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    if (!message) throw new Error("There is no card.");
    return { ...message.toObject().system, id: message.id };
  });

const react = async (who: Participant, key: string | null, choices: object = {}): Promise<void> => {
  const card = await lastCard();
  const target = card.targets.findIndex(({ who: { participant }, answer }) => participant.actor === who.actor && answer?.kind === "pending");
  await wish("react", who, { exchange: card.id, target, reaction: key === null ? null : (await itemOf(who, key)).id, choices });
};

const undo = async (): Promise<void> => wish("undo", null, { ledger: (await lastCard()).ledger });

/** What an exchange may change of somebody, and of its place in the fight. */
const state = ({ combatant }: Participant): Promise<unknown> =>
  gm.run((id) => {
    const found = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id);
    const { wounds, will } = (found?.actor?.toObject() as { system: { wounds: object; will: object } }).system;
    const { initiative, system } = found?.toObject() as { initiative: number; system: object };
    return JSON.parse(JSON.stringify({ wounds, will, statuses: [...(found?.actor?.statuses ?? [])].sort(), initiative, system })) as unknown;
  }, combatant);

const woundsOf = ({ combatant }: Participant): Promise<number> =>
  gm.run((id) => {
    const wounds = game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system.wounds;
    return wounds === undefined ? -1 : wounds.temporary.value + wounds.normal.value + wounds.normal.stun + wounds.mortal.value;
  }, combatant);

const aimOf = ({ combatant }: Participant): Promise<CombatantLike["system"]["aim"]> =>
  gm.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.system.aim ?? null, combatant);

/** Is there an event of that kind on the clock? */
const scheduled = (kind: string): Promise<boolean> => gm.run((wanted) => Object.values((game.combats.contents[0] as unknown as { system: { schedule: Record<string, { kind: string }> } }).system.schedule).some((event) => event.kind === wanted), kind);

const willSpent = ({ combatant }: Participant): Promise<number> =>
  gm.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.system.will.spent ?? -1, combatant);

const one = async (key: string, index = 0): Promise<Participant> => {
  const found = (await fighters(key))[index];
  if (!found) throw new Error(`There is no ${key}.`);
  return found;
};

describe.each(GENERATIONS)("choices and what is carried on, generation %i", (generation) => {
  beforeEach(async () => {
    ({ gm } = await shared.open(generation));
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("an aim is kept with the combatant, gives its dice to the next shot and is gone then; undo brings each back", async () => {
    const marksman = await one("pregen-marksman");
    const enforcer = await one("pregen-enforcer");
    await begin(marksman);
    await dice(0.05);
    const before = await state(marksman);
    await declare(marksman, "ranged-basic-aim", [enforcer]);
    const aimed = await state(marksman);
    expect(await aimOf(marksman)).toMatchObject({ bonus: 1, kind: "basic" });
    await undo();
    expect(await state(marksman)).toEqual(before);
    await wish("undo", null, { ledger: (await lastCard()).ledger, redo: true });
    expect(await state(marksman)).toEqual(aimed);

    // It is the marksman's tick again before anybody else's.
    const shoot = async (): Promise<number> => {
      await declare(marksman, "ranged-shoot", [enforcer]);
      if ((await lastCard()).phase === "answering") await react(enforcer, null);
      return (await lastCard()).rolls.find(({ id }) => id === "attack")?.dice.length ?? -1;
    };
    const withAim = await shoot();
    expect(await aimOf(marksman)).toBeNull();
    expect(await shoot()).toBe(withAim - 1);
  });

  test("an aim is lost by whatever comes between: setting out, a hold, ticks that are spent, a treatment; not by a pace that is changed; undo brings it back", async () => {
    const marksman = await one("pregen-marksman");
    const enforcer = await one("pregen-enforcer");
    await learn(marksman, ["ranged-aim"]);
    await begin(marksman);
    await dice(0.05);
    const back = async (): Promise<void> => {
      await gm.run(async () => { await (game.combats.contents[0] as unknown as { previousTurn(): Promise<unknown> }).previousTurn(); });
      await settled();
    };
    for (let aims = 0; aims < 2; aims += 1) await declare(marksman, "ranged-aim", [enforcer]);
    const aimed = await state(marksman);
    expect(await aimOf(marksman)).toMatchObject({ bonus: 2, kind: "aim" });
    expect(aimed).toMatchObject({ statuses: ["aiming"], initiative: 9 });
    const deeds: readonly (readonly [op: string, args: object])[] = [
      ["move", { deed: "begin", pace: "walk", terrain: 0, toward: null }], ["hold", {}], ["act", { cost: 3 }], ["treat", { patient: enforcer, treatment: { procedure: "stabilize" } }],
    ];
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.actor?.update({ system: { wounds: { mortal: { value: 1 } } } }); }, enforcer.combatant);
    for (const [op, args] of deeds) {
      await wish(op, marksman, args);
      expect([op, await aimOf(marksman)]).toEqual([op, null]);
      expect(await state(marksman)).not.toMatchObject({ statuses: expect.arrayContaining(["aiming"]) as unknown });
      await back();
      expect(await state(marksman)).toEqual(aimed);
    }
    // Who walks may aim, and what needs no Action Tick comes between nothing.
    await wish("move", marksman, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await declare(marksman, "ranged-aim", [enforcer]);
    await wish("move", marksman, { deed: "change", pace: "run" });
    await wish("move", marksman, { deed: "stop" });
    expect(await aimOf(marksman)).toMatchObject({ bonus: 1 });
  });

  test("Footwork goes with no other movement: whoever sets out has no dice of it left, and undo brings them back", async () => {
    const marksman = await one("pregen-marksman");
    await learn(marksman, ["evasion-footwork"]);
    await begin(marksman);
    await dice(0.95);
    await declare(marksman, "evasion-footwork", []);
    const dancing = await state(marksman);
    const until = 21;
    expect(dancing).toMatchObject({ initiative: 3, system: { footwork: { until } } });
    await wish("move", marksman, { deed: "begin", pace: "run", terrain: 0, toward: null });
    expect(await state(marksman)).toMatchObject({ statuses: ["moving"], system: { footwork: null } });
    expect(await scheduled("footwork")).toBe(false);
    await gm.run(async () => { await (game.combats.contents[0] as unknown as { previousTurn(): Promise<unknown> }).previousTurn(); });
    await settled();
    expect([await state(marksman), await scheduled("footwork")]).toEqual([dancing, true]);
  });

  test("Friendly Fire: the dice turn the attack, then the new target is asked, and only that one is hurt", async () => {
    const attacker = await one("pregen-enforcer");
    const other = await one("pregen-enforcer", 1);
    const brawler = await one("pregen-brawler");
    await learn(brawler, ["evasion-friendly-fire"]);
    await begin(attacker);
    await dice(0.95);
    const before = [await state(attacker), await state(other), await state(brawler)];
    await declare(attacker, "unarmed-strike", [brawler]);
    await react(brawler, "evasion-friendly-fire", { newTarget: other.actor, custom: 15 });
    const open = await lastCard();
    expect([open.phase, open.targets.map(({ answer }) => answer?.kind)]).toEqual(["answering", ["reaction", "pending"]]);
    expect(open.rolls.map(({ id }) => id)).toEqual(["attack", "reaction:0"]);
    await react(other, null);
    const card = await lastCard();
    expect([card.phase, card.targets.map(({ outcome }) => outcome)]).toEqual(["applied", ["evaded", "hit"]]);
    expect(card.targets[0]?.steps.map(({ kind }) => kind)).toContain("redirected");
    expect(card.rolls.filter(({ id }) => id === "attack" || id === "reaction:0")).toEqual(open.rolls);
    expect([await woundsOf(brawler), (await woundsOf(other)) > 0]).toEqual([0, true]);
    await undo();
    expect([await state(attacker), await state(other), await state(brawler)]).toEqual(before);
  });

  test("a Friendly Fire at nobody is a dodge, and asks no one", async () => {
    const attacker = await one("pregen-enforcer");
    const brawler = await one("pregen-brawler");
    await learn(brawler, ["evasion-friendly-fire"]);
    await begin(attacker);
    await dice(0.95);
    await declare(attacker, "unarmed-strike", [brawler]);
    await react(brawler, "evasion-friendly-fire", { custom: 15 });
    const card = await lastCard();
    expect([card.phase, card.targets.map(({ outcome }) => outcome)]).toEqual(["applied", ["evaded"]]);
  });

  test("a nerve strike marks Will, and undo takes the marks away", async () => {
    const brawler = await one("pregen-brawler");
    const enforcer = await one("pregen-enforcer");
    await learn(brawler, ["unarmed-nerve-strike"]);
    await begin(brawler);
    await dice(0.95);
    const before = await state(enforcer);
    const spent = await willSpent(enforcer);
    await declare(brawler, "unarmed-nerve-strike", [enforcer], { custom: 10 });
    await react(enforcer, null);
    expect((await lastCard()).phase).toBe("applied");
    expect(await willSpent(enforcer)).toBeGreaterThan(spent);
    await undo();
    expect(await state(enforcer)).toEqual(before);
  });

  test("a shield that serves as cover costs two dice on everything else, until the cover is left", async () => {
    const enforcer = await one("pregen-enforcer");
    const brawler = await one("pregen-brawler");
    await begin(enforcer);
    await dice(0.05);
    const shieldDice = async (): Promise<number> => {
      await declare(enforcer, "unarmed-strike", [brawler]);
      if ((await lastCard()).phase === "answering") await react(brawler, null);
      return (await lastCard()).rolls.find(({ id }) => id === "attack")?.dice.length ?? -1;
    };
    const free = await shieldDice();
    await undo();
    const before = await state(enforcer);
    await declare(enforcer, "melee-shield-cover", [], { variant: "cover90" });
    expect(await state(enforcer)).toMatchObject({ system: { shieldCover: true }, statuses: ["cover90"] });
    await undo();
    expect(await state(enforcer)).toEqual(before);
    await declare(enforcer, "melee-shield-cover", []);
    expect(await shieldDice()).toBe(free - 2);
    await declare(enforcer, "common-take-cover", []);
    expect(await shieldDice()).toBe(free);
  });

  test("a shot that misses by the melee range hits the other fighter, and nobody is asked", async () => {
    const marksman = await one("pregen-marksman");
    const [enforcer, brawler] = [await one("pregen-enforcer"), await one("pregen-brawler")];
    const shoot = async (): Promise<Card> => {
      await declare(marksman, "ranged-shoot", [enforcer]);
      if ((await lastCard()).phase === "answering") await react(enforcer, null);
      return lastCard();
    };
    await gm.run(() => game.settings.set("fatewalker", "hideNpcNumbers", false).then(() => null));
    await begin(marksman);
    await dice(0.15);
    // Every die shows a 9: it misses by what the TN leaves of that.
    const missedBy = 9 - ((await shoot()).rolls.find(({ id }) => id === "attack")?.tn ?? 9);
    await undo();
    const stand = async (range: number): Promise<void> =>
      wish("move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: [enforcer.combatant, brawler.combatant].sort().join("_"), record: { range, grapple: null, ground: null, hold: null } });
    await stand(missedBy + 1);
    const before = [await state(brawler), await state(enforcer)];
    const wide = await shoot();
    expect(wide.targets.map(({ who, outcome }) => [who.participant.combatant, outcome])).toEqual([[enforcer.combatant, "missed"], [brawler.combatant, "missed"]]);
    expect(wide.targets[1]?.steps).toEqual([]);
    await undo();
    await stand(missedBy);
    const card = await shoot();
    expect(card.targets[1]).toMatchObject({ origin: "stray", answer: { kind: "unaware" } });
    expect(card.targets[1]?.steps.map(({ kind }) => kind)).toContain("stray");
    expect(card.rolls.map(({ id }) => id)).toContain("damage:1");
    await undo();
    expect([await state(brawler), await state(enforcer)]).toEqual(before);
  });

  test("a choice that does not exist is refused, and nothing happens", async () => {
    const brawler = await one("pregen-brawler");
    const enforcer = await one("pregen-enforcer");
    await learn(brawler, ["unarmed-called-shot"]);
    await begin(brawler);
    const before = [await state(brawler), await state(enforcer)];
    await declare(brawler, "unarmed-called-shot", [enforcer], { mode: "everything" });
    expect(await lastCard()).toMatchObject({ phase: "refused", notice: { key: "FATEWALKER.Error.NoSuchMode" } });
    expect([await state(brawler), await state(enforcer)]).toEqual(before);
  });
});
