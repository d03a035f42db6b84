import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { SharedTable } from "./shared-table";

/* What the scripts below use of a client's globals. */
interface Participant {
  actor: string;
  token: string | null;
  combatant: string | null;
}
interface ItemLike {
  id: string;
  uuid: string;
  name: string;
  system: { key: string; damage: { tn: number } };
}
interface ActorLike {
  uuid: string;
  name: string;
  items: { contents: ItemLike[] };
  effects: { size: number };
  system: { wounds: { temporary: { value: number }; normal: { value: number; stun: number }; mortal: { value: number } } };
  update(changes: object): Promise<unknown>;
  toObject(): object;
}
interface CombatantLike {
  id: string;
  name: string;
  initiative: number | null;
  actor: ActorLike | null;
  actorId: string;
  token: { uuid: string } | null;
  toObject(): object;
}
interface Roll {
  id: string;
  roller: "attacker" | number;
  tn: number | null;
  woundedTn: number | null;
  successes: number;
  dice: { face: number; wounded: boolean }[];
}
interface MessageLike {
  id: string;
  type: string;
  visible: boolean;
  whisper: string[];
  system: {
    op: string;
    state: string;
    phase: string;
    kind: string;
    exchange: string | null;
    ledger: string | null;
    notice: { key: string } | null;
    targets: { answer: { kind: string } | null; outcome: string | null; steps: { kind: string; tn?: number | null }[]; who: { name: string; participant: Participant } }[];
    rolls: Roll[];
    ticks: { from: number; to: number } | null;
    documents: { uuid: string }[];
    record: { phase: string; targets: { steps: { kind: string }[] }[] } | null;
  };
  toObject(): object;
  delete(): Promise<unknown>;
  update(changes: object): Promise<unknown>;
}
declare const game: {
  combats: { contents: { id: string; round: number; combatants: { contents: CombatantLike[] }; system: { pending: string | null; active: string | null }; setInitiative(id: string, value: number): Promise<unknown>; startCombat(): Promise<unknown>; toObject(): object }[] };
  messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
  actors: { contents: ActorLike[] };
  scenes: { contents: { tokens: { contents: { uuid: string; name: string; actor: ActorLike | null }[] }; toObject(): object }[] };
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
  users: { activeGM: { id: string } | null };
  user: { id: string };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<MessageLike | undefined> } };
declare const foundry: { utils: { randomID(): string } };

/** Who is who in the starting fight: the players' characters and the adversaries, one of them twice. */
interface Fighters {
  brawler: Participant;
  duellist: Participant;
  enforcers: Participant[];
  marksman: Participant;
}

const shared = new SharedTable("anna", "ben");
let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let clients: HeadlessClient[] = [];

async function open(generation: 13 | 14): Promise<void> {
  const seats = await shared.open(generation);
  ({ gm, table } = seats);
  [anna, ben] = [seats.player("anna"), seats.player("ben")];
  clients = [gm, anna, ben];
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

const fighters = (): Promise<Fighters> =>
  gm.run(() => {
    const all = (game.combats.contents[0]?.combatants.contents ?? []).map(({ id, actor, token }) => ({
      key: (actor?.toObject() as { system: { key: string } }).system.key,
      who: { actor: actor?.uuid ?? "", token: token?.uuid ?? null, combatant: id },
    }));
    const of = (key: string) => all.filter((entry) => entry.key === key).map(({ who }) => who);
    const [brawler] = of("pregen-brawler");
    const [duellist] = of("pregen-duellist");
    const [marksman] = of("pregen-marksman");
    if (!brawler || !duellist || !marksman) throw new Error(`The fight has only ${all.map(({ key }) => key).join(", ")}.`);
    return { brawler, duellist, marksman, enforcers: of("pregen-enforcer") };
  });

/** The player who owns an actor of the starting world. */
const ownerOf = async ({ actor }: Participant): Promise<HeadlessClient> =>
  (await anna.run((uuid) => game.actors.contents.some((entry) => entry.uuid === uuid && (entry as unknown as { isOwner: boolean }).isOwner), actor)) ? anna : ben;

/** Begins the fight with the first one due on tick 1 and all others later. */
const begin = (first: Participant): Promise<void> =>
  gm.run(async (combatant) => {
    const [combat] = game.combats.contents;
    if (!combat) throw new Error("There is no fight.");
    for (const [index, { id }] of combat.combatants.contents.entries()) await combat.setInitiative(id, id === combatant ? 1 : 5 + index);
    await combat.startCombat();
  }, first.combatant);

/** Every die of this client shows the same: 0.95 is a 1, 0.15 a 9. */
const dice = (client: HeadlessClient, uniform: number): Promise<void> =>
  client.run((value) => {
    CONFIG.Dice.randomUniform = () => value;
  }, uniform);

/** A wish, as a client makes it. @returns id of its message */
const wish = (client: HeadlessClient, op: string, participant: Participant | null, args: object, nonce?: string): Promise<string> =>
  client.run(async (system) => {
    const message = await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, nonce: system.nonce ?? foundry.utils.randomID() } });
    return message?.id ?? "";
  }, { op, participant, args, nonce });

