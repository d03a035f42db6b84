import { expect } from "vitest";
import type { HeadlessClient } from "../../table/client/headless";
import { settled, wish, type Participant } from "../fight-table";
import type { SharedTable } from "../shared-table";
import { openSix, type Six } from "../three-players";

/* A fight in which powers are used: everybody with the same body and bare hands, so that every number can be worked out by hand. */

export interface Points {
  readonly will: number;
  readonly fate: number;
}
interface Roll {
  id: string;
  tn: number | null;
  dice: { face: number; wounded: boolean }[];
  successes: number;
}
export interface PowerCard {
  id: string;
  phase: string;
  attacker: { participant: Participant };
  ledger: string;
  whisper: string[];
  notice: { key: string; data: Record<string, unknown> } | null;
  offers: { side: "attacker" | number; key: string; guard?: Participant }[];
  rolls: Roll[];
  targets: { answer: { kind: string } | null; outcome: string | null; steps: { kind: string; successes?: number; points?: number; name?: string }[] }[];
}
interface Body {
  will: { rating: number; spent: number; fatigue: number; exhaustion: number; max: number };
  fate: { rating: number; spent: number; apathy: number };
  wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } };
  attributes: Record<string, { value: number }>;
  learning: Record<string, number>;
}
interface Actor {
  id: string;
  uuid: string;
  system: Body;
  items: { contents: { id: string; type: string; system: { key: string } }[] };
  update(changes: object): Promise<unknown>;
  toObject(): { system: Body & { key: string }; ownership: object };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}
interface Combatant {
  id: string;
  initiative: number | null;
  actor: Actor | null;
  token: { update(changes: object): Promise<unknown> } | null;
  flags: { fatewalker?: { powers?: Record<string, unknown> } };
  update(changes: object): Promise<unknown>;
}
declare const game: {
  actors: { getName(name: string): { uuid: string } | undefined };
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  combats: { contents: { id: string; round: number; combatants: { contents: Combatant[]; get(id: string): Combatant | undefined }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown> }[] };
  messages: { contents: { id: string; type: string; toObject(): { whisper: string[]; system: Omit<PowerCard, "id" | "whisper"> } }[] };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string; automation?: string }; toObject(): object }[]> } | undefined };
};
declare const foundry: { utils: { fromUuidSync(uuid: string): unknown } };
declare const Actor: { implementation: { create(source: object): Promise<unknown> } };
declare const CONFIG: { Dice: { randomUniform: () => number } };

/** Prowess 5, Unarmed 4 (2 + 2), Agility 3 (1 + 2), Resilience 4; Will 8, Fate 4, nothing spent, nobody hurt. */
export const BODY = {
  attributes: { prowess: { value: 5 }, focus: { value: 5 }, awareness: { value: 5 }, resilience: { value: 4 }, grit: { value: 4 } },
  will: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, fate: { rating: 4, spent: 0, apathy: 0, ennui: false },
  wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } },
  skills: { vigor: { value: 1, branches: { agility: { value: 2 } } }, weaponry: { value: 2, branches: { unarmed: { value: 2 } } } },
} as const;
/** Faces of a kick of two successes, which promote 4x1/1x3 to 2x1/3x3, and of damage that all succeeds: 11 points. */
export const ELEVEN = [1, 1, 9, 9, 9, 9, 1] as const;
/** Both tracks used up. */
export const BROKE = { will: { spent: 8 }, fate: { spent: 4 } } as const;

const MOVES = ["unarmed-martial-kick", "evasion-dodge", "common-sprint"] as const;
export const [KICK, DODGE, SPRINT] = MOVES;

