import { expect } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { fighter, ownerOf, withoutPowers, type Participant } from "./fight-table";
import { SharedTable } from "./shared-table";

/* A GM and three players, each with a character of the own, in one fight with the GM's creatures. */

export interface ThreePlayers {
  readonly table: HeadlessTable;
  readonly gm: HeadlessClient;
  readonly players: readonly HeadlessClient[];
  /** Everybody at the table, the GM first. */
  readonly everyone: readonly HeadlessClient[];
}

/** Who fights, with the client of each player's character. */
export interface Six extends ThreePlayers {
  readonly brawler: Participant;
  readonly duellist: Participant;
  readonly knight: Participant;
  readonly enforcer: Participant;
  readonly twin: Participant;
  readonly marksman: Participant;
  readonly ofBrawler: HeadlessClient;
  readonly ofDuellist: HeadlessClient;
  readonly ofKnight: HeadlessClient;
}

/** The table that the tests of a file share. */
export const tableOfThree = (): SharedTable => new SharedTable("anna", "ben", "carl");

/**
 * The table as it was at first: six fighters, nobody hurt, nothing in the chat, nobody asked for powers.
 * @param prepare  what every test of the file needs beside that
 */
export async function openSix(shared: SharedTable, generation: 13 | 14 = 14, prepare?: (gm: HeadlessClient) => Promise<unknown>): Promise<Six> {
  const { table, gm, player } = await shared.open(generation, async (client) => {
    await withoutPowers(client);
    await prepare?.(client);
  });
  const players = [player("anna"), player("ben"), player("carl")];
  const [brawler, duellist, knight, enforcer, twin, marksman] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "knight"), fighter(gm, "enforcer"), fighter(gm, "enforcer", 1), fighter(gm, "marksman")]);
  const [ofBrawler, ofDuellist, ofKnight] = await Promise.all([ownerOf(brawler, players), ownerOf(duellist, players), ownerOf(knight, players)]);
  return { table, gm, players, everyone: [gm, ...players], brawler, duellist, knight, enforcer, twin, marksman, ofBrawler, ofDuellist, ofKnight };
}

/** Waits until each of them reads this on the own client. */
export async function everywhere(clients: readonly HeadlessClient[], read: (client: HeadlessClient) => Promise<unknown>, wanted: unknown): Promise<void> {
  for (const [seat, client] of clients.entries()) await expect.poll(() => read(client), { message: `seat ${String(seat)}` }).toEqual(wanted);
}
