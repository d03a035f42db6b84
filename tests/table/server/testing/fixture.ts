import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compilePack } from "@foundryvtt/foundryvtt-cli";
import type { Source } from "../../core/protocol";
import { startTable, type RunningTable, type StartOptions } from "../start";

/** A built system with nothing but a manifest and two packs, enough to prove a server on. */
export const FIXTURE_MANIFEST: Source = {
  id: "fatewalker", title: "Fixture", version: "1.2.3", socket: true, primaryTokenAttribute: "health", secondaryTokenAttribute: "will", esmodules: ["fatewalker.js"],
  documentTypes: {
    Actor: { character: { htmlFields: ["biography"], gmOnlyFields: ["gmNotes"] }, npc: {} },
    Item: { weapon: { htmlFields: ["description"] } },
    ChatMessage: { intent: {}, exchange: { gmOnlyFields: ["phase", "settled.by"] } },
  },
  packs: [
    { name: "pregens", label: "Pregens", path: "packs/pregens", type: "Actor", system: "fatewalker" },
    { name: "weapons", label: "Weapons", path: "packs/weapons", type: "Item", system: "fatewalker" },
    { name: "secrets", label: "Secrets", path: "packs/secrets", type: "Item", system: "fatewalker", ownership: { PLAYER: "NONE", ASSISTANT: "OWNER" } },
    { name: "unbuilt", label: "Unbuilt", path: "packs/unbuilt", type: "Item", system: "fatewalker" },
  ],
};

/** A 16-character id that reads like the word it is made of. */
export function fixtureId(word: string): string {
  return word.padEnd(16, "0").slice(0, 16);
}

function fixtureActor(word: string, type: string): Source {
  const id = fixtureId(word);
  const item = fixtureId(`${word}Item`);
  const effect = fixtureId(`${word}Effect`);
  return {
    _id: id, _key: `!actors!${id}`, name: word, type, img: "icons/svg/mystery-man.svg", folder: fixtureId("Folder"), system: { key: `pregen-${word.toLowerCase()}`, will: { spent: 0 } }, effects: [],
    items: [{ _id: item, _key: `!actors.items!${id}.${item}`, name: `${word}'s blade`, type: "weapon", system: { quantity: 1 }, effects: [{ _id: effect, _key: `!actors.items.effects!${id}.${item}.${effect}`, name: "Keen", type: "base" }] }],
  };
}

const PACK_SOURCES: { readonly [pack: string]: Source[] } = {
  pregens: [
    { _id: fixtureId("Folder"), _key: `!folders!${fixtureId("Folder")}`, name: "Heroes", type: "Actor" },
    fixtureActor("Duellist", "character"), fixtureActor("Scholar", "character"), fixtureActor("Ganger", "npc"), fixtureActor("Hound", "npc"),
  ],
  weapons: [{ _id: fixtureId("Rapier"), _key: `!items!${fixtureId("Rapier")}`, name: "Rapier", type: "weapon", system: {}, effects: [] }],
  secrets: [{ _id: fixtureId("Relic"), _key: `!items!${fixtureId("Relic")}`, name: "Relic", type: "weapon", system: {}, effects: [] }],
};

/** Builds the fixture's `dist` in a folder of its own. */
export async function buildFixture(root: string): Promise<string> {
  const distDir = join(root, "dist");
  await mkdir(join(distDir, "lang"), { recursive: true });
  await writeFile(join(distDir, "system.json"), JSON.stringify(FIXTURE_MANIFEST));
  await writeFile(join(distDir, "lang", "en.json"), JSON.stringify({ FATEWALKER: { Name: "Fatewalker" } }));
  for (const [pack, sources] of Object.entries(PACK_SOURCES)) {
    const folder = join(root, "source", pack);
    await mkdir(folder, { recursive: true });
    for (const source of sources) await writeFile(join(folder, `${String(source["_id"])}.json`), JSON.stringify(source));
    await compilePack(folder, join(distDir, "packs", pack), { log: false });
  }
  return distDir;
}

export interface FixtureTable {
  table: RunningTable;
  distDir: string;
  /** Starts the same world again. */
  restart(options?: Partial<StartOptions>): Promise<RunningTable>;
  dispose(): Promise<void>;
}

/** A running server over a fixture in a temporary folder. */
export async function startFixture(options: Partial<StartOptions> = {}): Promise<FixtureTable> {
  const root = await mkdtemp(join(tmpdir(), "practice-table-"));
  const distDir = await buildFixture(root);
  const start = (more: Partial<StartOptions> = {}): Promise<RunningTable> => startTable({ dataDir: join(root, "data"), distDir, ...options, ...more });
  let table = await start();
  return {
    table, distDir,
    restart: async (more = {}) => {
      await table.close();
      table = await start(more);
      return table;
    },
    dispose: async () => {
      await table.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
