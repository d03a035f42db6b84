import { attackOn } from "../../rules/exchange/attacks";
import { standingBy } from "../../rules/exchange/declare";
import { renew, type SideNow } from "../../rules/exchange/renew";
import type { ExchangeSide, ExchangeState, Participant, TargetState } from "../../rules/exchange/types";
import { isShot, isThrow } from "../../rules/maneuvers/tags";
import { runningUp } from "../../rules/modifiers/movement";
import type { Situation } from "../../rules/modifiers/types";
import { findActor } from "../commit/write";
import { atFirstRange } from "../engagement/begin";
import { carriedOf } from "./carried";
import { measureSituation } from "./measure";
import { bystandersOf } from "./setup";
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

/** A degree of failure that no roll has: whoever stands in melee with the target no more is hit in its place by none. */
const NEVER = 10;

/** An exchange with those whom its shots may hit instead by now; who stood there when it was declared keeps its place. */
function withBystanders(state: ExchangeState, forGMs: boolean): ExchangeState {
  const isOn = (one: Participant) => ({ side: { participant } }: Pick<TargetState, "side">): boolean => participant.actor === one.actor;
  const standing = state.targets.flatMap((target, from) => {
    const { maneuver, weapon } = attackOn(state, target);
    if (target.origin !== undefined || target.fromCentre !== undefined || !(isShot(maneuver) || isThrow(maneuver, weapon))) return [];
    return bystandersOf(state.attacker.participant, target.side.participant, forGMs).map((bystander) => ({ target, from, bystander }));
  });
  const there = (from: number, one: Participant) => standing.find((entry) => entry.from === from && isOn(one)(entry.bystander));
  const fresh = standing.filter(({ from, bystander }) => !state.targets.some((target) => target.origin?.kind === "stray" && target.origin.from === from && isOn(bystander.side.participant)(target)));
  return {
    ...state,
    targets: [
      ...state.targets.map((target): TargetState => (target.origin?.kind === "stray" ? { ...target, origin: { ...target.origin, range: there(target.origin.from, target.side.participant)?.bystander.range ?? NEVER } } : target)),
      ...fresh.flatMap(({ target, from, bystander }) => standingBy({ ...target, bystanders: [bystander] }, from)),
    ],
  };
}

/**
 * An exchange after others have stepped in before it: everybody, what they hold and carry, how they stand to each other and whom a shot may
 * hit instead as they are now (Dramatic Scenes, Action/Reaction/Preemptive Action).
 * @param forGMs GMs alone read its card
 * @throws RuleError why it cannot be done any more
 */
export function asThingsStand(state: ExchangeState, forGMs: boolean): ExchangeState {
  const targets = state.targets.map((target) => ({ ...sideNow(target.side), situation: situationNow(state, target) }));
  return withBystanders(withStanding(renew(state, { attacker: sideNow(state.attacker), targets })), forGMs);
}
