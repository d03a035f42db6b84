/**
 * A FormData whose values are typed: https://foundryvtt.com/api/v14/classes/foundry.applications.ux.FormDataExtended.html
 * `object` maps every field name to a boolean, number, null, string or an array of these.
 */
export interface FormDataOptions {
  /** Include disabled fields? */
  disabled?: boolean;
  /** Include read-only fields? */
  readonly?: boolean;
  /** A recognised data type by field name. */
  dtypes?: Record<string, string>;
}

interface ValueElement extends Element {
  name?: string;
  value: unknown;
  disabled?: boolean;
}

function isValueElement(element: Element): element is ValueElement {
  return "value" in element;
}

export class FormDataExtended extends FormData {
  readonly dtypes: Record<string, string> = {};
  readonly object: Record<string, unknown> = {};

  constructor(form: HTMLFormElement, { disabled = false, readonly = true, dtypes = {} }: FormDataOptions = {}) {
    super();
    this.process(form, { disabled, readonly, dtypes });
  }

  /** Read the form again into this instance. */
  process(form: HTMLFormElement, { disabled = false, readonly = true, dtypes = {} }: FormDataOptions = {}): void {
    const groups = new Map<string, Element[]>();
    for (const element of form.elements) {
      const name = element.getAttribute("name") ?? "";
      if (!name) continue;
      groups.set(name, [...(groups.get(name) ?? []), element]);
    }
    for (const [name, elements] of groups) {
      const usable = elements.filter((element) => {
        if (!disabled && element.matches(":disabled")) return false;
        return readonly || !element.hasAttribute("readonly");
      });
      if (usable.length === 0 || usable.every((element) => element instanceof HTMLButtonElement)) continue;
      const value = this.#readGroup(usable, dtypes[name]);
      if (value === undefined) continue;
      this.object[name] = value;
      this.dtypes[name] = dtypes[name] ?? usable[0]?.getAttribute("data-dtype") ?? "String";
      this.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    for (const image of form.querySelectorAll<HTMLImageElement>("img[data-edit]")) {
      const path = image.dataset.edit ?? "";
      const source = image.getAttribute("src") ?? "";
      if (!path || (!disabled && image.classList.contains("disabled"))) continue;
      this.object[path] = source;
      this.set(path, source);
    }
  }

  #readGroup(elements: Element[], dtype?: string): unknown {
    const first = elements[0];
    if (first instanceof HTMLInputElement && first.type === "radio") {
      const chosen = elements.find((element) => element instanceof HTMLInputElement && element.checked);
      return chosen instanceof HTMLInputElement ? this.#cast(chosen.value, chosen, dtype) : null;
    }
    const values = elements.filter((element) => !(element instanceof HTMLButtonElement)).map((element) => this.#read(element, dtype, elements.length > 1));
    return values.length > 1 ? values : values[0];
  }

  #read(element: Element, dtype: string | undefined, several: boolean): unknown {
    if (element instanceof HTMLInputElement) {
      if (element.type === "checkbox") {
        const explicit = element.getAttribute("value");
        if (several || (explicit !== null && explicit !== "on" && explicit !== "true")) {
          return element.checked ? this.#cast(element.value, element, dtype) : null;
        }
        return element.checked;
      }
      return this.#cast(element.value, element, dtype ?? (element.type === "number" || element.type === "range" ? "Number" : undefined));
    }
    if (element instanceof HTMLSelectElement) {
      if (element.multiple) return [...element.selectedOptions].map((option) => this.#cast(option.value, element, dtype));
      return this.#cast(element.value, element, dtype);
    }
    if (element instanceof HTMLTextAreaElement) return this.#cast(element.value, element, dtype);
    return isValueElement(element) ? element.value : undefined;
  }

  #cast(value: string, element: Element, dtype?: string): unknown {
    switch (dtype ?? element.getAttribute("data-dtype")) {
      case "Number": {
        if (value.trim() === "") return null;
        const number = Number(value);
        return Number.isNaN(number) ? null : number;
      }
      case "Boolean":
        return value === "true" || value === "on";
      case "JSON":
        return JSON.parse(value);
      default:
        return value;
    }
  }
}
