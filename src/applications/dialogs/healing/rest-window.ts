import { oneOf } from "../../../data/message/read";
import { wholeNumber } from "../../../helpers/numbers";
import { wishRest } from "../../../flows/healing";
import { ACTIVITIES, PLACES, plainNight, SLEEPS, type NightChoices } from "../../../flows/healing/night";
import type { Person } from "../../../flows/healing/people";
import { REST_KINDS, type RestChoices, type RestKind } from "../../../flows/healing/rest";
import type { Participant } from "../../../rules/exchange/types";
import { isOutOfIt } from "../../../rules/modifiers/situation";
import { peopleHere, selected } from "./chosen";
import { HealingWindow } from "./healing-window";
import { restView, type RestPeople } from "./rest-view";

/** A night's sleep, a day on the road, the end of a session, goal, story or scene: for one or for many at once, with what it does to each. */
export class RestWindow extends HealingWindow {
  static override DEFAULT_OPTIONS = {
    id: "fw-rest",
    window: { title: "FATEWALKER.Rest.Title", icon: "fa-solid fa-bed" },
  };

  static override PARTS = {
    rest: { template: "systems/fatewalker/templates/dialogs/healing/rest.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #given: readonly Participant[];
  readonly #chosen: Set<string>;
  #choices: RestChoices;

  /** @param given for whom it is opened; without, the selected ones, else for a GM all characters of players */
  constructor(given: readonly Participant[] = [], kind: RestKind = "night") {
    super();
    this.#given = given.length > 0 ? given : selected();
    this.#choices = { kind, night: plainNight(), forced: false };
    const first = this.#given.length > 0 ? this.#given.map(({ actor }) => actor) : this.#everyone().filter(({ actor }) => actor.hasPlayerOwner).map(({ actor }) => actor.uuid);
    this.#chosen = new Set(first);
  }

  #everyone(): Person[] {
    return peopleHere(this.#given).filter(({ actor }) => actor.isOwner && !actor.statuses.has("dead"));
  }

  #people(): RestPeople {
    const everyone = this.#everyone();
    return {
      everyone,
      carers: everyone.filter(({ actor }) => !isOutOfIt(actor.toFighter().statuses)),
      chosen: everyone.filter(({ actor }) => this.#chosen.has(actor.uuid)),
    };
  }

  protected override view(): object {
    return restView(this.#people(), this.#choices);
  }

  #night(changes: Partial<NightChoices>): void {
    this.#choices = { ...this.#choices, night: { ...this.#choices.night, ...changes } };
  }

  protected override take(name: string, value: string | boolean, field: HTMLElement): void {
    const { who, power } = field.dataset;
    if (who !== undefined) {
      if (value === true) this.#chosen.add(who);
      else this.#chosen.delete(who);
      return;
    }
    if (power !== undefined) return this.#night({ switched: { ...this.#choices.night.switched, [power]: value === true } });
    const written = String(value);
    switch (name) {
      case "kind":
        this.#choices = { ...this.#choices, kind: oneOf(REST_KINDS, written) ?? "night" };
        return;
      case "forced":
        this.#choices = { ...this.#choices, forced: value === true };
        return;
      case "sleep":
        return this.#night({ sleep: oneOf(SLEEPS, written) ?? "full" });
      case "place":
        return this.#night({ place: oneOf(PLACES, written) ?? "average" });
      case "facility":
        return this.#night({ facility: wholeNumber(written, { min: 0, max: 12 }) ?? 0 });
      case "activity":
        return this.#night({ activity: oneOf(ACTIVITIES, written) ?? "none" });
      case "heal":
        return this.#night({ heal: value === true });
      case "caretaker":
        this.#night({ caretaker: this.#people().carers.find(({ actor }) => actor.uuid === written)?.participant ?? null });
    }
  }

  protected override isReady(): boolean {
    return this.#people().chosen.length > 0;
  }

  protected override wish(): Promise<unknown> {
    return wishRest(this.#people().chosen.map(({ participant }) => participant), this.#choices);
  }
}
