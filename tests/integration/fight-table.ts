import path from "node:path";
import { fileURLToPath } from "node:url";
import type { HeadlessClient } from "../table/client/headless";

/** The built system: `npm test` builds it first; `FATEWALKER_DIST` names another build. */
export const DIST = process.env["FATEWALKER_DIST"] ?? path.resolve(fileURLToPath(new URL("../../dist", import.meta.url)));

/** V14 alone where nothing is at stake that the generations do differently; both in the long run. */
export const GENERATIONS: readonly (13 | 14)[] = process.env["FULL"] === "1" ? [14, 13] : [14];

/* What scripts use of a client's globals, and what tests of a fight do again and again. */
export interface Participant {
  readonly actor: string;
  readonly token: string | null;
  readonly combatant: string | null;
}
export interface ItemLike {
  id: string;
  uuid: string;
  system: { key: string };
}
export interface ActorLike {
  uuid: string;
  name: string;
  isOwner: boolean;
  statuses: Set<string>;
  items: { contents: ItemLike[] };
  system: { key: string; attributes: Record<string, { value: number }>; will: { spent: number }; wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } } };
  update(changes: object): Promise<unknown>;
  toggleStatusEffect(id: string, options?: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  toObject(): object;
}
export interface CombatantLike {
  id: string;
  name: string;
  uuid: string;
  initiative: number | null;
  hidden: boolean;
  isOwner: boolean;
  isDefeated: boolean;
  actor: ActorLike | null;
  tokenId: string | null;
  token: { uuid: string; id: string; x: number; update(changes: object): Promise<unknown>; delete(): Promise<unknown> } | null;
  system: { state: string; since: number; awareOf: string[]; movement: object | null };
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
}
export interface CombatLike {
  id: string;
  uuid: string;
  round: number;
  turn: number | null;
  turns: CombatantLike[];
  combatant: CombatantLike | null;
  combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined; size: number };
  flags: { fatewalker?: { secret?: { phase: string; seals: { id: string; seal: string }[]; shown: object[]; again: string[] }; moment?: { exchanges: { card: string; by: string; asked: string[] }[] } } };
  system: { kind: string; active: string | null; pending: string | null; schedule: Record<string, { tick: number; kind: string }>; log: Record<string, { kind: string; ledger: string }> };
  setInitiative(id: string, value: number): Promise<unknown>;
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  rollInitiative(ids: string[]): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<CombatantLike[]>;
  delete(): Promise<unknown>;
  toObject(): object;
}
export interface MessageLike {
  id: string;
  type: string;
  content: string;
  whisper: string[];
  author: { id: string };
  visible: boolean;
  flags: { fatewalker?: { events?: boolean } };
  system: {
    op: string;
    args: Record<string, unknown>;
    phase: string;
    kind: string;
    ledger: string | null;
    notice: { key: string } | null;
    attacker: { name: string; participant: Participant };
    maneuver: { key: string };
    targets: { answer: { kind: string } | null; outcome: string | null; who: { participant: Participant } }[];
    rolls: { id: string; dice: { wounded: boolean }[] }[];
    ticks: { from: number; to: number } | null;
  };
  toObject(): object;
  delete(): Promise<unknown>;
}
export interface TableGlobals {
  combats: { contents: CombatLike[] };
  messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
  actors: { contents: ActorLike[] };
  scenes: { contents: { tokens: { contents: { uuid: string; id: string; actor: ActorLike | null }[] } }[] };
  settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
  users: { contents: { id: string; isGM: boolean; active: boolean }[]; activeGM: { id: string } | null };
  user: { id: string; isGM: boolean; targets: Set<unknown> };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  time: { worldTime: number };
  system: { api: { use(key: string, options: object): Promise<void> } };
}
declare const game: TableGlobals;
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<MessageLike | undefined> } };
declare const foundry: { utils: { randomID(): string; fromUuidSync(uuid: string): unknown } };

