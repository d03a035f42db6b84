import Handlebars from "handlebars";
import { DataField } from "../fields/data-field";
import { groupMarkup, inputMarkup, listChoices, localized, optionsMarkup, type FormGroupConfig, type FormInputConfig } from "../fields/inputs";
import { host } from "../host";
import { escapeHTML } from "../utils/text";
import { isPlainObject } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/**
 * Templates. https://foundryvtt.com/api/modules/foundry.applications.handlebars.html, helpers as in
 * https://foundryvtt.wiki/en/development/api/helpers
 */

type Compiled = (context: unknown, options?: object) => string;

let engine = Handlebars.create();
const compiled = new Map<string, Promise<Compiled>>();

interface HelperOptions {
  hash: Data;
}

function hashOf(values: unknown[]): Data {
  const last = values.at(-1);
  return isObject(last) && isObject(last["hash"]) ? last["hash"] : {};
}

function safe(markup: string): Handlebars.SafeString {
  return new Handlebars.SafeString(markup);
}

export function resetTemplates(): void {
  engine = Handlebars.create();
  compiled.clear();
  engine.registerHelper(HELPERS as unknown as Handlebars.HelperDeclareSpec);
}

/** The engine, for systems that register helpers of their own. */
export function templateEngine(): typeof Handlebars {
  return engine;
}

export async function getTemplate(path: string, id?: string): Promise<Compiled> {
  const known = compiled.get(path);
  if (known) {
    if (id) await name(id, path);
    return known;
  }
  const loading = (async (): Promise<Compiled> => {
    const text = await host().backend.fetchText(path);
    const template = engine.compile(text, { preventIndent: true });
    engine.registerPartial(path, template);
    return template as Compiled;
  })();
  compiled.set(path, loading);
  loading.catch(() => compiled.delete(path));
  if (id) await name(id, path);
  return loading;
}

async function name(id: string, path: string): Promise<void> {
  const template = await compiled.get(path);
  if (template) engine.registerPartial(id, template as never);
}

/** Paths, or a record of names and paths: the names become partials too. */
export async function loadTemplates(paths: string[] | Record<string, string>): Promise<Compiled[]> {
  if (Array.isArray(paths)) return Promise.all(paths.map((path) => getTemplate(path)));
  return Promise.all(Object.entries(paths).map(([id, path]) => getTemplate(path, id)));
}

export async function renderTemplate(path: string, data: unknown): Promise<string> {
  if (path === undefined || data === undefined) throw new Error("A template needs a path and a context.");
  const template = await getTemplate(path);
  return template(data, { allowProtoMethodsByDefault: true, allowProtoPropertiesByDefault: true });
}

function formInput(field: unknown, options: HelperOptions): Handlebars.SafeString {
  if (!(field instanceof DataField)) throw new Error("The formInput helper needs a field.");
  const config: FormInputConfig = { name: field.fieldPath, ...options.hash };
  return safe(typeof document === "undefined" ? inputMarkup(field, config) : field.toInput(config).outerHTML);
}

const GROUP_KEYS = new Set(["label", "hint", "rootId", "stacked", "units", "widget", "classes", "hidden"]);

function formGroup(field: unknown, options: HelperOptions): Handlebars.SafeString {
  if (!(field instanceof DataField)) throw new Error("The formGroup helper needs a field.");
  const group: FormGroupConfig = {};
  const input: FormInputConfig = { name: field.fieldPath };
  for (const [key, value] of Object.entries(options.hash)) Reflect.set(GROUP_KEYS.has(key) ? group : input, key, value);
  if (options.hash["localize"] !== undefined) group.localize = options.hash["localize"] === true;
  if (typeof document === "undefined") return safe(groupMarkup(field, group, inputMarkup(field, input)));
  return safe(field.toFormGroup(group, input).outerHTML);
}

