import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DocumentOperation, Source } from "../core/protocol";
import { idOf, sourcesOf } from "./json";
import { castOf, GAMEMASTER, id } from "./testing/cast";
import { startFixture, type FixtureTable } from "./testing/fixture";
import { Follower } from "./testing/follower";
import { create, RawClient, remove, update } from "./testing/raw-client";

let fixture: FixtureTable;
let gm: RawClient;

beforeAll(async () => {
  fixture = await startFixture();
  gm = await RawClient.join(fixture.table.url, GAMEMASTER);
});

afterAll(async () => {
  gm.close();
  await fixture.dispose();
});

/** One wish, drawn blindly: what it aims at is looked up when its turn comes. */
const wish = fc.record({
  place: fc.constantFrom("world", "actor", "twin", "token", "combat", "effect"),
  deed: fc.constantFrom("create", "update", "update", "update", "delete"),
  pick: fc.nat(20),
  key: fc.constantFrom("a", "b", "c"),
  value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom<Source>({ x: 1 }, { x: 2, y: 1 }, {}), fc.constant<Source[]>([{ z: 1 }]), fc.constant(null)),
  mark: fc.constantFrom("", "", "", "-=", "=="),
  recursive: fc.boolean(),
});

type Wish = typeof wish extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Aim {
  documentName: string;
  parentUuid: string | null;
  present: string[];
  data: Source;
}

/** What lies at a place in the follower's world. */
function aimAt(place: Wish["place"], pick: number, documents: Follower["documents"]): Aim {
  const actor = documents["actors"]?.[0] ?? {};
  const scene = documents["scenes"]?.[0] ?? {};
  const tokens = sourcesOf(scene["tokens"]);
  const twin = tokens.find((token) => token["name"] === "Ganger (2)") ?? {};
  const ganger = documents["actors"]?.find((entry) => idOf(entry) === twin["actorId"]) ?? {};
  const weapon = { name: "Thing", type: "weapon", system: {} };
  const actorUuid = `Actor.${idOf(actor)}`;
  switch (place) {
    case "world":
      return { documentName: "Item", parentUuid: null, present: (documents["items"] ?? []).map(idOf), data: weapon };
    case "actor":
      return { documentName: "Item", parentUuid: actorUuid, present: sourcesOf(actor["items"]).map(idOf), data: weapon };
    case "effect": {
      const items = sourcesOf(actor["items"]);
      const item = items[pick % Math.max(items.length, 1)] ?? {};
      return { documentName: "ActiveEffect", parentUuid: `${actorUuid}.Item.${idOf(item)}`, present: sourcesOf(item["effects"]).map(idOf), data: { name: "Effect", system: {} } };
    }
    case "twin":
      return {
        documentName: pick % 3 === 0 ? "Actor" : "Item",
        parentUuid: `Scene.${idOf(scene)}.Token.${idOf(twin)}${pick % 3 === 0 ? "" : `.Actor.${idOf(ganger)}`}`,
        present: pick % 3 === 0 ? [idOf(ganger)] : [...sourcesOf(ganger["items"]), ...sourcesOf((twin["delta"] as Source | undefined)?.["items"])].map(idOf),
        data: weapon,
      };
    case "token":
      return { documentName: "Token", parentUuid: `Scene.${idOf(scene)}`, present: tokens.filter((token) => token["name"] === "Extra").map(idOf), data: { name: "Extra", actorId: idOf(ganger), system: {} } };
    case "combat": {
      const combat = documents["combats"]?.[0] ?? {};
      return { documentName: "Combatant", parentUuid: `Combat.${idOf(combat)}`, present: sourcesOf(combat["combatants"]).map(idOf).slice(5), data: { actorId: idOf(ganger), system: {} } };
    }
  }
}

function operationOf(drawn: Wish, documents: Follower["documents"]): DocumentOperation {
  const { documentName, parentUuid, present, data } = aimAt(drawn.place, drawn.pick, documents);
  const chosen = present[drawn.pick % Math.max(present.length, 1)];
  const at = { parentUuid, options: drawn.deed === "update" && documentName !== "Actor" ? { recursive: drawn.recursive } : {} };
  if (chosen === undefined || drawn.deed === "create") return create(documentName, data, at);
  if (drawn.deed === "delete") return remove(documentName, chosen, at);
  const change: Source = { [`${drawn.mark}${drawn.key}`]: drawn.mark === "-=" ? null : drawn.value };
  return update(documentName, { _id: chosen, system: change, flags: { fatewalker: change } }, at);
}

describe("what the server broadcasts", () => {
  it("is enough to stay equal to the server, whatever happens", { timeout: 60_000 }, async () => {
    const cast = castOf(gm);
    expect(id(cast.tokens.twin)).not.toBe("");
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 15 }), async (wishes) => {
        const start = await RawClient.join(fixture.table.url, GAMEMASTER);
        start.close();
        const follower = new Follower(start.world.documents);
        let heard = gm.heard.length;
        for (const drawn of wishes) {
          const operation = operationOf(drawn, follower.documents);
          await gm.ask({ kind: "modify", operations: [operation] as unknown as Source[] });
          for (const frame of gm.heard.slice(heard)) if (frame.kind === "modified") follower.follow(frame.results);
          heard = gm.heard.length;
        }
        const end = await RawClient.join(fixture.table.url, GAMEMASTER);
        end.close();
        expect(follower.documents).toEqual(end.world.documents);
      }),
      { numRuns: 60 },
    );
    const server = await RawClient.join(fixture.table.url, GAMEMASTER);
    const again = await RawClient.join((await fixture.restart()).url, GAMEMASTER);
    expect(again.world.documents).toEqual(server.world.documents);
    again.close();
  });
});
