import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { back, begin, cards, DIST, dice, fighter, gather, idOf, learn, ownerOf, react, settled, status, use, wish, withoutPowers, type Participant, type TableGlobals } from "./fight-table";

/*
 * A whole fight with words and numbers that stand nowhere else in every field of the GM's creatures: whatever is made for a player
 * (public messages, and those whispered to that player; with flags and rolls), what the player's client says, and the text of the
 * fight's log are searched for each of them after each step.
 */

interface Seen {
  id: string;
  whisper: string[];
  visible: boolean;
  author: { id: string };
  type: string;
  toObject(): { system: { rolls?: { tn: number | null; dice: { wounded: boolean }[]; id: string }[]; attacker?: { participant: Participant } } };
}
interface Maker {
  actors: object[];
  check: { attribute: string; skill: string };
  mode?: string;
}
interface Api {
  applyDamage(amount: number | string, options: object): Promise<void>;
  healBoxes(boxes: number, options: object): Promise<void>;
  rest(kind: string, options: object): Promise<void>;
  treat(options: object): Promise<void>;
  rollCheck(check: object, options: object): Promise<unknown>;
  requestRoll(asked: Maker): Promise<unknown>;
  fightText(combat: object): string | Promise<string>;
}
declare const game: Omit<TableGlobals, "system" | "messages"> & { system: { api: Api }; messages: { contents: Seen[] } };
declare const ui: { notifications: { messages?: unknown[] } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };

/** Words and numbers of the creature that is attacked, of the one beside it, and of the one who hides. */
const WORDS = {
  name: "Baron Secretus", notes: "the traitor is Ludo", biography: "born of a wolf", concept: "Hidden concept", scars: "a scar nobody saw", home: "House Unseen",
  goal: "goal of betrayal", relation: "sister of the queen", background: "background of blood",
  armor: "Armor of Secrets", gear: "Letter of Secrets", power: "Power of Secrets", itemNotes: "notes inside a thing", itemText: "text inside a thing",
  hider: "Nightwhisper", hidersBow: "Whisperbow", hidersNotes: "waits behind the curtain",
} as const;
const NUMBERS = { absorb: 7731, deflection: 6247, mortal: 5519, will: 4703, fate: 3907, money: 84193, cost: 96137, combatSize: 7129 } as const;
const MARKERS: readonly string[] = [...Object.values(WORDS), ...Object.values(NUMBERS).map(String)];
/** What is said to one alone. */
const FOR_BEN = "only Ben may read this";
const FOR_GMS = "only the masters may read this";

let table: HeadlessTable;
let gm: HeadlessClient;
let assistant: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let twin: Participant;
let marksman: Participant;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

beforeAll(async () => {
  table = await startHeadlessTable({ distDir: DIST, generation: 14 });
  gm = await table.join("gamemaster");
  [assistant, anna, ben] = await Promise.all([table.join("assistant"), table.join("anna"), table.join("ben")]);
  [brawler, duellist, enforcer, twin, marksman] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "enforcer"), fighter(gm, "enforcer", 1), fighter(gm, "marksman")]);
  ofBrawler = await ownerOf(brawler, [anna, ben]);
  ofDuellist = await ownerOf(duellist, [anna, ben]);
  for (const who of [brawler, duellist, enforcer, twin, marksman]) await learn(gm, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
  await withoutPowers(gm);
  await gather(gm, [brawler, duellist, enforcer, twin, marksman]);
  await dice(gm, 0.95);
  await gm.run(async ([one, two, hider, words, numbers]) => {
    const of = (id: string) => {
      const found = game.combats.contents[0]?.combatants.get(id);
      if (!found?.actor || !found.token) throw new Error("Somebody is missing.");
      return { combatant: found, token: found.token, actor: found.actor as unknown as { update(changes: object): Promise<unknown>; items: { contents: { type: string; update(changes: object): Promise<unknown> }[] }; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> } };
    };
    for (const id of [one, two, hider]) {
      const { actor } = of(id);
      await actor.update({
        name: words.name,
        system: {
          gmNotes: `<p>${words.notes}</p>`, biography: `<p>${words.biography}</p>`, profile: { concept: words.concept, scars: words.scars, home: words.home },
          wounds: { mortal: { max: numbers.mortal } }, will: { rating: numbers.will }, fate: { rating: numbers.fate }, money: numbers.money,
          goals: [{ text: words.goal }], relationships: [{ text: words.relation }], backgrounds: [{ text: words.background }],
        },
      });
      await actor.createEmbeddedDocuments("Item", [{ name: words.gear, type: "gear", system: { cost: numbers.cost } }, { name: words.power, type: "power" }]);
      for (const item of actor.items.contents) {
        await item.update({ system: { gmNotes: `<p>${words.itemNotes}</p>`, ...(item.type === "maneuver" ? {} : { description: `<p>${words.itemText}</p>` }) } });
        // The first one's armor stops everything; the other ones' are no match for a fist.
        if (item.type === "armor") await item.update({ name: words.armor, system: { cost: numbers.cost, ...(id === one ? { absorb: numbers.absorb, deflection: { physical: 1, ballistic: numbers.deflection, energy: numbers.deflection } } : {}) } });
        if (item.type === "weapon" && id === hider) await item.update({ name: words.hidersBow });
      }
    }
    const { combatant, token, actor } = of(hider);
    await token.update({ hidden: true, name: words.hider });
    await combatant.update({ hidden: true });
    await actor.update({ system: { gmNotes: words.hidersNotes } });
  }, [idOf(enforcer), idOf(twin), idOf(marksman), WORDS, NUMBERS] as const);
}, 90_000);
afterAll(() => table.close());

