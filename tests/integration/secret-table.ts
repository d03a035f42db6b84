import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { dice, gather, idOf, learn, settled, type Participant, type TableGlobals } from "./fight-table";
import { fiveFighters, openThree, ownersOf, type Five } from "./five-fighters";

/*
 * A table where every field of the GM's creatures holds words and numbers that stand nowhere else: whatever is made for a player (public
 * messages, and those whispered to that player; with flags and rolls), what the player's client says, and the text of the fight's log can
 * be searched for each of them.
 */

interface Seen {
  id: string;
  whisper: string[];
  visible: boolean;
  author: { id: string };
  type: string;
  flags: { fatewalker?: { request?: { entries: object[] } } };
  toObject(): { system: { rolls?: { tn: number | null; dice: { wounded: boolean }[]; id: string }[]; attacker?: { participant: Participant }; maneuver?: { name: string }; notice?: { key: string } | null; offers?: object[]; phase?: string } };
}
interface Api {
  applyDamage(amount: number | string, options: object): Promise<void>;
  healBoxes(boxes: number, options: object): Promise<void>;
  rest(kind: string, options: object): Promise<void>;
  treat(options: object): Promise<void>;
  rollCheck(check: object, options: object): Promise<unknown>;
  requestRoll(asked: { actors: object[]; check: { attribute: string; skill: string }; mode?: string }): Promise<{ id: string } | null>;
  answerRequest(id: string, index: number, options: object): Promise<unknown>;
  layAmbush(combat: object, plan: object): Promise<void>;
  fightText(combat: object): string | Promise<string>;
}
/** What scripts of these tests use of a client's globals. */
export type SecretGlobals = Omit<TableGlobals, "system" | "messages"> & { system: { api: Api }; messages: { contents: Seen[] }; release: { generation: number } };
declare const game: SecretGlobals;
declare const ui: { notifications: { messages?: unknown[] } };

/** Words of the creature that is attacked, of the one beside it, and of the one who hides. */
export const WORDS = {
  name: "Baron Secretus", notes: "the traitor is Ludo", biography: "born of a wolf", concept: "Hidden concept", scars: "a scar nobody saw", home: "House Unseen",
  goal: "goal of betrayal", relation: "sister of the queen", background: "background of blood",
  armor: "Armor of Secrets", gear: "Letter of Secrets", power: "Power of Secrets", itemNotes: "notes inside a thing", itemText: "text inside a thing",
  hider: "Nightwhisper", hidersBow: "Whisperbow", hidersPower: "Whispered Power", hidersNotes: "waits behind the curtain",
} as const;
/** Numbers of theirs. */
export const NUMBERS = { absorb: 7731, deflection: 6247, mortal: 5519, money: 84193, cost: 96137 } as const;
export const MARKERS: readonly string[] = [...Object.values(WORDS), ...Object.values(NUMBERS).map(String)];
/** A power whose use everybody may see, though not how much Will it costs. */
export const OPEN_POWER = { name: "Open Power", key: "power-open", will: 37 } as const;
/** What is said to one alone. */
export const FOR_BEN = "only Ben may read this";
export const FOR_GMS = "only the masters may read this";

/** Fills the creatures with what nobody must read; the last of them hides. */
const plant = (gm: HeadlessClient, creatures: readonly [Participant, Participant, Participant]): Promise<void> =>
  gm.run(async ([one, two, hider, words, numbers, open]) => {
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
          wounds: { mortal: { max: numbers.mortal } }, will: { rating: 40 }, money: numbers.money, points: { story: 20 },
          goals: [{ text: words.goal }], relationships: [{ text: words.relation }], backgrounds: [{ text: words.background }],
        },
      });
      await actor.createEmbeddedDocuments("Item", [
        { name: words.gear, type: "gear", system: { cost: numbers.cost } }, { name: words.power, type: "power" },
        { name: id === hider ? words.hidersPower : open.name, type: "power", system: { key: open.key, track: "will", cost: { will: open.will, fate: 0 }, active: true, automation: "spend" } },
      ]);
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
  }, [...creatures.map(idOf), WORDS, NUMBERS, OPEN_POWER] as unknown as readonly [string, string, string, typeof WORDS, typeof NUMBERS, typeof OPEN_POWER]);

export class SecretTable {
  readonly gm: HeadlessClient;
  readonly assistant: HeadlessClient;
  readonly anna: HeadlessClient;
  readonly ben: HeadlessClient;
  /** Clients of the players who own the two characters. */
  readonly ofBrawler: HeadlessClient;
  readonly ofDuellist: HeadlessClient;
  /** A fight that is made anew has new ones; the marksman hides. */
  people: Five;
  readonly #table: HeadlessTable;

