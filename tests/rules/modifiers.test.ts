import { describe, expect, it, test } from "vitest";
import type { Weapon } from "../../src/rules/fighter/types";
import type { Size, WeaponGroup } from "../../src/rules/keys";
import { answerModifiers } from "../../src/rules/modifiers/answer";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { checkModifiers } from "../../src/rules/modifiers/check";
import { usableAt } from "../../src/rules/modifiers/melee";
import { bandModifier, bandOf, sightBand, weaponBand, worseBand } from "../../src/rules/modifiers/range";
import { neutralSituation, situationBetween } from "../../src/rules/modifiers/situation";
import { checkExclusive, targetNumber, tnFor, toggleModifier, totalDice } from "../../src/rules/modifiers/sum";
import type { EngagementRange, Modifier, Situation } from "../../src/rules/modifiers/types";
import { diceByKey, fighter, gun, handShield, packManeuver, situation, throwingAxe, weapon } from "./fixtures";

const shoot = packManeuver("ranged-shoot");
const attack = packManeuver("melee-attack");

const shot = (place: Situation, arms: Weapon = gun()) => diceByKey(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: shoot, weapon: arms, situation: place }));
const blow = (place: Situation, size: Size = "M") => diceByKey(attackModifiers({ attacker: fighter(), target: fighter(), maneuver: attack, weapon: weapon({ size }), situation: place }));
const unarmed = (key: string, place: Situation) => {
  const offered = attackModifiers({ attacker: fighter({ skills: { unarmed: 7, stamina: 4 } }), target: fighter(), maneuver: packManeuver(key), weapon: null, situation: place });
  return diceByKey(offered.filter((entry) => entry.key !== "maneuver"));
};
const reply = (key: string, against: string, arms: Weapon | null, place: Situation = neutralSituation(), defender = fighter({ skills: { unarmed: 7, melee: 7 } })) =>
  diceByKey(answerModifiers({ defender, attacker: fighter(), maneuver: packManeuver(key), weapon: null, attack: { maneuver: packManeuver(against), weapon: arms }, situation: place }));

describe("R059", () => {
  const long = weapon({ range: { short: 25, medium: 50, long: 100 } });
  it.each([[25, "short"], [26, "medium"], [50, "medium"], [100, "long"], [101, "extreme"], [200, "extreme"], [201, "beyond"]])("long 100: %i m is %s", (distance, band) => {
    expect(weaponBand(long, distance)).toBe(band);
  });

  test("a weapon without ranges is short", () => {
    expect(weaponBand(weapon(), 99)).toBe("short");
  });
});

describe("R060", () => {
  test("weapon short, sight long: long", () => {
    expect(worseBand("short", "long")).toBe("long");
    expect(worseBand("extreme", "long")).toBe("extreme");
    expect(bandOf(gun(), situation({ distance: 8, visibleRange: 2 }))).toBe("long");
    expect(bandOf(gun(), situation({ distance: 8 }))).toBe("short");
    expect(bandOf(gun(), neutralSituation())).toBeNull();
  });
});

describe("R061", () => {
  it.each([[50, "short"], [100, "medium"], [250, "long"], [500, "extreme"], [501, "beyond"]])("Visible Range 50: %i m is %s", (distance, band) => {
    expect(sightBand(50, distance)).toBe(band);
  });
});

describe("R072", () => {
  it.each<[WeaponGroup, number]>([["pistol", 2], ["rifle", 2], ["shotgun", 2], ["automatic", 2], ["energy", 2], ["crossbow", 2], ["bow", -2]])("prone with a %s: %i", (group, dice) => {
    expect(shot(situation({ attacker: { prone: true } }), gun({ group }))).toEqual({ "attacker-prone": dice });
  });

  test("a throw counts like a bow", () => {
    const dice = diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver("melee-throw"), weapon: throwingAxe(), situation: situation({ attacker: { prone: true } }) }));
    expect(dice).toEqual({ "attacker-prone": -2 });
  });
});