/** What a player has of this, by the words that must not be there; each with the place where it stands. */
async function leaks(): Promise<string[]> {
  const found: string[] = [];
  for (const [who, client, foreign] of [["Anna", anna, [FOR_BEN, FOR_GMS]], ["Ben", ben, [FOR_GMS]]] as const) {
    found.push(...await client.run(async ([name, words]) => {
      const parts: [string, unknown][] = game.messages.contents
        .filter(({ whisper, visible, author }) => whisper.length === 0 || whisper.includes(game.user.id) || (visible && author.id !== game.user.id))
        .map((message) => [`${message.type} ${message.id}`, message.toObject()]);
      for (const combat of game.combats.contents) {
        const { system, flags } = combat.toObject() as { system: object; flags: object };
        parts.push(["fight", { ...system, flags }], ["log", await game.system.api.fightText(combat)]);
      }
      parts.push(["notifications", ui.notifications.messages ?? []]);
      return parts.flatMap(([place, part]) => {
        const text = JSON.stringify(part) ?? "";
        // A number may stand inside a longer one or an id.
        return words.filter((word) => new RegExp(`(?<![\\w])${word}(?![\\w])`).test(text)).map((word) => `${name}: "${word}" in ${place}: ${text.slice(Math.max(0, text.indexOf(word) - 80), text.indexOf(word) + 60)}`);
      });
    }, [who, [...MARKERS, ...foreign]] as const));
  }
  return found;
}

/** Rolls of the GM's creatures on cards that a player has, which tell their TN or which of their dice are wounded. */
const telling = (client: HeadlessClient, npcs: readonly Participant[]): Promise<string[]> =>
  client.run((creatures) =>
    game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).flatMap((message) => {
      const { system } = message.toObject();
      if (!creatures.includes(system.attacker?.participant.combatant ?? "")) return [];
      return (system.rolls ?? []).filter(({ id, tn, dice: thrown }) => /^(attack|damage)/.test(id) && (tn !== null || thrown.some(({ wounded }) => wounded))).map(({ id }) => `${message.id} ${id}`);
    }), npcs.map(idOf));

const everybody = async (): Promise<void> => {
  await settled(gm);
  const count = await gm.run(() => game.messages.contents.length);
  for (const client of [assistant, anna, ben]) await client.until((wanted) => game.messages.contents.length === wanted, count);
};
const call = (client: HeadlessClient, method: "applyDamage" | "healBoxes" | "rest" | "treat", first: unknown, who: Readonly<Record<string, Participant | readonly Participant[]>>, more: object = {}): Promise<void> =>
  client.run(async ([name, argument, people, rest]) => {
    const actorOf = ({ combatant }: Participant) => game.combats.contents[0]?.combatants.get(combatant ?? "")?.actor;
    const given: Record<string, unknown> = { ...rest };
    for (const [key, entry] of Object.entries(people)) given[key] = Array.isArray(entry) ? (entry as Participant[]).map(actorOf) : actorOf(entry as Participant);
    await (name === "treat" ? game.system.api.treat(given) : game.system.api[name](argument as never, given));
  }, [method, first, who, more] as const);

