import { RuleError } from "../errors";
import type { Power } from "../fighter/types";
import type { Theme } from "../keys";

/** Tree of a power: its chain, or its theme; a power with neither stands for itself (readings P10). */
export function treeOf(power: Power): string {
  if (power.chain !== "") return power.chain;
  return power.theme ?? power.key;
}

/** Highest tier that somebody has in each tree (Powers, Power Tiers). */
function tiersOf(powers: readonly Power[]): ReadonlyMap<string, number> {
  const tiers = new Map<string, number>();
  for (const power of powers) tiers.set(treeOf(power), Math.max(power.tier, tiers.get(treeOf(power)) ?? 0));
  return tiers;
}

/** First tier that has to be earned, and first one that asks for another tree. */
const FIRST_EARNED = 1;
const FIRST_GATED = 2;

/**
 * Why a power cannot be unlocked, or null: it is there already; another theme's; the step before it in its own tree is missing (all
 * have Tier 0); Tier 2 needs Tier 1 of another tree and Tier 3 Tier 2 of another (Powers, Power Tiers; readings P10).
 * @param owned powers that the character has
 * @param theme the character's own
 */
export function powerRefusal(power: Power, owned: readonly Power[], theme: Theme | null): RuleError | null {
  if (owned.some(({ key }) => key !== "" && key === power.key)) return new RuleError("FATEWALKER.Power.HasAlready");
  if (power.theme !== null && power.theme !== theme) return new RuleError("FATEWALKER.Power.OtherTheme");
  const tiers = tiersOf(owned);
  const own = tiers.get(treeOf(power)) ?? 0;
  if (power.tier > FIRST_EARNED && own < power.tier - 1) return new RuleError("FATEWALKER.Power.NeedsTier", { tier: power.tier - 1 });
  if (power.tier >= FIRST_GATED) {
    const other = Math.max(0, ...[...tiers].filter(([tree]) => tree !== treeOf(power)).map(([, tier]) => tier));
    if (other < power.tier - 1) return new RuleError("FATEWALKER.Power.NeedsOtherTree", { tier: power.tier - 1 });
  }
  return null;
}
