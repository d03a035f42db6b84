import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { documentedNames, isDocumented } from "../core/documented";
import { memoryTable } from "../core/testing/memory-table";
import type { Source } from "../core/protocol";
import { expected, readNames, showing, showsBehaviour } from "./names";

const names = await readNames();

/** A world with one of everything that the list asks for. */
const DOCUMENTS: Record<string, Source[]> = {
  actors: [{ _id: "hero000000000000", name: "Hero", type: "hero", system: { power: 3 } }],
  scenes: [{ _id: "scene00000000000", name: "Field", active: true, tokens: [{ _id: "token00000000000", name: "Hero", actorId: "hero000000000000", actorLink: true }] }],
  combats: [{ _id: "combat0000000000", active: true, combatants: [{ _id: "combatant0000000", actorId: "hero000000000000" }] }],
};

async function show(script: string): Promise<unknown> {
  return (0, eval)(script) as Promise<unknown>;
}

describe.each([13, 14] as const)("on a table without a page, generation %i", (generation) => {
  beforeAll(async () => {
    const table = memoryTable({ generation, documents: structuredClone(DOCUMENTS), packs: { "probe.gear": [{ _id: "rope000000000000", name: "Rope", type: "plain" }] } });
    await table.boot();
  });

  const here = names.filter((listed) => !listed.inBrowser && (listed.only === null || listed.only === generation));
  it.each(here.filter(({ status }) => status === "works"))("$name works ($page)", async (listed) => {
    expect(await show(showing(listed))).toEqual(expected(listed));
  });

  it.each(here.filter(({ status }) => status === "refused"))("$name is refused by name ($page)", async (listed) => {
    const shown = (await show(showing(listed))) as { error?: string };
    expect(shown.error).toContain(`"${listed.names}" is documented by Foundry (https://foundryvtt.com/api/`);
    expect(shown.error).toContain("this table does not have it");
  });

  it("knows what is documented from what is a mistake", async () => {
    for (const path of ["foundry.canvas.layers.TilesLayer", "foundry.applications.sheets.WallConfig", "foundry.utils.orient2dFast", "foundry.nue.Tour"]) {
      const { error } = (await show(`(async () => { try { return { value: new ${path}() }; } catch (error) { return { error: error.message }; } })()`)) as { error: string };
      expect(error).toContain(`"${path}" is documented`);
    }
    for (const path of ["game.webrtc", "CONFIG.WebRTC", "CONST.WALL_DIRECTIONS"]) {
      const { error, value } = (await show(`(async () => { try { return { value: ${path} ?? null }; } catch (error) { return { error: error.message }; } })()`)) as { error?: string; value?: unknown };
      // CONFIG takes any name in capitals for a system's own; what Foundry documents is refused all the same.
      expect(error ?? value).toContain(`"${path}" is documented`);
    }
    for (const path of ["foundry.utils.mergeObjects", "foundry.applications.api.ApplicationV3", "game.actor", "CONFIG.Actor.documentKlass", "CONST.TOKEN_MOODS"]) {
      await expect(show(`(async () => ${path})()`)).rejects.toThrow(`"${path}" is no name of Foundry's public API.`);
    }
  });

  it("lets systems keep something of their own under game and CONFIG, and tell the generations apart", async () => {
    expect(await show("(async () => [game.probe === undefined, (game.probe ??= { a: 1 }).a, CONFIG.PROBE === undefined, (CONFIG.probe ??= 3)])()")).toEqual([true, 1, true, 3]);
    expect(await show("(async () => typeof foundry.data.operators)()")).toBe(generation === 14 ? "object" : "undefined");
  });

  it("lets stand-ins be extended, registered and taken off a register", async () => {
    expect(await show("(async () => { class Mine extends foundry.canvas.layers.TilesLayer { static own = 2; } foundry.documents.collections.Actors.unregisterSheet('core', foundry.appv1.sheets.ActorSheet); return [Mine.own, Mine.unknown === undefined, Mine.name]; })()")).toEqual([2, true, "Mine"]);
  });
});

describe("the list itself", () => {
  it("cites a page for every name, and shows every name", () => {
    expect(names.filter(({ page }) => !/^(classes|functions|modules|variables)\/[\w.]+\.html(#\w+)?$/.test(page))).toEqual([]);
    expect(names.filter((listed) => listed.status === "works" && listed.kind === null && !("gives" in listed))).toEqual([]);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it("names in the title of a test whatever it says is shown there", async () => {
    const shown = names.filter(({ behaviour }) => behaviour !== null);
    const titles = new Map<string | null, string>();
    for (const file of new Set(shown.map(({ behaviour }) => behaviour))) titles.set(file, (await readFile(new URL(`${file}.test.ts`, import.meta.url), "utf8")).split("\n").filter((line) => /^\s*it(\.each\(.*\))?\(/.test(line)).join("\n"));
    const isNamed = (name: string, titlesOfFile = ""): boolean => titlesOfFile.split(name).slice(0, -1).some((before, index) => !/[\w.#]$/.test(before) && !/^(\w|#|\.\w)/.test(titlesOfFile.split(name)[index + 1] ?? ""));
    expect(shown.filter(({ name, behaviour }) => !isNamed(name, titles.get(behaviour))).map(({ name }) => name)).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  });

  it("shows of every name that works what it does: by a line that gives something, or by a test that the mark names", () => {
    const bare = names.filter((listed) => listed.status === "works" && listed.behaviour === null && !showsBehaviour(listed));
    expect(bare.map(({ name }) => name)).toEqual([]);
    // What only looks whether something is there does not count.
    const lines = ["typeof Actor.create", "game.actors instanceof Collection", "[...game.packs][0] instanceof A.B", "'walk' in CONFIG.Token", "typeof ui.x.y('Shown', { z: 1 })"];
    expect(lines.filter((show) => showsBehaviour({ kind: null, show, gives: true }))).toEqual([]);
    expect(showsBehaviour({ kind: "function", show: "Actor.create" })).toBe(false);
    expect(showsBehaviour({ kind: null, show: "new Roll('3').formula", gives: "3" })).toBe(true);
  });

  it("holds no name under foundry, CONFIG or CONST that the index of the API does not know", () => {
    const rooted = names.map(({ name }) => /^(foundry(\.[a-z]\w*)*(\.[A-Z]\w*)?|CONFIG\.\w+|CONST\.\w+)/.exec(name)?.[0] ?? "").filter((name) => name.includes("."));
    expect(rooted.filter((name) => !isDocumented(name) && documentedNames(name).length === 0)).toEqual([]);
  });
});
