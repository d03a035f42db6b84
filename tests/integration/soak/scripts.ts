import type { Participant, SoakGlobals } from "./globals";
import type { Button } from "./table-view";

/* Scripts that run inside a client: each is sent as text and sees nothing but its argument and the client's globals. */
declare const game: SoakGlobals["game"];
declare const ChatMessage: SoakGlobals["ChatMessage"];
declare const foundry: SoakGlobals["foundry"];

/** Wishes something, once or twice with the same nonce. */
export const wish = async ({ times, ...system }: { op: string; participant: Participant | null; args: object; times: number }): Promise<null> => {
  const nonce = foundry.utils.randomID();
  await Promise.all(Array.from({ length: times }, () => ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce } })));
  return null;
};

/** What a GM's buttons do. */
export const press = async ([button, id, value]: readonly [button: Button, id: string, value: number]): Promise<null> => {
  const [combat] = game.combats.contents;
  if (button === "next") await combat?.nextTurn();
  if (button === "back") await combat?.previousTurn();
  if (button === "begin") await combat?.startCombat();
  if (button === "adjust") await combat?.setInitiative(id, value);
  if (button === "roll") await combat?.rollInitiative([id]);
  if (button === "rollAll") await combat?.rollAll();
  return null;
};

/** Several are put on one tick in the same breath. */
export const together = async ([ids, tick]: readonly [ids: readonly string[], tick: number]): Promise<null> => {
  const [combat] = game.combats.contents;
  await Promise.all(ids.map((id) => combat?.setInitiative(id, tick)));
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

/** Seconds of the world's time, less those that the fight has taken. */
export const timeAtStart = (): number => game.time.worldTime - Math.floor(Math.max(0, game.combats.contents[0]?.round ?? 0) / 2);

export const fightLog = (): string => {
  const [combat] = game.combats.contents;
  if (!combat) throw new Error("There is no fight.");
  return game.system.api.fightLog(combat);
};
