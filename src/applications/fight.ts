import { combatantOf, participantOf } from "../flows/exchange/participants";

/** Where an actor stands in its fight: for screens that say when it acts. */
export interface FightPlace {
  /** Its next Action Tick, or the tick from which it may preempt; null: initiative not rolled. */
  readonly tick: number | null;
  /** The fight's current tick; 0: not begun. */
  readonly now: number;
  readonly state: "ready" | "holding" | "out";
  readonly due: boolean;
}

interface CombatFacts {
  readonly active?: string | null;
}
interface CombatantFacts {
  readonly state?: FightPlace["state"];
}

/** @returns null when the actor takes no part in a fight */
export function fightPlace(actor: Actor.Implementation): FightPlace | null {
  const combatant = combatantOf(participantOf(actor));
  const combat = combatant?.parent;
  if (!combatant || !combat) return null;
  const { state = "ready" } = combatant.system as CombatantFacts;
  const tick = combatant.initiative ?? null;
  const now = combat.round;
  const isActive = (combat.system as CombatFacts).active === combatant.id;
  return { tick, now, state, due: state === "ready" && now > 0 && (isActive || (tick !== null && tick <= now)) };
}
