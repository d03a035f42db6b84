import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { Face } from "../../src/rules/dice/types";
import type { Fighter, HandShield, Maneuver, Weapon } from "../../src/rules/fighter/types";
import type { AttributeKey } from "../../src/rules/keys";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { answerModifiers } from "../../src/rules/modifiers/answer";
import { neutralSituation } from "../../src/rules/modifiers/situation";
import type { Modifier, Situation } from "../../src/rules/modifiers/types";
import { answer } from "../../src/rules/exchange/answer";
import { declare } from "../../src/rules/exchange/declare";
import { supply } from "../../src/rules/exchange/resolve";
import type { Answer, ExchangeSide, ExchangeState, ResolutionStep } from "../../src/rules/exchange/types";
import type { WoundChart } from "../../src/rules/wounds/types";

/** A chart of 8 columns of 3, penalties 0 to 7, with as much of it marked as asked for. */
export function chart(marks: { temporary?: number; temporaryMax?: number; normal?: number; stun?: number; mortal?: number; mortalMax?: number; rows?: number; columns?: number } = {}): WoundChart {
  const { temporary = 0, temporaryMax = 8, normal = 0, stun = 0, mortal = 0, mortalMax = 6, rows = 3, columns = 8 } = marks;
  return {
    temporary: { value: temporary, max: temporaryMax },
    normal: { rows, columns, value: normal, stun, penalties: [0, 1, 2, 3, 4, 5, 6, 7] },
    mortal: { value: mortal, max: mortalMax },
  };
}

const ATTRIBUTES: Readonly<Record<AttributeKey, number>> = { prowess: 6, focus: 4, awareness: 5, resilience: 4, grit: 4 };

/** An able fighter without wounds, armor or weapons. */
export function fighter(changes: Partial<Omit<Fighter, "attributes" | "skills">> & { attributes?: Partial<Fighter["attributes"]>; skills?: Fighter["skills"] } = {}): Fighter {
  const { attributes, skills, ...others } = changes;
  return {
    attributes: { ...ATTRIBUTES, ...attributes },
    skills: { agility: 4, strength: 4, stamina: 4, ranged: 5, melee: 6, unarmed: 6, observe: 4, ...skills },
    speed: 5,
    size: 10,
    visibleRange: 100,
    encumbrance: "none",
    wounds: chart(),
    woundPenalty: 0,
    brute: 0,
    protection: { absorb: 0, deflection: { physical: 0, ballistic: 0, energy: 0 } },
    energyShield: null,
    handShield: null,
    helmet: 0,
    bracers: false,
    weapons: [],
    traits: [],
    will: { rating: 8, value: 8 },
    fate: { rating: 5, value: 5 },
    statuses: [],
    ...others,
  };
}

export function weapon(changes: Partial<Weapon> = {}): Weapon {
  return {
    id: "sword", key: "weapon-longsword", name: "Longsword", group: "melee", size: "L", length: 1,
    damage: { formula: "3x3/3x1", tn: 5, type: "physical", stun: false, ladder: "standard" },
    speed: { base: 6, recoil: 2 }, range: null, magazine: null, projectile: "none", carried: "hand", hand: "main",
    ...changes,
  };
}

export function gun(changes: Partial<Weapon> = {}): Weapon {
  return weapon({
    id: "gun", key: "weapon-autopistol", name: "Autopistol", group: "pistol", size: "S",
    damage: { formula: "8x1", tn: 6, type: "ballistic", stun: false, ladder: "standard" },
    speed: { base: 6, recoil: 1 }, range: { short: 10, medium: 20, long: 40 }, magazine: { value: 6, max: 8 }, projectile: "bullet", ...changes,
  });
}

export function throwingAxe(changes: Partial<Weapon> = {}): Weapon {
  return weapon({
    id: "axe", key: "weapon-throwing-axe", name: "Throwing Axe", group: "thrown", size: "S",
    damage: { formula: "1x1/4x3", tn: 5, type: "physical", stun: false, ladder: "standard" },
    speed: { base: 6, recoil: 1 }, range: { short: 4, medium: 7, long: 13 }, projectile: "thrown", ...changes,
  });
}

export function handShield(changes: Partial<HandShield> = {}): HandShield {
  return { id: "kite", name: "Kite", size: "L", deflection: 3, absorb: 1, block: { formula: "5x1/1x3", tn: 5, ticks: 6 }, requisites: [{ skill: "melee", level: 2 }], ...changes };
}

