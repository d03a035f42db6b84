import type { Numbers, PassiveCase } from "./cases";
import { DODGE, ELEVEN, SPRINT, type PowerSeats } from "./seats";

/* Powers that cost nothing and work by themselves. */

interface Checked {
  toObject(): { system: { pool: { normal: number } } };
}
declare const game: { system: { api: { rollCheck(check: object, options: object): Promise<Checked | null> } } };
declare const foundry: { utils: { fromUuidSync(uuid: string): unknown } };

const DRIVEN = "power-will-driven";
const MASTERY = "power-fate-master-mastery";

/** A kick with a power for which nothing ordinary is left: what it is refused for, and where the point goes. */
const onTheLast = (key: string, system: object) => async (t: PowerSeats): Promise<Numbers> => {
  await t.give(t.hero, [key], system);
  await t.dice(9);
  await t.send(await t.kick(t.hero, t.foe, await t.choice(t.hero, key)));
  const refused = await t.refusal();
  if (refused === null) {
    await t.send(await t.answer(t.foe, null));
    await t.keepAll();
  }
  const { will, fate } = await t.body(t.hero);
  return { refused, will: [will.spent, will.fatigue, will.exhaustion], fate: [fate.spent, fate.apathy] };
};

/** A rest of the hero with this much spent before: spent Will, spent Fate and Apathy afterwards. */
async function rested(t: PowerSeats, rest: object, system: object): Promise<readonly number[]> {
  await t.give(t.hero, [], system);
  await t.send({ op: "rest", who: null, args: { who: [t.hero], rest: { forced: true, ...rest } } });
  const { will, fate } = await t.body(t.hero);
  return [will.spent, fate.spent, fate.apathy];
}
const nightOf = (sleep: string): object => ({ kind: "night", night: { sleep, conditions: "average" } });