/** Participants of the first fight by the key of their actor; copies of one creature follow each other. */
export const fighters = (client: HeadlessClient): Promise<Record<string, Participant[]>> =>
  client.run(() => {
    const found: Record<string, Participant[]> = {};
    for (const { id, actor, token } of game.combats.contents[0]?.combatants.contents ?? []) {
      const key = (actor?.toObject() as { system: { key: string } }).system.key;
      (found[key] ??= []).push({ actor: actor?.uuid ?? "", token: token?.uuid ?? null, combatant: id });
    }
    return found;
  });

/** The one of that key; the second copy with `index` 1. */
export async function fighter(client: HeadlessClient, key: string, index = 0): Promise<Participant> {
  const found = (await fighters(client))[`pregen-${key}`]?.[index];
  if (found === undefined) throw new Error(`There is no ${key}.`);
  return found;
}

export const idOf = ({ combatant }: Participant): string => combatant ?? "";

/** The client of the player who owns this one. */
export async function ownerOf({ combatant }: Participant, clients: readonly HeadlessClient[]): Promise<HeadlessClient> {
  for (const client of clients) {
    if (await client.run((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.isOwner === true, combatant)) return client;
  }
  throw new Error("Nobody owns it.");
}

/**
 * The fight of the starting world anew, with everybody unhurt and nothing in the chat: for tests that share one table, whose clients take
 * seconds to join.
 */
export async function afresh(gm: HeadlessClient, others: readonly HeadlessClient[]): Promise<void> {
  const fight = await gm.run(async () => {
    for (const combat of [...game.combats.contents]) await combat.delete();
    const scene = game.scenes.contents[0] as unknown as { id: string; tokens: { contents: { id: string; actorId: string; hidden: boolean; actor: ActorLike | null; update(changes: object): Promise<unknown> }[] }; deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown> };
    const first = ((globalThis as unknown as { firstTokens?: string[] }).firstTokens ??= scene.tokens.contents.map(({ id }) => id));
    const added = scene.tokens.contents.filter(({ id }) => !first.includes(id)).map(({ id }) => id);
    if (added.length > 0) await scene.deleteEmbeddedDocuments("Token", added);
    for (const { actor } of scene.tokens.contents) {
      if (actor === null) continue;
      // The end of a fight takes its own marks away.
      while (["holding", "moving", "aiming", "grappling", "grappled", "held"].some((mark) => actor.statuses.has(mark))) await new Promise((resolve) => setTimeout(resolve, 10));
      for (const status of [...actor.statuses]) await actor.toggleStatusEffect(status, { active: false });
      await actor.update({ system: { wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } }, will: { spent: 0 } } });
    }
    const { implementation } = (globalThis as unknown as { Combat: { implementation: { create(source: object): Promise<CombatLike> } } }).Combat;
    const combat = await implementation.create({ scene: scene.id, active: true });
    await combat.createEmbeddedDocuments("Combatant", scene.tokens.contents.map(({ id, actorId }) => ({ tokenId: id, sceneId: scene.id, actorId })));
    for (const message of [...game.messages.contents]) await message.delete();
    await game.settings.set("fatewalker", "autoAdvance", true);
    return combat.id;
  });
  for (const client of others) await client.until((id) => game.combats.contents.length === 1 && game.combats.contents[0]?.id === id && game.messages.contents.length === 0 && game.combats.contents[0].combatants.size > 3, fight);
}

/** Nobody is asked for powers: what tests of other things leave out. */
export const withoutPowers = (gm: HeadlessClient): Promise<void> =>
  gm.run(async () => {
    await game.settings.set("fatewalker", "askForPowers", false);
  });

/** Begins the fight with these ticks and Awareness by combatant; everyone else is much later. */
export async function begin(gm: HeadlessClient, ticks: Record<string, number>, awareness: Record<string, number> = {}): Promise<void> {
  await gm.run(async ([wanted, eyes]) => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    for (const [index, { id, actor }] of combat.combatants.contents.entries()) {
      if (eyes[id] !== undefined) await actor?.update({ system: { attributes: { awareness: { value: eyes[id] } } } });
      await combat.setInitiative(id, wanted[id] ?? 60 + index);
    }
  }, [ticks, awareness] as const);
  // Where another GM commits, these were wishes: they are settled before the rest is rolled.
  await settled(gm);
  await gm.run(async () => {
    await game.combats.contents[0]?.startCombat();
  });
  await settled(gm);
}

