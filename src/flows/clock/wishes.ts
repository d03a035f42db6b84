import { checkTurn } from "../../rules/clock/order";
import type { ClockOperation, ClockState } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import { handleWishes, type Wish } from "../intents";
import { commitClockNow } from "./commit-clock";
import { fulfilFightDeed } from "./fight-deeds";
import { readOperations, readShift, shifted } from "./operations";
import { namedRefusal } from "./refusals";
import { clockState, combatData } from "./state";

/** Takes up what players wish of the clock, on the client that commits. */
export function fulfilClockWishes(): void {
  handleWishes("hold", (wish) => ownOperation(wish, (id) => ({ kind: "hold", id })));
  handleWishes("release", (wish) => ownOperation(wish, (id) => ({ kind: "release", id })));
  handleWishes("act", (wish) => ownOperation(wish, (id) => ({ kind: "act", id, cost: spentTicks(wish.args.cost) })));
  handleWishes("advance", advance);
}

/** An act that no maneuver prices costs at least a tick (readings, Minimum cost). */
export function spentTicks(cost: unknown): number {
  if (typeof cost !== "number" || !Number.isInteger(cost) || cost < 1) throw new RuleError("FATEWALKER.Error.BadTicks", { value: String(cost) });
  return cost;
}

/** Something that the author's own combatant does. */
async function ownOperation(wish: Wish, operation: (id: string) => ClockOperation): Promise<void> {
  const id = wish.subject?.participant.combatant ?? null;
  const combat = game.combats?.contents.find((candidate) => id !== null && candidate.combatants.has(id));
  if (id === null || combat === undefined) throw new RuleError("FATEWALKER.Error.NotInFight");
  await refusing(combat, wish, async () => {
    const planned = operation(id);
    checkNothingPending(combat, wish);
    if (!wish.author.isGM) checkOrder(clockState(combat), id, planned);
    await commitClockNow(combat, { kind: planned.kind, operations: [planned], nonce: wish.nonce });
  });
}

/** The GM may ask for anything; a player only that time goes on after an act of his own. */
async function advance(wish: Wish): Promise<void> {
  const { combat: combatId, kind, operations } = wish.args;
  const combat = typeof combatId === "string" ? game.combats?.get(combatId) : undefined;
  if (combat === undefined) throw new RuleError("FATEWALKER.Error.NoFight");
  await refusing(combat, wish, async () => {
    if (wish.args.deed !== undefined) return fulfilFightDeed(combat, wish);
    if (wish.author.isGM) {
      const shift = readShift(wish.args.shift);
      if (shift !== null) await commitClockNow(combat, { kind: "adjust", operations: shifted(shift), nonce: wish.nonce });
      else await commitClockNow(combat, { kind: typeof kind === "string" ? kind : "advance", operations: readOperations(operations), nonce: wish.nonce });
      return;
    }
    checkNothingPending(combat, wish);
    if (!mayMoveClock(combat, wish.author)) throw new RuleError("FATEWALKER.Error.NotYoursToAdvance");
    await commitClockNow(combat, { kind: "advance", operations: [{ kind: "advance" }], nonce: wish.nonce });
  });
}

/** May this user send the clock on? The GM always; a player when one of his own has just had its turn on this tick. */
export function mayMoveClock(combat: Combat.Implementation, user: User.Implementation): boolean {
  if (user.isGM) return true;
  const state = clockState(combat);
  return combat.combatants.some((combatant) => {
    const entry = state.entries[combatant.id ?? ""];
    return entry !== undefined && combatant.actor?.testUserPermission(user, "OWNER") === true && entry.state !== "out" && entry.since === state.tick && state.tick >= 1;
  });
}

/** While an exchange waits for answers, the clock stands still for everyone but the GM. */
export function checkNothingPending(combat: Combat.Implementation, { author }: Wish): void {
  if (!author.isGM && (combatData(combat)?.pending ?? null) !== null) throw new RuleError("FATEWALKER.Error.ExchangePending");
}

/** Players keep the order of Awareness; a GM may let somebody go first. */
export function checkOrder(state: ClockState, id: string, { kind }: ClockOperation): void {
  if (kind === "act" || kind === "hold") checkTurn(state, id);
}

async function refusing(combat: Combat.Implementation, { author }: Wish, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(combat, error, author.isGM) : error;
  }
}
