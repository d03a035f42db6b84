import { actorData } from "../../data/access";
import { oneOf, record, text, truth, whole } from "../../data/message/read";
import { absorb } from "../../rules/damage/absorb";
import { damagePool, diceCount, parseDamage } from "../../rules/damage/formula";
import { applyShield } from "../../rules/damage/shield";
import type { DamagePool, DamagePoints, Protection } from "../../rules/damage/types";
import { RuleError } from "../../rules/errors";
import { prepareHit } from "../../rules/exchange/hit";
import type { Patient } from "../../rules/healing/types";
import { DAMAGE_TYPES, type DamageType } from "../../rules/keys";
import { applyWounds } from "../../rules/wounds/apply";
import type { WoundOutcome } from "../../rules/wounds/types";
import { shieldRule } from "../exchange/setup";
import type { Person } from "./people";
import { patientOf } from "./patient";

/** What the GM's hand does: so much damage, or so many boxes healed. */
export interface HandChoices {
  readonly deed: "damage" | "heal";
  /** Points, or dice such as `3x3/3x1 @5`; for healing boxes. */
  readonly amount: string;
  readonly type: DamageType;
  readonly stun: boolean;
  /** Worn armor counts: Absorb, and Deflection where dice are thrown. */
  readonly armor: boolean;
  /** A switched-on energy shield counts. */
  readonly shield: boolean;
  readonly skipTemporary: boolean;
}

export const plainHand = (): HandChoices => ({ deed: "damage", amount: "", type: "physical", stun: false, armor: false, shield: false, skipTemporary: false });

export function readHand(value: unknown): HandChoices {
  const source = record(value);
  const amount = typeof source.amount === "number" ? String(whole(source.amount)) : text(source.amount);
  return {
    deed: oneOf(["damage", "heal"] as const, source.deed) ?? "damage",
    amount: amount.trim().slice(0, 40),
    type: oneOf(DAMAGE_TYPES, source.type) ?? "physical",
    stun: truth(source.stun), armor: truth(source.armor), shield: truth(source.shield), skipTemporary: truth(source.skipTemporary),
  };
}

const DEFAULT_TN = 5;
const MOST_POINTS = 999;

/** An amount that was read: plain points, or dice that are still to be thrown. */
export type Amount = { readonly kind: "points"; readonly points: number } | { readonly kind: "dice"; readonly pool: DamagePool };

/** @throws RuleError for what is neither points nor dice, and for nothing at all */
export function readAmount({ amount, deed }: HandChoices): Amount {
  if (/^\d{1,3}$/.test(amount)) {
    const points = Math.min(MOST_POINTS, Number(amount));
    if (points === 0) throw new RuleError("FATEWALKER.Healing.NoAmount");
    return { kind: "points", points };
  }
  if (amount === "" || deed === "heal") throw new RuleError("FATEWALKER.Healing.NoAmount");
  const pool = damagePool({ formula: amount, tn: parseDamage(amount).tn ?? DEFAULT_TN, ladder: "standard" });
  if (diceCount(pool) === 0) throw new RuleError("FATEWALKER.Healing.NoAmount");
  return { kind: "dice", pool };
}

/** What stands between the damage and one person's skin. */
export interface Guarded {
  readonly protection: Protection | null;
  /** Points that the shield stopped of plain points; its energy afterwards, null without one that counts. */
  readonly stopped: number;
  readonly energy: { readonly uuid: string; readonly after: number } | null;
  /** Dice that are left to throw; null for plain points. */
  readonly pool: DamagePool | null;
  /** Plain points that are left before Absorb; null for dice. */
  readonly points: number | null;
}

/**
 * Shield and Deflection, in the order of a hit. Plain points are to a shield what dice worth one point are; Deflection works on
 * dice alone, so that of plain points armor takes its Absorb (Dramatic Scenes, Energy Shields and Armor; readings, Damage over time).
 */
export function guard({ actor }: Person, amount: Amount, { armor, shield, type }: HandChoices): Guarded {
  const fighter = actor.toFighter();
  const protection = armor ? fighter.protection : null;
  const worn = shield ? fighter.energyShield : null;
  const energyAt = (after: number | null): Guarded["energy"] => (worn === null || after === null ? null : { uuid: `${actor.uuid}.Item.${worn.id}`, after });
  if (amount.kind === "dice") {
    const { pool, energyAfter } = prepareHit({ pool: amount.pool, net: 0, barrier: 0, shield: worn, shieldRule: shieldRule(), protection, type });
    return { protection, stopped: 0, energy: energyAt(energyAfter), pool, points: null };
  }
  const outcome = worn === null ? null : applyShield({ dice: [{ count: amount.points, value: 1 }], tn: DEFAULT_TN, ladder: "standard" }, worn, shieldRule());
  const stopped = outcome?.prevented ?? 0;
  return { protection, stopped, energy: energyAt(outcome?.energyAfter ?? null), pool: null, points: amount.points - stopped };
}

/** One person hurt: points before and after Absorb, and where they went. */
export interface Hurt {
  readonly absorbed: number;
  readonly points: number;
  readonly outcome: WoundOutcome;
}

/** Marks points on one person's chart, or on what an earlier source has left of it, as the window shows and the commit writes (Dramatic Scenes, Armor and Wounds). */
export function hurt({ actor }: Person, points: DamagePoints, { protection }: Guarded, { stun, skipTemporary }: HandChoices, body: Patient = patientOf(actor)): Hurt {
  const { taken, left } = absorb(points, protection?.absorb ?? 0);
  const { wounds, resilience } = body;
  return { absorbed: taken, points: left, outcome: applyWounds(wounds, { points: left, stun, resilience, skipTemporary }) };
}

/** Has this person anything of the kind to count: worn armor, a shield that works? */
export function guardsOf({ actor }: Person): { readonly armor: boolean; readonly shield: boolean } {
  const equipment = actorData(actor)?.derived.equipment;
  return { armor: (equipment?.armor ?? null) !== null, shield: (equipment?.energyShield ?? null) !== null };
}