describe.sequential("a fight in which the GM has secrets", () => {
  test("L-F01 initiative and the beginning tell nothing of who hides", async () => {
    await gm.run(async (ids) => {
      await game.combats.contents[0]?.rollInitiative(ids);
    }, [idOf(marksman), idOf(enforcer)]);
    await everybody();
    expect(await leaks()).toEqual([]);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(marksman)]: 1, [idOf(enforcer)]: 9, [idOf(twin)]: 10, [idOf(duellist)]: 12 }, { [idOf(brawler)]: 6, [idOf(marksman)]: 5 });
    await everybody();
    expect(await leaks()).toEqual([]);
  });

  test("an attack on a creature whose armor stops everything, and its answer, tell nothing of either", async () => {
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await everybody();
    expect(await leaks()).toEqual([]);
    await react(gm, enforcer, brawler, "evasion-dodge");
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    await everybody();
    expect(await leaks()).toEqual([]);
  });

  test("who hides acts, holds and attacks: nobody learns its name", async () => {
    await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(marksman));
    await use(gm, marksman, "unarmed-strike", [duellist]);
    await everybody();
    expect(await leaks()).toEqual([]);
    // Nobody is asked who does not see the attack come.
    await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
    await everybody();
    expect(await leaks()).toEqual([]);
    expect(await telling(ofDuellist, [marksman])).toEqual([]);
  });

  test("a creature is wounded by hand and by a blow, strikes wounded, and is treated", async () => {
    await call(gm, "applyDamage", 3, { targets: [twin] });
    await status(gm, enforcer, "unconscious");
    await status(gm, enforcer, "unconscious", false);
    await everybody();
    expect(await leaks()).toEqual([]);
    await call(gm, "treat", null, { healer: brawler, patient: twin }, { procedure: "firstAid", treatment: { minutes: 1, medkit: "none" } });
    await call(gm, "healBoxes", 1, { targets: [twin] });
    await call(gm, "rest", "night", { actors: [enforcer, twin, marksman] });
    await everybody();
    expect(await leaks()).toEqual([]);
  });

  test("checks of every mode, whispers and requests are read by those whom they are for", async () => {
    for (const client of [gm, anna]) {
      // The choice that a person makes in the chat log, which headless clients have not.
      await client.run(() => (game.settings as unknown as { register(scope: string, key: string, data: object): void }).register("core", "messageMode", { scope: "client", config: false, type: String, default: "public" }));
    }
    for (const mode of ["public", "gm", "blind", "self"]) {
      for (const [client, who] of [[gm, enforcer], [gm, marksman], [ofBrawler === anna ? anna : ben, brawler]] as const) {
        await client.run(async ([id, chosen]) => {
          await game.settings.set("core", "messageMode", chosen).catch(() => undefined);
          await game.system.api.rollCheck({ attribute: "awareness", skill: "observe" }, { actor: game.combats.contents[0]?.combatants.get(id)?.actor, fast: true });
        }, [idOf(who), mode] as const);
      }
    }
    await gm.run(async ([user, forBen, forGMs]) => {
      await game.settings.set("core", "messageMode", "public");
      await ChatMessage.implementation.create({ content: forBen, whisper: [user] });
      await ChatMessage.implementation.create({ content: forGMs, whisper: game.users.contents.filter(({ isGM }) => isGM).map(({ id }) => id) });
    }, [ben.userId, FOR_BEN, FOR_GMS] as const);
    for (const mode of ["public", "blind"]) {
      await gm.run(async ([ids, chosen]) => {
        const actors = ids.map((id) => game.combats.contents[0]?.combatants.get(id)?.actor as object);
        await game.system.api.requestRoll({ actors, check: { attribute: "awareness", skill: "observe" }, mode: chosen });
      }, [[idOf(enforcer), idOf(marksman), idOf(brawler)], mode] as const);
    }
    await everybody();
    expect(await leaks()).toEqual([]);
    // A check carries its pool and its Target Number: one of a creature of the GM's is nobody else's, however it was meant to be rolled.
    for (const client of [anna, ben]) {
      const rollers = await client.run(() => game.messages.contents.filter(({ type, whisper }) => type === "check" && (whisper.length === 0 || whisper.includes(game.user.id))).map((message) => (message.toObject().system as unknown as { participant: Participant }).participant.combatant));
      expect(rollers.filter((id) => id !== brawler.combatant)).toEqual([]);
    }
    // What was whispered to Ben has reached him.
    expect(await ben.run((text) => game.messages.contents.some((message) => message.visible && JSON.stringify(message.toObject()).includes(text)), FOR_BEN)).toBe(true);
  });

  test("what is taken back leaves nothing behind that tells more than what was done", async () => {
    for (let step = 0; step < 4; step += 1) await back(gm);
    await everybody();
    expect(await leaks()).toEqual([]);
  });
});

