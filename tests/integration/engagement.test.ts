import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { GENERATIONS } from "./fight-table";
import { SharedTable } from "./shared-table";

/* What the scripts below use of a client's globals. */
interface ActorLike {
  uuid: string;
  statuses: Set<string>;
  items: { contents: { uuid: string; system: { key: string } }[] };
}
interface CombatantLike {
  id: string;
  actor: ActorLike | null;
  token: { uuid: string } | null;
  isOwner: boolean;
  delete(): Promise<unknown>;
}
interface Held {
  dominant: string;
  level: number;
}
interface Between {
  range: number;
  grapple: Held | null;
  ground: Held | null;
  hold: Held | null;
}
declare const game: {
  combats: { contents: { id: string; round: number; combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined }; system: { engagements: Record<string, Between>; log: Record<string, { kind: string }> }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown>; previousTurn(): Promise<unknown> }[] };
  messages: { contents: { id: string; type: string; system: { op?: string; phase?: string; notice?: { key: string } | null; record?: { declaration: { modifiers: { key: string; value: number }[] }; targets: { situation: { engagement: number | null; attacker: { movement: string } } }[] } | null } }[] };
};
declare const ChatMessage: { implementation: { create(source: object): Promise<{ id: string } | undefined> } };
declare const foundry: { utils: { randomID(): string } };

const shared = new SharedTable("anna");
let gm: HeadlessClient;
let anna: HeadlessClient;

const FREE = { grapple: null, ground: null, hold: null };

const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
const engagements = (client: HeadlessClient): Promise<Record<string, Between>> => client.run(() => JSON.parse(JSON.stringify(game.combats.contents[0]?.system.engagements ?? {})) as Record<string, Between>);
const statuses = (id: string): Promise<string[]> => gm.run((combatantId) => [...(game.combats.contents[0]?.combatants.get(combatantId)?.actor?.statuses ?? [])].sort(), id);
const pair = (one: string, other: string): string => [one, other].sort().join("_");

/** The fight begun, the first combatant due. @returns ids in the order of the fight */
async function begin(): Promise<string[]> {
  return gm.run(async () => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    for (const [index, { id }] of combat.combatants.contents.entries()) await combat.setInitiative(id, index === 0 ? 1 : 30 + index);
    await combat.startCombat();
    return combat.combatants.contents.map(({ id }) => id);
  });
}

/** Declares a maneuver of one combatant against another, who does not answer. */
async function attack(one: string, other: string, keys: string[]): Promise<void> {
  await gm.run(async ([attacker, target, wanted]) => {
    const combat = game.combats.contents[0];
    const participant = (id: string): object => {
      const combatant = combat?.combatants.get(id);
      return { actor: combatant?.actor?.uuid ?? "", token: combatant?.token?.uuid ?? null, combatant: id };
    };
    const item = combat?.combatants.get(attacker)?.actor?.items.contents.find(({ system }) => wanted.includes(system.key));
    if (!item) throw new Error(`Nobody knows ${wanted.join(" or ")}.`);
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "declare", participant: participant(attacker), args: { maneuver: item.uuid, targets: [participant(target)], choices: {}, mode: "public" }, nonce: foundry.utils.randomID() } });
  }, [one, other, keys] as const);
  await settled();
  await gm.run(async (target) => {
    const combat = game.combats.contents[0];
    const combatant = combat?.combatants.get(target);
    const card = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    if (card?.system.phase !== "answering") return;
    const participant = { actor: combatant?.actor?.uuid ?? "", token: combatant?.token?.uuid ?? null, combatant: target };
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "react", participant, args: { exchange: card.id, target: 0, reaction: null, choices: {} }, nonce: foundry.utils.randomID() } });
  }, other);
  await settled();
  await gm.until(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase === "applied");
}

/** What a GM's window sends. */
async function edit(client: HeadlessClient, one: string, other: string, record: object | null): Promise<void> {
  const wish = await client.run(async ([key, value]) => {
    const message = await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "move", participant: null, args: { deed: "engagement", combat: game.combats.contents[0]?.id, pair: key, record: value }, nonce: foundry.utils.randomID() } });
    return message?.id ?? "";
  }, [pair(one, other), record] as const);
  await client.until((message) => !game.messages.contents.some((known) => known.id === message), wish);
}

const back = async (): Promise<void> => {
  await gm.run(() => game.combats.contents[0]?.previousTurn().then(() => null) ?? null);
  await settled();
};

const BLOWS = ["unarmed-strike", "unarmed-martial-strike", "melee-attack"];

