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
  flags: { fatewalker?: { request?: { results: Record<string, { successes: number | null }> } } };
  toObject(): object;
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
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]>;
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
}
interface StepScene {
  tokens: { get(id: string): { id: string; actor: StepActor | null } | undefined };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}
declare const canvas: { ready: boolean; scene: StepScene | null; tokens: { placeables: { document: { id: string; x: number; y: number } }[] } } | undefined;
declare const Hooks: { call(name: string, ...given: unknown[]): boolean };
declare const game: {
  combats: { get(id: string): StepCombat | undefined };
  messages: { contents: StepMessage[]; get(id: string): StepMessage | undefined };
  actors: { get(id: string): StepActor | undefined };
  packs: { get(id: string): { getDocuments(): Promise<{ uuid: string; system: { key: string }; toObject(): object }[]> } | undefined };
  system: { api: { rest(kind: string, options: object): Promise<void>; requestRoll(asked: object): Promise<{ id: string } | null>; answerRequest(id: string, index: number, options: object): Promise<unknown> } };
};
declare const Combat: { implementation: { create(source: object): Promise<StepCombat> } };
declare const Actor: { implementation: { create(source: object): Promise<StepActor> } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

/** A fight between two new characters that nothing else in the world knows. */
export interface Duel {
  names: readonly string[];
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
  return { names, combat: combat.id, actors: actors.map(({ id }) => id), combatants: combat.combatants.contents.map(({ id }) => id) };
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

/** Lets one who is due hold its action, as the tracker does. */
export async function holdAction(wish: { combat: string; combatant: string }): Promise<void> {
  const combatant = game.combats.get(wish.combat)?.combatants.get(wish.combatant);
  const participant = { actor: combatant?.actor?.uuid ?? "", token: null, combatant: wish.combatant };
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "hold", participant, args: {}, nonce: foundry.utils.randomID() } });
}

/** Puts the held action of one before what a card says of another, as its button does. */
export async function stepInBefore(wish: { combat: string; combatant: string; target: string; key: string; card: string }): Promise<void> {
  const combat = game.combats.get(wish.combat);
  const address = (id: string): StepParticipant => ({ actor: combat?.combatants.get(id)?.actor?.uuid ?? "", token: null, combatant: id });
  const maneuver = combat?.combatants.get(wish.combatant)?.actor?.items.contents.find(({ system }) => system.key === wish.key)?.uuid;
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "preempt", participant: address(wish.combatant), args: { exchange: wish.card, maneuver, targets: [address(wish.target)], choices: {}, mode: "public" }, nonce: foundry.utils.randomID() } });
}

/** How somebody stands on the clock. */
export function readState(wish: { combat: string; combatant: string }): string {
  return game.combats.get(wish.combat)?.combatants.get(wish.combatant)?.system.state ?? "";
}

/** Uses a power that costs a point of Will, as its row on the sheet does. */
export async function usePower(wish: { combat: string; combatant: string }): Promise<void> {
  const actor = game.combats.get(wish.combat)?.combatants.get(wish.combatant)?.actor;
  const [item] = (await actor?.createEmbeddedDocuments("Item", [{ name: "Quench Power", type: "power", system: { track: "will", cost: { will: 1, fate: 0 }, active: true, automation: "spend" } }])) ?? [];
  const participant = { actor: actor?.uuid ?? "", token: null, combatant: wish.combatant };
  await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "spend", participant, args: { item: item?.id, targets: [], mode: "public" }, nonce: foundry.utils.randomID() } });
}

/** Points of Will that somebody has spent. */
export function readWill(actor: string): number {
  return game.actors.get(actor)?.system.will.spent ?? -1;
}

/** Asks these for a roll. @returns id of the request's message */
export async function askForRolls(actors: readonly string[]): Promise<string> {
  const asked = await game.system.api.requestRoll({ actors: actors.map((id) => game.actors.get(id)), check: { attribute: "prowess", skill: "agility" }, mode: "public" });
  return asked?.id ?? "";
}

/** Rolls for one of those who were asked, as the button of the request does. */
export async function rollAsAsked(wish: { request: string; index: number }): Promise<void> {
  await game.system.api.answerRequest(wish.request, wish.index, { fast: true });
}

/** Places of a request whose roll has been noted. */
export function readAnswers(request: string): string[] {
  return Object.keys(game.messages.get(request)?.flags.fatewalker?.request?.results ?? {});
}

/** Is there a canvas on which something can be dropped? */
export function hasCanvas(): boolean {
  return typeof canvas !== "undefined" && canvas.ready && canvas.scene !== null;
}

/** Puts a token of somebody into a corner of the scene on the canvas, where it is drawn. @returns its id */
export async function placeToken(actor: string): Promise<string> {
  const [token] = (await canvas?.scene?.createEmbeddedDocuments("Token", [{ actorId: actor, actorLink: true, name: "Quench Token", x: 0, y: 0 }])) ?? [];
  for (let attempt = 0; attempt < 500 && canvas?.tokens.placeables.some(({ document }) => document.id === token?.id) !== true; attempt += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return token?.id ?? "";
}

export async function removeToken(token: string): Promise<void> {
  await canvas?.scene?.deleteEmbeddedDocuments("Token", [token]);
}

/** Drops a maneuver of the compendium on a token, as the canvas tells of it. @returns whether the system has taken it */
export async function dropManeuver(wish: { token: string; key: string; held: "shift" | "alt" }): Promise<boolean> {
  const document = (await game.packs.get("fatewalker.maneuvers")?.getDocuments())?.find(({ system }) => system.key === wish.key);
  const token = canvas?.tokens.placeables.find((placeable) => placeable.document.id === wish.token)?.document;
  const event = new DragEvent("drop", { shiftKey: wish.held === "shift", altKey: wish.held === "alt" });
  return !Hooks.call("dropCanvasData", canvas, { type: "Item", uuid: document?.uuid, x: (token?.x ?? 0) + 5, y: (token?.y ?? 0) + 5 }, event);
}

/** How many maneuvers of this key somebody knows. */
export function countManeuvers(wish: { actor: string; key: string }): number {
  return game.actors.get(wish.actor)?.items.contents.filter(({ system }) => system.key === wish.key).length ?? 0;
}

/** Shuts the window that asks before a maneuver is performed. @returns whether there was one */
export function cancelDeclaring(): boolean {
  const cancel = document.querySelector<HTMLElement>('.fw-dialog [data-action="cancel"]');
  cancel?.click();
  return cancel !== null;
}

/** Takes the duel and its characters away again, with all that was said of them. */
export async function clearDuel(duel: Duel): Promise<void> {
  await game.combats.get(duel.combat)?.delete();
  for (const id of duel.actors) await game.actors.get(id)?.delete();
  const traces = [duel.combat, ...duel.actors, ...duel.combatants, ...duel.names];
  // A card is deleted before what it goes by: whatever has gone meanwhile is gone.
  for (const message of game.messages.contents.filter((entry) => traces.some((id) => JSON.stringify(entry.toObject()).includes(id)))) await message.delete().catch(() => undefined);
}
