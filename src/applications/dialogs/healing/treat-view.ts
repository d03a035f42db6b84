import { say, signed } from "../../../helpers/text";
import { hidesNumbers } from "../../../flows/exchange/card";
import { poolText } from "../../../flows/exchange/pool-text";
import type { Person } from "../../../flows/healing/people";
import type { Supply } from "../../../flows/healing/supplies";
import { checkChoice } from "../../../flows/powers/for-roll";
import { prepareTreatment, PROCEDURES, type TreatmentChoices, type TreatmentSetup } from "../../../flows/healing/treatment";
import { checkPool } from "../../../rules/checks/pool";
import { RuleError } from "../../../rules/errors";
import { HASTE, surgeryMinutes } from "../../../rules/healing/surgery";
import { declaredSuccesses } from "../../../rules/odds/declared";
import { powerRows } from "../powers-view";
import { modifierRows, oddsBars, percent, poolDice, withoutChosen, type SumCell } from "../roll-view";
import { personOptions } from "./chosen";

/** Everybody who may treat, and everybody who may be treated. */
export interface TreatPeople {
  readonly healers: readonly Person[];
  readonly patients: readonly Person[];
  readonly healer: Person | null;
  readonly patient: Person | null;
}

/** The setup as it stands, or why there is none. */
export function treatmentNow({ healer, patient }: TreatPeople, choices: TreatmentChoices): TreatmentSetup | RuleError {
  if (healer === null || patient === null) return new RuleError("FATEWALKER.Healing.Nobody");
  return RuleError.attempt(() => prepareTreatment({ healer, patient, choices, isGM: game.user?.isGM === true }));
}

/** What stands against it as it is chosen; null: nothing. */
export const refusalOf = ({ refusal, powers, power }: TreatmentSetup): RuleError | null => refusal ?? RuleError.refusal(() => { checkChoice(powers, power); });

/** Modifiers from which a player could read an NPC's wounds. */
const TELLING = ["mortal", "care", "late"];

/** What players may see of a roll for an NPC: the healer's own dice. */
function shownRoll(setup: TreatmentSetup) {
  const conceals = game.user?.isGM !== true && hidesNumbers(setup.patient.participant);
  const modifiers = conceals ? setup.modifiers.filter(({ key }) => !TELLING.includes(key)) : setup.modifiers;
  const { roll } = setup;
  const pool = setup.pool === null || roll === null ? null : conceals ? checkPool({ fighter: setup.healer.actor.toFighter(), target: { kind: "skill", skill: roll.skill }, modifiers }) : setup.pool;
  return { conceals, modifiers, pool };
}

/** Successes from which a roll does some good, and below which it does harm (Environmental Scenes, Healing Wounds). */
const THRESHOLDS = { firstAid: { good: 4, harm: 2 }, caretaking: { good: 2, harm: 1 }, stabilize: { good: 3, harm: 2 }, surgery: { good: 2, harm: 1 }, serum: { good: 0, harm: 0 } } as const;

function outlook({ procedure, extended }: TreatmentSetup, chances: readonly number[], conceals: boolean): SumCell[] {
  const atLeast = (count: number): number => chances.slice(Math.max(0, count)).reduce((sum, chance) => sum + chance, 0);
  const cell = (key: string, value: string, now = false): SumCell => ({ label: say(`FATEWALKER.Healing.Treat.${key}`), value, now });
  const total = extended?.total ?? 0;
  const minus = extended?.minus ?? 0;
  if (extended !== null && !conceals) {
    return [
      cell("Done", percent(atLeast(extended.needed - total + minus)), true),
      cell("Harm", percent(1 - atLeast(Math.max(0, minus - total)))),
      cell("Progress", say("FATEWALKER.Healing.Treat.ProgressOf", { total, needed: extended.needed })),
    ];
  }
  return [cell("Better", percent(atLeast(THRESHOLDS[procedure].good)), true), cell("Harm", percent(1 - atLeast(THRESHOLDS[procedure].harm)))];
}

function timeText({ time, cost }: TreatmentSetup): string {
  if (cost > 0) return say("FATEWALKER.Healing.Treat.TimeTicks", { ticks: cost });
  if (time.kind === "ticks") return say("FATEWALKER.Healing.Treat.TimeTicks", { ticks: time.ticks });
  return time.from === time.to ? say("FATEWALKER.Healing.Treat.TimeMinutes", { minutes: Math.round(time.from) }) : say("FATEWALKER.Healing.Treat.TimeMinutesOrMore", { from: time.from, to: time.to });
}

