import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSource, sourcesOf } from "./json";
import { ANNA, BEN, castOf, GAMEMASTER, id, type Cast } from "./testing/cast";
import { fixtureId, startFixture, type FixtureTable } from "./testing/fixture";
import { create, RawClient, remove, update } from "./testing/raw-client";

let fixture: FixtureTable;
let cast: Cast;
let gm: RawClient;
let anna: RawClient;
let ben: RawClient;

beforeAll(async () => {
  fixture = await startFixture();
  [gm, anna, ben] = await Promise.all([GAMEMASTER, ANNA, BEN].map((user) => RawClient.join(fixture.table.url, user)));
  cast = castOf(gm);
});

afterAll(async () => {
  for (const client of [gm, anna, ben]) client.close();
  await fixture.dispose();
});

async function freshCopy(): Promise<RawClient["world"]["documents"]> {
  const late = await RawClient.join(fixture.table.url, GAMEMASTER);
  late.close();
  return late.world.documents;
}

describe("what the server completes", () => {
  it("gives ids, statistics and time stamps of its own", async () => {
    const before = Date.now();
    const [made] = await gm.modify(create("Item", { name: "Knife", type: "weapon", _stats: { createdTime: 1, lastModifiedBy: BEN, compendiumSource: "Compendium.fatewalker.weapons.Item.RapierRapierRapi" } }));
    const item = made.action === "create" ? made.created[0] : {};
    expect(id(item)).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(item["_stats"]).toMatchObject({ lastModifiedBy: GAMEMASTER, systemId: "fatewalker", systemVersion: "1.2.3", compendiumSource: "Compendium.fatewalker.weapons.Item.RapierRapierRapi" });
    const stats = isSource(item["_stats"]) ? item["_stats"] : {};
    expect(stats["createdTime"]).toBeGreaterThanOrEqual(before);
    const [changed] = await gm.modify(update("Item", { _id: id(item), name: "Dagger", _stats: { lastModifiedBy: BEN, createdTime: 5 } }));
    expect(changed).toMatchObject({ changes: [{ name: "Dagger", _stats: { lastModifiedBy: GAMEMASTER } }] });
    const kept = (await freshCopy())["items"]?.find((entry) => id(entry) === id(item));
    expect(kept).toMatchObject({ name: "Dagger", _stats: { createdTime: stats["createdTime"] } });
  });

  it("answers effective differences only, unless asked for all", async () => {
    const actorId = id(cast.actors.scholar);
    await gm.modify(update("Actor", { _id: actorId, system: { will: { spent: 1 }, size: "M" } }));
    const [some] = await gm.modify(update("Actor", { _id: actorId, system: { will: { spent: 1 }, size: "L" } }));
    expect(some.action === "update" && some.changes[0]["system"]).toEqual({ size: "L" });
    const [none] = await gm.modify(update("Actor", { _id: actorId, system: { size: "L" } }));
    expect(none).toMatchObject({ action: "update", changes: [] });
    const [all] = await gm.modify(update("Actor", { _id: actorId, system: { size: "L" } }, { options: { diff: false } }));
    expect(all.action === "update" && all.changes[0]["system"]).toEqual({ size: "L" });
  });

  it("takes several updates of one document one after the other", async () => {
    const actorId = id(cast.actors.scholar);
    await gm.modify(update("Actor", { _id: actorId, system: { order: 1 } }));
    const [done] = await gm.modify(update("Actor", [{ _id: actorId, system: { order: 2 } }, { _id: actorId, system: { order: 1 } }]));
    expect(done.action === "update" && done.changes.map((change) => change["system"])).toEqual([{ order: 2 }, { order: 1 }]);
    expect((await freshCopy())["actors"]?.find((actor) => id(actor) === actorId)).toMatchObject({ system: { order: 1 } });
  });

  it("keeps a given id only when asked to", async () => {
    const [replaced, kept] = [await gm.modify(create("Item", { _id: fixtureId("Wanted"), name: "x", type: "weapon" })), await gm.modify(create("Item", { _id: fixtureId("Wanted"), name: "x", type: "weapon" }, { options: { keepId: true } }))];
    expect(replaced[0].action === "create" && id(replaced[0].created[0])).not.toBe(fixtureId("Wanted"));
    expect(kept[0].action === "create" && id(kept[0].created[0])).toBe(fixtureId("Wanted"));
  });

  it("deletes and replaces by the marked keys and without recursion", async () => {
    const actorId = id(cast.actors.scholar);
    await gm.modify(update("Actor", { _id: actorId, flags: { fatewalker: { a: 1, b: { c: 1, d: 2 } } } }));
    await gm.modify(update("Actor", { _id: actorId, "flags.fatewalker.-=a": null, "flags.fatewalker": { "==b": { e: 3 } } }));
    const read = async (): Promise<unknown> => (await freshCopy())["actors"]?.find((actor) => id(actor) === actorId)?.["flags"];
    expect(await read()).toEqual({ fatewalker: { b: { e: 3 } } });
    await gm.modify(update("Actor", { _id: actorId, flags: { other: { f: 4 } } }, { options: { recursive: false } }));
    expect(await read()).toEqual({ other: { f: 4 } });
  });

  it("cleans HTML that the manifest and the host name, and leaves other text alone", async () => {
    const nasty = `<p onclick="steal()">Hi <b>you</b><script>steal()</script><img src="x" onerror="steal()"><a HREF="javascript:steal()">x</a><svg viewBox="0 0 9 9"><path d="M0 0"/></svg></p>`;
    const [done] = await gm.modify(update("Actor", { _id: id(cast.actors.scholar), system: { biography: nasty, concept: nasty } }));
    const system = done.action === "update" ? done.changes[0]["system"] : null;
    expect(isSource(system) && system["biography"]).toBe(`<p>Hi <b>you</b><img src="x" /><a>x</a><svg viewBox="0 0 9 9"><path d="M0 0"></path></svg></p>`);
    expect(isSource(system) && system["concept"]).toBe(nasty);
    const [made] = await anna.modify(create("ChatMessage", { content: `<section class="card" data-key="a"><button type="button" data-action="undo">Undo</button></section><script>steal()</script>` }));
    expect(made.action === "create" && made.created[0]["content"]).toBe(`<section class="card" data-key="a"><button type="button" data-action="undo">Undo</button></section>`);
  });
});

