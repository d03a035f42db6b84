import { memoryTable, PLAYER, type MemoryTable } from "../core/testing/memory-table";
import type { Generation, Source } from "../core/protocol";

/** The hero of these tests, owned by the player. */
export const HERO: Source = { _id: "hero000000000000", name: "Hero", type: "hero", system: { power: 3 }, ownership: { default: 0, [PLAYER]: 3 } };

/** A table without a page, and a way to run a system's code on it. */
export interface Stage {
  table: MemoryTable;
  /** Runs statements and yields what they return, as plain data. */
  run(source: string): Promise<unknown>;
}

/**
 * Sets a table up as a system finds it.
 * @param module Statements that run before `init`, as the module of a system does.
 * @param documents What is in the world besides the hero.
 * @param packs What is in its compendia.
 */
export async function stage(generation: Generation, module: string, documents: Record<string, Source[]> = {}, packs: Record<string, Source[]> = {}): Promise<Stage> {
  const table = memoryTable({ generation, packs, documents: { actors: [structuredClone(HERO)], ...structuredClone(documents) } });
  const run = async (source: string): Promise<unknown> => JSON.parse(JSON.stringify((await ((0, eval)(`(async () => { ${source} })()`) as Promise<unknown>)) ?? null)) as unknown;
  await run(module);
  await table.boot();
  return { table, run };
}
