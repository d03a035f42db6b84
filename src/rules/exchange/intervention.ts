import type { RollResult } from "../dice/types";
import type { StatusId } from "../keys";
import { isCounter } from "../maneuvers/kind";
import { undoneSuccesses } from "../powers/effects";
import { withSuccesses } from "../powers/roll-changes";
import type { Bodies } from "./bodies";
import type { Thrown } from "./target";
import type { ExchangeState, PowerAct, ResolutionStep, Side, TargetState } from "./types";

/** What must not come upon a companion (Powers, Divine Intervention; readings P1). */
const TRAGIC: readonly StatusId[] = ["dead", "dying", "unconscious"];

/** Does this exchange do to a side what a guardian may prevent (Powers, Divine Intervention)? */
export function isTragic(bodies: Bodies, { side }: Pick<TargetState, "side">): boolean {
  const { statuses, before } = bodies.of(side);
  return TRAGIC.some((status) => statuses.has(status) && !before.statuses.includes(status));
}

/** The companion's power that turns a blow aside from one side; undefined: none does. */
const guarding = ({ acts = [] }: ExchangeState, side: Side): PowerAct | undefined => acts.find(({ kind, by }) => kind === "intervene" && by === side);

const turning = ({ name }: PowerAct, who: "attacker" | "target"): Extract<ResolutionStep, { kind: "power" }> =>
  ({ kind: "power", name, text: "FATEWALKER.Power.Did.TurnedAside", data: {}, who, secret: false });

const undone = (roll: RollResult): RollResult => withSuccesses(roll, undoneSuccesses("harmful", roll.successes));

/**
 * The rolls that meet, with an attack that was turned aside, or an answer that strikes back and was: it counts as 0 successes
 * (Powers, Divine Intervention; readings P1).
 */
export function turnedAside(state: ExchangeState, index: number, thrown: Thrown): Thrown {
  const act = guarding(state, index);
  const back = guarding(state, "attacker");
  const answer = state.targets[index]?.answer;
  const strikes = back !== undefined && answer?.kind === "reaction" && thrown.reaction !== null && isCounter(answer.maneuver);
  return {
    ...thrown,
    attack: act === undefined ? thrown.attack : undone(thrown.attack),
    reaction: strikes && thrown.reaction !== null ? undone(thrown.reaction) : thrown.reaction,
    powers: [...(thrown.powers ?? []), ...(act === undefined ? [] : [turning(act, "target")]), ...(strikes ? [turning(back, "attacker")] : [])],
  };
}

/** The blow of a combined answer, with what turned it aside (Powers, Divine Intervention; Actions and Maneuvers, Parry/Riposte). */
export function riposteTurnedAside(state: ExchangeState, rolled: RollResult): { readonly rolled: RollResult; readonly steps: readonly ResolutionStep[] } {
  const act = guarding(state, "attacker");
  return act === undefined ? { rolled, steps: [] } : { rolled: undone(rolled), steps: [turning(act, "attacker")] };
}