describe.each(GENERATIONS)("engagement, generation %i", (generation) => {
  beforeEach(async () => {
    const seats = await shared.open(generation);
    gm = seats.gm;
    anna = seats.player("anna");
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("two who come to blows begin at Long, and taking it back takes the engagement back", async () => {
    const [one = "", other = ""] = await begin();
    await attack(one, other, BLOWS);
    expect(await engagements(gm)).toEqual({ [pair(one, other)]: { range: 6, ...FREE } });
    const reckoned = await gm.run(() => game.messages.contents.filter(({ type }) => type === "ledger").at(-1)?.system.record?.targets[0]?.situation.engagement ?? null);
    expect(reckoned).toBe(6);
    await back();
    expect(await engagements(gm)).toEqual({});
  });

  test("R097 one's own opponent is in melee like everybody else's: a shot at it loses a die, two within reach of a grapple", async () => {
    const [one = "", other = ""] = await begin();
    await gm.run(async (id) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> } | null | undefined;
      const packs = (game as unknown as { packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): { system: object } }[]> } | undefined } }).packs;
      const found = async (pack: string, key: string): Promise<{ system: object }> => ((await packs.get(`fatewalker.${pack}`)?.getDocuments()) ?? []).find(({ system }) => system.key === key)?.toObject() ?? { system: {} };
      const pistol = await found("weapons", "weapon-medium-autopistol");
      await actor?.createEmbeddedDocuments("Item", [await found("maneuvers", "ranged-shoot"), { ...pistol, system: { ...pistol.system, carried: "hand", hand: "main", magazine: { value: 9, max: 9, kind: "" } } }]);
    }, one);
    const dice = (): Promise<string[]> => gm.run(() => (game.messages.contents.filter(({ type }) => type === "ledger").at(-1)?.system.record?.declaration.modifiers ?? []).flatMap(({ key, value }) => (key.startsWith("target-in-") ? [`${key} ${value}`] : [])));
    for (const [range, expected] of [[5, ["target-in-melee -1"]], [3, ["target-in-melee -1", "target-in-grapple -1"]]] as const) {
      await edit(gm, one, other, { range, ...FREE });
      await attack(one, other, ["ranged-shoot"]);
      expect(await dice()).toEqual(expected);
      await back();
    }
  });

  test("the GM sets range and holds as one commit, with the marks on both; it is taken back whole", async () => {
    const [one = "", other = ""] = await begin();
    const before = [await statuses(one), await statuses(other)];
    const record = { range: 2, grapple: null, ground: { dominant: one, level: 1 }, hold: { dominant: one, level: 2 } };
    await edit(gm, one, other, record);
    expect(await engagements(gm)).toEqual({ [pair(one, other)]: record });
    expect(await statuses(one)).toEqual([...(before[0] ?? []), "grappling", "prone"].sort());
    expect(await statuses(other)).toEqual([...(before[1] ?? []), "grappled", "held", "prone"].sort());
    await back();
    expect(await engagements(gm)).toEqual({});
    expect([await statuses(one), await statuses(other)]).toEqual(before);
  });

  test("it ends where one of the two is out, and the other is free", async () => {
    const [one = "", other = "", third = ""] = await begin();
    await edit(gm, one, other, { range: 3, ...FREE, grapple: { dominant: other, level: 1 } });
    await edit(gm, one, third, { range: 5, ...FREE });
    expect(await statuses(one)).toContain("grappled");
    await gm.run(async (id) => {
      const combat = game.combats.contents[0] as { id: string };
      await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "advance", participant: null, args: { combat: combat.id, kind: "defeat", operations: [{ kind: "defeat", id }] }, nonce: foundry.utils.randomID() } });
    }, other);
    await settled();
    expect(await engagements(gm)).toEqual({ [pair(one, third)]: { range: 5, ...FREE } });
    expect(await statuses(one)).not.toContain("grappled");
  });

  test("it ends where one is deleted from the fight", async () => {
    const [one = "", other = ""] = await begin();
    await edit(gm, one, other, { range: 4, ...FREE, hold: { dominant: other, level: 1 } });
    await gm.run((id) => game.combats.contents[0]?.combatants.get(id)?.delete().then(() => null) ?? null, other);
    await gm.until(() => Object.keys(game.combats.contents[0]?.system.engagements ?? {}).length === 0);
    await gm.until((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.statuses.has("held") === false, one);
  });

  test("players set nothing; neither does anybody set what is no engagement", async () => {
    const [one = "", other = ""] = await begin();
    const refusal = (): Promise<string | null> => gm.run(() => game.messages.contents.filter(({ system }) => system.phase === "refused").at(-1)?.system.notice?.key ?? null);
    await edit(anna, one, other, { range: 1, ...FREE });
    expect(await refusal()).toBe("FATEWALKER.Intent.GMOnly");
    await edit(gm, one, other, { range: 6, ...FREE, grapple: { dominant: one, level: 7 } });
    expect(await refusal()).toBe("FATEWALKER.Engagement.BadLevel");
    await edit(gm, one, "NobodyAtAll00000", { range: 6, ...FREE });
    expect(await refusal()).toBe("FATEWALKER.Engagement.NotTwo");
    expect(await engagements(gm)).toEqual({});
  });
});
