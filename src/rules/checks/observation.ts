import type { RollResult } from "../dice/types";
import { RuleError } from "../errors";
import type { Maneuver, ManeuverEffect } from "../fighter/types";

/** What a look, search or watch tells (Actions and Maneuvers, Quick Look, Detailed Search, Observe in Detail). */
export interface Observation {
  /** `facts`: so many pieces of information; `false`: a wrong answer; `gm`: whatever the GM likes. */
  readonly answer: "nothing" | "maybe" | "definite" | "facts" | "false" | "gm";
  /** Pieces of information, 0 or more. */
  readonly facts: number;
  /** All that was asked, or all that is obvious. */
  readonly complete: boolean;
  /** Things beyond that: more than was looked for, or hidden ones. */
  readonly extra: { readonly kind: "more" | "hidden"; readonly facts: number } | null;
}

/**
 * Reads the roll of one variant (`quickLook`, `detailedSearch`, `observeInDetail`) of a maneuver with result rows.
 * A dramatic failure (degree 2 or more) deceives where the variant says so.
 * @throws {RuleError} `FATEWALKER.Error.UnknownVariant`
 */
export function readObservation(maneuver: Maneuver, variantKey: string, roll: RollResult): Observation {
  const variant = maneuver.tables?.variants.find(({ key }) => key === variantKey);
  if (variant === undefined) throw new RuleError("FATEWALKER.Error.UnknownVariant", { variant: variantKey });
  const nothing: Observation = { answer: "nothing", facts: 0, complete: false, extra: null };
  const deceit = find(variant.effects, "falseAnswer");
  if (deceit !== null && roll.successes === 0 && roll.degreeOfFailure >= DRAMATIC) return { ...nothing, answer: deceit.answer };
  const row = maneuver.tables?.results.find(({ variant: of, min, max }) => (of === null || of === variantKey) && roll.successes >= min && (max === null || roll.successes <= max));
  if (row?.outcome === "maybe" || row?.outcome === "definite") return { ...nothing, answer: row.outcome };
  const facts = find(variant.effects, "facts");
  if (row?.outcome !== "facts" || facts === null) return nothing;
  const beyond = roll.successes - facts.complete;
  return {
    answer: "facts",
    facts: Math.max(0, roll.successes - facts.beyond),
    complete: beyond >= 0,
    extra: beyond > 0 ? { kind: facts.extra, facts: beyond } : null,
  };
}

/** Degree of failure from which a failure is dramatic (core rules, Dice). */
const DRAMATIC = 2;

function find<Kind extends ManeuverEffect["kind"]>(effects: readonly ManeuverEffect[], kind: Kind): Extract<ManeuverEffect, { kind: Kind }> | null {
  return effects.find((effect): effect is Extract<ManeuverEffect, { kind: Kind }> => effect.kind === kind) ?? null;
}
