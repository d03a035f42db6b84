import { WindowBase } from "../../base";
import { closeOnEscape, renderOnChange } from "../window-habits";

type Window = foundry.applications.api.ApplicationV2;
type Field = HTMLInputElement | HTMLSelectElement;

const isField = (target: unknown): target is Field => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

const isWritten = (target: unknown): boolean => target instanceof HTMLInputElement && target.type === "text";

/** What a person put into a field: whether it is ticked, or its text. */
export const valueOf = (field: Field): string | boolean => (field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field.value);

/**
 * What the windows of damage, treatment and rest have in common: every change shows at once what it would do, Enter asks for it
 * and closes, Escape closes. Nothing happens anywhere before that.
 */
export abstract class HealingWindow extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-healing"],
    position: { width: 520, height: "auto" },
    window: { resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: Window) {
        if (this instanceof HealingWindow) await this.confirm();
      },
    },
    actions: {
      cancel: function cancel(this: Window) {
        void this.close();
      },
    },
  };

  #stop: (() => void)[] = [];
  #confirmed = false;

  /** What the window shows with the choices made so far. */
  protected abstract view(): object;

  /** Takes what stands in one field. */
  protected abstract take(name: string, value: string | boolean, field: Field): void;

  /** Can it be asked for as it stands? */
  protected abstract isReady(): boolean;

  /** Asks the GM's client for it. */
  protected abstract wish(): Promise<unknown>;

  /** Hooks beside documents after which the window has to be drawn anew. */
  protected watched(): readonly string[] {
    return [];
  }

  protected override async _prepareContext(): Promise<never> {
    // The mixin's context type knows nothing of our templates.
    return this.view() as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    // What one writes shows at every key. Drawn anew when it is left, the window would take a button away under the pointer.
    this.element.addEventListener("change", (event) => {
      if (!isWritten(event.target)) this.#changed(event.target);
    });
    this.element.addEventListener("input", (event) => {
      if (isWritten(event.target)) this.#changed(event.target);
    });
    this.element.addEventListener("keydown", (event) => this.#enter(event));
    closeOnEscape(this);
    this.#stop.push(renderOnChange(this));
    for (const name of this.watched()) {
      const id = Hooks.on(name as "targetToken", () => void this.render());
      this.#stop.push(() => Hooks.off(name as "targetToken", id));
    }
    this.element.querySelector<HTMLElement>("[data-first]:not(:disabled), button[type=submit]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    for (const stop of this.#stop) stop();
    this.#stop = [];
  }

  /** Enter in a field takes what stands there and confirms: drawing the window anew would swallow the key. */
  #enter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !isField(event.target) || event.target.type === "button") return;
    event.preventDefault();
    this.take(event.target.name, valueOf(event.target), event.target);
    void this.confirm();
  }

  #changed(target: EventTarget | null): void {
    if (!isField(target) || target.name === "") return;
    this.take(target.name, valueOf(target), target);
    void this.render();
  }

  /** Asks for it, once, and closes; with something that stands against it the window stays and says so. */
  async confirm(): Promise<void> {
    if (this.#confirmed) return;
    if (!this.isReady()) {
      await this.render();
      return;
    }
    this.#confirmed = true;
    void this.close();
    await this.wish();
  }
}
