import type { CombatantLike, Participant, SoakGlobals } from "./globals";

/* Scripts that run inside a client: each is sent as text and sees nothing but its argument and the client's globals. */
declare const game: SoakGlobals["game"];
declare const CONFIG: SoakGlobals["CONFIG"];
declare const ChatMessage: SoakGlobals["ChatMessage"];
declare const Actor: SoakGlobals["Actor"];
declare const foundry: SoakGlobals["foundry"];

export interface Fighter {
  id: string;
  /** Null for a combatant that nobody stands behind. */
  participant: Participant | null;
  /** Its maneuvers and powers. */
  maneuvers: { id: string; uuid: string; timings: string[] }[];
  powers: string[];
  /** Ids of the players who own it. */
  owners: string[];
}

/** Makes the starting fight one of twelve: copies, somebody without a token, somebody without an actor. */
export const gather = async (): Promise<number> => {
  const [combat] = game.combats.contents;
  const [scene] = game.scenes.contents;
  if (!combat || !scene) throw new Error("There is no fight.");
  const adversaries = scene.tokens.contents.filter(({ actor }) => actor?.hasPlayerOwner === false);
  const copies = Array.from({ length: 5 }, (_, index) => {
    const model = adversaries[index % adversaries.length];
    return { ...model?.toObject(), _id: undefined, x: 1000 + 100 * index, y: 400 };
  });
  const made = await scene.createEmbeddedDocuments("Token", copies);
  const actorOf = (id: string): string => scene.tokens.contents.find((token) => token.id === id)?.actorId ?? "";
  const hero = game.actors.contents.find(({ hasPlayerOwner }) => hasPlayerOwner);
  const tokenless = await Actor.implementation.create({ ...hero?.toObject(), _id: undefined, name: "Without a token" });
  await combat.createEmbeddedDocuments("Combatant", [
    ...made.map(({ id }) => ({ tokenId: id, sceneId: scene.id, actorId: actorOf(id) })),
    { actorId: tokenless.id, name: "Without a token" },
    { name: "Without an actor" },
  ]);
  return combat.combatants.contents.length;
};

/** Who fights, with what they can do. */
export const fighters = (): Fighter[] =>
  (game.combats.contents[0]?.combatants.contents ?? []).map((combatant: CombatantLike) => {
    const { id, actor, token } = combatant;
    const items = actor?.items.contents ?? [];
    const ownership = (actor?.toObject() as { ownership?: Record<string, number> } | undefined)?.ownership ?? {};
    return {
      id,
      participant: actor ? { actor: actor.uuid, token: token?.uuid ?? null, combatant: id } : null,
      maneuvers: items.filter(({ type }) => type === "maneuver").map((item) => ({ id: item.id, uuid: item.uuid, timings: item.system.timings ?? [] })),
      powers: items.filter(({ type }) => type === "power").map((item) => item.id),
      owners: Object.entries(ownership).filter(([user, level]) => user !== "default" && level >= 3).map(([user]) => user),
    };
  });

export interface Situation {
  /** Id of the fight. */
  combat: string;
  round: number;
  active: string | null;
  states: Record<string, string>;
  /** Open targets of the exchange that waits. */
  asked: { card: string; target: number; actor: string }[];
  /** Exchanges that wait, for answers or to be applied. */
  open: string[];
  resolved: string[];
  cards: string[];
  /** Ledgers of the fight that stand, and those that were undone, by their order. */
  applied: { id: string; by: string }[];
  undone: string[];
  requests: string[];
  events: string[];
}

