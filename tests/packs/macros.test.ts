import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { PATHS, REPOSITORY, isRecord, textAt, valueAt } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";

const { documents } = readPackSources(PATHS.source);
const macros = documents.filter(({ documentName }) => documentName === "Macro").map((document) => [keyOf(document), textAt(document.data, "command")] as const);
const json = (file: string): unknown => JSON.parse(readFileSync(path.join(REPOSITORY, file), "utf8"));
const lang = json("lang/en.json");

type Call = readonly [name: string, ...values: unknown[]];

/** Runs a command as Foundry runs a script, with stand-ins that write down what it calls. */
async function run(command: string, { fight, gm }: { fight: boolean; gm: boolean }): Promise<Call[]> {
  const calls: Call[] = [];
  const record = (name: string) => (...values: unknown[]): Promise<void> => {
    calls.push([name, ...values]);
    return Promise.resolve();
  };
  const combat = { nextTurn: record("nextTurn"), previousTurn: record("previousTurn"), endCombat: record("endCombat") };
  const game = { combat: fight ? combat : null, user: { isGM: gm }, i18n: { localize: (key: string) => key }, system: { api: { applyDamage: record("applyDamage"), rest: record("rest"), use: record("use"), requestRoll: record("requestRoll"), odds: record("odds") } } };
  const ui = { notifications: { warn: record("warn") } };
  const parameters = ["game", "ui", `return (async () => { ${command} })();`];
  const script = Reflect.construct(Function, parameters) as (...values: unknown[]) => Promise<void>;
  await script(game, ui);
  return calls;
}

const commandOf = (key: string): string => macros.find(([candidate]) => candidate === key)?.[1] ?? "";

describe("the macros", () => {
  it("are those that the system can do today", () => {
    expect(macros.map(([key]) => key).sort()).toEqual(["macro-apply-damage", "macro-next-tick", "macro-odds", "macro-quick-look", "macro-request-roll", "macro-rest", "macro-scene-end", "macro-undo"]);
  });

  it.each([
    ["macro-next-tick", { fight: true, gm: false }, [["nextTurn"]]],
    ["macro-undo", { fight: true, gm: true }, [["previousTurn"]]],
    ["macro-scene-end", { fight: true, gm: true }, [["endCombat"]]],
    ["macro-scene-end", { fight: true, gm: false }, [["warn", "FATEWALKER.Error.OnlyGM"]]],
    ["macro-next-tick", { fight: false, gm: true }, [["warn", "FATEWALKER.Macro.NoFight"]]],
    ["macro-undo", { fight: false, gm: true }, [["warn", "FATEWALKER.Macro.NoFight"]]],
    ["macro-scene-end", { fight: false, gm: true }, [["warn", "FATEWALKER.Macro.NoFight"]]],
    ["macro-request-roll", { fight: false, gm: true }, [["requestRoll"]]],
    ["macro-odds", { fight: false, gm: false }, [["odds"]]],
    ["macro-apply-damage", { fight: false, gm: true }, [["applyDamage"]]],
    ["macro-rest", { fight: false, gm: false }, [["rest"]]],
    ["macro-quick-look", { fight: false, gm: false }, [["use", "common-look-search-observe", { name: "FATEWALKER.Macro.Look" }]]],
  ])("%s with %j calls %j", async (key, situation, calls) => {
    expect(await run(commandOf(key), situation)).toEqual(calls);
  });

  it("use only keys that documents have, and words that the language file has", () => {
    const keys = new Set(documents.map(keyOf));
    for (const [, command] of macros) {
      for (const [, used = ""] of command.matchAll(/api\.use\("([^"]+)"/g)) expect(keys).toContain(used);
      for (const [word = ""] of command.matchAll(/FATEWALKER(\.\w+)+/g)) expect([word, typeof valueAt(lang, word)]).toEqual([word, "string"]);
    }
  });

  it("stand in the manifest, in their folder", () => {
    const manifest = json("system.json");
    const packs = valueAt(manifest, "packs");
    expect(Array.isArray(packs) ? packs.filter(isRecord).map(({ name, type, path: place }) => [name, type, place]) : []).toContainEqual(["macros", "Macro", "packs/macros"]);
    const folders = valueAt(manifest, "packFolders");
    expect(Array.isArray(folders) ? folders.filter(isRecord).flatMap(({ packs: names }) => names) : []).toContain("macros");
  });
});
