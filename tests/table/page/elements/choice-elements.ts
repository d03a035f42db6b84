import { host } from "../host";
import type { PlainObject } from "../plain";
import { AbstractFormInputElement } from "./form-element";

interface Choice {
  value: string;
  label: string;
}

/** Reads the `<option>` children, and the selected ones of them. */
function readOptions(element: HTMLElement): { choices: Choice[]; selected: string[] } {
  const options = [...element.querySelectorAll("option")];
  return {
    choices: options.filter((option) => option.value !== "").map((option) => ({ value: option.value, label: option.textContent ?? option.value })),
    selected: options.filter((option) => option.hasAttribute("selected") && option.value !== "").map((option) => option.value),
  };
}

/** `<multi-select>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLMultiSelectElement.html */
export class HTMLMultiSelectElement extends AbstractFormInputElement<string[]> {
  static tagName = "multi-select";
  #choices: Choice[] = [];
  #tags: HTMLElement | null = null;
  #select: HTMLSelectElement | null = null;

  constructor() {
    super([]);
  }

  protected override readInitial(): void {
    const { choices, selected } = readOptions(this);
    this.#choices = choices;
    this.keepQuietly(selected);
  }

  protected override build(): Element[] {
    const tags = document.createElement("div");
    tags.className = "tags input-element-tags";
    const select = document.createElement("select");
    select.addEventListener("change", (event) => {
      event.stopPropagation();
      if (select.value) this.commit([...this.value, select.value]);
    });
    this.#tags = tags;
    this.#select = select;
    return [tags, select];
  }

  select(value: string): void {
    if (!this.value.includes(value)) this.commit([...this.value, value]);
  }
  unselect(value: string): void {
    this.commit(this.value.filter((other) => other !== value));
  }

  protected override refresh(): void {
    const label = (value: string): string => this.#choices.find((choice) => choice.value === value)?.label ?? value;
    this.#tags?.replaceChildren(
      ...this.value.map((value) => {
        const tag = document.createElement("span");
        tag.className = "tag";
        tag.dataset.key = value;
        tag.textContent = label(value);
        if (this.editable) {
          const remove = document.createElement("button");
          remove.type = "button";
          remove.className = "remove fa-solid fa-xmark";
          remove.ariaLabel = `Remove ${label(value)}`;
          remove.addEventListener("click", () => this.unselect(value));
          tag.append(remove);
        }
        return tag;
      }),
    );
    if (!this.#select) return;
    this.#select.disabled = !this.editable;
    this.#select.replaceChildren(new Option("", ""), ...this.#choices.filter((choice) => !this.value.includes(choice.value)).map((choice) => new Option(choice.label, choice.value)));
  }
}

/** `<multi-checkbox>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLMultiCheckboxElement.html */
export class HTMLMultiCheckboxElement extends AbstractFormInputElement<string[]> {
  static tagName = "multi-checkbox";
  #choices: Choice[] = [];

  constructor() {
    super([]);
  }

  protected override readInitial(): void {
    const { choices, selected } = readOptions(this);
    this.#choices = choices;
    this.keepQuietly(selected);
  }

  protected override build(): Element[] {
    return this.#choices.map((choice) => {
      const label = document.createElement("label");
      label.className = "checkbox";
      const input = document.createElement("input");
      input.type = "checkbox";
      input.value = choice.value;
      input.addEventListener("change", (event) => {
        event.stopPropagation();
        this.commit(input.checked ? [...this.value, choice.value] : this.value.filter((other) => other !== choice.value));
      });
      label.append(input, choice.label);
      return label;
    });
  }

  protected override refresh(): void {
    for (const input of this.querySelectorAll("input")) {
      input.checked = this.value.includes(input.value);
      input.disabled = !this.editable;
    }
  }
}

/** `<range-picker>`: a slider with a number. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLRangePickerElement.html */
export class HTMLRangePickerElement extends AbstractFormInputElement<number> {
  static tagName = "range-picker";
  #range: HTMLInputElement | null = null;
  #number: HTMLInputElement | null = null;

  constructor() {
    super(0);
  }

