import type { RollResult } from "../dice/types";
import { firstPart, parryRoll } from "../exchange/answered";
import { failureDamage, meet } from "../exchange/meeting";
import { attackPool, reactionPool } from "../exchange/pools";
import type { Thrown } from "../exchange/target";
import type { Reaction } from "../exchange/work";
import { hasEffect } from "../maneuvers/effects";
import { BlowBook } from "./books";
import type { Chance } from "./explore";
import { poolResults } from "./results";
import { workOn, type Aimed } from "./work";

/** Results of attack and answer that come to the same. */
export interface MeetingChance {
  /** One of those results. */
  readonly thrown: Thrown;
  readonly chance: number;
  /** Chances of what the parry takes off, over all of its successes; null: there is none. */
  readonly parry: readonly number[] | null;
}

/**
 * Everything that an attack roll and its answer can come to, each with its chance. Results are taken together where nothing that
 * follows tells them apart: the same net successes, the same flat points of a failed catch, a parry that hits (Dramatic Scenes, The Attack Roll).
 */
export function meetings(aimed: Aimed): MeetingChance[] {
  const { state, index, target } = aimed;
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const pool = reactionPool(target);
  const answers: readonly Chance<RollResult | null>[] = pool === null ? [{ value: null, chance: 1 }] : poolResults(pool);
  const attack = workOn(aimed, new BlowBook()).attack.maneuver;
  const reactive = given === null ? null : firstPart(given).maneuver;
  const area = (state.declaration.area ?? null) !== null;
  const found = new Map<string, { readonly thrown: Thrown; chance: number; readonly cancels: boolean }>();
  for (const thrown of poolResults(attackPool(state, index))) {
    for (const answered of answers) {
      const meeting = meet({ attack, successes: thrown.value.successes, reaction: reactive === null || answered.value === null ? null : { maneuver: reactive, successes: answered.value.successes }, area });
      const key = JSON.stringify([meeting, distinction(given, answered.value)]);
      const known = found.get(key);
      const chance = thrown.chance * answered.chance;
      if (known === undefined) found.set(key, { thrown: { attack: thrown.value, reaction: answered.value }, chance, cancels: meeting.cancels });
      else known.chance += chance;
    }
  }
  const parry = given === null ? null : parryChances(aimed, given, answers);
  return [...found.values()].map(({ thrown, chance, cancels }) => ({ thrown, chance, parry: cancels ? parry : null }));
}

/** What else of an answer's roll counts later on: the flat points of its failure, the metres that it gets away. */
function distinction(given: Reaction | null, result: RollResult | null): readonly number[] {
  if (given === null || result === null) return [];
  const flat = failureDamage(given.maneuver, result.successes, result.degreeOfFailure);
  return hasEffect(firstPart(given).maneuver, "getsAway") ? [flat, result.successes] : [flat];
}

/** Chances of all that a parry which hits takes off: its damage, promoted by its successes; null where it cannot hit or takes nothing off. */
function parryChances(aimed: Aimed, given: Reaction, answers: readonly Chance<RollResult | null>[]): number[] | null {
  const attack = workOn(aimed, new BlowBook()).attack.maneuver;
  const part = firstPart(given);
  const totals: number[] = [];
  let all = 0;
  for (const { value, chance } of answers) {
    if (value === null || !meet({ attack, successes: 0, reaction: { maneuver: part.maneuver, successes: value.successes } }).cancels) continue;
    const book = new BlowBook();
    all += chance;
    book.parryChances(() => parryRoll(workOn(aimed, book), part, value.successes)).forEach((share, points) => { totals[points] = (totals[points] ?? 0) + chance * share; });
  }
  return all === 0 ? null : Array.from(totals, (chance) => (chance ?? 0) / all);
}
