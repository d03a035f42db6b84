import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { damagePool } from "../../src/rules/damage/formula";
import { shift } from "../../src/rules/damage/ladder";
import { buildPool, fixedPool } from "../../src/rules/dice/pool";
import type { Face, Pool } from "../../src/rules/dice/types";
import { attackPool } from "../../src/rules/exchange/pools";
import { nextRolls, supply } from "../../src/rules/exchange/resolve";
import type { ExchangeState } from "../../src/rules/exchange/types";
import { shapeManeuver } from "../../src/rules/maneuvers/shape";
import { answerOdds, bestFirst, type AnswerOdds } from "../../src/rules/odds/answer";
import { attackOdds } from "../../src/rules/odds/attack";
import { exchangeBetween } from "../../src/rules/odds/between";
import { damageTotals, pointsTaken } from "../../src/rules/odds/damage";
import { exchangeOdds } from "../../src/rules/odds/exchange";
import { atLeast, mean, successes } from "../../src/rules/odds/distribution";
import { bout, fighter, gun, packManeuver, situation, weapon } from "./fixtures";

const percent = (chance: number): number => Math.round(chance * 100);
const sum = (chances: readonly number[]): number => chances.reduce((total, chance) => total + chance, 0);

describe("the figures of the picture", () => {
  test("Thrust with 4 dice, one at TN 6, three wounded at TN 3", () => {
    const pool = buildPool({ dice: 4, tn: 6, penalty: 3 });
    expect(successes(pool).map(percent)).toEqual([6, 28, 39, 22, 4]);
    expect(percent(atLeast(pool, 2))).toBe(65);
  });

  it.each([["Attack", 6, 6, 94], ["Martial Kick", 7, 5, 93], ["Thrust", 5, 6, 85], ["Lightning Strike", 4, 5, 48], ["Spin Slash", 3, 6, 35]])("%s: %i dice at TN %i, three wounded, hit %i%%", (_name, dice, tn, chance) => {
    expect(percent(attackOdds({ attackPool: buildPool({ dice, tn, penalty: 3 }) }).hit)).toBe(chance);
  });
});

describe("distributions", () => {
  test("one die of TN 0 succeeds once in ten, TN 8 nine times", () => {
    expect(successes(fixedPool({ dice: 1, tn: 0 }))).toEqual([0.9, 0.1]);
    expect(successes(fixedPool({ dice: 1, tn: 8 }))[1]).toBeCloseTo(0.9, 12);
  });

  test("an empty pool has no success", () => {
    expect(successes(fixedPool({ dice: 0, tn: 8 }))).toEqual([1]);
    expect(atLeast(fixedPool({ dice: 0, tn: 8 }), 1)).toBe(0);
    expect(atLeast(fixedPool({ dice: 0, tn: 8 }), 0)).toBe(1);
  });

  test("match an enumeration of every face", () => {
    const pool = buildPool({ dice: 4, tn: 5, penalty: 2 });
    const counts = [0, 0, 0, 0, 0];
    for (let thrown = 0; thrown < 10_000; thrown += 1) {
      const hits = [...String(thrown).padStart(4, "0")].filter((face, index) => Number(face) <= (index < pool.normal ? pool.tn : pool.woundedTn)).length;
      counts[hits] = (counts[hits] ?? 0) + 1;
    }
    successes(pool).forEach((chance, hits) => { expect(chance).toBeCloseTo((counts[hits] ?? 0) / 10_000, 12); });
  });

  test("damage matches an enumeration of every face", () => {
    const pool = damagePool({ formula: "2x1/2x3", tn: 4, ladder: "standard" });
    const taken: number[] = [];
    for (let thrown = 0; thrown < 10_000; thrown += 1) {
      const faces = [...String(thrown).padStart(4, "0")].map(Number);
      const values = [1, 1, 3, 3];
      const points = (counts: (face: number) => boolean): number => faces.reduce((total, face, index) => (counts(face) ? total + (values[index] ?? 0) : total), 0);
      const left = points((face) => face === 0) + Math.max(0, 1 + points((face) => face >= 1 && face <= 4) - 2);
      taken[left] = (taken[left] ?? 0) + 1 / 10_000;
    }
    pointsTaken(pool, { flat: 1, parry: [1], absorbing: 2 }).forEach((chance, points) => { expect(chance).toBeCloseTo(taken[points] ?? 0, 12); });
  });

  test("no dice, no damage and no flat points", () => {
    expect(damageTotals(damagePool({ formula: "0x1", tn: 5, ladder: "standard" }), 4)).toEqual([1]);
  });

  test("the mean of 6x1 at TN 5 is 3.6", () => {
    expect(mean(damageTotals(damagePool({ formula: "6x1", tn: 5, ladder: "standard" }), 0))).toBeCloseTo(3.6, 12);
  });
});

