import { choose, noChoices, readChoices } from "../exchange/choices";
import { fightOf } from "../exchange/setup";
import { nullableCount, oneOf, record, text, truth, whole } from "../../data/message/read";
import { isRecord } from "../../data/message/read";
import { checkPool } from "../../rules/checks/pool";
import type { ExtendedRoll } from "../../rules/dice/extended";
import type { Pool } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import { CARETAKING, caretakingMinutes, caretakingModifiers, caretakingRefusal } from "../../rules/healing/caretaking";
import { FIRST_AID, firstAidModifiers, firstAidRefusal } from "../../rules/healing/first-aid";
import { SERUM } from "../../rules/healing/serum";
import { STABILIZE, beginStabilize, stabilizeModifiers, stabilizeRefusal } from "../../rules/healing/stabilize";
import { HASTE, SURGERY, beginSurgery, surgeryMinutes, surgeryModifiers, surgeryRefusal, type Haste } from "../../rules/healing/surgery";
import type { Patient } from "../../rules/healing/types";
import type { AttributeKey, SkillKey } from "../../rules/keys";
import { checkModifiers } from "../../rules/modifiers/check";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { targetNumber } from "../../rules/modifiers/sum";
import type { Modifier } from "../../rules/modifiers/types";
import { situationRelief } from "../../rules/powers/modifiers";
import { filled } from "../../rules/wounds/penalty";
import type { PowerChoice } from "../powers/choice";
import { chosenPower, powerOptions, standingModifiers, type PowerOption, type RollMoment } from "../powers/for-roll";
import { powerUserOf } from "../powers/power-user";
import { worldTime } from "./new-wound";
import { checkAlive, type Person } from "./people";
import { patientOf, progressOf } from "./patient";
import { pickSupply, ratingsOf, suppliesAtHand, type Supply, type SupplyChoice } from "./supplies";

export const PROCEDURES = ["firstAid", "stabilize", "serum", "caretaking", "surgery"] as const;
export type Procedure = (typeof PROCEDURES)[number];

/** What a person chose in the window: sent with the wish; everything is worked out anew from it. */
export interface TreatmentChoices {
  readonly procedure: Procedure;
  readonly medkit: SupplyChoice;
  readonly facility: SupplyChoice;
  /** Rating of a facility that the GM names; null: none. */
  readonly facilityRating: number | null;
  readonly serum: SupplyChoice;
  /** Minutes since the injury; null: by the world's clock. */
  readonly minutes: number | null;
  /** Index among the ways to hurry a surgery. */
  readonly haste: number;
  /** The surgeon uses up what First Aid and Caretaking left. */
  readonly useCare: boolean;
  /** In a fight it takes its ticks. */
  readonly onClock: boolean;
  readonly switched: Readonly<Record<string, boolean>>;
  readonly custom: number;
  /** The active power that is put into the roll; null: none. */
  readonly power: PowerChoice | null;
}

export const plainTreatment = (procedure: Procedure): TreatmentChoices =>
  ({ procedure, medkit: "best", facility: "best", facilityRating: null, serum: "best", minutes: null, haste: 0, useCare: true, onClock: true, switched: {}, custom: 0, power: null });

const MOST_FACILITY = 12;
const CUSTOM_LIMIT = 20;

