import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { GENERATIONS } from "./fight-table";
import { Play } from "./play";
import { SharedTable } from "./shared-table";
import { differences } from "./soak/compare";
import type { Participant, SoakGlobals } from "./soak/globals";

declare const game: SoakGlobals["game"] & { system: { api: { fightText(combat: unknown): string } } };
declare const Hooks: { on(name: string, heard: () => void): void };

const shared = new SharedTable("anna", "ben");
let play: Play;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let attacker: HeadlessClient;

async function open(generation: 13 | 14): Promise<void> {
  play = await Play.at(shared, generation);
  brawler = await play.who("pregen-brawler");
  duellist = await play.who("pregen-duellist");
  enforcer = await play.who("pregen-enforcer");
  attacker = await play.ownerOf(brawler);
  await play.gm.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null));
}

/** One exchange between two players, to its end. */
async function exchange(): Promise<void> {
  await play.dice(0.95);
  await play.declare(attacker, brawler, (await play.maneuver(brawler, "unarmed-strike")).uuid, [duellist]);
  await play.phase(play.gm, "answering");
  await play.react(await play.ownerOf(duellist), duellist, (await play.maneuver(duellist, "evasion-sidestep")).id);
  await play.phase(play.gm, "applied");
  await play.settled();
}

const press = async (button: "nextTurn" | "previousTurn"): Promise<void> => {
  await play.gm.run((name) => game.combats.contents[0]?.[name]().then(() => null), button);
  await play.settled();
};

const turn = async (args: object): Promise<void> => {
  await play.wish(play.gm, "undo", null, args);
  await play.settled();
};

const states = async (): Promise<string[]> => (await play.ledgers()).filter(({ serial }) => serial > 0).map(({ kind, state }) => `${kind} ${state}`);
const text = (client: HeadlessClient): Promise<string> => client.run(() => game.system.api.fightText(game.combats.contents[0]));
const refusals = (client: HeadlessClient): Promise<string[]> => client.run(() => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase === "refused").map((message) => JSON.stringify((message.toObject() as { system: { notice: unknown } }).system.notice)));

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

