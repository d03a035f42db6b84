import { fixedPool } from "../dice/pool";
import type { RollResult } from "../dice/types";
import type { Modifier } from "../modifiers/types";
import { readFateRoll } from "../powers/fate-roll";
import { asNamed, changeOf, withSuccesses } from "../powers/roll-changes";
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

/** Id of the Fate that is rolled beside another roll (Powers, Fate). */
export const fateRollId = (id: string): string => `fate:${id}`;

/**
 * A roll with what its powers make of it: Fate rolled besides and added, a named number of successes, successes of a strike
 * (Powers, Wrath, Fate's End, Predestined, Righteous Strike). Null while Fate's dice are missing.
 * @param id of the roll; `fateOf` throws Fate beside it, once however many targets read it
 */
export function alteredRoll(result: RollResult, { id, by, modifiers, fateOf }: {
  readonly id: string;
  readonly by: Side;
  readonly modifiers: readonly Modifier[];
  readonly fateOf: (dice: number, tn: number) => RollResult | null;
}): AlteredRoll | null {
  const who = by === "attacker" ? "attacker" : "target";
  const step = ({ label, data }: Modifier, text: string, values: PowerStep["data"]): PowerStep => ({ kind: "power", name: String(data?.["name"] ?? label), text: `FATEWALKER.Power.Did.${text}`, data: values, who, secret: false });
  const named = changeOf(modifiers, "predestined");
  if (named !== null) {
    const { roll, refund } = asNamed(result, named.change.named);
    const kind = result.successes < named.change.named ? "NamedFewer" : result.successes === named.change.named ? "NamedExactly" : "NamedMore";
    return {
      result: roll, altered: { roll: id, by, selfDamage: 0, refund: refund ? named.modifier.key : null },
      steps: [step(named.modifier, kind, { named: named.change.named, rolled: result.successes, successes: roll.successes })],
    };
  }
  const beside = changeOf(modifiers, "fateRoll");
  if (beside !== null) {
    const fate = fateOf(beside.change.dice, beside.change.tn);
    if (fate === null) return null;
    const { successes, selfDamage, refund } = readFateRoll(beside.change, fate);
    return {
      result: withSuccesses(result, result.successes + successes), altered: { roll: id, by, selfDamage, refund: refund ? beside.modifier.key : null },
      steps: [step(beside.modifier, refund && beside.modifier.cost !== undefined ? "FateRefunded" : "FateRolled", { successes, points: selfDamage })],
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

/** Throws the Fate beside a roll: the dice of the rating at a fixed TN; wounds never touch it (Powers, Fate). */
export function throwFate(journal: RollBook, id: string, by: Side, dice: number, tn: number): RollResult | null {
  return journal.pool(fateRollId(id), "fate", by, fixedPool({ dice, tn }));
}
