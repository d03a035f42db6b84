import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST, type ActorLike, type TableGlobals } from "./fight-table";

/* What users complained of when a new Foundry came: one world, opened in V13 and then in V14. */

declare const game: TableGlobals;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "two-generations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the world in a generation, does something as the GM, and closes it again; whatever is called deprecated is a problem. */
async function inGeneration<Result>(generation: 13 | 14, deed: (gm: HeadlessClient, table: HeadlessTable) => Promise<Result>): Promise<Result> {
  const table = await startHeadlessTable({ distDir: DIST, generation, dataDir: folder });
  try {
    const gm = await table.join("gamemaster");
    const result = await deed(gm, table);
    expect(gm.problems.map(({ message }) => message)).toEqual([]);
    return result;
  } finally {
    await table.close();
  }
}

/** Everything that is worked out of every actor, with the statuses that it has. */
const totals = (gm: HeadlessClient): Promise<Record<string, string>> =>
  gm.run(() => {
    const all = [...game.actors.contents, ...game.scenes.contents.flatMap(({ tokens }) => tokens.contents.flatMap(({ actor }) => (actor === null ? [] : [actor])))];
    const picture = (actor: ActorLike): string => {
      const { derived, health, will, fate, attributes } = actor.system as unknown as Record<string, object>;
      return JSON.stringify({ derived, health, will, fate, attributes, statuses: [...actor.statuses].sort() });
    };
    return Object.fromEntries(all.map((actor) => [actor.uuid, picture(actor)]));
  });

test("L-D10 the same world opened in V13 and then in V14 has the same totals and conditions, and nothing of ours is called deprecated", async () => {
  const before = await inGeneration(13, async (gm) => {
    await gm.run(async () => {
      for (const [index, actor] of game.actors.contents.entries()) {
        await actor.toggleStatusEffect(index % 2 === 0 ? "prone" : "cover50", { active: true });
        await actor.createEmbeddedDocuments("ActiveEffect", [{ name: "Stimulant", img: "icons/svg/aura.svg", changes: [{ key: "system.attributes.prowess.value", mode: 2, value: "1" }] }]);
      }
    });
    return totals(gm);
  });
  expect(Object.keys(before).length).toBeGreaterThan(4);
  expect(Object.values(before).some((picture) => picture.includes("prone"))).toBe(true);
  expect(await inGeneration(14, (gm) => totals(gm))).toEqual(before);
}, 60_000);