/** Where the fight stands, as the one who looks knows it. */
export const situation = (): Situation => {
  const [combat] = game.combats.contents;
  if (!combat) throw new Error("There is no fight.");
  const messages = game.messages.contents;
  const ledgers = messages.filter(({ type, flags, system }) => type === "ledger" && system.combat === combat.id && (flags.fatewalker?.serial ?? 0) > 0);
  ledgers.sort((one, other) => (one.flags.fatewalker?.serial ?? 0) - (other.flags.fatewalker?.serial ?? 0));
  const cards = messages.filter(({ type }) => type === "exchange");
  return {
    combat: combat.id,
    round: combat.round,
    active: combat.system.active,
    states: Object.fromEntries(combat.combatants.contents.map(({ id, system }) => [id, system.state])),
    asked: cards.filter(({ system }) => system.phase === "answering").flatMap(({ id, system }) => system.targets.flatMap(({ answer, who }, target) => (answer?.kind === "pending" ? [{ card: id, target, actor: who.participant.actor }] : []))),
    open: cards.filter(({ system }) => system.phase === "answering" || system.phase === "resolved").map(({ id }) => id),
    resolved: cards.filter(({ system }) => system.phase === "resolved").map(({ id }) => id),
    cards: cards.map(({ id }) => id),
    applied: ledgers.filter(({ system }) => system.state === "applied").map(({ id, flags }) => ({ id, by: flags.fatewalker?.by ?? "" })),
    undone: ledgers.filter(({ system }) => system.state === "undone").map(({ id }) => id),
    requests: messages.filter(({ type, system, author }) => type === "intent" && system.op === "undo" && author?.isGM === false).map(({ id }) => id),
    events: Object.keys(combat.system.schedule),
  };
};

/** Wishes something, once or twice with the same nonce. */
export const wish = async ({ times, ...system }: { op: string; participant: Participant | null; args: object; times: number }): Promise<null> => {
  const nonce = foundry.utils.randomID();
  await Promise.all(Array.from({ length: times }, () => ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce } })));
  return null;
};

/** What a GM's buttons do. */
export const press = async ([button, id, value]: readonly [button: "next" | "back" | "begin" | "adjust", id: string, value: number]): Promise<null> => {
  const [combat] = game.combats.contents;
  if (button === "next") await combat?.nextTurn();
  if (button === "back") await combat?.previousTurn();
  if (button === "begin") await combat?.startCombat();
  if (button === "adjust") await combat?.setInitiative(id, value);
  return null;
};

/** A player writes his own combatant past the clock. */
export const tamper = async (id: string): Promise<null> => {
  const combatant = game.combats.contents[0]?.combatants.get(id);
  await combatant?.update({ initiative: 1, system: { state: "holding" } });
  return null;
};

export const setting = async ([key, value]: readonly [string, unknown]): Promise<null> => {
  await game.settings.set("fatewalker", key, value);
  return null;
};

/** Everyone rolls by the seed; what is said on the console is kept. */
export const prepare = (seed: number): null => {
  let state = seed >>> 0;
  CONFIG.Dice.randomUniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967298;
  };
  const heard: string[] = [];
  (globalThis as { heard?: string[] }).heard = heard;
  console.error = (...parts: unknown[]) => {
    const [first] = parts;
    heard.push(first instanceof Error ? `${first.name}: ${first.stack ?? first.message}` : parts.map(String).join(" "));
  };
  return null;
};

/** What was said on the console. */
export const heard = (): string[] => (globalThis as { heard?: string[] }).heard ?? [];

/** Wishes that somebody's client has still to settle; a player's request to take back waits for a person. */
export const isSettled = (): boolean => !game.messages.contents.some(({ type, system, author }) => type === "intent" && (system.op !== "undo" || author?.isGM === true));

/** Everything that a commit may change: the same text on every client. What is empty counts as not there. */
export const world = (): Record<string, string> => {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)] as const).filter(([key, inner]) => key !== "_stats" && inner !== undefined && JSON.stringify(inner) !== "{}").sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  const byId = (list: unknown): unknown => (Array.isArray(list) ? [...(list as { _id: string }[])].sort((one, other) => (one._id < other._id ? -1 : 1)) : list);
  const text = (source: object): string => {
    const { items, effects, combatants, ...rest } = source as Record<string, unknown>;
    return JSON.stringify(plain({ ...rest, items: byId(items), effects: byId(effects), combatants: byId(combatants) }));
  };
  const actors = [...game.actors.contents, ...game.scenes.contents.flatMap((scene) => scene.tokens.contents.flatMap(({ actor }) => (actor ? [actor] : [])))];
  return Object.fromEntries([...actors, ...game.combats.contents].map((document) => [document.uuid, text(document.toObject())]));
};

/** The chat as far as all must agree on it. */
export const chat = (): string[] =>
  game.messages.contents.filter(({ type }) => type !== "intent").map(({ id, type, system }) => `${id} ${type} ${system.phase ?? system.state ?? ""}`).sort();

export const fightLog = (): string => {
  const [combat] = game.combats.contents;
  if (!combat) throw new Error("There is no fight.");
  return game.system.api.fightLog(combat);
};