/** Faces that stand for all ten of a die: it succeeds or fails; a damage die may also show 0. */
function throwsOf(request: ReturnType<typeof nextRolls>[number]): { faces: Face[]; chance: number }[] {
  const dice = request.roll.kind === "pool"
    ? Array.from({ length: request.roll.pool.normal + request.roll.pool.wounded }, (_, index) => poolDie(request.roll.kind === "pool" && index < request.roll.pool.normal ? request.roll.pool.tn : request.roll.kind === "pool" ? request.roll.pool.woundedTn : 0))
    : request.roll.pool.dice.flatMap(({ count }) => Array.from({ length: count }, () => damageDie(request.roll.pool.tn)));
  return dice.reduce<{ faces: Face[]; chance: number }[]>((all, die) => all.flatMap(({ faces, chance }) => die.map((side) => ({ faces: [...faces, side.face], chance: chance * side.chance }))), [{ faces: [], chance: 1 }]);
}
const poolDie = (tn: number) => [{ face: 0, chance: (tn + 1) / 10 }, { face: 9, chance: (9 - tn) / 10 }];
const damageDie = (tn: number) => [{ face: 0, chance: 0.1 }, { face: 1, chance: tn / 10 }, { face: 9, chance: (9 - tn) / 10 }];

/** Plays every way that an exchange can go and adds up the chances of what comes through. */
function enumerate(state: ExchangeState): { hit: number; damage: number[] } {
  const found = { hit: 0, damage: [] as number[] };
  const walk = (current: ExchangeState, chance: number): void => {
    const [request] = nextRolls(current);
    if (request === undefined || request.id === "consciousness:0") {
      const target = current.targets[0];
      const wounds = target?.steps.find((entry) => entry.kind === "wounds" && entry.who === "target");
      const points = wounds?.kind === "wounds" ? wounds.points : 0;
      found.damage[points] = (found.damage[points] ?? 0) + chance;
      if (target?.outcome !== "missed" && target?.outcome !== "evaded") found.hit += chance;
      return;
    }
    for (const way of throwsOf(request)) if (way.chance > 0) walk(supply(current, { [request.id]: way.faces }), chance * way.chance);
  };
  walk(state, 1);
  return found;
}

