import { describe, expect, it } from "vitest";
import type { Face } from "../../../src/rules/dice/types";
import type { ExchangeState } from "../../../src/rules/exchange/types";
import { requestedDice } from "../../../src/rules/exchange/journal";
import { trace } from "../../../src/rules/exchange/trace";
import { exchangeBetween } from "../../../src/rules/odds/between";
import { exchangeOdds } from "../../../src/rules/odds/exchange";
import { chart, fighter, packManeuver, weapon } from "../fixtures";
import { dice, oddsTally, outcomeOf } from "./outcomes";

/** Exchanges that are played: a million where there is the time. */
const FULL = process.env["FULL"] === "1";
const PLAYED = FULL ? 1_000_000 : 20_000;
/** Standard errors that a share may be off. */
const ERRORS = 4;
/** Fewer than this are too few for a standard error to say anything. */
const FEW = 20;

/** Mulberry32: small, seeded, and good enough for dice. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One exchange from the first roll to the last, through the machine that plays it at the table. */
function play(state: ExchangeState, next: () => number): readonly string[] {
  const rolls: Record<string, readonly Face[]> = {};
  for (;;) {
    const now = { ...state, rolls };
    const traced = trace(now);
    const missing = traced.journal.missing();
    if (missing.length === 0) return outcomeOf(now, traced, 0);
    for (const request of missing) rolls[request.id] = Array.from({ length: requestedDice(request) }, () => Math.floor(next() * 10));
  }
}

function simulate(state: ExchangeState, seed: number): Map<string, number> {
  const next = generator(seed);
  const seen = new Map<string, number>();
  for (let played = 0; played < PLAYED; played += 1) {
    for (const name of play(state, next)) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return seen;
}

const sword = weapon();
const veteran = fighter({ woundPenalty: 2, wounds: chart({ temporary: 3, normal: 7 }), protection: { absorb: 2, deflection: { physical: 2, ballistic: 1, energy: 1 } }, energyShield: { id: "s", name: "s", minActivation: 6, maxAbsorb: 20, energy: 10, reserve: 10 } });

describe("odds of big pools are what happens when they are thrown again and again", () => {
  it.each<[string, ExchangeState, number]>([
    ["twelve dice against parry, shield and armor", exchangeBetween({ attacker: fighter(), target: veteran, attack: { maneuver: packManeuver("melee-attack"), weapon: sword, modifiers: dice(12) }, reaction: { maneuver: packManeuver("melee-parry"), weapon: sword, modifiers: dice(9) } }), 1],
    ["a charge into a waiting blade", exchangeBetween({ attacker: fighter({ brute: 1 }), target: veteran, runTicks: 6, attack: { maneuver: packManeuver("melee-charge"), weapon: sword, modifiers: dice(9) }, reaction: { maneuver: packManeuver("melee-stop-charge"), weapon: sword, modifiers: dice(8) } }), 2],
    ["a kick that stuns and may fell", exchangeBetween({ attacker: fighter(), target: fighter({ wounds: chart({ temporary: 4, stun: 10 }) }), attack: { maneuver: packManeuver("unarmed-trip-kick"), modifiers: dice(10) }, reaction: { maneuver: packManeuver("evasion-dodge"), modifiers: dice(5) } }), 3],
  ])(`%s (${PLAYED} times)`, (_name, state, seed) => {
    const expected = oddsTally(exchangeOdds(state, 0));
    const seen = simulate(state, seed);
    const compared: { readonly name: string; readonly off: number }[] = [];
    for (const name of new Set([...expected.keys(), ...seen.keys()])) {
      const chance = expected.get(name) ?? 0;
      const share = (seen.get(name) ?? 0) / PLAYED;
      // What cannot happen never happens, and what is certain always does.
      if (chance < 1e-12) expect(share, name).toBe(0);
      if (Math.min(chance, 1 - chance) * PLAYED < FEW) continue;
      compared.push({ name, off: Math.abs(share - chance) / Math.sqrt((chance * (1 - chance)) / PLAYED) });
    }
    const worst = compared.reduce((one, other) => (other.off > one.off ? other : one));
    if (FULL) console.log(`${_name}: ${compared.length} quantities, the farthest (${worst.name}) off by ${worst.off.toFixed(2)} standard errors`);
    expect(compared.length).toBeGreaterThan(30);
    expect(worst.off, worst.name).toBeLessThan(ERRORS);
  }, 3_600_000);
});