  protected override readInitial(): void {
    const value = Number(this.getAttribute("value") ?? 0);
    this.keepQuietly(Number.isFinite(value) ? value : 0);
  }

  protected override build(): Element[] {
    const make = (type: "range" | "number"): HTMLInputElement => {
      const input = document.createElement("input");
      input.type = type;
      input.min = this.getAttribute("min") ?? "0";
      input.max = this.getAttribute("max") ?? "1";
      input.step = this.getAttribute("step") ?? "any";
      input.addEventListener("input", (event) => {
        event.stopPropagation();
        if (input.value !== "") this.keepQuietly(input.valueAsNumber);
        this.refresh();
      });
      input.addEventListener("change", (event) => {
        event.stopPropagation();
        if (input.value !== "") this.commit(input.valueAsNumber);
      });
      return input;
    };
    this.#range = make("range");
    this.#number = make("number");
    return [this.#range, this.#number];
  }

  protected override refresh(): void {
    for (const input of [this.#range, this.#number]) {
      if (!input) continue;
      if (input.valueAsNumber !== this.value) input.valueAsNumber = this.value;
      input.disabled = !this.editable;
    }
  }
}

/** `<color-picker>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLColorPickerElement.html */
export class HTMLColorPickerElement extends AbstractFormInputElement<string> {
  static tagName = "color-picker";
  #text: HTMLInputElement | null = null;
  #color: HTMLInputElement | null = null;

  constructor() {
    super("");
  }

  protected override readInitial(): void {
    this.keepQuietly(this.getAttribute("value") ?? "");
  }

  protected override build(): Element[] {
    const text = document.createElement("input");
    text.type = "text";
    text.placeholder = this.getAttribute("placeholder") ?? "#000000";
    const color = document.createElement("input");
    color.type = "color";
    for (const input of [text, color]) {
      input.addEventListener("input", (event) => event.stopPropagation());
      input.addEventListener("change", (event) => {
        event.stopPropagation();
        if (input.value === "" || /^#[0-9a-f]{6}$/i.test(input.value)) this.commit(input.value);
        else this.refresh();
      });
    }
    this.#text = text;
    this.#color = color;
    return [text, color];
  }

  protected override refresh(): void {
    if (this.#text) {
      this.#text.value = this.value;
      this.#text.disabled = !this.editable;
    }
    if (this.#color) {
      this.#color.value = /^#[0-9a-f]{6}$/i.test(this.value) ? this.value : "#000000";
      this.#color.disabled = !this.editable;
    }
  }
}

/** `<file-picker>`: a path, with a button that browses. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLFilePickerElement.html */
export class HTMLFilePickerElement extends AbstractFormInputElement<string> {
  static tagName = "file-picker";
  #text: HTMLInputElement | null = null;
  #button: HTMLButtonElement | null = null;

  constructor() {
    super("");
  }

  protected override readInitial(): void {
    this.keepQuietly(this.getAttribute("value") ?? "");
  }

  protected override build(): Element[] {
    const text = document.createElement("input");
    text.type = "text";
    text.className = "image";
    text.placeholder = "path/to/file.ext";
    text.addEventListener("input", (event) => event.stopPropagation());
    text.addEventListener("change", (event) => {
      event.stopPropagation();
      this.commit(text.value);
    });
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon fa-solid fa-file-magnifying-glass";
    button.ariaLabel = "Browse files";
    button.addEventListener("click", () => {
      const applications = host.table.foundry.applications as { apps?: { FilePicker?: { implementation: new (options: PlainObject) => { browse(): unknown } } } };
      const Picker = applications.apps?.FilePicker?.implementation;
      if (Picker) void new Picker({ current: this.value, type: this.getAttribute("type") ?? "any", callback: (path: string) => this.commit(path) }).browse();
    });
    this.#text = text;
    this.#button = button;
    return [text, button];
  }

  protected override refresh(): void {
    if (this.#text) {
      this.#text.value = this.value;
      this.#text.disabled = !this.editable;
    }
    if (this.#button) this.#button.disabled = !this.editable;
  }
}
