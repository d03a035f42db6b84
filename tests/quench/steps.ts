/**
 * Steps of a scenario as they run inside of a page, where `game` and `foundry` are: the Quench batch calls them as they
 * are, a browser test hands them to `page.evaluate`. Each sees its one argument and the globals, and yields plain data.
 */

interface StepCombatant {
  id: string;
  name: string;
  initiative: number | null;
  actor: StepActor | null;
  system: { state: string };
}
interface StepCombat {
  id: string;
  round: number;
  active: boolean;
  system: { active: string | null };
  combatants: { contents: StepCombatant[]; get(id: string): StepCombatant | undefined };
  setInitiative(id: string, value: number): Promise<unknown>;
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  delete(): Promise<unknown>;
}
interface StepMessage {
  id: string;
  type: string;
  system: { phase: string; ledger: string | null; attacker: { participant: StepParticipant }; targets: { who: { participant: StepParticipant }; answer: { kind: string } | null }[] };
  delete(): Promise<unknown>;
}
interface StepParticipant {
  actor: string;
  token: string | null;
  combatant: string | null;
}
interface StepActor {
  id: string;
  uuid: string;
  items: { contents: { id: string; uuid: string; system: { key: string } }[] };
  system: { will: { spent: number }; wounds: { normal: { value: number; stun: number } } };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
}
declare const game: {
  combats: { get(id: string): StepCombat | undefined };
  messages: { contents: StepMessage[] };
  actors: { get(id: string): StepActor | undefined };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  system: { api: { rest(kind: string, options: object): Promise<void> } };
};
declare const Combat: { implementation: { create(source: object): Promise<StepCombat> } };
declare const Actor: { implementation: { create(source: object): Promise<StepActor> } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

/** A fight between two new characters that nothing else in the world knows. */
export interface Duel {
  combat: string;
  actors: string[];
  combatants: string[];
}

/** Where the clock of a fight stands: the tick, who is due, and everyone's tick by combatant. */
export interface ClockPicture {
  tick: number;
  due: string | null;
  ticks: Record<string, number | null>;
}

/** Makes two characters and a fight between them. */
export async function makeDuel(names: [string, string]): Promise<Duel> {
  const actors = [await Actor.implementation.create({ name: names[0], type: "character" }), await Actor.implementation.create({ name: names[1], type: "character" })];
  const combat = await Combat.implementation.create({});
  await combat.createEmbeddedDocuments("Combatant", actors.map((actor, index) => ({ actorId: actor.id, name: names[index] })));
  return { combat: combat.id, actors: actors.map(({ id }) => id), combatants: combat.combatants.contents.map(({ id }) => id) };
}

/** Sets everyone's tick and begins. */
export async function beginAt(wish: { combat: string; ticks: Record<string, number> }): Promise<void> {
  const combat = game.combats.get(wish.combat);
  for (const [id, tick] of Object.entries(wish.ticks)) await combat?.setInitiative(id, tick);
  await combat?.startCombat();
}

/** Lets one who is due spend ticks, as the tracker does. */
export async function spendTicks(wish: { combat: string; combatant: string; ticks: number }): Promise<void> {
  const combatant = game.combats.get(wish.combat)?.combatants.get(wish.combatant);
  const participant = { actor: combatant?.actor?.uuid ?? "", token: null, combatant: wish.combatant };
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "act", participant, args: { cost: wish.ticks }, nonce: foundry.utils.randomID() } });
}

/** Lets everyone of a duel know a maneuver of the compendium. */
export async function learnManeuver(wish: { actors: readonly string[]; key: string }): Promise<void> {
  const documents = (await game.packs.get("fatewalker.maneuvers")?.getDocuments()) ?? [];
  const sources = documents.filter(({ system }) => system.key === wish.key).map((document) => document.toObject());
  for (const id of wish.actors) await game.actors.get(id)?.createEmbeddedDocuments("Item", sources);
}

/** Declares a maneuver at another fighter, as the dialog does. */
export async function declareAt(wish: { combat: string; combatant: string; target: string; key: string }): Promise<void> {
  const combat = game.combats.get(wish.combat);
  const address = (id: string): StepParticipant => ({ actor: combat?.combatants.get(id)?.actor?.uuid ?? "", token: null, combatant: id });
  const maneuver = combat?.combatants.get(wish.combatant)?.actor?.items.contents.find(({ system }) => system.key === wish.key)?.uuid;
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "declare", participant: address(wish.combatant), args: { maneuver, targets: [address(wish.target)], choices: {}, mode: "public" }, nonce: foundry.utils.randomID() } });
}

/** The newest exchange of somebody: where it stands, and who is asked; null without one. */
export function readExchange(combatant: string): { id: string; phase: string; ledger: string | null; asked: number } | null {
  const card = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.attacker.participant.combatant === combatant).at(-1);
  return card === undefined ? null : { id: card.id, phase: card.system.phase, ledger: card.system.ledger, asked: card.system.targets.findIndex(({ answer }) => answer?.kind === "pending") };
}

/** Lets the one who is asked take what comes, as the prompt does. */
export async function takeWhatComes(card: string): Promise<void> {
  const found = game.messages.contents.find(({ id }) => id === card);
  const target = found?.system.targets.findIndex(({ answer }) => answer?.kind === "pending") ?? -1;
  const participant = found?.system.targets[target]?.who.participant ?? null;
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "react", participant, args: { exchange: card, target, reaction: null, choices: {} }, nonce: foundry.utils.randomID() } });
}

/** Takes a commit back, or does it again. */
export async function takeBack(wish: { ledger: string; redo: boolean }): Promise<void> {
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "undo", participant: null, args: { ledger: wish.ledger, ...(wish.redo ? { redo: true } : {}) }, nonce: foundry.utils.randomID() } });
}

/** Makes somebody tired and gives a night's rest. @returns points of Will that are spent, before and after */
export async function sleepOff(wish: { actor: string; spent: number }): Promise<{ before: number; after: number }> {
  const actor = game.actors.get(wish.actor);
  await actor?.update({ system: { will: { spent: wish.spent } } });
  const before = actor?.system.will.spent ?? 0;
  await game.system.api.rest("night", { actors: [actor] });
  for (let attempt = 0; attempt < 500 && game.messages.contents.some(({ type }) => type === "intent"); attempt += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return { before, after: actor?.system.will.spent ?? 0 };
}

/** Whether every wish has been settled. */
export function isSettled(): boolean {
  return !game.messages.contents.some(({ type }) => type === "intent");
}

export function readClock(id: string): ClockPicture {
  const combat = game.combats.get(id);
  return { tick: combat?.round ?? 0, due: combat?.system.active ?? null, ticks: Object.fromEntries((combat?.combatants.contents ?? []).map((combatant) => [combatant.id, combatant.initiative])) };
}

/** Takes the duel and its characters away again. */
export async function clearDuel(duel: Duel): Promise<void> {
  await game.combats.get(duel.combat)?.delete();
  for (const id of duel.actors) await game.actors.get(id)?.delete();
}
