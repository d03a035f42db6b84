import { RuleError } from "../errors";
import { NOTHING_CARRIED } from "../fighter/carried";
import { effectsOf } from "../maneuvers/effects";
import { mayAnswer } from "../maneuvers/answers";
import { combatSize, usableAt } from "../modifiers/melee";
import { isOutOfIt } from "../modifiers/situation";
import { checkExclusive } from "../modifiers/sum";
import { attackOn } from "./attacks";
import { checkParts, checkTools } from "./refusals";
import { trace } from "./trace";
import type { Answer, ExchangeState, NoAnswerReason, TargetState } from "./types";

type Reaction = Extract<Answer, { kind: "reaction" }>;

/**
 * Indices of the targets that may still answer: first all who were aimed at, then, once the dice have turned the attack on
 * them, the new target of a Friendly Fire (Dramatic Scenes, Declaration vs Resolution; Actions and Maneuvers, Friendly Fire).
 */
export function pendingAnswers(state: ExchangeState): number[] {
  if (state.phase !== "declared" && state.phase !== "answering") return [];
  const aimedAt = state.targets.flatMap((target, index) => (target.answer === null && target.origin === undefined ? [index] : []));
  if (aimedAt.length > 0 || !state.targets.some(({ origin, answer }) => origin?.kind === "redirected" && answer === null)) return aimedAt;
  return [...trace(state).awaiting];
}

/** Why a target is not asked, or has answered with nothing though it did not choose so; null where it is asked, or has chosen (Dramatic Scenes, Action/Reaction/Preemptive Action, Ties). */
export function whyNoAnswer({ aware, answer: given, side: { fighter: { statuses } } }: TargetState): NoAnswerReason | null {
  if (given?.kind === "reaction") return null;
  if (aware) return given?.why ?? null;
  if (statuses.includes("dead")) return "dead";
  if (statuses.includes("unconscious")) return "unconscious";
  return statuses.includes("surprised") ? "surprised" : "unaware";
}

/** Must somebody do something before the dice are thrown: answer, or join a target to it (Dramatic Scenes, Declaration vs Resolution)? */
export const isWaiting = (state: ExchangeState): boolean => state.awaitsTarget === true || pendingAnswers(state).length > 0;

/**
 * Records a target's answer. Giving the same answer again changes nothing. A Friendly Fire that names its new target adds that
 * one to the targets (Dramatic Scenes, Action/Reaction/Preemptive Action).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`, `Unaware`, `CannotAct`, `AnswerTooLate` (answered or resolved already), `MayNotAnswer`, `NeedsWeapon`, `WrongWeapon`, `NeedsWeaponInHand`,
 * `NeedsShield`, `NeedsFreeHand`, `NeedsTwoHands`, `ShieldInCover`, `NeedsParts`, `NeedsBase`, `WeaponUnusable`, `OneTrait`, `OnePower`
 */
export function answer(state: ExchangeState, targetIndex: number, given: Answer): ExchangeState {
  const target = state.targets[targetIndex];
  if (target === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  if (target.answer !== null && (JSON.stringify(target.answer) === JSON.stringify(given) || (target.answer.kind === "none" && given.kind === "none"))) return state;
  if (!target.aware && given.kind === "reaction") throw new RuleError("FATEWALKER.Error.Unaware");
  if (given.kind === "reaction" && isOutOfIt(target.side.fighter.statuses)) throw new RuleError("FATEWALKER.Error.CannotAct");
  if (target.answer !== null || !pendingAnswers(state).includes(targetIndex)) throw new RuleError("FATEWALKER.Error.AnswerTooLate");
  if (given.kind === "reaction") checkReaction(state, target, given);
  const answered = state.targets.map((entry, index) => (index === targetIndex ? { ...entry, answer: given } : entry));
  return { ...state, targets: [...answered, ...(given.kind === "reaction" ? newTargets(given, targetIndex) : [])] };
}

/** Whoever a Friendly Fire is meant to find. */
function newTargets({ maneuver, newTarget = null }: Reaction, from: number): TargetState[] {
  if (newTarget === null || effectsOf(maneuver, "newTarget").length === 0) return [];
  const { side, situation, aware, modifiers, carried } = newTarget;
  const mayReact = aware && !isOutOfIt(side.fighter.statuses);
  return [{ side, situation, aware, answer: mayReact ? null : { kind: "none" }, steps: [], outcome: null, origin: { kind: "redirected", from, modifiers }, ...(carried === undefined ? {} : { carried }) }];
}

function checkReaction(state: ExchangeState, target: TargetState, { maneuver, weapon, modifiers, parts }: Reaction): void {
  if (!mayAnswer(maneuver, { ...attackOn(state, target), area: state.declaration.area ?? null })) throw new RuleError("FATEWALKER.Error.MayNotAnswer");
  checkParts({ maneuver, ...(parts === undefined ? {} : { parts }) });
  const { engagement } = target.situation;
  for (const part of parts ?? [{ maneuver, weapon, modifiers }]) {
    checkTools(target.side.fighter, part.maneuver, part.weapon, target.carried ?? NOTHING_CARRIED);
    checkExclusive(part.modifiers);
    if (part.maneuver.damage?.source === "weapon" && part.weapon !== null && !usableAt(combatSize(part.maneuver, part.weapon, target.side.fighter), engagement)) {
      throw new RuleError("FATEWALKER.Error.WeaponUnusable", { size: part.weapon.size, range: engagement ?? 0 });
    }
  }
}
