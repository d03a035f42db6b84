import { ACTOR_DEFAULTS } from "../../config/defaults";
import { wholeNumber } from "../../helpers/numbers";
import { formatDamage, parseDamage } from "../../rules/damage/formula";
import { HIGHEST_TN } from "../../rules/dice/pool";
import { RuleError } from "../../rules/errors";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { AnswerMove, Move } from "../../rules/odds/between";
import type { PlainAttack, PlainDefence } from "./choices";

/** Highest number that a field takes. */
const MOST = 99;

/**
 * Reads a field of whole numbers.
 * @param empty  what an empty field stands for
 * @throws RuleError `FATEWALKER.Odds.NoNumber`, `TooMuch`
 */
export function readWhole(text: string, { empty = 0, min = 0, max = MOST }: { readonly empty?: number; readonly min?: number; readonly max?: number } = {}): number {
  if (text.trim() === "") return empty;
  const value = wholeNumber(text, { decimals: 2 });
  if (value === null || !Number.isInteger(value)) throw new RuleError("FATEWALKER.Odds.NoNumber", { text });
  if (value < min || value > max) throw new RuleError("FATEWALKER.Odds.TooMuch", { text, min, max });
  return value;
}

/** Metres, to one decimal; null for an empty field. @throws RuleError `FATEWALKER.Odds.NoNumber` */
export function readMetres(text: string): number | null {
  if (text.trim() === "") return null;
  const value = wholeNumber(text, { min: 0, decimals: 1 });
  if (value === null) throw new RuleError("FATEWALKER.Odds.NoNumber", { text });
  return value;
}

/** Nobody in particular: no skills, no armor, a sound chart of the usual size. */
function nobody(changes: Partial<Fighter> = {}): Fighter {
  const { normalRows, normalColumns, penalties, mortal } = ACTOR_DEFAULTS;
  return {
    attributes: { prowess: 0, focus: 0, awareness: 0, resilience: ACTOR_DEFAULTS.attribute, grit: ACTOR_DEFAULTS.attribute },
    skills: {}, speed: ACTOR_DEFAULTS.speed, size: ACTOR_DEFAULTS.size, visibleRange: ACTOR_DEFAULTS.visibleRange, encumbrance: "none",
    wounds: { temporary: { value: 0, max: 2 * ACTOR_DEFAULTS.attribute }, normal: { rows: normalRows, columns: normalColumns, value: 0, stun: 0, penalties: [...penalties] }, mortal: { value: 0, max: mortal } },
    woundPenalty: 0, brute: 0, protection: { absorb: 0, deflection: { physical: 0, ballistic: 0, energy: 0 } }, energyShield: null, handShield: null,
    helmet: 0, bracers: false, weapons: [], traits: [], will: { rating: 0, value: 0 }, fate: { rating: 0, value: 0 }, statuses: [],
    ...changes,
  };
}

/** A maneuver of nothing but a roll. */
function bareManeuver(changes: Partial<Maneuver>): Maneuver {
  return {
    key: "", group: "melee", timings: ["action"], requisites: [], requisitePerShield: false,
    roll: { attribute: "prowess", skill: "melee", modifier: 0, cases: [], base: null },
    ticks: { kind: "fixed", value: 0 }, damage: null, answers: null, answeredBy: null, effects: [], tables: null, combatSize: null,
    ...changes,
  };
}

/** An attacker in numbers with its blow or shot. @throws RuleError for what cannot be read */
export function plainAttacker({ dice, tn, damage, type, isShot, ticks }: PlainAttack): { readonly fighter: Fighter; readonly move: Move; readonly cost: number } {
  const parsed = parseDamage(damage);
  const cost = readWhole(ticks, { empty: 1, min: 1 });
  const skill = isShot ? "ranged" : "melee";
  const weapon: Weapon = {
    id: "plain", key: "", name: "", group: isShot ? "rifle" : "melee", size: "M", length: 1,
    damage: { formula: formatDamage({ ...parsed, tn: null }), tn: parsed.tn ?? 5, type, stun: false, ladder: "standard" },
    speed: { base: cost, recoil: 0 }, range: null, magazine: null, projectile: isShot ? "bullet" : "none", carried: "hand", hand: "main",
  };
  const fighter = nobody({
    attributes: { prowess: readWhole(dice), focus: 0, awareness: 0, resilience: ACTOR_DEFAULTS.attribute, grit: ACTOR_DEFAULTS.attribute },
    skills: { [skill]: readWhole(tn, { max: HIGHEST_TN }) }, weapons: [weapon],
  });
  const maneuver = bareManeuver({
    group: isShot ? "ranged" : "melee", roll: { attribute: "prowess", skill, modifier: 0, cases: [], base: null }, ticks: { kind: "fixed", value: cost },
    damage: { source: "weapon", pools: [], tn: null, bonus: 0, tnBonus: 0, stun: false, cancels: false },
  });
  return { fighter, move: { maneuver, weapon }, cost };
}

/** A defender in numbers, with its dodge. @throws RuleError for what cannot be read */
export function plainDefender(given: PlainDefence): { readonly fighter: Fighter; readonly dodge: AnswerMove | null } {
  const deflection = readWhole(given.deflection);
  const energy = readWhole(given.shieldEnergy);
  const dice = readWhole(given.dodgeDice);
  const tn = readWhole(given.dodgeTn, { max: HIGHEST_TN });
  const sound = nobody();
  const fighter: Fighter = {
    ...sound,
    attributes: { ...sound.attributes, prowess: dice },
    skills: { agility: tn },
    wounds: { ...sound.wounds, temporary: { value: 0, max: readWhole(given.temporary) } },
    protection: { absorb: readWhole(given.absorb), deflection: { physical: deflection, ballistic: deflection, energy: deflection } },
    energyShield: energy === 0 ? null : { id: "plain", name: "", minActivation: readWhole(given.shieldLeast), maxAbsorb: readWhole(given.shieldMost), energy, reserve: 0 },
  };
  const maneuver = bareManeuver({ group: "evasion", timings: ["reaction"], roll: { attribute: "prowess", skill: "agility", modifier: 0, cases: [], base: null }, answers: ["any"] });
  return { fighter, dodge: dice === 0 ? null : { maneuver } };
}
