import type { Actor } from "./actor";
import { BaseCombat, BaseCombatant, BaseCombatantGroup } from "./bases";
import type { Document} from "./document";
import { say, worldCollection, type UserLike } from "./document";
import type { TokenDocument } from "./token-document";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { Roll } from "../dice/roll";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import { getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.documents.Combatant.html */
export class Combatant extends BaseCombatant {
  declare type: string;
  declare system: Data;
  declare initiative: number | null;
  declare hidden: boolean;
  declare defeated: boolean;
  declare tokenId: string | null;
  declare sceneId: string | null;
  declare actorId: string | null;
  declare img: string | null;
  declare group: string | null;

  get combat(): Combat | null {
    return this.parent instanceof Combat ? this.parent : null;
  }

  get scene(): Document | null {
    return this.sceneId ? (worldCollection("Scene")?.get(this.sceneId) ?? null) : null;
  }

  get token(): TokenDocument | null {
    const scene = this.scene ?? (this.combat ? (this.combat.scene as Document | null) : null);
    if (!scene || !this.tokenId) return null;
    return (scene.getEmbeddedDocument("Token", this.tokenId) as TokenDocument | undefined) ?? null;
  }

  get actor(): Actor | null {
    const { token } = this;
    if (token) return token.actor;
    return this.actorId ? ((worldCollection("Actor")?.get(this.actorId) as Actor | undefined) ?? null) : null;
  }

  get isNPC(): boolean {
    return !this.actor || !this.hasPlayerOwner;
  }

  override get hasPlayerOwner(): boolean {
    return this.actor?.hasPlayerOwner ?? false;
  }

  override get permission(): number {
    return this.actor?.permission ?? (host().game["user"] as UserLike).role >= 4 ? 3 : 0;
  }

  override get visible(): boolean {
    return this.isOwner || !this.hidden;
  }

  get isDefeated(): boolean {
    const special = host().config["specialStatusEffects"];
    const status = isObject(special) ? special["DEFEATED"] : undefined;
    return this.defeated || (typeof status === "string" && (this.actor?.statuses.has(status) ?? false));
  }

  /** Players who play this combatant: by assigned character, else its owners. */
  get players(): Document[] {
    const users = [...(worldCollection("User")?.values() ?? [])].filter((user) => Reflect.get(user, "isGM") !== true);
    const { actor } = this;
    if (!actor) return [];
    const assigned = users.filter((user) => user._source["character"] === actor.id);
    return assigned.length ? assigned : users.filter((user) => actor.testUserPermission(user as unknown as UserLike, "OWNER"));
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    const source = this._source;
    const { token, actor } = this;
    const name = source["name"] || token?.name || actor?.name || say("COMBAT.UnknownCombatant");
    Object.defineProperty(this, "name", { value: name, writable: true, configurable: true, enumerable: true });
    Object.defineProperty(this, "img", { value: source["img"] || token?.texture.src || actor?.img || "icons/svg/mystery-man.svg", writable: true, configurable: true, enumerable: true });
  }

  getInitiativeRoll(formula?: string): Roll {
    return Roll.create(formula ?? this._getInitiativeFormula(), this.actor?.getRollData() ?? {});
  }

  _getInitiativeFormula(): string {
    const configured = getProperty(documentConfig("Combat"), "initiative.formula");
    const declared = host().world.system["initiative"];
    return String((typeof configured === "string" && configured) || (typeof declared === "string" && declared) || "1d20");
  }

  async rollInitiative(formula?: string): Promise<Document | undefined> {
    const roll = this.getInitiativeRoll(formula);
    await roll.evaluate();
    return this.update({ initiative: roll.total });
  }

  updateResource(): unknown {
    return null;
  }

  async clearMovementHistory(): Promise<void> {
    await Promise.resolve();
  }
}

export class CombatantGroup extends BaseCombatantGroup {
  get members(): Set<Combatant> {
    const combat = this.parent instanceof Combat ? this.parent : null;
    return new Set(combat?.combatants.filter((combatant) => combatant.group === this.id) ?? []);
  }
}

/** Who is at turn, as hooks hand it over. https://foundryvtt.com/api/interfaces/foundry.documents.types.CombatHistoryData.html */
export interface CombatState {
  round: number;
  turn: number | null;
  combatantId: string | null;
  tokenId: string | null;
}

interface TurnOptions {
  [key: string]: unknown;
  direction?: number;
  worldTime?: { delta: number };
}

/** https://foundryvtt.com/api/v14/classes/foundry.documents.Combat.html */
export class Combat extends BaseCombat {
  declare type: string;
  declare system: Data;
  declare active: boolean;
  declare round: number;
  declare turn: number | null;
  declare scene: unknown;
  declare combatants: EmbeddedCollection<Combatant>;
  declare groups: EmbeddedCollection<CombatantGroup>;
  declare turns: Combatant[];
  declare current: CombatState;
  declare previous: CombatState;

  override _configure(options: Data): void {
    super._configure(options);
    const none: CombatState = { round: 0, turn: null, combatantId: null, tokenId: null };
    for (const [name, value] of [["turns", []], ["current", none], ["previous", none], ["remembered", null]] as const) Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: false });
  }

  get combatant(): Combatant | null {
    return this.turn === null ? null : (this.turns[this.turn] ?? null);
  }

  get nextCombatant(): Combatant | null {
    if (this.turns.length === 0) return null;
    return this.turn === null || this.turn >= this.turns.length - 1 ? (this.turns[0] ?? null) : (this.turns[this.turn + 1] ?? null);
  }

  get started(): boolean {
    return this.round > 0;
  }

  override get visible(): boolean {
    return true;
  }

  get isActive(): boolean {
    return this.scene === null || this.scene === undefined ? this.active : isObject(this.scene) && this.scene["isView"] === true && this.active;
  }

  get settings(): Data {
    return { skipDefeated: false };
  }

  get turnTime(): number {
    return Number(getProperty(host().config, "time.turnTime") ?? 0);
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    this.setupTurns();
  }

  setupTurns(): Combatant[] {
    this.turns = this.combatants.contents.sort((a, b) => this._sortCombatants(a, b));
    if (this.turn !== null) {
      // The pointer never leaves the list.
      const clamped = Math.max(0, Math.min(this.turn, this.turns.length - 1));
      if (clamped !== this.turn) Object.defineProperty(this, "turn", { value: this.turns.length ? clamped : null, writable: true, configurable: true, enumerable: true });
    }
    this.current = this._getCurrentState();
    if (this.previous.combatantId === null && this.previous.round === 0) this.previous = this.current;
    return this.turns;
  }

  _sortCombatants(a: Combatant, b: Combatant): number {
    const value = (combatant: Combatant): number => (typeof combatant.initiative === "number" && Number.isFinite(combatant.initiative) ? combatant.initiative : -Infinity);
    const difference = value(b) - value(a);
    return (Number.isNaN(difference) ? 0 : difference) || ((a.id ?? "") > (b.id ?? "") ? 1 : -1);
  }

  _getCurrentState(combatant?: Combatant | null): CombatState {
    const who = combatant ?? this.combatant;
    return { round: this.round, turn: this.turn, combatantId: who?.id ?? null, tokenId: who?.tokenId ?? null };
  }

  getCombatantsByToken(token: string | TokenDocument): Combatant[] {
    const id = typeof token === "string" ? token : token.id;
    return this.combatants.filter((combatant) => combatant.tokenId === id);
  }

  getCombatantsByActor(actor: string | Actor): Combatant[] {
    if (typeof actor !== "string" && actor.isToken) return this.getCombatantsByToken(actor.token as TokenDocument);
    const id = typeof actor === "string" ? actor : actor.id;
    return this.combatants.filter((combatant) => combatant.actorId === id);
  }

  _canChangeTurn(user: UserLike): boolean {
    return this.canUserModify(user, "update", { turn: 0 });
  }

  _canChangeRound(user: UserLike): boolean {
    return this.canUserModify(user, "update", { round: 0 });
  }

  /** Seconds of world time between two states. */
  getTimeDelta(originalRound: number, originalTurn: number | null, newRound: number, newTurn: number | null): number {
    const time = host().config["time"] as Data;
    const [roundTime, turnTime] = [Number(time["roundTime"] ?? 0), Number(time["turnTime"] ?? 0)];
    if (originalRound === 0 && newRound === 0) return 0;
    const turns = this.turns.length;
    const at = (round: number, turn: number | null): number => (Math.max(round, 1) - 1) * turns + (turn ?? 0);
    return (Math.max(newRound, 1) - Math.max(originalRound, 1)) * roundTime + (turnTime ? (at(newRound, newTurn) - at(originalRound, originalTurn)) * turnTime : 0);
  }

  async activate(options: Data = {}): Promise<Document[]> {
    const others = [...(worldCollection("Combat")?.values() ?? [])].filter((combat) => combat !== this && Reflect.get(combat, "active") === true);
    return Combat.updateDocuments([...others.map((combat) => ({ _id: combat.id, active: false }) as Data), { _id: this.id, active: true }], options);
  }

  async startCombat(): Promise<this> {
    this._playCombatSound("startEncounter");
    const updateData: Data = { round: 1, turn: 0 };
    Hooks.callAll("combatStart", this, updateData);
    await this.update(updateData);
    return this;
  }

  async endCombat(): Promise<this> {
    await this.delete();
    return this;
  }

  async nextTurn(): Promise<this> {
    if (this.round === 0) return this.nextRound();
    const turn = this.turn ?? -1;
    const next = turn + 1;
    if (next >= this.turns.length) return this.nextRound();
    return this.moveTo({ round: this.round, turn: next }, 1, "combatTurn");
  }

  async previousTurn(): Promise<this> {
    if (this.round === 0) return this;
    if ((this.turn === 0 || this.turn === null) && this.round > 0) {
      if (this.turns.length && this.turn !== null && this.round === 1) return this;
      return this.previousRound();
    }
    return this.moveTo({ round: this.round, turn: Math.max((this.turn ?? 0) - 1, 0) }, -1, "combatTurn");
  }

  async nextRound(): Promise<this> {
    const turn = this.turns.length ? 0 : null;
    return this.moveTo({ round: this.round + 1, turn }, 1, "combatRound");
  }

  async previousRound(): Promise<this> {
    const round = Math.max(this.round - 1, 0);
    const turn = round > 0 && this.turns.length ? this.turns.length - 1 : null;
    return this.moveTo({ round, turn }, -1, "combatRound");
  }

  private async moveTo(to: { round: number; turn: number | null }, direction: number, hook: string): Promise<this> {
    const updateData: Data = { ...to };
    const options: TurnOptions = { direction, worldTime: { delta: this.getTimeDelta(this.round, this.turn, to.round, to.turn) } };
    Hooks.callAll(hook, this, updateData, options);
    await this.update(updateData, options);
    return this;
  }

  async rollInitiative(ids: string | string[], options: { formula?: string | null; updateTurn?: boolean; messageOptions?: Data } = {}): Promise<this> {
    const { formula = null, updateTurn = true, messageOptions = {} } = options;
    const currentId = this.combatant?.id ?? null;
    const updates: Data[] = [];
    const messages: Data[] = [];
    for (const [index, id] of (typeof ids === "string" ? [ids] : ids).entries()) {
      const combatant = this.combatants.get(id);
      if (!combatant?.isOwner) continue;
      const roll = combatant.getInitiativeRoll(formula ?? undefined);
      await roll.evaluate();
      updates.push({ _id: id, initiative: roll.total });
      const Message = documentConfig("ChatMessage")["documentClass"] as { getSpeaker(options: Data): Data };
      const data: Data = {
        speaker: Message.getSpeaker({ actor: combatant.actor, token: combatant.token, alias: combatant.name }), flavor: say("COMBAT.RollsInitiative", { name: combatant.name }), flags: { core: { initiativeRoll: true } }, ...messageOptions,
      };
      const hidden = combatant.hidden && !("rollMode" in messageOptions) && !("messageMode" in messageOptions);
      const created = await roll.toMessage(data, { create: false, ...(hidden ? { rollMode: "gmroll" } : {}), ...(typeof messageOptions["rollMode"] === "string" ? { rollMode: messageOptions["rollMode"] } : {}) });
      if (isObject(created)) messages.push({ ...created, ...(index > 0 ? { sound: null } : {}) });
    }
    if (updates.length === 0) return this;
    await this.updateEmbeddedDocuments("Combatant", updates, { turnEvents: false });
    if (updateTurn && currentId) {
      const turn = this.turns.findIndex((combatant) => combatant.id === currentId);
      if (turn !== this.turn) await this.update({ turn }, { turnEvents: false });
    }
    const Message = documentConfig("ChatMessage")["documentClass"] as unknown as typeof Document;
    await Message.createDocuments(messages);
    return this;
  }

  async rollAll(options: Data = {}): Promise<this> {
    return this.rollInitiative(this.unrolled(() => true), options);
  }

  async rollNPC(options: Data = {}): Promise<this> {
    return this.rollInitiative(this.unrolled((combatant) => combatant.isNPC), options);
  }

  private unrolled(test: (combatant: Combatant) => boolean): string[] {
    return this.combatants.filter((combatant) => combatant.isOwner && combatant.initiative === null && test(combatant)).map((combatant) => combatant.id ?? "");
  }

  async setInitiative(id: string, value: number): Promise<void> {
    await this.combatants.get(id, { strict: true })?.update({ initiative: value });
  }

  async resetAll(options: { updateTurn?: boolean } = {}): Promise<this> {
    const currentId = this.combatant?.id ?? null;
    await this.updateEmbeddedDocuments("Combatant", this.combatants.map((combatant) => ({ _id: combatant.id, initiative: null })));
    if ((options.updateTurn ?? true) && currentId) await this.update({ turn: this.turns.findIndex((combatant) => combatant.id === currentId) });
    return this;
  }

  async toggleSceneLink(): Promise<Document | undefined> {
    const scene = this._source["scene"] ? null : (host().canvas["scene"] as Document | null)?.id ?? null;
    return this.update({ scene });
  }

  updateCombatantActors(): void {
    for (const combatant of this.combatants.values()) combatant.actor?.render(false, { renderContext: "updateCombat" });
  }

  debounceSetup(): void {
    this.setupTurns();
  }

  _playCombatSound(announcement: string): void {
    void announcement;
  }

  async clearMovementHistories(): Promise<void> {
    await Promise.resolve();
  }

  // Events

  override _onCreate(data: Data, options: Data, userId: string): void {
    super._onCreate(data, options, userId);
    this.renderTracker();
  }

  override _onUpdate(changed: Data, options: Data, userId: string): void {
    super._onUpdate(changed, options, userId);
    if ("round" in changed || "turn" in changed) {
      this.previous = this.remembered ?? this.current;
      this.current = this._getCurrentState();
      Hooks.callAll("combatTurnChange", this, this.previous, this.current);
    }
    this.remembered = this.current;
    if ("round" in changed) this.refreshTimedEffects();
    const delta = getProperty(options, "worldTime.delta");
    if (typeof delta === "number" && delta !== 0 && userId === (host().game["user"] as UserLike).id) advanceTime(delta);
    if (options["turnEvents"] !== false && ("round" in changed || "turn" in changed)) this.startTurnEvents(changed, options, userId);
    this.renderTracker();
  }

  /** The state before the change that is just followed; null until the combat is first prepared. */
  declare remembered: CombatState | null;

  override _safePrepareData(): void {
    super._safePrepareData();
    this.remembered ??= this.current;
  }

  override _onDelete(options: Data, userId: string): void {
    super._onDelete(options, userId);
    this.renderTracker();
  }

  /** Effects that are counted in rounds end with them. */
  private refreshTimedEffects(): void {
    if (host().generation < 14) return;
    for (const { actor } of this.combatants.values()) {
      if (!actor || ![...actor.allApplicableEffects()].some((effect) => effect.hasEnd)) continue;
      actor.reset();
      actor.render(false);
    }
  }

  private renderTracker(): void {
    const { combat } = host().ui;
    if (isObject(combat) && isFunction(combat["render"])) void combat["render"]();
  }

  private startTurnEvents(changed: Data, options: Data, userId: string): void {
    void changed;
    const { users } = host().game;
    const activeGM: unknown = isObject(users) ? users["activeGM"] : null;
    if (!isObject(activeGM) || activeGM["isSelf"] !== true) return;
    if (options["direction"] === -1 || this.current.round < this.previous.round || (this.current.round === this.previous.round && (this.current.turn ?? -1) < (this.previous.turn ?? -1))) return;
    void this._manageTurnEvents(userId).catch((error: unknown) => Hooks.onError("Combat#_manageTurnEvents", error));
  }

  /** Ends the old turn and starts the new one, once, on the active GM's client. */
  async _manageTurnEvents(userId?: string): Promise<void> {
    void userId;
    if (!this.started) return;
    const before = this.combatants.get(this.previous.combatantId ?? "");
    const context = { round: this.previous.round, turn: this.previous.turn, skipped: false };
    const newRound = this.current.round > this.previous.round;
    if (before && this.previous.round > 0) await this._onEndTurn(before, context);
    if (newRound && this.previous.round > 0) await this._onEndRound(context);
    const now = { round: this.current.round, turn: this.current.turn, skipped: false };
    if (newRound) await this._onStartRound(now);
    if (this.combatant) await this._onStartTurn(this.combatant, now);
  }

  async _onStartTurn(combatant: Combatant, context: Data): Promise<void> {
    void [combatant, context];
    await Promise.resolve();
  }

  async _onEndTurn(combatant: Combatant, context: Data): Promise<void> {
    void [combatant, context];
    await Promise.resolve();
  }

  async _onStartRound(context: Data): Promise<void> {
    void context;
    await Promise.resolve();
  }

  async _onEndRound(context: Data): Promise<void> {
    void context;
    await Promise.resolve();
  }

  async _onEnter(combatant: Combatant): Promise<void> {
    void combatant;
    await Promise.resolve();
  }

  async _onExit(combatant: Combatant): Promise<void> {
    void combatant;
    await Promise.resolve();
  }

  override _onCreateDescendantDocuments(parent: Document, collection: string, documents: Document[], data: Data[], options: Data, userId: string): void {
    super._onCreateDescendantDocuments(parent, collection, documents, data, options, userId);
    this.keepPointer(options, userId);
    const { users } = host().game;
    const activeGM: unknown = isObject(users) ? users["activeGM"] : null;
    if (isObject(activeGM) && activeGM["isSelf"] === true) for (const document of documents) if (document instanceof Combatant) void this._onEnter(document);
  }

  override _onUpdateDescendantDocuments(parent: Document, collection: string, documents: Document[], changes: Data[], options: Data, userId: string): void {
    super._onUpdateDescendantDocuments(parent, collection, documents, changes, options, userId);
    this.keepPointer(options, userId);
  }

  override _onDeleteDescendantDocuments(parent: Document, collection: string, documents: Document[], ids: string[], options: Data, userId: string): void {
    super._onDeleteDescendantDocuments(parent, collection, documents, ids, options, userId);
    this.keepPointer(options, userId);
    const { users } = host().game;
    const activeGM: unknown = isObject(users) ? users["activeGM"] : null;
    if (isObject(activeGM) && activeGM["isSelf"] === true) for (const document of documents) if (document instanceof Combatant) void this._onExit(document);
  }

  /** Combatants came, went or were sorted anew: the one at turn stays at turn. */
  private keepPointer(options: Data, userId: string): void {
    const before = this.remembered?.combatantId ?? null;
    this.renderTracker();
    if (!this.started || before === null || options["combatTurn"] === false) return;
    const at = this.turns.findIndex((combatant) => combatant.id === before);
    const turn = at >= 0 ? at : this.turn;
    if (turn === this._source["turn"] || userId !== (host().game["user"] as UserLike).id || options["turnEvents"] === false) {
      this.remembered = this._getCurrentState();
      return;
    }
    if (this._canChangeTurn(host().game["user"] as UserLike)) void this.update({ turn }, { turnEvents: false });
  }
}

function advanceTime(delta: number): void {
  const { time } = host().game;
  const user = host().game["user"] as UserLike;
  if (user.isGM && isObject(time) && isFunction(time["advance"])) void time["advance"](delta);
}
