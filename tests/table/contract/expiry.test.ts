import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeadlessClient } from "../client/headless";
import { startHeadlessTable, type HeadlessTable } from "../client/headless-table";
import { buildD20 } from "../fixtures/build";

interface Held {
  id: string;
  name: string;
  folder: { id: string } | null;
  system: { armor: number };
  active: boolean;
  combatants: { size: number };
  update(changes: object): Promise<unknown>;
  delete(options?: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<Held[]>;
}
interface Held_ {
  size: number;
  contents: Held[];
  get(id: string): Held | undefined;
  getName(name: string): Held;
}
declare const game: { actors: Held_; folders: Held_; combat: { startCombat(): Promise<unknown>; nextRound(): Promise<unknown> }; packs: { get(id: string): { locked: boolean; configure(options: object): Promise<void>; getDocument(id: string): Promise<Held> } } };
declare const Folder: { create(source: object): Promise<Held> };
declare const Actor: { create(source: object): Promise<Held> };

let root: string;
let distDir: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "expiry-"));
  distDir = await buildD20(join(root, "dist"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe.each([13, 14] as const)("generation %i", (generation) => {
  let table: HeadlessTable;
  let gm: HeadlessClient;
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir, generation });
    gm = await table.join("gamemaster");
  });
  afterAll(() => table.close());

  // https://foundryvtt.com/api/v14/classes/foundry.documents.ActiveEffect.html
  it("an effect of two rounds ends with them in V14; V13 only says how long it lasts", async () => {
    const armors = await gm.run(async (newer) => {
      const hero = game.actors.getName("Anna's hero");
      await game.combat.startCombat();
      await hero.createEmbeddedDocuments("ActiveEffect", [newer ? { name: "Shield", duration: { value: 2, units: "rounds" }, system: { changes: [{ key: "system.armor", type: "add", value: 4 }] } } : { name: "Shield", duration: { rounds: 2 }, changes: [{ key: "system.armor", mode: 2, value: "4" }] }]);
      const seen = [hero.system.armor];
      for (let round = 0; round < 2; round += 1) {
        await game.combat.nextRound();
        seen.push(hero.system.armor);
      }
      return seen;
    }, generation === 14);
    expect(armors).toEqual(generation === 14 ? [14, 14, 10] : [14, 14, 14]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.Folder.html
  it("deleting a folder moves what is in it to the folder above, or deletes it when asked", async () => {
    const seen = await gm.run(async () => {
      const outer = await Folder.create({ name: "Outer", type: "Actor" });
      const inner = await Folder.create({ name: "Inner", type: "Actor", folder: outer.id });
      const actor = await Actor.create({ name: "Filed", type: "hero", folder: inner.id });
      await inner.delete();
      const moved = actor.folder?.id === outer.id;
      await outer.delete({ deleteSubfolders: true, deleteContents: true });
      return [moved, game.folders.size, game.actors.get(actor.id) === undefined];
    });
    expect(seen).toEqual([true, 0, true]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html#configure
  it("a compendium takes changes once it is unlocked, and none before", async () => {
    await expect(gm.run(async () => (await game.packs.get("hearth.bestiary").getDocument("hearthGoblin0000")).update({ name: "Hobgoblin" }).then(() => null))).rejects.toThrow(/locked/);
    const name = await gm.run(async () => {
      const pack = game.packs.get("hearth.bestiary");
      await pack.configure({ locked: false });
      const goblin = await pack.getDocument("hearthGoblin0000");
      await goblin.update({ name: "Hobgoblin" });
      const renamed = [pack.locked, goblin.name];
      await pack.configure({ locked: true });
      return [...renamed, pack.locked];
    });
    expect(name).toEqual([false, "Hobgoblin", true]);
  });
});