describe("what the server refuses", () => {
  it.each([
    ["an unknown document", create("Spell", { name: "x" })],
    ["an unknown type", create("Item", { name: "x", type: "spaceship" })],
    ["a missing type", create("Actor", { name: "x" })],
    ["an empty name", create("Item", { name: " ", type: "weapon" })],
    ["a malformed id", create("Item", { _id: "short", name: "x", type: "weapon" }, { options: { keepId: true } })],
    ["one id twice", create("Item", [{ _id: fixtureId("Twin"), name: "x", type: "weapon" }, { _id: fixtureId("Twin"), name: "y", type: "weapon" }], { options: { keepId: true } })],
    ["an embedded document without a parent", create("Combatant", {})],
    ["a parent that keeps no such documents", create("Item", { name: "x", type: "weapon" }, { parentUuid: `User.${ANNA}` })],
    ["an unknown type of an embedded document", create("Actor", { name: "x", type: "npc", items: [{ _id: fixtureId("Odd"), name: "x", type: "odd" }] })],
    ["an empty name of an embedded document", create("Actor", { name: "x", type: "npc", items: [{ _id: fixtureId("Odd"), name: "", type: "weapon" }] })],
  ])("%s", async (_, operation) => {
    expect((await gm.refused(operation)).name).toBe("ValidationError");
  });

  it("what does not exist", async () => {
    expect((await gm.refused(update("Actor", { _id: fixtureId("Ghost"), name: "x" }))).name).toBe("NotFoundError");
    expect((await gm.refused(remove("Actor", fixtureId("Ghost")))).name).toBe("NotFoundError");
    expect((await gm.refused(create("Item", { name: "x", type: "weapon" }, { parentUuid: `Actor.${fixtureId("Ghost")}` }))).name).toBe("NotFoundError");
  });

  it("an id that is taken", async () => {
    expect((await gm.refused(create("Actor", { _id: id(cast.actors.duellist), name: "x", type: "npc" }, { options: { keepId: true } }))).name).toBe("ValidationError");
  });

  it("malformed frames, with an answer and without falling over", async () => {
    expect(await gm.ask({ kind: "modify", operations: "all of them" })).toMatchObject({ ok: false, error: { name: "ValidationError" } });
    expect(await gm.ask({ kind: "modify", operations: [{ action: "burn", documentName: "Actor" }] })).toMatchObject({ ok: false });
    expect(await gm.ask({ kind: "dance" })).toMatchObject({ ok: false });
    gm.send(null);
    gm.send([1, 2]);
    expect(await gm.modify()).toEqual([]);
  });
});

