import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Face } from "../../../src/rules/dice/types";
import { pendingAnswers, answer } from "../../../src/rules/exchange/answer";
import { areaReach } from "../../../src/rules/exchange/area";
import { declare } from "../../../src/rules/exchange/declare";
import { meet } from "../../../src/rules/exchange/meeting";
import { patchesOf } from "../../../src/rules/exchange/patches";
import { nextRolls, supply } from "../../../src/rules/exchange/resolve";
import { requestedDice } from "../../../src/rules/exchange/journal";
import type { EngagementRecord, ExchangeState } from "../../../src/rules/exchange/types";
import { modifier } from "../../../src/rules/modifiers/modifier";
import { fighter, gun, packManeuver, side, situation, weapon } from "../fixtures";
import { fight, grips, shaped } from "./bouts";

const anyGrip = fc.constantFrom(
  grips({}), grips({ grapple: ["attacker", 1] }), grips({ grapple: ["target", 3] }), grips({ ground: ["attacker", 0] }), grips({ ground: ["target", 2] }),
  grips({ grapple: ["attacker", 2], hold: ["attacker", 2] }), grips({ grapple: ["target", 1], hold: ["target", 1] }),
);
const WRESTLING: Readonly<Record<string, readonly (string | null)[]>> = {
  "unarmed-grapple": [null, "unarmed-slip", "evasion-dodge"], "unarmed-takedown": [null, "unarmed-slip", "unarmed-sprawl"], "unarmed-throw": [null, "unarmed-slip"],
  "unarmed-hold": [null, "unarmed-slip"], "unarmed-choke-hold": [null, "unarmed-slip"], "unarmed-slip": [null, "unarmed-grapple", "unarmed-hold"], "unarmed-sweep": [null, "unarmed-grapple"],
  "unarmed-trip-kick": [null, "unarmed-catch-strike", "unarmed-unbalance", "evasion-leaping-dodge", "evasion-redirect"], "unarmed-charge": [null, "unarmed-defensive-throw", "melee-stop-charge"],
};
const anyMoment = fc.record({ grip: anyGrip, attack: fc.constantFrom(...Object.keys(WRESTLING)), reaction: fc.nat(4), absorb: fc.nat(3) }).map(({ grip, attack, reaction, absorb }): ExchangeState | null => {
  const list = WRESTLING[attack] ?? [null];
  const chosen = list[reaction % list.length] ?? null;
  const who = fighter({ protection: { absorb, deflection: { physical: absorb, ballistic: 0, energy: 0 } } });
  try {
    return fight({ attack: packManeuver(attack), attacker: who, defender: who, situation: situation({ positions: grip, engagement: 3 }), reaction: chosen === null ? null : packManeuver(chosen), reactionWeapon: chosen === "melee-stop-charge" ? weapon() : null, cost: 7 });
  } catch {
    return null;
  }
}).filter((state) => state !== null);

function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16777619) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
const facesFor = (seed: number, id: string, count: number): Face[] => Array.from({ length: count }, (_, index) => hash(`${seed}/${id}/${index}`) % 10);

function play(start: ExchangeState, seed: number, between: (state: ExchangeState) => ExchangeState = (state) => state): ExchangeState {
  let state = between(start);
  for (let round = 0; round < 20 && state.phase !== "resolved"; round += 1) {
    for (const index of pendingAnswers(state)) state = between(answer(state, index, { kind: "none" }));
    const requests = nextRolls(state);
    state = between(supply(state, Object.fromEntries(requests.map((request) => [request.id, facesFor(seed, request.id, requestedDice(request))]))));
  }
  return state;
}