describe("R073", () => {
  it.each([[2, {}], [3, { "high-ground": 1 }], [9, { "high-ground": 1 }], [10, { "very-high-ground": 2 }], [-10, {}]])("%i m up: %j", (height, dice) => {
    expect(shot(situation({ height }))).toEqual(dice);
  });
});

describe("R074", () => {
  it.each([["cover50", 1], ["cover90", 2]] as const)("attacker in %s: %i", (cover, dice) => {
    expect(shot(situation({ attacker: { cover } }))).toEqual({ "attacker-cover": dice });
  });
});

describe("R075", () => {
  test("walking -1, running -3", () => {
    expect(shot(situation({ attacker: { movement: "walk" } }))).toEqual({ "attacker-walking": -1 });
    expect(shot(situation({ attacker: { movement: "run" } }))).toEqual({ "attacker-running": -3 });
  });
});

describe("R076", () => {
  it.each([["short", 1], ["medium", 0], ["long", -2], ["extreme", -4]] as const)("%s: %i", (band, dice) => {
    expect(bandModifier(band)).toBe(dice);
  });

  it.each([[10, { "range-short": 1 }], [20, {}], [40, { "range-long": -2 }], [80, { "range-extreme": -4 }]])("10/20/40 at %i m: %j", (distance, dice) => {
    expect(shot(situation({ distance }))).toEqual(dice);
  });
});

describe("R077", () => {
  test("immobile target +1", () => {
    expect(shot(situation({ target: { immobile: true } }))).toEqual({ "target-immobile": 1 });
  });
});

describe("R078", () => {
  it.each([[4.9, 2], [5, undefined], [15, undefined], [15.1, -1]])("prone at %d m: %s", (distance, dice) => {
    expect(shot(situation({ distance, target: { prone: true } }))["target-prone"]).toBe(dice);
  });

  test("no distance, no change", () => {
    expect(shot(situation({ target: { prone: true } }))).toEqual({});
  });
});

describe("R079", () => {
  it.each([[7, undefined], [8, -1], [13, -1], [14, -2], [19, -2], [20, -3], [39, -3]])("target moving %i: %s", (moving, dice) => {
    expect(shot(situation({ target: { moving } }))["target-moving"]).toBe(dice);
  });

  test("leaping counts like 20", () => {
    expect(shot(situation({ target: { leaping: true } }))).toEqual({ "target-moving": -3 });
  });
});

describe("R080", () => {
  it.each([[40, -4], [59, -4], [60, -5], [80, -6]])("target moving %i: %i", (moving, dice) => {
    expect(shot(situation({ target: { moving, leaping: true } }))).toEqual({ "target-moving": dice });
  });
});

describe("R081", () => {
  it.each([["cover50", -2], ["cover90", -4]] as const)("around %s: %i", (cover, dice) => {
    expect(shot(situation({ target: { cover } }))).toEqual({ "around-cover": dice });
  });
});

describe("R082", () => {
  it.each([["cover50", -1], ["cover90", -2]] as const)("through %s: %i", (cover, dice) => {
    expect(shot(situation({ target: { cover }, shotThroughCover: true, barrier: 5 }))).toEqual({ "through-cover": dice });
  });
});

describe("R086", () => {
  test("melee: attacker prone -2, running -1; target prone +1", () => {
    expect(blow(situation({ attacker: { prone: true } }))).toEqual({ "attacker-prone": -2 });
    expect(blow(situation({ attacker: { movement: "run" } }))).toEqual({ "attacker-running": -1 });
    expect(blow(situation({ attacker: { movement: "walk" } }))).toEqual({});
    expect(blow(situation({ distance: 1, target: { prone: true } }))).toEqual({ "target-prone": 1 });
    expect(unarmed("unarmed-strike", situation({ target: { prone: true } }))).toEqual({ "target-prone": 1 });
  });

  test("the ranged table does not count in melee", () => {
    expect(blow(situation({ distance: 1, height: 12, attacker: { cover: "cover90" }, target: { cover: "cover90", immobile: true, inMelee: true } }))).toEqual({});
  });
});

