import { describe, expect, test } from "vitest";
import type { Face } from "../../../src/rules/dice/types";
import { trace } from "../../../src/rules/exchange/trace";
import { requestedDice } from "../../../src/rules/exchange/journal";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import { exchangeBetween } from "../../../src/rules/odds/between";
import { dropOdds, HORIZON } from "../../../src/rules/odds/drop";
import { exchangeOdds } from "../../../src/rules/odds/exchange";
import { woundPenalty } from "../../../src/rules/wounds/penalty";
import { chart, fighter, packManeuver, weapon } from "../fixtures";
import { dice } from "./outcomes";

const sword = weapon();
const attack = { maneuver: packManeuver("melee-attack"), weapon: sword, modifiers: dice(6) };
const frail = chart({ temporaryMax: 2, rows: 2, columns: 3, mortalMax: 2 });

/** Attacks until the target is out, thrown one after the other; a target that holds out longer than 200 counts 200. */
function attacksUntilOut(start: ExchangeState, next: () => number): number {
  let state = start;
  for (let attacks = 1; attacks < 200; attacks += 1) {
    const rolls: Record<string, readonly Face[]> = {};
    let traced = trace({ ...state, rolls });
    for (let missing = traced.journal.missing(); missing.length > 0; missing = traced.journal.missing()) {
      for (const request of missing) rolls[request.id] = Array.from({ length: requestedDice(request) }, () => Math.floor(next() * 10));
      traced = trace({ ...state, rolls });
    }
    const [target] = state.targets;
    if (target === undefined) throw new Error("no target");
    const { wounds, energy, statuses } = traced.bodies.of(target.side);
    if (statuses.has("unconscious") || statuses.has("dying") || statuses.has("dead")) return attacks;
    const { fighter: before } = target.side;
    const after = { ...before, wounds, woundPenalty: before.woundPenalty + woundPenalty(wounds) - woundPenalty(before.wounds), energyShield: before.energyShield === null || energy === null ? null : { ...before.energyShield, energy } };
    state = { ...state, targets: [{ ...target, side: { ...target.side, fighter: after } }] };
  }
  return 200;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

describe("attacks and ticks until the target is out", () => {
  test("where every hit kills it is one over the chance to hit, 7 ticks each", () => {
    const state = exchangeBetween({ attacker: fighter({ brute: 60 }), target: fighter(), attack, cost: 7 });
    const { hit, target } = exchangeOdds(state, 0);
    const odds = dropOdds(state, 0);
    // A hit whose dice are all demoted away would deal nothing; here none is.
    expect(target.out).toBeCloseTo(hit, 12);
    expect(odds.attacks).toBeCloseTo(1 / hit, 9);
    expect(odds.ticks).toBeCloseTo(7 / hit, 9);
    odds.after.forEach((chance, attacks) => { expect(chance).toBeCloseTo(1 - (1 - hit) ** attacks, 9); });
    expect(odds.after).toHaveLength(HORIZON + 1);
  });

  test("the first attack is that of the exchange's own odds", () => {
    const state = exchangeBetween({ attacker: fighter(), target: fighter({ wounds: frail }), attack });
    expect(dropOdds(state, 0).after[1]).toBeCloseTo(exchangeOdds(state, 0).target.out, 12);
  });

  test("who is out already takes no attack", () => {
    expect(dropOdds(exchangeBetween({ attacker: fighter(), target: fighter({ statuses: ["unconscious"] }), attack }), 0)).toEqual({ attacks: 0, ticks: 0, after: new Array(HORIZON + 1).fill(1) });
  });

  test("armor that lets nothing through, or an attack that cannot hit, never drops anybody", () => {
    const walled = fighter({ protection: { absorb: 99, deflection: { physical: 99, ballistic: 0, energy: 0 } } });
    expect(dropOdds(exchangeBetween({ attacker: fighter(), target: walled, attack }), 0)).toEqual({ attacks: null, ticks: null, after: new Array(HORIZON + 1).fill(0) });
    expect(dropOdds(exchangeBetween({ attacker: fighter(), target: fighter(), attack: { ...attack, modifiers: dice(1) } }), 0).attacks).toBeNull();
  });

  test("a target that answers lasts longer", () => {
    const given = { attacker: fighter(), target: fighter({ wounds: frail }), attack };
    const answered = dropOdds(exchangeBetween({ ...given, reaction: { maneuver: packManeuver("evasion-dodge"), modifiers: dice(4) } }), 0);
    expect(answered.attacks ?? 0).toBeGreaterThan(dropOdds(exchangeBetween(given), 0).attacks ?? Infinity);
  });

  test.each([
    ["a dodging target that tires of its wounds, under a shield", exchangeBetween({ attacker: fighter(), target: fighter({ wounds: frail, energyShield: { id: "s", name: "s", minActivation: 4, maxAbsorb: 20, energy: 12, reserve: 12 } }), attack, reaction: { maneuver: packManeuver("evasion-dodge"), modifiers: dice(4) } }), 1],
    ["stun and consciousness", exchangeBetween({ attacker: fighter(), target: fighter({ wounds: frail }), attack: { maneuver: packManeuver("unarmed-strike"), modifiers: dice(5) } }), 2],
    ["an answer that strikes back", exchangeBetween({ attacker: fighter(), target: fighter({ wounds: frail }), runTicks: 4, attack: { maneuver: packManeuver("melee-charge"), weapon: sword, modifiers: dice(5) }, reaction: { maneuver: packManeuver("melee-stop-charge"), weapon: sword, modifiers: dice(3) } }), 3],
  ] as const)("thrown a thousand times: %s", (_name, state, seed) => {
    const next = generator(seed);
    const counts = Array.from({ length: 1000 }, () => attacksUntilOut(state, next));
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const deviation = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1));
    const odds = dropOdds(state, 0);
    expect(Math.abs(mean - (odds.attacks ?? Infinity))).toBeLessThan((4 * deviation) / Math.sqrt(counts.length));
    [1, 2, 3, 5].forEach((attacks) => {
      const chance = odds.after[attacks] ?? 0;
      const share = counts.filter((count) => count <= attacks).length / counts.length;
      expect(Math.abs(share - chance), `${attacks} attacks`).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / counts.length) + 0.003);
    });
  });
});