describe("grips, holds and falls", () => {
  test("every moment comes to an end, the same one after a round trip through JSON at each step", () => {
    fc.assert(fc.property(anyMoment, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      expect(end.phase).toBe("resolved");
      expect(play(start, seed, (state) => JSON.parse(JSON.stringify(state)) as ExchangeState)).toEqual(end);
    }), { numRuns: 300 });
  });

  test("levels stay within their bounds, and the range follows from them", () => {
    fc.assert(fc.property(anyMoment, fc.nat(), (start, seed) => {
      for (const { document, after } of patchesOf(play(start, seed)).patches) {
        if (document.kind !== "engagement") continue;
        const { range, grapple, ground, hold } = after as EngagementRecord;
        expect(range >= 1 && range <= 6).toBe(true);
        if (grapple !== null) expect([grapple.level >= 1 && grapple.level <= 3, ground === null ? range : null]).toEqual([true, ground === null ? 4 - grapple.level : null]);
        if (ground !== null) expect([ground.level >= 0 && ground.level <= 2, range]).toEqual([true, 3 - ground.level]);
        if (hold !== null) expect(hold.level).toBeGreaterThanOrEqual(1);
      }
    }), { numRuns: 300 });
  });

  test("no patch changes nothing, no address is patched twice, no cost is below 1", () => {
    fc.assert(fc.property(anyMoment, fc.nat(), (start, seed) => {
      const { patches, ticks } = patchesOf(play(start, seed));
      const keys = patches.map(({ participant, document, path }) => `${participant.actor}/${JSON.stringify(document)}/${path}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(patches.every(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))).toBe(true);
      expect(ticks.every(({ cost }) => cost >= 1)).toBe(true);
    }), { numRuns: 200 });
  });
});

describe("how rolls meet", () => {
  const attacks = fc.constantFrom("unarmed-strike", "melee-attack", "unarmed-takedown", "unarmed-slip").map(packManeuver);
  const answers = fc.constantFrom("evasion-dodge", "unarmed-unbalance", "melee-stop-charge", "unarmed-slip", "melee-parry").map(packManeuver);
  test("another success of the attack never helps the answer, and the other way round", () => {
    fc.assert(fc.property(attacks, answers, fc.nat(8), fc.nat(8), (attack, reaction, successes, answered) => {
      const at = (more: number, less: number): ReturnType<typeof meet> => meet({ attack, successes: successes + more, reaction: { maneuver: reaction, successes: answered + less } });
      if (at(0, 0).lands) expect(at(1, 0).lands).toBe(true);
      if (!at(0, 0).lands) expect(at(0, 1).lands).toBe(false);
      if (at(0, 0).answerLands) expect(at(0, 1).answerLands).toBe(true);
    }));
  });

  test("only a tie with a counterattack brings both through", () => {
    fc.assert(fc.property(fc.nat(8), fc.nat(8), (successes, answered) => {
      const met = meet({ attack: packManeuver("melee-charge"), successes, reaction: { maneuver: packManeuver("melee-stop-charge"), successes: answered } });
      expect(met.lands && met.answerLands).toBe(successes === answered && successes >= 2);
    }));
  });
});

describe("areas and several targets", () => {
  test("further away never hurts more", () => {
    fc.assert(fc.property(fc.record({ radius: fc.nat(20), falloff: fc.nat(4) }), fc.nat(30), fc.nat(10), (area, distance, more) => {
      const near = areaReach(area, distance);
      const far = areaReach(area, distance + more);
      expect(far.demotions).toBeGreaterThanOrEqual(near.demotions);
      expect(!near.reached && far.reached).toBe(false);
    }));
  });

  test("one throw for all: each target reads its own dice of it, and no more than it would alone", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }), fc.nat(), (penalties, seed) => {
      const shot = packManeuver("ranged-shoot");
      const dice = (penalty: number) => [modifier({ key: "attribute", source: "attribute", value: 8 }), modifier({ key: "custom", source: "custom", value: -penalty })];
      const state = declare({
        attacker: side("attacker", fighter()),
        targets: penalties.map((penalty, index) => ({ side: side(`t${index}`, fighter()), situation: situation(), aware: false, modifiers: dice(penalty) })),
        declaration: { maneuver: shot, weapon: gun(), modifiers: dice(0), cost: 7 }, tick: 1, shieldRule: "literal",
      });
      const thrown = facesFor(seed, "attack", 8 - Math.min(...penalties));
      const after = supply(state, { attack: thrown });
      after.targets.forEach(({ steps }, index) => {
        const read = thrown.slice(0, 8 - (penalties[index] ?? 0)).filter((face) => face <= 5).length;
        expect(steps[0]).toMatchObject({ kind: "attack", successes: read });
      });
    }));
  });
});

test("shaping is the sum of its parts: base, mode and rider in any order of dice", () => {
  fc.assert(fc.property(fc.constantFrom("searching", "mdk"), fc.constantFrom("limb", "heart", "face", "tiny"), fc.constantFrom("ranged-short-burst", "ranged-long-burst"), (mode, spot, key) => {
    const burst = shaped(key, { mode });
    const called = shaped("ranged-called-shot", { mode: spot });
    const both = shaped("ranged-called-shot", { mode: spot, base: burst });
    expect(both.roll?.modifier).toBe((burst.roll?.modifier ?? 0) + (called.roll?.modifier ?? 0));
    expect(both.damage?.bonus).toBe((burst.damage?.bonus ?? 0) + (called.damage?.bonus ?? 0));
  }));
});