describe("odds of an attack are those of the exchange itself", () => {
  const light = (formula: string, tn = 5) => weapon({ damage: { ...weapon().damage, formula, tn } });
  const frail = { attributes: { prowess: 3 } };
  const armor = { absorb: 1, deflection: { physical: 1, ballistic: 0, energy: 0 } };
  const unbalance = { ...packManeuver("unarmed-block"), key: "unarmed-unbalance", damage: null };

  it.each<[string, ExchangeState]>([
    ["nothing in the way", bout({ attack: "melee-attack", weapon: light("2x1/1x3"), attacker: fighter({ ...frail, woundPenalty: 1 }) })],
    ["armor and flat damage", bout({ attack: "melee-hack", weapon: light("2x1/1x3", 3), attacker: fighter(frail), defender: fighter({ protection: armor }) })],
    ["a dodge", bout({ attack: "melee-attack", weapon: light("3x1"), attacker: fighter({ attributes: { prowess: 4 } }), defender: fighter({ attributes: { prowess: 1 }, protection: armor }), reaction: "evasion-dodge" })],
    ["an answer that loses ties", bout({ attack: "unarmed-strike", attacker: fighter({ attributes: { prowess: 4 } }), defender: fighter({ attributes: { prowess: 3 } }), reaction: unbalance })],
    ["a parry", bout({ attack: "melee-attack", weapon: light("1x1/1x3"), attacker: fighter(frail), defender: fighter({ attributes: { prowess: 3 }, protection: armor }), reaction: "melee-parry", reactionWeapon: light("2x1") })],
    ["a barrier", bout({ attack: "melee-attack", weapon: light("3x1"), attacker: fighter(frail), situation: situation({ shotThroughCover: true, barrier: 3 }) })],
    ["a shield", bout({ attack: "melee-attack", weapon: light("2x1/2x3"), attacker: fighter(frail), defender: fighter({ protection: armor, energyShield: { id: "s", name: "s", minActivation: 11, maxAbsorb: 20, energy: 7, reserve: 7 } }) })],
    ["a shield with charges", bout({ attack: "melee-attack", weapon: light("2x1/2x3"), attacker: fighter(frail), defender: fighter({ energyShield: { id: "s", name: "s", minActivation: 11, maxAbsorb: 5, energy: 1, reserve: 7 } }), shieldRule: "charges" })],
    ["a headbutt, armor without a helmet", bout({ attack: "unarmed-headbutt", attacker: fighter({ attributes: { prowess: 4 } }), defender: fighter({ protection: armor }) })],
    ["a parry that lacks its weapon's damage", bout({ attack: "melee-attack", weapon: light("2x1"), attacker: fighter(frail), reaction: { ...packManeuver("unarmed-block"), damage: { source: "component", pools: [], tn: null, bonus: 0, tnBonus: 0, stun: false, cancels: true } } })],
    ["no chance at all", bout({ attack: "melee-attack", weapon: light("2x1"), attacker: fighter({ attributes: { prowess: 1 } }) })],
  ])("%s", (_name, state) => {
    const exact = enumerate(state);
    const odds = exchangeOdds(state, 0);
    expect(odds.hit).toBeCloseTo(exact.hit, 10);
    expect(odds.successes).toEqual(successes(attackPool(state)));
    for (let points = 0; points < Math.max(odds.damage.length, exact.damage.length); points += 1) expect(odds.damage[points] ?? 0, `${points} points`).toBeCloseTo(exact.damage[points] ?? 0, 10);
    expect(odds.mean).toBeCloseTo(exact.damage.reduce((total, chance, points) => total + (chance ?? 0) * points, 0), 10);
    expect(odds.meanOnHit).toBeCloseTo(exact.hit === 0 ? 0 : odds.mean / exact.hit, 10);
  });

  test("an attack without damage has none", () => {
    const odds = attackOdds({ attackPool: fixedPool({ dice: 4, tn: 5 }) });
    expect([odds.damage, odds.mean, odds.meanOnHit]).toEqual([[1], 0, 0]);
  });

  test("who may not know the target's armor and shield reckons without", () => {
    const state = bout({ attack: "melee-attack", weapon: light("3x1"), defender: fighter({ protection: armor, energyShield: { id: "s", name: "s", minActivation: 1, maxAbsorb: 20, energy: 7, reserve: 7 } }) });
    expect(exchangeOdds(state, 0, { blind: true })).toEqual(exchangeOdds(bout({ attack: "melee-attack", weapon: light("3x1") }), 0));
    expect(exchangeOdds(state, 0).mean).toBeLessThan(exchangeOdds(state, 0, { blind: true }).mean);
    expect(() => exchangeOdds(state, 1)).toThrow("FATEWALKER.Error.NoSuchTarget");
  });

  test("Absorb may be given instead of armor", () => {
    const input = { attackPool: fixedPool({ dice: 4, tn: 5 }), damage: damagePool({ formula: "5x1", tn: 5, ladder: "standard" }) };
    const armored = attackOdds({ ...input, protection: { absorb: 2, deflection: { physical: 0, ballistic: 0, energy: 0 } } });
    expect(attackOdds({ ...input, absorb: 2 }).mean).toBeCloseTo(armored.mean, 12);
    expect(attackOdds(input).mean).toBeGreaterThan(armored.mean);
  });

  test("a parry whose damage is not known takes nothing off", () => {
    const input = { attackPool: fixedPool({ dice: 4, tn: 5 }), damage: damagePool({ formula: "5x1", tn: 5, ladder: "standard" }) };
    expect(attackOdds({ ...input, reaction: { pool: fixedPool({ dice: 4, tn: 5 }), kind: "cancel" } })).toEqual(attackOdds(input));
  });
});