describe.each(GENERATIONS)("the steps of a fight on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("L-A14 any number of steps back and forward, with the dice that were thrown and no event twice; cards say so in both directions", async () => {
    const start = await play.world();
    await play.begin(brawler);
    await play.gm.run(() => {
      const told = { fired: 0, turns: 0 };
      Object.assign(globalThis, { told });
      Hooks.on("fatewalker.clockEvent", () => { told.fired += 1; });
      Hooks.on("fatewalker.turnStart", () => { told.turns += 1; });
    });
    const told = (): Promise<object> => play.gm.run(() => ({ ...(globalThis as unknown as { told: object }).told }));
    await turn({});
    await play.wish(play.gm, "advance", null, { combat: await play.gm.run(() => game.combats.contents[0]?.id), kind: "schedule", operations: [{ kind: "schedule", eventId: "gong", event: { tick: 2, every: null, left: null, kind: "note", target: null, data: { text: "Gong", public: true } } }] });
    await exchange();
    await press("nextTurn");
    const end = await play.world();
    const card = await play.card();
    const before = await told();
    expect(before).toMatchObject({ fired: 1 });

    const steps = (await play.ledgers()).filter(({ serial }) => serial > 0);
    const [first] = steps;
    await turn({ back: first?.id });
    expect((await states()).filter((state) => state.endsWith("applied"))).toHaveLength(1);
    expect((await play.card()).phase).toBe("undone");
    await turn({ ledger: first?.id });
    expect(differences(await play.world(), start)).toEqual([]);

    await play.dice(0.15);
    await turn({ forward: steps.at(-1)?.id });
    expect(differences(await play.world(), end)).toEqual([]);
    expect(await play.card()).toEqual(card);
    expect(await told()).toEqual(before);
  });

  test("a step that was taken back keeps its own time in the log", async () => {
    await play.begin(brawler);
    for (let turns = 0; turns < 3; turns += 1) await press("nextTurn");
    await exchange();
    await press("nextTurn");
    /** `[ 3 → 8, 1.5 s ]` of each line. */
    const times = async (): Promise<string[]> => (await text(play.gm)).split("\n").slice(2).filter((line) => line !== "").map((line) => line.split("  ")[0] ?? "");
    const before = await times();
    expect(new Set(before).size).toBeGreaterThan(1);
    const steps = (await play.ledgers()).filter(({ serial }) => serial > 0);
    for (const place of [2, 0, 1]) {
      await turn({ [place === 1 ? "forward" : "back"]: steps[place]?.id });
      expect(await times(), `from step ${String(place)} on`).toEqual(before);
    }
  });

  test("what is committed after an undo drops its redo for good, and redo goes in order", async () => {
    await play.begin(brawler);
    await exchange();
    await press("nextTurn");
    const [, , last] = (await play.ledgers()).filter(({ kind }) => ["begin", "exchange", "advance"].includes(kind));
    const { ledger } = await play.card();
    await press("previousTurn");
    await press("previousTurn");
    await turn({ ledger: last?.id, redo: true });
    expect((await refusals(play.gm)).join()).toContain("EarlierFirst");
    await play.wish(attacker, "hold", brawler, {});
    await play.settled();
    await press("previousTurn");
    await turn({ ledger, redo: true });
    expect((await refusals(play.gm)).join()).toContain("NotRedoable");
    expect((await play.card()).phase).toBe("undone");
    await turn({ ledger: (await play.ledgers()).find(({ kind }) => kind === "hold")?.id, redo: true });
    expect((await states()).at(-1)).toBe("hold applied");
  });

  test("steps whose record was deleted with the chat are told as such, bar the way back, and lose nothing", async () => {
    await play.begin(brawler);
    await exchange();
    await press("nextTurn");
    const before = await play.world();
    const { ledger, id } = await play.card();
    await play.gm.run((ids) => Promise.all(game.messages.contents.filter((message) => ids.includes(message.id)).map((message) => (message as unknown as { delete(): Promise<unknown> }).delete())).then(() => null), [ledger ?? "", id]);
    expect(await text(play.gm)).toMatch(/Exchange.*cannot be taken back/);
    const [first] = (await play.ledgers()).filter(({ serial }) => serial > 0);
    await turn({ back: first?.id });
    expect((await refusals(play.gm)).join()).toContain("LedgerGone");
    expect(differences(await play.world(), before)).toEqual([]);
    await press("previousTurn");
    await press("previousTurn");
    expect((await states()).at(-1)).toBe("advance undone");
  });
});

