/**
 * Base of the custom inputs: form-associated, with `name`, `value`, `disabled`, `input` and `change` events.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.elements.AbstractFormInputElement.html
 */
export abstract class AbstractFormInputElement<T> extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ["disabled"];

  protected readonly internals: ElementInternals;
  #value: T;
  #built = false;

  constructor(initial: T) {
    super();
    this.internals = this.attachInternals();
    this.#value = initial;
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }
  get name(): string {
    return this.getAttribute("name") ?? "";
  }
  set name(name: string) {
    this.setAttribute("name", name);
  }
  get disabled(): boolean {
    return this.matches(":disabled");
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute("disabled", disabled);
  }
  get editable(): boolean {
    return !(this.disabled || this.hasAttribute("readonly"));
  }

  get value(): T {
    return this.#value;
  }
  set value(value: T) {
    this.#value = value;
    this.syncForm();
    if (this.#built) this.refresh();
  }

  /** Sets the value as a person would: with its events. */
  protected commit(value: T): void {
    this.value = value;
    this.dispatchEvent(new Event("input", { bubbles: true, cancelable: true }));
    this.dispatchEvent(new Event("change", { bubbles: true, cancelable: true }));
  }

  protected keepQuietly(value: T): void {
    this.#value = value;
    this.syncForm();
  }

  protected syncForm(): void {
    this.internals.setFormValue(typeof this.#value === "string" ? this.#value : JSON.stringify(this.#value));
  }

  connectedCallback(): void {
    if (this.#built) return;
    this.#built = true;
    this.readInitial();
    this.replaceChildren(...this.build());
    this.syncForm();
    this.refresh();
  }

  attributeChangedCallback(): void {
    if (this.#built) this.refresh();
  }

  formDisabledCallback(): void {
    if (this.#built) this.refresh();
  }

  /** Takes the value from attributes and children, before `build` replaces the children. */
  protected abstract readInitial(): void;
  protected abstract build(): Element[];
  /** Shows the current value and whether it can be changed. */
  protected abstract refresh(): void;
}
