import { describe, expect, it, test } from "vitest";
import { formatDamage } from "../../src/rules/damage/formula";
import type { Fighter, Maneuver, TickCost, Weapon } from "../../src/rules/fighter/types";
import { isReaction, mayAnswer } from "../../src/rules/maneuvers/answers";
import { cancelsDamage, damageOf, isAttack, isDodge } from "../../src/rules/maneuvers/kind";
import { missingRequisites, shortfall } from "../../src/rules/maneuvers/requisites";
import { shapeManeuver } from "../../src/rules/maneuvers/shape";
import { reactionTags, tagsOf } from "../../src/rules/maneuvers/tags";
import { chosenTicks, tickCost, tickRange } from "../../src/rules/maneuvers/ticks";
import { isPistol, needsWeapon, usableWeapons } from "../../src/rules/maneuvers/weapons";
import { fighter, gun, handShield, packManeuver, throwingAxe, weapon } from "./fixtures";

const printed = (key: string): Pick<NonNullable<Maneuver["roll"]>, "attribute" | "skill" | "modifier"> => {
  const { roll } = packManeuver(key);
  if (roll === null) throw new Error(`${key} has no roll`);
  return { attribute: roll.attribute, skill: roll.skill, modifier: roll.modifier };
};
const ticks = (key: string, arms: Weapon | null = null): number => tickCost(packManeuver(key), { weapon: arms, handShield: null });
const damage = (key: string, arms: Weapon | null = null, who: Fighter = fighter()) => {
  const rolled = damageOf(packManeuver(key), arms, who);
  return rolled === null ? null : { dice: formatDamage(rolled.pool), type: rolled.type, stun: rolled.stun, flat: rolled.flat };
};
const answers = (reaction: string, attack: string, arms: Weapon | null = null): boolean => mayAnswer(packManeuver(reaction), { maneuver: packManeuver(attack), weapon: arms });
const sixTicks = weapon({ speed: { base: 5, recoil: 1 } });

describe("R185", () => {
  test("Dodge: Prowess(Agility) +3, 8 ticks", () => {
    expect(printed("evasion-dodge")).toEqual({ attribute: "prowess", skill: "agility", modifier: 3 });
    expect(ticks("evasion-dodge")).toBe(8);
    expect(isDodge(packManeuver("evasion-dodge"))).toBe(true);
  });

  test("answers blows and blades, not throws and shots", () => {
    expect(answers("evasion-dodge", "melee-attack", weapon())).toBe(true);
    expect(answers("evasion-dodge", "unarmed-kick")).toBe(true);
    expect(answers("evasion-dodge", "melee-throw", throwingAxe())).toBe(false);
    expect(answers("evasion-dodge", "ranged-shoot", gun())).toBe(false);
  });
});

describe("R187", () => {
  test("Sidestep: Prowess(Agility), 5 ticks, also against throws", () => {
    expect(printed("evasion-sidestep")).toEqual({ attribute: "prowess", skill: "agility", modifier: 0 });
    expect(ticks("evasion-sidestep")).toBe(5);
    expect(answers("evasion-sidestep", "melee-careful-throw", throwingAxe())).toBe(true);
    expect(answers("evasion-sidestep", "ranged-shoot", gun())).toBe(false);
  });
});

describe("R198", () => {
  test("Shoot: Prowess(Ranged), weapon ticks, Ranged 1", () => {
    expect(printed("ranged-shoot")).toEqual({ attribute: "prowess", skill: "ranged", modifier: 0 });
    expect(ticks("ranged-shoot", gun())).toBe(7);
    expect(missingRequisites(packManeuver("ranged-shoot"), fighter({ skills: { ranged: 0 } }))).toEqual([{ skill: "ranged", level: 1, has: 0 }]);
    expect(damage("ranged-shoot", gun())).toEqual({ dice: "8x1 @6", type: "ballistic", stun: false, flat: 0 });
  });
});

describe("R210", () => {
  it.each(["melee-attack", "melee-throw"])("%s: Prowess(Weaponry), weapon ticks, no requisite", (key) => {
    expect(printed(key)).toEqual({ attribute: "prowess", skill: "melee", modifier: 0 });
    expect(ticks(key, weapon())).toBe(8);
    expect(shortfall(packManeuver(key), fighter({ skills: { melee: 0 } }))).toBe(0);
  });
});

