import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import { bench, describe } from "vitest";
import { reduce } from "../../src/rules/clock/reduce";
import type { ClockState } from "../../src/rules/clock/types";
import { buildPool } from "../../src/rules/dice/pool";
import { countPool } from "../../src/rules/dice/faces";
import { readPool } from "../../src/rules/dice/roll";
import type { Face } from "../../src/rules/dice/types";
import { resolveWith } from "../../src/rules/exchange/resolve";
import { exchangeBetween } from "../../src/rules/odds/between";
import { dropOdds } from "../../src/rules/odds/drop";
import { exchangeOdds } from "../../src/rules/odds/exchange";
import { fight } from "../rules/clock/helpers";
import { bout, fighter, packManeuver, weapon } from "../rules/fixtures";
import { dice } from "../rules/odds/outcomes";

/* Figures of one run are compared with one another, never with a clock on the wall: read them as ratios. */

/** A small generator, the same for everyone who throws here. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Faces from a generator, in the list in which an exchange keeps them. */
function thrown(next: () => number, count: number): Face[] {
  const faces = new Array<Face>(count);
  for (let die = 0; die < count; die += 1) faces[die] = Math.floor(next() * 10);
  return faces;
}

describe("a pool of eight, two of them wounded, thrown and counted", () => {
  const pool = buildPool({ dice: 8, tn: 5, penalty: 2 });
  const next = generator(1);
  bench("a bare loop", () => {
    let successes = 0;
    for (let die = 0; die < 8; die += 1) if (Math.floor(next() * 10) <= (die < 6 ? 5 : 2)) successes += 1;
    if (successes > 8) throw new Error("More successes than dice.");
  });
  bench("the rules: checked and counted", () => {
    countPool(pool, thrown(next, 8));
  });
  bench("the rules, with every die named for a card", () => {
    readPool(pool, thrown(next, 8));
  });
  bench("@dice-roller/rpg-dice-roller", () => {
    new DiceRoll("6d10<=5+2d10<=2");
  });
});

const sword = weapon();
const shielded = fighter({ energyShield: { id: "shield", name: "Shield", minActivation: 6, maxAbsorb: 20, energy: 10, reserve: 10 }, protection: { absorb: 2, deflection: { physical: 2, ballistic: 1, energy: 1 } } });
const parried = (dice: number) => bout({ attacker: fighter({ attributes: { prowess: dice } }), defender: shielded, attack: "melee-attack", weapon: sword, reaction: "melee-parry", reactionWeapon: sword });

describe("an exchange: attack, parry, shield, armor, wounds", () => {
  const state = parried(6);
  const next = generator(2);
  bench("worked out to the end", () => {
    resolveWith(state, (count) => thrown(next, count));
  });
});

describe("exact odds against parry, shield and armor", () => {
  const [six, twelve, twenty] = [parried(6), parried(12), parried(20)];
  bench("6 dice", () => void exchangeOdds(six, 0));
  bench("12 dice", () => void exchangeOdds(twelve, 0));
  bench("20 dice", () => void exchangeOdds(twenty, 0));
  const struckBack = exchangeBetween({ attacker: fighter(), target: shielded, runTicks: 6, attack: { maneuver: packManeuver("melee-charge"), weapon: sword, modifiers: dice(12) }, reaction: { maneuver: packManeuver("melee-stop-charge"), weapon: sword, modifiers: dice(12) } });
  bench("12 dice, and 12 of a counterattack", () => void exchangeOdds(struckBack, 0));
  bench("12 dice, again and again until the target is out", () => void dropOdds(twelve, 0));
});

function crowd(size: number, events = 0): ClockState {
  const state = fight(...Array.from({ length: size }, (_, index) => [`fighter${index}`, index % 7, 1 + index] as const));
  const schedule = Object.fromEntries(Array.from({ length: events }, (_, index) => [`event${index}`, { tick: 100 + index, every: null, left: null, kind: "note", target: null, data: {} }]));
  return { ...state, schedule };
}

describe("the first who is due acts, and the clock goes on", () => {
  for (const [name, state] of [["10 combatants", crowd(10)], ["100 combatants", crowd(100)], ["1,000 combatants", crowd(1000)], ["100 combatants, 10,000 events", crowd(100, 10_000)]] as const) {
    bench(name, () => {
      const acted = reduce(state, { kind: "act", id: state.active ?? "", cost: 7 });
      reduce(acted.state, { kind: "advance" });
    });
  }
});

describe(`one exchange as JSON: ${JSON.stringify(resolveWith(parried(6), (count) => Array.from({ length: count }, () => 3))).length} bytes; the maneuver alone: ${JSON.stringify(packManeuver("melee-attack")).length} bytes`, () => {
  const state = parried(6);
  bench("written and read", () => void JSON.parse(JSON.stringify(state)));
});
