import { beforeAll, expect, test } from "vitest";
import { openModels } from "./model-table";

/* The lists of a dialog show what there is to choose, by name, and a change is one choice. */

async function load() {
  await openModels({});
  const [view, { noChoices }] = await Promise.all([import("../../src/applications/dialogs/roll-view"), import("../../src/flows/exchange/choices")]);
  return { ...view, noChoices };
}

let dialogs: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  dialogs = await load();
});

const offer = (key: string, name: string, chosen = false) => ({ key, name, chosen });

test("a list stands only where there is more than one thing to choose, with a label in words", () => {
  const views = dialogs.selectViews({
    variants: [offer("engage", "Engage", true)],
    modes: [offer("searching", "Searching", true), offer("mdk", "MDK")],
    bases: [offer("", "FATEWALKER.Dialog.NoBase", true), offer("abc", "Short Burst")],
    baseModes: [],
  });
  expect(views.map(({ choice }) => choice)).toEqual(["base", "mode"]);
  expect(views.flatMap(({ label, options }) => [label, ...options.map(({ name }) => name)]).filter((word) => word.includes("FATEWALKER"))).toEqual([]);
  expect(views[1]?.options.find(({ chosen }) => chosen)?.name).toBe("Searching");
});

test("another base forgets the mode of the one before; ticks of a run are whole and not endless", () => {
  const { withChoice, noChoices } = dialogs;
  const chosen = withChoice(withChoice(noChoices(), "base", "abc"), "baseMode", "mdk");
  expect(chosen).toMatchObject({ base: "abc", baseMode: "mdk" });
  expect(withChoice(chosen, "base", "def")).toMatchObject({ base: "def", baseMode: null });
  expect(["4", "999", "far", "-2"].map((text) => withChoice(noChoices(), "runTicks", text).runTicks)).toEqual([4, 60, null, 0]);
  expect(["10", "9999", "long"].map((text) => withChoice(noChoices(), "ticks", text).ticks)).toEqual([10, 600, null]);
  expect(withChoice(chosen, "weapon", "x")).toEqual(chosen);
});

test("a cost is told by the boxes that it marks", async () => {
  const { paymentText } = await import("../../src/applications/dialogs/powers-view");
  const paid = (will: { spent?: number; fatigue?: number; exhaustion?: number }, fate: { spent?: number; apathy?: number } = {}, free = 0) => paymentText({
    will: { track: { rating: 8, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, marks: { spent: 0, fatigue: 0, exhaustion: 0, ...will }, free },
    fate: { track: { rating: 5, spent: 0, apathy: 0, ennui: false }, marks: { spent: 0, apathy: 0, ...fate }, free: 0, entersEnnui: false },
  });
  expect([paid({ spent: 5, fatigue: 3 }), paid({ exhaustion: 1 }), paid({ spent: 1 }, { spent: 2, apathy: 1 }), paid({ spent: 1 }, {}, 1), paid({})])
    .toEqual(["5 Will, 3 Fatigue", "1 Exhaustion", "1 Will + 2 Fate, 1 Apathy", "1 free this scene, 1 Will", "no cost"]);
});
