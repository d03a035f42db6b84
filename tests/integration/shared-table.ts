import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";
import { bringThirdPlayer } from "./third-player";

/* One table for many tests: clients take seconds to join, and a world is put back in a fraction of one. */

type Plain = Record<string, unknown>;
interface Saved {
  readonly actors: readonly Plain[];
  readonly tokens: readonly Plain[];
  readonly combats: readonly Plain[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly time: number;
}
interface DocumentLike {
  id: string;
  toObject(): Plain;
}
interface Documents {
  contents: DocumentLike[];
}
interface DocumentClass {
  implementation: { createDocuments(sources: readonly Plain[], options?: object): Promise<unknown>; deleteDocuments(ids: readonly string[]): Promise<unknown> };
}
declare const game: {
  actors: Documents;
  combats: Documents & { viewed: DocumentLike | null };
  messages: { contents: { id: string; type: string; system: { nonce?: string } }[] };
  scenes: { contents: { id: string; tokens: Documents; createEmbeddedDocuments(name: string, sources: readonly Plain[], options: object): Promise<unknown>; deleteEmbeddedDocuments(name: string, ids: readonly string[]): Promise<unknown> }[] };
  settings: { settings: Map<string, { namespace: string; key: string; scope: string }>; get(namespace: string, key: string): unknown; set(namespace: string, key: string, value: unknown): Promise<unknown> };
  time: { worldTime: number; advance(seconds: number): Promise<unknown> };
  user: { targets: Set<unknown> };
};
declare const Actor: DocumentClass;
declare const ChatMessage: DocumentClass;
declare const Combat: DocumentClass;
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const foundry: { utils: { randomID(): string } };

/** What tests of a fight may change, as it is now. */
const save = (gm: HeadlessClient): Promise<Saved> =>
  gm.run((): Saved => ({
    actors: game.actors.contents.map((actor) => actor.toObject()),
    tokens: (game.scenes.contents[0]?.tokens.contents ?? []).map((token) => token.toObject()),
    combats: game.combats.contents.map((combat) => combat.toObject()),
    settings: Object.fromEntries([...game.settings.settings.values()].filter(({ namespace, scope }) => namespace === "fatewalker" && scope === "world").map(({ key }) => [key, game.settings.get("fatewalker", key)])),
    time: game.time.worldTime,
  }));

/** Puts everything back as it was saved, under the same ids, with nothing in the chat. */
async function restore(gm: HeadlessClient, others: readonly HeadlessClient[], saved: Saved): Promise<void> {
  const marker = await gm.run(async ({ actors, tokens, combats, settings, time }) => {
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    /** What is being removed at this moment is not there to be removed. */
    const emptyChat = async (): Promise<void> => {
      while (game.messages.contents.length > 0) await ChatMessage.implementation.deleteDocuments(game.messages.contents.map(({ id }) => id)).catch(pause);
    };
    /** A wish that is refused goes when everything before it is done. */
    const done = async (): Promise<void> => {
      const nonce = foundry.utils.randomID();
      await ChatMessage.implementation.createDocuments([{ type: "intent", content: "", system: { op: "undo", participant: null, args: { ledger: "none" }, nonce } }]);
      while (game.messages.contents.some(({ system }) => system.nonce === nonce)) await pause();
    };
    const same = (one: unknown, other: unknown): boolean => JSON.stringify(one, (key, value: unknown) => (key === "_stats" ? undefined : value)) === JSON.stringify(other, (key, value: unknown) => (key === "_stats" ? undefined : value));
    const changed = (documents: readonly DocumentLike[], sources: readonly Plain[]): string[] =>
      documents.filter((document) => !sources.some((source) => source["_id"] === document.id && same(source, document.toObject()))).map(({ id }) => id);
    const missing = (documents: readonly DocumentLike[], sources: readonly Plain[]): Plain[] => sources.filter((source) => !documents.some(({ id }) => id === source["_id"]));

    await done();
    // Wishes on their way are done; a request that waits for a person is not waited for.
    for (let waits = 0; waits < 40 && game.messages.contents.some(({ type }) => type === "intent"); waits += 1) await pause();
    await emptyChat();
    await done();
    await Combat.implementation.deleteDocuments(game.combats.contents.map(({ id }) => id));
    await done();
    const [scene] = game.scenes.contents;
    const otherActors = changed(game.actors.contents, actors);
    // A copy is made of its actor: where that is made anew, its tokens are as well.
    const otherTokens = scene === undefined ? [] : otherActors.length > 0 ? scene.tokens.contents.map(({ id }) => id) : changed(scene.tokens.contents, tokens);
    if (otherTokens.length > 0) await scene?.deleteEmbeddedDocuments("Token", otherTokens);
    if (otherActors.length > 0) await Actor.implementation.deleteDocuments(otherActors);
    const lostActors = missing(game.actors.contents, actors);
    if (lostActors.length > 0) await Actor.implementation.createDocuments(lostActors, { keepId: true });
    const lostTokens = missing(scene?.tokens.contents ?? [], tokens);
    if (lostTokens.length > 0) await scene?.createEmbeddedDocuments("Token", lostTokens, { keepId: true });
    for (const [key, value] of Object.entries(settings)) if (!same(game.settings.get("fatewalker", key), value)) await game.settings.set("fatewalker", key, value);
    if (game.time.worldTime !== time) await game.time.advance(time - game.time.worldTime);
    await emptyChat();
    await Combat.implementation.createDocuments(combats, { keepId: true });
    return combats.length;
  }, saved);
  for (const client of others) await client.until((count) => game.combats.contents.length === count && game.messages.contents.length === 0, marker);
  for (const client of [gm, ...others]) {
    await client.run(() => {
      game.user.targets = new Set();
      CONFIG.Dice.randomUniform = () => Math.random();
    });
  }
}

/** Who plays the knight of the pack: the starting world knows two players only. */
const THIRD = "carl";

/** A GM and some players at one table, for all tests of one generation in a file. */
export interface Seats {
  readonly table: HeadlessTable;
  readonly gm: HeadlessClient;
  /** The client of one who sits at it all the time, by the name that the table was made with. */
  player(name: string): HeadlessClient;
}

export class SharedTable {
  readonly #names: readonly string[];
  #seats: Seats | null = null;
  #players: readonly HeadlessClient[] = [];
  #generation = 0;
  #saved: Saved | null = null;
  #guests: HeadlessClient[] = [];

