import { BaseActiveEffect } from "./bases";
import { Document, say } from "./document";
import { describeDuration, durationStart, effectTime, isExpired } from "./effect-duration";
import { CONST } from "../constants";
import { Roll } from "../dice/roll";
import type { DataField } from "../fields/data-field";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import { getProperty, setProperty, deepClone, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** One change of an effect, in the shape of either generation. */
export interface EffectChange {
  key: string;
  value: unknown;
  /** V13. */
  mode?: number;
  /** V14. */
  type?: string;
  phase?: string;
  priority?: number | null;
  effect?: ActiveEffect;
}

export interface StatusEffectConfig {
  id?: string;
  name?: string;
  label?: string;
  img?: string;
  icon?: string;
  _id?: string;
  hud?: unknown;
  order?: number;
  [key: string]: unknown;
}

/** `CONFIG.statusEffects`: a list in V13, a record in V14. */
export function statusEffect(id: string): StatusEffectConfig | null {
  return statusEffects().find((entry) => entry.id === id) ?? null;
}

export function statusEffects(): (StatusEffectConfig & { id: string })[] {
  const configured = host().config["statusEffects"];
  if (Array.isArray(configured)) return (configured as StatusEffectConfig[]).map((entry) => ({ ...entry, id: entry.id ?? "" }));
  if (!isObject(configured)) return [];
  return Object.entries(configured).filter(([, entry]) => isObject(entry)).map(([id, entry]) => ({ ...(entry as StatusEffectConfig), id: (entry as StatusEffectConfig).id ?? id }));
}

/** https://foundryvtt.com/api/classes/foundry.documents.ActiveEffect.html */
export class ActiveEffect extends BaseActiveEffect {
  declare disabled: boolean;
  declare transfer: boolean;
  declare statuses: Set<string>;
  declare img: string | null;
  declare origin: string | null;
  declare system: Data;
  declare duration: Data;

  /** V14 keeps changes in the type data; V13's schema puts an own property over this. */
  get changes(): EffectChange[] {
    const { changes } = this.system;
    return Array.isArray(changes) ? (changes as EffectChange[]) : [];
  }

  set changes(value: EffectChange[]) {
    Object.defineProperty(this, "changes", { value, writable: true, configurable: true, enumerable: true });
  }

  get target(): Document | null {
    const { parent } = this;
    if (!(parent instanceof Document)) return null;
    if (parent.documentName === "Actor") return parent;
    return this.transfer && parent.parent instanceof Document ? parent.parent : parent;
  }

  get active(): boolean {
    return !this.disabled && !this.isSuppressed && !isExpired(this);
  }

  /** @internal  Whether it ends by itself. */
  get hasEnd(): boolean {
    return effectTime(this).unit !== null;
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    describeDuration(this);
  }

  get isSuppressed(): boolean {
    return false;
  }

  get modifiesActor(): boolean {
    return this.active && this.target?.documentName === "Actor";
  }

  get isTemporary(): boolean {
    const { duration } = this;
    const timed = [duration["seconds"], duration["rounds"], duration["turns"], duration["value"]].some((value) => Number.isFinite(value) && Number(value) > 0);
    return timed || this.statuses.size > 0 || this.getFlag("core", "statusId") !== undefined;
  }

  get sourceName(): string {
    const found: unknown = this.origin ? getProperty(host().foundry, "utils.fromUuidSync") : null;
    const origin = isFunction(found) ? found(this.origin) : null;
    return isObject(origin) && typeof origin["name"] === "string" ? origin["name"] : say("None");
  }

  static async fromStatusEffect(statusId: string, options: Data = {}): Promise<ActiveEffect> {
    const status = statusEffect(statusId);
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to ActiveEffect.fromStatusEffect`);
    const { id, label, icon, hud, order, ...data } = deepClone(status);
    void [hud, order];
    const source = mergeObject({ name: say(String(status.name ?? label ?? id)), img: status.img ?? icon ?? null, statuses: [statusId] }, { ...data, name: say(String(status.name ?? label ?? id)) });
    source["statuses"] = [...new Set([statusId, ...(Array.isArray(status["statuses"]) ? (status["statuses"] as string[]) : [])])];
    const Class = this.implementation as unknown as new (data: Data, options: Data) => ActiveEffect;
    return new Class(source, options);
  }

  /** V13: applies one change to a document. */
  apply(document: Document, change: EffectChange): Data {
    return applyChange(document, { ...change, effect: this });
  }

  /** V14: `foundry.documents.ActiveEffect.applyChange`. */
  static applyChange(document: Document, change: EffectChange): Data {
    return applyChange(document, change);
  }

  static applyField(model: Document, change: EffectChange, field?: DataField): unknown {
    return Object.values(applyChange(model, change, field))[0];
  }

  override async _preCreate(data: Data, options: Data, user: unknown): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    if (host().generation >= 14) {
      const { value } = this.duration;
      if (Number.isFinite(value) && Number(value) > 0 && !isObject(Reflect.get(this, "start"))) this.updateSource({ start: durationStart() });
      return undefined;
    }
    const game = host().game;
    const time = isObject(game["time"]) ? game["time"]["worldTime"] : 0;
    const start: Data = { startTime: this.duration["startTime"] ?? time };
    const { combat } = game;
    if (isObject(combat)) Object.assign(start, { startRound: this.duration["startRound"] ?? combat["round"] ?? 0, startTurn: this.duration["startTurn"] ?? combat["turn"] ?? 0 });
    this.updateSource({ duration: start });
    return undefined;
  }
}

const MODES = ["custom", "multiply", "add", "downgrade", "upgrade", "override"];

export function changeType(change: EffectChange): string {
  return change.type ?? MODES[change.mode ?? CONST.ACTIVE_EFFECT_MODES.ADD] ?? "custom";
}

export function changePriority(change: EffectChange): number {
  if (typeof change.priority === "number") return change.priority;
  if (change.type !== undefined) return (CONST.ACTIVE_EFFECT_CHANGE_TYPES as Record<string, number>)[change.type] ?? 0;
  return (change.mode ?? 0) * 10;
}

function fieldAt(document: Document, key: string): DataField | undefined {
  const system: unknown = Reflect.get(document, "system");
  if (key.startsWith("system.") && system instanceof DataModel) return system.schema.getField(key.slice("system.".length));
  return document.schema.getField(key);
}

function cast(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function applyChange(document: Document, change: EffectChange, known?: DataField): Data {
  const type = changeType(change);
  const current = getProperty(document, change.key);
  if (type === "custom") {
    const changes: Data = {};
    Hooks.call("applyActiveEffect", document, change, current, cast(change.value), changes);
    for (const [key, value] of Object.entries(changes)) setProperty(document as unknown as Data, key, value);
    return changes;
  }
  const configured = documentConfig("ActiveEffect")["changeTypes"];
  const handler: unknown = isObject(configured) && isObject(configured[type]) ? configured[type]["handler"] : null;
  if (isFunction(handler)) {
    handler(document, change);
    return { [change.key]: getProperty(document, change.key) };
  }
  const field = known ?? fieldAt(document, change.key);
  const value = resolved(document, change.value);
  const result = field ? field.applyChange(current, document, { value, type }) : loose(current, cast(value), type);
  if (result === undefined || Number.isNaN(result)) return {};
  setProperty(document as unknown as Data, change.key, result);
  return { [change.key]: result };
}

/**
 * V14 puts data of rolls in the place of "@" expressions.
 * https://foundryvtt.com/api/types/foundry.documents.types.ActiveEffectChangeHandler.html, `replacementData`
 */
function resolved(document: Document, value: unknown): unknown {
  if (host().generation < 14 || typeof value !== "string" || !value.includes("@")) return value;
  const data: unknown = Reflect.get(document, "getRollData");
  return isFunction(data) ? Roll.replaceFormulaData(value, data.call(document) as Data) : value;
}

/** Without a field: by the type of what is there. */
function loose(current: unknown, delta: unknown, type: string): unknown {
  const [a, b] = [typeof current === "number" ? current : Number(current ?? 0), Number(delta)];
  if (type === "override") return delta;
  if (Number.isFinite(b) && (typeof current === "number" || current === undefined || current === null)) {
    if (type === "add") return a + b;
    if (type === "subtract") return a - b;
    if (type === "multiply") return a * b;
    if (type === "upgrade") return Math.max(a, b);
    if (type === "downgrade") return Math.min(a, b);
  }
  if (type === "add" && typeof current === "string") return current + String(delta);
  if (type === "add" && Array.isArray(current)) return [...(current as unknown[]), delta];
  return undefined;
}
