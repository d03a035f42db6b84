import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buy } from "../../src/rules/advancement/buy";
import type { Buyer } from "../../src/rules/advancement/types";
import { variantTicks } from "../../src/rules/checks/handling";
import { reduce } from "../../src/rules/clock/reduce";
import { parseDamage } from "../../src/rules/damage/formula";
import { RuleError } from "../../src/rules/errors";
import { answer } from "../../src/rules/exchange/answer";
import type { Answer, ExchangeState } from "../../src/rules/exchange/types";
import { shapeManeuver } from "../../src/rules/maneuvers/shape";
import { checkExclusive } from "../../src/rules/modifiers/sum";
import { paceOf } from "../../src/rules/movement/pace";
import { NO_PASSIVES } from "../../src/rules/powers/passive";
import { usePower, type PowerUser } from "../../src/rules/powers/use";
import { power } from "./checks-pack";
import { fight } from "./clock/helpers";
import { bout, fighter, gun, handShield, packManeuver, situation, throwingAxe, weapon } from "./fixtures";

const ERRORS: unknown = JSON.parse(readFileSync(new URL("../../lang/en.json", import.meta.url), "utf8"));

/** What a screen shows of a refusal: the English text with its values; throws where the text wants a value that is not given. */
function shown({ key, data }: RuleError): string {
  const text = key.split(".").reduce<unknown>((node, part) => (typeof node === "object" && node !== null ? (node as Record<string, unknown>)[part] : undefined), ERRORS);
  // Of one that has forms for one and for more, the form for more.
  const sentence = typeof text === "object" && text !== null ? (text as { other?: unknown }).other : text;
  if (typeof sentence !== "string") throw new Error(`no text for ${key}`);
  // The clock knows ids; the name is put in by whoever knows it.
  return sentence.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = name === "name" ? data["id"] : data[name];
    if (value === undefined) throw new Error(`${key} has no ${name}`);
    return String(value);
  });
}

/** The refusal that an act ends in, as key and text. */
function refusal(act: () => unknown): readonly [key: string, text: string] | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof RuleError) return [error.key.replace("FATEWALKER.", ""), shown(error)];
    throw error;
  }
}

const greatsword = (changes: Parameters<typeof weapon>[0] = {}) => weapon({ id: "great", name: "Greatsword", size: "XL", hand: "both", ...changes });
const reaction = (key: string, arms: Extract<Answer, { kind: "reaction" }>["weapon"] = null): Answer => ({ kind: "reaction", maneuver: packManeuver(key), weapon: arms, modifiers: [], cost: 5 });
const attacked = (changes: Partial<Parameters<typeof bout>[0]> = {}): ExchangeState => {
  const state = bout({ attack: "melee-attack", weapon: weapon({ size: "S" }), ...changes });
  return { ...state, targets: state.targets.map((target) => (target.aware ? { ...target, answer: null } : target)) };
};
const tired: PowerUser = { will: { rating: 3, bonus: 0, spent: 3, fatigue: 0, exhaustion: 0 }, fate: { rating: 2, spent: 1, apathy: 0, ennui: false }, passives: NO_PASSIVES };
const trainee: Buyer = {
  attributes: { prowess: 4, focus: 4, awareness: 4, resilience: 4, grit: 4 }, skills: { vigor: { primary: true, value: 0, branches: {} } }, traits: {}, powers: [], theme: null,
  points: { character: 50, story: 0, objective: 0, power: 0 }, learning: {}, inPlay: true, perfectedRoot: null,
};

describe("two hands needed with one free", () => {
  test("an XL weapon in the main hand beside a full off hand", () => {
    const held = greatsword({ hand: "main" });
    for (const attacker of [fighter({ weapons: [held, weapon({ id: "dagger", hand: "off" })] }), fighter({ weapons: [held], handShield: handShield() })]) {
      expect(refusal(() => bout({ attack: "melee-attack", weapon: held, attacker }))).toEqual(["Error.NeedsTwoHands", "Greatsword needs both hands."]);
    }
    expect(refusal(() => bout({ attack: "melee-attack", weapon: greatsword({ hand: "off" }), attacker: fighter() }))?.[0]).toBe("Error.NeedsTwoHands");
    expect(refusal(() => bout({ attack: "melee-attack", weapon: held, attacker: fighter({ weapons: [held] }) }))).toBeNull();
  });

  test("a grip with no hand free; one free hand is enough, at a penalty", () => {
    const full = fighter({ weapons: [greatsword()] });
    expect(refusal(() => bout({ attack: "unarmed-grapple", attacker: full }))).toEqual(["Error.NeedsFreeHand", "This maneuver needs a free hand."]);
    expect(refusal(() => bout({ attack: "unarmed-grapple", attacker: fighter({ weapons: [weapon()] }) }))).toBeNull();
  });
});

