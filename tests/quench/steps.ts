/**
 * Steps of a scenario as they run inside of a page, where `game` and `foundry` are: the Quench batch calls them as they
 * are, a browser test hands them to `page.evaluate`. Each sees its one argument and the globals, and yields plain data.
 */

interface StepCombatant {
  id: string;
  name: string;
  initiative: number | null;
  actor: { uuid: string } | null;
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
interface StepActor {
  id: string;
  uuid: string;
  delete(): Promise<unknown>;
}
declare const game: {
  combats: { get(id: string): StepCombat | undefined };
  messages: { contents: { type: string }[] };
  actors: { get(id: string): StepActor | undefined };
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
