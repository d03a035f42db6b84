import { checkOf } from "../../data/message";
import { FatewalkerRoll } from "../../dice/roll";
import { checkOutcome, type CheckOutcome } from "../../rules/checks/outcome";
import { readPool } from "../../rules/dice/roll";
import type { Face, RollResult } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import type { CheckMessageData } from "../../rules/exchange/types";
import { countedThrow, supportState, type CountedThrow } from "../../rules/powers/payment";

/** The dice of a check as they were thrown. */
export interface ThrownCheck {
  readonly check: CheckMessageData;
  readonly faces: readonly Face[];
  /** Faces of the Fate that was rolled besides; null: none was. */
  readonly fate: readonly Face[] | null;
  /** Faces of the support roll; null: none was made. */
  readonly support: readonly Face[] | null;
}

const facesOf = (roll: unknown): readonly Face[] | null => (roll instanceof FatewalkerRoll ? roll.faces : null);

/** Null where the message is no check, or has no dice of ours. */
export function thrownOf(message: ChatMessage.Implementation | undefined): ThrownCheck | null {
  const check = checkOf(message);
  const [roll, ...others] = message?.rolls ?? [];
  if (check === null || !(roll instanceof FatewalkerRoll)) return null;
  // The support roll stands last, whether Fate was rolled besides or not.
  const support = check.support ? others.pop() : null;
  return { check, faces: roll.faces, fate: facesOf(others[0]), support: facesOf(support) };
}

/** A check with what counts of its dice, and with all that powers made of them. */
export interface ReadCheck {
  readonly counted: CountedThrow;
  readonly outcome: CheckOutcome;
  /** The support roll, whether it counts or not; null: none was made. */
  readonly support: RollResult | null;
}

/**
 * Reads a check as it stands, or as it would with other data. Null where its dice do not fit what it says of itself
 * (Powers, Intrepid, Predestined, Wrath and Divine Intervention).
 */
export function readThrown({ check, faces, fate, support: thrown }: ThrownCheck): ReadCheck | null {
  return RuleError.orNull(() => {
    const counted = countedThrow(check, faces);
    const { again = [], saved = null } = check;
    const support = check.support ? readPool(check.support.pool, thrown ?? []) : null;
    const counts = supportState(check) === "paid";
    return { counted, support, outcome: checkOutcome(counted.pool, counted.faces, { again, modifiers: counted.modifiers, fate, support: counts ? support : null, saved }) };
  });
}

/** A check with all that powers made of it; null for what is none, and where its dice do not fit what it says of itself. */
export function readCheck(message: ChatMessage.Implementation | undefined): ReadCheck | null {
  const thrown = thrownOf(message);
  return thrown === null ? null : readThrown(thrown);
}
