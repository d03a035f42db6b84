import type { ActorLike, CombatantLike, Participant, SoakGlobals } from "./globals";

/* Scripts that make the fight of a soak. Each is sent as text and sees nothing but its argument and the client's globals. */
declare const game: SoakGlobals["game"];
declare const Actor: SoakGlobals["Actor"];

export interface Fighter {
  id: string;
  /** Null for a combatant that nobody stands behind. */
  participant: Participant | null;
  /** Its maneuvers and powers. */
  maneuvers: { id: string; uuid: string; key: string; group: string; timings: string[] }[];
  powers: { id: string; key: string }[];
  /** Ids of the players who own it. */
  owners: string[];
  /** It has come later and may be deleted: nobody expects it to be as it was at the start. */
  guest: boolean;
}

/** What everybody has learned beside what the pack gives them, so that every kind of answer, hold and power comes up. */
export interface Training {
  readonly maneuvers: readonly string[];
  /** Powers of players' characters, each one a list; the GM's creatures get the last. */
  readonly powers: readonly (readonly string[])[];
  /** Same Awareness for all: they act together when they share a tick. */
  readonly awareness: number;
}

/**
 * Makes the starting fight one of twelve within each other's reach: copies, somebody without a token, somebody without an actor. All can strike, dodge,
 * hold and move, have Will and Fate to spend, and somebody covers places with fire.
 */
export const gather = async ({ maneuvers, powers, awareness }: Training): Promise<number> => {
  const [combat] = game.combats.contents;
  const [scene] = game.scenes.contents;
  if (!combat || !scene) throw new Error("There is no fight.");
  await game.settings.set("fatewalker", "askForPowers", true);
  const adversaries = scene.tokens.contents.filter(({ actor }) => actor?.hasPlayerOwner === false);
  const copies = Array.from({ length: 5 }, (_, index) => ({ ...adversaries[index % adversaries.length]?.toObject(), _id: undefined }));
  const made = await scene.createEmbeddedDocuments("Token", copies);
  const actorOf = (id: string): string => scene.tokens.contents.find((token) => token.id === id)?.actorId ?? "";
  const hero = game.actors.contents.find(({ hasPlayerOwner }) => hasPlayerOwner);
  const tokenless = await Actor.implementation.create({ ...hero?.toObject(), _id: undefined, name: "Without a token" });
  await combat.createEmbeddedDocuments("Combatant", [
    ...made.map(({ id }) => ({ tokenId: id, sceneId: scene.id, actorId: actorOf(id) })),
    { actorId: tokenless.id, name: "Without a token" },
    { name: "Without an actor" },
  ]);
  for (const [index, token] of scene.tokens.contents.entries()) await token.update({ x: 1300 + index * 12, y: 900 });
  const taught = (await game.packs.get("fatewalker.maneuvers")?.getDocuments())?.filter(({ system }) => maneuvers.includes(system.key)) ?? [];
  const known = (await game.packs.get("fatewalker.powers")?.getDocuments()) ?? [];
  const train = async (actor: ActorLike, index: number): Promise<void> => {
    const own = powers[Math.min(index, powers.length - 1)] ?? [];
    const has = actor.items.contents.map(({ system }) => system.key);
    const others = actor.items.contents.filter(({ type, system }) => type === "power" && !own.includes(system.key)).map(({ id }) => id);
    if (others.length > 0) await actor.deleteEmbeddedDocuments("Item", others);
    await actor.createEmbeddedDocuments("Item", [...taught, ...known.filter(({ system }) => own.includes(system.key))].filter(({ system }) => !has.includes(system.key)).map((document) => document.toObject()));
    const gun = actor.items.contents.find(({ system }) => system.key.endsWith("autopistol"));
    await gun?.update({ system: { group: "automatic", magazine: { value: 900, max: 900 } } });
    await actor.update({ system: {
      attributes: { awareness: { value: awareness } },
      skills: { vigor: { branches: { agility: { value: 4 }, stamina: { value: 2, leaves: { running: { name: "Running", value: 2 } } } } }, weaponry: { branches: { ranged: { value: 4 } } } },
      will: { rating: 12, spent: 0 }, fate: { rating: 6, spent: 0 },
    } });
  };
  const players = game.actors.contents.filter(({ hasPlayerOwner }) => hasPlayerOwner);
  const creatures = combat.combatants.contents.flatMap(({ actor }) => (actor && !actor.hasPlayerOwner ? [actor] : []));
  for (const [index, actor] of players.entries()) await train(actor, index);
  for (const actor of creatures) await train(actor, powers.length - 1);
  return combat.combatants.contents.length;
};

/** Who fights, with what they can do; whoever was not among the first is a guest. */
export const fighters = (first: readonly string[] | null): Fighter[] =>
  (game.combats.contents[0]?.combatants.contents ?? []).map((combatant: CombatantLike) => {
    const { id, actor, token } = combatant;
    const items = actor?.items.contents ?? [];
    const ownership = (actor?.toObject() as { ownership?: Record<string, number> } | undefined)?.ownership ?? {};
    return {
      id,
      participant: actor ? { actor: actor.uuid, token: token?.uuid ?? null, combatant: id } : null,
      maneuvers: items.filter(({ type }) => type === "maneuver").map(({ id: item, uuid, system }) => ({ id: item, uuid, key: system.key, group: system.group ?? "", timings: system.timings ?? [] })),
      powers: items.filter(({ type }) => type === "power").map((item) => ({ id: item.id, key: item.system.key })),
      owners: Object.entries(ownership).filter(([user, level]) => user !== "default" && level >= 3).map(([user]) => user),
      guest: first !== null && !first.includes(id),
    };
  });