describe("a weapon that the maneuver wants", () => {
  test("Parry needs a weapon, and needs it in hand", () => {
    expect(refusal(() => answer(attacked(), 0, reaction("melee-parry")))).toEqual(["Error.NeedsWeapon", "This maneuver needs a weapon."]);
    const sheathed = weapon({ carried: "sheathed", hand: null });
    expect(refusal(() => answer(attacked(), 0, reaction("melee-parry", sheathed)))).toEqual(["Error.NeedsWeaponInHand", "This maneuver needs Longsword in hand."]);
    expect(refusal(() => answer(attacked(), 0, reaction("melee-parry", weapon())))).toBeNull();
  });

  test("so does every attack, throws and shots too, unless it draws the weapon", () => {
    for (const carried of ["sheathed", "ready", "stowed", "worn"] as const) {
      expect(refusal(() => bout({ attack: "melee-attack", weapon: weapon({ carried, hand: null }) }))?.[0]).toBe("Error.NeedsWeaponInHand");
    }
    expect(refusal(() => bout({ attack: "melee-throw", weapon: throwingAxe({ carried: "ready", hand: null }) }))).toEqual(["Error.NeedsWeaponInHand", "This maneuver needs Throwing Axe in hand."]);
    expect(refusal(() => bout({ attack: "ranged-shoot", weapon: gun({ carried: "ready", hand: null }) }))).toEqual(["Error.NeedsWeaponInHand", "This maneuver needs Autopistol in hand."]);
    expect(refusal(() => bout({ attack: "melee-cobra-strike", weapon: throwingAxe({ carried: "sheathed", hand: null }) }))).toBeNull();
    expect(refusal(() => bout({ attack: "melee-throw", weapon: throwingAxe({ quantity: 0 }) }))?.[0]).toBe("Error.NeedsWeaponInHand");
  });

  test("of the right kind: no shot with a sword, no throw of a longsword, no burst with a bow, no parry with a gun", () => {
    expect(refusal(() => bout({ attack: "ranged-shoot", weapon: weapon() }))).toEqual(["Error.WrongWeapon", "This maneuver cannot be done with Longsword."]);
    expect(refusal(() => bout({ attack: "melee-throw", weapon: weapon() }))?.[0]).toBe("Error.WrongWeapon");
    expect(refusal(() => bout({ attack: "ranged-short-burst", weapon: gun({ group: "bow", magazine: null }) }))?.[0]).toBe("Error.WrongWeapon");
    expect(refusal(() => answer(attacked(), 0, reaction("melee-parry", gun())))?.[0]).toBe("Error.WrongWeapon");
    expect(refusal(() => bout({ attack: "ranged-quick-reload", weapon: gun({ magazine: { value: 0, max: 5, kind: "i" } }) }))?.[0]).toBe("Error.WrongWeapon");
  });

  test("drawing one, and one that is not drawn yet; reloading one", () => {
    expect(refusal(() => bout({ attack: "common-ready-draw-weapon", weapon: null }))?.[0]).toBe("Error.NeedsWeapon");
    expect(refusal(() => bout({ attack: "ranged-quick-draw", weapon: gun() }))).toEqual(["Error.InHandAlready", "Autopistol is in hand already."]);
    expect(refusal(() => bout({ attack: "ranged-quick-draw", weapon: gun({ carried: "stowed", hand: null }) }))).toBeNull();
    expect(refusal(() => bout({ attack: "ranged-reload", weapon: null }))?.[0]).toBe("Error.NeedsWeapon");
    expect(refusal(() => bout({ attack: "ranged-reload", weapon: gun({ carried: "ready", hand: null }) }))?.[0]).toBe("Error.NeedsWeaponInHand");
  });
});

describe("an XL weapon in Clinch", () => {
  test("neither attacks nor parries there, nor at Grapple range; at Contact it does", () => {
    const at = (engagement: 1 | 2 | 3) => situation({ engagement });
    expect(refusal(() => bout({ attack: "melee-attack", weapon: greatsword(), situation: at(1) }))).toEqual(["Error.WeaponUnusable", "Size XL cannot be used at engagement range 1."]);
    expect(refusal(() => bout({ attack: "melee-attack", weapon: greatsword(), situation: at(2) }))).toEqual(["Error.WeaponUnusable", "Size XL cannot be used at engagement range 2."]);
    expect(refusal(() => bout({ attack: "melee-attack", weapon: greatsword(), situation: at(3) }))).toBeNull();
    expect(refusal(() => answer(attacked({ situation: at(1) }), 0, reaction("melee-parry", greatsword())))?.[0]).toBe("Error.WeaponUnusable");
  });
});

test("a reaction by someone unaware, and nothing is recorded", () => {
  const state = attacked({ aware: false });
  expect(refusal(() => answer(state, 0, reaction("evasion-dodge")))).toEqual(["Error.Unaware", "Who is not aware of an attack cannot answer it."]);
  expect(state.targets[0]?.answer).toEqual({ kind: "none" });
});