  /** @param names  players who sit at it all the time: Anna and Ben of the starting world, and Carl, who is made for it with a character of his own */
  constructor(...names: readonly string[]) {
    this.#names = names;
  }

  /**
   * The table of that generation, with the world as it was after `prepare`. Clients that a test has let go must be back.
   * @param prepare  what every test of the file needs; done once a table
   */
  async open(generation: 13 | 14, prepare?: (gm: HeadlessClient) => Promise<unknown>): Promise<Seats> {
    if (this.#seats !== null && this.#generation === generation && this.#saved !== null) {
      await restore(this.#seats.gm, this.#players, this.#saved);
      return this.#seats;
    }
    await this.close();
    const table = await startHeadlessTable({ distDir: DIST, generation });
    const gm = await table.join("gamemaster");
    if (this.#names.includes(THIRD)) await gm.run(bringThirdPlayer);
    const players = new Map(await Promise.all(this.#names.map(async (name) => [name, await table.join(name)] as const)));
    this.#players = [...players.values()];
    this.#seats = {
      table, gm,
      player(name) {
        const client = players.get(name);
        if (client === undefined) throw new Error(`${name} does not sit at this table.`);
        return client;
      },
    };
    this.#generation = generation;
    await prepare?.(gm);
    this.#saved = await save(gm);
    return this.#seats;
  }

  /** Lets somebody else join until the end of the test. */
  async join(who: string): Promise<HeadlessClient> {
    if (this.#seats === null) throw new Error("There is no table yet.");
    const guest = await this.#seats.table.join(who);
    this.#guests.push(guest);
    return guest;
  }

  /**
   * At the end of every test. After one that failed the table is of no use to the next.
   * @returns what went wrong at the clients
   */
  async finish(failed: boolean): Promise<Error[]> {
    if (this.#seats === null) return [];
    const problems = [this.#seats.gm, ...this.#players, ...this.#guests].flatMap((client) => client.problems.splice(0));
    for (const guest of this.#guests.splice(0)) await guest.close();
    if (failed || problems.length > 0) await this.close();
    return problems;
  }

  async close(): Promise<void> {
    const seats = this.#seats;
    this.#seats = null;
    this.#saved = null;
    this.#guests = [];
    await seats?.table.close();
  }
}
