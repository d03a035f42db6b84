import { host } from "../host";
import type { PlainObject } from "../plain";
import { AbstractFormInputElement } from "./form-element";

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

/** A text that can be typed or picked. */
abstract class TextPickerElement extends AbstractFormInputElement<string> {
  #text: HTMLInputElement | null = null;

  constructor() {
    super("");
  }

  protected override readInitial(): void {
    this.keepQuietly(this.getAttribute("value") ?? "");
  }

  /** The field for typing. */
  protected textInput(placeholder: string): HTMLInputElement {
    const text = document.createElement("input");
    text.type = "text";
    text.placeholder = this.getAttribute("placeholder") ?? placeholder;
    this.#text = text;
    return text;
  }

  /** Takes what is entered there for a value, where it is one. */
  protected take(input: HTMLInputElement, accepts: (value: string) => boolean = () => true): void {
    input.addEventListener("input", (event) => event.stopPropagation());
    input.addEventListener("change", (event) => {
      event.stopPropagation();
      if (accepts(input.value)) this.commit(input.value);
      else this.refresh();
    });
  }

  protected override refresh(): void {
    if (!this.#text) return;
    this.#text.value = this.value;
    this.#text.disabled = !this.editable;
  }
}

const isColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

/** `<color-picker>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLColorPickerElement.html */
export class HTMLColorPickerElement extends TextPickerElement {
  static tagName = "color-picker";
  #color: HTMLInputElement | null = null;

  protected override build(): Element[] {
    const text = this.textInput("#000000");
    const color = document.createElement("input");
    color.type = "color";
    for (const input of [text, color]) this.take(input, (value) => value === "" || isColor(value));
    this.#color = color;
    return [text, color];
  }

  protected override refresh(): void {
    super.refresh();
    if (!this.#color) return;
    this.#color.value = isColor(this.value) ? this.value : "#000000";
    this.#color.disabled = !this.editable;
  }
}

/** `<file-picker>`: a path, with a button that browses. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLFilePickerElement.html */
export class HTMLFilePickerElement extends TextPickerElement {
  static tagName = "file-picker";
  #button: HTMLButtonElement | null = null;

  protected override build(): Element[] {
    const text = this.textInput("path/to/file.ext");
    text.className = "image";
    this.take(text);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon fa-solid fa-file-magnifying-glass";
    button.ariaLabel = "Browse files";
    button.addEventListener("click", () => {
      const applications = host.table.foundry.applications as { apps?: { FilePicker?: { implementation: new (options: PlainObject) => { browse(): unknown } } } };
      const Picker = applications.apps?.FilePicker?.implementation;
      if (Picker) void new Picker({ current: this.value, type: this.getAttribute("type") ?? "any", callback: (path: string) => this.commit(path) }).browse();
    });
    this.#button = button;
    return [text, button];
  }

  protected override refresh(): void {
    super.refresh();
    if (this.#button) this.#button.disabled = !this.editable;
  }
}
