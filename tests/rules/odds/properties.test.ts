import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exchangeBetween, type AnswerMove } from "../../../src/rules/odds/between";
import { exchangeOdds } from "../../../src/rules/odds/exchange";
import type { ExchangeOdds, HarmOdds } from "../../../src/rules/odds/types";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import { tidyChart } from "../../../src/rules/wounds/penalty";
import { chart, fighter, packManeuver, weapon } from "../fixtures";
import { dice } from "./outcomes";

const ATTACKS = ["melee-attack", "melee-hack", "melee-charge", "unarmed-strike", "unarmed-kick", "unarmed-headbutt"] as const;
const ANSWERS = [null, "evasion-dodge", "evasion-sidestep", "melee-parry", "melee-stop-charge"] as const;

const anyFighter = fc.record({ absorb: fc.integer({ min: -2, max: 6 }), deflection: fc.integer({ min: -2, max: 6 }), energy: fc.option(fc.nat(20)), temporary: fc.nat(8), normal: fc.nat(23), stun: fc.nat(12), penalty: fc.nat(4) })
  .map(({ absorb, deflection, energy, penalty, ...marks }) => fighter({
    woundPenalty: penalty,
    wounds: tidyChart(chart(marks)),
    protection: { absorb, deflection: { physical: deflection, ballistic: 0, energy: 0 } },
    energyShield: energy === null ? null : { id: "s", name: "s", minActivation: 6, maxAbsorb: 20, energy, reserve: 20 },
  }));

/** What the rules allow of an attack and an answer with so many dice. */
function made(given: { attacker: ReturnType<typeof fighter>; target: ReturnType<typeof fighter>; attack: string; answer: string | null; attackDice: number; answerDice: number }): ExchangeState {
  const attack = { maneuver: packManeuver(given.attack), weapon: given.attack.startsWith("melee") ? weapon() : null, modifiers: dice(given.attackDice) };
  const between = (reaction: AnswerMove | null): ExchangeState => exchangeBetween({ attacker: given.attacker, target: given.target, attack, reaction, runTicks: 4 });
  try {
    return between(given.answer === null ? null : { maneuver: packManeuver(given.answer), weapon: given.answer.startsWith("melee") ? weapon() : null, modifiers: dice(given.answerDice) });
  } catch {
    return between(null);
  }
}

const anyMeeting = fc.record({ attacker: anyFighter, target: anyFighter, attack: fc.constantFrom(...ATTACKS), answer: fc.constantFrom(...ANSWERS), attackDice: fc.nat(7), answerDice: fc.nat(6) });

const lists = ({ points, temporary, normal, stun, mortal, column, penalty, states }: HarmOdds): (readonly number[])[] => [points, temporary, normal, stun, mortal, column, penalty, states.map(({ chance }) => chance)];
const everything = ({ successes, answer, target, attacker }: ExchangeOdds): (readonly number[])[] => [successes, ...(answer === null ? [] : [answer]), ...lists(target), ...lists(attacker)];

describe("properties of the odds of an exchange", () => {
  test("every distribution sums to 1, and every chance lies between 0 and 1", () => {
    fc.assert(fc.property(anyMeeting, (meeting) => {
      const odds = exchangeOdds(made(meeting), 0);
      for (const list of everything(odds)) {
        expect(Math.abs(list.reduce((sum, chance) => sum + chance, 0) - 1)).toBeLessThan(1e-12 * 10);
        for (const chance of list) expect(chance).toBeGreaterThanOrEqual(0);
      }
      for (const chance of [odds.hit, odds.target.out, odds.target.dead, odds.target.dying, odds.target.unconscious, odds.attacker.out]) {
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }
      expect(odds.target.out).toBeGreaterThanOrEqual(Math.max(odds.target.dead, odds.target.dying, odds.target.unconscious) - 1e-12);
    }), { numRuns: 60 });
  });

  test("more dice never lower the chance to hit, to hurt or to put the target out; more dice of the answer never raise the first", () => {
    fc.assert(fc.property(anyMeeting, (meeting) => {
      const now = exchangeOdds(made(meeting), 0);
      const more = exchangeOdds(made({ ...meeting, attackDice: meeting.attackDice + 1 }), 0);
      expect(more.hit).toBeGreaterThanOrEqual(now.hit - 1e-12);
      expect(more.target.points[0] ?? 0).toBeLessThanOrEqual((now.target.points[0] ?? 0) + 1e-12);
      const guarded = exchangeOdds(made({ ...meeting, answerDice: meeting.answerDice + 1 }), 0);
      expect(guarded.hit).toBeLessThanOrEqual(now.hit + 1e-12);
    }), { numRuns: 60 });
  });

  test("armor never goes below 0: worse than none does not hurt more, and more armor never hurts more", () => {
    fc.assert(fc.property(anyMeeting, (meeting) => {
      const against = (absorb: number, deflection: number): number => exchangeOdds(made({ ...meeting, target: { ...meeting.target, protection: { absorb, deflection: { physical: deflection, ballistic: 0, energy: 0 } } } }), 0).mean;
      const { absorb, deflection: { physical } } = meeting.target.protection;
      expect(against(-3, -3)).toBeCloseTo(against(0, 0), 12);
      expect(against(absorb, physical)).toBeLessThanOrEqual(against(0, 0) + 1e-12);
      expect(against(Math.max(0, absorb) + 1, physical)).toBeLessThanOrEqual(against(absorb, physical) + 1e-12);
    }), { numRuns: 40 });
  });

  test("nobody is healed, and no shield is charged", () => {
    fc.assert(fc.property(anyMeeting, (meeting) => {
      const state = made(meeting);
      const odds = exchangeOdds(state, 0);
      for (const [harm, before] of [[odds.target, meeting.target], [odds.attacker, meeting.attacker]] as const) {
        for (const { wounds, energy } of harm.states) {
          expect(wounds.temporary.value).toBeGreaterThanOrEqual(before.wounds.temporary.value);
          expect(wounds.normal.value + wounds.normal.stun).toBeGreaterThanOrEqual(before.wounds.normal.value + before.wounds.normal.stun);
          expect(wounds.mortal.value).toBeGreaterThanOrEqual(before.wounds.mortal.value);
          expect(energy ?? 0).toBeLessThanOrEqual(before.energyShield?.energy ?? 0);
          expect(energy ?? 0).toBeGreaterThanOrEqual(0);
        }
      }
    }), { numRuns: 60 });
  });
});
