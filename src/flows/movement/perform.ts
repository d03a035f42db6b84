import { combatantOf } from "../exchange/participants";
import { makeIntent } from "../intents/make";
import { wishInTurn } from "../moment/client";
import type { Participant } from "../../rules/exchange/types";
import type { Maneuver } from "../../rules/fighter/types";
import { effectOf } from "../../rules/maneuvers/effects";
import type { SegmentEnd } from "./segments";
import { BEGIN_MOVEMENT, type BegunPace } from "./printed-paces";
import { say } from "../../helpers/text";
import { waitsForLast } from "./free";
import { movementNow } from "./read";

/** A wish to move, as its message carries it. */
export type MoveArgs =
  | { readonly deed: "begin"; readonly pace: BegunPace; readonly terrain: number; readonly toward: Participant | null; /** Is due again on arrival, and stops there. */ readonly act?: boolean }
  | { readonly deed: "change"; readonly pace: "walk" | "run" }
  | { readonly deed: "arrive"; /** Is due again once it is there, and stops. */ readonly toward: Participant }
  | { readonly deed: "stop" }
  | /** Thinks better of a change that waits for the end of the tick. */ { readonly deed: "withdraw" }
  | { readonly deed: "next"; readonly next: SegmentEnd };

/** Asks the GM's client to let somebody move. */
export async function submitMove(participant: Participant, args: MoveArgs): Promise<void> {
  if (args.deed === "begin") await wishInTurn("move", participant, args);
  else await makeIntent("move", participant, args);
}

let openWindow: ((combatant: Combatant.Implementation) => void) | null = null;

/** The window is put in by the application layer. */
export function useMovementWindow(open: (combatant: Combatant.Implementation) => void): void {
  openWindow = open;
}

/**
 * Does a maneuver that is a movement and no roll: setting out opens the window of movement, the free changes happen at once.
 * @returns false when it is none of these, or nobody's fight has begun: then it is done like any other maneuver
 */
export async function performMovement(participant: Participant, maneuver: Maneuver): Promise<boolean> {
  const combatant = combatantOf(participant);
  if (combatant === null || (combatant.combat?.round ?? 0) < 1) return false;
  if (maneuver.key === BEGIN_MOVEMENT) {
    openWindow?.(combatant);
    return openWindow !== null;
  }
  const effect = effectOf(maneuver, "movement");
  if (effect === null) return false;
  const { combat, id } = combatant;
  const movement = movementNow(combatant);
  // Done from a sheet or a bar of macros, where no window says that it waits.
  if (effect.change !== "continue" && combat !== null && id !== null && movement !== null && waitsForLast(combat, id, movement)) ui.notifications?.info(say("FATEWALKER.Move.LastHint", { tick: combat.round }));
  if (effect.change === "change") await submitMove(participant, { deed: "change", pace: movement?.kind === "run" ? "walk" : "run" });
  else await submitMove(participant, effect.change === "stop" ? { deed: "stop" } : { deed: "next", next: "continue" });
  return true;
}
