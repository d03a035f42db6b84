import { fixedPool } from "../dice/pool";
import { supported } from "../dice/support";
import type { RollResult } from "../dice/types";
import type { Fighter } from "../fighter/types";
import type { Modifier } from "../modifiers/types";
import { readFateRoll } from "../powers/fate-roll";
import { asNamed, changeOf, withSuccesses } from "../powers/roll-changes";
import { supportRollPool, type SupportChange } from "../checks/support";
import type { RollBook } from "./journal";
import type { ResolutionStep, Side } from "./types";

type PowerStep = Extract<ResolutionStep, { kind: "power" }>;

/** What a power made of a roll once it was thrown. */
export interface Altered {
  /** Id of the roll. */
  readonly roll: string;
  readonly by: Side;
  /** Points of damage that the user takes for it, 0 or more. */
  readonly selfDamage: number;
  /** Key of the modifier whose cost comes back; null: none does. */
  readonly refund: string | null;
}

export interface AlteredRoll {
  readonly result: RollResult;
  readonly altered: Altered | null;
  readonly steps: readonly PowerStep[];
}

/** Rolls that are thrown beside another one: each once, however many targets read it. Null: not thrown yet. */
export interface Beside {
  /** The Fate rating at a fixed TN; wounds never touch it (Powers, Fate). */
  readonly fate: (dice: number, tn: number) => RollResult | null;
  /** The skill that supports the roll (core rules, Dice). */
  readonly support: (change: SupportChange) => RollResult | null;
}

/** Id of the Fate that is rolled beside another roll (Powers, Fate). */
export const fateRollId = (id: string): string => `fate:${id}`;

/** Id of the roll that supports another one (core rules, Dice). */
export const supportRollId = (id: string): string => `support:${id}`;

/** Id of the roll that this one is a part of: Fate and support are no tests of their own (Powers, Overview). */
export const testOf = (id: string): string => id.replace(/^(?:fate|support):/, "");

interface Throwing {
  readonly id: string;
  readonly by: Side;
  readonly fighter: Fighter;
  readonly modifiers: readonly Modifier[];
}

/**
 * What is thrown beside a roll. The support roll falls first, so it is asked for at once where there is one (core rules, Dice).
 * @param modifiers of the roll; `fighter` who makes it
 */
export function besides(journal: RollBook, { id, by, fighter, modifiers }: Throwing): Beside {
  let fate: RollResult | null | undefined;
  let support: RollResult | null | undefined;
  const beside: Beside = {
    fate: (dice, tn) => (fate ??= journal.pool(fateRollId(id), "fate", by, fixedPool({ dice, tn }))),
    support: (change) => (support ??= journal.pool(supportRollId(id), "support", by, supportRollPool(fighter, change))),
  };
  const supporting = changeOf(modifiers, "support");
  if (supporting !== null) beside.support(supporting.change);
  return beside;
}

interface Altering {
  readonly id: string;
  readonly by: Side;
  readonly modifiers: readonly Modifier[];
  readonly beside: Beside;
}

/**
 * A roll with what its powers make of it, and then with its support: a degree of failure of that takes successes away (Powers; core rules,
 * Dice; docs/readings.md, Dice). Null while dice of either are missing.
 */
export function alteredRoll(result: RollResult, altering: Altering): AlteredRoll | null {
  const { id, by, modifiers, beside } = altering;
  const supporting = changeOf(modifiers, "support");
  const support = supporting === null ? null : beside.support(supporting.change);
  const powered = poweredRoll(result, altering);
  if (powered === null || supporting === null) return powered;
  if (support === null) return null;
  const { successes, degreeOfFailure } = support;
  // By how much it fails tells its TN.
  const step = successes > 0 ? stepOf(supporting.modifier, by, "Supported", { successes }) : { ...stepOf(supporting.modifier, by, "SupportFailed", { degree: degreeOfFailure }), secret: true };
  return { ...powered, result: supported(powered.result, support), steps: [...powered.steps, { ...step, roll: supportRollId(id) }] };
}

/** Fate rolled besides and added, a named number of successes, successes of a strike (Powers, Wrath, Fate's End, Predestined, Righteous Strike). */
function poweredRoll(result: RollResult, { id, by, modifiers, beside: { fate: throwFate } }: Altering): AlteredRoll | null {
  const step = (modifier: Modifier, text: string, values: PowerStep["data"]): PowerStep => stepOf(modifier, by, text, values);
  const named = changeOf(modifiers, "predestined");
  if (named !== null) {
    const { roll, refund } = asNamed(result, named.change.named);
    const kind = result.successes < named.change.named ? "NamedFewer" : result.successes === named.change.named ? "NamedExactly" : "NamedMore";
    return {
      result: roll, altered: { roll: id, by, selfDamage: 0, refund: refund ? named.modifier.key : null },
      steps: [step(named.modifier, kind, { named: named.change.named, rolled: result.successes, successes: roll.successes })],
    };
  }
  const rolled = changeOf(modifiers, "fateRoll");
  if (rolled !== null) {
    const fate = throwFate(rolled.change.dice, rolled.change.tn);
    if (fate === null) return null;
    const { successes, selfDamage, refund } = readFateRoll(rolled.change, fate);
    return {
      result: withSuccesses(result, result.successes + successes), altered: { roll: id, by, selfDamage, refund: refund ? rolled.modifier.key : null },
      steps: [step(rolled.modifier, refund && rolled.modifier.cost !== undefined ? "FateRefunded" : "FateRolled", { successes, points: selfDamage })],
    };
  }
  const strike = changeOf(modifiers, "strike");
  if (strike === null) return { result, altered: null, steps: [] };
  const { successes, cancelsDefense, damage } = strike.change;
  return {
    result: successes === 0 ? result : withSuccesses(result, result.successes + successes), altered: null,
    steps: [
      ...(successes > 0 ? [step(strike.modifier, "StrikeSuccesses", { successes })] : []),
      ...(cancelsDefense ? [step(strike.modifier, "StrikeUndefended", {})] : []),
      ...(damage > 0 ? [step(strike.modifier, "StrikeDamage", { points: damage })] : []),
    ],
  };
}

const stepOf = ({ label, data }: Modifier, by: Side, text: string, values: PowerStep["data"]): PowerStep =>
  ({ kind: "power", name: String(data?.["name"] ?? label), text: `FATEWALKER.Power.Did.${text}`, data: values, who: by === "attacker" ? "attacker" : "target", secret: false });
