import type { DataField } from "./data-field";
import { escapeHTML } from "../utils/text";
import { isFunction, isObject } from "../types";
import { hasHost, host } from "../host";

/**
 * Inputs of fields as markup, so that templates render without a document too; elements are made of the markup.
 * https://foundryvtt.com/api/modules/foundry.applications.fields.html
 */

export interface FormInputConfig {
  name?: string;
  value?: unknown;
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  readonly?: boolean;
  required?: boolean;
  autofocus?: boolean;
  classes?: string | string[];
  dataset?: Record<string, unknown>;
  aria?: Record<string, string>;
  localize?: boolean;
  choices?: unknown;
  options?: { value: unknown; label?: string; group?: string; disabled?: boolean; selected?: boolean }[];
  groups?: string[];
  blank?: string | false;
  labelAttr?: string;
  valueAttr?: string;
  sort?: boolean;
  min?: number;
  max?: number;
  step?: number | "any";
  input?: unknown;
  type?: string;
  rows?: number;
  [option: string]: unknown;
}

export interface FormGroupConfig {
  label?: string;
  hint?: string;
  units?: string;
  rootId?: string;
  classes?: string | string[];
  stacked?: boolean;
  localize?: boolean;
  input?: unknown;
  widget?: unknown;
  hidden?: boolean | string;
  [option: string]: unknown;
}

export function localized(text: unknown): string {
  const raw = typeof text === "string" ? text : "";
  if (!raw || !hasHost()) return raw;
  const { i18n } = host().game;
  if (!isObject(i18n) || !isFunction(i18n["localize"])) return raw;
  return String(i18n["localize"](raw));
}

export function attributes(values: Record<string, unknown>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "")
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHTML(value)}"`))
    .join("");
}

