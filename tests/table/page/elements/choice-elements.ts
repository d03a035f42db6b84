import { AbstractFormInputElement } from "./form-element";
import { tagElement } from "./tag";

interface Choice {
  value: string;
  label: string;
}

/** Several of the choices that the `<option>` children name. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.AbstractMultiSelectElement.html */
export abstract class AbstractMultiSelectElement extends AbstractFormInputElement<string[]> {
  protected choices: Choice[] = [];

  constructor() {
    super([]);
  }

  protected override readInitial(): void {
    const options = [...this.querySelectorAll("option")].filter((option) => option.value !== "");
    this.choices = options.map((option) => ({ value: option.value, label: option.textContent ?? option.value }));
    this.keepQuietly(options.filter((option) => option.hasAttribute("selected")).map((option) => option.value));
  }

  select(value: string): void {
    if (!this.value.includes(value)) this.commit([...this.value, value]);
  }
  unselect(value: string): void {
    this.commit(this.value.filter((other) => other !== value));
  }
}

/** `<multi-select>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLMultiSelectElement.html */
export class HTMLMultiSelectElement extends AbstractMultiSelectElement {
  static tagName = "multi-select";
  #tags: HTMLElement | null = null;
  #select: HTMLSelectElement | null = null;

  protected override build(): Element[] {
    const tags = document.createElement("div");
    tags.className = "tags input-element-tags";
    const select = document.createElement("select");
    select.addEventListener("change", (event) => {
      event.stopPropagation();
      if (select.value) this.select(select.value);
    });
    this.#tags = tags;
    this.#select = select;
    return [tags, select];
  }

  protected override refresh(): void {
    const label = (value: string): string => this.choices.find((choice) => choice.value === value)?.label ?? value;
    this.#tags?.replaceChildren(...this.value.map((value) => tagElement({ key: value, label: label(value), editable: this.editable, remove: () => this.unselect(value) })));
    if (!this.#select) return;
    this.#select.disabled = !this.editable;
    this.#select.replaceChildren(new Option("", ""), ...this.choices.filter((choice) => !this.value.includes(choice.value)).map((choice) => new Option(choice.label, choice.value)));
  }
}

/** `<multi-checkbox>`: https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLMultiCheckboxElement.html */
export class HTMLMultiCheckboxElement extends AbstractMultiSelectElement {
  static tagName = "multi-checkbox";

  protected override build(): Element[] {
    return this.choices.map((choice) => {
      const label = document.createElement("label");
      label.className = "checkbox";
      const input = document.createElement("input");
      input.type = "checkbox";
      input.value = choice.value;
      input.addEventListener("change", (event) => {
        event.stopPropagation();
        if (input.checked) this.select(choice.value);
        else this.unselect(choice.value);
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
