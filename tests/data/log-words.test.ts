import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* Every kind of commit that the code names has words of its own in the log of the fight. */

const ROOT = path.resolve(import.meta.dirname, "../..");

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")).map((name) => readFileSync(path.join(folder, name), "utf8"));
}

/** `kind: "hold", operations`, `kind: "power", combat`, and what a GM's own button asks for. */
const NAMED = /kind: "([a-zA-Z]+)",\s*(?:combat|operations|changes)\b/g;

test("no commit goes without words", () => {
  const { FATEWALKER } = JSON.parse(readFileSync(path.join(ROOT, "lang/en.json"), "utf8")) as { FATEWALKER: { Log: { Kind: Record<string, string> }; Healing: { Procedure: Record<string, string> } } };
  const words = { ...FATEWALKER.Healing.Procedure, ...FATEWALKER.Log.Kind };
  const kinds = new Set(["flows", "documents", "applications"].flatMap((folder) => sources(path.join(ROOT, "src", folder))).flatMap((text) => [...text.matchAll(NAMED)].map(([, kind = ""]) => kind)));
  expect([...kinds]).toEqual(expect.arrayContaining(["begin", "end", "initiative", "reset", "exchange", "engagement", "leave", "power"]));
  expect([...kinds].filter((kind) => (words[kind] ?? "") === "")).toEqual([]);
});
