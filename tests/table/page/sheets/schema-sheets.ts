import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostDocument } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { FormDataExtended } from "../ux/form-data-extended";
import { PlainSheet, SAVE } from "./plain-sheets";
import { documentForm, readBlanks, schemaForm } from "./schema-form";

/** A window with every field that a document's schema has an input for. */
export class SchemaSheet extends PlainSheet {
  static override DEFAULT_OPTIONS: PlainObject = { classes: ["schema-sheet"], position: { width: 520, height: 640 } };

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const body = elementOf('<div class="schema-fields scrollable"></div>');
    body.append(...documentForm(this.document));
    const content = elementOf("<div></div>");
    content.append(body, ...this.extraParts(), elementOf(SAVE));
    return content;
  }

  override _processFormData(event: Event | null, form: HTMLFormElement, formData: FormDataExtended): PlainObject {
    const typed = Reflect.get(this.document.system ?? {}, "schema") as object | undefined;
    readBlanks({ ...this.document.schema.fields, ...(typed === undefined ? {} : { system: typed }) } as Parameters<typeof readBlanks>[0], formData.object);
    return super._processFormData(event, form, formData);
  }

  /** Further parts of a kind of document. */
  protected extraParts(): HTMLElement[] {
    return [];
  }
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.TokenConfig.html */
export class TokenConfig extends SchemaSheet {}
/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.CombatantConfig.html */
export class CombatantConfig extends SchemaSheet {}
/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.FolderConfig.html */
export class FolderConfig extends SchemaSheet {
  static override DEFAULT_OPTIONS: PlainObject = { position: { width: 420, height: "auto" } };
}
/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.UserConfig.html */
export class UserConfig extends SchemaSheet {}

interface Change {
  key: string;
  value: unknown;
  mode?: number;
  type?: string;
  priority?: number | null;
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.ActiveEffectConfig.html */
export class ActiveEffectConfig extends SchemaSheet {
  /** Where the changes are stored: with the type's data since V14. */
  get #path(): "system.changes" | "changes" {
    return host.generation >= 14 ? "system.changes" : "changes";
  }

  get #changes(): Change[] {
    const { _source: source } = this.document;
    const holder = this.#path === "changes" ? source : (source["system"] as PlainObject | undefined);
    return (holder?.["changes"] as Change[] | undefined) ?? [];
  }

  protected override extraParts(): HTMLElement[] {
    const how = host.generation >= 14 ? "type" : "mode";
    const choices: [string, string][] =
      how === "type" ? Object.keys(host.constant("ACTIVE_EFFECT_CHANGE_TYPES") as object).map((name) => [name, name]) : Object.entries(host.constant("ACTIVE_EFFECT_MODES") as Record<string, number>).map(([name, mode]) => [String(mode), name.toLowerCase()]);
    const row = (change: Change | null, index: number): string => {
      const chosen = String(change?.[how] ?? (how === "type" ? "add" : 2));
      const options = choices.map(([value, label]) => `<option value="${escapeText(value)}"${value === chosen ? " selected" : ""}>${escapeText(label)}</option>`).join("");
      return `<li class="effect-change"><input name="change.${index}.key" value="${escapeText(change?.key ?? "")}" placeholder="system.path" aria-label="What changes"><select name="change.${index}.${how}" aria-label="How">${options}</select><input name="change.${index}.value" value="${escapeText(String(change?.value ?? ""))}" aria-label="By what"></li>`;
    };
    const rows = [...this.#changes, null].map(row).join("");
    return [elementOf(`<fieldset class="effect-changes"><legend>Changes</legend><ol class="plain">${rows}</ol><p class="hint">A line without a path is left out; saving adds an empty one.</p></fieldset>`)];
  }

  override _processFormData(event: Event | null, form: HTMLFormElement, formData: FormDataExtended): PlainObject {
    const rows: Record<string, PlainObject> = {};
    for (const [name, value] of Object.entries(formData.object)) {
      const [, index, key] = /^change\.(\d+)\.(\w+)$/.exec(name) ?? [];
      if (index === undefined || key === undefined) continue;
      (rows[index] ??= {})[key] = key === "mode" ? Number(value) : value;
      delete formData.object[name];
    }
    const before = this.#changes;
    formData.object[this.#path] = Object.entries(rows).filter(([, { key }]) => Boolean(key)).map(([index, change]) => ({ ...before[Number(index)], ...change }));
    return super._processFormData(event, form, formData);
  }
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.PrototypeTokenConfig.html */
export class PrototypeTokenConfig extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    tag: "form", classes: ["sheet", "plain-sheet", "schema-sheet"], position: { width: 520, height: 640 }, window: { title: "Prototype token", contentClasses: ["standard-form"] },
    form: { closeOnSubmit: true, handler: PrototypeTokenConfig.#onSubmit },
  };

  readonly prototype: { parent: HostDocument; schema: { fields: PlainObject }; _source: PlainObject };

  constructor(options: PlainObject = {}) {
    super(options);
    this.prototype = options["prototype"] as PrototypeTokenConfig["prototype"];
  }

  get actor(): HostDocument {
    return this.prototype.parent;
  }

  override get title(): string {
    return `Prototype token: ${this.actor.name}`;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const content = elementOf('<div><div class="schema-fields scrollable"></div></div>');
    content.firstElementChild?.append(...schemaForm(this.prototype.schema.fields as never, this.prototype._source));
    content.append(elementOf(SAVE));
    return content;
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  static async #onSubmit(this: unknown, _event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    if (!(this instanceof PrototypeTokenConfig)) return;
    readBlanks(this.prototype.schema.fields as never, formData.object);
    await this.actor.update({ prototypeToken: host.utils.expandObject(formData.object) });
  }
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.apps.CombatTrackerConfig.html */
export class CombatTrackerConfig extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "combat-config", tag: "form", classes: ["plain-sheet"], position: { width: 400 }, window: { title: "Combat tracker", contentClasses: ["standard-form"] },
    form: { closeOnSubmit: true, handler: CombatTrackerConfig.#onSubmit },
  };

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const { resource = "", skipDefeated = false } = host.game.settings.get("core", "combatTrackerConfig") as { resource?: string; skipDefeated?: boolean };
    return elementOf(
      `<div><div class="form-group"><label>Tracked attribute</label><div class="form-fields"><input name="resource" value="${escapeText(resource)}" placeholder="path below system"></div></div>` +
        `<div class="form-group"><label>Skip the defeated</label><div class="form-fields"><input type="checkbox" name="skipDefeated"${skipDefeated ? " checked" : ""}></div></div>${SAVE}</div>`,
    );
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  static async #onSubmit(this: unknown, _event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    const before = host.game.settings.get("core", "combatTrackerConfig") as PlainObject;
    await host.game.settings.set("core", "combatTrackerConfig", { ...before, ...formData.object });
  }
}
