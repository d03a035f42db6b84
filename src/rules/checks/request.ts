import { contest } from "../dice/contested";
import { groupSuccesses, type GroupRule } from "../dice/group";

/**
 * How the rolls of several who were asked count together: everyone for themselves, the best of them, all together, the
 * weakest of them, or the first against the second.
 */
export const REQUEST_RULES = ["each", "best", "sum", "worst", "contested"] as const;
export type RequestRule = "each" | GroupRule | "contested";

/** What is known of one roll that was asked for: not made yet, made but not to be known here, or its successes. */
export type AskedRoll = { readonly kind: "open" } | { readonly kind: "secret" } | { readonly kind: "rolled"; readonly successes: number };

export type RequestOutcome =
  /** Everyone for themselves: there is nothing to count together. */
  | { readonly kind: "none" }
  /** Rolls are missing. */
  | { readonly kind: "waiting"; readonly missing: number }
  /** All are made, and not all may be known here. */
  | { readonly kind: "secret" }
  | { readonly kind: "group"; readonly rule: GroupRule; readonly successes: number }
  /** `winner` is the place in the list, null with a tie. */
  | { readonly kind: "contest"; readonly winner: 0 | 1 | null; readonly net: number };

/** What the rolls of a request come to (docs/readings.md, Dice; Dramatic Scenes, The Attack Roll for two against each other). */
export function requestOutcome(rule: RequestRule, rolls: readonly AskedRoll[]): RequestOutcome {
  if (rule === "each") return { kind: "none" };
  const missing = rolls.filter(({ kind }) => kind === "open").length;
  if (missing > 0) return { kind: "waiting", missing };
  const known = rolls.flatMap((roll) => (roll.kind === "rolled" ? [roll.successes] : []));
  if (known.length < rolls.length) return { kind: "secret" };
  if (rule !== "contested") return { kind: "group", rule, successes: groupSuccesses(known, rule) };
  const [first = 0, second = 0] = known;
  const { net, winner } = contest({ first, second });
  return { kind: "contest", winner: winner === null ? null : winner === "first" ? 0 : 1, net: Math.abs(net) };
}
