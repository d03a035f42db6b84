import type { SpendCase } from "./cases";
import { DODGE, type PowerSeats } from "./seats";

/* Powers that are put into a roll before its dice fall. */

const NOT_FOR_THIS = "FATEWALKER.PowerUse.NotForThis";
const BROKE_WILL = "FATEWALKER.Error.NotEnoughWill";
const BROKE_FATE = "FATEWALKER.Error.NotEnoughFate";
const INTREPID = "power-fate-intrepid";

/** The hero kicks the foe, who gives no answer: six dice at TN 4, and whoever is asked lets them lie. */
const unanswered = async (t: PowerSeats): Promise<void> => {
  await t.send(await t.answer(t.foe, null));
  await t.keepAll();
};
const readAttack = async (t: PowerSeats): Promise<Record<string, unknown>> => {
  const roll = await t.roll("attack");
  return { dice: roll?.dice, wounded: roll?.wounded, tn: roll?.tn, successes: await t.step("attack"), foe: await t.hurt(t.foe), hero: await t.hurt(t.hero) };
};

/** A power in the hero's kick. Its first dice fall as given, those of what follows are nines. */
function inAttack(key: string, { faces, choice = {}, ...rest }: Pick<SpendCase, "rule" | "cost" | "plain" | "used" | "broke" | "elsewhere"> & Partial<Pick<SpendCase, "prepare">> & { readonly faces: readonly number[]; readonly choice?: object }): SpendCase {
  return {
    ...rest,
    before: (t) => t.dice(...faces),
    use: async (t) => t.kick(t.hero, t.foe, await t.choice(t.hero, key, choice)),
    instead: async (t) => t.kick(t.hero, t.foe),
    after: unanswered,
    read: readAttack,
    undone: { foe: 0, hero: rest.plain["hero"] },
    second: {
      what: "Intrepid on its dice", powers: [INTREPID], about: ["attack", "fate:attack"], refusal: null,
      try: async (t) => t.kicked(t.hero, t.foe, { choices: await t.choice(t.hero, key, choice) }),
    },
  };
}

/** The foe kicks the hero, who dodges with a power in it. */
const intoDodge = (key: string) => async (t: PowerSeats): Promise<void> => {
  await t.due(t.foe);
  await t.dice(9);
  await t.send(await t.kick(t.foe, t.hero));
  await t.send(await t.answer(t.hero, DODGE, await t.choice(t.hero, key)));
};
const intoKick = (key: string) => async (t: PowerSeats): Promise<void> => t.send(await t.kick(t.hero, t.foe, await t.choice(t.hero, key)));