export const PASSIVE: Readonly<Record<string, PassiveCase>> = {
  "power-will-unbreakable": {
    rule: "R271 with all eight Will spent the next point goes into Fatigue",
    act: onTheLast(DRIVEN, { will: { spent: 8 } }),
    without: { refused: "FATEWALKER.Error.NotEnoughWill", will: [8, 0, 0] }, withIt: { refused: null, will: [7, 1, 0] },
  },
  "power-will-unstoppable": {
    rule: "R271 with the track full of Fatigue the next point goes into Exhaustion",
    act: onTheLast(DRIVEN, { will: { spent: 0, fatigue: 8 } }),
    without: { refused: "FATEWALKER.Error.NotEnoughWill", will: [0, 8, 0] }, withIt: { refused: null, will: [0, 7, 1] },
  },
  "power-will-hardened": {
    rule: "R273 a sprint costs nothing in place of 1 Will",
    act: async (t) => {
      await t.send({ op: "declare", who: t.hero, args: { maneuver: `${t.hero.actor}.Item.${await t.itemOf(t.hero, SPRINT)}`, targets: [], choices: {}, mode: "public" } });
      return { phase: (await t.exchange()).phase, spent: await t.spent(t.hero) };
    },
    without: { phase: "applied", spent: { will: 1, fate: 0 } }, withIt: { phase: "applied", spent: { will: 0, fate: 0 } },
  },
  "power-will-iron-will": {
    rule: "R273 six boxes more on the Will track, which is no higher rating",
    act: async (t) => {
      const { will } = await t.body(t.hero);
      return { boxes: will.max, rating: will.rating };
    },
    without: { boxes: 8, rating: 8 }, withIt: { boxes: 14, rating: 8 },
  },
  "power-will-unshakeable": {
    rule: "R274 outside a fight one of two dice that circumstances take comes back: four of five in place of three",
    holder: "maker",
    act: async (t) => ({ dice: await t.clientOf(t.maker).run(async (uuid) => (await game.system.api.rollCheck({ attribute: "focus", skill: "observe", modifier: -2 }, { actor: foundry.utils.fromUuidSync(uuid), fast: true }))?.toObject().system.pool.normal, t.maker.actor) }),
    without: { dice: 3 }, withIt: { dice: 4 },
  },
  "power-will-tireless": {
    rule: "R274 a night gives back three in place of two, one without sleep costs one in place of two",
    act: async (t) => ({ slept: await rested(t, nightOf("full"), { will: { spent: 6 } }), awake: await rested(t, nightOf("none"), { will: { spent: 4 } }) }),
    without: { slept: [4, 0, 0], awake: [6, 0, 0] }, withIt: { slept: [3, 0, 0], awake: [5, 0, 0] },
  },
  "power-will-refuse-to-lose": {
    rule: "R275 the first point of Will of a scene costs nothing, the second does",
    act: async (t) => {
      await t.give(t.hero, [DRIVEN]);
      const spent: number[] = [];
      for (let times = 0; times < 2; times += 1) {
        await t.send(await t.alone(t.hero, DRIVEN));
        spent.push((await t.spent(t.hero)).will);
      }
      return { spent };
    },
    without: { spent: [1, 2] }, withIt: { spent: [0, 1] },
  },
  "power-fate-faterunner": {
    rule: "R279 with all four Fate spent the next point goes into Apathy",
    act: onTheLast(MASTERY, { fate: { spent: 4 } }),
    without: { refused: "FATEWALKER.Error.NotEnoughFate", fate: [4, 0] }, withIt: { refused: null, fate: [3, 1] },
  },
  "power-fate-faterunner-ii": {
    rule: "R280 three Fate in place of a Story Point award",
    act: async (t) => ({ after: await rested(t, { kind: "insteadOfAward" }, { fate: { spent: 4 } }) }),
    without: { after: [0, 4, 0] }, withIt: { after: [0, 1, 0] },
  },
  "power-fate-faterunner-iii": {
    rule: "R280 two Fate a session in place of one",
    act: async (t) => ({ after: await rested(t, { kind: "session" }, { fate: { spent: 4 } }) }),
    without: { after: [0, 3, 0] }, withIt: { after: [0, 2, 0] },
  },
  "power-fate-faterunner-iv": {
    rule: "R280 every hostile action against it loses a die: five in place of six",
    holder: "foe",
    act: async (t) => {
      await t.kicked(t.hero, t.foe);
      return { dice: await t.diceOf(t.hero) };
    },
    without: { dice: 6 }, withIt: { dice: 5 },
  },
  "power-fate-destroyer-berserker": {
    // Its Temporary boxes are full, so that the blow reaches the Normal chart.
    rule: "R281 after a Normal Wound three dice fewer on a dodge, nine in place of six on the next attack, and six again on the one after",
    act: async (t) => {
      await t.give(t.hero, [], { wounds: { temporary: { value: 8 } } });
      await t.kicked(t.foe, t.hero, { faces: ELEVEN });
      await t.due(t.foe);
      await t.dice(9);
      await t.send(await t.kick(t.foe, t.hero));
      await t.send(await t.answer(t.hero, DODGE));
      const dodge = (await t.roll("reaction:0"))?.dice;
      await t.kicked(t.hero, t.foe);
      const first = await t.diceOf(t.hero);
      await t.kicked(t.hero, t.foe);
      return { dodge, first, second: await t.diceOf(t.hero) };
    },
    without: { dodge: 8, first: 6, second: 6 }, withIt: { dodge: 5, first: 9, second: 6 },
  },
  "power-fate-maker-discipline": {
    rule: "R287 a point of Fate wipes an Apathy out in place of turning it into a spent one",
    act: async (t) => ({ after: await rested(t, { kind: "session" }, { fate: { spent: 0, apathy: 1 } }) }),
    without: { after: [0, 1, 0] }, withIt: { after: [0, 0, 0] },
  },
  "power-fate-master-conceit": {
    rule: "R288 six dice at TN 4 that all show nines teach 9 - 4 points, which go back with the attack",
    act: async (t) => {
      await t.kicked(t.hero, t.foe);
      const learned = (await t.body(t.hero)).learning["unarmed"] ?? 0;
      await t.undo();
      return { learned, back: (await t.body(t.hero)).learning["unarmed"] ?? 0 };
    },
    without: { learned: 0, back: 0 }, withIt: { learned: 5, back: 0 },
  },
  "power-fate-master-expertise": {
    // Focus 5 to 6 costs six Objective Points; the next costs seven, so three of four successes stay and one Fate comes back.
    rule: "R288 an attribute that rises rolls Fate at TN 2: at most half of the next price, what is beyond restores Fate",
    act: async (t) => {
      await t.give(t.hero, [], { points: { objective: 10 }, fate: { spent: 3 } });
      await t.dice(2);
      await t.send({ op: "spend", who: t.hero, args: { advance: { kind: "attribute", attribute: "focus" } } });
      const { attributes, learning, fate } = await t.body(t.hero);
      return { focus: attributes["focus"]?.value, learned: learning["focus"] ?? 0, spent: fate.spent };
    },
    without: { focus: 6, learned: 0, spent: 3 }, withIt: { focus: 6, learned: 3, spent: 2 },
  },
  "power-fate-master-perfection": {
    rule: "R289 a third dot in one root, for nothing",
    act: async (t) => {
      await t.give(t.hero, [], { points: { character: 20 } });
      await t.send({ op: "spend", who: t.hero, args: { advance: { kind: "root", tree: "weaponry" } } });
      const refused = await t.refusal();
      await t.kicked(t.hero, t.foe);
      return { refused, tn: (await t.roll("attack"))?.tn };
    },
    without: { refused: "FATEWALKER.Advancement.NoMoreDots", tn: 4 }, withIt: { refused: null, tn: 5 },
  },
};
