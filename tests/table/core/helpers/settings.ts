import type { TableStorage } from "../index";
import { DataField } from "../fields/data-field";
import type { Document } from "../documents/document";
import { documentConfig, host } from "../host";
import { DataModel } from "../model/data-model";
import { deepClone } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";
import { Hooks } from "../hooks";

export interface SettingConfig {
  namespace: string;
  key: string;
  id: string;
  name?: string;
  hint?: string;
  scope: "world" | "client" | "user";
  config?: boolean;
  type: unknown;
  default?: unknown;
  choices?: unknown;
  range?: { min: number; max: number; step?: number };
  onChange?: (value: unknown, options: Data) => void;
  requiresReload?: boolean;
  input?: unknown;
  [option: string]: unknown;
}

interface StoredSetting {
  key: string;
  _source: Data;
}

interface SettingsWorld {
  getSetting(key: string, user?: string | null): (StoredSetting & { update(data: Data, operation?: Data): Promise<unknown> }) | undefined;
}

/** https://foundryvtt.com/api/classes/foundry.helpers.ClientSettings.html */
export class ClientSettings {
  readonly settings = new Map<string, SettingConfig>();
  readonly menus = new Map<string, Data>();
  readonly storage: Map<string, unknown>;
  readonly #client: TableStorage;

  constructor(client: TableStorage) {
    this.#client = client;
    this.storage = new Map<string, unknown>([["client", client]]);
  }

  get #world(): SettingsWorld {
    return this.storage.get("world") as SettingsWorld;
  }

  register(namespace: string, key: string, data: Data): void {
    if (!namespace || !key) throw new Error("You must specify both namespace and key portions of the setting");
    if ("type" in data && data["type"] === undefined) throw new Error("A setting needs a type");
    const scope = data["scope"] ?? "client";
    if (scope !== "world" && scope !== "client" && scope !== "user") throw new Error(`"${String(scope)}" is no scope of settings`);
    const id = `${namespace}.${key}`;
    const config: SettingConfig = { type: String, ...data, scope, namespace, key, id };
    if (config.type instanceof DataField && !config.type.name) config.type.name = id;
    this.settings.set(id, config);
  }

  registerMenu(namespace: string, key: string, data: Data): void {
    if (!namespace || !key) throw new Error("You must specify both namespace and key portions of the menu");
    this.menus.set(`${namespace}.${key}`, { ...data, key: `${namespace}.${key}`, namespace });
  }

  #config(namespace: string, key: string): SettingConfig {
    const found = this.settings.get(`${namespace}.${key}`);
    if (!found) throw new Error(`"${namespace}.${key}" is not a registered game setting`);
    return found;
  }

  get(namespace: string, key: string, options: { document?: boolean } = {}): unknown {
    const config = this.#config(namespace, key);
    if (config.scope === "client") return this.#clean(config, this.#parse(this.#client.getItem(config.id)));
    const stored = this.#world.getSetting(config.id, config.scope === "user" ? host().world.userId : null);
    if (options.document) return stored;
    const source = stored?._source["value"];
    return this.#clean(config, typeof source === "string" ? this.#parse(source) : undefined);
  }

  async set(namespace: string, key: string, value: unknown, options: Data = {}): Promise<unknown> {
    const config = this.#config(namespace, key);
    if (host().preparing > 0) throw new Error(`A setting may not be written while data is prepared: ${config.id}.`);
    const plain = this.#store(config, value);
    const json = JSON.stringify(plain === undefined ? null : plain);
    if (config.scope === "client") {
      const before = this.#client.getItem(config.id);
      this.#client.setItem(config.id, json);
      const now = this.get(namespace, key);
      if (before !== json) this.#changed(config, now, { ...options });
      return now;
    }
    const user = config.scope === "user" ? host().world.userId : null;
    const stored = this.#world.getSetting(config.id, user);
    if (stored) await stored.update({ value: json }, options);
    else {
      const Setting = documentConfig("Setting")["documentClass"] as unknown as typeof Document;
      await Setting.create({ key: config.id, value: json, ...(user ? { user } : {}) }, options);
    }
    return this.get(namespace, key);
  }

  /** Called by a stored setting after it changed, on every client. */
  _onStored(setting: StoredSetting): void {
    const config = this.settings.get(setting.key);
    if (!config) return;
    const user = setting._source["user"] ?? null;
    if (config.scope === "user" && user !== host().world.userId) return;
    this.#changed(config, this.get(config.namespace, config.key), {});
  }

  #changed(config: SettingConfig, value: unknown, options: Data): void {
    try {
      config.onChange?.(value, options);
    } catch (error) {
      Hooks.onError("ClientSettings#onChange", error);
    }
    Hooks.callAll("clientSettingChanged", config.id, value, options);
  }

  #parse(json: string | null): unknown {
    if (json === null) return undefined;
    try {
      return JSON.parse(json) as unknown;
    } catch {
      return undefined;
    }
  }

  #default(config: SettingConfig): unknown {
    if (config.default !== undefined) return deepClone(config.default);
    if (config.type instanceof DataField) return config.type.getInitialValue({});
    return undefined;
  }

  /** What a value of storage is for those who read it. */
  #clean(config: SettingConfig, stored: unknown): unknown {
    const { type } = config;
    const value = stored === undefined ? this.#default(config) : stored;
    if (type instanceof DataField) {
      const cleaned = type.clean(value);
      const failure = type.validate(cleaned, { fallback: true });
      return type.initialize(failure?.isUnresolved() ? type.getInitialValue({}) : cleaned, {});
    }
    if (isModel(type)) return type.fromSource(isObject(value) ? value : {});
    if (value === undefined || value === null) return value;
    if (type === Number) return Number(value);
    if (type === Boolean) return typeof value === "string" ? value === "true" : Boolean(value);
    if (type === String) return String(value);
    if (type === Array || type === Object || !isFunction(type)) return deepClone(value);
    const Class = type as unknown as { fromData?: (data: unknown) => unknown } & (new (data: unknown) => unknown);
    return Class.fromData ? Class.fromData(value) : new Class(value);
  }

  /** @throws Error  for a value that the setting's type does not take */
  #store(config: SettingConfig, value: unknown): unknown {
    const { type } = config;
    const given = value === undefined ? this.#default(config) : value;
    if (type instanceof DataField) {
      const cleaned = type.clean(isObject(given) && isFunction(given["toObject"]) ? given["toObject"]() : given);
      const failure = type.validate(cleaned, {});
      if (failure) throw failure.asError();
      return cleaned;
    }
    if (isModel(type)) return given instanceof DataModel ? given.toObject() : new type(isObject(given) ? given : {}).toObject();
    if (type === Number) return Number(given);
    if (type === Boolean) return Boolean(given);
    if (type === String && given !== null && given !== undefined) return String(given);
    return isObject(given) && isFunction(given["toJSON"]) ? given["toJSON"]() : given;
  }
}

