import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CASE_KEYS } from "../../src/rules/modifiers/cases";

const ROOT = new URL("../../", import.meta.url).pathname;
const sourceOf = (folder: string): string => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).map((file) => readFileSync(join(ROOT, folder, file), "utf8")).join("\n");
const source = sourceOf("src/rules");
const lang: unknown = JSON.parse(readFileSync(join(ROOT, "lang/en.json"), "utf8"));

function text(key: string): unknown {
  return key.split(".").reduce<unknown>((node, part) => (typeof node === "object" && node !== null ? (node as Record<string, unknown>)[part] : undefined), lang);
}
/** A key has a text, or one for each kind of number. */
const isTold = (key: string): boolean => typeof text(key) === "string" || typeof text(`${key}.other`) === "string";
const pascal = (key: string): string => key.split("-").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");

/** Keys that stand in the rules in full; those ending in a placeholder are made below. */
const written = [...source.matchAll(/["`](FATEWALKER\.[A-Za-z.]+[A-Za-z])["`]/g)].map(([, key]) => key ?? "");
const ofModifiers = [...sourceOf("src/rules/modifiers").matchAll(/\bkey: (?:[a-zA-Z.\s>=0-9"?-]+\? )?"([a-z-]+)"(?: : "([a-z-]+)")?/g)].flatMap(([, one, other]) => [one, other]).filter((key): key is string => key !== undefined && key !== "");
const ofErrors = [...source.matchAll(/"(One[A-Z][a-z]+)"/g)].map(([, key]) => `FATEWALKER.Error.${key ?? ""}`);

test("every key that the rules name has an English text", () => {
  const keys = [...written, ...ofErrors, ...ofModifiers.filter((key) => key !== "attribute").map((key) => `FATEWALKER.Modifier.${pascal(key)}`)];
  expect(keys.length).toBeGreaterThan(40);
  expect(keys.filter((key) => !isTold(key))).toEqual([]);
});

test("attributes, bands and degrees as well", () => {
  const made = [
    ...["Prowess", "Focus", "Awareness", "Resilience", "Grit", "Trait", "AgainstThrown", "AgainstWeapon", "RangeShort", "RangeMedium", "RangeLong", "RangeExtreme", "RangeBeyond"].map((name) => `FATEWALKER.Modifier.${name}`),
    ...Object.values(CASE_KEYS).map((key) => `FATEWALKER.Modifier.${pascal(key)}`),
    ...["NearMiss", "Base", "Total", "Exceptional"].map((name) => `FATEWALKER.Degree.Success.${name}`),
    ...["NearMiss", "Complete", "Dramatic", "Catastrophic"].map((name) => `FATEWALKER.Degree.Failure.${name}`),
  ];
  expect(made.filter((key) => typeof text(key) !== "string")).toEqual([]);
});

test("nothing that people write is read as markup in a tooltip: there stand keys, texts of the system's own, and what fwPlain has made plain", () => {
  const files = (folder: string, ending: string): [string, string][] => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending)).map((file) => [file, readFileSync(join(ROOT, folder, file), "utf8")]);
  const inTemplates = files("templates", ".hbs").flatMap(([file, markup]) => [...markup.matchAll(/data-tooltip[a-z-]*=("(?:\{\{.*?\}\}|[^"])*"|\S*)/g)].map(([whole]) => `${file}: ${whole}`));
  expect(inTemplates.length).toBeGreaterThan(60);
  const isPlain = /: data-tooltip="(?:FATEWALKER(?:\.\w+)+|\{\{localize "FATEWALKER(?:\.\w+)+"\}\}|\{\{fwPlain [\w.@/]+\}\})"$/;
  expect(inTemplates.filter((found) => !isPlain.test(found))).toEqual([]);
  const inCode = files("src", ".ts").flatMap(([file, code]) => [...code.matchAll(/^.*(?:data-tooltip|dataset\.tooltip\w* =|tooltip\.activate).*$/gm)].map(([line]) => `${file}: ${line.trim()}`));
  expect(inCode.filter((found) => !found.startsWith("applications/template-helpers.ts") && !found.startsWith("applications/keep-typing.ts"))).toEqual(["applications/hud/token-buttons.ts: button.dataset.tooltip = foundry.utils.escapeHTML(label);"]);
});
