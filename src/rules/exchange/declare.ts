import { RuleError } from "../errors";
import type { ShieldRule } from "../damage/types";
import { NOTHING_CARRIED, type Carried } from "../fighter/carried";
import type { Fighter } from "../fighter/types";
import { hasEffect } from "../maneuvers/effects";
import { isOutOfIt } from "../modifiers/situation";
import { checkExclusive } from "../modifiers/sum";
import type { Modifier, Situation } from "../modifiers/types";
import { checkParts, checkReach, checkRequirements, checkTools } from "./refusals";
import type { Answer, Declaration, ExchangeSide, ExchangeState, TargetState } from "./types";

/** One target of a declaration, with its situation and whether it is aware of the attack. */
export interface DeclaredTarget {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  readonly aware: boolean;
  /** Modifiers of the attack on this one, where they differ from those of the declaration. */
  readonly modifiers?: readonly Modifier[];
  /** Which part of a combined maneuver is meant for it. */
  readonly part?: number;
  /** Metres from the centre of an area. */
  readonly fromCentre?: number;
  readonly carried?: Carried;
  /** Who stands in melee with it, and at which range: a shot that misses may hit them. */
  readonly bystanders?: readonly Bystander[];
}

export interface Bystander {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  readonly range: number;
}

const NO_ANSWER: Answer = { kind: "none" };

/**
 * Declares an attack: no dice yet, but whoever is aware may answer. Targets that are unaware or out of the fight have no
 * answer to give. `tick` is null outside a fight. Works with any number of targets, none included: one attack roll, of which every
 * target reads as many dice as its own modifiers leave (Dramatic Scenes, Declaration vs Resolution).
 * @throws RuleError `FATEWALKER.Movement.MovingAlready` (Footwork is a movement of its own), `FATEWALKER.Error.CannotAct`, `NeedsWeapon`, `WrongWeapon`, `NeedsWeaponInHand`, `InHandAlready`, `NeedsShield`, `NoAmmunition`, `TooFewRounds`, `OutOfRange`, `OutOfReach`,
 * `WeaponUnusable`, `NeedsFreeHand`, `NeedsTwoHands`, `WrongWeaponSize`, `TooHeavilyLoaded`, `ShieldInCover`, `TargetAware`, `NeedsGrapple`,
 * `OnlyFromBottom`, `NothingToDisarm`, `NeedsParts`, `NeedsBase`, `NeedsTwoPistols`, `OneTrait`, `OnePower`
 */
export function declare({ attacker, targets, declaration, tick, shieldRule }: {
  readonly attacker: ExchangeSide;
  readonly targets: readonly DeclaredTarget[];
  readonly declaration: Declaration;
  readonly tick: number | null;
  readonly shieldRule: ShieldRule;
}): ExchangeState {
  if (isOutOfIt(attacker.fighter.statuses)) throw new RuleError("FATEWALKER.Error.CannotAct");
  checkParts(declaration);
  if (hasEffect(declaration.maneuver, "footwork") && attacker.fighter.statuses.includes("moving")) throw new RuleError("FATEWALKER.Movement.MovingAlready");
  for (const { maneuver, weapon, modifiers } of declaration.parts ?? [declaration]) {
    checkExclusive(modifiers);
    checkTools(attacker.fighter, maneuver, weapon, declaration.carried ?? NOTHING_CARRIED);
  }
  for (const target of targets) checkTarget(attacker.fighter, declaration, target);
  return { phase: "answering", tick, attacker, declaration, targets: [...targets.map((target) => aimedAt(target, attacker)), ...targets.flatMap(standingBy)], rolls: {}, shieldRule };
}

/** Refuses a target that this attack cannot be made on (Actions and Maneuvers). @throws RuleError as `declare` */
export function checkTarget(fighter: Fighter, declaration: Declaration, target: DeclaredTarget): void {
  const { maneuver, weapon } = declaration.parts?.[target.part ?? 0] ?? declaration;
  // The second part of a combined maneuver is done at the range that the first one leaves.
  if ((target.part ?? 0) === 0) checkReach(fighter, maneuver, weapon, target.situation);
  checkRequirements(maneuver, target.side.fighter, target);
}

/** A target before anybody has answered. Nobody answers a blow of his own; from a blast of his own he may get away (Dramatic Scenes, Declaration vs Resolution). */
export function aimedAt({ side, situation, aware, modifiers, part, fromCentre, carried }: DeclaredTarget, attacker: ExchangeSide): TargetState {
  const onSelf = side.participant.actor === attacker.participant.actor && fromCentre === undefined;
  return {
    side, situation, aware,
    answer: aware && !onSelf && !isOutOfIt(side.fighter.statuses) ? null : NO_ANSWER,
    steps: [],
    outcome: null,
    ...(modifiers === undefined ? {} : { modifiers }),
    ...(part === undefined ? {} : { part }),
    ...(fromCentre === undefined ? {} : { fromCentre }),
    ...(carried === undefined ? {} : { carried }),
  };
}

/** Whom a shot at this target may hit instead (readings, Friendly Fire and stray shots). @param from place of the target */
export function standingBy({ bystanders = [] }: DeclaredTarget, from: number): TargetState[] {
  return bystanders.map(({ side, situation, range }) => ({ side, situation, aware: false, answer: NO_ANSWER, steps: [], outcome: null, origin: { kind: "stray", from, range } }));
}
