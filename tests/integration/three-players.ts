import { openHeadless, type HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { afresh, DIST, fighter, ownerOf, withoutPowers, type Participant } from "./fight-table";

/* A GM and three players, each with a character of the own, in one fight with the GM's creatures. */

interface Pregens {
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  scenes: { contents: { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> }[] };
}
declare const game: Pregens;
declare const User: { implementation: { create(source: object): Promise<{ id: string }> } };
declare const Actor: { implementation: { create(source: object): Promise<{ id: string }> } };

export interface ThreePlayers {
  readonly table: HeadlessTable;
  readonly gm: HeadlessClient;
  readonly players: readonly HeadlessClient[];
  /** Everybody at the table, the GM first. */
  readonly everyone: readonly HeadlessClient[];
  close(): Promise<void>;
}

/** The third player is Carl, who plays the knight of the pack; nobody is asked for powers. */
export async function openThreePlayers(generation: 13 | 14 = 14): Promise<ThreePlayers> {
  const table = await startHeadlessTable({ distDir: DIST, generation });
  const gm = await table.join("gamemaster");
  const [anna, ben] = await Promise.all([table.join("anna"), table.join("ben")]);
  const carlId = await gm.run(async () => {
    const { id } = await User.implementation.create({ name: "Carl", role: 1 });
    const knight = (await game.packs.get("fatewalker.pregens")?.getDocuments())?.find(({ system }) => system.key === "pregen-knight")?.toObject();
    const actor = await Actor.implementation.create({ ...knight, ownership: { default: 0, [id]: 3 } });
    await game.scenes.contents[0]?.createEmbeddedDocuments("Token", [{ name: "Hedwig", actorId: actor.id, actorLink: true, x: 1500, y: 900 }]);
    return id;
  });
  const carl = await openHeadless({ url: table.url, userId: carlId, systemPath: DIST });
  await withoutPowers(gm);
  return {
    table, gm, players: [anna, ben, carl], everyone: [gm, anna, ben, carl],
    async close() {
      await carl.close();
      await table.close();
    },
  };
}

/** Who fights, with the client of each player's character. */
export interface Six {
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

/** The fight anew: six fighters, nobody hurt, nothing in the chat. */
export async function sixFighters({ gm, players }: ThreePlayers): Promise<Six> {
  await afresh(gm, players);
  const [brawler, duellist, knight, enforcer, twin, marksman] = await Promise.all([fighter(gm, "brawler"), fighter(gm, "duellist"), fighter(gm, "knight"), fighter(gm, "enforcer"), fighter(gm, "enforcer", 1), fighter(gm, "marksman")]);
  const [ofBrawler, ofDuellist, ofKnight] = await Promise.all([ownerOf(brawler, players), ownerOf(duellist, players), ownerOf(knight, players)]);
  return { brawler, duellist, knight, enforcer, twin, marksman, ofBrawler, ofDuellist, ofKnight };
}
