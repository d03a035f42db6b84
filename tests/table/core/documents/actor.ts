import { ActiveEffect, changePriority, statusEffect, type EffectChange } from "./active-effect";
import { BaseActor, BaseItem, type PrototypeToken } from "./bases";
import { Document, worldCollection } from "./document";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { CONST } from "../constants";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import { deepClone, expandObject, flattenObject, getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.documents.Item.html */
export class Item extends BaseItem {
  declare type: string;
  declare img: string;
  declare system: Data;
  declare effects: EmbeddedCollection<ActiveEffect>;

  get actor(): Actor | null {
    return this.parent instanceof Actor ? this.parent : null;
  }

  get isOwned(): boolean {
    return this.actor !== null;
  }

  get thumbnail(): string {
    return this.img;
  }

  get transferredEffects(): ActiveEffect[] {
    return this.effects.filter((effect) => effect.transfer);
  }

  override get folder(): Document | null {
    return folderOf(this);
  }

  override getRollData(): Data {
    return { ...super.getRollData() };
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.Actor.html */
export class Actor extends BaseActor {
  declare type: string;
  declare img: string;
  declare system: Data;
  declare prototypeToken: PrototypeToken;
  declare items: EmbeddedCollection<Item>;
  declare effects: EmbeddedCollection<ActiveEffect>;
  declare overrides: Data;
  declare statuses: Set<string>;

  override _configure(options: Data): void {
    super._configure(options);
    Object.defineProperty(this, "overrides", { value: {}, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(this, "statuses", { value: new Set<string>(), writable: true, configurable: true, enumerable: false });
  }

  override get folder(): Document | null {
    return folderOf(this.isToken ? (worldCollection("Actor")?.get(this.id ?? "") ?? this) : this);
  }

  get thumbnail(): string {
    return this.img;
  }

  get isToken(): boolean {
    return this.parent instanceof Document && this.parent.documentName === "Token";
  }

  /** The token of an unlinked actor. */
  get token(): Document | null {
    return this.isToken && this.parent instanceof Document ? this.parent : null;
  }

  get itemTypes(): Record<string, Item[]> {
    const types: Record<string, Item[]> = Object.fromEntries(BaseItem.TYPES.map((type) => [type, []]));
    for (const item of this.items.values()) (types[item.type] ??= []).push(item);
    return types;
  }

  get appliedEffects(): ActiveEffect[] {
    return [...this.allApplicableEffects()].filter((effect) => effect.active);
  }

  get temporaryEffects(): ActiveEffect[] {
    return this.appliedEffects.filter((effect) => effect.isTemporary);
  }

  get inCombat(): boolean {
    const combats = worldCollection("Combat");
    return [...(combats?.values() ?? [])].some((combat) => [...combat.getEmbeddedCollection("Combatant").values()].some((combatant) => this.isSelf(combatant)));
  }

  private isSelf(combatant: Document): boolean {
    if (this.isToken) return Reflect.get(combatant, "tokenId") === this.token?.id;
    return Reflect.get(combatant, "actorId") === this.id;
  }

  *allApplicableEffects(): Generator<ActiveEffect> {
    for (const effect of this.effects.values()) yield effect;
    if (documentConfig("ActiveEffect")["legacyTransferral"] === true) return;
    for (const item of this.items.values()) for (const effect of item.effects.values()) if (effect.transfer) yield effect;
  }

  override prepareData(): void {
    this.statuses.clear();
    this.overrides = {};
    super.prepareData();
    if (host().generation >= 14) this.guarded(() => this.applyActiveEffects("final"));
  }

  private guarded(run: () => void): void {
    host().preparing += 1;
    try {
      run();
    } finally {
      host().preparing -= 1;
    }
  }

  override prepareEmbeddedDocuments(): void {
    super.prepareEmbeddedDocuments();
    this.applyActiveEffects("initial");
  }

  /** V14 applies in phases; V13 knows one. https://foundryvtt.com/api/v14/classes/foundry.documents.Actor.html#applyActiveEffects */
  applyActiveEffects(phase = "initial"): void {
    const changes: (EffectChange & { effect: ActiveEffect })[] = [];
    for (const effect of this.allApplicableEffects()) {
      if (!effect.active) continue;
      if (phase === "initial") for (const status of effect.statuses) this.statuses.add(status);
      for (const change of effect.changes) {
        if ((change.phase ?? "initial") !== phase) continue;
        changes.push({ ...deepClone(change), effect });
      }
    }
    changes.sort((a, b) => changePriority(a) - changePriority(b));
    const overrides = flattenObject(this.overrides);
    for (const change of changes) {
      if (!change.key) continue;
      Object.assign(overrides, change.effect.apply(this, change));
    }
    this.overrides = expandObject(overrides);
  }

  override getRollData(): Data {
    const { system } = this;
    return isObject(system) ? ({ ...system } as Data) : {};
  }

  getActiveTokens(linked = false, document = false): unknown[] {
    const { canvas } = host();
    const scene: unknown = canvas["scene"];
    if (!(scene instanceof Document)) return [];
    return this.tokensIn(scene, linked).map((token) => (document ? token : Reflect.get(token, "object"))).filter((token) => token !== null && token !== undefined);
  }

  private tokensIn(scene: Document, linked: boolean): Document[] {
    const tokens = [...scene.getEmbeddedCollection("Token").values()];
    if (this.isToken) return tokens.filter((token) => token.id === this.token?.id);
    return tokens.filter((token) => Reflect.get(token, "actorId") === this.id && (!linked || Reflect.get(token, "actorLink") === true));
  }

  /** Tokens whose actor is this one, or is made of it. */
  getDependentTokens(options: { scenes?: Document | Document[]; linked?: boolean } = {}): Document[] {
    const given = options.scenes ? (Array.isArray(options.scenes) ? options.scenes : [options.scenes]) : [...(worldCollection("Scene")?.values() ?? [])];
    return given.flatMap((scene) => this.tokensIn(scene, options.linked ?? false));
  }

  async getTokenDocument(data: Data = {}, options: Data = {}): Promise<Document> {
    const prototype = this.prototypeToken.toObject();
    const { randomImg, appendNumber, prependAdjective, ...token } = prototype;
    void [randomImg, prependAdjective];
    token["actorId"] = this.id;
    if (appendNumber === true) {
      const scene: unknown = host().canvas["scene"];
      const count = scene instanceof Document ? this.tokensIn(scene, false).length : 0;
      token["name"] = `${String(token["name"])} (${count + 1})`;
    }
    const Class = documentConfig("Token")["documentClass"] as new (data: Data, options: Data) => Document;
    const scene: unknown = host().canvas["scene"];
    return new Class({ ...token, ...data }, { parent: scene instanceof Document ? scene : null, ...options });
  }

  async modifyTokenAttribute(attribute: string, value: number, isDelta = false, isBar = true): Promise<Actor> {
    const found = getProperty(this.system, attribute);
    const isRecord = isBar && isObject(found);
    const current = isRecord ? found["value"] : found;
    let next = isDelta ? Number(current ?? 0) + value : value;
    if (isRecord) {
      const [min, max] = [Number(found["min"] ?? 0), found["max"]];
      next = Math.max(min, typeof max === "number" ? Math.min(next, max) : next);
    }
    const updates: Data = { [`system.${attribute}${isRecord ? ".value" : ""}`]: next };
    const allowed = Hooks.call("modifyTokenAttribute", { attribute, value, isDelta, isBar }, updates, this);
    if (allowed) await this.update(updates);
    return this;
  }

  async rollInitiative(options: { createCombatants?: boolean; rerollInitiative?: boolean; initiativeOptions?: Data } = {}): Promise<Document | null> {
    const { createCombatants = false, rerollInitiative = false, initiativeOptions = {} } = options;
    const { combats } = host().game;
    let combat: unknown = isObject(combats) ? combats["viewed"] : null;
    if (!(combat instanceof Document)) {
      if (!createCombatants) return null;
      const Combat = documentConfig("Combat")["documentClass"] as unknown as typeof Document;
      combat = await Combat.create({ active: true });
    }
    if (!(combat instanceof Document)) return null;
    const collection = combat.getEmbeddedCollection("Combatant");
    if (createCombatants) {
      const tokens = this.isToken && this.token ? [this.token] : this.getActiveTokens(false, true).filter((token) => token instanceof Document);
      const missing = tokens.filter((token) => ![...collection.values()].some((combatant) => Reflect.get(combatant, "tokenId") === token.id));
      if (missing.length) await combat.createEmbeddedDocuments("Combatant", missing.map((token) => ({ tokenId: token.id, sceneId: token.parent instanceof Document ? token.parent.id : null, actorId: this.id, hidden: Reflect.get(token, "hidden") })));
    }
    const ids = [...collection.values()].filter((combatant) => this.isSelf(combatant) && (rerollInitiative || Reflect.get(combatant, "initiative") === null)).map((combatant) => combatant.id);
    const roll: unknown = Reflect.get(combat, "rollInitiative");
    if (ids.length && isFunction(roll)) await (roll.call(combat, ids, initiativeOptions) as Promise<unknown>);
    return combat;
  }

  /** @returns the effect made, true when it was there already, false when it was removed, undefined when nothing was to do */
  async toggleStatusEffect(statusId: string, options: { active?: boolean; overlay?: boolean } = {}): Promise<ActiveEffect | boolean | undefined> {
    const status = statusEffect(statusId);
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to Actor#toggleStatusEffect`);
    const existing = this.effects.filter((effect) => (status._id ? effect.id === status._id : effect.statuses.size === 1 && effect.statuses.has(statusId)));
    const { active } = options;
    if (existing.length) {
      if (active === true) return true;
      await this.deleteEmbeddedDocuments("ActiveEffect", existing.map((effect) => effect.id ?? ""));
      return false;
    }
    if (active === false) return undefined;
    const Class = ActiveEffect.implementation as unknown as typeof ActiveEffect;
    const effect = await Class.fromStatusEffect(statusId, { parent: this });
    if (options.overlay) effect.updateSource({ "flags.core.overlay": true });
    const created = await Class.create(effect.toObject(), { parent: this, keepId: true });
    return created instanceof ActiveEffect ? created : undefined;
  }

  /** An unlinked actor is updated below its token. */
  override _onUpdate(changed: Data, options: Data, userId: string): void {
    super._onUpdate(changed, options, userId);
    this.followInTokens(changed);
  }

  override _onCreateDescendantDocuments(parent: Document, collection: string, documents: Document[], data: Data[], options: Data, userId: string): void {
    super._onCreateDescendantDocuments(parent, collection, documents, data, options, userId);
    this.followInTokens({});
  }

  override _onUpdateDescendantDocuments(parent: Document, collection: string, documents: Document[], changes: Data[], options: Data, userId: string): void {
    super._onUpdateDescendantDocuments(parent, collection, documents, changes, options, userId);
    this.followInTokens({});
  }

  override _onDeleteDescendantDocuments(parent: Document, collection: string, documents: Document[], ids: string[], options: Data, userId: string): void {
    super._onDeleteDescendantDocuments(parent, collection, documents, ids, options, userId);
    this.followInTokens({});
  }

  private followInTokens(changed: Data): void {
    if (this.isToken) {
      this.notifyToken(this.token);
      return;
    }
    if (this.pack) return;
    for (const token of this.getDependentTokens()) {
      const follow: unknown = Reflect.get(token, "_onUpdateBaseActor");
      if (isFunction(follow)) follow.call(token, changed);
      this.notifyToken(token);
    }
  }

  private notifyToken(token: Document | null): void {
    const object: unknown = token ? Reflect.get(token, "object") : null;
    const refresh: unknown = isObject(object) ? object["onActorChange"] : null;
    if (isFunction(refresh)) refresh.call(object);
  }

  static getDefaultTokenImage(): string {
    return CONST.DEFAULT_TOKEN;
  }
}

export function folderOf(document: Document): Document | null {
  const folder = document._source["folder"];
  if (typeof folder !== "string") return null;
  if (document.pack) {
    const pack: unknown = document.compendium;
    const folders: unknown = isObject(pack) ? pack["folders"] : null;
    return folders instanceof Map ? ((folders.get(folder) as Document | undefined) ?? null) : null;
  }
  return worldCollection("Folder")?.get(folder) ?? null;
}

export { DataModel };