describe("R211", () => {
  test("Parry: weapon ticks - 2, rolls the weapon's damage", () => {
    expect(ticks("melee-parry", sixTicks)).toBe(4);
    expect(damage("melee-parry", weapon())).toEqual({ dice: "3x1/3x3 @5", type: "physical", stun: false, flat: 0 });
    expect(cancelsDamage(packManeuver("melee-parry"))).toBe(true);
    expect(isAttack(packManeuver("melee-parry"))).toBe(false);
  });

  test("answers melee and unarmed attacks, not throws and shots", () => {
    expect(answers("melee-parry", "melee-hack", weapon())).toBe(true);
    expect(answers("melee-parry", "unarmed-kick")).toBe(true);
    expect(answers("melee-parry", "melee-throw", throwingAxe())).toBe(false);
    expect(answers("melee-parry", "ranged-shoot", gun())).toBe(false);
  });
});

describe("R212", () => {
  test("Quick Parry -2, weapon - 4; Power Parry +2, full ticks", () => {
    expect([printed("melee-quick-parry").modifier, ticks("melee-quick-parry", sixTicks)]).toEqual([-2, 2]);
    expect([printed("melee-power-parry").modifier, ticks("melee-power-parry", sixTicks)]).toEqual([2, 6]);
  });

  test("no cost falls below 1", () => {
    expect(ticks("melee-quick-parry", weapon({ speed: { base: 3, recoil: 0 } }))).toBe(1);
  });
});

describe("R213", () => {
  test("Shield Block: the shield's block value and speed", () => {
    const shielded = fighter({ handShield: handShield() });
    expect(damage("melee-shield-block", null, shielded)).toMatchObject({ dice: "5x1/1x3 @5", flat: 0 });
    expect(tickCost(packManeuver("melee-shield-block"), { weapon: weapon(), handShield: handShield() })).toBe(6);
    expect(damage("melee-shield-block")).toBeNull();
    expect(ticks("melee-shield-block")).toBe(1);
  });
});

describe("R214", () => {
  test("Hack: -1, +1 tick, damage +1", () => {
    expect([printed("melee-hack").modifier, ticks("melee-hack", weapon()), damage("melee-hack", weapon())?.flat]).toEqual([-1, 9, 1]);
  });

  test("Spin Slash: -2, +2 ticks, damage +4", () => {
    expect([printed("melee-spin-slash").modifier, ticks("melee-spin-slash", weapon()), damage("melee-spin-slash", weapon())?.flat]).toEqual([-2, 10, 4]);
  });
});

describe("R219", () => {
  test("Thrust: -1, weapon - 1 tick", () => {
    expect([printed("melee-thrust").modifier, ticks("melee-thrust", weapon())]).toEqual([-1, 7]);
  });
});

describe("R221", () => {
  test("Careful Throw: +1, weapon + 2 ticks", () => {
    expect([printed("melee-careful-throw").modifier, ticks("melee-careful-throw", throwingAxe())]).toEqual([1, 9]);
  });
});

describe("R232", () => {
  it.each(["strike", "kick", "martial-strike", "martial-kick", "elbow-strike", "knee-strike", "headbutt", "lightning-strike", "power-strike", "spinning-kick"])("%s stuns and is physical", (name) => {
    expect(damage(`unarmed-${name}`)).toMatchObject({ stun: true, type: "physical", flat: 0 });
    expect(isAttack(packManeuver(`unarmed-${name}`))).toBe(true);
  });
});

describe("R233", () => {
  test("Strike 6 ticks 5x1 @5; Kick 7 ticks 4x1/1x3 @5", () => {
    expect([ticks("unarmed-strike"), damage("unarmed-strike")?.dice]).toEqual([6, "5x1 @5"]);
    expect([ticks("unarmed-kick"), damage("unarmed-kick")?.dice]).toEqual([7, "4x1/1x3 @5"]);
  });
});

