import { expect } from "vitest";
import { BROKE_FATE, BROKE_WILL, INTREPID, NOT_FOR_THIS } from "./cases-in-rolls";
import type { SpendCase } from "./cases";
import { ELEVEN, type PowerSeats } from "./seats";

/* Powers that are used by themselves, in a check and in a night. */

interface Plain {
  id: string;
  rolls: object[];
  flags: { fatewalker?: { request?: { results: Record<string, { successes: number | null }> } } };
  toObject(): { system: { entries?: { lines: { roll: { dice: object[] } | null }[] }[] } };
}
declare const game: {
  actors: { getName(name: string): { id: string } | undefined };
  combats: { contents: { id: string; system: { schedule: Record<string, { tick: number }> }; update(changes: object): Promise<unknown> }[] };
  messages: { contents: (Plain & { type: string })[]; get(id: string): Plain | undefined };
  system: { api: { requestRoll(asked: object): Promise<Plain | null> } };
};
declare const CONFIG: { Dice: { rolls: { name: string; fromPool(pool: object): { evaluate(): Promise<unknown> } }[] } };
declare const ChatMessage: { implementation: { create(source: object): Promise<{ id: string }> } };
declare const foundry: { utils: { fromUuidSync(uuid: string): unknown } };

const FATES_END = "power-fate-destroyer-fates-end";
const JUSTICE = "power-fate-judicar-justice";
const BALANCE = "power-fate-judicar-balance";
const BOON = "power-fate-protector-boon";
const BLEED = "power-will-aint-got-time-to-bleed";
const FOCUS = "power-fate-maker-hyperfocus";
const INSIGHT = "power-fate-maker-insight";
const AHEAD = "power-will-willed-ahead";
const DRIVEN = "power-will-driven";
const NO_ROLL = "it is put into no roll";

/** The event by which the hero bleeds. */
const bleeding = (t: PowerSeats): string => `bleeding-${t.hero.combatant ?? ""}`;