describe("several operations in a frame", () => {
  it("happen all or not at all, each seeing what those before it did", async () => {
    const before = await freshCopy();
    const refusal = await anna.refused(
      update("Actor", { _id: id(cast.actors.duellist), name: "Half done" }),
      create("ChatMessage", { content: "half" }),
      update("Actor", { _id: id(cast.actors.scholar), name: "Not mine" }),
    );
    expect(refusal.name).toBe("PermissionError");
    expect(await freshCopy()).toEqual(before);

    const actorId = fixtureId("BatchActor");
    const results = await gm.modify(
      create("Actor", { _id: actorId, name: "New", type: "npc" }, { options: { keepId: true } }),
      create("Item", { name: "Club", type: "weapon" }, { parentUuid: `Actor.${actorId}` }),
      update("Actor", { _id: actorId, name: "Newer" }),
    );
    expect(results.map((result) => result.action)).toEqual(["create", "create", "update"]);
    const made = (await freshCopy())["actors"]?.find((actor) => id(actor) === actorId);
    expect(made).toMatchObject({ name: "Newer", items: [{ name: "Club" }] });
  });

  it("are not known before version 14", async () => {
    const old = await startFixture({ generation: 13 });
    try {
      const client = await RawClient.join(old.table.url, GAMEMASTER);
      expect(client.world).toMatchObject({ generation: 13, version: expect.stringMatching(/^13\./) as string });
      const wish = create("ChatMessage", { content: "x" });
      expect((await client.refused(wish, wish)).name).toBe("ValidationError");
      await client.modify(wish);
      client.close();
    } finally {
      await old.dispose();
    }
  });
});

describe("one order for all", () => {
  it("every client hears the same changes in the same order, the asking one too, before its answer", async () => {
    const watchers = [gm, anna, ben];
    const starts = watchers.map((client) => client.heard.length);
    const wishes = Array.from({ length: 40 }, (_, index) => [gm, anna, ben][index % 3].modify(create("ChatMessage", { content: `message ${index}` })));
    await Promise.all(wishes);
    const last = (await anna.modify(create("ChatMessage", { content: "last" })))[0];
    const lastId = last.action === "create" ? id(last.created[0]) : "";
    const heard = await Promise.all(watchers.map(async (client, index) => {
      await client.next("modified", (frame) => JSON.stringify(frame).includes(lastId));
      return client.heard.slice(starts[index]).flatMap((frame) => (frame.kind === "modified" ? frame.results.flatMap((result) => (result.action === "create" ? result.created.map(id) : [])) : []));
    }));
    expect(heard[0]).toHaveLength(41);
    expect(heard[1]).toEqual(heard[0]);
    expect(heard[2]).toEqual(heard[0]);
    const own = anna.heard.findIndex((frame) => frame.kind === "modified" && JSON.stringify(frame).includes(lastId));
    const answer = anna.heard.findIndex((frame) => frame.kind === "reply" && JSON.stringify(frame).includes(lastId));
    expect(own).toBeLessThan(answer);
  });

  it("of two clients that write the same field the later one is what stays", async () => {
    const combatId = id(cast.combat);
    await Promise.all(Array.from({ length: 20 }, (_, index) => [anna, ben][index % 2].modify(update("Combat", { _id: combatId, round: index + 1 }))));
    const rounds = ben.heard.flatMap((frame) => (frame.kind === "modified" ? frame.results : [])).flatMap((result) => (result.documentName === "Combat" && result.action === "update" ? result.changes : []));
    const combat = (await freshCopy())["combats"]?.find((entry) => id(entry) === combatId);
    expect(combat?.["round"]).toBe(rounds.at(-1)?.["round"]);
  });
});