function supplyOptions(supplies: readonly Supply[], chosen: Supply | null, key: "Supply" | "Doses") {
  const none = { key: "none", name: say("FATEWALKER.Healing.Treat.None"), chosen: chosen === null };
  return [none, ...supplies.map(({ id, name, rating, quantity }) => ({ key: id, name: say(`FATEWALKER.Healing.Treat.${key}`, { name, rating, quantity }), chosen: chosen?.id === id }))];
}

/** What only some procedures ask for. */
function fields(setup: TreatmentSetup, choices: TreatmentChoices, conceals: boolean) {
  const { procedure, body, medkits, facilities, serums, medkit, facility, serum, cost } = setup;
  const rolls = procedure !== "serum";
  return {
    medkits: rolls && medkits.length > 0 ? supplyOptions(medkits, medkit, "Supply") : [],
    facilities: rolls && facilities.length > 0 ? supplyOptions(facilities, facility, "Supply") : [],
    serums: rolls ? [] : supplyOptions(serums, serum, "Doses"),
    facilityRating: rolls && game.user?.isGM === true ? { value: choices.facilityRating ?? "" } : null,
    minutes: procedure === "firstAid" && !conceals ? { value: setup.minutes } : null,
    hastes: procedure === "surgery" && !conceals
      ? HASTE.map((haste, index) => ({ key: String(index), name: say("FATEWALKER.Healing.Treat.HasteOption", { minutes: Math.round(surgeryMinutes(body, haste)), dice: signed(haste.modifier) }), chosen: index === choices.haste }))
      : [],
    care: procedure === "surgery" ? { checked: choices.useCare } : null,
    clock: cost > 0 || !choices.onClock ? { checked: choices.onClock } : null,
  };
}

/** Context of `templates/dialogs/healing/treat.hbs`. */
export function treatView(people: TreatPeople, choices: TreatmentChoices) {
  const setup = treatmentNow(people, choices);
  const frame = {
    title: people.healer === null || people.patient === null
      ? say("FATEWALKER.Healing.Treat.Title")
      : say("FATEWALKER.Healing.Treat.TitleOf", { healer: people.healer.name, procedure: say(`FATEWALKER.Healing.Procedure.${choices.procedure}`), patient: people.patient.name }),
    healers: personOptions(people.healers, people.healer?.actor.uuid ?? ""),
    patients: personOptions(people.patients, people.patient?.actor.uuid ?? ""),
    procedures: PROCEDURES.map((key) => ({ key, label: say(`FATEWALKER.Healing.Procedure.${key}`), chosen: key === choices.procedure })),
    about: say(`FATEWALKER.Healing.About.${choices.procedure}`),
    custom: choices.custom,
  };
  if (setup instanceof RuleError) return { ...frame, note: say(setup.key, setup.data), blocked: true, confirm: say("FATEWALKER.Healing.Treat.Confirm") };
  const { conceals, modifiers, pool } = shownRoll(setup);
  const chances = pool === null ? [] : declaredSuccesses(pool, modifiers, setup.healer.actor.toFighter());
  const refusal = refusalOf(setup);
  return {
    ...frame, ...fields(setup, choices, conceals),
    rolls: pool !== null,
    dice: pool === null ? [] : poolDice(pool),
    poolText: pool === null ? "" : poolText(pool),
    modifiers: pool === null ? [] : modifierRows(withoutChosen(modifiers, setup.powers), pool, null, modifiers),
    powers: powerRows(setup.powers),
    odds: pool === null ? [] : oddsBars(chances, THRESHOLDS[setup.procedure].good),
    sums: [
      ...(pool === null || setup.refusal !== null ? [] : outlook(setup, chances, conceals)),
      ...(conceals && setup.time.kind === "minutes" && setup.procedure !== "firstAid" ? [] : [{ label: say("FATEWALKER.Healing.Treat.Time"), value: timeText(setup), now: setup.cost > 0 }]),
    ],
    note: refusal === null ? "" : say(refusal.key, refusal.data),
    blocked: refusal !== null,
    confirm: say((setup.extended?.rolls ?? 0) > 0 ? "FATEWALKER.Healing.Treat.Again" : "FATEWALKER.Healing.Treat.Confirm"),
  };
}