describe("R234", () => {
  it.each([["strike", 6, "5x1 @5"], ["kick", 7, "4x1/1x3 @5"], ["block", 5, "5x1 @5"]])("Martial %s: +1, %i ticks, %s as the basic form", (name, cost, dice) => {
    expect([printed(`unarmed-martial-${name}`).modifier, ticks(`unarmed-martial-${name}`)]).toEqual([1, cost]);
    expect([printed(`unarmed-${name}`).modifier, ticks(`unarmed-${name}`)]).toEqual([0, cost]);
    for (const form of ["unarmed-martial-", "unarmed-"]) expect(damage(`${form}${name}`)).toMatchObject({ dice, type: "physical", flat: 0 });
  });

  test("Brute 3 hits harder with strike and kick, bracers add 1 to the block", () => {
    const brute = fighter({ brute: 3, bracers: true });
    expect(["strike", "kick", "block"].map((name) => damage(`unarmed-martial-${name}`, null, brute)?.flat)).toEqual([3, 3, 1]);
    expect(["strike", "kick", "block"].map((name) => cancelsDamage(packManeuver(`unarmed-martial-${name}`)))).toEqual([false, false, true]);
  });
});

describe("R235", () => {
  test("Elbow and knee: -2, 5 and 6 ticks", () => {
    expect([printed("unarmed-elbow-strike").modifier, ticks("unarmed-elbow-strike"), damage("unarmed-elbow-strike")?.dice]).toEqual([-2, 5, "5x1 @5"]);
    expect([printed("unarmed-knee-strike").modifier, ticks("unarmed-knee-strike"), damage("unarmed-knee-strike")?.dice]).toEqual([-2, 6, "4x1/1x3 @5"]);
  });
});

describe("R236", () => {
  test("Block: 5 ticks, 5x1 @5; Quick Block -2, 3 ticks", () => {
    expect([ticks("unarmed-block"), damage("unarmed-block")?.dice, cancelsDamage(packManeuver("unarmed-block"))]).toEqual([5, "5x1 @5", true]);
    expect([printed("unarmed-quick-block").modifier, ticks("unarmed-quick-block")]).toEqual([-2, 3]);
  });

  test("bracers add 1 to blocks", () => {
    expect(damage("unarmed-block", null, fighter({ bracers: true }))?.flat).toBe(1);
    expect(damage("melee-parry", weapon(), fighter({ bracers: true }))?.flat).toBe(0);
  });

  test("answers strikes, kicks and weapons, not throws and shots", () => {
    for (const attack of ["unarmed-strike", "unarmed-spinning-kick", "unarmed-elbow-strike"]) expect(answers("unarmed-block", attack)).toBe(true);
    expect(answers("unarmed-block", "melee-attack", weapon())).toBe(true);
    expect(answers("unarmed-block", "melee-throw", throwingAxe())).toBe(false);
    expect(answers("unarmed-block", "ranged-shoot", gun())).toBe(false);
  });
});

describe("R243", () => {
  test("Headbutt: 5x1 @6; it can be evaded, and nothing else", () => {
    expect([ticks("unarmed-headbutt"), damage("unarmed-headbutt")?.dice]).toEqual([5, "5x1 @6"]);
    expect(answers("evasion-dodge", "unarmed-headbutt")).toBe(true);
    for (const reaction of ["unarmed-block", "unarmed-quick-block", "unarmed-martial-block", "melee-parry", "melee-shield-block"]) expect(answers(reaction, "unarmed-headbutt")).toBe(false);
  });

  test("the attacker's helmet adds its rating", () => {
    expect(damage("unarmed-headbutt", null, fighter({ helmet: 3 }))?.flat).toBe(3);
    expect(damage("unarmed-strike", null, fighter({ helmet: 3 }))?.flat).toBe(0);
  });
});

describe("R244", () => {
  test("Leg Check: -1, 3 ticks, 4x1/1x3 @5", () => {
    expect([printed("unarmed-leg-check").modifier, ticks("unarmed-leg-check"), damage("unarmed-leg-check")?.dice]).toEqual([-1, 3, "4x1/1x3 @5"]);
  });

  it.each([["unarmed-kick", true], ["unarmed-martial-kick", true], ["unarmed-knee-strike", true], ["unarmed-spinning-kick", false], ["unarmed-strike", false], ["unarmed-elbow-strike", false]])("against %s: %s", (attack, may) => {
    expect(answers("unarmed-leg-check", attack)).toBe(may);
  });

  test("not against a leaping kick, not against weapons", () => {
    const leap = { ...packManeuver("unarmed-kick"), key: "unarmed-leap-kick" };
    expect(mayAnswer(packManeuver("unarmed-leg-check"), { maneuver: leap, weapon: null })).toBe(false);
    expect(answers("unarmed-leg-check", "melee-attack", weapon())).toBe(false);
  });
});

