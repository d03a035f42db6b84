import { clockState, submitClock } from "../../flows/clock";
import { say } from "../../helpers/text";
import type { ScheduledEvent } from "../../rules/clock/types";
import { DAMAGE_TYPES } from "../../rules/keys";
import { WindowBase } from "../base";
import { closeOnEscape } from "../dialogs/window-habits";
import { readEvent, valuesIn, valuesOf, WRITTEN_KINDS, type EventValues } from "./event-form";

type Window = foundry.applications.api.ApplicationV2;

/** An event on the clock of a fight: its id, and what stands there already; null: it is new. */
interface Place {
  readonly id: string;
  readonly event: ScheduledEvent | null;
}

/**
 * The GM's window on something that shall happen on the clock. What cannot be is said at its field, and everything that was
 * written stays until the clock has taken it. Enter saves, Escape closes.
 */
class EventDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-event-dialog"],
    position: { width: 440, height: "auto" },
    window: { icon: "fa-solid fa-calendar-plus", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: Window) {
        if (this instanceof EventDialog) await this.save();
      },
    },
    actions: {
      cancel: function cancel(this: Window) {
        void this.close();
      },
    },
  };

  static override PARTS = {
    event: { template: "systems/fatewalker/templates/sidebar/event-dialog.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #combat: Combat.Implementation;
  readonly #place: Place;
  #values: EventValues;
  #problem: { readonly field: string; readonly text: string } | null = null;
  #isSaving = false;
  #hook: number | null = null;

  constructor(combat: Combat.Implementation, place: Place) {
    super({ id: `fw-event-${combat.id}-${place.id}` });
    this.#combat = combat;
    this.#place = place;
    this.#values = valuesOf(place.event);
  }

  override get title(): string {
    return say(this.#place.event === null ? "FATEWALKER.Event.Form.Add" : "FATEWALKER.Event.Form.Edit");
  }

  protected override async _prepareContext(): Promise<never> {
    const values = this.#values;
    return {
      ...values,
      kinds: WRITTEN_KINDS.map((value) => ({ value, label: say(`FATEWALKER.Event.Kind.${value}`), chosen: value === values.kind })),
      targets: this.#combat.combatants.contents.map(({ id, name }) => ({ value: id ?? "", label: name ?? "", chosen: id === values.target })),
      types: DAMAGE_TYPES.map((value) => ({ value, label: say(`FATEWALKER.Event.Type.${value}`), chosen: value === values.type })),
      wrong: this.#problem === null ? {} : { [this.#problem.field]: this.#problem.text },
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
    this.#hook = Hooks.on("deleteCombat", ({ id }: Combat.Implementation) => {
      if (id === this.#combat.id) void this.close();
    });
    this.element.querySelector<HTMLInputElement>("[name=tick]")?.select();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    if (this.#hook !== null) Hooks.off("deleteCombat", this.#hook);
  }

  /** Puts it on the clock and closes; what is refused stays as it was written, with the reason. */
  async save(): Promise<void> {
    if (this.#isSaving) return;
    this.#values = valuesIn(this.element);
    const read = readEvent(this.#values, clockState(this.#combat));
    if ("reason" in read) return this.#refuse(read.field, say(read.reason.key, read.reason.data));
    this.#isSaving = true;
    try {
      if (await submitClock(this.#combat, { kind: "schedule", operations: [{ kind: "schedule", eventId: this.#place.id, event: read }] })) await this.close();
    } finally {
      this.#isSaving = false;
    }
  }

  async #refuse(field: string, text: string): Promise<void> {
    this.#problem = { field, text };
    await this.render();
    this.element.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }
}

/** Opens the window of an event. @returns once it is closed again */
export async function openEvent(combat: Combat.Implementation, place: Place): Promise<void> {
  const dialog = new EventDialog(combat, place);
  const closed = new Promise<void>((resolve) => dialog.addEventListener("close", () => resolve(), { once: true }));
  await dialog.render({ force: true });
  await closed;
}
