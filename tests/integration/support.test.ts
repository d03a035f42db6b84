import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { startHeadlessTable, type HeadlessTable } from "../table/client/headless-table";
import { DIST } from "./fight-table";

/* A support roll beside a check: rolled first, paid by the GM's client, counted only once it is paid, taken back as one (core rules, Dice; R268). */

interface ActorLike {
  id: string;
  name: string;
  type: string;
  isOwner: boolean;
  hasPlayerOwner: boolean;
  system: { will: { spent: number } };
  items: { contents: { id: string; type: string; system: { key: string } }[] };
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}
interface MessageLike {
  id: string;
  type: string;
  rolls: { faces: number[] }[];
  flags: { fatewalker?: { request?: { results: Record<string, { successes: number | null }> }; asked?: { request: string } } };
  system: {
    phase?: string;
    ledger?: string;
    notice?: { key: string } | null;
    support?: { key: string; name: string; pool: { normal: number; tn: number } } | null;
    supportPayment?: { paid: boolean; refusal: { key: string } | null } | null;
    payment?: { paid: boolean } | null;
  };
  update(changes: object): Promise<unknown>;
  toObject(): { rolls: unknown[]; system: object };
}
declare const game: {
  actors: { getName(name: string): ActorLike | undefined; contents: ActorLike[] };
  messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  system: { api: {
    rollCheck(check: object, options: object): Promise<MessageLike | null>;
    requestRoll(asked: object): Promise<MessageLike | null>;
    answerRequest(id: string, index: number, options: object): Promise<MessageLike | null>;
  } };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const foundry: { utils: { randomID(): string } };

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let hers: string;

/** Vigor 1, Stamina 2 with the leaf Running 1, so TN 4; Agility 1. Two dice of Prowess and three of Will. */
const BODY = {
  attributes: { prowess: { value: 2 } },
  will: { rating: 3, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 },
  wounds: { temporary: { value: 0 }, normal: { value: 0, stun: 0 }, mortal: { value: 0 } },
  skills: { vigor: { value: 1, branches: { stamina: { value: 2, leaves: { running: { name: "Running", value: 1 } } }, agility: { value: 1 } } } },
};
const CHECK = { attribute: "prowess", skill: "agility" };

/** The character as above, with these powers and nothing else of the kind. */
const fresh = (powers: readonly string[] = [], will: object = {}): Promise<void> => gm.run(async ([name, wanted, body]) => {
  const actor = game.actors.getName(name);
  await actor?.update({ system: body });
  const own = actor?.items.contents.filter(({ type }) => type === "power").map(({ id }) => id) ?? [];
  await actor?.deleteEmbeddedDocuments("Item", own);
  const documents = (await game.packs.get("fatewalker.powers")?.getDocuments()) ?? [];
  await actor?.createEmbeddedDocuments("Item", documents.filter(({ system }) => wanted.includes(system.key)).map((document) => document.toObject()));
}, [hers, powers, { ...BODY, will: { ...BODY.will, ...will } }] as const);

/** The GM asks her for the check: what it comes to is then told to everybody. @returns the request */
const ask = async (): Promise<string> => {
  const request = await gm.run(async ([name, check]) => (await game.system.api.requestRoll({ actors: [game.actors.getName(name)], check }))?.id ?? "", [hers, CHECK] as const);
  await anna.until((id) => game.messages.get(id) !== undefined, request);
  return request;
};

/** Rolls on her own client with dice that fall as given: those of the support first. @returns the message, or the key of the refusal */
const roll = async (support: string | null, ...faces: number[]): Promise<string> => {
  const id = await anna.run(async ([request, key, wanted]) => {
    const rest = [...wanted];
    CONFIG.Dice.randomUniform = () => {
      const face = (rest.length > 1 ? rest.shift() : rest[0]) ?? 9;
      return 1 - ((face === 0 ? 10 : face) - 0.5) / 10;
    };
    try {
      return (await game.system.api.answerRequest(request, 0, { fast: true, support: key }))?.id ?? "";
    } catch (error) {
      return (error as { key?: string }).key ?? String(error);
    }
  }, [await ask(), support, faces] as const);
  await settled();
  return id;
};

/** A check as her client could send it, every die of it a 1, with a claim in it and the wish to pay for it. */
const claim = async (system: object, power: string | null = null): Promise<string> => {
  const id = await anna.run(async ([name, check, request, claimed, key]) => {
    const actor = game.actors.getName(name);
    CONFIG.Dice.randomUniform = () => 0.95;
    const source = (await game.system.api.rollCheck(check, { actor, fast: true }))?.toObject();
    const message = (await ChatMessage.implementation.create({
      ...source, _id: null, rolls: [...(source?.rolls ?? []), ...(source?.rolls ?? [])], system: { ...source?.system, ...claimed }, flags: { fatewalker: { asked: { request, index: 0 } } },
    })) as MessageLike;
    const item = actor?.items.contents.find((entry) => entry.system.key === key)?.id;
    await ChatMessage.implementation.create({ type: "intent", content: "", system: {
      op: "spend", participant: { actor: `Actor.${actor?.id}`, token: null, combatant: null }, nonce: foundry.utils.randomID(),
      args: { check: message.id, power: item === undefined ? null : { item, units: 1, named: null, options: [] }, mode: "public" },
    } });
    return message.id;
  }, [hers, CHECK, await ask(), system, power] as const);
  await settled();
  return id;
};
const RUNNING = { key: "stamina:running", name: "Running", pool: { normal: 2, wounded: 0, tn: 2, woundedTn: 1 } };

const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

interface Seen {
  /** What the request says of it; null while nothing is noted. */
  successes: number | null;
  paid: boolean | null;
  refusal: string | null;
  support: number[];
  main: number[];
}

/** What a client knows of a check. */
const seen = (client: HeadlessClient, id: string): Promise<Seen> => client.run((wanted) => {
  const message = game.messages.get(wanted);
  const payment = message?.system.supportPayment ?? null;
  return {
    successes: game.messages.get(message?.flags.fatewalker?.asked?.request ?? "")?.flags.fatewalker?.request?.results["0"]?.successes ?? null,
    paid: payment?.paid ?? null, refusal: payment?.refusal?.key ?? null,
    support: message?.rolls.slice(1).at(-1)?.faces ?? [], main: message?.rolls[0]?.faces ?? [],
  };
}, id);
/** Both clients come to know the same. */
const both = async (id: string, wanted: Partial<Seen>): Promise<void> => {
  for (const client of [gm, anna]) await expect.poll(() => seen(client, id)).toMatchObject(wanted);
};
const will = (): Promise<number> => gm.run((name) => game.actors.getName(name)?.system.will.spent ?? -1, hers);
const wish = async (op: string, args: object): Promise<void> => {
  await gm.run(async (system) => {
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { ...system, participant: null, nonce: foundry.utils.randomID() } });
  }, { op, args });
  await settled();
};
const lastCard = (): Promise<{ phase: string; key: string; ledger: string }> => gm.run(() => {
  const { phase = "", notice, ledger = "" } = game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system ?? {};
  return { phase, key: notice?.key ?? "", ledger };
});
describe.each([14, 13] as const)("support rolls, generation %i", (generation) => {
  beforeAll(async () => {
    table = await startHeadlessTable({ distDir: DIST, generation });
    gm = await table.join("gamemaster");
    anna = await table.join("anna");
    hers = await anna.run(() => game.actors.contents.find(({ type, hasPlayerOwner, isOwner }) => type === "character" && hasPlayerOwner && isOwner)?.name ?? "");
  });
  beforeEach(() => fresh());
  afterAll(() => table.close());

  test("it falls first, costs one Will, counts once for everybody, and its undo gives the Will back", async () => {
    const id = await roll("stamina:running", 3, 9, 1, 9);
    await both(id, { successes: 2, paid: true, support: [3, 9], main: [1, 9] });
    expect(await will()).toBe(1);
    const { key, ledger } = await lastCard();
    expect(key).toBe("FATEWALKER.PowerUse.Supported");
    // A wish that comes twice takes nothing more.
    await anna.run(async ([name, check]) => {
      const actor = game.actors.getName(name);
      await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "spend", participant: { actor: `Actor.${actor?.id}`, token: null, combatant: null }, args: { check, power: null, mode: "public" }, nonce: foundry.utils.randomID() } });
    }, [hers, id] as const);
    await settled();
    expect([await will(), (await seen(gm, id)).successes]).toEqual([1, 2]);
    await wish("undo", { ledger });
    await both(id, { successes: 1, paid: null });
    expect(await will()).toBe(0);
  });

  test("a failure takes its degree away, and without support nothing is paid", async () => {
    // TN 4: the lowest of 5 and 9 fails by one.
    const id = await roll("stamina:running", 5, 9, 1, 1);
    await both(id, { successes: 1, paid: true });
    const alone = await roll(null, 1, 1);
    await both(alone, { successes: 2, paid: null, support: [] });
    expect(await will()).toBe(1);
  });

  test("a branch supports with Discipline alone, and never the one that is rolled", async () => {
    expect(await roll("stamina", 1)).toBe("FATEWALKER.Error.SupportNeedsLeaf");
    await fresh(["power-fate-maker-discipline"]);
    await anna.until((name) => game.actors.getName(name)?.items.contents.some(({ system }) => system.key === "power-fate-maker-discipline") === true, hers);
    // Stamina by itself is TN 3: a 4 is no success any more.
    const id = await roll("stamina", 3, 4, 1, 9);
    await both(id, { successes: 2, paid: true });
    expect(await roll("agility", 1)).toBe("FATEWALKER.Error.NoSuchSupport");
  });

  test("without Will it is not rolled; Will that goes in the meantime leaves the main roll as it stands, with the reason", async () => {
    await fresh([], { spent: 3 });
    await anna.until((name) => game.actors.getName(name)?.system.will.spent === 3, hers);
    expect(await roll("stamina:running", 1)).toBe("FATEWALKER.Error.NotEnoughWill");
    const id = await claim({ support: RUNNING });
    await both(id, { successes: 2, paid: false, refusal: "FATEWALKER.Error.NotEnoughWill", support: [1, 1] });
    expect([await will(), (await lastCard()).phase]).toEqual([3, "refused"]);
  });

  test("dice and skills that nobody has are no support, and a player does not pay with a word", async () => {
    for (const [support, reason] of [
      [{ ...RUNNING, key: "stamina:flying" }, "FATEWALKER.Error.NoSuchSupport"],
      [{ ...RUNNING, key: "stamina" }, "FATEWALKER.Error.SupportNeedsLeaf"],
      [{ ...RUNNING, pool: { ...RUNNING.pool, tn: 8 } }, "FATEWALKER.Error.NoSuchSupport"],
    ] as const) await both(await claim({ support }), { successes: 2, paid: false, refusal: reason });
    expect(await will()).toBe(0);
    const mine = await roll("stamina:running", 1);
    await wish("undo", { ledger: (await lastCard()).ledger });
    await anna.run(async (id) => { await game.messages.get(id)?.update({ system: { supportPayment: { paid: true, refusal: null } } }).catch(() => null); }, mine);
    await both(mine, { successes: 2, paid: null });
  });

  test("a power and a support roll are paid as one; with one point for two the power is, and the support says why not", async () => {
    await fresh(["power-will-driven"], { spent: 2 });
    const driven = { key: "power-power-will-driven", source: "power", label: "FATEWALKER.Power.Modifier", data: { name: "Driven" }, value: 2, enabled: true, optional: true, cost: { will: 1 } };
    const both = { modifiers: [driven], unpaid: { normal: 0, wounded: 0, tn: 2, woundedTn: 1 }, support: RUNNING };
    const id = await claim(both, "power-will-driven");
    const state = await gm.run((wanted) => { const { payment, supportPayment } = game.messages.get(wanted)?.system ?? {}; return [payment?.paid, supportPayment?.paid]; }, id);
    expect([state, await will(), (await seen(gm, id)).successes]).toEqual([[true, false], 3, 2]);
    await fresh(["power-will-driven"], { spent: 1 });
    const rich = await claim(both, "power-will-driven");
    expect([await will(), await seen(gm, rich)]).toMatchObject([3, { successes: 4, paid: true }]);
    await wish("undo", { ledger: (await lastCard()).ledger });
    expect([await will(), await seen(gm, rich)]).toMatchObject([1, { successes: 0, paid: null }]);
  });
});