/** The hero is asked for Focus(skill): three dice that all fail, and the four of the Fate rating, of which two succeed. */
async function asked(t: PowerSeats, skill: string): Promise<{ request: string; check: string }> {
  const request = await t.gm.run(async ([actor, branch]) => (await game.system.api.requestRoll({ actors: [foundry.utils.fromUuidSync(actor)], check: { attribute: "focus", skill: branch } }))?.id ?? "", [t.hero.actor, skill] as const);
  const client = t.clientOf(t.hero);
  await client.until((id) => game.messages.get(id) !== undefined, request);
  await t.diceAt(client, 9, 9, 9, 1, 1, 9);
  const check = await client.run(async ([participant, branch, id]) => {
    const FatewalkerRoll = CONFIG.Dice.rolls.find(({ name }) => name === "FatewalkerRoll");
    const roll = FatewalkerRoll?.fromPool({ normal: 7, wounded: 0, tn: 3, woundedTn: 1 });
    await roll?.evaluate();
    const modifier = { key: "power-power-fate-maker-insight", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Insight" }, value: 4, enabled: true, optional: true, cost: { fate: 1 } };
    return (await ChatMessage.implementation.create({
      type: "check", content: "", rolls: [roll], flags: { fatewalker: { asked: { request: id, index: 0 } } },
      system: { participant, title: "Focus", attribute: "focus", skill: branch, pool: { normal: 7, wounded: 0, tn: 3, woundedTn: 1 }, modifiers: [modifier], ticks: null, unpaid: { normal: 3, wounded: 0, tn: 3, woundedTn: 1 } },
    })).id;
  }, [t.hero, skill, request] as const);
  await t.gm.until((id) => game.messages.get(id)?.flags.fatewalker?.request?.results["0"] !== undefined, request);
  return { request, check };
}
const payFor = async (t: PowerSeats, check: string): Promise<{ op: string; who: PowerSeats["hero"]; args: object }> => ({ op: "spend", who: t.hero, args: { check, ...(await t.choice(t.hero, INSIGHT)), healing: false, tn: null, mode: "public" } });
const last = (t: PowerSeats): Promise<{ request: string; check: string }> => t.gm.run(() => ({
  request: game.messages.contents.findLast(({ flags }) => flags.fatewalker?.request !== undefined)?.id ?? "",
  check: game.messages.contents.findLast(({ type }) => type === "check")?.id ?? "",
}));

const night = (t: PowerSeats, on: boolean): { op: string; who: null; args: object } =>
  ({ op: "rest", who: null, args: { who: [t.hero], rest: { kind: "night", night: { sleep: "full", conditions: "average", switched: { [`power-${AHEAD}`]: on } } } } });

export const ALONE: Readonly<Record<string, SpendCase>> = {
  [FATES_END]: {
    rule: "R283 the Fate rating of 4: with each attack on that one four dice at TN 7, two successes join and two failures hurt the user",
    cost: { will: 0, fate: 4 },
    use: (t) => t.alone(t.hero, FATES_END, [t.foe]),
    after: (t) => t.kicked(t.hero, t.foe, { faces: [9, 9, 9, 9, 9, 9, 7, 7, 8, 9] }),
    read: async (t) => ({ fate: (await t.roll("fate:attack"))?.dice ?? 0, tn: (await t.roll("fate:attack"))?.tn ?? null, successes: await t.step("attack"), hero: await t.hurt(t.hero), lies: (await t.memory(t.hero))["fatesEnd"] === t.foe.actor }),
    plain: { fate: 0, successes: 0, hero: 0, lies: false }, used: { fate: 4, tn: 7, successes: 2, hero: 2, lies: true },
    undo: (t) => t.undoAll(), undone: { hero: 0, lies: false },
    broke: BROKE_FATE,
    elsewhere: { what: "without one who is targeted", refusal: "FATEWALKER.PowerUse.NeedsOneTarget", try: async (t) => t.send(await t.alone(t.hero, FATES_END)) },
    second: {
      what: "Driven in the attack that it lies on, nor without it", powers: [DRIVEN], about: [], refusal: "FATEWALKER.Error.OnePower",
      try: async (t) => {
        await t.send(await t.alone(t.hero, FATES_END, [t.foe]));
        // Whoever has sworn it cannot switch it off.
        await t.kicked(t.hero, t.foe, { choices: { switched: { [`power-${FATES_END}`]: false } } });
        expect([(await t.roll("attack"))?.dice, (await t.roll("fate:attack"))?.dice]).toEqual([6, 4]);
        await t.undo();
        await t.send(await t.kick(t.hero, t.foe, await t.choice(t.hero, DRIVEN)));
      },
    },
  },
  [JUSTICE]: {
    rule: "R285 2 Fate before the first action; from then on Fate pays for Driven against that one",
    cost: { will: 0, fate: 3 },
    prepare: (t) => t.give(t.hero, [DRIVEN]),
    use: (t) => t.alone(t.hero, JUSTICE, [t.foe]),
    after: async (t) => t.kicked(t.hero, t.foe, { choices: await t.choice(t.hero, DRIVEN, { track: "fate" }) }),
    read: async (t) => ({ dice: (await t.roll("attack"))?.dice, lies: (await t.memory(t.hero))["justice"] === t.foe.actor }),
    plain: { dice: 8, lies: false, spent: { will: 1, fate: 0 } }, used: { dice: 8, lies: true },
    undo: (t) => t.undoAll(), undone: { lies: false },
    broke: BROKE_FATE,
    elsewhere: {
      what: "after the first action", refusal: "FATEWALKER.PowerUse.FightIsOn",
      try: async (t) => {
        await t.kicked(t.hero, t.foe);
        await t.send(await t.alone(t.hero, JUSTICE, [t.foe]));
      },
    },
    second: NO_ROLL,
  },
  [BALANCE]: {
    rule: "R285 1 Fate: the foe takes the same 11 points that it deals",
    cost: { will: 0, fate: 1 },
    use: (t) => t.alone(t.hero, BALANCE, [t.foe]),
    after: (t) => t.kicked(t.foe, t.hero, { faces: ELEVEN }),
    read: async (t) => ({ hero: await t.hurt(t.hero), foe: await t.hurt(t.foe), lies: (await t.memory(t.hero))["balance"] === t.foe.actor }),
    plain: { hero: 11, foe: 0, lies: false }, used: { hero: 11, foe: 11, lies: true },
    undo: (t) => t.undoAll(), undone: { hero: 0, foe: 0, lies: false },
    broke: BROKE_FATE,
    elsewhere: { what: "on two at once", refusal: "FATEWALKER.PowerUse.NeedsOneTarget", try: async (t) => t.send(await t.alone(t.hero, BALANCE, [t.foe, t.six.twin])) },
    second: NO_ROLL,
  },
  [BOON]: {
    rule: "R290 1 Fate: two dice for the next action of the others, eight in place of six, and none for the giver",
    payer: "friend", cost: { will: 0, fate: 1 },
    use: (t) => t.alone(t.friend, BOON),
    after: async (t) => {
      await t.kicked(t.hero, t.foe);
      await t.kicked(t.friend, t.foe);
    },
    read: async (t) => ({ hero: await t.diceOf(t.hero), friend: await t.diceOf(t.friend), waits: (await t.memory(t.hero))["boon"] ?? null }),
    plain: { hero: 6, friend: 6 }, used: { hero: 8, friend: 6, waits: null },
    undo: (t) => t.undoAll(), undone: { waits: null },
    broke: BROKE_FATE,
    elsewhere: {
      what: "outside a fight", refusal: "FATEWALKER.PowerUse.NeedsFight",
      try: async (t) => {
        await t.give(t.maker, [BOON]);
        await t.send(await t.alone(t.maker, BOON));
      },
    },
    second: {
      what: "another power of whoever acts: its dice give way", powers: [], about: [], refusal: null,
      try: async (t) => {
        await t.give(t.hero, [DRIVEN]);
        await t.send(await t.alone(t.friend, BOON));
        await t.kicked(t.hero, t.foe, { choices: await t.choice(t.hero, DRIVEN) });
        expect(await t.diceOf(t.hero)).toBe(8);
      },
    },
  },
  [BLEED]: {
    rule: "R272 1 Will: the next point of blood comes 120 ticks later",
    cost: { will: 1, fate: 0 },
    before: async (t) => {
      await t.give(t.hero, [], { wounds: { mortal: { value: 1 } } });
      await t.gm.run(async ([id, target]) => {
        await game.combats.contents[0]?.update({ system: { schedule: { [id]: { tick: 500, every: 12, left: null, kind: "bleeding", target, data: {} } } } });
      }, [bleeding(t), t.hero.combatant] as const);
    },
    use: (t) => t.alone(t.hero, BLEED),
    read: async (t) => ({ next: await t.gm.run((id) => game.combats.contents[0]?.system.schedule[id]?.tick, bleeding(t)) }),
    plain: { next: 500 }, used: { next: 620 }, undone: { next: 500 },
    broke: BROKE_WILL,
    elsewhere: { what: "where nobody bleeds", refusal: "FATEWALKER.PowerUse.NotBleeding", try: async (t) => t.send(await t.alone(t.hero, BLEED)) },
    second: NO_ROLL,
  },
  [FOCUS]: {
    rule: "R286 2 Fate raise attributes by four points for a scene: Prowess 8 and Focus 6",
    payer: "maker", cost: { will: 0, fate: 2 },
    use: (t) => t.alone(t.maker, FOCUS, [], { spread: { prowess: 3, focus: 1 } }),
    read: async (t) => ({ raised: await t.gm.run((uuid) => {
      const { attributes } = (foundry.utils.fromUuidSync(uuid) as { system: { attributes: Record<string, { value: number }> } }).system;
      return [attributes["prowess"]?.value, attributes["focus"]?.value];
    }, t.maker.actor) }),
    plain: { raised: [5, 5] }, used: { raised: [8, 6] }, undone: { raised: [5, 5] },
    broke: BROKE_FATE,
    elsewhere: {
      what: "in a fight", refusal: "FATEWALKER.Power.NotInCombat",
      try: async (t) => {
        await t.give(t.hero, [FOCUS]);
        await t.send(await t.alone(t.hero, FOCUS, [], { spread: { prowess: 2 } }));
      },
    },
    second: NO_ROLL,
  },
  [INSIGHT]: {
    rule: "R286 1 Fate adds the rating of 4 to a secondary skill: two of its dice succeed, told to everybody once they are paid",
    cost: { will: 0, fate: 1 },
    before: async (t) => { await asked(t, "science"); },
    use: async (t) => payFor(t, (await last(t)).check),
    read: async (t) => ({ successes: await t.gm.run((id) => game.messages.get(id)?.flags.fatewalker?.request?.results["0"]?.successes, (await last(t)).request) }),
    plain: { successes: 0 }, used: { successes: 2 }, undone: { successes: 0 },
    broke: BROKE_FATE,
    elsewhere: {
      what: "on a primary skill", refusal: NOT_FOR_THIS,
      try: async (t) => t.send(await payFor(t, (await asked(t, "agility")).check)),
    },
    second: {
      what: "Intrepid on its dice", powers: [INTREPID], about: [], refusal: "FATEWALKER.Error.OnePower",
      try: async (t) => {
        const { check } = await asked(t, "science");
        await t.send(await payFor(t, check));
        await t.send({ op: "spend", who: t.hero, args: { check, item: await t.itemOf(t.hero, INTREPID), mode: "public" } });
      },
    },
  },
  [AHEAD]: {
    // Natural healing: Prowess 5 at TN Resilience, +4 in bed, -2 without First Aid.
    rule: "R272 1 Will adds four dice to a Heal Wounds roll: eleven in place of seven",
    cost: { will: 1, fate: 0 },
    before: async (t) => {
      await t.give(t.hero, [], { wounds: { normal: { value: 4 } } });
      await t.dice(9);
    },
    use: async (t) => night(t, true),
    instead: async (t) => night(t, false),
    read: async (t) => ({ dice: await t.gm.run(() => game.messages.contents.findLast(({ type }) => type === "healing")?.toObject().system.entries?.[0]?.lines.find(({ roll }) => roll !== null)?.roll?.dice.length) }),
    plain: { dice: 7 }, used: { dice: 11 }, undone: {},
    undo: async (t) => {
      const ledger = await t.gm.run(() => (game.messages.contents.findLast(({ type }) => type === "healing")?.toObject().system as { ledger?: string }).ledger ?? "");
      await t.undoCard({ ledger });
    },
    broke: BROKE_WILL,
    elsewhere: { what: "in an attack", refusal: NOT_FOR_THIS, try: async (t) => t.send(await t.kick(t.hero, t.foe, await t.choice(t.hero, AHEAD))) },
    second: {
      what: "another power in the same roll", powers: [DRIVEN], about: [], refusal: null,
      try: async (t) => {
        await t.give(t.hero, [], { wounds: { normal: { value: 4 } } });
        await t.dice(9);
        const deed = night(t, true);
        await t.send({ ...deed, args: { who: [t.hero], rest: { kind: "night", night: { sleep: "full", conditions: "average", switched: { [`power-${AHEAD}`]: true, [`power-${DRIVEN}`]: true } } } } });
        expect(await t.spent(t.hero)).toEqual({ will: 1, fate: 0 });
      },
    },
  },
};
