import { Play } from "../play";
import type { SoakGlobals } from "./globals";

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
  const counted = async (act: () => Promise<void>, phase: string): Promise<number> => {
    const before = writes();
    await act();
    await play.phase(play.gm, phase);
    // Whatever follows by itself has been asked for once the next wish is refused, which takes a card and the wish away.
    await play.wish(await play.ownerOf(brawler), "undo", null, { ledger: "none" });
    await play.settled();
    await play.gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
    return writes() - before - 3;
  };
  await play.gm.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null));
  const declared = await counted(async () => play.declare(await play.ownerOf(brawler), brawler, attack, [duellist]), "answering");
  const resolved = await counted(async () => play.react(await play.ownerOf(duellist), duellist, reaction), "applied");
  const documents = await play.gm.run(() => {
    const ledger = game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").at(-1);
    return (ledger?.system.documents ?? []).map((document) => ({ action: String((document as { action: string }).action), uuid: String((document as { uuid: string }).uuid) }));
  });
  return { declared, resolved, documents, close: () => play.close() };
}
