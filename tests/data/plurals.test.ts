import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { openModels } from "./model-table";

/* One success is no "1 successes": what counts successes or points has a form for each kind of number, and every way to say it takes the right one. */

const lang: unknown = JSON.parse(readFileSync(new URL("../../lang/en.json", import.meta.url), "utf8"));

/** Keys of all texts, with the text. */
function texts(node: unknown, path: string): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  return typeof node === "object" && node !== null ? Object.entries(node).flatMap(([key, value]) => texts(value, path === "" ? key : `${path}.${key}`)) : [];
}

let text: typeof import("../../src/helpers/text");
beforeAll(async () => {
  await openModels({});
  text = await import("../../src/helpers/text");
});

test("every sentence that counts successes or points has its forms, and none is told without its number", () => {
  const all = texts(lang, "");
  const counting = all.filter(([, sentence]) => /\{(count|successes|points)\} (successes|points)\b/.test(sentence)).map(([key]) => key);
  expect(counting.length).toBeGreaterThan(25);
  expect(counting.filter((key) => !key.endsWith(".other"))).toEqual([]);
  const keys = new Set(all.map(([key]) => key));
  expect(counting.filter((key) => !keys.has(key.replace(/other$/, "one")))).toEqual([]);
});

test("one success, two successes, with whatever else the sentence holds", () => {
  const wakes = (successes: number) => text.say("FATEWALKER.Event.Wakes", { name: "Isaura", successes });
  expect([wakes(0), wakes(1), wakes(2)]).toEqual(["Isaura wakes (0 successes)", "Isaura wakes (1 success)", "Isaura wakes (2 successes)"]);
  expect(text.say("FATEWALKER.Healing.Line.Placed", { points: 1, placed: "1 mortal" })).toBe("1 point: 1 mortal");
  expect(text.sayCount("FATEWALKER.Clock.Successes", 1)).toBe("1 success");
  expect(text.say("FATEWALKER.Healing.Line.Extended", { net: -1, total: 2, needed: 4 })).toBe("\u22121 net; 2 of 4");
  // A range is no one number.
  expect(text.say("FATEWALKER.Dialog.Outcome.TakesOff", { points: "1.0" })).toBe("takes about 1.0 points off");
});
