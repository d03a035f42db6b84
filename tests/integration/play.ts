import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";
import type { SharedTable } from "./shared-table";
import type { MessageLike, Participant, SoakGlobals } from "./soak/globals";
import { wish, world } from "./soak/scripts";

/* A table with a GM and two players, and the few things that tests of the log let them do. */

declare const game: SoakGlobals["game"];
declare const CONFIG: SoakGlobals["CONFIG"];

export interface Card {
  id: string;
  phase: string;
  ledger: string | null;
  rolls: unknown[];
}

/** A fighter of the starting fight, by the key of its actor. */
export type Who = "pregen-brawler" | "pregen-duellist" | "pregen-enforcer" | "pregen-marksman";

export class Play {
  readonly table: HeadlessTable;
  readonly gm: HeadlessClient;
  readonly players: readonly HeadlessClient[];

  private constructor(table: HeadlessTable, gm: HeadlessClient, players: readonly HeadlessClient[]) {
    this.table = table;
    this.gm = gm;
    this.players = players;
  }

  static async open(generation: 13 | 14): Promise<Play> {
    const table = await startHeadlessTable({ distDir: DIST, generation });
    return new Play(table, await table.join("gamemaster"), [await table.join("anna"), await table.join("ben")]);
  }

  /** At a table that the tests of a file share, put back as it was. */
  static async at(shared: SharedTable, generation: 13 | 14): Promise<Play> {
    const { table, gm, player } = await shared.open(generation);
    return new Play(table, gm, [player("anna"), player("ben")]);
  }

  /** Address of a fighter in the first fight. */
  who(key: Who): Promise<Participant> {
    return this.gm.run((wanted) => {
      const found = game.combats.contents[0]?.combatants.contents.find(({ actor }) => (actor?.toObject() as { system: { key: string } } | undefined)?.system.key === wanted);
      if (!found?.actor) throw new Error(`There is no ${wanted}.`);
      return { actor: found.actor.uuid, token: found.token?.uuid ?? null, combatant: found.id };
    }, key);
  }

  /** The player who owns it. */
  async ownerOf({ actor }: Participant): Promise<HeadlessClient> {
    for (const player of this.players) if (await player.run((uuid) => game.actors.contents.some((entry) => entry.uuid === uuid && entry.isOwner), actor)) return player;
    throw new Error("No player owns it.");
  }

  /** Begins the fight: the first is due on tick 1, all others later. */
  async begin(first: Participant): Promise<void> {
    await this.gm.run(async (combatant) => {
      const [combat] = game.combats.contents;
      for (const [index, { id }] of (combat?.combatants.contents ?? []).entries()) await combat?.setInitiative(id, id === combatant ? 1 : 5 + index);
      await combat?.startCombat();
    }, first.combatant);
  }

  /** Every die of this client shows the same: 0.95 is a 1, 0.15 a 9. */
  async dice(uniform: number, client = this.gm): Promise<void> {
    await client.run((value) => { CONFIG.Dice.randomUniform = () => value; }, uniform);
  }

  async wish(client: HeadlessClient, op: string, participant: Participant | null, args: object): Promise<void> {
    await client.run(wish, { op, participant, args, times: 1 });
  }

  maneuver({ actor }: Participant, key: string): Promise<{ id: string; uuid: string }> {
    return this.gm.run(([uuid, wanted]) => {
      const combatant = game.combats.contents[0]?.combatants.contents.find((entry) => entry.actor?.uuid === uuid);
      const item = combatant?.actor?.items.contents.find(({ system }) => system.key === wanted);
      if (!item) throw new Error(`There is no ${wanted}.`);
      return { id: item.id, uuid: item.uuid };
    }, [actor, key] as const);
  }

  async declare(client: HeadlessClient, who: Participant, maneuver: string, targets: readonly Participant[]): Promise<void> {
    await this.wish(client, "declare", who, { maneuver: maneuver, targets, choices: {}, mode: "public" });
  }

  /** Answers the newest attack. */
  async react(client: HeadlessClient, who: Participant, reaction: string | null): Promise<void> {
    const { id, target } = await client.run((actor) => {
      const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
      return { id: message?.id ?? "", target: message?.system.targets.findIndex((entry) => entry.who.participant.actor === actor) ?? -1 };
    }, who.actor);
    await this.wish(client, "react", who, { exchange: id, target, reaction, choices: {} });
  }

  /** The newest exchange that was not refused. */
  card(client = this.gm): Promise<Card> {
    return client.run(() => {
      const message = game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1);
      const { phase, ledger, rolls } = (message?.toObject() as { system: { phase: string; ledger: string | null; rolls: unknown[] } } | undefined)?.system ?? { phase: "none", ledger: null, rolls: [] };
      return { id: message?.id ?? "", phase, ledger, rolls };
    });
  }

  async phase(client: HeadlessClient, wanted: string): Promise<void> {
    await client.until((name) => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.system.phase === name, wanted);
  }

  /** Waits until no wish is left but a player's request to take back. */
  async settled(client = this.gm): Promise<void> {
    await client.until(() => !game.messages.contents.some(({ type, system, author }) => type === "intent" && (system.op !== "undo" || author?.isGM === true)));
  }

  world(client = this.gm): Promise<Record<string, string>> {
    return client.run(world);
  }

  /** Ledgers of the fight, oldest first. */
  ledgers(client = this.gm): Promise<{ id: string; kind: string; state: string; serial: number }[]> {
    return client.run(() =>
      game.messages.contents.filter(({ type }) => type === "ledger").map(({ id, system, flags }: MessageLike) => ({ id, kind: system.kind, state: system.state, serial: flags.fatewalker?.serial ?? 0 })).sort((one, other) => one.serial - other.serial));
  }

  /** Everyone leaves. @returns what went wrong on any client */
  async close(): Promise<string[]> {
    const problems = [this.gm, ...this.players].flatMap((client) => client.problems.map(({ message }) => message));
    await this.table.close();
    return problems;
  }
}
