import type { Participant } from "../../rules/exchange/types";
import { NOTHING_CARRIED, type Carried } from "../../rules/fighter/carried";
import { clockState, combatantData } from "../clock/state";
import { combatantOf } from "./participants";

/** What somebody carries over from its last action in a begun fight: aim and Footwork; nothing outside one (Actions and Maneuvers, Aim, Footwork). */
export function carriedOf(participant: Participant): Carried {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat ?? null;
  const data = combatant === null ? null : combatantData(combatant);
  if (combat === null || data === null || clockState(combat).tick < 1) return NOTHING_CARRIED;
  const { aim, footwork } = data;
  return {
    aim: aim === null || aim.bonus < 1 ? null : { bonus: aim.bonus, target: aim.target, kind: aim.kind === "basic" ? "basic" : "aim" },
    footwork: footwork === null ? null : { dice: footwork.dice, until: footwork.until ?? 0 },
  };
}