const maneuver = (client: HeadlessClient, { actor }: Participant, key: string): Promise<{ id: string; uuid: string }> =>
  client.run(([uuid, wanted]) => {
    const tokens = game.scenes.contents.flatMap((scene) => scene.tokens.contents);
    const owner = game.actors.contents.find((entry) => entry.uuid === uuid) ?? tokens.find((token) => token.actor?.uuid === uuid)?.actor;
    const item = owner?.items.contents.find(({ system }) => system.key === wanted);
    if (!item) throw new Error(`${owner?.name ?? uuid} has no ${wanted}.`);
    return { id: item.id, uuid: item.uuid };
  }, [actor, key] as const);

async function declare(client: HeadlessClient, who: Participant, key: string, targets: Participant[], nonce?: string): Promise<void> {
  const { uuid } = await maneuver(client, who, key);
  await wish(client, "declare", who, { maneuver: uuid, targets, choices: {}, mode: "public" }, nonce);
}

async function react(client: HeadlessClient, who: Participant, key: string | null): Promise<void> {
  const reaction = key === null ? null : (await maneuver(client, who, key)).id;
  const card = await lastCard(client);
  const target = card.targets.findIndex(({ who: { participant } }) => participant.actor === who.actor);
  await wish(client, "react", who, { exchange: card.id, target, reaction, choices: {} });
}

type Card = MessageLike["system"] & { id: string };

const lastCard = (client: HeadlessClient): Promise<Card> =>
  client.run(() => {
    const message = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
    if (!message) throw new Error("There is no card.");
    return { ...(message.toObject() as MessageLike).system, id: message.id };
  });

const settled = (client: HeadlessClient): Promise<unknown> => client.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

const phase = (client: HeadlessClient, wanted: string): Promise<unknown> =>
  client.until((name) => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.phase === name, wanted);

/**
 * Everything an exchange may change, a digest a document: actors, tokens' own actors, fights. Ids of effects and what every
 * write leaves behind do not count.
 */
const world = (client: HeadlessClient): Promise<Record<string, string>> =>
  client.run(() => {
    const without = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(without);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "_stats").sort().map(([key, inner]) => [key, without(inner)]));
    };
    const digest = (text: string): string => {
      let sum = 7;
      for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4294967291;
      return `${text.length}:${sum}`;
    };
    const actors = [...game.actors.contents, ...game.scenes.contents.flatMap((scene) => scene.tokens.contents.map(({ actor }) => actor))];
    const documents: [string, unknown][] = [
      ...actors.map((actor): [string, unknown] => [actor?.uuid ?? "", actor?.toObject()]),
      ...game.combats.contents.flatMap((combat): [string, unknown][] => [[combat.id, { ...combat.toObject(), combatants: [] }], ...combat.combatants.contents.map((combatant): [string, unknown] => [`${combatant.name} ${combatant.id}`, combatant.toObject()])]),
    ];
    return Object.fromEntries(documents.map(([name, source]) => [name, digest(JSON.stringify(without(source)))]));
  });

const woundsOf = (client: HeadlessClient, { actor }: Participant): Promise<number> =>
  client.run((uuid) => {
    const tokens = game.scenes.contents.flatMap((scene) => scene.tokens.contents);
    const { temporary, normal, mortal } = (game.actors.contents.find((entry) => entry.uuid === uuid) ?? tokens.find((token) => token.actor?.uuid === uuid)?.actor)?.system.wounds ?? { temporary: { value: -1 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } };
    return temporary.value + normal.value + normal.stun + mortal.value;
  }, actor);

const tickOf = (client: HeadlessClient, { combatant }: Participant): Promise<number | null> =>
  client.run((id) => game.combats.contents[0]?.combatants.contents.find((entry) => entry.id === id)?.initiative ?? null, combatant);

