import type { Passives } from "../powers/passive";

/** What takes Will in everyday life (Powers, Basic Will Expenditures). */
export type Expense = "combat" | "travel" | "forcedMarch" | "sprint" | "distanceRun" | "support" | "nightAwake";

/** Ticks of sprinting that one point pays for. */
export const SPRINT_TICKS = 30;
const NIGHT_AWAKE = 2;

/**
 * Points of Will that something costs, 0 or more. A forced march costs its point beside that of travelling; a sprint one for
 * every 30 ticks begun, at least one; Hardened waives combat, sprint and forced march, Tireless makes a night awake cheaper
 * (Powers, Basic Will Expenditures; readings, section 10).
 * @param ticks of a sprint
 */
export function willExpense(expense: Expense, { passives, ticks = 0 }: { readonly passives: Passives; readonly ticks?: number }): number {
  if ((expense === "combat" || expense === "sprint" || expense === "forcedMarch") && passives.waived.includes(expense)) return 0;
  if (expense === "sprint") return Math.max(1, Math.ceil(ticks / SPRINT_TICKS));
  if (expense === "nightAwake") return passives.nightAwake ?? NIGHT_AWAKE;
  return 1;
}

/** A day on the road: a point for travelling, another for forcing the march (Powers, Basic Will Expenditures). */
export function travelExpense(forced: boolean, passives: Passives): number {
  return willExpense("travel", { passives }) + (forced ? willExpense("forcedMarch", { passives }) : 0);
}
