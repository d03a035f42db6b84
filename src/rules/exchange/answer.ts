import { RuleError } from "../errors";
import { mayAnswer } from "../maneuvers/answers";
import { combatSize, usableAt } from "../modifiers/melee";
import { checkExclusive } from "../modifiers/sum";
import { needsWeapon } from "../maneuvers/weapons";
import type { Answer, ExchangeState, TargetState } from "./types";

/** Indices of the targets that may still answer. */
export function pendingAnswers(state: ExchangeState): number[] {
  if (state.phase !== "declared" && state.phase !== "answering") return [];
  return state.targets.flatMap((target, index) => (target.answer === null ? [index] : []));
}

/**
 * Records a target's answer. Giving the same answer again changes nothing.
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`, `AnswerTooLate` (answered or resolved already), `MayNotAnswer`, `NeedsWeapon`,
 * `NeedsShield`, `WeaponUnusable`, `OneTrait`, `OnePower`
 */
export function answer(state: ExchangeState, targetIndex: number, given: Answer): ExchangeState {
  const target = state.targets[targetIndex];
  if (target === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  if (target.answer !== null && JSON.stringify(target.answer) === JSON.stringify(given)) return state;
  if (target.answer !== null || !pendingAnswers(state).includes(targetIndex)) throw new RuleError("FATEWALKER.Error.AnswerTooLate");
  if (given.kind === "reaction") checkReaction(state, target, given);
  return { ...state, targets: state.targets.map((entry, index) => (index === targetIndex ? { ...entry, answer: given } : entry)) };
}

function checkReaction(state: ExchangeState, target: TargetState, { maneuver, weapon, modifiers }: Extract<Answer, { kind: "reaction" }>): void {
  if (!mayAnswer(maneuver, state.declaration)) throw new RuleError("FATEWALKER.Error.MayNotAnswer");
  if (weapon === null && needsWeapon(maneuver)) throw new RuleError("FATEWALKER.Error.NeedsWeapon");
  if (maneuver.damage?.source === "shield" && target.side.fighter.handShield === null) throw new RuleError("FATEWALKER.Error.NeedsShield");
  checkExclusive(modifiers);
  const { engagement } = target.situation;
  if (maneuver.damage?.source === "weapon" && weapon !== null && !usableAt(combatSize(maneuver, weapon), engagement)) {
    throw new RuleError("FATEWALKER.Error.WeaponUnusable", { size: weapon.size, range: engagement ?? 0 });
  }
}