  private constructor(table: HeadlessTable, seats: Pick<SecretTable, "gm" | "assistant" | "anna" | "ben" | "ofBrawler" | "ofDuellist">, people: Five) {
    this.#table = table;
    ({ gm: this.gm, assistant: this.assistant, anna: this.anna, ben: this.ben, ofBrawler: this.ofBrawler, ofDuellist: this.ofDuellist } = seats);
    this.people = people;
  }

  static async open(generation: 13 | 14): Promise<SecretTable> {
    const { table, gm, anna, ben } = await openThree(generation);
    const assistant = await table.join("assistant");
    const people = await fiveFighters(gm);
    const { enforcer, twin, marksman } = people;
    for (const who of Object.values(people)) await learn(gm, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
    await gather(gm, Object.values(people));
    await dice(gm, 0.95);
    await plant(gm, [enforcer, twin, marksman]);
    return new SecretTable(table, { gm, assistant, anna, ben, ...(await ownersOf(people, [anna, ben])) }, people);
  }

  /** The same people in a fight that has not begun; who hides hides there as well. */
  async fightAnew(): Promise<void> {
    const fresh = await this.gm.run(async () => {
      const [old] = game.combats.contents;
      const people = (old?.combatants.contents ?? []).map((combatant) => (combatant as unknown as { toObject(): Record<string, unknown> }).toObject()).map(({ tokenId, sceneId, actorId, hidden }) => ({ tokenId, sceneId, actorId, hidden }));
      await old?.delete();
      const { implementation } = (globalThis as unknown as { Combat: { implementation: { create(source: object): Promise<{ id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }> } } }).Combat;
      const combat = await implementation.create({ scene: game.scenes.contents[0] && (game.scenes.contents[0] as unknown as { id: string }).id, active: true });
      await combat.createEmbeddedDocuments("Combatant", people);
      return combat.id;
    });
    for (const client of [this.gm, this.assistant, this.anna, this.ben]) await client.until((id) => game.combats.contents.length === 1 && game.combats.contents[0]?.id === id && game.combats.contents[0].combatants.size > 4, fresh);
    this.people = await fiveFighters(this.gm);
  }

  /** Waits until nothing is on its way and everybody has every message. */
  async everybody(): Promise<void> {
    await settled(this.gm);
    const count = await this.gm.run(() => game.messages.contents.length);
    for (const client of [this.assistant, this.anna, this.ben]) await client.until((wanted) => game.messages.contents.length === wanted, count);
  }

  /** What players have of what they must not, each word with the place where it stands, once everybody has everything. */
  async leaks(): Promise<string[]> {
    await this.everybody();
    const found: string[] = [];
    for (const [who, client, foreign] of [["Anna", this.anna, [FOR_BEN, FOR_GMS]], ["Ben", this.ben, [FOR_GMS]]] as const) {
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

  /** Rolls of these creatures on cards that a player has, which tell their TN or which of their dice are wounded. */
  telling(client: HeadlessClient, creatures: readonly Participant[]): Promise<string[]> {
    return client.run((npcs) =>
      game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).flatMap((message) => {
        const { system } = message.toObject();
        if (!npcs.includes(system.attacker?.participant.combatant ?? "")) return [];
        return (system.rolls ?? []).filter(({ id, tn, dice: thrown }) => /^(attack|damage)/.test(id) && (tn !== null || thrown.some(({ wounded }) => wounded))).map(({ id }) => `${message.id} ${id}`);
      }), creatures.map(idOf));
  }

  /** Calls one of the deeds of the system's API for people of the fight. */
  call(method: "applyDamage" | "healBoxes" | "rest" | "treat", first: unknown, who: Readonly<Record<string, Participant | readonly Participant[]>>, more: object = {}): Promise<void> {
    return this.gm.run(async ([name, argument, people, rest]) => {
      const actorOf = ({ combatant }: Participant) => game.combats.contents[0]?.combatants.get(combatant ?? "")?.actor;
      const given: Record<string, unknown> = { ...rest };
      for (const [key, entry] of Object.entries(people)) given[key] = Array.isArray(entry) ? (entry as Participant[]).map(actorOf) : actorOf(entry as Participant);
      await (name === "treat" ? game.system.api.treat(given) : game.system.api[name](argument as never, given));
    }, [method, first, who, more] as const);
  }

  /** Words and numbers that none of the creatures has: a search for them would prove nothing. */
  async lost(): Promise<string[]> {
    const all = await this.gm.run(() => JSON.stringify([game.actors.contents, game.combats.contents.flatMap(({ combatants }) => combatants.contents.map(({ actor }) => actor)), game.scenes.contents[0]?.tokens.contents].map((documents) => (documents ?? []).map((document) => (document as { toObject(): object } | null)?.toObject()))));
    return MARKERS.filter((word) => !all.includes(word));
  }

  /** What went wrong on any client. */
  get problems(): string[] {
    return [this.gm, this.assistant, this.anna, this.ben].flatMap((client) => client.problems.map(({ message }) => message));
  }

  close(): Promise<void> {
    return this.#table.close();
  }
}