/** Choices out of a wish or a form. */
export function readTreatment(value: unknown): TreatmentChoices {
  const source = record(value);
  const plain = plainTreatment(oneOf(PROCEDURES, source.procedure) ?? "firstAid");
  const switched = isRecord(source.switched) ? source.switched : {};
  const named = nullableCount(source.facilityRating);
  return {
    ...plain,
    medkit: text(source.medkit) || plain.medkit,
    facility: text(source.facility) || plain.facility,
    facilityRating: named === null ? null : Math.min(MOST_FACILITY, named),
    serum: text(source.serum) || plain.serum,
    minutes: nullableCount(source.minutes),
    haste: Math.max(0, Math.min(HASTE.length - 1, whole(source.haste))),
    useCare: source.useCare === undefined || truth(source.useCare),
    onClock: source.onClock === undefined || truth(source.onClock),
    switched: Object.fromEntries(Object.entries(switched).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
    custom: Math.max(-CUSTOM_LIMIT, Math.min(CUSTOM_LIMIT, whole(source.custom))),
    power: readChoices({ power: source.power }).power,
  };
}

/** How long something takes: ticks of the fight, or minutes. */
export type Duration = { readonly kind: "ticks"; readonly ticks: number } | { readonly kind: "minutes"; readonly from: number; readonly to: number };

/** A treatment as it would be given now: the same for the window and for the client that commits it. */
export interface TreatmentSetup {
  readonly procedure: Procedure;
  readonly healer: Person;
  readonly patient: Person;
  readonly body: Patient;
  readonly roll: { readonly attribute: AttributeKey; readonly skill: SkillKey } | null;
  readonly modifiers: readonly Modifier[];
  /** Null for serum, which rolls nothing. */
  readonly pool: Pool | null;
  /** Active powers that may be put into the roll, with the one that was wanted; that one stands only as long as it can be paid. */
  readonly powers: readonly PowerOption[];
  readonly power: PowerChoice | null;
  /** Null for what one roll settles. */
  readonly extended: ExtendedRoll | null;
  readonly time: Duration;
  /** Ticks on the healer's clock; 0 outside a fight, or where it takes none. */
  readonly cost: number;
  readonly minutes: number;
  readonly medkits: readonly Supply[];
  readonly facilities: readonly Supply[];
  readonly serums: readonly Supply[];
  readonly medkit: Supply | null;
  readonly facility: Supply | null;
  readonly serum: Supply | null;
  /** Why it cannot be done; null: it can. */
  readonly refusal: RuleError | null;
}

const TICKS_PER_MINUTE = 120;
const ROLLS: Readonly<Record<Procedure, TreatmentSetup["roll"]>> = { firstAid: FIRST_AID, stabilize: STABILIZE, serum: null, caretaking: CARETAKING, surgery: SURGERY };

/** The way to hurry at an index. */
export const hasteAt = (index: number): Haste => HASTE[index] ?? HASTE[0];

/** Whole minutes between the last new wound and now, by the world's clock; 0 where its time is not known. */
export function minutesSinceWound(actor: Actor.Implementation): number {
  const since = (actor.system as { healing?: { lastNewWound?: number | null } }).healing?.lastNewWound ?? null;
  return since === null ? 0 : Math.max(0, Math.floor((worldTime() - since) / 60));
}

function refusalOf(procedure: Procedure, healer: Person, body: Patient): RuleError | null {
  if (isOutOfIt(healer.actor.toFighter().statuses)) return new RuleError("FATEWALKER.Healing.HealerOut", { name: healer.name });
  switch (procedure) {
    case "firstAid": return firstAidRefusal(body);
    case "stabilize": return stabilizeRefusal(body);
    case "caretaking": return caretakingRefusal(body);
    case "surgery": return surgeryRefusal(body);
    case "serum": return filled(body.wounds) + body.wounds.mortal.value > 0 ? null : new RuleError("FATEWALKER.Healing.NoWounds");
  }
}

function durationOf(procedure: Procedure, body: Patient, haste: Haste): Duration {
  const minutes = (from: number, to = from): Duration => ({ kind: "minutes", from, to });
  switch (procedure) {
    case "firstAid": return minutes(FIRST_AID.minutes[0], FIRST_AID.minutes[1]);
    case "stabilize": return { kind: "ticks", ticks: STABILIZE.ticks };
    case "serum": return { kind: "ticks", ticks: SERUM.ticks };
    case "caretaking": return minutes(caretakingMinutes(body));
    case "surgery": return minutes(surgeryMinutes(body, haste));
  }
}

function extendedOf(procedure: Procedure, patient: Person, body: Patient): ExtendedRoll | null {
  if (procedure === "stabilize") return { ...beginStabilize(body), ...progressOf(patient.actor, "stabilizing") };
  return procedure === "surgery" ? { ...beginSurgery(body), ...progressOf(patient.actor, "surgery") } : null;
}

/**
 * Works out what a treatment would be now (Environmental Scenes, Healing Wounds).
 * @throws RuleError for a dead patient, a supply that is gone, another package's actor; everything else that stands against it is
 * the setup's `refusal`, so that a window can show it beside the choices
 */
export function prepareTreatment({ healer, patient, choices, isGM }: { readonly healer: Person; readonly patient: Person; readonly choices: TreatmentChoices; readonly isGM: boolean }): TreatmentSetup {
  checkAlive(patient);
  const { procedure } = choices;
  const body = patientOf(patient.actor);
  const at = { healer: healer.actor, patient: patient.actor };
  const [medkits, facilities, serums] = [suppliesAtHand("medkit", at), suppliesAtHand("facility", at), suppliesAtHand("serum", at)];
  const medkit = pickSupply(medkits, choices.medkit);
  const facility = pickSupply(facilities, choices.facility);
  const serum = procedure === "serum" ? pickSupply(serums, choices.serum) : null;
  const supplies = ratingsOf(medkit, facility, isGM ? choices.facilityRating : null);
  const minutes = choices.minutes ?? minutesSinceWound(patient.actor);
  const haste = hasteAt(choices.haste);
  const refusal = refusalOf(procedure, healer, body) ?? (procedure === "serum" && serum === null ? new RuleError("FATEWALKER.Healing.NoSerum", { name: healer.name }) : null);
  const time = durationOf(procedure, body, haste);
  const ticks = time.kind === "ticks" ? time.ticks : Math.ceil(time.from * TICKS_PER_MINUTE);
  const inFight = fightOf(healer.participant) !== null;
  const roll = ROLLS[procedure];
  const own = healingModifiers(procedure, { supplies, body, minutes, haste, useCare: choices.useCare });
  const power = roll === null ? null : choices.power;
  const moment = roll === null ? null : treatmentMoment(healer, roll.skill);
  const powers = moment === null ? [] : powerOptions(moment, power);
  const chosen = chosenPower(powers)?.modifier ?? null;
  const put = [...(chosen === null ? [] : [chosen]), ...(moment === null ? [] : standingModifiers(moment))];
  const { modifiers, pool } = roll === null ? { modifiers: [], pool: null } : poolOf(healer, roll, [...own, ...put], { choices, isGM, inFight });
  return {
    procedure, healer, patient, body, modifiers, pool, powers, power, time, minutes, medkits, facilities, serums, medkit, facility, serum, refusal,
    roll: roll === null ? null : { attribute: roll.attribute, skill: roll.skill },
    extended: refusal === null ? extendedOf(procedure, patient, body) : null,
    cost: inFight && choices.onClock ? ticks : 0,
  };
}

/** The roll as powers see it: an action for nobody's harm (Powers, Overview and Boon). */
function treatmentMoment({ actor, participant }: Person, skill: SkillKey): RollMoment {
  const fighter = actor.toFighter();
  return { actor, participant, kind: "act", opponent: null, skill, tn: targetNumber(fighter, skill), penalty: fighter.woundPenalty };
}

function healingModifiers(procedure: Procedure, { supplies, body, minutes, haste, useCare }: { readonly supplies: ReturnType<typeof ratingsOf>; readonly body: Patient; readonly minutes: number; readonly haste: Haste; readonly useCare: boolean }): Modifier[] {
  switch (procedure) {
    case "firstAid": return firstAidModifiers(supplies, minutes);
    case "stabilize": return stabilizeModifiers(supplies, body);
    case "caretaking": return caretakingModifiers(supplies);
    case "surgery": return surgeryModifiers({ supplies, patient: body, haste, useCare });
    case "serum": return [];
  }
}

/** The healer's pool with everything that changes it, switched as the person chose. */
export function poolOf(
  { actor }: Person,
  roll: { readonly attribute: AttributeKey; readonly skill: SkillKey },
  own: readonly Modifier[],
  { choices: { switched, custom }, isGM, inFight }: { readonly choices: Pick<TreatmentChoices, "switched" | "custom">; readonly isGM: boolean; readonly inFight: boolean },
): { readonly modifiers: Modifier[]; readonly pool: Pool } {
  const fighter = actor.toFighter();
  const chosen = choose([...checkModifiers({ fighter, attribute: roll.attribute, skill: roll.skill }), ...own], { ...noChoices(), switched, custom }, isGM);
  const relief = situationRelief(chosen, powerUserOf(actor).passives, { combat: inFight });
  const modifiers = relief === null ? chosen : [...chosen, relief];
  return { modifiers, pool: checkPool({ fighter, target: { kind: "skill", skill: roll.skill }, modifiers }) };
}