describe("R256", () => {
  test("Lightning Strike -2, 4 ticks; Power Strike -2, 8 ticks, 2x1/4x3 @6", () => {
    expect([printed("unarmed-lightning-strike").modifier, ticks("unarmed-lightning-strike"), damage("unarmed-lightning-strike")?.dice]).toEqual([-2, 4, "5x1 @5"]);
    expect([printed("unarmed-power-strike").modifier, ticks("unarmed-power-strike"), damage("unarmed-power-strike")?.dice]).toEqual([-2, 8, "2x1/4x3 @6"]);
  });
});

describe("R257", () => {
  test("Spinning Kick -2, 9 ticks, 2x1/4x3 @6", () => {
    expect([printed("unarmed-spinning-kick").modifier, ticks("unarmed-spinning-kick"), damage("unarmed-spinning-kick")?.dice]).toEqual([-2, 9, "2x1/4x3 @6"]);
  });
});

describe("damage", () => {
  test("Brute adds to melee, thrown and unarmed attacks, not to shots and parries", () => {
    const strong = fighter({ brute: 2, handShield: handShield() });
    expect(damage("melee-hack", weapon(), strong)?.flat).toBe(3);
    expect(damage("melee-throw", throwingAxe(), strong)?.flat).toBe(2);
    expect(damage("unarmed-kick", null, strong)?.flat).toBe(2);
    expect(damage("ranged-shoot", gun(), strong)?.flat).toBe(0);
    expect(damage("melee-parry", weapon(), strong)?.flat).toBe(0);
    expect(damage("melee-shield-block", null, strong)?.flat).toBe(0);
  });

  test("a TN bonus never passes 8", () => {
    const maneuver = packManeuver("melee-attack");
    if (maneuver.damage === null) throw new Error("no damage");
    const deadly = { ...maneuver, damage: { ...maneuver.damage, tnBonus: 1 } };
    expect(damageOf(deadly, weapon(), fighter())?.pool.tn).toBe(6);
    expect(damageOf(deadly, weapon({ damage: { ...weapon().damage, tn: 8 } }), fighter())?.pool.tn).toBe(8);
  });

  test("weapons keep their type, ladder and stun", () => {
    const net = weapon({ damage: { formula: "6x1/1x5", tn: 6, type: "energy", stun: true, ladder: "buckshot" } });
    expect(damageOf(packManeuver("melee-attack"), net, fighter())).toMatchObject({ type: "energy", stun: true, pool: { ladder: "buckshot" } });
  });

  test("is null without the weapon, and where a maneuver has none", () => {
    expect(damage("melee-attack")).toBeNull();
    expect(damage("ranged-shoot")).toBeNull();
    expect(damage("evasion-dodge")).toBeNull();
    const grapple: Maneuver = { ...packManeuver("unarmed-strike"), key: "unarmed-grapple", damage: { source: "component", pools: [], tn: null, bonus: 0, tnBonus: 0, stun: true, cancels: false } };
    expect(damageOf(grapple, null, fighter())).toBeNull();
    expect(isAttack({ ...grapple, damage: null })).toBe(false);
    expect(isAttack(packManeuver("evasion-dodge"))).toBe(false);
  });

  test("a shot whose row leaves damage open takes the weapon's", () => {
    const shoot = { ...packManeuver("ranged-shoot"), damage: null };
    expect(isAttack(shoot)).toBe(true);
    const rolled = damageOf(shoot, gun(), fighter());
    expect(rolled === null ? null : formatDamage(rolled.pool)).toBe("8x1 @6");
  });

  test("Step Inside is dodge-type", () => {
    expect(isDodge(packManeuver("melee-step-inside"))).toBe(true);
    expect(isDodge(packManeuver("melee-parry"))).toBe(false);
  });
});

