import { fixedPool } from "../dice/pool";
import { readPool } from "../dice/roll";
import { checkFaces } from "../dice/faces";
import { supported, supportValue } from "../dice/support";
import type { Face, Pool, RollResult } from "../dice/types";
import type { CheckSaved, RolledAgain } from "../exchange/types";
import { facesAfter, partSize, rerolledPart } from "../exchange/rerolls";
import type { Modifier } from "../modifiers/types";
import { failsCheck, undoneSuccesses } from "../powers/effects";
import { readFateRoll } from "../powers/fate-roll";
import { asNamed, changeOf, withSuccesses } from "../powers/roll-changes";

/** A check after all that powers made of it. */
export interface CheckOutcome {
  /** What counts: its dice as they fell last, its successes as they are read. */
  readonly roll: RollResult;
  readonly faces: readonly Face[];
  /** Throws that were made again, first one first. */
  readonly earlier: readonly { readonly power: string; readonly roll: RollResult }[];
  /** Successes that were named, and those that lay there; null: none were. */
  readonly named: { readonly named: number; readonly rolled: number; readonly refund: boolean } | null;
  /** Fate that was rolled besides: its dice, and what they did; null: none was. */
  readonly fate: { readonly pool: Pool; readonly roll: RollResult; readonly selfDamage: number; readonly refund: boolean } | null;
  /** The support roll, what it was worth, and the successes that it joined; null: none counts. */
  readonly support: { readonly roll: RollResult; readonly value: number; readonly joined: number } | null;
  /** A failure that a companion turned into a base success, with the successes that lay there; null: none. */
  readonly saved: (CheckSaved & { readonly rolled: number }) | null;
}

interface Changes {
  readonly again?: readonly RolledAgain[];
  readonly modifiers: readonly Modifier[];
  /** Faces of the Fate besides; missing: it was not rolled. */
  readonly fate?: readonly Face[] | null;
  /** The support roll; missing: none was made, or nobody paid for it. */
  readonly support?: RollResult | null;
  /** A companion's power on it, which counts while it fails. */
  readonly saved?: CheckSaved | null;
}

/** The Fate that is rolled beside a check with these modifiers; null: none is (Powers, Wrath). */
export function fateBeside(modifiers: readonly Modifier[]): Pool | null {
  const change = changeOf(modifiers, "fateRoll")?.change ?? null;
  return change === null ? null : fixedPool({ dice: change.dice, tn: change.tn });
}

const asRequest = (pool: Pool) => ({ kind: "pool", purpose: "attack", pool }) as const;

/**
 * Reads a check: the dice as thrown, every time that it was made again, a named number of successes or the Fate that was rolled
 * besides, then its support roll, and at last a failure that a companion does not let be one (core rules, Dice; Powers, Intrepid,
 * Predestined, Wrath and Divine Intervention).
 * @throws RuleError `FATEWALKER.Error.FaceCount`, `FATEWALKER.Error.FaceValue`
 */
export function checkOutcome(pool: Pool, thrown: readonly Face[], { again = [], modifiers, fate = null, support = null, saved = null }: Changes): CheckOutcome {
  const earlier: { power: string; roll: RollResult }[] = [];
  let faces = thrown;
  for (const { name, rule, faces: fresh } of again) {
    checkFaces(fresh, againSize(pool, faces, rule));
    earlier.push({ power: name, roll: readPool(pool, faces) });
    faces = facesAfter(asRequest(pool), faces, { rule, thrown: fresh });
  }
  const read = withSupport(readLast(readPool(pool, faces), modifiers, fate), support);
  const rolled = read.roll.successes;
  if (saved === null || !failsCheck(rolled)) return { ...read, faces, earlier, saved: null };
  return { ...read, roll: withSuccesses(read.roll, undoneSuccesses("own", rolled)), faces, earlier, saved: { ...saved, rolled } };
}

/** What was rolled for itself with the support roll beside it: powers change the one, and the other joins what they made of it. */
function withSupport<Read extends { readonly roll: RollResult }>(read: Read, support: RollResult | null): Read & Pick<CheckOutcome, "support"> {
  if (support === null) return { ...read, support: null };
  return { ...read, roll: supported(read.roll, support), support: { roll: support, value: supportValue(support), joined: read.roll.successes } };
}

/** The last throw with the power that was put into it before it fell (Powers, Predestined and Wrath). */
function readLast(roll: RollResult, modifiers: readonly Modifier[], fate: readonly Face[] | null): Pick<CheckOutcome, "roll" | "named" | "fate"> {
  const named = changeOf(modifiers, "predestined")?.change.named ?? null;
  if (named !== null) {
    const read = asNamed(roll, named);
    return { roll: read.roll, named: { named, rolled: roll.successes, refund: read.refund }, fate: null };
  }
  const beside = changeOf(modifiers, "fateRoll")?.change ?? null;
  const fatePool = fateBeside(modifiers);
  if (beside === null || fatePool === null || fate === null) return { roll, named: null, fate: null };
  const fateRoll = readPool(fatePool, fate);
  const { successes, selfDamage, refund } = readFateRoll(beside, fateRoll);
  return { roll: withSuccesses(roll, roll.successes + successes), named: null, fate: { pool: fatePool, roll: fateRoll, selfDamage, refund } };
}

/** Dice that making a roll again throws (Powers, Intrepid). */
export function againSize(pool: Pool, faces: readonly Face[], rule: RolledAgain["rule"]): number {
  return partSize(rerolledPart(asRequest(pool), faces, rule));
}

/** The pool that making a roll again throws (Powers, Intrepid). */
export function againPool(pool: Pool, faces: readonly Face[], rule: RolledAgain["rule"]): Pool {
  const part = rerolledPart(asRequest(pool), faces, rule);
  return part.kind === "pool" ? part.pool : pool;
}
