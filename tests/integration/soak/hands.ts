import type { Participant, SoakGlobals } from "./globals";

/* What people do with their hands: through the system's own buttons and macros, or past the clock. Each script is sent as text. */
declare const game: SoakGlobals["game"];
declare const Actor: SoakGlobals["Actor"];
declare const foundry: SoakGlobals["foundry"];

/** Somebody does a maneuver from the sheet, straight on: a declaration, a sealed one, or one before what waits. */
export const use = async ([who, key, aimedAt]: readonly [who: Participant, key: string, aimedAt: readonly Participant[]]): Promise<null> => {
  const combatant = game.combats.contents[0]?.combatants.get(who.combatant ?? "");
  game.user.targets = new Set(aimedAt.flatMap(({ token }) => (token === null ? [] : [{ document: foundry.utils.fromUuidSync(token) }])));
  await game.system.api.use(key, { actor: combatant?.actor, fast: true });
  return null;
};

/** Something that a person does by hand; `ids` are combatants. */
export type HandDeed =
  | { readonly what: "ambush"; readonly surprised: readonly string[]; readonly free: string | null; readonly penalty: number }
  | { readonly what: "effect"; readonly id: string; readonly ticks: number }
  | { readonly what: "damage" | "heal"; readonly ids: readonly string[]; readonly amount: number | string }
  | { readonly what: "session" | "sceneEnd"; readonly ids: readonly string[] }
  | { readonly what: "request"; readonly ids: readonly string[]; readonly mode: string }
  | { readonly what: "answer"; readonly message: string; readonly index: number }
  | { readonly what: "check"; readonly id: string; readonly support: string | null }
  /** A guest comes, as a copy or with an actor of its own, perhaps hidden until the clock brings it. */
  | { readonly what: "arrive"; readonly like: string; readonly linked: boolean; readonly hidden: boolean }
  | { readonly what: "remove"; readonly kind: "combatant" | "token" | "actor"; readonly id: string }
  | { readonly what: "remove"; readonly kind: "message"; readonly id: string };

/** Does it. @returns false where there was nothing to do it with */
export const hand = async (deed: HandDeed): Promise<boolean> => {
  const [combat] = game.combats.contents;
  const [scene] = game.scenes.contents;
  if (!combat || !scene) throw new Error("There is no fight.");
  const { api } = game.system;
  const actorsOf = (ids: readonly string[]): object[] => ids.flatMap((id) => combat.combatants.get(id)?.actor ?? []);
  switch (deed.what) {
    case "ambush":
      await api.layAmbush(combat, { surprised: deed.surprised, noticed: {}, penalty: deed.penalty, free: deed.free });
      return true;
    case "effect": {
      const actor = combat.combatants.get(deed.id)?.actor;
      const duration = game.release.generation === 13 ? { rounds: deed.ticks, startRound: combat.round } : { value: deed.ticks, units: "rounds" };
      await actor?.createEmbeddedDocuments("ActiveEffect", [{ name: "Passing", duration }]);
      return actor !== undefined && actor !== null;
    }
    case "damage":
      await api.applyDamage(deed.amount, { targets: actorsOf(deed.ids) });
      return true;
    case "heal":
      await api.healBoxes(Number(deed.amount), { targets: actorsOf(deed.ids) });
      return true;
    case "session":
    case "sceneEnd":
      await api.rest(deed.what, { actors: actorsOf(deed.ids) });
      return true;
    case "request":
      await api.requestRoll({ actors: actorsOf(deed.ids), check: { attribute: "awareness", skill: "observe" }, mode: deed.mode, rule: "best" });
      return true;
    case "answer":
      return (await api.answerRequest(deed.message, deed.index, { fast: true })) !== null;
    case "check":
      return (await api.rollCheck({ attribute: "prowess", skill: "agility" }, { actor: combat.combatants.get(deed.id)?.actor, fast: true, support: deed.support })) !== null;
    case "arrive": {
      const model = combat.combatants.get(deed.like);
      const actor = model?.actor;
      if (!model || !actor || model.token === null) return false;
      const own = deed.linked ? await Actor.implementation.create({ ...actor.toObject(), _id: undefined, name: "Guest" }) : null;
      const [token] = await scene.createEmbeddedDocuments("Token", [{ ...model.token.toObject(), _id: undefined, name: "Guest", hidden: deed.hidden, ...(own === null ? { actorLink: false } : { actorId: own.id, actorLink: true }) }]);
      const actorId = scene.tokens.contents.find(({ id }) => id === token?.id)?.actorId;
      if (token) await combat.createEmbeddedDocuments("Combatant", [{ tokenId: token.id, sceneId: scene.id, actorId, hidden: deed.hidden }]);
      return true;
    }
    case "remove": {
      const combatant = combat.combatants.get(deed.id);
      const isOwn = combatant?.actor?.name === "Guest" && combatant.actor.uuid.startsWith("Actor.");
      // The actor of a copy is everybody's of whom it is one: then only the token goes.
      const document = deed.kind === "message" ? game.messages.get(deed.id) : deed.kind === "combatant" ? combatant : deed.kind === "actor" && isOwn ? combatant.actor : combatant?.token;
      const goesAlong = document === combatant?.token;
      await document?.delete();
      // Foundry takes whoever a token stands for out of the fight along with it.
      if (goesAlong) await combatant?.delete();
      return document !== undefined && document !== null;
    }
  }
};
