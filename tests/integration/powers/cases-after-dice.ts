import type { SpendCase } from "./cases";
import { ELEVEN } from "./seats";

/* Powers that answer dice or damage that lie there. */

const DRIVEN = "power-will-driven";

/** A reroll of the hero's own kick: what lies there at first, and the new dice. */
function ownAgain(key: string, { first, again, ...rest }: Pick<SpendCase, "rule" | "plain" | "used"> & { readonly first: readonly number[]; readonly again: readonly number[] }): SpendCase {
  return {
    ...rest, cost: { will: 0, fate: 1 },
    before: (t) => t.kicked(t.hero, t.foe, { faces: first }),
    use: async (t) => {
      await t.dice(...again);
      return t.offer(t.hero, "attacker", key, { roll: "attack" });
    },
    after: (t) => t.keepAll(),
    read: async (t) => ({ dice: (await t.roll("attack"))?.dice, successes: await t.step("attack"), outcome: (await t.exchange()).targets[0]?.outcome }),
    undone: {}, broke: null,
    elsewhere: {
      what: "before the dice, nor by itself", refusal: "FATEWALKER.PowerUse.AfterTheDice",
      try: async (t) => t.send(await t.alone(t.hero, key)),
    },
    second: {
      what: "Driven in its dice", powers: [DRIVEN], about: ["attack"], refusal: null,
      try: async (t) => t.kicked(t.hero, t.foe, { choices: await t.choice(t.hero, DRIVEN) }),
    },
  };
}

const NEAR_DEATH = { wounds: { temporary: { value: 8 }, normal: { value: 24 }, mortal: { value: 5 } } };
const GUARD = "power-fate-protector-divine-intervention";

export const AFTER_DICE: Readonly<Record<string, SpendCase>> = {
  "power-fate-intrepid": ownAgain("power-fate-intrepid", {
    rule: "R278 1 Fate makes a roll again, and the new one stands though it is worse: one success in place of two",
    first: [1, 1, 9], again: [1, 9], plain: { dice: 6, successes: 2, outcome: "noDamage" }, used: { dice: 6, successes: 1, outcome: "missed" },
  }),
  "power-fate-intrepid-iii": ownAgain("power-fate-intrepid-iii", {
    rule: "R278 1 Fate makes a roll again and the better one stands: two successes, though none is rolled anew",
    first: [1, 1, 9], again: [9], plain: { dice: 6, successes: 2, outcome: "noDamage" }, used: { dice: 6, successes: 2, outcome: "noDamage" },
  }),
  "power-fate-intrepid-iv": ownAgain("power-fate-intrepid-iv", {
    rule: "R278 1 Fate makes the five failed dice again: one success more than the one that lies there",
    first: [1, 9], again: [1, 9], plain: { dice: 6, successes: 1, outcome: "missed" }, used: { dice: 6, successes: 2, outcome: "noDamage" },
  }),
  "power-fate-intrepid-ii": {
    rule: "R278 1 Fate makes an opponent's roll again: no success in place of two, no point in place of 11",
    cost: { will: 0, fate: 1 },
    before: (t) => t.kicked(t.foe, t.hero, { faces: ELEVEN }),
    use: async (t) => {
      await t.dice(9);
      return t.offer(t.hero, 0, "power-fate-intrepid-ii", { roll: "attack" });
    },
    after: (t) => t.keepAll(),
    read: async (t) => ({ successes: await t.step("attack"), outcome: (await t.exchange()).targets[0]?.outcome, hero: await t.hurt(t.hero) }),
    plain: { successes: 2, outcome: "hit", hero: 11 }, used: { successes: 0, outcome: "missed", hero: 0 }, undone: { hero: 0 },
    broke: null,
    elsewhere: {
      what: "on one's own roll", refusal: null,
      try: (t) => t.kicked(t.hero, t.foe),
    },
    second: {
      what: "the opponent's own Driven in its dice", powers: [], about: ["attack"], refusal: null,
      try: async (t) => {
        await t.give(t.foe, [DRIVEN]);
        await t.kicked(t.foe, t.hero, { faces: ELEVEN, choices: await t.choice(t.foe, DRIVEN) });
      },
    },
  },
  "power-will-tough": {
    rule: "R270 1 Will ignores a point, and two two: nine of 11 are marked",
    cost: { will: 2, fate: 0 },
    before: (t) => t.kicked(t.foe, t.hero, { faces: ELEVEN }),
    use: (t) => t.offer(t.hero, 0, "power-will-tough", { source: "damage:0", uses: 2 }),
    after: (t) => t.keepAll(),
    read: async (t) => ({ hero: await t.hurt(t.hero) }),
    plain: { hero: 11 }, used: { hero: 9 }, undone: { hero: 0 },
    broke: null,
    elsewhere: { what: "where nothing hurts", refusal: "FATEWALKER.PowerUse.OnDamage", try: async (t) => t.send(await t.alone(t.hero, "power-will-tough")) },
    second: "damage is no test: nothing is rolled for it by whoever ignores it",
  },
  [GUARD]: {
    rule: "R291 2 Fate and 2 Will turn a blow aside that would kill a companion: it counts no success",
    payer: "friend", cost: { will: 2, fate: 2 },
    before: async (t) => {
      await t.give(t.hero, [], NEAR_DEATH);
      await t.kicked(t.foe, t.hero, { faces: ELEVEN });
    },
    use: (t) => t.offer(t.friend, 0, GUARD, { guarded: "0" }),
    after: async (t) => {
      for (let card = await t.exchange(); card.phase === "answering"; card = await t.exchange()) await t.send(await t.offer(t.friend, 0, null));
    },
    read: async (t) => ({ outcome: (await t.exchange()).targets[0]?.outcome, hero: await t.hurt(t.hero) }),
    // Of 11 points the last Mortal box takes one; what is beyond is lost.
    plain: { outcome: "hit", hero: 38 }, used: { outcome: "missed", hero: 37 }, undone: { hero: 37 },
    broke: null,
    elsewhere: { what: "where the companion would stand", refusal: null, try: (t) => t.kicked(t.foe, t.hero, { faces: ELEVEN }) },
    second: {
      what: "Driven in the blow", powers: [], about: ["+"], refusal: null,
      try: async (t) => {
        await t.give(t.foe, [DRIVEN]);
        await t.give(t.hero, [], NEAR_DEATH);
        await t.kicked(t.foe, t.hero, { faces: ELEVEN, choices: await t.choice(t.foe, DRIVEN) });
      },
    },
  },
};