interface ModelType {
  new (data: Data): DataModel;
  fromSource(source: Data): DataModel;
}

function isModel(type: unknown): type is ModelType & typeof DataModel {
  return isFunction(type) && (type as unknown as { prototype: unknown }).prototype instanceof DataModel;
}

export interface KeybindingAction extends Data {
  name: string;
  editable?: { key: string; modifiers?: string[] }[];
  uneditable?: { key: string; modifiers?: string[] }[];
  onDown?: (context: unknown) => unknown;
  onUp?: (context: unknown) => unknown;
}

/** https://foundryvtt.com/api/v14/modules/foundry.helpers.interaction.html (ClientKeybindings) */
export class ClientKeybindings {
  readonly actions = new Map<string, KeybindingAction>();
  readonly bindings = new Map<string, { key: string; modifiers: string[] }[]>();

  register(namespace: string, action: string, data: Data): void {
    if (!namespace || !action) throw new Error("You must specify both the namespace and action portion of the Keybinding action");
    if (host().game["ready"] === true || host().game["i18nReady"] === true) throw new Error("You cannot register a Keybinding after the init hook");
    const id = `${namespace}.${action}`;
    const entry: KeybindingAction = { name: String(data["name"] ?? action), ...data, namespace };
    this.actions.set(id, entry);
    this.bindings.set(id, [...(entry.uneditable ?? []), ...(entry.editable ?? [])].map((binding) => ({ key: binding.key, modifiers: binding.modifiers ?? [] })));
  }

  get(namespace: string, action: string): { key: string; modifiers: string[] }[] {
    const found = this.bindings.get(`${namespace}.${action}`);
    if (!found) throw new Error(`"${namespace}.${action}" is not a registered Keybinding action`);
    return deepClone(found);
  }

  async set(namespace: string, action: string, bindings: { key: string; modifiers?: string[] }[]): Promise<void> {
    this.get(namespace, action);
    this.bindings.set(`${namespace}.${action}`, bindings.map((binding) => ({ key: binding.key, modifiers: binding.modifiers ?? [] })));
    await Promise.resolve();
  }
}