/** Puts the tokens of these within arm's reach of each other. */
export const gather = (gm: HeadlessClient, all: readonly Participant[]): Promise<void> =>
  gm.run(async (ids) => {
    for (const [index, id] of ids.entries()) await game.combats.contents[0]?.combatants.get(id)?.token?.update({ x: 1300 + index * 15, y: 900 });
  }, all.map(idOf));

/** A person does a maneuver from the sheet, straight on, with these tokens targeted. */
export const use = (client: HeadlessClient, who: Participant, key: string, targets: readonly Participant[] = []): Promise<void> =>
  client.run(async ([participant, name, aimedAt]) => {
    const combatant = game.combats.contents[0]?.combatants.get(participant.combatant ?? "");
    game.user.targets = new Set(aimedAt.map(({ token }) => ({ document: foundry.utils.fromUuidSync(token ?? "") })));
    await game.system.api.use(name, { actor: combatant?.actor, fast: true });
  }, [who, key, targets] as const);

/** A wish, as a client makes it. */
export const wish = (client: HeadlessClient, op: string, participant: Participant | null, args: object, nonce?: string): Promise<string> =>
  client.run(async (system) => (await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: system.nonce ?? foundry.utils.randomID() } }))?.id ?? "", { op, participant, args, nonce });

/** Waits until this client knows so many exchanges that wait for each other, with their cards: where it is written one by one, the fight names a card before it is there. */
export const openExchanges = (client: HeadlessClient, count: number): Promise<unknown> =>
  client.until((wanted) => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).filter(({ card }) => game.messages.get(card)?.system.phase === "answering").length === wanted, count);

export const settled = (client: HeadlessClient): Promise<unknown> => client.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

