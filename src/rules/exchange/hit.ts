import { demote, shift } from "../damage/ladder";
import { applyShield } from "../damage/shield";
import type { DamagePool, Protection, ShieldRule, ShieldState } from "../damage/types";
import { atLeastZero, whole } from "../numbers";
import type { DamageType } from "../keys";
import type { ResolutionStep } from "./types";

/** The damage dice of a hit before they are thrown, and how they came about. */
export interface PreparedHit {
  readonly pool: DamagePool;
  readonly energyAfter: number | null;
  readonly steps: readonly ResolutionStep[];
}

/**
 * Order of a hit, up to the roll: net successes less the barrier promote or demote, the shield takes dice out, Deflection demotes
 * what is left. With no shield triggered all of it is one sum (Dramatic Scenes, Armor, Energy Shields; readings, section 10).
 */
export function prepareHit({ pool, net, barrier, shield, shieldRule, protection, type }: {
  readonly pool: DamagePool;
  readonly net: number;
  readonly barrier: number;
  readonly shield: ShieldState | null;
  readonly shieldRule: ShieldRule;
  readonly protection: Protection | null;
  readonly type: DamageType;
}): PreparedHit {
  const steps: ResolutionStep[] = [];
  const promoted = shift(pool, net - barrier);
  if (net !== 0 || barrier !== 0) steps.push({ kind: "promote", by: net, barrier, before: pool.dice, after: promoted.dice });

  const shielded = shield === null ? null : applyShield(promoted, shield, shieldRule);
  if (shield !== null && shielded !== null) {
    const { triggered, removed, prevented, energyAfter, pool: left } = shielded;
    steps.push({ kind: "shield", triggered, removed, prevented, energy: { before: shield.energy, after: energyAfter }, after: left.dice });
  }

  const deflection = protection === null ? 0 : atLeastZero(protection.deflection[type]);
  const deflected = shielded?.triggered === true ? demote(shielded.pool, deflection) : shift(pool, whole(net - barrier - deflection));
  if (deflection > 0) steps.push({ kind: "deflect", by: deflection, type, after: deflected.dice });
  return { pool: deflected, energyAfter: shielded?.energyAfter ?? null, steps };
}
