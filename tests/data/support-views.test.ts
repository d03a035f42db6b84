import { beforeAll, describe, expect, test } from "vitest";
import { checkOutcome } from "../../src/rules/checks/outcome";
import { supportModifier } from "../../src/rules/checks/support";
import { readPool } from "../../src/rules/dice/roll";
import type { Face } from "../../src/rules/dice/types";
import { RuleError } from "../../src/rules/errors";
import type { CheckMessageData, CheckPayment } from "../../src/rules/exchange/types";
import { openModels, sourceOf, type ModelTable } from "./model-table";

/* A support roll in words: what the dialog lets choose, what the card says, and what the message keeps. */

async function load() {
  const models = await openModels({});
  const [dialog, card, choices, offers] = await Promise.all([import("../../src/applications/dialogs/support-view"), import("../../src/chat/support-row"), import("../../src/applications/dialogs/roll-view"), import("../../src/flows/checks/support")]);
  return { models, ...dialog, ...card, withChoice: choices.withChoice, payableSupport: offers.payableSupport };
}

let views: Awaited<ReturnType<typeof load>>;
let models: ModelTable;
beforeAll(async () => {
  views = await load();
  models = views.models;
});

const pool = { normal: 2, wounded: 0, tn: 4, woundedTn: 2 };
const running = { key: "stamina:running", name: "Running", branch: "Stamina", pool, modifier: supportModifier("prowess", { branch: "stamina", tn: 4 }, { name: "Running", will: 1 }) };
const agility = { key: "agility", name: "Agility", branch: null, pool, modifier: supportModifier("prowess", { branch: "agility", tn: 4 }, { name: "Agility", will: 1 }) };

describe("the choice in the dialog", () => {
  test("none first, a leaf with its branch, every one with its dice; the cost stands beside it", () => {
    expect(views.supportView({ options: [running, agility], chosen: running, cost: 1, refusal: null, unfit: null })).toEqual({
      cost: "1 Will", disabled: false, problem: "",
      options: [
        { key: "", chosen: false, name: "None" },
        { key: "stamina:running", chosen: true, name: "Running (Stamina) · 2 dice at TN 4" },
        { key: "agility", chosen: false, name: "Agility · 2 dice at TN 4" },
      ],
    });
  });

  test("without Will it is off and says why, and counts for nothing; one that was chosen before can be taken back", () => {
    const refusal = new RuleError("FATEWALKER.Error.NotEnoughWill", { needed: 1, left: 0 });
    const offer = { options: [running], cost: 1, refusal, unfit: null };
    const off = views.supportView({ ...offer, chosen: null });
    expect([off?.disabled, off?.problem.includes("FATEWALKER"), off?.problem === ""]).toEqual([true, false, false]);
    expect([views.supportView({ ...offer, chosen: running })?.disabled, views.payableSupport({ ...offer, chosen: running }), views.payableSupport({ ...offer, refusal: null, chosen: running })]).toEqual([false, null, running]);
  });

  test("nobody without a skill for it is asked; none is no choice", () => {
    expect(views.supportView({ options: [], chosen: null, cost: 1, refusal: null, unfit: null })).toBeNull();
    const none = { weapon: null, switched: {}, custom: 0, variant: null, mode: null, base: null, baseMode: null, runTicks: null, ticks: null, newTarget: null, centre: null, power: null };
    const chosen = views.withChoice(none, "support", "stamina:running");
    expect([chosen.support, views.withChoice(chosen, "support", "").support]).toEqual(["stamina:running", null]);
  });
});

describe("the row on the card", () => {
  const row = (faces: readonly Face[], supportPayment: CheckPayment | null) => {
    const check: CheckMessageData = { participant: null, title: "Prowess (Agility)", attribute: "prowess", skill: "agility", pool, modifiers: [], ticks: null, support: { key: "stamina:running", name: "Running", pool }, supportPayment };
    const support = readPool(pool, faces);
    const outcome = checkOutcome(pool, [1, 9], { modifiers: [], support: supportPayment?.paid === true ? support : null });
    return views.supportRow(check, { counted: { pool, faces: [1, 9], modifiers: [], left: [] }, outcome, support });
  };

  test("paid: every die, what it came to, what it cost, and how both make up the successes", () => {
    const paid = row([3, 4], { paid: true, refusal: null });
    expect([paid?.text, paid?.joint, paid?.counts, paid?.problem]).toEqual(["Support: Running · 2 dice at TN 4 · 2 successes · 1 Will", "1 from the main roll, +2 from the support roll", true, ""]);
    expect(paid?.dice.map(({ face, classes }) => [face, classes.includes("hit")])).toEqual([[3, true], [4, true]]);
    const failed = row([6, 9], { paid: true, refusal: null });
    expect([failed?.text, failed?.joint]).toEqual(["Support: Running · 2 dice at TN 4 · failed by 2 · 1 Will", "1 from the main roll, \u22122 from the support roll"]);
  });

  test("not paid yet, or refused: its dice lie there, and it says that it does not count", () => {
    const due = row([3, 4], null);
    const refused = row([3, 4], { paid: false, refusal: { key: "FATEWALKER.Error.NotEnoughWill", data: { needed: 1, left: 0 } } });
    expect([due, refused].map((entry) => [entry?.counts, entry?.joint, entry?.dice.length])).toEqual([[false, "", 2], [false, "", 2]]);
    expect([due?.problem.includes("not paid"), refused?.problem.includes("does not count: ")]).toEqual([true, true]);
  });
});

describe("the message", () => {
  const read = (system: object): unknown => new (models.config("ChatMessage").documentClass)(sourceOf("ChatMessage", "check", system)).toObject().system;

  test("keeps the support roll and its payment; a check without one has neither", () => {
    const support = { key: "stamina:running", name: "Running", pool };
    expect(read({ support, supportPayment: { paid: true, refusal: null } })).toMatchObject({ support, supportPayment: { paid: true, refusal: null } });
    expect(read({})).toMatchObject({ support: null, supportPayment: null });
  });
});
