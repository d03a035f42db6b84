import { poolSize } from "../dice/pool";
import type { Face, Pool } from "../dice/types";
import type { CheckMessageData } from "../exchange/types";
import type { Modifier } from "../modifiers/types";

/** How the power in a check stands: none that costs is in it, it is still to be paid, it is paid, or nobody could pay it (Powers, Overview). */
export type PaymentState = "none" | "due" | "paid" | "refused";

/** How the support roll of a check stands: it counts once its Will is paid (Powers, Basic Will Expenditures). */
export function supportState({ support = null, supportPayment = null }: Pick<CheckMessageData, "support" | "supportPayment">): PaymentState {
  if (support === null) return "none";
  if (supportPayment === null) return "due";
  return supportPayment.paid ? "paid" : "refused";
}

type Paying = Pick<CheckMessageData, "unpaid" | "payment">;

/** How far the payment of a check is: nothing to pay, still to be paid, paid or refused (Powers, Overview). */
export function paymentState({ unpaid = null, payment = null }: Paying): PaymentState {
  if (unpaid === null) return "none";
  if (payment === null) return "due";
  return payment.paid ? "paid" : "refused";
}

/** What counts of a throw. */
export interface CountedThrow {
  readonly pool: Pool;
  readonly faces: readonly Face[];
  readonly modifiers: readonly Modifier[];
  /** Dice that fell for a power which nobody has paid: they are no part of the roll. */
  readonly left: readonly Face[];
}

/**
 * What counts of the dice of a check: all of them once the power in it is paid, until then those of the pool without it. As dice know
 * nothing of one another, it is the first ones that stay (Powers, Overview: a power works for whoever spends the points).
 */
export function countedThrow(check: Paying & Pick<CheckMessageData, "pool" | "modifiers">, faces: readonly Face[]): CountedThrow {
  const { pool, unpaid = null, modifiers } = check;
  const state = paymentState(check);
  if (unpaid === null || state === "none" || state === "paid") return { pool, faces, modifiers, left: [] };
  const size = poolSize(unpaid);
  return {
    pool: unpaid, faces: faces.slice(0, size), left: faces.slice(size),
    modifiers: modifiers.map((modifier) => (modifier.source === "power" ? { ...modifier, enabled: false } : modifier)),
  };
}

/**
 * A pool less what its powers brought, for a check that does not say what it would be without them: their dice go, and what they raised
 * the TN by (Powers, Driven and Mastery).
 */
export function poolWithoutPowers({ pool, modifiers }: Pick<CheckMessageData, "pool" | "modifiers">): Pool {
  const powers = modifiers.filter(({ enabled, source }) => enabled && source === "power");
  const dice = powers.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const raised = powers.reduce((sum, { change }) => sum + (change?.kind === "targetNumber" ? change.bonus : 0), 0);
  const normal = Math.max(0, pool.normal - dice);
  const tn = Math.max(0, pool.tn - raised);
  return { normal, wounded: Math.max(0, pool.wounded - Math.max(0, dice - pool.normal)), tn, woundedTn: Math.floor(tn / 2) };
}
