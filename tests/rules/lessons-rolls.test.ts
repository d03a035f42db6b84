import { describe, expect, test } from "vitest";
import { checkPool } from "../../src/rules/checks/pool";
import { buildPool, poolSize } from "../../src/rules/dice/pool";
import { reroll, rerollSize } from "../../src/rules/dice/reroll";
import { readPool } from "../../src/rules/dice/roll";
import type { Face } from "../../src/rules/dice/types";
import { meet } from "../../src/rules/exchange/meeting";
import { nextRolls } from "../../src/rules/exchange/resolve";
import { checkModifiers } from "../../src/rules/modifiers/check";
import { bout, fighter, gun, packManeuver, thrown, faces, weapon } from "./fixtures";

/* What users of other systems complained of where the rules alone decide: outcomes, pools, rolls made again. */

describe("outcomes", () => {
  const strike = packManeuver("unarmed-strike");
  const against = (key: string) => (successes: number, answered: number) => {
    const { lands, net } = meet({ attack: strike, successes, reaction: { maneuver: packManeuver(key), successes: answered } });
    return [lands, net];
  };

  test.each([
    // successes, against a dodge, against a block (which takes nothing off): does it land, and with what
    [0, 0, [false, 0], [false, 0]],
    [1, 0, [false, 1], [false, 1]],
    [1, 3, [false, -2], [false, 1]],
    [2, 0, [true, 2], [true, 2]],
    [2, 1, [true, 1], [true, 2]],
    [2, 2, [false, 0], [true, 2]],
    [2, 3, [false, -1], [true, 2]],
    [5, 4, [true, 1], [true, 5]],
    [5, 5, [false, 0], [true, 5]],
    [5, 6, [false, -1], [true, 5]],
  ])("L-A08 %i successes against %i", (successes, answered, dodged, blocked) => {
    expect(against("evasion-dodge")(successes, answered)).toEqual(dodged);
    expect(against("unarmed-block")(successes, answered)).toEqual(blocked);
  });

  test("L-A08 without an answer 2 successes hit, and 1 or none miss", () => {
    expect([0, 1, 2, 3].map((successes) => meet({ attack: strike, successes, reaction: null }).lands)).toEqual([false, false, true, true]);
  });

  test("L-A07 after a miss or an evasion nothing is left to roll", () => {
    const evaded = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(3, 6), "reaction:0": faces(3, 9) });
    const missed = thrown(bout({ attack: "melee-attack", weapon: weapon(), reaction: "evasion-dodge" }), { attack: faces(1, 6), "reaction:0": faces(0, 9) });
    for (const state of [evaded, missed]) expect([state.phase, nextRolls(state)]).toEqual(["resolved", []]);
  });
});

describe("pools", () => {
  test("L-E02 everything is summed first and clamped once at the end, and wounded dice come after: 5 of each from -5 to +5", () => {
    const steps = Array.from({ length: 11 }, (_, index) => index - 5);
    for (const attribute of [0, 1, 4]) {
      for (const penalty of [0, 2, 7]) {
        for (const one of steps) {
          for (const other of steps) {
            const who = fighter({ attributes: { prowess: attribute }, woundPenalty: penalty });
            const dice = (key: string, value: number) => ({ key, source: "situation" as const, label: key, value, enabled: true, optional: true });
            const pool = checkPool({ fighter: who, target: { kind: "skill", skill: "agility" }, modifiers: [...checkModifiers({ fighter: who, attribute: "prowess", skill: "agility" }), dice("one", one), dice("other", other)] });
            const sum = Math.max(0, attribute + one + other);
            const size = Math.max(0, sum - Math.max(0, penalty - sum));
            expect(poolSize(pool)).toBe(size);
            expect(pool.wounded).toBe(Math.min(penalty, size));
          }
        }
      }
    }
  });

  test("L-E03 wounds count in every roll of a skill alike: a check, a blow, a shot, an answer", () => {
    const hurt = fighter({ woundPenalty: 2 });
    const check = checkPool({ fighter: hurt, target: { kind: "skill", skill: "agility" }, modifiers: checkModifiers({ fighter: hurt, attribute: "prowess", skill: "agility" }) });
    const rolls = [
      ...nextRolls(bout({ attack: "unarmed-strike", attacker: hurt, defender: hurt, reaction: "evasion-dodge" })),
      ...nextRolls(bout({ attack: "melee-attack", weapon: weapon(), attacker: hurt })),
      ...nextRolls(bout({ attack: "ranged-shoot", weapon: gun(), attacker: hurt })),
    ].map(({ roll }) => roll.pool);
    expect(rolls).toHaveLength(4);
    for (const pool of [check, ...rolls]) expect("wounded" in pool ? [pool.wounded, pool.woundedTn] : []).toEqual([2, Math.floor(pool.tn / 2)]);
  });
});

describe("rolls made again", () => {
  test("L-E04 a thousand pools whose failures are thrown again: successes are those that lie there, counted one by one", () => {
    let seed = 11;
    const die = (): Face => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return ((seed >>> 16) % 10) as Face;
    };
    for (let count = 0; count < 1000; count += 1) {
      const pool = buildPool({ dice: die(), tn: die(), penalty: die() % 4 });
      const first = readPool(pool, Array.from({ length: poolSize(pool) }, die));
      const rule = { dice: "failures", keep: "new" } as const;
      const anew = Array.from({ length: rerollSize(first, rule) }, die);
      const last = reroll({ pool, roll: first, rule, faces: anew });
      const left = [...anew];
      const lying = first.dice.map(({ face, tn, wounded }) => ({ face: face <= tn ? face : (left.shift() ?? -1), limit: wounded ? pool.woundedTn : pool.tn }));
      expect(left).toEqual([]);
      expect(last.successes).toBe(lying.filter(({ face, limit }) => face <= limit).length);
      expect(last.successes).toBeGreaterThanOrEqual(first.successes);
    }
  });
});