describe.each([14, 13] as const)("an exchange on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("L-A01 player against player: declared, answered on the other's own client, applied for all", async () => {
    const { brawler, duellist } = await fighters();
    const attacker = await ownerOf(brawler);
    const defender = await ownerOf(duellist);
    expect(attacker).not.toBe(defender);
    await begin(brawler);
    await dice(gm, 0.95);
    const before = { attacker: await tickOf(gm, brawler), defender: await tickOf(gm, duellist), wounds: await woundsOf(gm, duellist) };

    await declare(attacker, brawler, "unarmed-strike", [duellist]);
    await phase(defender, "answering");
    expect((await lastCard(attacker)).targets[0]?.answer).toEqual({ kind: "pending" });
    expect(await gm.run(() => game.combats.contents[0]?.system.pending)).toBe((await lastCard(gm)).id);

    await react(defender, duellist, "evasion-sidestep");
    await Promise.all(clients.map((client) => phase(client, "applied")));
    const card = await lastCard(attacker);
    expect(card.targets[0]?.answer?.kind).toBe("reaction");
    expect(card.rolls.map(({ id }) => id)).toEqual(expect.arrayContaining(["attack", "reaction:0"]));
    expect(await tickOf(defender, brawler)).toBe((card.ticks?.to ?? 0));
    expect(await tickOf(attacker, duellist)).toBeGreaterThan(before.defender ?? 0);
    expect(await gm.run(() => game.combats.contents[0]?.system.pending)).toBeNull();
    const [gms, ...players] = await Promise.all(clients.map(world));
    for (const seen of players) expect(seen).toEqual(gms);
  });

  test("unlinked copies: only the one that was hit is hurt", async () => {
    const { brawler, enforcers } = await fighters();
    const [first, second] = enforcers;
    if (!first || !second) throw new Error("There are not two copies.");
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    await dice(gm, 0.95);
    await declare(attacker, brawler, "unarmed-martial-strike", [second]);
    await phase(gm, "answering");
    await react(gm, second, null);
    await phase(attacker, "applied");
    expect(await woundsOf(attacker, second)).toBeGreaterThan(0);
    expect(await woundsOf(attacker, first)).toBe(0);
    expect(await gm.run(() => game.actors.contents.map(({ system }) => system.wounds.temporary.value + system.wounds.normal.value + system.wounds.normal.stun))).toSatisfy((all: number[]) => all.every((wounds) => wounds === 0));
  });

  test("undo restores everything exactly, once; redo brings the same dice back", async () => {
    const { brawler, enforcers } = await fighters();
    const [enforcer] = enforcers;
    if (!enforcer) throw new Error("There is no adversary.");
    await begin(brawler);
    await dice(gm, 0.95);
    const before = await world(gm);
    await declare(await ownerOf(brawler), brawler, "unarmed-martial-kick", [enforcer]);
    await phase(gm, "answering");
    await react(gm, enforcer, "unarmed-block");
    await phase(gm, "applied");
    await settled(gm);
    const applied = { world: await world(gm), card: await lastCard(gm) };
    expect(applied.world).not.toEqual(before);

    await gm.reload();
    await wish(gm, "undo", null, { ledger: applied.card.ledger });
    await settled(gm);
    await phase(anna, "undone");
    expect(await world(gm)).toEqual(before);
    await wish(gm, "undo", null, { ledger: applied.card.ledger });
    await settled(gm);
    expect(await world(gm)).toEqual(before);

    await dice(gm, 0.15);
    await wish(gm, "undo", null, { ledger: applied.card.ledger, redo: true });
    await settled(gm);
    expect(await world(gm)).toEqual(applied.world);
    const again = await gm.run((id) => (game.messages.get(id)?.toObject() as MessageLike).system, applied.card.id);
    expect(again.phase).toBe("applied");
    expect(again.rolls).toEqual(applied.card.rolls);
  });

  test("L-A12 the same wish twice is one: resent, doubled, and after a reload of the GM", async () => {
    const { brawler, enforcers } = await fighters();
    const [enforcer] = enforcers;
    if (!enforcer) throw new Error("There is no adversary.");
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    await dice(gm, 0.15);
    await Promise.all([declare(attacker, brawler, "unarmed-strike", [enforcer], "once"), declare(attacker, brawler, "unarmed-strike", [enforcer], "once")]);
    await settled(attacker);
    await gm.reload();
    await declare(attacker, brawler, "unarmed-strike", [enforcer], "once");
    await settled(attacker);
    expect(await gm.run(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").length)).toBe(1);
  });
});

