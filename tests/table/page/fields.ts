import { inputMarkup, optionsMarkup, selectMarkup, listChoices, type FormInputConfig } from "../core/fields/inputs";
import { host } from "./host";
import { elementOf, escapeText } from "./plain";

/**
 * `foundry.applications.fields`: inputs and groups made in code.
 * https://foundryvtt.com/api/v14/modules/foundry.applications.fields.html
 */

interface GroupConfig {
  label?: string;
  hint?: string;
  units?: string;
  rootId?: string;
  classes?: string[];
  stacked?: boolean;
  hidden?: boolean | "until-found";
  localize?: boolean;
  input: HTMLElement | HTMLCollection | (HTMLElement | HTMLCollection)[];
}

function createFormGroup({ label = "", hint = "", units, classes = [], stacked = false, localize = false, input, hidden }: GroupConfig): HTMLDivElement {
  const say = (text: string): string => (localize ? host.localize(text) : text);
  const group = document.createElement("div");
  group.className = ["form-group", stacked ? "stacked" : "", ...classes].filter(Boolean).join(" ");
  if (hidden) group.hidden = true;
  const inputs = [input].flat().flatMap((entry) => (entry instanceof HTMLCollection ? [...entry] : [entry]));
  const name = document.createElement("label");
  name.textContent = say(label);
  if (units) name.append(elementOf(`<span class="units"> (${escapeText(say(units))})</span>`));
  const first = inputs[0];
  if (first?.id) name.htmlFor = first.id;
  const fields = document.createElement("div");
  fields.className = "form-fields";
  fields.append(...inputs);
  group.append(name, fields);
  if (hint) group.append(elementOf(`<p class="hint">${escapeText(say(hint))}</p>`));
  return group;
}

function made(kind: string, config: FormInputConfig, extra: Record<string, unknown> = {}): HTMLElement {
  const field = { inputKind: kind, nullable: true, required: false, blank: true, ...extra };
  return elementOf(inputMarkup(field as never, config));
}

function setInputAttributes(input: HTMLElement, config: FormInputConfig): void {
  for (const name of ["name", "id", "placeholder"] as const) if (config[name] !== undefined) input.setAttribute(name, config[name]);
  for (const name of ["disabled", "readonly", "required", "autofocus"] as const) input.toggleAttribute(name, config[name] === true);
  for (const [key, value] of Object.entries(config.dataset ?? {})) input.dataset[key] = String(value);
}

function prepareSelectOptionGroups(config: FormInputConfig): { group: string; options: { value: string; label: string; selected: boolean }[] }[] {
  const values = new Set((Array.isArray(config.value) ? config.value : [config.value]).map(String));
  const groups = new Map<string, { value: string; label: string; selected: boolean }[]>();
  for (const option of config.options ?? []) {
    const list = groups.get(option.group ?? "") ?? [];
    list.push({ value: String(option.value), label: option.label ?? String(option.value), selected: values.has(String(option.value)) });
    groups.set(option.group ?? "", list);
  }
  return [...groups].map(([group, options]) => ({ group, options }));
}

export const fields = {
  createFormGroup,
  createTextInput: (config: FormInputConfig): HTMLElement => made("text", config),
  createNumberInput: (config: FormInputConfig): HTMLElement => made("number", config),
  createCheckboxInput: (config: FormInputConfig): HTMLElement => made("checkbox", config),
  createTextareaInput: (config: FormInputConfig): HTMLElement => made("code", config),
  createSelectInput: (config: FormInputConfig): HTMLElement => elementOf(selectMarkup(config)),
  createMultiSelectInput: (config: FormInputConfig): HTMLElement => elementOf(selectMarkup(config, "multi-select")),
  createEditorInput: (config: FormInputConfig): HTMLElement => made("html", config),
  createFontAwesomeIcon: (glyph: string, { style = "solid", fixedWidth = false, classes = [] }: { style?: string; fixedWidth?: boolean; classes?: string[] } = {}): HTMLElement => {
    const icon = document.createElement("i");
    icon.className = [`fa-${style}`, glyph.startsWith("fa-") ? glyph : `fa-${glyph}`, fixedWidth ? "fa-fw" : "", ...classes].filter(Boolean).join(" ");
    icon.inert = true;
    return icon;
  },
  prepareSelectOptionGroups,
  setInputAttributes,
  optionsMarkup,
  listChoices,
};
