import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { openModels } from "./model-table";

/* One success is no "1 successes": what counts something has a form for each kind of number, and every way to say it takes the right one. */

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

/** Values that are words: what follows them is a verb. */
const WORDS: ReadonlySet<string> = new Set(["name", "attacker", "weapon", "armor", "awareness", "token", "actor", "player", "power", "skill", "item", "effect", "document", "field", "text", "before", "by", "size", "damage", "reason", "face", "tick", "user", "target", "maneuver", "other"]);
const VERBS: ReadonlySet<string> = new Set(["is", "has", "was", "does", "this", "as", "its", "needs", "comes"]);

/** Texts of a number that is never 1, or no number, each with the reason. */
const NEVER_ONE: Readonly<Record<string, string>> = {
  "FATEWALKER.Sheet.Summary.Ticks": "a sum of two numbers",
  "FATEWALKER.Tracker.Clock": "seconds with their decimal",
  "FATEWALKER.Dialog.CustomTooMany": "the most dice that one may add, a number of the system's own",
  "FATEWALKER.Request.BadModifier": "the most dice that a GM may add, a number of the system's own",
  "FATEWALKER.Healing.Line.TakesMinutesOrMore": "the longer of two times, so at least 2",
  "FATEWALKER.Advance.Traded": "the ten Story Points of a Power Point",
  "FATEWALKER.AndOthers": "of three names or more the first is told",
};

/** Names of values that a sentence tells as so many of something: `{count} dice`, `{points} learning points`. */
const counted = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\} (?:(?:more|other|further|learning|attribute|free|new|[A-Z]\w+) )?([A-Za-z]+s|dice|people)\b/g)].flatMap(([, name = "", noun = ""]) => (WORDS.has(name) || VERBS.has(noun) ? [] : [name]));

test("every sentence that counts something has its forms, says by what it counts where another number might be meant, and is told with its number", () => {
  const all = texts(lang, "");
  const keys = new Map(all);
  const counting = all.filter(([key, sentence]) => !key.endsWith(".one") && counted(sentence).length > 0 && !Object.hasOwn(NEVER_ONE, key));
  expect(counting.length).toBeGreaterThan(90);
  expect(counting.map(([key]) => key).filter((key) => !key.endsWith(".other"))).toEqual([]);
  expect(counting.map(([key]) => key).filter((key) => !keys.has(key.replace(/other$/, "one")))).toEqual([]);
  // One sentence has forms for one number alone, and it is that one.
  expect(counting.filter(([, sentence]) => counted(sentence).length > 1).map(([key]) => key)).toEqual([]);
  const by = (key: string): string | undefined => keys.get(key.replace(/other$/, "by"));
  const usual = (sentence: string): string | undefined => ["count", "successes", "points"].find((name) => sentence.includes(`{${name}}`));
  expect(counting.filter(([key, sentence]) => (by(key) ?? usual(sentence)) !== counted(sentence)[0]).map(([key]) => key)).toEqual([]);
  expect(Object.keys(NEVER_ONE).filter((key) => counted(keys.get(key) ?? "").length === 0)).toEqual([]);
});

test("one success, two successes, with whatever else the sentence holds", () => {
  const wakes = (successes: number) => text.say("FATEWALKER.Event.Wakes", { name: "Isaura", successes });
  expect([wakes(0), wakes(1), wakes(2)]).toEqual(["Isaura wakes (0 successes)", "Isaura wakes (1 success)", "Isaura wakes (2 successes)"]);
  expect(text.say("FATEWALKER.Healing.Line.Placed", { points: 1, placed: "1 mortal" })).toBe("1 point: 1 mortal");
  expect(text.sayCount("FATEWALKER.Clock.Successes", 1)).toBe("1 success");
  expect(text.say("FATEWALKER.Healing.Line.Extended", { net: -1, total: 2, needed: 4 })).toBe("\u22121 net; 2 of 4");
  expect(text.say("FATEWALKER.Chat.Deed.Delay", { name: "Isaura", ticks: 1 })).toBe("Isaura loses 1 tick");
  expect(["1", "5", "1+", "3–5"].map((ticks) => text.say("FATEWALKER.Sheet.Summary.TicksOf", { ticks }))).toEqual(["1 tick", "5 ticks", "1+ ticks", "3–5 ticks"]);
  expect(text.say("FATEWALKER.Chat.BlacksOut", { count: 1, needed: 2 })).toBe("1 of 2 successes: blacks out");
  expect(text.say("FATEWALKER.Event.Every", { ticks: 1 })).toBe("every tick");
  // A range is no one number.
  expect(text.say("FATEWALKER.Dialog.Outcome.TakesOff", { points: "1.0" })).toBe("takes about 1.0 points off");
});