describe("unlinked tokens", () => {
  it("keep their own copy of what changes, and the base actor its own", async () => {
    const tokenUuid = `Scene.${id(cast.scene)}.Token.${id(cast.tokens.ganger)}`;
    const actorUuid = `${tokenUuid}.Actor.${id(cast.actors.ganger)}`;
    const [item] = sourcesOf(cast.actors.ganger["items"]);
    await gm.modify(update("Actor", { _id: id(cast.actors.ganger), system: { will: { spent: 3 } } }, { parentUuid: tokenUuid }));
    await gm.modify(update("Item", { _id: id(item), system: { quantity: 9 } }, { parentUuid: actorUuid }));
    await gm.modify(create("Item", { name: "Club", type: "weapon" }, { parentUuid: actorUuid }));
    const documents = await freshCopy();
    const base = documents["actors"]?.find((actor) => id(actor) === id(cast.actors.ganger));
    expect(base).toMatchObject({ system: { will: { spent: 0 } }, items: [{ system: { quantity: 1 } }] });
    const tokens = sourcesOf(documents["scenes"]?.[0]?.["tokens"]);
    const changed = tokens.find((token) => id(token) === id(cast.tokens.ganger));
    expect(changed).toMatchObject({ delta: { system: { will: { spent: 3 } }, items: [{ _id: id(item), system: { quantity: 9 } }, { name: "Club" }] } });
    expect(tokens.find((token) => id(token) === id(cast.tokens.twin))).toMatchObject({ delta: { items: [], system: {} } });
    await gm.modify(remove("Item", id(item), { parentUuid: actorUuid }));
    expect((await gm.refused(remove("Item", id(item), { parentUuid: actorUuid }))).name).toBe("NotFoundError");
  });
});

describe("between clients", () => {
  it("who comes and goes is told to the others", async () => {
    const late = await RawClient.join(fixture.table.url, "AssistantUser000");
    expect(late.world.activeUsers.toSorted()).toEqual(["AssistantUser000", GAMEMASTER, ANNA, BEN].toSorted());
    await gm.next("userConnected", (frame) => frame.userId === "AssistantUser000" && frame.active);
    late.close();
    await gm.next("userConnected", (frame) => frame.userId === "AssistantUser000" && !frame.active);
  });

  it("targets reach the others, and those who come later", async () => {
    anna.send({ kind: "activity", activity: { targets: [id(cast.tokens.ganger)], sceneId: id(cast.scene) } });
    expect(await ben.next("activity", (frame) => frame.userId === ANNA)).toMatchObject({ activity: { targets: [id(cast.tokens.ganger)] } });
    const late = await RawClient.join(fixture.table.url, "AssistantUser000");
    expect(await late.next("activity")).toMatchObject({ userId: ANNA });
    late.close();
    expect(anna.heard.filter((frame) => frame.kind === "activity" && frame.userId === ANNA)).toEqual([]);
  });

  it("the ways that somebody plans reach the others, as places and nothing else", async () => {
    const place = { x: 100, y: 200, elevation: 0 };
    anna.send({ kind: "activity", activity: { plannedMovements: { [id(cast.tokens.ganger)]: [{ ...place, script: "x" } as never] } } });
    expect((await ben.next("activity", (frame) => frame.userId === ANNA && frame.activity.plannedMovements !== undefined)).activity).toEqual({ plannedMovements: { [id(cast.tokens.ganger)]: [place] } });
    anna.send({ kind: "activity", activity: { plannedMovements: null } });
    await ben.next("activity", (frame) => frame.userId === ANNA && frame.activity.plannedMovements === null);
  });

  it("the system's socket channel has no echo, and no other channel exists", async () => {
    anna.send({ kind: "emit", event: "module.other", payload: ["no"] });
    anna.send({ kind: "emit", event: "system.fatewalker", payload: ["yes"] });
    expect(await ben.next("emit")).toMatchObject({ userId: ANNA, payload: ["yes"] });
    await anna.modify();
    expect(anna.heard.filter((frame) => frame.kind === "emit")).toEqual([]);
  });

  it("queries are answered by the one who was asked, who is not told by whom, or time out", async () => {
    const asked = anna.ask({ kind: "query", userId: BEN, name: "fatewalker.answer", data: { question: 6 }, timeout: 5000 });
    const query = await ben.next("query");
    expect(Object.keys(query).toSorted()).toEqual(["data", "kind", "name", "query", "timeout"]);
    gm.send({ kind: "queryAnswer", query: query.query, ok: true, data: "forged" });
    await gm.modify();
    ben.send({ kind: "queryAnswer", query: query.query, ok: true, data: 42 });
    expect(await asked).toMatchObject({ ok: true, data: 42 });
    expect(await anna.ask({ kind: "query", userId: BEN, name: "fatewalker.answer", data: null, timeout: 5 })).toMatchObject({ ok: false, error: { name: "TimeoutError" } });
    expect(await anna.ask({ kind: "query", userId: "AssistantUser000", name: "x", data: null, timeout: 5 })).toMatchObject({ ok: false, error: { name: "NotFoundError" } });
  });
});
