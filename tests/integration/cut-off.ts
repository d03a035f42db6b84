import type { FightRecord } from "../../src/flows/log/replay";
import type { HeadlessClient } from "../table/client/headless";
import type { Play } from "./play";
import { fightLog } from "./soak/scripts";

/* A commit that is cut off in the middle of its writes, at the client that writes it, and what comes of it. */

/** Has everybody's wish been settled, as a player sees it? */
const isSettled = (): boolean => !(globalThis as unknown as { game: { messages: { contents: { type: string }[] } } }).game.messages.contents.some(({ type }) => type === "intent");

const PATIENCE = 30_000;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 15));

/** A fight's log names ledgers, whose ids are new each time. */
export const comparable = (world: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(world).map(([uuid, text]) => {
    const source = JSON.parse(text) as { system?: { log?: object } };
    return [uuid, JSON.stringify(source.system?.log === undefined ? source : { ...source, system: { ...source.system, log: Object.keys(source.system.log).length } })];
  }));

const FULL = process.env["FULL"] === "1";

/**
 * Where a deed is cut off: the long run after every one of its writes, the short one after the first, in the middle and after the last,
 * since each cut takes a start of a client. Beside those it comes through whole, once.
 * @param writes as many as the deed takes when nothing is cut
 */
export function cutPlaces(writes: number): number[] {
  const all = Array.from({ length: writes + 1 }, (_, index) => index + 1);
  const few = [1, Math.ceil(writes / 2), writes, writes + 1];
  return FULL ? all : all.filter((place) => few.includes(place));
}

/** Who sits at the table. */
type Seats = Pick<Play, "table" | "gm" | "players">;

/** The Gamemaster's connection, which is cut after so many writes. */
export class CutOff {
  readonly #play: Seats;
  /** Who goes on with it; null: the Gamemaster himself, once he is back. */
  readonly #successor: HeadlessClient | null;
  readonly #prepare: () => Promise<void>;

  /** @param prepare what the Gamemaster's client needs whenever it has come back */
  constructor(play: Seats, successor: HeadlessClient | null, prepare: () => Promise<void> = () => Promise.resolve()) {
    this.#play = play;
    this.#successor = successor;
    this.#prepare = prepare;
  }

  /**
   * Does something, and waits until it has come to its end, whoever brings it there.
   * @param isOver  has it, beside that no wish is left?
   * @returns whether the connection was cut
   */
  async during(writes: number, act: () => Promise<void>, isOver: (client: HeadlessClient) => Promise<boolean>): Promise<boolean> {
    const { table, gm, players: [player] } = this.#play;
    if (player === undefined) throw new Error("There is no player.");
    table.faults.cutAfter("gamemaster", writes);
    await act();
    let cut = false;
    for (const end = Date.now() + PATIENCE; ; ) {
      if (table.faults.isDropped("gamemaster")) {
        // A client notices a little later that it was cut off.
        await gm.noticeLoss();
        cut = true;
        if (this.#successor !== null) await this.#over(this.#successor, isOver);
        await this.#comeBack();
      }
      if ((await player.run(isSettled)) && (await isOver(player))) {
        // Nothing is cut off from here on.
        table.faults.cutAfter("gamemaster", 0);
        if (!table.faults.isDropped("gamemaster")) return cut;
      }
      if (Date.now() > end) throw new Error(`Cut after ${writes} writes, it does not come to its end.`);
      await pause();
    }
  }

  async #over(client: HeadlessClient, isOver: (client: HeadlessClient) => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE; !((await client.run(isSettled)) && (await isOver(client))); await pause()) {
      if (Date.now() > end) throw new Error("Whoever took over does not come to the end of it.");
    }
  }

  async #comeBack(): Promise<void> {
    const { table, gm } = this.#play;
    table.faults.restore("gamemaster");
    await gm.comeBack();
    await this.#prepare();
    // Whoever was cut off has said so on its console; that is no fault.
    const others = gm.problems.filter(({ message }) => !/connection/i.test(message));
    gm.problems.splice(0, gm.problems.length, ...others);
  }
}

/** What of the fight stands that no commit has written: half of one that was cut off. */
export async function strays({ gm }: Play): Promise<string[]> {
  const record = JSON.parse(await gm.run(fightLog)) as FightRecord;
  return record.steps.filter(({ kind }) => kind === "outside").map(({ documents }) => JSON.stringify(documents));
}

/** Ledgers that say of themselves that they are neither done nor undone. */
export const halfDone = async (play: Play, client = play.gm): Promise<string[]> => (await play.ledgers(client)).filter(({ state }) => state === "applying").map(({ kind }) => kind);