describe("R087", () => {
  it.each([[8, undefined], [13, undefined], [14, -1], [20, -2], [40, -3], [60, -4]])("melee, target moving %i: %s", (moving, dice) => {
    expect(blow(situation({ target: { moving } }))["target-moving"]).toBe(dice);
  });

  test("leaping -2", () => {
    expect(blow(situation({ target: { leaping: true } }))).toEqual({ "target-moving": -2 });
  });
});

/** Dice by size XS S M L XL; null: unusable. */
const RANGES: readonly (readonly [line: number, range: EngagementRange, sizes: readonly (number | null)[], evasions: number])[] = [
  [89, 6, [-2, -1, 0, 0, 0], 0],
  [90, 5, [0, 0, 0, 0, 0], 0],
  [91, 4, [0, 0, 0, -1, -2], 0],
  [92, 3, [0, 0, -1, -2, -4], -1],
  [93, 2, [0, -1, -2, -4, null], -2],
  [94, 1, [0, -2, -4, null, null], -3],
];
describe.each(RANGES)("R0%i", (_line, engagement, sizes, evasions) => {
  const place = situation({ engagement });

  it.each((["XS", "S", "M", "L", "XL"] as const).map((size, index) => [size, sizes[index] ?? null] as const))(`range ${engagement}: %s %s`, (size, dice) => {
    expect(usableAt(size, engagement)).toBe(dice !== null);
    expect(blow(place, size)).toEqual(dice === null || dice === 0 ? {} : { engagement: dice });
  });

  test(`range ${engagement}: evasions ${evasions}`, () => {
    expect(reply("evasion-dodge", "melee-attack", weapon(), place)).toEqual({ maneuver: 3, ...(evasions === 0 ? {} : { "close-evasion": evasions }) });
  });

  test("and nothing where nobody knows the range", () => {
    expect(usableAt("XL", null)).toBe(true);
    expect(blow(neutralSituation(), "XL")).toEqual({});
  });
});

describe("R090", () => {
  const medium = situation({ engagement: 5 });

  test("at Medium neither blows of any kind nor counterattacks suffer, and what else counts still does", () => {
    for (const key of ["unarmed-kick", "unarmed-strike", "unarmed-elbow-strike", "unarmed-headbutt"]) expect(unarmed(key, medium)).toEqual({});
    expect(reply("melee-stop-charge", "melee-charge", weapon(), medium)).toEqual(reply("melee-stop-charge", "melee-charge", weapon()));
    expect(blow(situation({ engagement: 5, attacker: { prone: true }, target: { prone: true, moving: 14 } }), "XL")).toEqual({ "attacker-prone": -2, "target-prone": 1, "target-moving": -1 });
    expect(reply("melee-parry", "melee-attack", weapon(), medium)).toEqual({});
    expect(reply("evasion-dodge", "melee-attack", weapon(), medium, fighter({ encumbrance: "medium" }))).toEqual({ maneuver: 3, encumbrance: -1 });
  });
});

describe("R095", () => {
  test("kicks count M, strikes S, elbows and knees XS", () => {
    expect(unarmed("unarmed-kick", situation({ engagement: 3 }))).toEqual({ engagement: -1 });
    expect(unarmed("unarmed-strike", situation({ engagement: 3 }))).toEqual({});
    expect(unarmed("unarmed-strike", situation({ engagement: 6 }))).toEqual({ engagement: -1 });
    expect(unarmed("unarmed-elbow-strike", situation({ engagement: 6 }))).toEqual({ engagement: -2 });
    expect(unarmed("unarmed-knee-strike", situation({ engagement: 6 }))).toEqual({ engagement: -2 });
    expect(unarmed("unarmed-headbutt", situation({ engagement: 6 }))).toEqual({ engagement: -2 });
  });

  test("a maneuver without a size: kicks M, other blows S", () => {
    const sizeless = (key: string) => ({ ...packManeuver(key), combatSize: null });
    const dice = (key: string, engagement: EngagementRange) => diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: sizeless(key), weapon: null, situation: situation({ engagement }) }));
    expect(dice("unarmed-kick", 3)).toEqual({ engagement: -1 });
    expect(dice("unarmed-strike", 6)).toEqual({ engagement: -1 });
  });
});