describe("tags", () => {
  it.each([
    ["melee-attack", weapon(), ["melee-attack", "melee", "weapons"]],
    ["melee-throw", throwingAxe(), ["melee-throw", "thrown"]],
    ["ranged-shoot", gun(), ["ranged-shoot", "ranged", "bullet"]],
    ["ranged-shoot", null, ["ranged-shoot", "ranged"]],
    ["unarmed-strike", null, ["unarmed-strike", "unarmed", "strikes"]],
    ["unarmed-knee-strike", null, ["unarmed-knee-strike", "unarmed", "strikes"]],
    ["unarmed-martial-kick", null, ["unarmed-martial-kick", "unarmed", "kicks"]],
    ["unarmed-headbutt", null, ["unarmed-headbutt", "unarmed"]],
  ] as const)("%s", (key, arms, expected) => {
    expect([...tagsOf(packManeuver(key), arms)].sort()).toEqual([...expected].sort());
  });

  test("a maneuver without a key goes by its data", () => {
    const own = (changes: Partial<Maneuver>) => ({ ...packManeuver("melee-attack"), key: "", ...changes });
    expect([...tagsOf(own({}), throwingAxe())]).toEqual(["thrown"]);
    expect([...tagsOf(own({}), weapon())]).toEqual(["melee", "weapons"]);
    expect([...tagsOf(own({ group: "unarmed", combatSize: "M" }), null)]).toEqual(["unarmed", "kicks"]);
    expect([...tagsOf(own({ group: "unarmed", combatSize: null }), null)]).toEqual(["unarmed", "strikes"]);
    expect([...reactionTags(own({ group: "evasion", damage: null }))]).toEqual(["any", "evasion"]);
  });

  test("reactions: parries, blocks, shield blocks", () => {
    expect(reactionTags(packManeuver("melee-parry")).has("parries")).toBe(true);
    expect(reactionTags(packManeuver("unarmed-leg-check")).has("blocks")).toBe(true);
    expect([...reactionTags(packManeuver("melee-shield-block"))]).toContain("shieldBlocks");
  });
});

describe("lists of answers", () => {
  const attack = { maneuver: packManeuver("melee-attack"), weapon: weapon() };
  const reaction = (answersTo: readonly string[] | null, changes: Partial<Maneuver> = {}): Maneuver => ({ ...packManeuver("melee-parry"), answers: answersTo, ...changes });

  test("null is everything of its class", () => {
    expect(mayAnswer(reaction(null), attack)).toBe(true);
    expect(mayAnswer(reaction(null, { group: "unarmed" }), attack)).toBe(true);
    expect(mayAnswer(reaction(null, { group: "evasion" }), { maneuver: packManeuver("ranged-shoot"), weapon: gun() })).toBe(false);
    expect(mayAnswer(reaction(null, { group: "common" }), attack)).toBe(false);
  });

  test("an exclusion wins, and alone starts from the class", () => {
    expect(mayAnswer(reaction(["melee", "!melee-attack"]), attack)).toBe(false);
    expect(mayAnswer(reaction(["!melee-hack"]), attack)).toBe(true);
    expect(mayAnswer(reaction(["!melee"]), attack)).toBe(false);
    expect(mayAnswer(reaction(["any"]), { maneuver: packManeuver("ranged-shoot"), weapon: gun() })).toBe(true);
    expect(mayAnswer(reaction([]), attack)).toBe(false);
  });

  test("what an attack lets answer it", () => {
    const answeredBy = (list: readonly string[]) => ({ ...attack, maneuver: { ...attack.maneuver, answeredBy: list } });
    expect(mayAnswer(packManeuver("melee-parry"), answeredBy(["!parries"]))).toBe(false);
    expect(mayAnswer(packManeuver("melee-shield-block"), answeredBy(["!parries"]))).toBe(true);
    expect(mayAnswer(packManeuver("melee-parry"), answeredBy(["evasion"]))).toBe(false);
    expect(mayAnswer(packManeuver("melee-parry"), answeredBy([]))).toBe(false);
  });

  test("an action is no answer, a counterattack is one", () => {
    expect(mayAnswer(packManeuver("melee-hack"), attack)).toBe(false);
    expect(isReaction(reaction(null, { timings: ["counterattack"] }))).toBe(true);
  });
});