/** Lets somebody know maneuvers of the pack. */
export const learn = (gm: HeadlessClient, { combatant }: Participant, ...keys: string[]): Promise<void> =>
  gm.run(async ([id, wanted]) => {
    const actor = game.combats.contents[0]?.combatants.get(id ?? "")?.actor;
    const known = actor?.items.contents.map(({ system }) => system.key) ?? [];
    const documents = (await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? [];
    await actor?.createEmbeddedDocuments("Item", documents.filter(({ system }) => wanted.includes(system.key) && !known.includes(system.key)).map((document) => document.toObject()));
  }, [combatant, keys] as const);

export const itemOf = (client: HeadlessClient, { combatant }: Participant, key: string): Promise<{ id: string; uuid: string }> =>
  client.run(([id, wanted]) => {
    const item = game.combats.contents[0]?.combatants.get(id ?? "")?.actor?.items.contents.find(({ system }) => system.key === wanted);
    if (!item) throw new Error(`Nobody knows ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [combatant, key] as const);

export interface CardView {
  id: string;
  by: string;
  phase: string;
  notice: string | null;
  answers: (string | null)[];
  outcomes: (string | null)[];
  attackDice: { wounded: boolean }[];
}

/** Cards of exchanges as this client has them, oldest first; refusals that name no maneuver are left out. */
export const cards = (client: HeadlessClient): Promise<CardView[]> =>
  client.run(() =>
    game.messages.contents.filter(({ type, system }) => type === "exchange" && system.maneuver.key !== "").map(({ id, system }) => ({
      id, by: system.attacker.participant.combatant ?? "", phase: system.phase, notice: system.notice?.key ?? null,
      answers: system.targets.map(({ answer }) => answer?.kind ?? null), outcomes: system.targets.map(({ outcome }) => outcome),
      attackDice: system.rolls.find((roll) => roll.id === "attack")?.dice.map(({ wounded }) => ({ wounded })) ?? [],
    })));

/** The reasons of refusals that this client was given, oldest first. */
export const refusals = (client: HeadlessClient): Promise<string[]> =>
  client.run(() => game.messages.contents.flatMap(({ type, system, whisper }) => (type === "exchange" && system.phase === "refused" && system.notice && whisper.includes(game.user.id) ? [system.notice.key] : [])));

/** Answers the open card of that attacker, with a reaction or with none. */
export async function react(client: HeadlessClient, who: Participant, by: Participant, key: string | null): Promise<void> {
  const reaction = key === null ? null : (await itemOf(client, who, key)).id;
  const place = await client.until(([target, attacker]) => {
    const card = game.messages.contents.find(({ type, system }) => type === "exchange" && system.phase === "answering" && system.attacker.participant.combatant === attacker);
    const index = card?.system.targets.findIndex(({ who: { participant }, answer }) => participant.combatant === target && answer?.kind === "pending") ?? -1;
    return card !== undefined && index >= 0 ? { exchange: card.id, target: index } : null;
  }, [who.combatant, by.combatant] as const);
  await wish(client, "react", who, { ...place, reaction, choices: {} });
  await settled(client);
}

export interface ClockView {
  tick: number;
  active: string | null;
  pending: string | null;
  rows: Record<string, { tick: number | null; state: string; defeated: boolean }>;
}

/** The clock of the first fight as this client has it. */
export const clock = (client: HeadlessClient): Promise<ClockView> =>
  client.run(() => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    return {
      tick: combat.round, active: combat.system.active, pending: combat.system.pending,
      rows: Object.fromEntries(combat.combatants.contents.map(({ id, initiative, system, isDefeated }) => [id, { tick: initiative, state: system.state, defeated: isDefeated }])),
    };
  });

/** What the group of the tick has handed in, as this client has it. */
export const secret = (client: HeadlessClient): Promise<{ phase: string; sealed: string[]; shown: number; again: string[] }> =>
  client.run(() => {
    const found = game.combats.contents[0]?.flags.fatewalker?.secret;
    return { phase: found?.phase ?? "", sealed: (found?.seals ?? []).map(({ id }) => id).sort(), shown: found?.shown.length ?? 0, again: [...(found?.again ?? [])] };
  });

export const woundsOf = (client: HeadlessClient, { combatant }: Participant): Promise<number> =>
  client.run((id) => {
    const wounds = game.combats.contents[0]?.combatants.get(id ?? "")?.actor?.system.wounds;
    return wounds === undefined ? -1 : wounds.temporary.value + wounds.normal.value + wounds.normal.stun + wounds.mortal.value;
  }, combatant);

/** Every die of this client shows the same: 0.95 is a 1, 0.15 a 9. */
export const dice = (client: HeadlessClient, uniform: number): Promise<void> =>
  client.run((value) => {
    CONFIG.Dice.randomUniform = () => value;
  }, uniform);

export const status = (gm: HeadlessClient, { combatant }: Participant, name: string, active = true): Promise<void> =>
  gm.run(async ([id, wanted, on]) => {
    await game.combats.contents[0]?.combatants.get(id ?? "")?.actor?.toggleStatusEffect(wanted, { active: on });
  }, [combatant, name, active] as const);

/** Goes one step back. */
export async function back(gm: HeadlessClient): Promise<void> {
  await gm.run(async () => {
    await game.combats.contents[0]?.previousTurn();
  });
  await settled(gm);
}

export const next = (gm: HeadlessClient): Promise<void> =>
  gm.run(async () => {
    await game.combats.contents[0]?.nextTurn();
  });

/** Time waits for somebody to say that it goes on. */
export const stillTime = (gm: HeadlessClient): Promise<void> => gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });

/** Nobody else fights. */
export const only = (gm: HeadlessClient, ...who: readonly Participant[]): Promise<void> =>
  gm.run(async (keep) => {
    for (const { id } of [...(game.combats.contents[0]?.combatants.contents ?? [])]) if (!keep.includes(id)) await game.combats.contents[0]?.combatants.get(id)?.delete();
  }, who.map(idOf));

/** The words of every message that has some, as this client holds them. */
export const texts = (client: HeadlessClient): Promise<string[]> => client.run(() => game.messages.contents.filter(({ content }) => content !== "").map(({ content }) => content));