describe("R096", () => {
  test("a parry with an XL weapon at Short has no penalty", () => {
    expect(reply("melee-parry", "melee-attack", weapon({ size: "XL" }), situation({ engagement: 4 }))).toEqual({});
  });
});

describe("R097", () => {
  test("into melee -1, into a grapple -2 in all", () => {
    expect(totalDice(attackModifiers({ attacker: fighter(), target: null, maneuver: shoot, weapon: gun(), situation: situation({ target: { inMelee: true } }) }))).toBe(6 - 1);
    expect(shot(situation({ target: { inMelee: true, inGrapple: true } }))).toEqual({ "target-in-melee": -1, "target-in-grapple": -1 });
    expect(shot(situation({ target: { inGrapple: true } }))).toEqual({ "target-in-melee": -1, "target-in-grapple": -1 });
  });
});

describe("R104", () => {
  test("unarmed answers to a weapon -2, once", () => {
    expect(reply("unarmed-block", "melee-attack", weapon())).toEqual({ "against-weapon": -2 });
    expect(reply("unarmed-leg-check", "melee-attack", weapon())).toEqual({ maneuver: -1, "unarmed-against-armed": -2 });
    expect(reply("unarmed-block", "unarmed-strike", null)).toEqual({});
  });

  test("not on evasions, parries and attacks", () => {
    expect(reply("evasion-dodge", "melee-attack", weapon())).toEqual({ maneuver: 3 });
    expect(reply("melee-parry", "melee-attack", weapon())).toEqual({});
    expect(unarmed("unarmed-strike", neutralSituation())).toEqual({});
  });
});

describe("R183", () => {
  test("need 4, have 2: -2", () => {
    const dice = diceByKey(attackModifiers({ attacker: fighter({ skills: { unarmed: 2, agility: 3 } }), target: null, maneuver: packManeuver("unarmed-martial-kick"), weapon: null, situation: neutralSituation() }));
    expect(dice).toEqual({ maneuver: 1, requisite: -2 });
  });

  test("need 2, have 0: -2", () => {
    const dice = diceByKey(attackModifiers({ attacker: fighter({ skills: { strength: 0 } }), target: null, maneuver: packManeuver("melee-hack"), weapon: weapon(), situation: neutralSituation() }));
    expect(dice).toEqual({ maneuver: -1, requisite: -2 });
  });
});

describe("R184", () => {
  test("short 1 and 3: -3", () => {
    const dice = diceByKey(attackModifiers({ attacker: fighter({ skills: { melee: 4, strength: 0 } }), target: null, maneuver: packManeuver("melee-spin-slash"), weapon: weapon(), situation: neutralSituation() }));
    expect(dice).toEqual({ maneuver: -2, requisite: -3 });
  });

  test("a skill that nobody wrote down counts 0", () => {
    const dice = diceByKey(attackModifiers({ attacker: { ...fighter(), skills: {} }, target: null, maneuver: shoot, weapon: gun(), situation: neutralSituation() }));
    expect(dice).toEqual({ requisite: -1 });
  });

  test("the hand shield's own requisites count for its block", () => {
    const able = fighter({ skills: { melee: 1 }, handShield: handShield() });
    expect(reply("melee-shield-block", "melee-attack", weapon(), neutralSituation(), able)).toEqual({ "hand-shield": 4, requisite: -1 });
    expect(reply("melee-parry", "melee-attack", weapon(), neutralSituation(), able)).toEqual({});
  });
});

describe("R187", () => {
  test("Sidestep against thrown weapons -3, otherwise nothing", () => {
    expect(reply("evasion-sidestep", "melee-throw", throwingAxe())).toEqual({ "against-thrown": -3 });
    expect(reply("evasion-sidestep", "melee-attack", weapon())).toEqual({});
  });
});