const PACK = new URL("../../packs/_source/maneuvers", import.meta.url).pathname;
const FILES = new Map(readdirSync(PACK, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yml")).map((file) => [basename(file, ".yml"), join(PACK, file)]));

/** A maneuver as it stands in the pack: so the tests prove the data and the rules together. */
export function packManeuver(key: string): Maneuver {
  const file = FILES.get(key);
  if (file === undefined) throw new Error(`no maneuver ${key} in the pack`);
  const { key: ownKey, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables, combatSize } = (parse(readFileSync(file, "utf8")) as { system: Maneuver }).system;
  return { key: ownKey, group, timings, requisites, requisitePerShield, roll, ticks, damage, answers, answeredBy, effects, tables: tables ?? null, combatSize };
}

export function side(name: string, who: Fighter): ExchangeSide {
  return { participant: { actor: `Actor.${name}`, token: null, combatant: name }, fighter: who };
}

export function situation(changes: Partial<Omit<Situation, "attacker" | "target">> & { attacker?: Partial<Situation["attacker"]>; target?: Partial<Situation["target"]> } = {}): Situation {
  const neutral = neutralSituation();
  return { ...neutral, ...changes, attacker: { ...neutral.attacker, ...changes.attacker }, target: { ...neutral.target, ...changes.target } };
}

/** Dice by modifier key, without the attribute and without what is switched off. */
export function diceByKey(modifiers: readonly Modifier[]): Record<string, number> {
  return Object.fromEntries(modifiers.filter((entry) => entry.enabled && entry.key !== "attribute").map((entry) => [entry.key, entry.value]));
}

/** `hits` dice that succeed on any TN of 1 or more, then failures. A success shows 1, so that nothing penetrates. */
export function faces(hits: number, dice: number): Face[] {
  return Array.from({ length: dice }, (_, index) => (index < hits ? 1 : 9));
}

export interface Bout {
  readonly attacker?: Fighter;
  readonly defender?: Fighter;
  readonly attack: string | Maneuver;
  readonly weapon?: Weapon | null;
  readonly reaction?: string | Maneuver | null;
  readonly reactionWeapon?: Weapon | null;
  readonly situation?: Situation;
  readonly shieldRule?: "literal" | "charges";
  readonly aware?: boolean;
}

const asManeuver = (given: string | Maneuver): Maneuver => (typeof given === "string" ? packManeuver(given) : given);

/** One attacker against one target, declared and answered. */
export function bout({ attacker = fighter(), defender = fighter(), attack, weapon: arms = null, reaction = null, reactionWeapon = null, situation: place = neutralSituation(), shieldRule = "literal", aware = true }: Bout): ExchangeState {
  const maneuver = asManeuver(attack);
  const declared = declare({
    attacker: side("attacker", attacker),
    targets: [{ side: side("defender", defender), situation: place, aware }],
    declaration: { maneuver, weapon: arms, modifiers: attackModifiers({ attacker, target: defender, maneuver, weapon: arms, situation: place }), cost: 7 },
    tick: 12,
    shieldRule,
  });
  if (!aware) return declared;
  return answer(declared, 0, reaction === null ? { kind: "none" } : reactionOf(asManeuver(reaction), reactionWeapon, { attacker, defender, maneuver, arms, place }));
}

function reactionOf(maneuver: Maneuver, reactionWeapon: Weapon | null, { attacker, defender, maneuver: attack, arms, place }: { attacker: Fighter; defender: Fighter; maneuver: Maneuver; arms: Weapon | null; place: Situation }): Answer {
  const modifiers = answerModifiers({ defender, attacker, maneuver, weapon: reactionWeapon, attack: { maneuver: attack, weapon: arms }, situation: place });
  return { kind: "reaction", maneuver, weapon: reactionWeapon, modifiers, cost: 5 };
}

/** Throws dice by the id of their roll and demands that nothing is left to throw. */
export function thrown(state: ExchangeState, rolls: Readonly<Record<string, readonly Face[]>>): ExchangeState {
  let current = state;
  for (let phase = 0; phase < 5 && current.phase !== "resolved"; phase += 1) current = supply(current, rolls);
  if (current.phase !== "resolved") throw new Error(`dice missing; given ${Object.keys(rolls).join(", ")}`);
  return current;
}

/** First step of a kind against a target. */
export function step<Kind extends ResolutionStep["kind"]>(state: ExchangeState, kind: Kind, target = 0): Extract<ResolutionStep, { kind: Kind }> {
  const found = state.targets[target]?.steps.find((entry): entry is Extract<ResolutionStep, { kind: Kind }> => entry.kind === kind);
  if (found === undefined) throw new Error(`no step ${kind}`);
  return found;
}

/** Kinds of the steps against a target, in order. */
export function stepKinds(state: ExchangeState, target = 0): string[] {
  return (state.targets[target]?.steps ?? []).map((entry) => entry.kind);
}