describe("weapons for a maneuver", () => {
  const belt = fighter({
    weapons: [
      gun({ id: "holstered", carried: "ready", hand: null }), throwingAxe({ id: "belt", carried: "ready", hand: null }), weapon({ id: "off", hand: "off" }), gun({ id: "drawn", hand: "off" }),
      weapon({ id: "main" }), weapon({ id: "sheath", carried: "sheathed", hand: null }), weapon({ id: "spear", range: { short: 4, medium: 8, long: 12 }, hand: "both" }), throwingAxe({ id: "axe" }), gun({ id: "packed", carried: "stowed", hand: null }),
    ],
  });
  const ids = (maneuver: Maneuver) => usableWeapons(maneuver, belt).map((entry) => entry.id);

  test("melee: melee weapons in hand, the off hand last", () => {
    expect(ids(packManeuver("melee-attack"))).toEqual(["main", "spear", "off"]);
    expect(ids(packManeuver("melee-parry"))).toEqual(["main", "spear", "off"]);
  });

  test("throws: throwing weapons and what has ranges, in hand; a Cobra Strike draws them as well", () => {
    expect(ids(packManeuver("melee-throw"))).toEqual(["spear", "axe"]);
    expect(ids(packManeuver("melee-cobra-strike"))).toEqual(["spear", "axe", "belt"]);
  });

  test("shots and reloads: ranged weapons in hand", () => {
    expect(ids(packManeuver("ranged-shoot"))).toEqual(["drawn"]);
    expect(ids(packManeuver("ranged-reload"))).toEqual(["drawn"]);
  });

  test("drawing: what is not in hand yet, the nearest first; Quick Draw draws what shoots", () => {
    expect(ids(packManeuver("common-ready-draw-weapon"))).toEqual(["holstered", "belt", "sheath", "packed"]);
    expect(ids(packManeuver("ranged-quick-draw"))).toEqual(["holstered", "packed"]);
  });

  test("reloads: a bow without a magazine too, but nothing quick for it, nor for belts and rounds inside", () => {
    const having = (key: string, changes: Parameters<typeof gun>[0]) => usableWeapons(packManeuver(key), fighter({ weapons: [gun(changes)] })).length;
    const bow = { group: "bow", magazine: null, reload: 8 } as const;
    expect([having("ranged-reload", bow), having("ranged-quick-reload", bow), having("ranged-reload", { ...bow, reload: 0 })]).toEqual([1, 0, 0]);
    expect(["m", "c", "i", "b"].map((kind) => having("ranged-quick-reload", { magazine: { value: 0, max: 8, kind } }))).toEqual([1, 1, 0, 0]);
    expect(["i", "b"].map((kind) => having("ranged-reload", { magazine: { value: 0, max: 8, kind } }))).toEqual([1, 1]);
  });

  test("bursts with what has automatic fire, never with bows; two pistols are pistols", () => {
    expect((["bow", "crossbow", "automatic", "energy", "pistol"] as const).map((group) => usableWeapons(packManeuver("ranged-full-auto"), fighter({ weapons: [gun({ group })] })).length)).toEqual([0, 0, 1, 1, 1]);
    expect(([["pistol", "M"], ["energy", "M"], ["automatic", "S"], ["energy", "L"], ["automatic", "M"], ["rifle", "L"]] as const).map(([group, size]) => isPistol(gun({ group, size })))).toEqual([true, true, true, false, false, false]);
  });

  test("bare hands, evasions and the hand shield use none", () => {
    for (const key of ["unarmed-strike", "evasion-dodge", "melee-shield-block"]) expect(ids(packManeuver(key))).toEqual([]);
    expect(needsWeapon(packManeuver("melee-attack"))).toBe(true);
    expect(needsWeapon(packManeuver("ranged-shoot"))).toBe(true);
    expect(needsWeapon(packManeuver("unarmed-strike"))).toBe(false);
  });

  test("a melee maneuver without a key may also throw", () => {
    expect(ids({ ...packManeuver("melee-attack"), key: "" })).toContain("axe");
  });
});