describe("R213", () => {
  test("Shield Block gains Deflection + Absorb: 3 + 1", () => {
    expect(reply("melee-shield-block", "melee-attack", weapon(), neutralSituation(), fighter({ handShield: handShield() }))).toEqual({ "hand-shield": 4 });
  });
});

describe("R214", () => {
  test("Spin Slash: every defense +1", () => {
    expect(reply("melee-parry", "melee-spin-slash", weapon())).toEqual({ "attack-maneuver": 1 });
    expect(reply("evasion-dodge", "melee-spin-slash", weapon())).toEqual({ maneuver: 3, "attack-maneuver": 1 });
  });
});

describe("R219", () => {
  test("Thrust: evasions -1, parries nothing", () => {
    expect(reply("evasion-dodge", "melee-thrust", weapon())).toEqual({ maneuver: 3, "attack-maneuver": -1 });
    expect(reply("melee-parry", "melee-thrust", weapon())).toEqual({});
  });
});

describe("R243", () => {
  test("headbutt in a helmet: another -1", () => {
    const dice = (helmet: number) => diceByKey(attackModifiers({ attacker: fighter({ helmet }), target: null, maneuver: packManeuver("unarmed-headbutt"), weapon: null, situation: neutralSituation() }));
    expect(dice(0)).toEqual({ maneuver: -2 });
    expect(dice(2)).toEqual({ maneuver: -2, "wearing-helmet": -1 });
  });
});

describe("R256", () => {
  test("defenses against Lightning Strike -1, against Power Strike +1", () => {
    expect(reply("unarmed-block", "unarmed-lightning-strike", null)).toEqual({ "attack-maneuver": -1 });
    expect(reply("evasion-dodge", "unarmed-power-strike", null)).toEqual({ maneuver: 3, "attack-maneuver": 1 });
  });
});

describe("what a fighter brings", () => {
  test("the attribute stands first and cannot be switched off", () => {
    const [first] = attackModifiers({ attacker: fighter(), target: null, maneuver: attack, weapon: weapon(), situation: neutralSituation() });
    expect(first).toEqual({ key: "attribute", source: "attribute", label: "FATEWALKER.Modifier.Prowess", value: 6, enabled: true, optional: false });
  });

  test("a load counts on Agility rolls alone", () => {
    const loaded = fighter({ encumbrance: "heavy" });
    expect(reply("evasion-dodge", "melee-attack", weapon(), neutralSituation(), loaded)).toEqual({ maneuver: 3, encumbrance: -2 });
    expect(reply("melee-parry", "melee-attack", weapon(), neutralSituation(), loaded)).toEqual({});
    expect(diceByKey(checkModifiers({ fighter: loaded, attribute: "focus", skill: "agility" }))).toEqual({ encumbrance: -2 });
    expect(totalDice(checkModifiers({ fighter: loaded, attribute: "focus", skill: "observe" }))).toBe(4);
  });

  test("wounds are no modifier", () => {
    const hurt = fighter({ woundPenalty: 3 });
    expect(totalDice(attackModifiers({ attacker: hurt, target: null, maneuver: attack, weapon: weapon(), situation: neutralSituation() }))).toBe(6);
  });

  test("a maneuver without a roll has no modifiers", () => {
    const still = { ...attack, roll: null };
    expect(attackModifiers({ attacker: fighter(), target: null, maneuver: still, weapon: weapon(), situation: neutralSituation() })).toEqual([]);
    expect(answerModifiers({ defender: fighter(), attacker: fighter(), maneuver: still, weapon: null, attack: { maneuver: attack, weapon: null }, situation: neutralSituation() })).toEqual([]);
    expect(tnFor(fighter(), still)).toBe(0);
  });

  test("a roll without an attribute has no attribute's dice, a maneuver of no fighting group no table", () => {
    const odd = { ...packManeuver("evasion-dodge"), roll: { attribute: null, skill: null, modifier: 1, cases: [], base: null } };
    expect(attackModifiers({ attacker: fighter(), target: null, maneuver: odd, weapon: null, situation: situation({ attacker: { prone: true } }) }).map((entry) => entry.key)).toEqual(["maneuver"]);
    expect(tnFor(fighter(), odd)).toBe(0);
  });

  test("a shot without a weapon meets no table", () => {
    expect(diceByKey(attackModifiers({ attacker: fighter(), target: null, maneuver: shoot, weapon: null, situation: situation({ distance: 500 }) }))).toEqual({});
  });
});

