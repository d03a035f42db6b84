import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST, fighter, GENERATIONS, ownerOf, type Participant } from "./fight-table";

/* Who may do what in a world of the system: one row for each deed, tried by a GM, an assistant, the owner and another player. */

interface AnyDocument {
  id: string;
  uuid: string;
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
  setFlag(scope: string, key: string, value: unknown): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
}
interface DocumentClass {
  implementation: { create(source: object): Promise<AnyDocument | undefined> };
}
interface Collection {
  contents: AnyDocument[];
  get(id: string): AnyDocument | undefined;
}
declare const game: {
  user: AnyDocument;
  users: Collection & { activeGM: { query(name: string, data: object, options?: object): Promise<unknown> } | null };
  actors: Collection;
  combats: Collection & { contents: (AnyDocument & { combatants: Collection })[] };
  messages: Collection;
  settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
  scenes: Collection;
};
declare const CONFIG: { queries: Record<string, (...given: unknown[]) => unknown> };
declare const foundry: { utils: { fromUuidSync(uuid: string): AnyDocument | null } };
declare const Actor: DocumentClass;
declare const ChatMessage: DocumentClass;

/** What the rows name. */
interface Cast {
  hero: Participant;
  npc: Participant;
  message: string;
  card: string;
}
type Who = "gm" | "assistant" | "owner" | "other";
type Deed = (cast: Cast) => Promise<unknown>;

let table: HeadlessTable;
let cast: Cast;
const clients = new Map<Who, HeadlessClient>();

async function open(generation: 13 | 14): Promise<void> {
  table = await startHeadlessTable({ distDir: DIST, generation });
  const gm = await table.join("gamemaster");
  const [assistant, anna, ben] = await Promise.all([table.join("assistant"), table.join("anna"), table.join("ben")]);
  const hero = await fighter(gm, "brawler");
  const npc = await fighter(gm, "enforcer");
  const owner = await ownerOf(hero, [anna, ben]);
  const other = owner === anna ? ben : anna;
  for (const [who, client] of [["gm", gm], ["assistant", assistant], ["owner", owner], ["other", other]] as const) clients.set(who, client);
  const message = await owner.run(async () => (await ChatMessage.implementation.create({ content: "Mine" }))?.id ?? "");
  const card = await gm.run(async () => (await ChatMessage.implementation.create({ content: "", type: "exchange", system: { phase: "declared" } }))?.id ?? "");
  for (const client of clients.values()) await client.until((ids) => ids.every((id) => game.messages.get(id) !== undefined), [message, card]);
  cast = { hero, npc, message, card };
}