function common(config: FormInputConfig): Record<string, unknown> {
  const classes = Array.isArray(config.classes) ? config.classes.join(" ") : config.classes;
  const shared: Record<string, unknown> = {
    name: config.name, id: config.id, class: classes, disabled: config.disabled === true, readonly: config.readonly === true, required: config.required === true, autofocus: config.autofocus === true,
    placeholder: config.localize ? localized(config.placeholder) : config.placeholder,
  };
  for (const [key, value] of Object.entries(config.dataset ?? {})) shared[`data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = String(value);
  for (const [key, value] of Object.entries(config.aria ?? {})) shared[`aria-${key}`] = value;
  return shared;
}

export interface Choice {
  value: string;
  label: string;
  group?: string;
  disabled?: boolean;
}

/** Choices as an array, a record of labels, a record of objects, or a function yielding one of these. */
export function listChoices(choices: unknown, config: { labelAttr?: string; valueAttr?: string; localize?: boolean } = {}): Choice[] {
  const { labelAttr = "label", valueAttr, localize = false } = config;
  const resolved: unknown = isFunction(choices) ? choices() : choices;
  const say = (label: unknown): string => (localize ? localized(String(label)) : String(label));
  if (Array.isArray(resolved)) {
    return resolved.map((entry: unknown, index) => {
      if (!isObject(entry)) return { value: valueAttr === undefined ? String(entry) : String(index), label: say(entry) };
      return { value: String(entry[valueAttr ?? "value"] ?? index), label: say(entry[labelAttr] ?? entry["name"] ?? ""), ...(typeof entry["group"] === "string" ? { group: say(entry["group"]) } : {}) };
    });
  }
  if (!isObject(resolved)) return [];
  return Object.entries(resolved).map(([key, entry]) => {
    if (!isObject(entry)) return { value: key, label: say(entry) };
    return { value: valueAttr && entry[valueAttr] !== undefined ? String(entry[valueAttr]) : key, label: say(entry[labelAttr] ?? key), ...(typeof entry["group"] === "string" ? { group: say(entry["group"]) } : {}) };
  });
}

export function optionsMarkup(choices: Choice[], selected: Set<string>): string {
  const option = (choice: Choice): string => `<option value="${escapeHTML(choice.value)}"${selected.has(choice.value) ? " selected" : ""}${choice.disabled ? " disabled" : ""}>${escapeHTML(choice.label)}</option>`;
  const groups = [...new Set(choices.map((choice) => choice.group).filter((group) => group !== undefined))];
  const loose = choices.filter((choice) => choice.group === undefined).map(option).join("");
  return loose + groups.map((group) => `<optgroup label="${escapeHTML(group)}">${choices.filter((choice) => choice.group === group).map(option).join("")}</optgroup>`).join("");
}

export function selectMarkup(config: FormInputConfig, tag: "select" | "multi-select" | "multi-checkbox" = "select"): string {
  const choices = config.options
    ? config.options.map((entry) => ({ value: String(entry.value ?? ""), label: config.localize ? localized(entry.label ?? "") : (entry.label ?? String(entry.value)), disabled: entry.disabled === true, ...(entry.group ? { group: config.localize ? localized(entry.group) : entry.group } : {}) }))
    : listChoices(config.choices, { labelAttr: config.labelAttr, valueAttr: config.valueAttr, localize: config.localize });
  if (config.sort) choices.sort((a, b) => a.label.localeCompare(b.label));
  if (typeof config.blank === "string") choices.unshift({ value: "", label: config.localize ? localized(config.blank) : config.blank });
  const values: unknown[] = config.value instanceof Set || Array.isArray(config.value) ? [...config.value] : [config.value ?? ""];
  return `<${tag}${attributes(common(config))}>${optionsMarkup(choices, new Set(values.map(String)))}</${tag}>`;
}

/** The kind of input a field wants. */
export type InputKind = "text" | "number" | "checkbox" | "select" | "multi" | "html" | "file" | "color" | "json" | "code" | "range";

/** Markup of a field's input. */
export function inputMarkup(field: DataField, config: FormInputConfig): string {
  const choices: unknown = config.choices ?? config.options ?? Reflect.get(field, "choices");
  const kind: unknown = Reflect.get(field, "inputKind");
  const merged: FormInputConfig = { ...config, required: config.required ?? false };
  if (kind === "multi") return selectMarkup({ ...merged, choices: config.choices ?? elementChoices(field) }, config.type === "checkboxes" ? "multi-checkbox" : "multi-select");
  if (choices !== undefined) {
    const optional = Reflect.get(field, "blank") === true || field.nullable || !field.required;
    return selectMarkup({ ...merged, choices, localize: config.localize ?? true, blank: config.blank ?? (optional && Reflect.get(field, "blank") !== false ? "" : undefined) });
  }
  const value = config.value ?? "";
  if (kind === "checkbox") return `<input type="checkbox"${attributes({ ...common(merged), checked: config.value === true })}>`;
  if (kind === "number") {
    const limits = { min: config.min ?? Reflect.get(field, "min"), max: config.max ?? Reflect.get(field, "max"), step: config.step ?? Reflect.get(field, "step") ?? (Reflect.get(field, "integer") === true ? 1 : "any") };
    return `<input type="number"${attributes({ ...common(merged), ...limits })} value="${escapeHTML(value)}">`;
  }
  if (kind === "html") return `<prose-mirror${attributes({ ...common(merged), toggled: config["toggled"] === true, value: String(value) })}>${config["enriched"] === undefined ? "" : String(config["enriched"])}</prose-mirror>`;
  if (kind === "json" || kind === "code") return `<textarea${attributes({ ...common(merged), rows: config.rows })}>${escapeHTML(typeof value === "string" ? value : JSON.stringify(value))}</textarea>`;
  if (kind === "color") return `<color-picker${attributes({ ...common(merged), value: String(value) })}></color-picker>`;
  if (kind === "file") return `<file-picker${attributes({ ...common(merged), type: config.type ?? "image", value: String(value) })}></file-picker>`;
  return `<input type="text"${attributes(common(merged))} value="${escapeHTML(value)}">`;
}

function elementChoices(field: DataField): unknown {
  const element: unknown = Reflect.get(field, "element");
  return isObject(element) ? Reflect.get(element, "choices") : undefined;
}

export function groupMarkup(field: DataField, group: FormGroupConfig, input: string, inputId = ""): string {
  const say = (text: unknown): string => localized(typeof text === "string" ? text : "");
  const label = say(group.label ?? field.label ?? field.name) || field.name;
  const hint = say(group.hint ?? field.hint);
  const classes = ["form-group", ...(group.stacked ? ["stacked"] : []), ...(Array.isArray(group.classes) ? group.classes : group.classes ? [group.classes] : [])].join(" ");
  const units = group.units ? ` <span class="units">(${escapeHTML(say(group.units))})</span>` : "";
  return `<div class="${escapeHTML(classes)}"${group.hidden ? " hidden" : ""}><label${attributes({ for: inputId })}>${escapeHTML(label)}${units}</label><div class="form-fields">${input}</div>${hint ? `<p class="hint">${escapeHTML(hint)}</p>` : ""}</div>`;
}

function elementOf(markup: string): HTMLElement {
  if (typeof document === "undefined") throw new Error("A form input needs a page.");
  const template = document.createElement("template");
  template.innerHTML = markup;
  const element = template.content.firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error("The markup of an input holds no element.");
  return element;
}

export function fieldInput(field: DataField, config: FormInputConfig): HTMLElement {
  return elementOf(inputMarkup(field, config));
}

export function fieldGroup(field: DataField, groupConfig: FormGroupConfig, inputConfig: FormInputConfig): HTMLElement {
  const config = { ...inputConfig };
  if (!config.id && groupConfig.rootId) config.id = `${groupConfig.rootId}-${field.fieldPath.replaceAll(".", "-")}`;
  if (isFunction(groupConfig.widget)) return groupConfig.widget.call(field, field, groupConfig, config) as HTMLElement;
  const element = elementOf(groupMarkup(field, groupConfig, "", config.id));
  element.querySelector(".form-fields")?.append(field.toInput(config));
  return element;
}
