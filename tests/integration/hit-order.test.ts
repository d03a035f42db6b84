import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, gather, GENERATIONS, idOf, itemOf, settled, wish, woundsOf, type TableGlobals } from "./fight-table";
import { openSix, tableOfThree, type Six } from "./three-players";
import type { HeadlessClient } from "../table/client/headless";

/* The card of a hit, read as a player reads it: every number on it follows from the one before, and the last is what is marked. A GM and three players. */

interface Die {
  face: number;
  value: number;
  success: boolean;
  penetrating: boolean;
}
interface Lot {
  count: number;
  value: number;
}
interface Points {
  ordinary: number;
  penetrating: number;
}
type Step =
  | { kind: "attack"; successes: number; hits: boolean }
  | { kind: "answer"; successes: number; net: number; cancels: boolean }
  | { kind: "promote"; by: number; before: Lot[]; after: Lot[] }
  | { kind: "shield"; triggered: boolean; removed: Lot[]; energy: { before: number; after: number }; after: Lot[] }
  | { kind: "deflect"; by: number; after: Lot[] }
  | { kind: "damage"; tn: number; flat: number; points: Points }
  | { kind: "parryDamage"; taken: number; left: Points }
  | { kind: "absorb"; taken: number; left: number }
  | { kind: "wounds"; points: number; placed: { temporary: number; normal: number; mortal: number } };
interface Card {
  phase: string;
  rolls: { id: string; successes: number; dice: Die[] }[];
  steps: Step[];
}
declare const game: TableGlobals;
declare const CONFIG: { Dice: { randomUniform: () => number } };

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

const card = (client: HeadlessClient): Promise<Card> =>
  client.run(() => {
    const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    const { phase, rolls, targets } = (message?.toObject() as unknown as { system: { phase: string; rolls: Card["rolls"]; targets: { steps: Step[] }[] } }).system;
    return { phase, rolls, steps: targets[0]?.steps ?? [] };
  });
const stepOf = <Kind extends Step["kind"]>(steps: readonly Step[], kind: Kind): Extract<Step, { kind: Kind }> | undefined => steps.find((step): step is Extract<Step, { kind: Kind }> => step.kind === kind);
const worth = (lots: readonly Lot[]): number => lots.reduce((sum, { count, value }) => sum + count * value, 0);
const many = (lots: readonly Lot[]): number => lots.reduce((sum, { count }) => sum + count, 0);

/** The knight in plate with a shield of energy on, struck with a sword by the duellist. */
async function struck(faces: readonly number[], reaction: string | null, energy: number): Promise<Card> {
  const { duellist, knight, ofDuellist, ofKnight } = six;
  await begin(gm, { [idOf(duellist)]: 1, [idOf(knight)]: 40 });
  await gm.run(async ([id, left]) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { items: { contents: { id: string; type: string }[] }; deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>; createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> };
    await actor.deleteEmbeddedDocuments("Item", actor.items.contents.filter(({ type }) => type === "energyShield").map((item) => item.id));
    if (left > 0) await actor.createEmbeddedDocuments("Item", [{ name: "Test Shield", type: "energyShield", system: { on: true, minActivation: 2, maxAbsorb: 6, recharge: 0, energy: { value: left, max: 20 }, carried: "worn" } }]);
    // Nothing worn works against the shield.
    const worn = actor.items.contents.filter(({ type }) => type === "armor") as unknown as { update(changes: object): Promise<unknown> }[];
    for (const armor of worn) await armor.update({ system: { underShield: true } });
  }, [idOf(knight), energy] as const);
  await gm.run((wanted) => {
    let place = 0;
    CONFIG.Dice.randomUniform = () => {
      const face = wanted[place % wanted.length] ?? 9;
      place += 1;
      return 1 - (face || 10) / 10 + 0.05;
    };
  }, faces);
  await wish(ofDuellist, "declare", duellist, { maneuver: (await itemOf(ofDuellist, duellist, "melee-hack")).uuid, targets: [knight], choices: { custom: 6 }, mode: "public" });
  await settled(ofDuellist);
  await ofKnight.until(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase === "answering");
  const id = await ofKnight.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.id ?? "");
  await wish(ofKnight, "react", knight, { exchange: id, target: 0, reaction: reaction === null ? null : (await itemOf(ofKnight, knight, reaction)).id, choices: {} });
  await settled(ofKnight);
  for (const client of six.everyone) await expect.poll(async () => (await card(client)).phase).toBe("applied");
  return card(six.ofBrawler);
}