test("a reaction by someone who is out of the fight", () => {
  for (const status of ["unconscious", "dead"] as const) {
    expect(refusal(() => answer(attacked({ defender: fighter({ statuses: [status] }) }), 0, reaction("evasion-dodge")))?.[0]).toBe("Error.CannotAct");
  }
});

test("an action before its tick, by somebody without a tick, and by one who is out", () => {
  const state = fight(["a", 3, 5], ["b", 4, 9], ["c", 4, null]);
  expect(refusal(() => reduce(state, { kind: "act", id: "b", cost: 6 }))).toEqual(["Error.NotYourTick", "b is due on tick 9; it is tick 5."]);
  expect(refusal(() => reduce(state, { kind: "act", id: "c", cost: 6 }))?.[0]).toBe("Error.NoInitiative");
  expect(refusal(() => reduce(reduce(state, { kind: "defeat", id: "a" }).state, { kind: "act", id: "a", cost: 6 }))?.[0]).toBe("Error.OutOfFight");
  expect(state.entries["b"]?.actionTick).toBe(9);
});

test("no ammunition, and too little of it for a burst", () => {
  const with2 = gun({ magazine: { value: 2, max: 8 } });
  expect(refusal(() => bout({ attack: "ranged-shoot", weapon: gun({ magazine: { value: 0, max: 8 } }) }))).toEqual(["Error.NoAmmunition", "Autopistol is empty."]);
  expect(refusal(() => bout({ attack: "ranged-short-burst", weapon: with2 }))?.[0]).toBe("Error.TooFewRounds");
  expect(refusal(() => bout({ attack: "ranged-shoot", weapon: with2 }))).toBeNull();
});

test("a power without the points for it costs nothing", () => {
  expect(refusal(() => usePower(power("power-will-driven"), tired))?.[0]).toBe("Error.NotEnoughWill");
  // One point of Fate is left: Wrath costs one, Fate's End the whole rating of 2.
  expect(refusal(() => usePower(power("power-fate-destroyer-wrath"), tired))).toBeNull();
  expect(refusal(() => usePower(power("power-fate-destroyer-fates-end"), tired))?.[0]).toBe("Error.NotEnoughFate");
  // Divine Intervention costs both: with enough Fate and too little Will neither is taken.
  const rich = { ...tired, fate: { ...tired.fate, rating: 9 } };
  expect(refusal(() => usePower(power("power-fate-protector-divine-intervention"), rich))?.[0]).toBe("Error.NotEnoughWill");
  expect([tired.will.spent, tired.fate.spent, rich.fate.spent]).toEqual([3, 1, 1]);
});

describe("unknown keys", () => {
  const state = fight(["a", 3, 5]);
  test.each<[string, () => unknown, string]>([
    ["a combatant", () => reduce(state, { kind: "act", id: "nobody", cost: 3 }), "Error.UnknownCombatant"],
    ["a name that every object has", () => reduce(state, { kind: "act", id: "constructor", cost: 3 }), "Error.UnknownCombatant"],
    ["an event of the clock", () => reduce(state, { kind: "unschedule", eventId: "nothing" }), "Error.UnknownEvent"],
    ["a target", () => answer(attacked(), 7, { kind: "none" }), "Error.NoSuchTarget"],
    ["a mode of a maneuver", () => shapeManeuver(packManeuver("ranged-called-shot"), { mode: "elbow" }), "Error.NoSuchMode"],
    ["a variant of a maneuver", () => shapeManeuver(packManeuver("common-look-search-observe"), { variant: "glance" }), "Error.NoSuchVariant"],
    ["a variant with a cost of its own", () => variantTicks(packManeuver("common-look-search-observe"), "glance"), "Error.UnknownVariant"],
    ["a movement without a pace", () => paceOf(packManeuver("evasion-dodge"), null), "Error.NoPace"],
    ["a damage formula", () => parseDamage("a lot"), "Error.DamageFormula"],
    ["a tree of skills", () => buy(trainee, { kind: "root", tree: "juggling" }), "Advancement.NoSuchSkill"],
    ["a branch", () => buy(trainee, { kind: "branch", tree: "vigor", branch: "juggling" }), "Advancement.NoSuchSkill"],
  ])("%s", (_name, act, key) => {
    expect(refusal(act)?.[0]).toBe(key);
  });

  test.each([["trait", "OneTrait"], ["power", "OnePower"], ["support", "OneSupport"]] as const)("two of the kind %s on one roll", (source, key) => {
    const modifier = (name: string) => ({ key: name, source, label: name, value: 1, enabled: true, optional: true }) as const;
    expect(refusal(() => { checkExclusive([modifier("one"), modifier("other")]); })?.[0]).toBe(`Error.${key}`);
    expect(refusal(() => { checkExclusive([modifier("one"), { ...modifier("other"), enabled: false }]); })).toBeNull();
  });
});