/** What is tried, who may, and how; each is harmless to repeat. */
const ROWS: readonly [what: string, allowed: readonly Who[], deed: Deed][] = [
  ["turn the round and the turn of a fight", ["gm", "assistant", "owner", "other"], async () => game.combats.contents[0]?.update({ round: 0, turn: null })],
  ["write a fight's own data", ["gm", "assistant"], async () => game.combats.contents[0]?.update({ system: { pending: null, kind: "fight" }, flags: { fatewalker: { tried: Math.random() } } })],
  ["write a flag of a fight", ["gm", "assistant"], async () => game.combats.contents[0]?.update({ flags: { fatewalker: { tried: Math.random() } } })],
  ["make a combatant wait: initiative, flags and data of one's own", ["gm", "assistant", "owner"], async ({ hero }) => game.combats.contents[0]?.combatants.get(hero.combatant ?? "")?.update({ initiative: 5 + Math.random(), "flags.fatewalker.tried": Math.random(), "system.state": "ready" })],
  ["write somebody else's combatant", ["gm", "assistant"], async ({ npc }) => game.combats.contents[0]?.combatants.get(npc.combatant ?? "")?.update({ initiative: 5 + Math.random() })],
  ["hide one's own combatant", ["gm", "assistant"], async ({ hero }) => game.combats.contents[0]?.combatants.get(hero.combatant ?? "")?.update({ hidden: Math.random() > 2, name: `Hero ${Math.random()}` })],
  ["write one's own character", ["gm", "assistant", "owner"], async ({ hero }) => foundry.utils.fromUuidSync(hero.actor)?.update({ "system.money": Math.floor(Math.random() * 1e6) })],
  ["write what of a character is the GM's", ["gm", "assistant"], async ({ hero }) => foundry.utils.fromUuidSync(hero.actor)?.update({ "system.gmNotes": `<p>${Math.random()}</p>` })],
  ["write a creature that has no owner", ["gm", "assistant"], async ({ npc }) => foundry.utils.fromUuidSync(npc.actor)?.update({ "system.money": Math.floor(Math.random() * 1e6) })],
  ["give one's own character a thing", ["gm", "assistant", "owner"], async ({ hero }) => foundry.utils.fromUuidSync(hero.actor)?.createEmbeddedDocuments("Item", [{ name: "Rope", type: "gear" }])],
  ["give somebody else's a thing", ["gm", "assistant"], async ({ npc }) => foundry.utils.fromUuidSync(npc.actor)?.createEmbeddedDocuments("Item", [{ name: "Rope", type: "gear" }])],
  ["put an effect on one's own character", ["gm", "assistant", "owner"], async ({ hero }) => foundry.utils.fromUuidSync(hero.actor)?.createEmbeddedDocuments("ActiveEffect", [{ name: "Mood" }])],
  ["put an effect on a creature", ["gm", "assistant"], async ({ npc }) => foundry.utils.fromUuidSync(npc.actor)?.createEmbeddedDocuments("ActiveEffect", [{ name: "Mood" }])],
  ["move one's own token", ["gm", "assistant", "owner"], async ({ hero }) => foundry.utils.fromUuidSync(hero.token ?? "")?.update({ x: Math.floor(Math.random() * 1000) })],
  ["move a creature's token", ["gm", "assistant"], async ({ npc }) => foundry.utils.fromUuidSync(npc.token ?? "")?.update({ x: Math.floor(Math.random() * 1000) })],
  ["change a message of one's own", ["gm", "assistant", "owner"], async ({ message }) => game.messages.get(message)?.update({ content: `Changed ${Math.random()}` })],
  ["change the card of an exchange", ["gm", "assistant"], async ({ card }) => game.messages.get(card)?.update({ "system.tick": Math.floor(Math.random() * 1e6) })],
  ["take a message of the GM's away", [], async ({ card }) => {
    // Tried by players alone: a GM may, and then it would be gone.
    if ((game.user as unknown as { isGM: boolean }).isGM) throw new DOMException("A GM may.", "PermissionError");
    return game.messages.get(card)?.delete();
  }],
  ["write a setting of the world", ["gm", "assistant"], async () => game.settings.set("fatewalker", "autoAdvance", game.settings.get("fatewalker", "autoAdvance") !== true)],
  ["write a setting of one's own client", ["gm", "assistant", "owner", "other"], async () => game.settings.set("fatewalker", "tickBarCollapsed", true)],
  ["give oneself a flag", ["gm", "assistant", "owner", "other"], async () => game.user.setFlag("fatewalker", "tried", Math.random())],
  ["make oneself a master", ["gm"], async () => game.user.update({ role: 4 })],
  ["make an actor", ["gm", "assistant"], async () => (await Actor.implementation.create({ name: "Somebody", type: "npc" })) ?? Promise.reject(new Error("nothing"))],
  ["speak", ["gm", "assistant", "owner", "other"], async () => ChatMessage.implementation.create({ content: "Hear me." })],
  ["end a fight's document", [], async () => {
    if ((game.user as unknown as { isGM: boolean }).isGM) throw new DOMException("A GM may.", "PermissionError");
    return game.combats.contents[0]?.delete();
  }],
  ["change a scene", ["gm", "assistant"], async () => game.scenes.contents[0]?.update({ name: `Ground ${Math.random()}` })],
];

describe.each(GENERATIONS)("permissions on V%i", (generation) => {
  beforeAll(() => open(generation), 60_000);
  afterAll(() => table.close());

  test.each(ROWS)("to %s", async (_what, allowed, deed) => {
    const may: Who[] = [];
    const refused: string[] = [];
    for (const [who, client] of clients) {
      try {
        await client.run(asScript(deed), cast);
        may.push(who);
      } catch (error) {
        refused.push(error instanceof Error ? error.name : String(error));
      }
    }
    expect(may).toEqual(allowed);
    for (const name of refused) expect(name).toBe("PermissionError");
  });

  test("a query's handler is told what was asked and not by whom: whoever claims to be somebody is not believed for it", async () => {
    const gm = clients.get("gm");
    const owner = clients.get("owner");
    if (!gm || !owner) throw new Error("Somebody is missing.");
    await gm.run(() => {
      CONFIG.queries["fatewalker.tried"] = (...given) => ({ count: given.length, data: given[0], names: Object.keys((given[1] ?? {}) as object) });
    });
    const told = await owner.run((id) => game.users.activeGM?.query("fatewalker.tried", { user: id }, { timeout: 5000 }), gm.userId);
    expect(told).toEqual({ count: 2, data: { user: gm.userId }, names: ["timeout"] });
  });

  test("nothing of it has gone wrong outside of what was tried", () => {
    expect([...clients.values()].flatMap((client) => client.problems.map(({ message }) => message))).toEqual([]);
  });
});

/** A deed as a client can run it: its result is no plain data. */
function asScript(deed: Deed): (given: Cast) => Promise<null> {
  return new Function("given", `return (${deed.toString()})(given).then(() => null);`) as (given: Cast) => Promise<null>;
}
