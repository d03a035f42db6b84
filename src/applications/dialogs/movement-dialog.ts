import { say } from "../../helpers/text";
import { participantOf } from "../../flows/clock/address";
import { currentTargets } from "../../flows/exchange";
import { isBegunPace, movementNow, submitMove, type MoveArgs } from "../../flows/movement";
import { dropPlan } from "../../flows/movement/plans";
import { SEGMENT_ENDS } from "../../flows/movement/segments";
import { oneOf } from "../../data/message/read";
import type { Participant } from "../../rules/exchange/types";
import { WindowBase } from "../base";
import { movementView, type MovementChoices } from "./movement-view";
import { closeOnEscape, renderOnChange } from "./window-habits";

type Window = foundry.applications.api.ApplicationV2;

/**
 * How somebody moves: at rest it sets out, on the way it says how it goes on. One window for a combatant. Enter sets out,
 * Escape closes; whoever moves goes on without a word.
 */
export class MovementDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog"],
    position: { width: 440, height: "auto" },
    window: { title: "FATEWALKER.Move.Title", icon: "fa-solid fa-person-running", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: Window) {
        if (this instanceof MovementDialog) await this.begin();
      },
    },
    actions: {
      cancel: function cancel(this: Window) {
        void this.close();
      },
      stop: async function stop(this: Window) {
        if (this instanceof MovementDialog) await this.wish({ deed: "stop" });
      },
      change: async function change(this: Window, _event: PointerEvent, target: HTMLElement) {
        if (this instanceof MovementDialog) await this.wish({ deed: "change", pace: target.dataset.pace === "run" ? "run" : "walk" });
      },
      withdraw: async function withdraw(this: Window) {
        if (this instanceof MovementDialog) await this.wish({ deed: "withdraw" });
      },
      dropPlan: async function dropOwnPlan(this: Window) {
        if (this instanceof MovementDialog) await this.dropPlan();
      },
      next: async function next(this: Window, _event: PointerEvent, target: HTMLElement) {
        if (this instanceof MovementDialog) await this.wish({ deed: "next", next: oneOf(SEGMENT_ENDS, target.dataset.next) ?? "continue" });
      },
    },
  };

  static override PARTS = {
    movement: { template: "systems/fatewalker/templates/dialogs/movement.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #combatant: Combatant.Implementation;
  readonly #goal: Participant | null;
  #choices: MovementChoices;
  #stop: (() => void) | null = null;

  constructor(combatant: Combatant.Implementation) {
    super({ id: `fw-movement-${combatant.id}` });
    this.#combatant = combatant;
    const own = participantOf(combatant);
    this.#goal = currentTargets().find(({ actor }) => actor !== own?.actor) ?? null;
    this.#choices = { pace: combatant.actor?.statuses.has("prone") === true ? "crawl" : "run", terrain: 0, toward: this.#goal !== null };
  }

  protected override async _prepareContext(): Promise<never> {
    return (movementView(this.#combatant, this.#choices, this.#goal) ?? { title: say("FATEWALKER.Move.Title"), chips: [], rest: null, moving: null }) as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => this.#changed(event));
    closeOnEscape(this);
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLElement>("input[name=pace]:checked:not(:disabled), button[type=submit], [data-action=stop]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
  }

  #changed(event: Event): void {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.name === "pace" && isBegunPace(field.value)) this.#choices = { ...this.#choices, pace: field.value };
    else if (field instanceof HTMLInputElement && field.name === "toward") this.#choices = { ...this.#choices, toward: field.checked };
    else if (field instanceof HTMLSelectElement && field.name === "terrain") this.#choices = { ...this.#choices, terrain: Math.max(-4, Math.min(0, Math.trunc(Number(field.value)))) };
    else return;
    void this.render();
  }

  /** Sets out as chosen, and closes. */
  async begin(): Promise<void> {
    if (movementNow(this.#combatant) !== null) return;
    const { pace, terrain, toward } = this.#choices;
    void this.close();
    await this.wish({ deed: "begin", pace, terrain, toward: toward ? this.#goal : null });
  }

  /** Goes there all the same, and decides on arrival. */
  async dropPlan(): Promise<void> {
    await dropPlan(this.#combatant.id ?? "");
    await this.render();
  }

  /** Asks the GM's client for it. */
  async wish(args: MoveArgs): Promise<void> {
    const participant = participantOf(this.#combatant);
    if (participant !== null) await submitMove(participant, args);
  }
}