describe("a player", () => {
  beforeEach(() => open(14));

  const ask = async (ledger: string | undefined): Promise<void> => {
    await play.wish(attacker, "undo", null, { ledger });
  };
  const requests = (client: HeadlessClient): Promise<{ id: string; visible: boolean }[]> =>
    client.run(() => game.messages.contents.filter(({ type }) => type === "intent").map((message) => ({ id: message.id, visible: (message as unknown as { visible: boolean }).visible })));
  const request = (client: HeadlessClient): Promise<string> => client.until(() => game.messages.contents.find(({ type, system }) => type === "intent" && system.op === "undo")?.id ?? "");

  test("asks the last step of his own back: the GM takes it back, with what came after, or lets it stand and says why", async () => {
    await play.begin(brawler);
    const before = await play.world();
    await play.wish(attacker, "hold", brawler, {});
    await play.settled();
    const held = await play.world();
    const hold = (await play.ledgers()).find(({ kind }) => kind === "hold")?.id;
    await ask(hold);
    await play.gm.reload();
    await play.wish(play.gm, "undo", null, { refuse: await request(play.gm), reason: "It was a good idea" });
    await play.settled();
    await attacker.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
    expect((await refusals(attacker)).join()).toContain("It was a good idea");
    expect(differences(await play.world(), held)).toEqual([]);

    await press("nextTurn");
    await ask(hold);
    expect(await requests(play.gm)).toEqual([{ id: await request(play.gm), visible: true }]);
    const [other] = play.players.filter((client) => client !== attacker);
    expect(await other?.run(() => game.messages.contents.filter(({ type }) => type === "intent").map((message) => (message as unknown as { visible: boolean }).visible))).not.toContain(true);
    await play.wish(play.gm, "undo", null, { accept: await request(play.gm) });
    await play.settled();
    expect(differences(await play.world(), before)).toEqual([]);
    expect(await requests(play.gm)).toEqual([]);
  });

  test("is refused what is not the last step of his own, and cannot decide himself", async () => {
    await play.begin(brawler);
    const [begun] = (await play.ledgers()).filter(({ kind }) => kind === "begin");
    await play.wish(attacker, "hold", brawler, {});
    await play.settled();
    const held = await play.world();
    await ask(begun?.id);
    await attacker.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
    expect((await refusals(attacker)).join()).toContain("NotYourLast");
    const hold = (await play.ledgers()).find(({ kind }) => kind === "hold")?.id;
    await ask(hold);
    await play.wish(attacker, "undo", null, { accept: await request(attacker), ledger: "nothing" });
    await attacker.until(() => game.messages.contents.filter(({ type }) => type === "intent").length === 1);
    expect(differences(await play.world(), held)).toEqual([]);
  });

  test("with no GM waits, visibly, and is asked about when one comes", async () => {
    await play.begin(brawler);
    await play.wish(attacker, "hold", brawler, {});
    await play.settled();
    const hold = (await play.ledgers()).find(({ kind }) => kind === "hold")?.id;
    await play.gm.close();
    await attacker.until(() => game.users.activeGM === null);
    await ask(hold);
    expect((await requests(attacker)).map(({ visible }) => visible)).toEqual([true]);
    await play.gm.reload();
    expect((await requests(play.gm)).map(({ visible }) => visible)).toEqual([true]);
  });

  test("reads the log in words, without hidden combatants and what the GM puts on the clock", async () => {
    await play.begin(brawler);
    await play.gm.run(async (id) => {
      const combatant = game.combats.contents[0]?.combatants.get(id ?? "");
      await combatant?.update({ hidden: true, name: "The Ambusher" });
      await game.combats.contents[0]?.setInitiative(id ?? "", 9);
    }, enforcer.combatant);
    await play.wish(play.gm, "advance", null, { combat: await play.gm.run(() => game.combats.contents[0]?.id), kind: "schedule", operations: [{ kind: "schedule", eventId: "secret", event: { tick: 20, every: null, left: null, kind: "reinforcements", target: null, data: { text: "Secret", public: false } } }] });
    await exchange();
    const [gms, theirs] = [await text(play.gm), await text(attacker)];
    expect(gms).toContain("The Ambusher: Moved on the clock");
    expect(gms).toContain("Put on the clock");
    expect(theirs).not.toContain("Ambusher");
    expect(theirs).not.toContain("Put on the clock");
    expect(theirs).toMatch(/Tick 1 \(0\.5 s\) {2}.+: .*Strike.* at .+ — .+/);
    await expect(attacker.run(() => game.system.api.fightLog(game.combats.contents[0] as never))).rejects.toThrow();

    // Who has left hidden stays so; who was seen to leave is read of by the name that everybody knows.
    const remove = (who: Participant): Promise<unknown> => play.gm.run((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.delete().then(() => null), who.combatant);
    await play.gm.run((id) => game.combats.contents[0]?.setInitiative(id ?? "", 40), duellist.combatant);
    await expect.poll(() => text(attacker)).toContain("Moved on the clock");
    const moved = (await text(attacker)).split("\n").filter((line) => line.includes("Moved on the clock"));
    expect(moved.at(-1)).toContain("Isaura");
    await remove(enforcer);
    await remove(duellist);
    await attacker.until(([one, other]) => [one, other].every((id) => game.combats.contents[0]?.combatants.get(id ?? "") === undefined), [enforcer.combatant, duellist.combatant] as const);
    await expect.poll(async () => (await text(attacker)).split("\n").filter((line) => line.includes("Moved on the clock"))).toEqual(moved);
    expect(await text(play.gm)).toContain("Put on the clock");
    await expect.poll(async () => (await text(attacker)).split("\n").filter((line) => line.includes(" at "))).toHaveLength(1);
    // Who is brought back has not left.
    const left = (): Promise<string[]> => play.gm.run(() => Object.keys((game.combats.contents[0] as unknown as { flags: { fatewalker?: { left?: object } } }).flags.fatewalker?.left ?? {}));
    expect(await left()).toEqual([duellist.combatant]);
    await play.gm.run(async (id) => { await (game.combats.contents[0] as unknown as { createEmbeddedDocuments(name: string, sources: object[], options: object): Promise<unknown> }).createEmbeddedDocuments("Combatant", [{ _id: id, name: "Isaura" }], { keepId: true }); }, duellist.combatant);
    await expect.poll(left).toEqual([]);
  });
});

describe.each(GENERATIONS)("what takes the place of something else on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("an event under the id of another keeps nothing of that, and each goes back to what was there", async () => {
    await play.begin(brawler);
    const combat = await play.gm.run(() => game.combats.contents[0]?.id ?? "");
    const events = (): Promise<unknown> => play.gm.run(() => JSON.parse(JSON.stringify(game.combats.contents[0]?.system.schedule)) as unknown);
    const schedule = async (kind: string, data: object): Promise<unknown> => {
      await play.wish(play.gm, "advance", null, { combat, kind: "schedule", operations: [{ kind: "schedule", eventId: "event1", event: { tick: 9, every: null, left: null, target: brawler.combatant, kind, data } }] });
      await play.settled();
      return events();
    };
    const empty = await events();
    const reinforcements = await schedule("reinforcements", { text: "Somebody", public: true });
    expect(reinforcements).toMatchObject({ event1: { data: { text: "Somebody", public: true } } });
    const fire = await schedule("damage", { damage: "1", text: "Fire", armor: false }) as { event1: { data: object } };
    expect(fire.event1.data).toEqual({ damage: "1", text: "Fire", armor: false });
    await press("previousTurn");
    expect(await events()).toEqual(reinforcements);
    await press("previousTurn");
    expect(await events()).toEqual(empty);
  });
});

