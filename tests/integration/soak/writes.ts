import type { HeadlessClient } from "../../table/client/headless";
import { wish } from "../fight-table";
import { Play } from "../play";
import type { Participant, SoakGlobals } from "./globals";

declare const game: SoakGlobals["game"];

export interface Writes {
  /** Requests of the GM's client for a declaration that waits for an answer. */
  readonly declared: number;
  /** Requests once it is answered: rolled, applied, written. Taking the wish away is not counted. */
  readonly resolved: number;
  /** What the commit changed. */
  readonly documents: readonly { action: string; uuid: string }[];
  /** Ends the table; yields what went wrong. */
  close(): Promise<string[]>;
}

/** Plays one exchange between two players, and counts what the GM's client asks the server to write. */
export async function exchangeWrites(generation: 13 | 14): Promise<Writes> {
  const play = await Play.open(generation);
  const brawler = await play.who("pregen-brawler");
  const duellist = await play.who("pregen-duellist");
  await play.begin(brawler);
  await play.dice(0.95);
  const [attack, reaction] = [(await play.maneuver(brawler, "unarmed-strike")).uuid, (await play.maneuver(duellist, "evasion-sidestep")).id];
  const writes = (): number => play.table.faults.writesOf("gamemaster");
  const counted = async (client: HeadlessClient, op: string, who: Participant, args: object, phase: string): Promise<number> => {
    const before = writes();
    await wish(client, op, who, args, op);
    await play.phase(play.gm, phase);
    await play.settled();
    // The same wish once more is taken away without a word, after whatever else follows by itself has been asked for.
    await wish(client, op, who, args, op);
    await play.settled();
    // Taking the two away is not counted.
    return writes() - before - 2;
  };
  await play.gm.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null));
  const declared = await counted(await play.ownerOf(brawler), "declare", brawler, { maneuver: attack, targets: [duellist], choices: {}, mode: "public" }, "answering");
  const resolved = await counted(await play.ownerOf(duellist), "react", duellist, { exchange: (await play.card()).id, target: 0, reaction, choices: {} }, "applied");
  const documents = await play.gm.run(() => {
    const ledger = game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").at(-1);
    return (ledger?.system.documents ?? []).map((document) => ({ action: String((document as { action: string }).action), uuid: String((document as { uuid: string }).uuid) }));
  });
  return { declared, resolved, documents, close: () => play.close() };
}
