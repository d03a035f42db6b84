import { oneOf } from "../../../data/message/read";
import { noChoices } from "../../../flows/exchange/choices";
import { wholeNumber } from "../../../helpers/numbers";
import { wishTreatment } from "../../../flows/healing";
import { patientOf } from "../../../flows/healing/patient";
import type { Person } from "../../../flows/healing/people";
import { hasteAt, plainTreatment, PROCEDURES, type Procedure, type TreatmentChoices } from "../../../flows/healing/treatment";
import { RuleError } from "../../../rules/errors";
import type { Participant } from "../../../rules/exchange/types";
import { isBleeding } from "../../../rules/healing/patient";
import { HASTE } from "../../../rules/healing/surgery";
import { isOutOfIt } from "../../../rules/modifiers/situation";
import { POWERS_TEMPLATE, withPowerField } from "../powers-view";
import { peopleHere } from "./chosen";
import { HealingWindow } from "./healing-window";
import { refusalOf, treatmentNow, treatView, type TreatPeople } from "./treat-view";

export interface TreatRequest {
  readonly healer: Participant | null;
  readonly patient: Participant | null;
  readonly procedure?: Procedure;
}

/** What most helps somebody now: what bleeds is stabilised, what is fresh gets First Aid. */
function firstProcedure(patient: Person | null): Procedure {
  if (patient === null) return "firstAid";
  const body = patientOf(patient.actor);
  if (isBleeding(body)) return "stabilize";
  if (body.wounds.mortal.value > 0) return "surgery";
  return body.firstAid === null ? "firstAid" : "caretaking";
}

/** Treats somebody: who, whom and how, with the pool, its modifiers, the exact chances, the time it takes and what it can do wrong. */
export class TreatWindow extends HealingWindow {
  static override DEFAULT_OPTIONS = {
    id: "fw-treat",
    window: { title: "FATEWALKER.Healing.Treat.Title", icon: "fa-solid fa-kit-medical" },
  };

  static override PARTS = {
    treat: { template: "systems/fatewalker/templates/dialogs/healing/treat.hbs", templates: [POWERS_TEMPLATE], scrollable: [".fw-dialog-body"] },
  };

  readonly #request: TreatRequest;
  #choices: TreatmentChoices;
  #healer: string;
  #patient: string;

  constructor(request: TreatRequest) {
    super();
    this.#request = request;
    const { healers, patients } = this.#everyone();
    this.#healer = (healers.find(({ actor }) => actor.uuid === request.healer?.actor) ?? healers.find(({ actor }) => actor.uuid !== request.patient?.actor) ?? healers[0])?.actor.uuid ?? "";
    this.#patient = (patients.find(({ actor }) => actor.uuid === request.patient?.actor) ?? patients.find(({ actor }) => actor.uuid !== this.#healer))?.actor.uuid ?? "";
    this.#choices = plainTreatment(request.procedure ?? firstProcedure(this.#people().patient));
  }

  #everyone(): Pick<TreatPeople, "healers" | "patients"> {
    const { healer, patient } = this.#request;
    const all = peopleHere([healer, patient].filter((entry) => entry !== null));
    return {
      healers: all.filter(({ actor }) => actor.isOwner && !isOutOfIt(actor.toFighter().statuses)),
      patients: all.filter(({ actor }) => !actor.statuses.has("dead")),
    };
  }

  #people(): TreatPeople {
    const { healers, patients } = this.#everyone();
    const find = (people: readonly Person[], uuid: string): Person | null => people.find(({ actor }) => actor.uuid === uuid) ?? null;
    return { healers, patients, healer: find(healers, this.#healer), patient: find(patients, this.#patient) };
  }

  protected override view(): object {
    return treatView(this.#people(), this.#choices);
  }

  protected override take(name: string, value: string | boolean, field: HTMLElement): void {
    const powered = withPowerField({ ...noChoices(), power: this.#choices.power }, field);
    if (powered !== null) {
      this.#choices = { ...this.#choices, power: powered.power };
      return;
    }
    const { modifier } = field.dataset;
    if (modifier !== undefined) {
      this.#choices = { ...this.#choices, switched: { ...this.#choices.switched, [modifier]: value === true } };
      return;
    }
    const written = String(value);
    switch (name) {
      case "healer":
        this.#healer = written;
        this.#choices = { ...this.#choices, medkit: "best", facility: "best", serum: "best", switched: {}, power: null };
        return;
      case "patient":
        this.#patient = written;
        this.#choices = { ...plainTreatment(firstProcedure(this.#people().patient)), custom: this.#choices.custom };
        return;
      case "procedure":
        this.#choices = { ...this.#choices, procedure: oneOf(PROCEDURES, written) ?? "firstAid", switched: {} };
        return;
      case "medkit":
      case "facility":
      case "serum":
        this.#choices = { ...this.#choices, [name]: written };
        return;
      case "facilityRating":
      case "minutes":
        this.#choices = { ...this.#choices, [name]: wholeNumber(written, { min: 0, max: name === "minutes" ? 100_000 : 12 }) };
        return;
      case "haste":
        this.#choices = { ...this.#choices, haste: HASTE.indexOf(hasteAt(Number(written))) };
        return;
      case "useCare":
      case "onClock":
        this.#choices = { ...this.#choices, [name]: value === true };
        return;
      case "custom":
        this.#choices = { ...this.#choices, custom: wholeNumber(written, { min: -20, max: 20 }) ?? 0 };
    }
  }

  protected override isReady(): boolean {
    const setup = treatmentNow(this.#people(), this.#choices);
    return !(setup instanceof RuleError) && refusalOf(setup) === null;
  }

  protected override async wish(): Promise<unknown> {
    const { healer, patient } = this.#people();
    return healer === null || patient === null ? null : wishTreatment(healer.participant, patient.participant, this.#choices);
  }
}
