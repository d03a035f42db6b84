import { renew, type SideNow } from "../../rules/exchange/renew";
import type { ExchangeSide, ExchangeState, TargetState } from "../../rules/exchange/types";
import { runningUp } from "../../rules/modifiers/movement";
import type { Situation } from "../../rules/modifiers/types";
import { findActor } from "../commit/write";
import { atFirstRange } from "../engagement/begin";
import { carriedOf } from "./carried";
import { measureSituation } from "./measure";
import { withStanding } from "./standing";

const sideNow = ({ participant, fighter }: ExchangeSide): SideNow => ({ fighter: findActor(participant.actor)?.toFighter() ?? fighter, carried: carriedOf(participant) });

/** How the attacker stands to a target now, in the way in which it was declared: what the table has said of barriers stays. */
function situationNow({ attacker: { participant }, declaration }: ExchangeState, { side, situation, origin }: TargetState): Situation {
  if (findActor(side.participant.actor) === null) return situation;
  const { shotThroughCover, barrier } = situation;
  const measured: Situation = { ...measureSituation(participant, side.participant), shotThroughCover, barrier };
  if (origin !== undefined) return measured;
  const { maneuver, weapon } = declaration.parts?.[0] ?? declaration;
  return runningUp(atFirstRange(measured, { attacker: participant, target: side.participant, maneuver, weapon }), declaration.runTicks ?? 0);
}

/**
 * An exchange whose result starts from range and grips as they are now, whatever else has changed them since it was declared: a blow of the
 * same moment, a GM. Its dice stay as they were declared (Dramatic Scenes, Ties, Melee Combat Range).
 */
export function fromGripsNow(state: ExchangeState): ExchangeState {
  return {
    ...state,
    targets: state.targets.map((target) => {
      const { engagement, positions } = situationNow(state, target);
      return { ...target, situation: { ...target.situation, engagement, ...(positions === undefined ? {} : { positions }) } };
    }),
  };
}

/**
 * An exchange after others have stepped in before it: everybody, what they hold and carry and how they stand to each other as they are now
 * (Dramatic Scenes, Action/Reaction/Preemptive Action).
 * @throws RuleError why it cannot be done any more
 */
export function asThingsStand(state: ExchangeState): ExchangeState {
  const targets = state.targets.map((target) => ({ ...sideNow(target.side), situation: situationNow(state, target) }));
  return withStanding(renew(state, { attacker: sideNow(state.attacker), targets }));
}
