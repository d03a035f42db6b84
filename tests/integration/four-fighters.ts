import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { dice, fighter, gather, learn, ownerOf, withoutPowers, type Participant } from "./fight-table";
import type { SharedTable } from "./shared-table";

/** A GM, two players and four fighters within arm's reach of each other: two of the players, two of the GM. */
export interface Four {
  readonly table: HeadlessTable;
  readonly gm: HeadlessClient;
  readonly anna: HeadlessClient;
  readonly ben: HeadlessClient;
  readonly clients: HeadlessClient[];
  readonly brawler: Participant;
  readonly duellist: Participant;
  readonly enforcer: Participant;
  readonly marksman: Participant;
  /** The clients of the two players' characters. */
  readonly ofBrawler: HeadlessClient;
  readonly ofDuellist: HeadlessClient;
}

/** Opens a table with them: all can strike, hold and dodge, nobody is asked for powers, and every die of the GM's client is a 1. */
export async function openFour(shared: SharedTable, generation: 13 | 14): Promise<Four> {
  const seats = await shared.open(generation, async (client) => {
    const all = await Promise.all(["brawler", "duellist", "enforcer", "marksman"].map((name) => fighter(client, name)));
    for (const who of all) await learn(client, who, "unarmed-strike", "common-hold-action", "evasion-dodge");
    await withoutPowers(client);
    await gather(client, all);
  });
  const { gm } = seats;
  const [anna, ben] = [seats.player("anna"), seats.player("ben")];
  const brawler = await fighter(gm, "brawler");
  const duellist = await fighter(gm, "duellist");
  await dice(gm, 0.95);
  return {
    table: seats.table, gm, anna, ben, clients: [gm, anna, ben], brawler, duellist,
    enforcer: await fighter(gm, "enforcer"), marksman: await fighter(gm, "marksman"),
    ofBrawler: await ownerOf(brawler, [anna, ben]), ofDuellist: await ownerOf(duellist, [anna, ben]),
  };
}
