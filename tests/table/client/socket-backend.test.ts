import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { BackendListeners } from "../core/backend";
import type { DocumentOperation, WorldPayload } from "../core/protocol";
import { ANNA, BEN, GAMEMASTER } from "../server/testing/cast";
import { startFixture, type FixtureTable } from "../server/testing/fixture";
import { create, RawClient } from "../server/testing/raw-client";
import { SocketBackend } from "./socket-backend";

let fixture: FixtureTable;
let backends: SocketBackend[] = [];

beforeEach(async () => {
  fixture = await startFixture();
});

afterEach(async () => {
  for (const backend of backends) backend.close();
  backends = [];
  await fixture.dispose();
});

/** A listener that writes down what it hears, in order. */
function notebook(): { heard: string[]; listeners: BackendListeners } {
  const heard: string[] = [];
  return {
    heard,
    listeners: {
      modified: (userId, results) => heard.push(`modified ${userId} ${results.map((result) => `${result.action} ${result.documentName}`).join()}`),
      userConnected: (userId, active) => heard.push(`connected ${userId} ${active}`),
      activity: (userId, activity) => heard.push(`activity ${userId} ${JSON.stringify(activity)}`),
      emit: (userId, event, payload) => heard.push(`emit ${userId} ${event} ${JSON.stringify(payload)}`),
      query: (name, data) => (name === "fatewalker.fail" ? Promise.reject(new Error("I will not")) : Promise.resolve({ name, data })),
    },
  };
}

async function connect(userId: string, hooks: { onLost?: () => void; onRestored?: (world: WorldPayload) => void } = {}): Promise<{ backend: SocketBackend; world: WorldPayload }> {
  const joined = await SocketBackend.connect({ url: fixture.table.url, userId, openSocket: (address) => new WebSocket(address), ...hooks });
  backends.push(joined.backend);
  return joined;
}

const SAY: DocumentOperation = create("ChatMessage", { content: "Hello" });

describe("the connection of a client", () => {
  it("is refused to strangers", async () => {
    await expect(connect("NobodyNobody0000")).rejects.toMatchObject({ name: "ConnectionError" });
  });

  it("tells its own table of a change before the request is answered, and the others too", async () => {
    const anna = await connect(ANNA);
    const ben = await connect(BEN);
    const annas = notebook();
    const bens = notebook();
    anna.backend.listen(annas.listeners);
    ben.backend.listen(bens.listeners);
    const results = await anna.backend.modify([SAY]);
    expect(results).toMatchObject([{ action: "create", created: [{ content: "Hello", author: ANNA }] }]);
    expect(annas.heard).toContain(`modified ${ANNA} create ChatMessage`);
    await ben.backend.modify([SAY]);
    expect(bens.heard.filter((line) => line.startsWith("modified"))).toEqual([`modified ${ANNA} create ChatMessage`, `modified ${BEN} create ChatMessage`]);
  });

  it("keeps what comes before its table listens", async () => {
    const anna = await connect(ANNA);
    const raw = await RawClient.join(fixture.table.url, GAMEMASTER);
    await raw.modify(SAY);
    await anna.backend.modify([SAY]);
    const late = notebook();
    anna.backend.listen(late.listeners);
    expect(late.heard).toEqual([`connected ${GAMEMASTER} true`, `modified ${GAMEMASTER} create ChatMessage`, `modified ${ANNA} create ChatMessage`]);
    raw.close();
  });

  it("passes refusals on by name", async () => {
    const anna = await connect(ANNA);
    await expect(anna.backend.modify([create("Folder", { name: "F", type: "Actor" })])).rejects.toMatchObject({ name: "PermissionError", message: expect.stringContaining("Anna") as string });
    await expect(anna.backend.getPack("fatewalker.unbuilt", null)).rejects.toMatchObject({ name: "NotFoundError" });
    await expect(anna.backend.getPack("fatewalker.weapons", null)).resolves.toMatchObject([{ name: "Rapier" }]);
    await expect(anna.backend.fetchText("systems/fatewalker/lang/en.json")).resolves.toContain("FATEWALKER");
    await expect(anna.backend.fetchText("systems/fatewalker/none.json")).rejects.toMatchObject({ name: "NotFoundError" });
  });

  it("carries queries there and back, failures too", async () => {
    const anna = await connect(ANNA);
    const ben = await connect(BEN);
    ben.backend.listen(notebook().listeners);
    await expect(anna.backend.query(BEN, "fatewalker.ask", { a: 1 }, 2000)).resolves.toEqual({ name: "fatewalker.ask", data: { a: 1 } });
    await expect(anna.backend.query(BEN, "fatewalker.fail", null, 2000)).rejects.toThrow("I will not");
  });

  it("comes back by itself when the server does, with the world as it is then", async () => {
    let lost = 0;
    const restored = new Promise<WorldPayload>((resolve) => {
      void connect(ANNA, { onLost: () => (lost += 1), onRestored: resolve }).then(async ({ backend }) => {
        await backend.modify([SAY]);
        await fixture.restart({ port: Number(new URL(fixture.table.url).port) });
      });
    });
    const world = await restored;
    expect(lost).toBe(1);
    expect(world.documents["messages"]).toHaveLength(1);
    await expect(backends[0]?.modify([SAY])).resolves.toHaveLength(1);
  });

  it("rejects what was under way when the connection broke", async () => {
    const { backend } = await connect(ANNA);
    const ben = await connect(BEN);
    ben.backend.listen({ ...notebook().listeners, query: () => new Promise(() => undefined) });
    const open = backend.query(BEN, "fatewalker.never", null, 60_000);
    const rejected = expect(open).rejects.toMatchObject({ name: "ConnectionError" });
    await backend.modify([SAY]);
    await fixture.table.close();
    await rejected;
    await expect(backend.modify([SAY])).rejects.toMatchObject({ name: "ConnectionError" });
  });
});
