import type { ClockOperation } from "../../rules/clock/types";
import { isCommitter } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import { makeIntent } from "../intents";
import { wishInTurn } from "../moment/client";
import { actsTogether, joinsOthers } from "../moment/secret";
import { RuleError } from "../../rules/errors";
import { shifted, type Shift } from "./operations";
import { commitClockNow, operationsOf, type ClockRequest } from "./commit-clock";
import { notifyRefusal } from "./refusals";
import { participantOf } from "./address";
import { spentTicks } from "./wishes";

/** What a combatant does of its own: its owners may wish it. */
export type OwnDeed = { readonly kind: "hold" } | { readonly kind: "release" } | { readonly kind: "act"; readonly cost: number };

/**
 * A GM's operations on the clock: written at once by the client that commits, wished for by another GM's.
 * A refusal is shown to whoever asked.
 * @returns true unless the rules refused
 */
export async function submitClock(combat: Combat.Implementation, request: ClockRequest): Promise<boolean> {
  const done = await notifyRefusal(combat, async () => {
    if (!(await seriallyHere(() => commitClockNow(combat, request)))) await makeIntent("advance", null, { combat: combat.id, kind: request.kind, operations: operationsOf(combat, request) });
    return true;
  });
  return done === true;
}

/** How many shifts this client has wished: each is a wish of its own, however many of them are alike. */
let shifts = 0;

/** A GM puts a combatant a few ticks earlier or later: counted from where it stands by then, by the client that commits. */
export async function submitShift(combat: Combat.Implementation, shift: Shift): Promise<void> {
  await notifyRefusal(combat, async () => {
    if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
    if (await seriallyHere(() => commitClockNow(combat, { kind: "adjust", operations: shifted(shift) }))) return;
    shifts += 1;
    await makeIntent("advance", null, { combat: combat.id, shift, count: shifts });
  });
}

/** Lets a combatant hold, give its hold up, or spend ticks on something that no maneuver describes. */
export async function submitDeed(combat: Combat.Implementation, combatant: Combatant.Implementation, deed: OwnDeed): Promise<boolean> {
  const done = await notifyRefusal(combat, async () => {
    const cost = deed.kind === "act" ? spentTicks(deed.cost) : null;
    const id = combatant.id ?? "";
    const operation: ClockOperation = deed.kind === "act" ? { kind: "act", id, cost: cost ?? 1 } : { kind: deed.kind, id };
    const participant = participantOf(combatant);
    if (deed.kind !== "release" && participant !== null && (actsTogether(combat, id) || (deed.kind !== "hold" && joinsOthers(combat, id)))) {
      await wishInTurn(deed.kind, participant, cost === null ? {} : { cost });
      return true;
    }
    if (isCommitter() || (participant === null && game.user?.isGM === true)) return submitClock(combat, { kind: deed.kind, operations: [operation] });
    if (participant !== null) await makeIntent(deed.kind, participant, cost === null ? {} : { cost });
    return participant !== null;
  });
  return done === true;
}

/** Sends the clock on to whoever is due next: at once for the GM, as a wish for a player. */
export async function submitAdvance(combat: Combat.Implementation, to?: number): Promise<boolean> {
  const operation: ClockOperation = to === undefined ? { kind: "advance" } : { kind: "advance", to };
  if (game.user?.isGM === true) return submitClock(combat, { kind: "advance", operations: [operation] });
  await makeIntent("advance", null, { combat: combat.id });
  return true;
}