describe("what an answer does to an attack", () => {
  /** 4 dice at TN 5 on both sides, or as many as asked for. */
  const able = fighter({ skills: { melee: 5, agility: 5, strength: 5, unarmed: 5, ranged: 5 } });
  const only = (dice: number) => [{ key: "attribute", source: "attribute", label: "", value: dice, enabled: true, optional: false }] as const;
  const four = fixedPool({ dice: 4, tn: 5 });
  const met = (attack: string, reaction: string | null, { attacking = 4, answering = 4, area = null, fromCentre = 0 }: { attacking?: number; answering?: number; area?: { radius: number; falloff: number } | null; fromCentre?: number } = {}): AnswerOdds => {
    const made = (key: string) => ({ maneuver: packManeuver(key), weapon: key.startsWith("melee") ? weapon() : key.startsWith("ranged") ? gun() : null });
    const evade = (key: string) => (key === "evasion-evade-aoe" ? { ...made(key), maneuver: shapeManeuver(packManeuver(key), { variant: "goProne" }) } : made(key));
    return answerOdds(exchangeBetween({ attacker: able, target: able, attack: { ...made(attack), modifiers: only(attacking) }, reaction: reaction === null ? null : { ...evade(reaction), modifiers: only(answering) }, area, fromCentre }), 0);
  };

  test("a parry or block gets nobody clear: it takes its own damage off, as often as it hits", () => {
    const { escapes, softens, takesOff } = met("melee-attack", "melee-parry");
    const dice = successes(four);
    // The sword's own damage, promoted by the successes of the parry.
    const points = [2, 3, 4].reduce((total, hits) => total + (dice[hits] ?? 0) * mean(damageTotals(shift(damagePool(weapon().damage), hits), 0)), 0);
    expect([escapes, softens]).toEqual([0, expect.closeTo(atLeast(four, 2), 12)]);
    expect(takesOff).toBeCloseTo(points / atLeast(four, 2), 12);
    expect(met("melee-attack", "melee-parry", { answering: 1 })).toEqual({ escapes: 0, softens: 0, takesOff: 0 });
  });

  test("of a dodge: at 2 or more successes of the attack, as many of its own; an Unbalance loses ties", () => {
    const dice = successes(four);
    const matched = (more: number): number => [2, 3, 4].reduce((total, hits) => total + (dice[hits] ?? 0) * atLeast(four, hits + more), 0) / atLeast(four, 2);
    expect(met("unarmed-strike", "evasion-dodge").escapes).toBeCloseTo(matched(0), 12);
    expect(met("unarmed-strike", "unarmed-unbalance").escapes).toBeCloseTo(matched(1), 12);
  });

  test("of a parry against a throw, which has no blow to cancel: more successes than it", () => {
    const dice = successes(four);
    const more = [2, 3, 4].reduce((total, hits) => total + (dice[hits] ?? 0) * atLeast(four, hits + 1), 0) / atLeast(four, 2);
    expect(met("unarmed-throw", "melee-parry").escapes).toBeCloseTo(more, 12);
    // A takedown needs 3 successes more than its answer: with 4 dice the answer has to have 1 against 3 and 2 against 4.
    expect(met("unarmed-takedown", "unarmed-sprawl").escapes).toBeCloseTo(((dice[3] ?? 0) * atLeast(four, 1) + (dice[4] ?? 0) * atLeast(four, 2)) / atLeast(four, 3), 12);
  });

  test("of getting away from a blast: metres and not successes of the thrower count", () => {
    const area = { radius: 4, falloff: 1 };
    // 1 m from the centre, 2 m for lying down: 2 successes are 5 m away, 1 is 4 and too near.
    expect(met("ranged-shoot", "evasion-evade-aoe", { area, fromCentre: 1 }).escapes).toBeCloseTo(atLeast(four, 2), 12);
    expect(met("ranged-shoot", "evasion-evade-aoe", { area, fromCentre: 3 }).escapes).toBeCloseTo(1, 12);
    expect(met("ranged-shoot", "evasion-evade-aoe", { area, fromCentre: 9 }).escapes).toBe(1);
  });

  test("a dodge of 82 in a hundred leads a block of 97 against a great axe, and the block against a fist", () => {
    const rated = (damage: string, reaction: string, answering: number) => {
      const arms = weapon({ damage: { ...weapon().damage, formula: damage } });
      const block = weapon({ damage: { ...weapon().damage, formula: "2x1" } });
      const made = (key: string, dice: number, holding: ReturnType<typeof weapon> | null) => ({ maneuver: packManeuver(key), weapon: holding, modifiers: only(dice) });
      const state = exchangeBetween({ attacker: able, target: able, attack: made("melee-attack", 3, arms), reaction: made(reaction, answering, reaction === "melee-parry" ? block : null) });
      return { ...answerOdds(state, 0), left: exchangeOdds(state, 0).mean, cost: 3 };
    };
    const heavy = { parry: rated("7x3", "melee-parry", 8), dodge: rated("7x3", "evasion-dodge", 6) };
    expect(heavy.parry.softens).toBeGreaterThan(heavy.dodge.escapes);
    expect(heavy.parry.left).toBeGreaterThan(heavy.dodge.left);
    expect([heavy.parry, heavy.dodge].sort(bestFirst)[0]).toBe(heavy.dodge);
    const light = { parry: rated("1x1", "melee-parry", 8), dodge: rated("1x1", "evasion-dodge", 2) };
    expect([light.dodge, light.parry].sort(bestFirst)[0]).toBe(light.parry);
    // What hurts nobody goes by the chance to turn it, then by ticks.
    const harmless = { escapes: 0.5, softens: 0, takesOff: 0, left: 0, cost: 3 };
    expect([harmless, { ...harmless, escapes: 0.7, cost: 5 }, { ...harmless, cost: 2 }].sort(bestFirst).map(({ escapes, cost }) => [escapes, cost])).toEqual([[0.7, 5], [0.5, 2], [0.5, 3]]);
  });

  test("is certain where the attack cannot hit, and nothing without dice or answer", () => {
    expect(met("unarmed-strike", "evasion-dodge", { attacking: 1 }).escapes).toBe(1);
    expect(met("unarmed-strike", "evasion-dodge", { answering: 0 }).escapes).toBeCloseTo(0, 12);
    expect(met("unarmed-strike", null).escapes).toBe(0);
  });
});

