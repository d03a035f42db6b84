import { exchangeOf } from "../../data/message";
import { say } from "../../helpers/text";
import { participantOf } from "../../flows/clock/address";
import { perform } from "../../flows/exchange";
import { noChoices } from "../../flows/exchange/choices";
import { isSingleShot } from "../../flows/exchange/free-shot";
import { toManeuver } from "../../flows/exchange/maneuver";
import { submitLetBe } from "../../flows/moment/client";
import { isReaction } from "../../rules/maneuvers/answers";
import { isAttack } from "../../rules/maneuvers/kind";
import { WindowBase } from "../base";
import { closeAndSend, takeUpUnsent } from "./answer-sending";
import { joinPrompts, leavePrompts } from "./prompt-places";
import { closeOnEscape } from "./window-habits";

/** Context of `templates/dialogs/step-in.hbs`. */
interface StepInView {
  readonly title: string;
  readonly img: string;
  readonly hint: string;
  readonly maneuvers: readonly { readonly id: string; readonly name: string; readonly chosen: boolean }[];
  readonly none: boolean;
}

/** What was declared, and at whom, as the card says it. */
function titleOf(card: ReturnType<typeof exchangeOf>): string {
  const deed = { attacker: card?.attacker.name ?? "", maneuver: card?.maneuver.name ?? "" };
  const targets = (card?.targets ?? []).map(({ who }) => who.name).join(", ");
  return targets === "" ? say("FATEWALKER.Moment.PromptHead", deed) : say("FATEWALKER.Moment.PromptHeadAt", { ...deed, targets });
}

/**
 * Asks somebody who holds an action, or covers the place with fire, whether to put it before what was just declared. Enter goes on to the dialog of the
 * chosen maneuver, N lets it happen; closing the window answers nothing.
 */
export class StepInPrompt extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-step-in"],
    position: { width: 420, height: "auto" },
    window: { title: "FATEWALKER.Moment.PromptTitle", icon: "fa-solid fa-hand", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof StepInPrompt) await this.stepIn();
      },
    },
    actions: {
      letBe: async function letBe(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof StepInPrompt) await this.letBe();
      },
    },
  };

  static override PARTS = {
    stepIn: { template: "systems/fatewalker/templates/dialogs/step-in.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #combatant: Combatant.Implementation;
  readonly #card: string;
  readonly #free: boolean;
  #chosen: string | null = null;

  readonly #reopen: () => Promise<void>;

  /** @param reopen  opens the prompt anew, where the answer could not be sent */
  constructor(combatant: Combatant.Implementation, card: string, { free, reopen }: { readonly free: boolean; readonly reopen: () => Promise<void> }) {
    super({ id: `fw-step-in-${card}-${combatant.id}` });
    this.#combatant = combatant;
    this.#card = card;
    this.#free = free;
    this.#reopen = reopen;
    takeUpUnsent(this);
  }

  /** Id of the fight in which it is asked. */
  get fight(): string | null {
    return this.#combatant.parent?.id ?? null;
  }

  get #exchange(): ReturnType<typeof exchangeOf> {
    return exchangeOf(game.messages?.get(this.#card));
  }

  override get title(): string {
    return say("FATEWALKER.Moment.PromptFor", { name: this.#combatant.name ?? "", attacker: this.#exchange?.attacker.name ?? "" });
  }

  /** Everything that is an action, attacks first; free shots are single shots. */
  #items(): Item.Implementation[] {
    const items = (this.#combatant.actor?.items.contents ?? []) as Item.Implementation[];
    const able = items.flatMap((item) => {
      const maneuver = item.type === "maneuver" ? toManeuver(item) : null;
      if (maneuver === null || isReaction(maneuver) || maneuver.key === "common-hold-action") return [];
      return this.#free && !isSingleShot(maneuver) ? [] : [{ item, attacks: isAttack(maneuver) }];
    });
    return able.sort((one, other) => Number(other.attacks) - Number(one.attacks) || one.item.name.localeCompare(other.item.name)).map(({ item }) => item);
  }

  protected override async _prepareContext(): Promise<never> {
    const items = this.#items();
    const card = this.#exchange;
    const chosen = items.find(({ id }) => id === this.#chosen) ?? items[0];
    const view: StepInView = {
      title: titleOf(card),
      img: card?.attacker.img ?? "",
      hint: say(this.#free ? "FATEWALKER.Moment.PromptFree" : "FATEWALKER.Moment.PromptHint"),
      maneuvers: items.map(({ id, name }) => ({ id: id ?? "", name, chosen: id === chosen?.id })),
      none: items.length === 0,
    };
    // The mixin's context type knows nothing of our templates.
    return view as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => {
      if (event.target instanceof HTMLSelectElement) this.#chosen = event.target.value;
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "n" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
      event.preventDefault();
      event.stopPropagation();
      void this.letBe();
    });
    closeOnEscape(this);
    joinPrompts(this, [this.#exchange?.attacker.participant.token ?? null, participantOf(this.#combatant)?.token ?? null], () => this.takeFocus());
  }

  /** Puts the keyboard on stepping in, so that Enter, N and Escape mean this window. */
  takeFocus(): void {
    (this.element.querySelector<HTMLElement>("button[type=submit]") ?? this.element.querySelector<HTMLElement>("button[data-action=letBe]"))?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    leavePrompts(this);
  }

  /** Goes on to the dialog of the maneuver, aimed at the one who has declared; this window stays until that is done. */
  async stepIn(): Promise<void> {
    const items = this.#items();
    const item = items.find(({ id }) => id === this.#chosen) ?? items[0];
    const participant = participantOf(this.#combatant);
    const attacker = this.#exchange?.attacker.participant;
    if (item === undefined || participant === null || attacker === undefined) return;
    await perform(participant, item, { targets: [attacker] });
  }

  /** Lets it happen. */
  async letBe(): Promise<void> {
    const participant = participantOf(this.#combatant);
    if (participant === null) await this.close();
    else await closeAndSend(this, { chosen: null, choices: noChoices() }, () => submitLetBe(participant, this.#card), this.#reopen);
  }
}