/** The fight has begun, everyone stands side by side without gear, traits or powers, and people are asked for powers. */
const prepare = (gm: HeadlessClient): Promise<void> => gm.run(async ([body, moves]) => {
  const combat = game.combats.contents[0];
  if (!combat) throw new Error("There is no fight.");
  await game.settings.set("fatewalker", "autoAdvance", false);
  const known = ((await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? []).filter(({ system }) => (moves as readonly string[]).includes(system.key)).map((document) => document.toObject());
  for (const [index, { id, actor, token }] of combat.combatants.contents.entries()) {
    await token?.update({ x: 1300 + index * 10, y: 900 });
    await actor?.deleteEmbeddedDocuments("Item", actor.items.contents.map((item) => item.id));
    await actor?.createEmbeddedDocuments("Item", known);
    await combat.setInitiative(id, 60);
  }
  await combat.startCombat();
  for (const { actor } of combat.combatants.contents) await actor?.update({ system: body });
  // Somebody in no fight, whom the hero's player plays as well.
  const hero = combat.combatants.contents.find(({ actor }) => actor?.toObject().system.key === "pregen-duellist")?.actor;
  await Actor.implementation.create({ name: "Maker", type: "character", system: body, ownership: hero?.toObject().ownership });
  await game.settings.set("fatewalker", "askForPowers", true);
}, [BODY, MOVES] as const);

/** A wish as its author sends it. */
export interface Deed {
  readonly op: string;
  readonly who: Participant | null;
  readonly args: object;
}

/** Everyone at the table: Isaura (hero) and Tobin (friend) are characters of two players, the enforcer (foe) is the GM's; the Maker is in no fight. */
export class PowerSeats {
  readonly six: Six;
  readonly gm: HeadlessClient;
  readonly hero: Participant;
  readonly friend: Participant;
  readonly foe: Participant;
  readonly maker: Participant;

  static async open(shared: SharedTable, generation: 13 | 14 = 14): Promise<PowerSeats> {
    const six = await openSix(shared, generation, prepare);
    return new PowerSeats(six, await six.gm.run(() => game.actors.getName("Maker")?.uuid ?? ""));
  }

  private constructor(six: Six, maker: string) {
    this.six = six;
    this.gm = six.gm;
    this.hero = six.duellist;
    this.friend = six.brawler;
    this.foe = six.enforcer;
    this.maker = { actor: maker, token: null, combatant: null };
  }

  /** The client of whoever plays this one. */
  clientOf({ actor }: Participant): HeadlessClient {
    const { ofDuellist, ofBrawler, ofKnight, knight } = this.six;
    if (actor === this.hero.actor || actor === this.maker.actor) return ofDuellist;
    if (actor === this.friend.actor) return ofBrawler;
    return actor === knight.actor ? ofKnight : this.gm;
  }

  /** Gives somebody these powers and changes the body. */
  async give({ actor: address }: Participant, keys: readonly string[], system: object = {}): Promise<void> {
    await this.gm.run(async ([uuid, wanted, changes]) => {
      const actor = foundry.utils.fromUuidSync(uuid) as Actor | null;
      const documents = wanted.length === 0 ? [] : ((await game.packs.get("fatewalker.powers")?.getDocuments()) ?? []);
      if (wanted.length > 0) await actor?.createEmbeddedDocuments("Item", documents.filter((document) => wanted.includes(document.system.key)).map((document) => document.toObject()));
      if (Object.keys(changes).length > 0) await actor?.update({ system: changes });
    }, [address, keys, system] as const);
  }

  /** Faces of the GM's dice in the order in which they fall; the last one goes on. */
  dice(...faces: readonly number[]): Promise<void> {
    return this.diceAt(this.gm, ...faces);
  }

  diceAt(client: HeadlessClient, ...faces: readonly number[]): Promise<void> {
    return client.run((wanted) => {
      const rest = [...wanted];
      CONFIG.Dice.randomUniform = () => {
        const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
        return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
      };
    }, faces);
  }

  /** It is this one's turn, and nobody else's. */
  due({ combatant }: Participant): Promise<void> {
    return this.gm.run(async (first) => {
      const combat = game.combats.contents[0];
      for (const { id, initiative } of combat?.combatants.contents ?? []) {
        const wanted = (combat?.round ?? 0) + (id === first ? 0 : 60);
        if (initiative !== wanted && (id === first || (initiative ?? 0) <= (combat?.round ?? 0))) await combat?.setInitiative(id, wanted);
      }
    }, combatant);
  }

  /** Sends a wish, from the client of its subject unless another is named, and waits until the GM has settled it. */
  async send({ op, who, args }: Deed, { from, nonce }: { readonly from?: HeadlessClient; readonly nonce?: string } = {}): Promise<void> {
    const client = from ?? (who === null ? this.gm : this.clientOf(who));
    await wish(client, op, who, args, nonce);
    await settled(client);
    await settled(this.gm);
  }

  itemOf({ actor: address }: Participant, key: string): Promise<string> {
    return this.gm.run(([uuid, wanted]) => {
      const item = (foundry.utils.fromUuidSync(uuid) as Actor | null)?.items.contents.find(({ system }) => system.key === wanted);
      if (!item) throw new Error(`Nobody has ${wanted}.`);
      return item.id;
    }, [address, key] as const);
  }

  /** A power as a person chooses it for a roll. */
  async choice(who: Participant, key: string, more: object = {}): Promise<{ power: object }> {
    return { power: { item: await this.itemOf(who, key), units: 1, named: null, options: [], ...more } };
  }

  /** One kicks the other: Prowess 5 + 1 at TN 4. */
  async kick(who: Participant, at: Participant, choices: object = {}): Promise<Deed> {
    return { op: "declare", who, args: { maneuver: `${who.actor}.Item.${await this.itemOf(who, KICK)}`, targets: [at], choices, mode: "public" } };
  }

  /** The one who is attacked answers the open card. */
  async answer(who: Participant, key: string | null, choices: object = {}): Promise<Deed> {
    const { id } = await this.exchange();
    return { op: "react", who, args: { exchange: id, target: 0, reaction: key === null ? null : await this.itemOf(who, key), choices } };
  }

  /** A power by itself, with these targeted. */
  async alone(who: Participant, key: string, targets: readonly Participant[] = [], more: object = {}): Promise<Deed> {
    return { op: "spend", who, args: { item: await this.itemOf(who, key), targets, mode: "public", ...more } };
  }

  /** An answer to what the dice offer to that side: a power, or null to let them lie. */
  async offer(who: Participant, side: "attacker" | number, key: string | null, more: object = {}): Promise<Deed> {
    const { id, offers } = await this.exchange();
    const moment = offers.find((entry) => entry.side === side)?.key ?? "";
    return { op: "spend", who, args: { exchange: id, moment, ...(key === null ? { keep: true } : { item: await this.itemOf(who, key) }), ...more } };
  }

  /** One kicks the other, who gives no answer; whoever is asked now is asked about these dice. */
  async kicked(by: Participant, at: Participant, { faces = [9], choices = {} }: { readonly faces?: readonly number[]; readonly choices?: object } = {}): Promise<void> {
    await this.due(by);
    await this.dice(...faces);
    await this.send(await this.kick(by, at, choices));
    await this.send(await this.answer(at, null));
  }

  /** Whoever is asked lets the dice lie, until the exchange is done. */
  async keepAll(): Promise<void> {
    for (let card = await this.exchange(); card.phase === "answering" && card.offers.length > 0; card = await this.exchange()) {
      const [{ side, guard }] = card.offers as [PowerCard["offers"][number]];
      await this.send(await this.offer(guard ?? this.hero, side, null));
    }
  }

  cards(): Promise<PowerCard[]> {
    return this.gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").map((message) => {
      const { system, whisper } = message.toObject();
      return { ...system, whisper, id: message.id };
    }));
  }

  /** The last card that is no refusal. */
  async exchange(): Promise<PowerCard> {
    const card = (await this.cards()).findLast(({ phase }) => phase !== "refused");
    if (!card) throw new Error("There is no exchange.");
    return card;
  }

  /** Why the last wish was refused; null: the last card is no refusal. */
  async refusal(): Promise<string | null> {
    const card = (await this.cards()).at(-1);
    return card?.phase === "refused" ? (card.notice?.key ?? null) : null;
  }

  /** Takes back the last step. */
  async undo(): Promise<void> {
    await this.undoCard(await this.exchange());
  }

  /** Takes back every step that has a card of its own, the last one first. */
  async undoAll(): Promise<void> {
    for (const card of (await this.cards()).reverse()) if (card.phase === "applied") await this.undoCard(card);
  }

  async undoCard({ ledger }: Pick<PowerCard, "ledger">): Promise<void> {
    await this.send({ op: "undo", who: null, args: { ledger } });
  }

  /** The body of somebody as the GM has it. */
  body({ actor: address }: Participant): Promise<Body> {
    return this.gm.run((uuid) => {
      const actor = foundry.utils.fromUuidSync(uuid) as Actor | null;
      if (!actor) throw new Error("Nobody is there.");
      return JSON.parse(JSON.stringify({ ...actor.toObject().system, will: actor.system.will })) as Body;
    }, address);
  }

  async spent(who: Participant): Promise<Points> {
    const { will, fate } = await this.body(who);
    return { will: will.spent + will.fatigue + will.exhaustion, fate: fate.spent + fate.apathy };
  }

  /** Boxes of somebody's chart. */
  async hurt(who: Participant): Promise<number> {
    const { wounds } = await this.body(who);
    return wounds.temporary.value + wounds.normal.value + wounds.normal.stun + wounds.mortal.value;
  }

  /** How each power of the pack works, by key. */
  automation(): Promise<Record<string, string>> {
    return this.gm.run(async () => Object.fromEntries(((await game.packs.get("fatewalker.powers")?.getDocuments()) ?? []).map(({ system }) => [system.key, system.automation ?? ""])));
  }

  /** What powers have begun for somebody. */
  memory({ combatant }: Participant): Promise<Record<string, unknown>> {
    return this.gm.run((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.flags.fatewalker?.powers ?? {}, combatant);
  }

  /** A roll of the last exchange. */
  async roll(id: string): Promise<{ dice: number; wounded: number; tn: number | null; successes: number } | null> {
    const roll = (await this.exchange()).rolls.find((entry) => entry.id === id);
    return roll === undefined ? null : { dice: roll.dice.length, wounded: roll.dice.filter(({ wounded }) => wounded).length, tn: roll.tn, successes: roll.successes };
  }

  /** Dice of the last kick of this one. */
  async diceOf({ combatant }: Participant): Promise<number | undefined> {
    return (await this.cards()).findLast(({ attacker, rolls }) => attacker.participant.combatant === combatant && rolls.length > 0)?.rolls.find(({ id }) => id === "attack")?.dice.length;
  }

  /** Successes of a step against the first target, with all that powers made of them; null: there was none. */
  async step(kind: string): Promise<number | null> {
    return (await this.exchange()).targets[0]?.steps.find((entry) => entry.kind === kind)?.successes ?? null;
  }

  /** The owner's own client comes to see the same points as the GM's. */
  async everyoneSees(who: Participant): Promise<void> {
    const wanted = await this.spent(who);
    await expect.poll(() => this.clientOf(who).run((uuid) => {
      const { will, fate } = (foundry.utils.fromUuidSync(uuid) as Actor).system;
      return { will: will.spent + will.fatigue + will.exhaustion, fate: fate.spent + fate.apathy };
    }, who.actor)).toEqual(wanted);
  }
}
