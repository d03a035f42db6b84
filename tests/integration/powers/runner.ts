import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { asksAbout, type PassiveCase, type SpendCase } from "./cases";
import { BROKE, type Deed, type PowerSeats, type Points } from "./seats";

/* Proves a case at the table, aspect by aspect. */

const NOTHING: Points = { will: 0, fate: 0 };

/** Everybody as at the start, the payer with these powers, the hero due. */
async function begin(open: () => Promise<PowerSeats>, { payer = "hero", prepare }: SpendCase, powers: readonly string[]): Promise<PowerSeats> {
  const t = await open();
  await t.due(t.hero);
  await prepare?.(t);
  await t.give(t[payer], powers);
  return t;
}

/** Seven aspects of a power that is paid for. */
export function proveSpend(key: string, given: SpendCase, open: () => Promise<PowerSeats>): void {
  const { payer = "hero", cost, before, use, instead, after, read, plain, used, undone, undo, broke, elsewhere, second } = given;
  const numbers = async (t: PowerSeats): Promise<object> => ({ ...(await read(t)), spent: await t.spent(t[payer]) });

  test(`${given.rule}; nothing without it, paid once however often it is sent, and all of it goes back`, async () => {
    let t = await begin(open, given, [key]);
    await before?.(t);
    const other = (await instead?.(t)) ?? null;
    if (other !== null) await t.send(other);
    await after?.(t);
    expect(await numbers(t), "without it").toMatchObject({ spent: NOTHING, ...plain });
    t = await begin(open, given, [key]);
    await before?.(t);
    const deed = await use(t);
    const nonce = randomUUID();
    await t.send(deed, { nonce });
    // A double click, or a resend after a lost connection.
    await t.send(deed, { nonce });
    await after?.(t);
    expect(await numbers(t), "with it").toMatchObject({ ...used, spent: cost });
    await t.everyoneSees(t[payer]);
    await (undo === undefined ? t.undo() : undo(t));
    expect(await numbers(t), "taken back").toMatchObject({ ...undone, spent: NOTHING });
  });

  test("for nobody but its owner, and not without points", async () => {
    let t = await begin(open, given, [key]);
    await before?.(t);
    // Where the dice ask, they ask whoever has it, once.
    if (broke === null) expect((await t.exchange()).offers).toHaveLength(1);
    const deed = await use(t);
    // The knight's player has no say in it, whatever the wish claims.
    await t.send(deed, { from: t.six.ofKnight });
    expect([await t.refusal(), await t.spent(t[payer])]).toEqual(["FATEWALKER.Intent.NotYours", NOTHING]);
    // Nor has somebody who owns no such power, in the own name.
    const own: Deed = { ...deed, who: t.six.knight };
    await t.send(own);
    expect([(await t.refusal()) !== null, await t.spent(t[payer]), await t.spent(t.six.knight)]).toEqual([true, NOTHING, NOTHING]);
    if (broke === null) {
      // Whoever cannot pay is not even asked.
      t = await begin(open, given, [key]);
      await t.give(t[payer], [], BROKE);
      await before?.(t);
      expect((await t.exchange()).offers).toEqual([]);
    } else {
      await t.give(t[payer], [], BROKE);
      await t.send(deed);
      expect(await t.refusal()).toBe(broke);
    }
    expect(await t.spent(t[payer])).toEqual({ will: BROKE.will.spent, fate: BROKE.fate.spent });
  });

  test(`not ${elsewhere.what}`, async () => {
    const t = await begin(open, given, [key]);
    await elsewhere.try(t);
    expect([await t.refusal(), (await t.cards()).some(({ offers }) => offers.length > 0)]).toEqual([elsewhere.refusal, false]);
    expect(await t.spent(t[payer])).toEqual(NOTHING);
  });

  if (typeof second === "string") return;
  test(`one active power for each test: not with ${second.what}`, async () => {
    const t = await begin(open, given, [key, ...second.powers]);
    await second.try(t);
    const asked = (await t.cards()).flatMap((card) => second.about.filter((roll) => asksAbout(card, roll)));
    expect([await t.refusal(), asked]).toEqual([second.refusal, []]);
  });
}

/** What a power without a cost changes by itself: for whoever has it, and not where somebody else does. */
export function provePassive(key: string, { rule, holder = "hero", act, without, withIt }: PassiveCase, open: () => Promise<PowerSeats>): void {
  test(rule, async () => {
    for (const [who, wanted] of [["friend", without], [holder, withIt]] as const) {
      const t = await open();
      await t.due(t.hero);
      await t.give(t[who], [key]);
      expect(await act(t), `${who} has it`).toMatchObject(wanted);
    }
  });
}