function selectOptions(choices: unknown, options: HelperOptions): Handlebars.SafeString {
  const { hash } = options;
  const { localize = false, blank = null, sort = false, inverted = false, labelAttr, nameAttr, valueAttr } = hash;
  let list: unknown = isFunction(choices) ? choices() : choices;
  if (inverted && isObject(list)) list = Object.fromEntries(Object.entries(list).map(([key, value]) => [String(value), key]));
  const listed = listChoices(list, { labelAttr: typeof labelAttr === "string" ? labelAttr : undefined, valueAttr: typeof valueAttr === "string" ? valueAttr : typeof nameAttr === "string" ? nameAttr : undefined, localize: localize === true });
  if (sort) listed.sort((a, b) => a.label.localeCompare(b.label));
  if (blank !== null) listed.unshift({ value: "", label: localize ? localized(blank) : String(blank) });
  const { selected } = hash;
  const chosen: unknown[] = selected instanceof Set || Array.isArray(selected) ? [...selected] : [selected];
  return safe(optionsMarkup(listed, new Set(chosen.filter((value) => value !== undefined && value !== null).map(String))));
}

function numberFormat(value: unknown, options: HelperOptions): Handlebars.SafeString {
  const decimals = Number(options.hash["decimals"] ?? 0);
  const number = Number(value);
  const text = Number(number.toFixed(decimals)).toLocaleString(languageOf(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false });
  return safe(options.hash["sign"] === true && number >= 0 ? `+${text}` : text);
}

function languageOf(): string {
  const { i18n } = host().game;
  return isObject(i18n) && typeof i18n["lang"] === "string" ? i18n["lang"] : "en";
}

function numberInput(value: unknown, options: HelperOptions): Handlebars.SafeString {
  const { class: className, min, max, step, name: inputName, placeholder, disabled, readonly } = options.hash;
  const attribute = (key: string, entry: unknown): string => (entry === undefined || entry === null || entry === false ? "" : entry === true ? ` ${key}` : ` ${key}="${escapeHTML(entry)}"`);
  const shown = value === null || value === undefined || value === "" ? "" : String(Number(value));
  return safe(`<input type="number" value="${shown}"${attribute("name", inputName)}${attribute("class", className)}${attribute("min", min)}${attribute("max", max)}${attribute("step", step ?? "any")}${attribute("placeholder", placeholder)}${attribute("disabled", disabled)}${attribute("readonly", readonly)}>`);
}

function radioBoxes(inputName: unknown, choices: unknown, options: HelperOptions): Handlebars.SafeString {
  const { checked, localize } = options.hash;
  const boxes = listChoices(choices, { localize: localize === true }).map((choice) => `<label class="checkbox"><input type="radio" name="${escapeHTML(inputName)}" value="${escapeHTML(choice.value)}"${String(checked) === choice.value ? " checked" : ""}> ${escapeHTML(choice.label)}</label>`);
  return safe(boxes.join(""));
}

function timeSince(value: unknown): string {
  const seconds = Math.max(0, (Date.now() - new Date(value as string | number).getTime()) / 1000);
  if (seconds < 60) return `${Math.floor(seconds)}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 86400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86400)}d`;
}

const HELPERS: Record<string, (...values: never[]) => unknown> = {
  localize: (value: unknown, options: HelperOptions) => {
    const id = value instanceof Handlebars.SafeString ? value.toString() : value;
    const { i18n } = host().game as { i18n: { localize(id: string): string; format(id: string, data: Data): string } };
    const { hash } = options;
    return Object.keys(hash).length ? i18n.format(String(id), hash) : i18n.localize(String(id));
  },
  concat: (...values: unknown[]) => safe(values.slice(0, -1).filter((value) => typeof value !== "object").join("")),
  eq: (a: unknown, b: unknown) => a === b,
  ne: (a: unknown, b: unknown) => a !== b,
  lt: (a: number, b: number) => a < b,
  gt: (a: number, b: number) => a > b,
  lte: (a: number, b: number) => a <= b,
  gte: (a: number, b: number) => a >= b,
  not: (value: unknown) => !value,
  and: (...values: unknown[]) => values.slice(0, -1).every(Boolean),
  or: (...values: unknown[]) => values.slice(0, -1).some(Boolean),
  ifThen: (condition: unknown, yes: unknown, no: unknown) => (condition ? yes : no),
  checked: (value: unknown) => (value ? "checked" : ""),
  selected: (value: unknown) => (value ? "selected" : ""),
  disabled: (value: unknown) => (value ? "disabled" : ""),
  object: (options: HelperOptions) => ({ ...options.hash }),
  selectOptions, formGroup, formInput, formField: formGroup, numberFormat, numberInput, radioBoxes, timeSince,
};

export { hashOf, isPlainObject };
