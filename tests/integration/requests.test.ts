import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";

/* A GM asks for rolls, and those who are asked roll on clients of their own. */

interface Participant {
  actor: string;
  token: string | null;
}
interface ActorLike {
  uuid: string;
  name: string;
  type: string;
  hasPlayerOwner: boolean;
  update(changes: object): Promise<unknown>;
}
interface Flags {
  fatewalker?: {
    request?: { rule: string; entries: { participant: Participant | null; name: string }[]; results: Record<string, { message: string; successes: number | null }> };
    asked?: { request: string; index: number };
    requestHidden?: { entries: Record<string, { name: string }> };
  };
}
interface MessageLike {
  id: string;
  type: string;
  flags: Flags;
  whisper: string[];
  blind: boolean;
  isContentVisible: boolean;
  author: { id: string };
  timestamp: number;
  system: { participant: Participant | null; pool: { normal: number; wounded: number; tn: number } };
  delete(): Promise<unknown>;
  toObject(): object;
}
declare const game: {
  user: { id: string };
  users: { activeGM: unknown };
  actors: { contents: ActorLike[]; getName(name: string): ActorLike | undefined };
  scenes: { contents: { tokens: { contents: { name: string; uuid: string; hidden: boolean; actor: ActorLike | null; update(changes: object): Promise<unknown> }[] } }[] };
  messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
  system: { api: {
    requestRoll(asked: object): Promise<MessageLike | null>;
    answerRequest(id: string, index: number, options: object): Promise<MessageLike | null>;
    rollCheck(check: object, options: object): Promise<MessageLike | null>;
  } };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;

interface Asked {
  names: string[];
  check?: object;
  rule?: string;
  mode?: string;
}

/** Asks those who stand on the scene under these names. */
const ask = ({ names, check = { attribute: "awareness", skill: "observe" }, ...rest }: Asked): Promise<string> =>
  gm.run(async (asked) => {
    const tokens = game.scenes.contents[0]?.tokens.contents ?? [];
    const actors = asked.names.map((name) => tokens.find((token) => token.name === name)?.actor ?? game.actors.getName(name));
    return (await game.system.api.requestRoll({ ...asked.rest, actors, check: asked.check }))?.id ?? "";
  }, { names, check, rest });

/** Rolls for a place of a request; every die shows the same: 0.95 is a 1, 0.15 a 9. */
async function answer(client: HeadlessClient, id: string, index: number, uniform = 0.95): Promise<string | null> {
  await client.until((wanted) => game.messages.get(wanted) !== undefined, id);
  return client.run(async (given) => {
    CONFIG.Dice.randomUniform = () => given.uniform;
    return (await game.system.api.answerRequest(given.id, given.index, { fast: true }))?.id ?? null;
  }, { id, index, uniform });
}

const resultsOn = (client: HeadlessClient, id: string): Promise<Record<string, { message: string; successes: number | null }>> =>
  client.run((wanted) => game.messages.get(wanted)?.flags.fatewalker?.request?.results ?? {}, id);

const noted = (client: HeadlessClient, id: string, count: number): Promise<unknown> =>
  client.until((given) => Object.keys(game.messages.get(given.id)?.flags.fatewalker?.request?.results ?? {}).length === given.count, { id, count });

/** Names of the two players' characters, Anna's first. */
const findHeroes = async (): Promise<[string, string]> => {
  const names = await gm.run(() => game.actors.contents.filter(({ type, hasPlayerOwner }) => type === "character" && hasPlayerOwner).map(({ name }) => name));
  const owned = await anna.run((all) => all.filter((name) => (game.actors.getName(name) as unknown as { isOwner: boolean }).isOwner), names);
  const [first = ""] = owned;
  return [first, names.find((name) => name !== first) ?? ""];
};

describe.each([13, 14] as const)("requests for rolls, generation %i", (generation) => {
  let hers: string;
  let his: string;
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    gm = await table.join("gamemaster");
    [anna, ben] = await Promise.all([table.join("anna"), table.join("ben")]);
    [hers, his] = await findHeroes();
  });
  afterEach(() => {
    for (const client of [gm, anna, ben]) expect(client.problems).toEqual([]);
  });
  afterAll(() => table.close());

  test("L-A01 two players against each other: the test resolves for everybody, and the next roll is an ordinary one", async () => {
    const id = await ask({ names: [hers, his], rule: "contested" });
    expect(await answer(anna, id, 0)).not.toBeNull();
    expect(await answer(ben, id, 1, 0.15)).not.toBeNull();
    for (const client of [gm, anna, ben]) {
      await noted(client, id, 2);
      const { 0: first, 1: second } = await resultsOn(client, id);
      expect(first?.successes).toBeGreaterThan(0);
      expect(second?.successes).toBe(0);
    }
    const plain = await ben.run(async (name) => {
      const message = await game.system.api.rollCheck({ attribute: "awareness", skill: "observe" }, { actor: game.actors.getName(name), fast: true });
      return message?.flags.fatewalker?.asked ?? null;
    }, his);
    expect(plain).toBeNull();
  });

  test("L-A02 a player answers what the GM asked for, once, and it survives a reload of both", async () => {
    const id = await ask({ names: [hers] });
    // Two clicks before the first roll is there.
    const twice = await anna.until((wanted) => game.messages.get(wanted) !== undefined, id).then(() => anna.run(async (wanted) => {
      const rolls = await Promise.all([game.system.api.answerRequest(wanted, 0, { fast: true }), game.system.api.answerRequest(wanted, 0, { fast: true })]);
      return rolls.filter((roll) => roll !== null).length;
    }, id));
    expect(twice).toBe(1);
    await noted(gm, id, 1);
    const before = await resultsOn(gm, id);
    await Promise.all([gm.reload(), anna.reload()]);
    for (const client of [gm, anna]) expect(await resultsOn(client, id)).toEqual(before);
    expect(await answer(anna, id, 0)).toBeNull();
    expect(await answer(gm, id, 0)).toBeNull();
    // A roll that stands is not rolled again by deleting its message.
    await gm.run((message) => game.messages.get(message)?.delete(), before["0"]?.message ?? "");
    expect(await answer(anna, id, 0)).toBeNull();
    expect(await resultsOn(gm, id)).toEqual(before);
  });

  test("L-A03 any owner answers: also for one who is not her own character, and for an unlinked token", async () => {
    const tokens = await gm.run(async (user) => {
      const enforcers = (game.scenes.contents[0]?.tokens.contents ?? []).filter(({ name }) => name.startsWith("Enforcer"));
      await enforcers[1]?.actor?.update({ ownership: { [user]: 3 } });
      const [, other] = game.actors.contents.filter(({ type, hasPlayerOwner }) => type === "character" && hasPlayerOwner);
      await other?.update({ ownership: { [user]: 3 } });
      return { unlinked: enforcers[1]?.name ?? "", other: other?.name ?? "" };
    }, anna.userId);
    const id = await ask({ names: [tokens.other, tokens.unlinked] });
    expect(await answer(anna, id, 0)).not.toBeNull();
    expect(await answer(anna, id, 1)).not.toBeNull();
    await noted(gm, id, 2);
    await gm.run(async (user) => {
      for (const { name, actor } of game.scenes.contents[0]?.tokens.contents ?? []) if (name.startsWith("Enforcer")) await actor?.update({ ownership: { [user]: 0 } });
    }, anna.userId);
  });

  test("L-A06 whoever is asked rolls, whoever clicks and whatever has happened to a copy of it", async () => {
    const id = await ask({ names: [hers, "Enforcer (2)"], check: { attribute: "awareness", skill: "observe" }, rule: "contested" });
    const wounded = await gm.run(async () => {
      const token = (game.scenes.contents[0]?.tokens.contents ?? []).find(({ name }) => name === "Enforcer (2)");
      await token?.actor?.update({ system: { wounds: { normal: { value: 10 } } } });
      return token?.uuid ?? "";
    });
    const roll = await answer(gm, id, 1);
    const message = await gm.run((wanted) => {
      const { participant, pool } = game.messages.get(wanted)?.system ?? {};
      return { token: participant?.token, wounded: pool?.wounded, whisper: game.messages.get(wanted)?.whisper.length };
    }, roll ?? "");
    expect(message.token).toBe(wounded);
    expect(message.wounded).toBeGreaterThan(0);
    // The NPC's dice and Target Number are the GM's alone; how many successes they were stands on the card.
    expect(message.whisper).toBeGreaterThan(0);
    await noted(anna, id, 1);
    expect((await resultsOn(anna, id))["1"]?.successes).not.toBeNull();
  });

  test("a secret roll tells players that it was made, and nothing of what it was", async () => {
    const id = await ask({ names: [hers, his], mode: "blind", rule: "best" });
    const roll = await answer(anna, id, 0);
    for (const client of [gm, anna, ben]) {
      await noted(client, id, 1);
      expect((await resultsOn(client, id))["0"]?.successes).toBeNull();
    }
    const visible = async (client: HeadlessClient): Promise<boolean | undefined> => client.run((wanted) => game.messages.get(wanted)?.isContentVisible, roll ?? "");
    expect(await visible(gm)).toBe(true);
    expect(await visible(anna)).toBe(false);
    expect(await visible(ben)).toBe(false);
  });

  test("who is hidden stands on the card as somebody; only GMs read the name", async () => {
    await gm.run(async () => {
      await (game.scenes.contents[0]?.tokens.contents ?? []).find(({ name }) => name === "Marksman")?.update({ hidden: true });
    });
    const id = await ask({ names: [hers, "Marksman"], rule: "contested" });
    await anna.until((wanted) => game.messages.get(wanted) !== undefined, id);
    const card = await anna.run((wanted) => JSON.stringify(game.messages.get(wanted)?.toObject()), id);
    expect(card).not.toContain("Marksman");
    const named = await gm.run(() => game.messages.contents.filter(({ flags }) => flags.fatewalker?.requestHidden).map(({ whisper, flags }) => [whisper.length > 0, flags.fatewalker?.requestHidden?.entries["1"]?.name]));
    expect(named).toEqual([[true, "Marksman"]]);
    expect(await answer(gm, id, 1)).not.toBeNull();
    await noted(anna, id, 1);
    expect((await resultsOn(anna, id))["1"]?.successes).toBeNull();
  });

  test("nobody rolls for another's character, nor makes one up; what was rolled while no GM was there is noted later", async () => {
    const id = await ask({ names: [hers, his] });
    expect(await answer(ben, id, 0)).toBeNull();
    const roll = await answer(ben, id, 1);
    await noted(gm, id, 1);
    // His roll once more, claimed to be hers.
    await ben.run(async (given) => {
      const source = game.messages.get(given.roll)?.toObject() as Record<string, unknown>;
      await ChatMessage.implementation.create({ ...source, _id: null, flags: { fatewalker: { asked: { request: given.id, index: 0 } } } });
    }, { id, roll: roll ?? "" });
    // A request that a player writes is none.
    const forged = await ben.run(async (given) => {
      const source = game.messages.get(given.id)?.toObject() as Record<string, unknown>;
      const message = (await ChatMessage.implementation.create({ ...source, _id: null, author: game.user.id })) as MessageLike;
      return (await game.system.api.answerRequest(message.id, 1, { fast: true })) === null;
    }, { id });
    expect(forged).toBe(true);

    await gm.close();
    await anna.until(() => game.users.activeGM === null);
    expect(await answer(anna, id, 0)).not.toBeNull();
    expect(await answer(anna, id, 0)).toBeNull();
    gm = await table.join("gamemaster");
    await noted(gm, id, 2);
    expect((await resultsOn(gm, id))["0"]?.successes).toBeGreaterThan(0);
  });
});
