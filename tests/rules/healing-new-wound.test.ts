import { describe, expect, test } from "vitest";
import { nextRolls, supply } from "../../src/rules/exchange/resolve";
import { patchesOf } from "../../src/rules/exchange/patches";
import type { ExchangeState } from "../../src/rules/exchange/types";
import { isNewWound } from "../../src/rules/healing/patient";
import { bout, chart, fighter, weapon } from "./fixtures";

/* What counts as a new wound, for which First Aid may be given anew (Environmental Scenes, First Aid). */

/** Every die of the exchange shows a 1. */
function resolved(start: ExchangeState): ExchangeState {
  let state = start;
  for (let requests = nextRolls(state); requests.length > 0; requests = nextRolls(state)) {
    state = supply(state, Object.fromEntries(requests.map(({ id, roll }) => {
      const count = roll.kind === "pool" ? roll.pool.normal + roll.pool.wounded : roll.pool.dice.reduce((sum, dice) => sum + dice.count, 0);
      return [id, Array.from({ length: count }, () => 1)];
    })));
  }
  return state;
}

const woundedBy = (attack: string, arms: ReturnType<typeof weapon> | null, wounds: Parameters<typeof chart>[0]) => {
  const state = resolved(bout({ attacker: fighter(), defender: fighter({ wounds: chart(wounds) }), attack, weapon: arms }));
  return patchesOf(state).newWounds.map(({ participant, mortal }) => [participant.actor === state.targets[0]?.side.participant.actor, mortal]);
};

describe("a new wound", () => {
  test("R140 is an X or a Mortal box, never a mark of stun", () => {
    expect(isNewWound({ normal: 1, mortal: 0 }, { stun: false })).toBe(true);
    expect(isNewWound({ normal: 1, mortal: 0 }, { stun: true })).toBe(false);
    expect(isNewWound({ normal: 0, mortal: 1 }, { stun: true })).toBe(true);
    expect(isNewWound({ normal: 0, mortal: 0 }, { stun: false })).toBe(false);
  });

  test("R140 an exchange tells who has one: by a blade, not by a fist, by a fist once the chart is full", () => {
    expect(woundedBy("melee-attack", weapon(), { temporary: 99 })).toEqual([[true, false]]);
    expect(woundedBy("unarmed-strike", null, { temporary: 99 })).toEqual([]);
    expect(woundedBy("unarmed-strike", null, { temporary: 99, normal: 24 })).toEqual([[true, true]]);
  });
});
