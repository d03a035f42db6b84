import type { DocumentChange } from "../commit/types";
import { combatantOf } from "../exchange/participants";
import type { ExchangePatch, ExchangeState, Participant } from "../../rules/exchange/types";
import type { Maneuver, Weapon } from "../../rules/fighter/types";
import { isShot, isThrow } from "../../rules/maneuvers/tags";
import { FREE } from "../../rules/modifiers/positions";
import { FIRST_ENGAGEMENT } from "../../rules/modifiers/situation";
import type { Situation } from "../../rules/modifiers/types";
import { ambushOf } from "../moment/ambush";
import { engagementBetween, freeAt, pairKey } from "./read";

/** Is this done at arm's length? Shots and throws are not. */
export function isCloseCombat(maneuver: Maneuver, weapon: Weapon | null): boolean {
  return (maneuver.group === "melee" || maneuver.group === "unarmed") && maneuver.roll !== null && !isShot(maneuver) && !isThrow(maneuver, weapon);
}

/** The fight that both are in, begun or opened by this one's blow out of an ambush (Dramatic Scenes, Surprise/Ambush); null: not one and the same. */
function commonFight(one: Participant, other: Participant): Combat.Implementation | null {
  const combat = combatantOf(one)?.combat ?? null;
  if (combat === null || one.combatant === null || one.combatant === other.combatant) return null;
  if (combat.round < 1 && ambushOf(combat)?.free !== one.combatant) return null;
  return combatantOf(other)?.combat === combat ? combat : null;
}

/**
 * Two who close in on each other in a fight begin at Long, whatever the scene says (Dramatic Scenes, Melee Combat Range;
 * readings D13). Everything else stays as it was measured.
 */
export function atFirstRange(situation: Situation, { attacker, target, maneuver, weapon }: { readonly attacker: Participant; readonly target: Participant; readonly maneuver: Maneuver; readonly weapon: Weapon | null }): Situation {
  if (situation.engagement !== null || !isCloseCombat(maneuver, weapon) || commonFight(attacker, target) === null) return situation;
  return { ...situation, engagement: FIRST_ENGAGEMENT, positions: situation.positions ?? FREE };
}

/** The records of those who have begun to fight at close quarters by this exchange, and whose range nothing else has changed. */
export function beginnings({ attacker: { participant }, targets, declaration: { maneuver, weapon } }: ExchangeState, patches: readonly ExchangePatch[]): DocumentChange[] {
  if (!isCloseCombat(maneuver, weapon)) return [];
  return targets.flatMap(({ side }): DocumentChange[] => {
    const combat = commonFight(participant, side.participant);
    const [one, other] = [participant.combatant, side.participant.combatant];
    if (combat === null || one === null || other === null || engagementBetween(combat, one, other) !== null) return [];
    const path = `system.engagements.${pairKey(one, other)}`;
    if (patches.some((patch) => patch.document.kind === "engagement" && patch.path === path)) return [];
    return [{ action: "update", uuid: combat.uuid, changes: { [path]: freeAt(FIRST_ENGAGEMENT) } }];
  });
}