describe("somebody who is asked and goes", () => {
  beforeEach(() => open(14));

  test.each(["token", "combatant"] as const)("the %s deleted: the exchange goes on without an answer", async (what) => {
    await play.begin(brawler);
    await play.dice(0.95);
    await play.declare(attacker, brawler, (await play.maneuver(brawler, "unarmed-strike")).uuid, [enforcer]);
    await play.phase(play.gm, "answering");
    await play.gm.run(async ([kind, id]) => {
      const combatant = game.combats.contents[0]?.combatants.get(id ?? "") as unknown as { delete(): Promise<unknown>; token: { delete(): Promise<unknown> } };
      await (kind === "token" ? combatant.token : combatant).delete();
    }, [what, enforcer.combatant] as const);
    await play.phase(attacker, "applied");
    expect(await play.gm.run(() => game.combats.contents[0]?.system.pending)).toBeNull();
  });

  test("the token deleted and its combatant left there: nobody fights on as the actor of all copies; a character does without a token", async () => {
    await play.begin(brawler);
    const actors = (client: HeadlessClient): Promise<(string | null)[]> =>
      client.run((ids) => ids.map((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.actor?.uuid ?? null), [enforcer.combatant, duellist.combatant]);
    expect(await actors(attacker)).toEqual([enforcer.actor, duellist.actor]);
    for (const { combatant } of [enforcer, duellist]) await play.gm.run((id) => game.combats.contents[0]?.combatants.get(id ?? "")?.token?.delete().then(() => null), combatant);
    for (const client of [play.gm, attacker]) await expect.poll(() => actors(client)).toEqual([null, duellist.actor]);
  });

  test("the card deleted: the fight waits no longer, and who still answers is told", async () => {
    await play.begin(brawler);
    await play.declare(attacker, brawler, (await play.maneuver(brawler, "unarmed-strike")).uuid, [duellist]);
    await play.phase(play.gm, "answering");
    const { id } = await play.card();
    await play.gm.run((card) => (game.messages.contents.find((message) => message.id === card) as unknown as { delete(): Promise<unknown> }).delete().then(() => null), id);
    await play.gm.until(() => game.combats.contents[0]?.system.pending === null);
    const defender = await play.ownerOf(duellist);
    await play.wish(defender, "react", duellist, { exchange: id, target: 0, reaction: null, choices: {} });
    await defender.until(() => game.messages.contents.some(({ type, system }) => type === "exchange" && system.phase === "refused"));
    expect((await play.ledgers()).filter(({ state }) => state === "applying")).toEqual([]);
  });
});
