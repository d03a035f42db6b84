import { currentMode, isMessageMode, type MessageMode } from "../../compat/message-modes";
import { noChoices, type Choices } from "../../flows/exchange/choices";
import { say } from "../../helpers/text";
import { RuleError } from "../../rules/errors";
import { QuestionWindow } from "./question-window";
import { NO_ENTRY, readCustom, type CustomEntry } from "./custom-dice";
import { renderOnChange } from "./window-habits";
import { POWERS_TEMPLATE, withPowerField } from "./powers-view";
import { withChoice, type RollView } from "./roll-view";

export interface RollAnswer {
  readonly choices: Choices;
  readonly mode: MessageMode;
}

/**
 * A window before a roll: what is rolled, with every modifier and the exact odds, worked out anew at every switch. Enter
 * confirms while the window has the focus, Escape cancels; nothing happens anywhere before that.
 */
export abstract class RollDialog extends QuestionWindow<RollAnswer> {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    position: { width: 480, height: "auto" },
    window: { resizable: true },
  };

  static override PARTS = {
    roll: { template: "systems/fatewalker/templates/dialogs/roll.hbs", templates: [POWERS_TEMPLATE], scrollable: [".fw-dialog-body"] },
  };

  protected choices: Choices = noChoices();
  protected mode: MessageMode = currentMode();
  #custom: CustomEntry = NO_ENTRY;
  #stop: (() => void) | null = null;
  /** What was shown last; null before the first drawing. */
  #shown: RollView | null = null;

  /** What the window shows with the choices made so far. */
  protected abstract view(): RollView;

  /**
   * While a window is open, what it was opened for may become impossible: the weapon is taken, the token is gone. Then the person is told
   * why, and the window closes. @returns null in that case
   */
  #orGiveUp<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof RuleError) || this.#shown === null) throw error;
      // Once, however many drawings are on their way.
      if (this.isAwaited) ui.notifications?.warn(say(error.key, error.data));
      this.settle(null);
      void this.close();
      return null;
    }
  }

  protected override async _prepareContext(): Promise<never> {
    this.#shown = this.#orGiveUp(() => this.view()) ?? this.#shown;
    // The mixin's context type knows nothing of our templates.
    return { ...this.#shown, ...(this.#custom.problem === "" ? {} : { custom: this.#custom.text, customProblem: this.#custom.problem }) } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => this.#changed(event));
    this.element.addEventListener("keydown", (event) => this.#enter(event));
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
    Hooks.callAll("fatewalker.preview", { combatant: "", tick: null });
  }

  /** Enter in the field for custom dice takes what stands there and confirms: drawing the window anew would swallow the key. */
  #enter(event: KeyboardEvent): void {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || field.name !== "custom") return;
    event.preventDefault();
    this.#takeCustom(field.value);
    if (this.#custom.problem === "") this.confirm();
    else void this.render();
  }

  #takeCustom(text: string): void {
    this.#custom = readCustom(text);
    if (this.#custom.dice !== null) this.choices = { ...this.choices, custom: this.#custom.dice };
  }

  #changed(event: Event): void {
    const field = event.target;
    const powered = withPowerField(this.choices, field);
    if (powered !== null) {
      this.choices = powered;
    } else if (field instanceof HTMLInputElement && field.dataset.modifier) {
      const { modifier } = field.dataset;
      const switched = this.#orGiveUp(() => this.switched(modifier, field.checked));
      if (switched === null) return;
      this.choices = { ...this.choices, switched };
    } else if (field instanceof HTMLInputElement && field.name === "custom") {
      this.#takeCustom(field.value);
    } else if ((field instanceof HTMLSelectElement || field instanceof HTMLInputElement) && field.dataset.choice) {
      this.choices = withChoice(this.choices, field.dataset.choice, field.value);
    } else if (field instanceof HTMLSelectElement && field.name === "weapon") {
      this.choices = { ...this.choices, weapon: field.value };
    } else if (field instanceof HTMLSelectElement && field.name === "mode" && isMessageMode(field.value)) {
      this.mode = field.value;
      return;
    } else return;
    void this.render();
  }

  /** Switching one modifier; of traits and the like the one switched on last wins. */
  protected switched(key: string, on: boolean): Readonly<Record<string, boolean>> {
    const rivals = on ? this.rivals(key) : [];
    return { ...this.choices.switched, ...Object.fromEntries(rivals.map((rival) => [rival, false])), [key]: on };
  }

  /** Keys of the modifiers that exclude this one. */
  protected abstract rivals(key: string): readonly string[];

  /** Rolls with what was chosen, and closes; not with a field that cannot be read. */
  override confirm(): void {
    if (this.#custom.problem !== "") {
      this.element.querySelector<HTMLInputElement>("input[name=custom]")?.focus();
      return;
    }
    this.settle({ choices: this.choices, mode: this.mode });
    void this.close();
  }
}
