import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { Face, Pool, RollResult } from "../../src/rules/dice/types";
import { readPool } from "../../src/rules/dice/roll";
import { fixedPool } from "../../src/rules/dice/pool";
import { RuleError } from "../../src/rules/errors";
import type { DamageType } from "../../src/rules/keys";
import type { Maneuver, ManeuverEffect, ManeuverVariant, Power, PowerEffect } from "../../src/rules/fighter/types";

const ROOT = new URL("../../packs/_source/", import.meta.url).pathname;

function filesOf(pack: string): Map<string, string> {
  const folder = join(ROOT, pack);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yml") && !file.startsWith("folders"));
  return new Map(files.map((file) => [basename(file, ".yml"), join(folder, file)]));
}

const MANEUVERS = filesOf("maneuvers");
const POWERS = filesOf("powers");
const ARMOR = filesOf("armor");

function systemOf<Data>(files: ReadonlyMap<string, string>, key: string): Data {
  const file = files.get(key);
  if (file === undefined) throw new Error(`nothing called ${key} in the pack`);
  return (parse(readFileSync(file, "utf8")) as { system: Data }).system;
}

/** A maneuver of the pack with its tables. */
export const maneuver = (key: string): Maneuver => systemOf<Maneuver>(MANEUVERS, key);
/** A power of the pack. */
export const power = (key: string): Power => systemOf<Power>(POWERS, key);
export const POWER_KEYS: readonly string[] = [...POWERS.keys()].sort();

/** A piece of armor, an energy shield or a hand shield of the pack, as it is written there. */
export interface PackArmor {
  readonly era?: string;
  readonly absorb?: number;
  readonly deflection?: Readonly<Record<DamageType, number>> | number;
  readonly underShield?: boolean;
  readonly upgrade?: unknown;
  readonly cost: number;
  readonly techLevel: number;
  readonly encumbrance: string;
}
export const packArmor = (key: string): PackArmor => systemOf<PackArmor>(ARMOR, key);
export const ARMOR_KEYS: readonly string[] = [...ARMOR.keys()].sort();

export function variant(key: string, name: string): ManeuverVariant {
  const found = maneuver(key).tables?.variants.find((entry) => entry.key === name);
  if (found === undefined) throw new Error(`${key} has no variant ${name}`);
  return found;
}

export function maneuverEffect<Kind extends ManeuverEffect["kind"]>(key: string, kind: Kind): Extract<ManeuverEffect, { kind: Kind }> {
  const found = maneuver(key).effects.find((effect): effect is Extract<ManeuverEffect, { kind: Kind }> => effect.kind === kind);
  if (found === undefined) throw new Error(`${key} has no ${kind}`);
  return found;
}

export function powerEffect<Kind extends PowerEffect["kind"]>(key: string, kind: Kind): Extract<PowerEffect, { kind: Kind }> {
  const found = power(key).effects.find((effect): effect is Extract<PowerEffect, { kind: Kind }> => effect.kind === kind);
  if (found === undefined) throw new Error(`${key} has no ${kind}`);
  return found;
}

/** A roll of so many dice at a TN, so many of which succeed; the others show `miss`. */
export function rolled(dice: number, successes: number, { tn = 4, miss = 9 }: { tn?: number; miss?: number } = {}): RollResult {
  return readPool(fixedPool({ dice, tn }), hits(dice, successes, miss));
}

/** Faces of which the first so many succeed at any TN. */
export function hits(dice: number, successes: number, miss = 9): Face[] {
  return Array.from({ length: dice }, (_, index) => (index < successes ? 0 : miss));
}

/** A roll of exactly these faces. */
export const roll = (pool: Pool, ...faces: Face[]): RollResult => readPool(pool, faces);

/** Key of the refusal that an act ends in; null when it goes through. */
export const refused = (act: () => unknown): string | null => refusalOf(act)?.key ?? null;
/** Values for the placeholders of that refusal. */
export const dataOf = (act: () => unknown): RuleError["data"] | null => refusalOf(act)?.data ?? null;

function refusalOf(act: () => unknown): RuleError | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
}
