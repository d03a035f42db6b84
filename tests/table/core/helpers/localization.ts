import { host } from "../host";
import type { SchemaField } from "../fields/compound";
import type { DataField } from "../fields/data-field";
import { expandObject, getProperty, mergeObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/classes/foundry.helpers.Localization.html */
export class Localization {
  lang: string;
  defaultModule = "core";
  translations: Data = {};
  _fallback: Data = {};

  constructor(lang = "en") {
    this.lang = lang;
  }

  /** Loads what the system's manifest lists: English as the fallback, and the chosen language. */
  async initialize(): Promise<void> {
    this._fallback = await this.load("en");
    this.translations = this.lang === "en" ? this._fallback : await this.load(this.lang);
  }

  private async load(lang: string): Promise<Data> {
    const { world, backend } = host();
    const listed = Array.isArray(world.system["languages"]) ? world.system["languages"] : [];
    const translations: Data = {};
    mergeObject(translations, expandObject(CORE_TRANSLATIONS));
    for (const entry of listed) {
      if (!isObject(entry) || entry["lang"] !== lang) continue;
      const path = `systems/${String(world.system["id"])}/${String(entry["path"])}`;
      const parsed: unknown = JSON.parse(await backend.fetchText(path));
      if (isObject(parsed)) mergeObject(translations, expandObject(parsed));
    }
    return translations;
  }

  has(stringId: string, fallback = true): boolean {
    return typeof getProperty(this.translations, stringId) === "string" || (fallback && typeof getProperty(this._fallback, stringId) === "string");
  }

  localize(stringId: string, data?: Data): string {
    if (data) return this.format(stringId, data);
    const id = String(stringId);
    const found = getProperty(this.translations, id);
    if (typeof found === "string") return found;
    const fallback = getProperty(this._fallback, id);
    return typeof fallback === "string" ? fallback : id;
  }

  format(stringId: string, data: Data = {}): string {
    return this.localize(stringId).replace(/\{([^}]+)\}/g, (match, key: string) => (key in data ? String(data[key]) : match));
  }

  getListFormatter(options: { style?: "long" | "short" | "narrow"; type?: "conjunction" | "disjunction" | "unit" } = {}): Intl.ListFormat {
    return new Intl.ListFormat(this.lang, options);
  }

  sortObjects<T extends Data>(objects: T[], key: string): T[] {
    return objects.sort((a, b) => String(getProperty(a, key)).localeCompare(String(getProperty(b, key)), this.lang));
  }

  /** Labels and hints of a model's fields from `PREFIX.FIELDS.path.label`. https://foundryvtt.com/api/v14/classes/foundry.abstract.TypeDataModel.html */
  static localizeDataModel(model: { schema: SchemaField; LOCALIZATION_PREFIXES?: string[] }, options: { prefixes?: string[]; prefixPath?: string } = {}): void {
    const prefixes = [...(model.LOCALIZATION_PREFIXES ?? []), ...(options.prefixes ?? [])];
    Localization.localizeSchema(model.schema, prefixes, options);
  }

  static localizeSchema(schema: SchemaField, prefixes: string[], options: { prefixPath?: string } = {}): void {
    const { i18n } = host().game;
    if (!(i18n instanceof Localization) || prefixes.length === 0) return;
    const walk = (field: DataField, path: string): void => {
      const find = (name: string): string | undefined => prefixes.map((prefix) => `${prefix}.FIELDS.${path}.${name}`).find((key) => i18n.has(key));
      const label = find("label");
      const hint = find("hint");
      const placeholder = find("placeholder");
      field.label = label ? i18n.localize(label) : field.label ? i18n.localize(field.label) : field.label;
      field.hint = hint ? i18n.localize(hint) : field.hint ? i18n.localize(field.hint) : field.hint;
      if (placeholder) field.options.placeholder = i18n.localize(placeholder);
      visit(field, path);
    };
    const visit = (field: DataField, path: string): void => {
      const fields: unknown = Reflect.get(field, "fields");
      const element: unknown = Reflect.get(field, "element");
      const model: unknown = Reflect.get(field, "model");
      if (isObject(fields)) for (const [name, inner] of Object.entries(fields as Record<string, DataField>)) walk(inner, path ? `${path}.${name}` : name);
      else if (isObject(element) && isFunction(element["clean"])) walk(element as unknown as DataField, `${path}.element`);
      void model;
    };
    visit(schema, options.prefixPath ?? "");
  }
}

/** The table's own words for what the core says. */
const CORE_TRANSLATIONS: Data = {
  "None": "None", "Delete": "Delete", "Cancel": "Cancel", "Yes": "Yes", "No": "No", "Save": "Save", "Submit": "Submit", "Close": "Close", "Confirm": "Confirm", "Name": "Name", "Image": "Image", "Description": "Description", "Settings": "Settings",
  "DOCUMENT.Actor": "Actor", "DOCUMENT.Actors": "Actors", "DOCUMENT.Item": "Item", "DOCUMENT.Items": "Items", "DOCUMENT.Combat": "Combat Encounter", "DOCUMENT.Combatant": "Combatant", "DOCUMENT.ChatMessage": "Chat Message", "DOCUMENT.ActiveEffect": "Active Effect",
  "DOCUMENT.Folder": "Folder", "DOCUMENT.Macro": "Macro", "DOCUMENT.Scene": "Scene", "DOCUMENT.Token": "Token", "DOCUMENT.User": "User", "DOCUMENT.JournalEntry": "Journal Entry", "DOCUMENT.JournalEntryPage": "Journal Entry Page", "DOCUMENT.RollTable": "Rollable Table",
  "DOCUMENT.Create": "Create {type}", "DOCUMENT.Delete": "Delete {type}", "TYPES.Base": "Base", "Type": "Type", "COMMON.AreYouSure": "Are you sure?", "SIDEBAR.DeleteWarning": "This {type} will be deleted for good.",
  "TABLE.Duration.seconds": "{count} Seconds", "TABLE.Duration.minutes": "{count} Minutes", "TABLE.Duration.hours": "{count} Hours", "TABLE.Duration.days": "{count} Days", "TABLE.Duration.months": "{count} Months", "TABLE.Duration.years": "{count} Years", "TABLE.Duration.rounds": "{count} Rounds", "TABLE.Duration.turns": "{count} Turns",
  "COMBAT.UnknownCombatant": "Unknown Combatant", "COMBAT.RollsInitiative": "{name} rolls for Initiative!", "CHAT.UnknownUser": "Unknown User", "CHAT.To": "To", "EFFECT.StatusDead": "Dead", "EFFECT.StatusUnconscious": "Unconscious", "EFFECT.StatusProne": "Prone", "EFFECT.StatusStunned": "Stunned",
  "CHAT.RollPublic": "Public Roll", "CHAT.RollPrivate": "Private GM Roll", "CHAT.RollBlind": "Blind GM Roll", "CHAT.RollSelf": "Self Roll", "CHAT.MODES.public": "Public", "CHAT.MODES.gm": "Private to GMs", "CHAT.MODES.blind": "Blind", "CHAT.MODES.self": "To Self",
};