describe("properties of odds", () => {
  const anyPool: fc.Arbitrary<Pool> = fc.record({ dice: fc.nat(12), tn: fc.nat(8), penalty: fc.nat(14) }).map(buildPool);
  const anyDamage = fc.record({ low: fc.nat(6), high: fc.nat(4), tn: fc.nat(8) }).map(({ low, high, tn }) => damagePool({ formula: [{ count: low, value: 1 }, { count: high, value: 3 }], tn, ladder: "standard" }));

  test("chances add up to 1 and lie between 0 and 1", () => {
    fc.assert(fc.property(anyPool, anyPool, anyDamage, fc.nat(6), fc.constantFrom("evade" as const, "cancel" as const), (attack, answered, damage, absorbing, kind) => {
      const odds = attackOdds({ attackPool: attack, reaction: { pool: answered, kind, damage }, damage, absorb: absorbing });
      expect(sum(odds.successes)).toBeCloseTo(1, 9);
      expect(sum(odds.damage)).toBeCloseTo(1, 9);
      expect(odds.hit).toBeGreaterThanOrEqual(0);
      expect(odds.hit).toBeLessThanOrEqual(1);
      for (const chance of odds.damage) expect(chance).toBeGreaterThanOrEqual(-1e-12);
    }), { numRuns: 60 });
  });

  test("one more die never makes a hit less likely", () => {
    fc.assert(fc.property(fc.nat(12), fc.nat(8), fc.nat(14), anyPool, (dice, tn, penalty, answered) => {
      const hit = (count: number) => attackOdds({ attackPool: buildPool({ dice: count, tn, penalty }), reaction: { pool: answered, kind: "evade" } }).hit;
      expect(hit(dice + 1)).toBeGreaterThanOrEqual(hit(dice) - 1e-12);
    }));
  });

  test("one more die of the defender never makes a hit more likely", () => {
    fc.assert(fc.property(anyPool, fc.nat(12), fc.nat(8), (attack, dice, tn) => {
      const hit = (count: number) => attackOdds({ attackPool: attack, reaction: { pool: fixedPool({ dice: count, tn }), kind: "evade" } }).hit;
      expect(hit(dice + 1)).toBeLessThanOrEqual(hit(dice) + 1e-12);
    }));
  });
});