describe("Target Numbers", () => {
  test("are the skill, never more than 8, whatever the modifiers", () => {
    expect(tnFor(fighter(), attack)).toBe(6);
    expect(tnFor(fighter({ skills: { melee: 9 } }), attack)).toBe(8);
  });

  test("may be an attribute: Prowess(Resilience)", () => {
    expect(targetNumber(fighter(), "resilience")).toBe(4);
    expect(targetNumber(fighter(), "juggling")).toBe(0);
  });
});

describe("traits and powers", () => {
  const gifted = fighter({ traits: [{ id: "a", name: "Duellist", rating: 2 }, { id: "b", name: "Quick", rating: 1 }] });
  const offered = attackModifiers({ attacker: gifted, target: null, maneuver: attack, weapon: weapon(), situation: situation({ attacker: { prone: true } }) });
  const on = (modifiers: readonly Modifier[]) => modifiers.filter((entry) => entry.enabled).map((entry) => entry.key);

  test("traits are offered, off", () => {
    expect(offered.filter((entry) => entry.source === "trait")).toMatchObject([{ key: "trait-a", value: 2, enabled: false, optional: true, data: { name: "Duellist" } }, { key: "trait-b", value: 1 }]);
    expect(totalDice(offered)).toBe(6 - 2);
  });

  test("one trait at a time", () => {
    const first = toggleModifier(offered, "trait-a", true);
    expect(totalDice(first)).toBe(6 - 2 + 2);
    expect(on(toggleModifier(first, "trait-b", true))).toEqual(["attribute", "attacker-prone", "trait-b"]);
    expect(on(toggleModifier(first, "trait-a", false))).toEqual(["attribute", "attacker-prone"]);
  });

  test("a circumstance may be switched off, the attribute and unknown keys may not", () => {
    expect(totalDice(toggleModifier(offered, "attacker-prone", false))).toBe(6);
    expect(toggleModifier(offered, "attribute", false)).toEqual(offered);
    expect(toggleModifier(offered, "nonsense", true)).toEqual(offered);
  });

  test("two traits or two powers at once are refused", () => {
    const power = (key: string): Modifier => ({ key, source: "power", label: key, value: 2, enabled: true, optional: true });
    expect(() => checkExclusive(offered.map((entry) => ({ ...entry, enabled: true })))).toThrow("FATEWALKER.Error.OneTrait");
    expect(() => checkExclusive([power("driven"), power("wrath")])).toThrow("FATEWALKER.Error.OnePower");
    expect(() => checkExclusive([power("driven"), power("driven")])).not.toThrow();
  });
});

describe("the situation between two", () => {
  test("reads posture, cover and loads", () => {
    const place = situationBetween(fighter({ statuses: ["prone", "cover50"], visibleRange: 80 }), fighter({ statuses: ["prone", "cover90", "held"] }));
    expect(place).toMatchObject({ visibleRange: 80, attacker: { prone: true, cover: "cover50" }, target: { prone: true, cover: "cover90", immobile: true, inGrapple: true } });
    expect(situationBetween(fighter(), fighter({ encumbrance: "immobile" })).target.immobile).toBe(true);
    expect(situationBetween(fighter(), fighter({ statuses: ["unconscious"] })).target.immobile).toBe(true);
    expect(situationBetween(fighter(), fighter()).target).toEqual(neutralSituation().target);
    expect(situationBetween(fighter(), null).target).toEqual(neutralSituation().target);
  });
});
