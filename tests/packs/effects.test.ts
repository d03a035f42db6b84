import { describe, expect, it } from "vitest";
import { PATHS, isRecord, valueAt, type JsonRecord } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";

/** Numbers that the tables' prose gives, worked by hand: nothing else compares these effects. */

const systems = new Map(
  readPackSources(PATHS.source)
    .documents.filter(({ documentName, parent }) => documentName === "Item" && parent === null)
    .map((document) => [keyOf(document), document.data.system] as const),
);

const records = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The one effect of a kind, in a maneuver or power, or in one of its variants. */
function effect(key: string, kind: string, variant?: string): JsonRecord {
  const holder = variant === undefined ? systems.get(key) : records(valueAt(systems.get(key), "tables.variants")).find((entry) => entry.key === variant);
  const found = records(valueAt(holder, "effects")).filter((entry) => entry.kind === kind);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${key} has ${found.length} effects ${kind}`);
  return found[0];
}

/** Metres in 6 ticks for a Speed and so many successes, as packs/README.md words a pace. */
function metres(pace: JsonRecord, speed: number, successes = 0): number {
  const exact = ((speed + Number(pace.perSuccess) * successes) * Number(pace.times)) / Number(pace.divisor) + Number(pace.plus);
  if (pace.rounding === "up") return Math.ceil(exact);
  return pace.rounding === "tenth" ? Math.round(exact * 10) / 10 : Math.floor(exact);
}

describe("movement", () => {
  it.each([
    ["walk", 5, 5],
    ["run", 5, 10],
    ["crawl", 5, 2],
    ["swim", 5, 2],
    ["climb", 5, 1],
    ["climb", 4, 0.8],
  ])("a %s at Speed %i covers %d m", (variant, speed, expected) => {
    expect(metres(effect("common-begin-movement", "pace", variant), speed)).toBe(expected);
  });

  it("sprints 16 m with three successes, and runs evasively 9 m", () => {
    expect(metres(effect("common-sprint", "pace"), 5, 3)).toBe(16);
    expect(metres(effect("evasion-evasive-running", "pace"), 5)).toBe(9);
  });

  it("jumps 90 cm high, 3 m far and leaps 5.5 m with Speed 9; three dice for each metre of run-up missing", () => {
    const jump = effect("common-jump-leap", "jump", "jump");
    const leap = effect("common-jump-leap", "jump", "leap");
    expect([9 * Number(jump.height), 9 / Number(jump.divisor) + Number(jump.plus), 9 / Number(leap.divisor) + Number(leap.plus)]).toEqual([0.9, 3, 5.5]);
    expect(effect("common-jump-leap", "runUp", "leap")).toMatchObject({ metres: 5, dicePerMetre: -3 });
  });

  it("gets 5 m away with three successes and by going prone", () => {
    const away = effect("evasion-evade-aoe", "getsAway", "goProne");
    expect(3 * Number(away.perSuccess) + Number(away.plus)).toBe(5);
  });
});

describe("close quarters", () => {
  /** The change of a level for so many net successes, or null where it takes more. */
  function change(key: string, net: number): number | null {
    const position = effect(key, "position");
    if (net < Number(position.needs)) return null;
    const raw = Math.ceil(net * Number(position.share)) + Number(position.offset);
    return Math.min(Math.max(raw, Number(position.least)), position.most === null ? Number.POSITIVE_INFINITY : Number(position.most));
  }

  it.each([
    ["unarmed-takedown", 2, null],
    ["unarmed-takedown", 3, 0],
    ["unarmed-takedown", 4, 1],
    ["unarmed-takedown", 6, 2],
    ["unarmed-hold", 3, 2],
    ["unarmed-choke-hold", 4, 2],
    ["unarmed-catch-strike", 3, 2],
    ["unarmed-catch-strike", 1, 0],
    ["unarmed-sweep", 2, 2],
  ])("%s with %i net gives %s", (key, net, level) => {
    expect(change(key, net)).toBe(level);
  });

  it("takes 2 Will for 5 points of a choke and for 4 of a nerve strike", () => {
    expect(Math.floor(5 / Number(effect("unarmed-choke-hold", "drainsWill").perPoints))).toBe(2);
    expect(Math.floor(4 / Number(effect("unarmed-nerve-strike", "drainsWill").perPoints))).toBe(2);
  });

  it("throws 2 m for 4 net and lays the target down from 3", () => {
    for (const key of ["unarmed-throw", "unarmed-defensive-throw"]) {
      expect(4 * Number(effect(key, "displaces").metresPerNet)).toBe(2);
      expect(effect(key, "fells").net).toBe(3);
    }
  });

  it("takes three dice for a missing hand and for being held", () => {
    for (const key of ["unarmed-grapple", "unarmed-slip", "unarmed-sprawl"]) expect(valueAt(systems.get(key), "roll.cases")).toEqual([{ when: "oneHandFree", modifier: -3 }]);
    expect(effect("unarmed-hold", "heldPenalty")).toEqual({ kind: "heldPenalty", value: -3, except: "unarmed-slip" });
  });

  it("steps closer with every two successes, and away again", () => {
    expect([effect("melee-engage-disengage", "meleeRange", "engage").steps, effect("melee-engage-disengage", "meleeRange", "disengage").steps]).toEqual([-1, 1]);
    expect(effect("melee-step-inside", "meleeRange")).toMatchObject({ successes: 2, steps: -1 });
  });
});

describe("time and dice", () => {
  it.each([
    ["evasion-footwork", "footwork", { on: ["parries", "evasion"], perSuccess: 1, most: 2, ticks: 20, renewal: 0 }],
    ["evasion-friendly-fire", "newTarget", { answerDicePerNet: -1 }],
    ["ranged-reload", "slower", { dice: 1, perTicks: 2 }],
    ["common-sprint", "willCost", { will: 1, perTicks: 30 }],
    ["melee-shield-cover", "shieldCover", { otherActions: -2 }],
    ["melee-lunge", "reach", { divisor: 2, weaponLength: true }],
    ["unarmed-unbalance", "addsTicks", { perNet: 1 }],
    ["unarmed-headbutt", "selfDamage", { share: 0.5 }],
    ["unarmed-block", "bracers", { bonus: 1 }],
    ["melee-disarm", "disarms", { net: 1 }],
    ["power-will-tough", "ignoreDamage", { paid: true, points: 1 }],
    ["power-will-willed-ahead", "bonusDice", { paid: true, dice: 4, on: "healing", who: "self", within: null }],
    ["power-will-aint-got-time-to-bleed", "delayBleeding", { paid: true, ticks: 120 }],
    ["power-will-iron-will", "trackBoxes", { paid: false, track: "will", boxes: 6 }],
    ["power-fate-faterunner-ii", "insteadOfAward", { paid: false, track: "fate", points: 3 }],
    ["power-fate-destroyer-berserker", "berserk", { paid: false, attack: 3, defense: -3, ticks: 20 }],
    ["power-fate-maker-hyperfocus", "attributePoints", { paid: true, perPoint: 2, combat: false, lasts: "scene" }],
    ["power-fate-master-conceit", "learning", { paid: false, leastDice: 6, mostSuccesses: 1 }],
    ["power-fate-master-mastery", "targetNumber", { paid: true, bonus: 1, most: 7 }],
    ["power-fate-protector-boon", "bonusDice", { paid: true, dice: 2, on: "nextAction", who: "party", within: 40 }],
    ["power-fate-protector-righteous-strike", "strikeOptions", { paid: true, successes: 2, cancelsDefense: true, damage: 6 }],
  ])("%s: %s", (key, kind, fields) => {
    expect(effect(key, kind)).toEqual({ kind, ...fields });
  });

  it.each([
    ["power-fate-destroyer-wrath", 5, 3, 0],
    ["power-fate-destroyer-wrath", 5, 1, 1],
    ["power-fate-destroyer-fates-end", 5, 3, 2],
  ])("%s: %i dice and %i successes cost %i points", (key, dice, successes, points) => {
    const damage = effect(key, "fateRoll").damage;
    const taken = Number(valueAt(damage, "base")) - Number(valueAt(damage, "perSuccess")) * successes + Number(valueAt(damage, "perFailure")) * (dice - successes);
    expect(Math.max(0, taken)).toBe(points);
  });
});