export const IN_ROLLS: Readonly<Record<string, SpendCase>> = {
  "power-will-driven": {
    ...inAttack("power-will-driven", {
      rule: "R270 1 Will buys two dice on any roll: eight in place of six, and the last two succeed",
      cost: { will: 1, fate: 0 }, faces: [9, 9, 9, 9, 9, 9, 1, 1, 9],
      plain: { dice: 6, tn: 4, successes: 0, hero: 0 }, used: { dice: 8, tn: 4, successes: 2, hero: 0 },
      broke: BROKE_WILL,
      elsewhere: {
        what: "by itself on dice that are thrown already", refusal: null,
        try: (t) => t.kicked(t.hero, t.foe),
      },
    }),
  },
  "power-will-painless": inAttack("power-will-painless", {
    // 20 boxes of three a column: the seventh, penalty 6, of which Painless takes two by itself.
    rule: "R275 1 Will ignores all wounds for one action: none of six dice is wounded in place of four",
    cost: { will: 1, fate: 0 }, faces: [9],
    prepare: (t) => t.give(t.hero, [], { wounds: { normal: { value: 20 } } }),
    plain: { dice: 6, wounded: 4, hero: 20 }, used: { dice: 6, wounded: 0, hero: 20 },
    broke: BROKE_WILL,
    elsewhere: {
      what: "without a wound", refusal: "FATEWALKER.PowerUse.NoPenalty",
      try: async (t) => {
        await t.give(t.hero, [], { wounds: { normal: { value: 0 } } });
        await intoKick("power-will-painless")(t);
      },
    },
  }),
  "power-fate-destroyer-wrath": inAttack("power-fate-destroyer-wrath", {
    rule: "R282 1 Fate: the rating of 4 at TN 3 beside it, one success joins, 2 - 1 points to the user",
    cost: { will: 0, fate: 1 }, faces: [9, 9, 9, 9, 9, 9, 3, 4, 9],
    plain: { dice: 6, successes: 0, hero: 0 }, used: { dice: 6, successes: 1, hero: 1 },
    broke: BROKE_FATE,
    elsewhere: { what: "at nobody", refusal: "FATEWALKER.PowerUse.NeedsOpponent", try: async (t) => {
      const deed = await t.kick(t.hero, t.foe, await t.choice(t.hero, "power-fate-destroyer-wrath"));
      await t.send({ ...deed, args: { ...deed.args, targets: [] } });
    } },
  }),
  "power-fate-maker-predestined": inAttack("power-fate-maker-predestined", {
    rule: "R287 1 Fate, two named of a rating of 4: one rolled counts two",
    cost: { will: 0, fate: 1 }, faces: [4, 9], choice: { named: 2 },
    plain: { dice: 6, successes: 1, hero: 0 }, used: { dice: 6, successes: 2, hero: 0 },
    broke: BROKE_FATE,
    elsewhere: { what: "with more named than half the rating", refusal: "FATEWALKER.Power.Named", try: async (t) => t.send(await t.kick(t.hero, t.foe, await t.choice(t.hero, "power-fate-maker-predestined", { named: 3 }))) },
  }),
  "power-fate-master-mastery": inAttack("power-fate-master-mastery", {
    rule: "R289 1 Fate: TN 5 in place of 4, so that two fives succeed",
    cost: { will: 0, fate: 1 }, faces: [5, 5, 9],
    plain: { dice: 6, tn: 4, successes: 0, hero: 0 }, used: { dice: 6, tn: 5, successes: 2, hero: 0 },
    broke: BROKE_FATE,
    elsewhere: {
      what: "at TN 7 already", refusal: "FATEWALKER.PowerUse.NothingToRaise",
      try: async (t) => {
        await t.give(t.hero, [], { skills: { weaponry: { branches: { unarmed: { value: 3, leaves: { feet: { name: "Feet", value: 2 } } } } } } });
        await intoKick("power-fate-master-mastery")(t);
      },
    },
  }),
  "power-fate-protector-righteous-strike": {
    ...inAttack("power-fate-protector-righteous-strike", {
      // Two promotions make dice of 4x1/1x3 that all fail: only the flat six are left.
      rule: "R291 3 Fate: two successes, eight of a dodge that count nothing, six points of damage",
      cost: { will: 0, fate: 3 }, faces: [9, 9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 9], choice: { options: ["successes", "cancelsDefense", "damage"] },
      plain: { dice: 6, successes: 0, answer: 8, foe: 0, hero: 0, told: 0 }, used: { dice: 6, successes: 2, answer: 0, foe: 6, hero: 0, told: 3 },
      broke: BROKE_FATE,
      elsewhere: { what: "in a defence", refusal: NOT_FOR_THIS, try: intoDodge("power-fate-protector-righteous-strike") },
    }),
    after: async (t) => {
      await t.send(await t.answer(t.foe, DODGE));
      await t.keepAll();
    },
    read: async (t) => ({ ...(await readAttack(t)), answer: await t.step("answer"), told: (await t.exchange()).targets[0]?.steps.filter(({ kind }) => kind === "power").length }),
  },
  "power-fate-protector-righteous-shield": {
    rule: "R290 1 Fate adds the rating of 4 to a dodge of 5 + 3: two of the last four succeed and a tie avoids",
    cost: { will: 0, fate: 1 },
    before: async (t) => {
      await t.due(t.foe);
      // Two successes of the kick, then the dice of the dodge.
      await t.dice(1, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 1, 9);
      await t.send(await t.kick(t.foe, t.hero));
    },
    use: async (t) => t.answer(t.hero, DODGE, await t.choice(t.hero, "power-fate-protector-righteous-shield")),
    instead: (t) => t.answer(t.hero, DODGE),
    after: (t) => t.keepAll(),
    read: async (t) => ({ dice: (await t.roll("reaction:0"))?.dice, tn: (await t.roll("reaction:0"))?.tn, answer: await t.step("answer"), outcome: (await t.exchange()).targets[0]?.outcome }),
    plain: { dice: 8, tn: 3, answer: 0, outcome: "hit" }, used: { dice: 12, tn: 3, answer: 2, outcome: "evaded" },
    undone: {},
    broke: BROKE_FATE,
    elsewhere: { what: "in an attack", refusal: NOT_FOR_THIS, try: intoKick("power-fate-protector-righteous-shield") },
    second: {
      what: "Intrepid on its dice", powers: [INTREPID], about: ["reaction:0"], refusal: null,
      try: intoDodge("power-fate-protector-righteous-shield"),
    },
  },
};

export { BROKE_FATE, BROKE_WILL, INTREPID, NOT_FOR_THIS };