describe("ticks that the user chooses", () => {
  const bare = { weapon: null, handShield: null };
  const look = (variant: string): Maneuver => shapeManeuver(packManeuver("common-look-search-observe"), { variant });
  const picked = (variant: string): Maneuver => shapeManeuver(packManeuver("common-pickup-object"), { variant });
  const stowed = gun({ size: "M", carried: "stowed", hand: null });
  const belowKnees = packManeuver("common-pickup-object").tables?.variants.at(-1)?.key ?? "";

  it.each<[string, Maneuver, Parameters<typeof tickRange>[1], ReturnType<typeof tickRange>]>([
    ["acrobatics, 4 to 14", packManeuver("common-other-acrobatics"), bare, { least: 4, most: 14 }],
    ["another skill, from 7 on", packManeuver("common-use-non-action-skill"), bare, { least: 7, most: null }],
    ["a sprint, from 3 on", packManeuver("common-sprint"), bare, { least: 3, most: null }],
    ["a reload of 6, as slow as one likes", packManeuver("ranged-reload"), { weapon: gun({ reload: 6 }), handShield: null }, { least: 6, most: null }],
    ["a stowed weapon of size M, 4 and 1 to 10", packManeuver("common-ready-draw-weapon"), { weapon: stowed, handShield: null }, { least: 5, most: 14 }],
    ["a quick draw of it", packManeuver("ranged-quick-draw"), { weapon: stowed, handShield: null }, { least: 5, most: 14 }],
    ["a weapon in its sheath, by its size", packManeuver("common-ready-draw-weapon"), { weapon: { ...stowed, carried: "sheathed" }, handShield: null }, null],
    ["what lies below the knees, one more with both hands", picked(belowKnees), bare, { least: 4, most: 5 }],
    ["a dodge", packManeuver("evasion-dodge"), bare, null],
  ])("%s", (_name, maneuver, tools, range) => {
    expect(tickRange(maneuver, tools)).toEqual(range);
  });

  test("to observe in detail takes 2 to 16, a quick look 5", () => {
    const observe = (packManeuver("common-look-search-observe").tables?.variants ?? []).map(({ key }) => tickRange(look(key), bare));
    expect(observe).toEqual([null, null, { least: 2, most: 16 }]);
  });

  test("what is chosen is the cost, and what a reload takes longer its dice; anything else is refused", () => {
    const reload = packManeuver("ranged-reload");
    const tools = { weapon: gun({ reload: 6 }), handShield: null };
    expect([chosenTicks(reload, tools, null), chosenTicks(reload, tools, 10)]).toEqual([{ cost: 6, extra: 0 }, { cost: 10, extra: 4 }]);
    expect(chosenTicks(packManeuver("common-sprint"), bare, 30).cost).toBe(30);
    expect(chosenTicks(packManeuver("evasion-dodge"), bare, 99)).toEqual({ cost: 8, extra: 0 });
    for (const wanted of [3, 15, 4.5]) expect(() => chosenTicks(packManeuver("common-other-acrobatics"), bare, wanted)).toThrow("FATEWALKER.Error.TicksOutOfRange");
    expect(() => chosenTicks(reload, tools, 5)).toThrow("FATEWALKER.Error.TicksOutOfRange");
  });
});

describe("tick costs", () => {
  const cost = (given: TickCost, arms: Weapon | null = null): number => tickCost({ ...packManeuver("melee-attack"), ticks: given }, { weapon: arms, handShield: null });
  const automatic = gun({ size: "M", speed: { base: 7, recoil: 1 } });

  it.each<[string, TickCost, Weapon | null, number]>([
    ["0 where 0 is printed", { kind: "fixed", value: 0 }, null, 0],
    ["least of a range", { kind: "range", min: 3, max: 14 }, null, 3],
    ["least of a choice", { kind: "choice", options: [{ label: "a", value: 3 }, { label: "b", value: 2 }] }, null, 2],
    ["short burst of 7 + 1", { kind: "multiple", op: "burst", recoilMultiplier: 2 }, automatic, 9],
    ["long burst of 7 + 1", { kind: "multiple", op: "burst", recoilMultiplier: 3 }, automatic, 10],
    ["burst without a weapon", { kind: "multiple", op: "burst", recoilMultiplier: 3 }, null, 1],
    ["draw and strike: 4 + 8 - 2", { kind: "multiple", op: "sum", parts: ["ready weapon", "weapon"], offset: -2, minimum: "weapon" }, { ...automatic, carried: "sheathed" }, 10],
    ["never under the weapon's own", { kind: "multiple", op: "sum", parts: [1, "weapon"], offset: -2, minimum: "weapon" }, automatic, 8],
    ["a sum without parts", { kind: "multiple", op: "sum" }, automatic, 1],
    ["special with an offset", { kind: "special", base: "weapon", offset: 1 }, automatic, 9],
    ["special without a base", { kind: "special", formula: "by hand" }, null, 1],
  ])("%s", (_name, given, arms, ticksSpent) => {
    expect(cost(given, arms)).toBe(ticksSpent);
  });
});
