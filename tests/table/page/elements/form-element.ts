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

  /** What a system's own element reads and writes as its value. */
  get _value(): T {
    return this.#value;
  }
  set _value(value: T) {
    this.#value = value;
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
    return this._getValue();
  }
  set value(value: T) {
    this._setValue(value);
    this.syncForm();
    if (!this.#built) return;
    this.refresh();
    // The table's own elements say by `commit` that a person changed them; a system's has only this way.
    if (this.build === AbstractFormInputElement.prototype.build) this.#announce();
  }

  _getValue(): T {
    return this.#value;
  }
  _setValue(value: T): void {
    this.#value = value;
  }

  /** Sets the value as a person would: with its events. */
  protected commit(value: T): void {
    this.value = value;
    this.#announce();
  }

  #announce(): void {
    this.dispatchEvent(new Event("input", { bubbles: true, cancelable: true }));
    this.dispatchEvent(new Event("change", { bubbles: true, cancelable: true }));
  }

  protected keepQuietly(value: T): void {
    this.#value = value;
    this.syncForm();
  }

  protected syncForm(): void {
    const { value } = this;
    this.internals.setFormValue(typeof value === "string" ? value : JSON.stringify(value));
  }

  connectedCallback(): void {
    if (this.#built) return;
    this.#built = true;
    this.readInitial();
    this.replaceChildren(...this.build());
    this.syncForm();
    this.refresh();
    this._activateListeners();
  }

  attributeChangedCallback(): void {
    if (this.#built) this.refresh();
  }

  formDisabledCallback(): void {
    if (this.#built) this.refresh();
  }

  /** Takes the value from attributes and children, before `build` replaces the children. */
  protected readInitial(): void { /* a system's element takes it in its constructor */ }

  protected build(): Element[] {
    return this._buildElements();
  }

  /** Shows the current value and whether it can be changed. */
  protected refresh(): void {
    this._refresh();
    this._toggleDisabled(!this.editable);
  }

  // What a system's own element overrides, as the public page names it.

  _buildElements(): Element[] {
    return [];
  }

  _activateListeners(): void { /* for subclasses */ }

  _refresh(): void { /* for subclasses */ }

  _toggleDisabled(_disabled: boolean): void { /* for subclasses */ }
}
