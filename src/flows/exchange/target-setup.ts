import type { DeclaredTarget } from "../../rules/exchange/declare";
import type { Participant } from "../../rules/exchange/types";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Pool } from "../../rules/dice/types";
import type { Modifier, Situation } from "../../rules/modifiers/types";
import { findActor } from "../commit/write";
import { atFirstRange } from "../engagement/begin";
import type { Blast } from "./area";
import { carriedOf } from "./carried";
import { isAware, measureSituation } from "./measure";
import { publicParticipant } from "./names";
import { isUnseen, trueAddress } from "./participants";

/** Somebody whom a maneuver is aimed at or reaches, as the attack finds them now. */
export interface FoundTarget {
  readonly participant: Participant;
  readonly name: string;
  readonly fighter: Fighter;
  readonly situation: Situation;
  readonly aware: boolean;
}

export interface TargetSetup extends FoundTarget {
  /** Modifiers of the attack on this one; those of the first stand for the attack as such. */
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** Metres from the centre of an area; absent: it is aimed at. */
  readonly fromCentre?: number;
}

/** Finds a target by its address; null when there is no such actor any more. */
export function findTarget(attacker: Participant, claimed: Participant, means: { readonly maneuver: Maneuver; readonly weapon: Weapon | null }): FoundTarget | null {
  const actor = findActor(claimed.actor);
  if (actor === null) return null;
  const participant = trueAddress(claimed, actor);
  // Nobody is aware of what comes from one whom they cannot see.
  const aware = isAware(participant, attacker.combatant) && !isUnseen(attacker);
  return { participant, name: publicParticipant(participant).name, fighter: actor.toFighter(), situation: atFirstRange(measureSituation(attacker, participant), { attacker, target: participant, ...means }), aware };
}

/** Everyone whom an area reaches, all with the dice of the one attack on its centre. */
export function reachedTargets({ reached }: Blast, attack: { readonly attacker: Participant; readonly maneuver: Maneuver; readonly weapon: Weapon | null; readonly modifiers: readonly Modifier[]; readonly pool: Pool }): TargetSetup[] {
  return reached.flatMap(({ participant, metres }) => {
    const found = findTarget(attack.attacker, participant, attack);
    return found === null ? [] : [{ ...found, modifiers: attack.modifiers, pool: attack.pool, fromCentre: metres }];
  });
}

/** Such a target as the rules declare it. */
export const declaredInArea = ({ participant, fighter, situation, aware, fromCentre }: TargetSetup): DeclaredTarget =>
  ({ side: { participant, fighter }, situation, aware, carried: carriedOf(participant), ...(fromCentre === undefined ? {} : { fromCentre }) });
