import { wishByHand } from "../../../flows/healing";
import { plainHand, type HandChoices } from "../../../flows/healing/by-hand";
import { personAt, type Person } from "../../../flows/healing/people";
import { oneOf } from "../../../data/message/read";
import type { Participant } from "../../../rules/exchange/types";
import { DAMAGE_TYPES } from "../../../rules/keys";
import { RuleError } from "../../../rules/errors";
import { chosenTargets } from "./chosen";
import { amountNow, damageView } from "./damage-view";
import { HealingWindow } from "./healing-window";

/** Damage and healing by the GM's hand, with the boxes as they would be, to targeted or selected tokens or to those it was opened for. */
export class DamageWindow extends HealingWindow {
  static override DEFAULT_OPTIONS = {
    id: "fw-apply-damage",
    window: { title: "FATEWALKER.Healing.Damage.Title", icon: "fa-solid fa-droplet" },
  };

  static override PARTS = {
    damage: { template: "systems/fatewalker/templates/dialogs/healing/damage.hbs", scrollable: [".fw-dialog-body"] },
  };

  /** For whom it was opened; null: whoever is targeted or selected now. */
  readonly #given: readonly Participant[] | null;
  #choices: HandChoices;
  /** Those who are left out. */
  readonly #left = new Set<string>();

  constructor(given: readonly Participant[] | null = null, choices: HandChoices = plainHand()) {
    super();
    this.#given = given;
    this.#choices = choices;
  }

  #people(): Person[] {
    return (this.#given ?? chosenTargets()).map(personAt);
  }

  protected override watched(): readonly string[] {
    return this.#given === null ? ["targetToken", "controlToken"] : [];
  }

  protected override view(): object {
    return damageView(this.#people(), this.#left, this.#choices);
  }

  protected override take(name: string, value: string | boolean, field: HTMLElement): void {
    const uuid = field.dataset.who;
    if (uuid !== undefined) {
      if (value === true) this.#left.delete(uuid);
      else this.#left.add(uuid);
      return;
    }
    if (name === "amount" && typeof value === "string") this.#choices = { ...this.#choices, amount: value.trim() };
    if (name === "deed") this.#choices = { ...this.#choices, deed: value === "heal" ? "heal" : "damage" };
    if (name === "type") this.#choices = { ...this.#choices, type: oneOf(DAMAGE_TYPES, value) ?? "physical" };
    if (name === "stun" || name === "armor" || name === "shield" || name === "skipTemporary") this.#choices = { ...this.#choices, [name]: value === true };
  }

  #chosen(): Participant[] {
    return this.#people().filter(({ actor }) => !this.#left.has(actor.uuid)).map(({ participant }) => participant);
  }

  protected override isReady(): boolean {
    const amount = amountNow(this.#choices);
    return amount !== null && !(amount instanceof RuleError) && this.#chosen().length > 0;
  }

  protected override wish(): Promise<unknown> {
    return wishByHand(this.#chosen(), this.#choices);
  }
}