describe.sequential("secret declarations and preemption of who hides", () => {
  test("neither the group of one tick nor who steps in gives anybody away", async () => {
    const fresh = await gm.run(async () => {
      const [old] = game.combats.contents;
      const people = (old?.combatants.contents ?? []).map((combatant) => combatant as unknown as { toObject(): Record<string, unknown> }).map((combatant) => combatant.toObject()).map(({ tokenId, sceneId, actorId, hidden }) => ({ tokenId, sceneId, actorId, hidden }));
      await old?.delete();
      const { implementation } = (globalThis as unknown as { Combat: { implementation: { create(source: object): Promise<{ id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }> } } }).Combat;
      const combat = await implementation.create({ scene: game.scenes.contents[0] && (game.scenes.contents[0] as unknown as { id: string }).id, active: true });
      await combat.createEmbeddedDocuments("Combatant", people);
      return combat.id;
    });
    for (const client of [assistant, anna, ben]) await client.until((id) => game.combats.contents.length === 1 && game.combats.contents[0]?.id === id && game.combats.contents[0].combatants.size > 4, fresh);
    const [hero, other, foe, hider] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "enforcer"), fighter(gm, "marksman")]);
    await begin(gm, { [idOf(hero)]: 1, [idOf(hider)]: 1, [idOf(foe)]: 4, [idOf(other)]: 30 }, { [idOf(hero)]: 6, [idOf(hider)]: 6, [idOf(foe)]: 3 });
    await use(ofBrawler, hero, "common-hold-action");
    await settled(gm);
    await use(gm, hider, "common-hold-action");
    await gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(foe));
    await everybody();
    expect(await leaks()).toEqual([]);
    await use(gm, foe, "unarmed-strike", [other]);
    await gm.until(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).length === 1);
    await everybody();
    expect(await leaks()).toEqual([]);
    await use(gm, hider, "unarmed-strike", [foe]);
    await react(ofDuellist, other, foe, "evasion-dodge");
    const trigger = (await cards(gm)).find(({ by }) => by === idOf(foe))?.id;
    await wish(ofBrawler, "preempt", hero, { exchange: trigger, do: "letBe" });
    await expect.poll(async () => (await cards(gm)).filter(({ by }) => [idOf(foe), idOf(hider)].includes(by)).every(({ phase }) => phase === "applied")).toBe(true);
    await everybody();
    expect(await leaks()).toEqual([]);
    expect(await telling(ofDuellist, [foe, hider])).toEqual([]);
    for (let step = 0; step < 2; step += 1) await back(gm);
    await everybody();
    expect(await leaks()).toEqual([]);
  });

  test("nothing of it has gone wrong on any client, and the search finds what is there", async () => {
    expect([gm, assistant, anna, ben].flatMap((client) => client.problems.map(({ message }) => message))).toEqual([]);
    // A search that finds nothing anywhere proves nothing: the GM's messages hold the words.
    const all = await gm.run(() => JSON.stringify(game.messages.contents.map((message) => message.toObject())));
    expect(MARKERS.filter((word) => all.includes(word)).length).toBeGreaterThan(3);
  });
});
