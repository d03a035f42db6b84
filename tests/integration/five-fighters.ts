import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { afresh, DIST, fighter, ownerOf, withoutPowers, type Participant } from "./fight-table";

/* What files set up that play the fight of the starting world over and over at one table of their own. */

/** A GM and two players; nobody is asked for powers. */
export async function openThree(generation: 13 | 14 = 14): Promise<{ table: HeadlessTable; gm: HeadlessClient; anna: HeadlessClient; ben: HeadlessClient }> {
  const table = await startHeadlessTable({ distDir: DIST, generation });
  const gm = await table.join("gamemaster");
  const [anna, ben] = await Promise.all([table.join("anna"), table.join("ben")]);
  await withoutPowers(gm);
  return { table, gm, anna, ben };
}

/** Everyone of that fight: two characters of players, and three creatures of the GM's, two of which are copies of one actor. */
export interface Five {
  brawler: Participant;
  duellist: Participant;
  enforcer: Participant;
  twin: Participant;
  marksman: Participant;
}

export async function fiveFighters(gm: HeadlessClient): Promise<Five> {
  const [brawler, duellist, enforcer, twin, marksman] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "enforcer"), fighter(gm, "enforcer", 1), fighter(gm, "marksman")]);
  return { brawler, duellist, enforcer, twin, marksman };
}

/** The clients of the two players' characters. */
export async function ownersOf({ brawler, duellist }: Five, players: readonly HeadlessClient[]): Promise<{ ofBrawler: HeadlessClient; ofDuellist: HeadlessClient }> {
  return { ofBrawler: await ownerOf(brawler, players), ofDuellist: await ownerOf(duellist, players) };
}

/** The fight anew, everybody unhurt and the chat empty. */
export async function fightAfresh(gm: HeadlessClient, players: readonly HeadlessClient[]): Promise<Five & { ofBrawler: HeadlessClient; ofDuellist: HeadlessClient }> {
  await afresh(gm, players);
  const five = await fiveFighters(gm);
  return { ...five, ...(await ownersOf(five, players)) };
}
