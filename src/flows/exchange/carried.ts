import type { ExchangeState, Participant } from "../../rules/exchange/types";
import { NOTHING_CARRIED, type Carried } from "../../rules/fighter/carried";
import { effectOf } from "../../rules/maneuvers/effects";
import { clockState, combatantData } from "../clock/state";
import type { DocumentChange } from "../commit/types";
import { combatantOf } from "./participants";

const COVERS = ["cover50", "cover90"] as const;

/**
 * What somebody carries over from its last action in a begun fight: aim, Footwork, and a shield that serves as cover for as long as
 * there is cover at all; nothing outside one (Actions and Maneuvers, Aim, Footwork, Shield Cover).
 */
export function carriedOf(participant: Participant): Carried {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat ?? null;
  const data = combatant === null ? null : combatantData(combatant);
  if (combat === null || data === null || clockState(combat).tick < 1) return NOTHING_CARRIED;
  const { aim, footwork, shieldCover } = data;
  const statuses = combatant?.actor?.statuses;
  return {
    aim: aim === null || aim.bonus < 1 ? null : { bonus: aim.bonus, target: aim.target, kind: aim.kind === "basic" ? "basic" : "aim" },
    footwork: footwork === null ? null : { dice: footwork.dice, until: footwork.until ?? 0 },
    ...(shieldCover && COVERS.some((status) => statuses?.has(status)) ? { shieldCover } : {}),
  };
}

/** Whoever takes cover does so behind the own shield or behind something else (Actions and Maneuvers, Shield Cover, Take Cover). */
export function shieldCoverChanges({ attacker: { participant }, declaration: { maneuver } }: ExchangeState): DocumentChange[] {
  const cover = effectOf(maneuver, "cover");
  const combatant = combatantOf(participant);
  return cover === null || combatant === null ? [] : [{ action: "update", uuid: combatant.uuid, changes: { "system.shieldCover": cover.from === "shield" } }];
}