describe("who may do what", () => {
  beforeEach(() => open(14));

  test("with no GM online a wish waits, for its author to see, and is taken up when one comes", async () => {
    const { brawler, enforcers } = await fighters();
    const [enforcer] = enforcers;
    if (!enforcer) throw new Error("There is no adversary.");
    const attacker = await ownerOf(brawler);
    const other = attacker === anna ? ben : anna;
    await begin(brawler);
    await gm.close();
    await attacker.until(() => game.users.activeGM === null);
    await declare(attacker, brawler, "unarmed-strike", [enforcer]);
    const visible = (client: HeadlessClient) => client.run(() => game.messages.contents.filter(({ type }) => type === "intent").map((message) => message.visible));
    expect(await visible(attacker)).toEqual([true]);
    expect((await visible(other)).includes(true)).toBe(false);
    const before = await world(attacker);
    await gm.reload();
    await settled(attacker);
    await phase(attacker, "answering");
    expect(await world(attacker)).not.toEqual(before);
  });

  test("a wish for somebody else, or out of turn, is refused with its reason, and nothing changes", async () => {
    const { brawler, duellist, marksman } = await fighters();
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    const before = await world(gm);
    const cases: [HeadlessClient, Participant, string, string][] = [
      [attacker, duellist, "melee-attack", "FATEWALKER.Intent.NotYours"],
      [attacker, marksman, "ranged-shoot", "FATEWALKER.Intent.NotYours"],
      [await ownerOf(duellist), duellist, "melee-attack", "FATEWALKER.Error."],
    ];
    for (const [client, who, key, reason] of cases) {
      await declare(client, who, key, [brawler]);
      await settled(client);
      const card = await lastCard(client);
      expect(card.phase).toBe("refused");
      expect(card.notice?.key).toContain(reason);
      expect(await client.run((id) => game.messages.get(id)?.visible, card.id)).toBe(true);
      const others = clients.filter((other) => other !== client);
      for (const other of others) expect(await other.run((id) => game.messages.get(id)?.visible ?? false, card.id)).toBe(false);
    }
    expect(await world(gm)).toEqual(before);
  });

  test("a player can neither undo nor resolve, nor answer for others", async () => {
    const { brawler, duellist } = await fighters();
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    await declare(attacker, brawler, "unarmed-strike", [duellist]);
    await phase(attacker, "answering");
    const card = await lastCard(attacker);
    const before = await world(gm);
    await wish(attacker, "react", brawler, { exchange: card.id, target: 0, reaction: null });
    await wish(attacker, "react", null, { exchange: card.id, do: "resolve" });
    await wish(attacker, "undo", null, { ledger: card.ledger });
    await settled(attacker);
    expect(await gm.run((id) => game.messages.get(id)?.system.phase, card.id)).toBe("answering");
    expect(await world(gm)).toEqual(before);
  });

  test("two GMs settle a wish once", async () => {
    const assistant = await shared.join("assistant");
    clients.push(assistant);
    const { brawler, enforcers } = await fighters();
    const [enforcer] = enforcers;
    if (!enforcer) throw new Error("There is no adversary.");
    await begin(brawler);
    await dice(gm, 0.15);
    await dice(assistant, 0.15);
    await declare(await ownerOf(brawler), brawler, "unarmed-strike", [enforcer]);
    await phase(gm, "answering");
    await wish(assistant, "react", null, { exchange: (await lastCard(assistant)).id, do: "resolve" });
    await phase(assistant, "applied");
    expect(await gm.run(() => game.messages.contents.filter(({ type }) => type === "exchange").length)).toBe(1);
    expect(await gm.run(() => game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").length)).toBe(1);
  });
});

describe("who may still answer", () => {
  beforeEach(() => open(14));

  test("the dying are asked, the unconscious and the surprised are not", async () => {
    const { brawler, enforcers } = await fighters();
    const [first, second] = enforcers;
    if (!first || !second) throw new Error("There are not two copies.");
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    await dice(gm, 0.95);
    const setStatus = (who: Participant, status: string): Promise<unknown> =>
      gm.run(async ([uuid, id]) => {
        const token = game.scenes.contents.flatMap((scene) => scene.tokens.contents).find(({ actor }) => actor?.uuid === uuid);
        await (token?.actor as unknown as { toggleStatusEffect(id: string, options: object): Promise<unknown> }).toggleStatusEffect(id, { active: true });
        return true;
      }, [who.actor, status] as const);
    await setStatus(first, "dying");
    await declare(attacker, brawler, "unarmed-strike", [first]);
    await phase(gm, "answering");
    expect((await lastCard(gm)).targets[0]?.answer).toEqual({ kind: "pending" });
    await wish(gm, "react", null, { exchange: (await lastCard(gm)).id, do: "cancel" });
    await phase(gm, "refused");
    for (const status of ["unconscious", "surprised"]) {
      await setStatus(second, status);
      await gm.run((combatant) => game.combats.contents[0]?.setInitiative(combatant ?? "", 1), brawler.combatant);
      await declare(attacker, brawler, "unarmed-strike", [second]);
      await settled(attacker);
      const card = await lastCard(gm);
      expect([card.phase, card.targets[0]?.answer]).toEqual(["applied", { kind: "unaware" }]);
    }
  });
});

describe("a commit that broke off", () => {
  beforeEach(() => open(13));

  test("is finished when the GM's client starts anew, once", async () => {
    const { brawler } = await fighters();
    const ledger = await gm.run(async (actor) => {
      const before = game.actors.contents.find(({ uuid }) => uuid === actor)?.system.wounds.normal.value ?? -1;
      const documents = [{ uuid: actor, action: "update", patches: [{ path: "system.wounds.normal.value", before, after: before + 2 }] }];
      const system = { state: "applying", kind: "exchange", combat: null, exchange: null, documents, record: null };
      return (await ChatMessage.implementation.create({ type: "ledger", content: "", system }))?.id ?? "";
    }, brawler.actor);
    expect(await woundsOf(gm, brawler)).toBe(0);
    for (let start = 0; start < 2; start += 1) {
      await gm.reload();
      await gm.until((id) => game.messages.get(id)?.system.state === "applied", ledger);
      expect(await woundsOf(anna, brawler)).toBe(2);
    }
  });

  test("and cannot be finished keeps nobody else's wish waiting", async () => {
    const { brawler, enforcers } = await fighters();
    const attacker = await ownerOf(brawler);
    await begin(brawler);
    await gm.run(async (actor) => {
      const before = game.actors.contents.find(({ uuid }) => uuid === actor)?.name;
      // An actor without a name is refused.
      const documents = [{ uuid: actor, action: "update", patches: [{ path: "name", before, after: "" }] }];
      await ChatMessage.implementation.create({ type: "ledger", content: "", system: { state: "applying", kind: "exchange", combat: null, exchange: null, documents, record: null } });
    }, brawler.actor);
    await gm.close();
    await attacker.until(() => game.users.activeGM === null);
    await declare(attacker, brawler, "unarmed-strike", enforcers.slice(0, 1));
    await gm.reload();
    await settled(attacker);
    await phase(attacker, "answering");
    // Whoever comes or goes has it tried again: of the next test it shall be no more.
    await gm.run(async () => { for (const message of game.messages.contents.filter(({ type, system }) => type === "ledger" && system.state === "applying")) await message.delete(); });
    await table.expectProblem(/name/);
  });
});

describe("secrecy", () => {
  beforeEach(() => open(14));

  test("the card that everyone gets carries no numbers of a GM's creature; the ledger is the GMs'", async () => {
    const { brawler, enforcers } = await fighters();
    const [enforcer] = enforcers;
    if (!enforcer) throw new Error("There is no adversary.");
    await begin(brawler);
    await dice(gm, 0.95);
    await declare(await ownerOf(brawler), brawler, "unarmed-martial-strike", [enforcer]);
    await phase(gm, "answering");
    await react(gm, enforcer, "unarmed-block");
    await phase(anna, "applied");
    const card = await lastCard(anna);
    const theirs = card.rolls.filter(({ roller }) => roller === 0);
    expect(theirs.length).toBeGreaterThan(0);
    for (const roll of theirs) expect([roll.tn, roll.woundedTn, roll.dice.some(({ wounded }) => wounded)]).toEqual([null, null, false]);
    const kinds = card.targets[0]?.steps.map(({ kind }) => kind) ?? [];
    expect(kinds).not.toContain("wounds");
    expect(kinds).not.toContain("deflect");
    expect(kinds).not.toContain("absorb");
    const whole = await gm.run((id) => {
      const { record } = game.messages.get(id)?.system ?? { record: null };
      return { phase: record?.phase, kinds: record?.targets[0]?.steps.map(({ kind }) => kind) ?? [] };
    }, card.ledger ?? "");
    expect(whole.phase).toBe("applied");
    expect(whole.kinds.length).toBeGreaterThan(kinds.length);
    const ledger = await anna.run((id) => { const message = game.messages.get(id); return { visible: message?.visible, whisper: message?.whisper }; }, card.ledger ?? "");
    expect(ledger.visible).toBe(false);
    expect(ledger.whisper).not.toEqual([]);
  });
});