/** Every number of the card follows from the one before it. @returns the points that were marked */
function follow({ rolls, steps }: Card): number {
  const attack = stepOf(steps, "attack");
  expect(attack?.successes).toBe(rolls.find(({ id }) => id === "attack")?.dice.filter(({ success }) => success).length);
  if (attack?.hits !== true) return 0;
  const given = stepOf(steps, "answer");
  // What takes points off the damage takes no successes.
  if (given !== undefined) expect(given.net).toBe(attack.successes - (given.cancels ? 0 : given.successes));
  const promote = stepOf(steps, "promote");
  let lots = promote?.after ?? [];
  if (promote !== undefined) {
    expect(many(promote.after)).toBeGreaterThanOrEqual(many(promote.before));
    if (many(promote.after) === many(promote.before)) expect(worth(promote.after)).toBeGreaterThanOrEqual(worth(promote.before));
  }
  const shield = stepOf(steps, "shield");
  if (shield !== undefined) {
    expect(many(shield.after)).toBe(many(lots) - many(shield.removed));
    if (!shield.triggered) expect(shield.energy.before).toBe(shield.energy.after);
    lots = shield.after;
  }
  const deflect = stepOf(steps, "deflect");
  if (deflect !== undefined) lots = deflect.after;
  const damage = stepOf(steps, "damage");
  const thrown = rolls.find(({ id }) => id === "damage:0")?.dice ?? [];
  if (damage === undefined) return 0;
  expect(thrown).toHaveLength(many(lots));
  const sum = (penetrating: boolean): number => thrown.filter((die) => die.success && die.penetrating === penetrating).reduce((all, { value }) => all + value, 0);
  for (const { face, penetrating, success } of thrown) expect([success && face === 0, success]).toEqual([penetrating, face <= damage.tn]);
  expect(damage.points.penetrating).toBe(sum(true));
  expect(damage.points.ordinary).toBe(sum(false) + damage.flat);
  let left = damage.points;
  const parry = stepOf(steps, "parryDamage");
  if (parry !== undefined) {
    // Ordinary points go first, penetrating ones after them.
    const ordinary = Math.min(left.ordinary, parry.taken);
    expect(parry.left).toEqual({ ordinary: left.ordinary - ordinary, penetrating: left.penetrating - (parry.taken - ordinary) });
    left = parry.left;
  }
  const absorb = stepOf(steps, "absorb");
  const through = absorb === undefined ? left.ordinary + left.penetrating : absorb.left;
  if (absorb !== undefined) {
    // What penetrates is not absorbed.
    expect(absorb.taken).toBeLessThanOrEqual(left.ordinary);
    expect(absorb.left).toBe(left.ordinary + left.penetrating - absorb.taken);
  }
  const wounds = stepOf(steps, "wounds");
  expect(wounds?.points ?? 0).toBe(through);
  if (wounds !== undefined) expect(wounds.placed.temporary + wounds.placed.normal + wounds.placed.mortal).toBeLessThanOrEqual(through);
  return through;
}

const PATTERNS: readonly (readonly number[])[] = [[0, 1, 2, 9], [1], [0], [3, 0, 7, 2, 0], [2, 9, 0, 1, 5]];

describe.each(GENERATIONS)("the card of a hit, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
    await gather(gm, [six.duellist, six.knight]);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test.each(PATTERNS.map((faces) => [faces.join(" "), faces] as const))("faces %s: armor, a shield of energy and no answer; what is left at the end is what is marked, and the third player reads the same card as the two", async (_name, faces) => {
    const shown = await struck(faces, null, 12);
    const through = follow(shown);
    expect(await woundsOf(gm, six.knight)).toBe(through);
    for (const client of six.everyone) expect(await card(client)).toEqual(shown);
    const shield = stepOf(shown.steps, "shield");
    const energy = await gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.actor?.items.contents as unknown as { type: string; system: { energy?: { value: number } } }[]).find(({ type }) => type === "energyShield")?.system.energy?.value ?? -1, idOf(six.knight));
    expect(energy).toBe(shield?.energy.after ?? 12);
  });

  test.each(PATTERNS.map((faces) => [faces.join(" "), faces] as const))("faces %s: parried, the parry's damage takes ordinary points first", async (_name, faces) => {
    const shown = await struck(faces, "melee-parry", 0);
    expect(shown.rolls.map(({ id }) => id)).toContain("reaction:0");
    expect(await woundsOf(gm, six.knight)).toBe(follow(shown));
    for (const client of six.everyone) expect(await card(client)).toEqual(shown);
  });

  test("the patterns reach all of it: a shield that triggers, dice that penetrate, a parry that takes points, and armor that absorbs", async () => {
    const kinds = new Set<string>();
    for (const faces of PATTERNS) {
      for (const [reaction, energy] of [[null, 12], ["melee-parry", 0]] as const) {
        six = await openSix(shared, generation);
        await gather(gm, [six.duellist, six.knight]);
        const { steps, rolls } = await struck(faces, reaction, energy);
        for (const step of steps) if (step.kind !== "shield" || step.triggered) kinds.add(step.kind);
        if (rolls.some(({ id, dice: thrown }) => id === "damage:0" && thrown.some(({ penetrating }) => penetrating))) kinds.add("penetrating");
      }
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(["absorb", "damage", "deflect", "parryDamage", "penetrating", "promote", "shield", "wounds"]));
  }, 90_000);
});
