import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, clock, dice, GENERATIONS, idOf, itemOf, learn, openExchanges, react, refusals, secret, settled, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { CutOff } from "./cut-off";
import { openFour, type Four } from "./four-fighters";
import { SharedTable } from "./shared-table";

/* Those who are due on the same tick with the same Awareness declare in secret, and all of it happens at once. */

declare const game: TableGlobals;

let gm: HeadlessClient;
let table: Four["table"];
let clients: HeadlessClient[];
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let marksman: Participant;
/** The clients of the two players' characters. */
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

const shared = new SharedTable("anna", "ben");
const FULL = process.env["FULL"] === "1";

async function open(generation: 13 | 14): Promise<void> {
  ({ table, gm, clients, brawler, duellist, enforcer, marksman, ofBrawler, ofDuellist } = await openFour(shared, generation));
}

afterEach(async ({ task }) => {
  expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
});
afterAll(() => shared.close());

/** Brawler, duellist and enforcer act at the same moment on tick 1. */
const together = (): Promise<void> => begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(enforcer)]: 1 }, { [idOf(brawler)]: 6, [idOf(duellist)]: 6, [idOf(enforcer)]: 6 });
const phases = async (client: HeadlessClient): Promise<string[]> => (await cards(client)).map(({ phase }) => phase);
/** Everything that a client knows of messages and fights, as text. */
const knows = (client: HeadlessClient): Promise<string> => client.run(() => JSON.stringify([game.messages.contents.map((message) => message.toObject()), game.combats.contents.map((combat) => combat.toObject())]));

describe.each(GENERATIONS)("a simultaneous group on V%i", (generation) => {
  beforeEach(() => open(generation));

  test("R020 R021 nobody's declaration is anywhere but with its author until all are in; then all happen at once, and a wound of the same moment hinders nobody", async () => {
    await together();
    const strike = await itemOf(gm, brawler, "unarmed-strike");
    await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
    await settled(gm);
    await use(ofDuellist, duellist, "unarmed-strike", [brawler]);
    await settled(gm);
    const ids = [idOf(brawler), idOf(duellist)].sort();
    for (const client of clients) await expect.poll(() => secret(client)).toMatchObject({ phase: "sealing", sealed: ids, shown: 0 });
    // Neither the maneuver nor the target is on any other client.
    for (const client of clients) expect((await knows(client)).split(strike.uuid).length - 1).toBe(0);
    expect(await cards(gm)).toEqual([]);
    expect((await clock(gm)).tick).toBe(1);
    await use(gm, enforcer, "common-hold-action");
    for (const client of clients) await expect.poll(() => phases(client)).toEqual(["applied", "applied"]);
    const done = await cards(gm);
    expect(new Set(done.map(({ by }) => by))).toEqual(new Set([idOf(brawler), idOf(duellist)]));
    // Members of the group are not asked, and both blows have landed with dice that no wound has touched.
    expect(done.map(({ answers }) => answers)).toEqual([["none"], ["none"]]);
    expect(done.map(({ outcomes }) => outcomes[0])).toEqual(["hit", "hit"]);
    for (const { attackDice } of done) expect(attackDice.length > 0 && attackDice.every(({ wounded }) => !wounded)).toBe(true);
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    expect(await woundsOf(gm, duellist)).toBeGreaterThan(0);
    expect((await clock(gm)).rows[idOf(enforcer)]?.state).toBe("holding");
    await expect.poll(() => secret(gm)).toMatchObject({ sealed: [], shown: 0 });
    await expect.poll(async () => (await clock(gm)).tick).toBeGreaterThan(1);
    // Each step of it is its author's, who may ask for it back, whoever was the last to show what was sealed.
    const authors = await gm.run(() => Object.fromEntries(game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === "exchange").map((message) => {
      const { system, flags } = message as unknown as { system: { exchange: string }; flags: { fatewalker: { by: string } } };
      return [game.messages.get(system.exchange)?.system.attacker.participant.combatant, flags.fatewalker.by];
    })));
    expect(authors).toEqual({ [idOf(brawler)]: ofBrawler.userId, [idOf(duellist)]: ofDuellist.userId });
  });

  test("R020 who closes in at the moment in which the other seizes it is seized all the same: neither result wipes the other one out", async () => {
    await learn(gm, brawler, "unarmed-grapple");
    await learn(gm, duellist, "melee-engage-disengage");
    await together();
    await use(ofBrawler, brawler, "unarmed-grapple", [duellist]);
    await settled(gm);
    await use(ofDuellist, duellist, "melee-engage-disengage", [brawler]);
    await settled(gm);
    await use(gm, enforcer, "common-hold-action");
    await expect.poll(() => phases(gm)).toEqual(["applied", "applied"]);
    const [range, dominant] = await gm.run((pair) => {
      const between = (game.combats.contents[0] as unknown as { system: { engagements: Record<string, { range: number; grapple: { dominant: string } | null }> } }).system.engagements[pair];
      return [between?.range, between?.grapple?.dominant];
    }, [idOf(brawler), idOf(duellist)].sort().join("_"));
    expect([range, dominant]).toEqual([1, idOf(brawler)]);
  });

  test("a reload in the middle loses nothing: neither the author's nor the GM's", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
    await settled(gm);
    await ofBrawler.reload();
    await use(gm, enforcer, "common-hold-action");
    await settled(gm);
    await gm.reload();
    await dice(gm, 0.95);
    await use(ofDuellist, duellist, "common-hold-action");
    await expect.poll(() => cards(gm)).toHaveLength(1);
    expect((await cards(gm))[0]?.by).toBe(idOf(brawler));
    await expect.poll(async () => (await clock(gm)).rows[idOf(duellist)]?.state).toBe("holding");
  });

  test("a double submit, and a change of mind, are one declaration: the last", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await use(ofBrawler, brawler, "common-hold-action");
    await settled(gm);
    expect((await secret(gm)).sealed).toEqual([idOf(brawler)]);
    await use(ofDuellist, duellist, "common-hold-action");
    await use(gm, enforcer, "common-hold-action");
    await expect.poll(async () => Object.values((await clock(gm)).rows).filter(({ state }) => state === "holding").length).toBe(3);
    expect(await cards(gm)).toEqual([]);
  });
});

describe("who is missing", () => {
  beforeEach(() => open(14));

  test("a member who is defeated, or leaves, is waited for no longer", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
    await settled(gm);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.delete(); }, idOf(enforcer));
    expect((await secret(gm)).sealed).toEqual([idOf(brawler)]);
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.update({ defeated: true }); }, idOf(duellist));
    // It acts alone now, and its target is none of a group any more: it is asked.
    await expect.poll(() => phases(gm)).toEqual(["answering"]);
    expect((await cards(gm))[0]?.answers).toEqual(["pending"]);
  });

  test("the GM waits no longer: whoever has not declared acts after it", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
    await settled(gm);
    await wish(gm, "declare", null, { combat: await gm.run(() => game.combats.contents[0]?.id), secret: "showNow" });
    await expect.poll(async () => (await cards(gm)).length).toBe(1);
    await react(gm, marksman, brawler, null);
    await expect.poll(() => phases(gm)).toEqual(["applied"]);
    expect((await clock(gm)).tick).toBe(1);
    expect((await clock(gm)).rows[idOf(duellist)]?.tick).toBe(1);
  });

  test("only a GM may do that", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
    await settled(gm);
    await wish(ofDuellist, "declare", null, { combat: await gm.run(() => game.combats.contents[0]?.id), secret: "showNow" });
    await settled(gm);
    expect(await secret(gm)).toMatchObject({ phase: "sealing" });
    expect(await refusals(ofDuellist)).toEqual(["FATEWALKER.Intent.GMOnly"]);
  });

  test("what a browser has lost is asked for again, and the others go on waiting", async () => {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
    await settled(gm);
    await ofBrawler.run(async () => { await game.settings.set("fatewalker", "sealedDeeds", "[]"); });
    await use(gm, enforcer, "common-hold-action");
    await use(ofDuellist, duellist, "common-hold-action");
    await expect.poll(() => secret(gm)).toMatchObject({ phase: "sealing", again: [idOf(brawler)] });
    await use(ofBrawler, brawler, "common-hold-action");
    await expect.poll(async () => (await clock(gm)).rows[idOf(brawler)]?.state).toBe("holding");
    await expect.poll(() => secret(gm)).toMatchObject({ sealed: [], again: [] });
  });

  test("what is shown and does not fit its seal is refused and asked for again", async () => {
    await together();
    await wish(ofBrawler, "declare", brawler, { seal: "0".repeat(64) });
    await settled(gm);
    await use(gm, enforcer, "common-hold-action");
    await use(ofDuellist, duellist, "common-hold-action");
    await expect.poll(() => secret(gm)).toMatchObject({ phase: "sealing", again: [idOf(brawler)] });
    // Asked anew, another seal is looked at anew, and does not fit either.
    await wish(ofBrawler, "declare", brawler, { seal: "1".repeat(64) });
    await settled(ofBrawler);
    await expect.poll(() => secret(gm)).toMatchObject({ phase: "sealing", again: [idOf(brawler)] });
    expect(await cards(gm)).toEqual([]);
  });

  test("with no GM online what is handed in waits, and goes on when one comes", async () => {
    await together();
    await use(gm, enforcer, "common-hold-action");
    await settled(gm);
    await gm.close();
    await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
    await use(ofDuellist, duellist, "common-hold-action");
    expect(await ofDuellist.run(() => game.messages.contents.filter(({ type }) => type === "intent").length)).toBe(2);
    await gm.reload();
    await dice(gm, 0.95);
    await expect.poll(async () => (await cards(gm)).length).toBe(1);
    await expect.poll(async () => (await clock(gm)).rows[idOf(enforcer)]?.state).toBe("holding");
  });
});

describe.each(GENERATIONS)("the GM's client is cut off while a moment is carried out, on V%i", (generation) => {
  beforeEach(() => open(generation));

  const cutting = (): CutOff => new CutOff({ table, gm, players: [ofBrawler, ofDuellist] }, null, () => dice(gm, 0.95));
  const byPhase = async (client: HeadlessClient): Promise<string> => (await phases(client)).sort().join();

  /** Brawler and duellist have declared a blow at each other; the enforcer has not declared anything yet. */
  async function twoBlows(): Promise<void> {
    await together();
    await use(ofBrawler, brawler, "unarmed-strike", [duellist]);
    await settled(gm);
    await use(ofDuellist, duellist, "unarmed-strike", [brawler]);
    await settled(gm);
  }

  test("a GM whose page is gone between two blows of one moment comes back and the second is struck", async () => {
    await twoBlows();
    // From the second blow on, dice never come to lie.
    await gm.run(() => {
      const isSecond = (): boolean => game.messages.contents.some(({ type, system }) => type === "exchange" && system.phase === "applied");
      const showForRoll = (): Promise<void> => (isSecond() ? new Promise(() => Object.assign(globalThis, { hangs: true })) : Promise.resolve());
      Object.assign(game, { dice3d: { showForRoll } });
    });
    await use(gm, enforcer, "common-hold-action");
    await gm.until(() => (globalThis as { hangs?: boolean }).hangs === true);
    await gm.kill();
    expect((await phases(ofBrawler)).sort()).toEqual(["answering", "applied"]);
    await gm.reload();
    await expect.poll(() => phases(gm)).toEqual(["applied", "applied"]);
    expect((await cards(gm)).map(({ outcomes }) => outcomes[0])).not.toContain(null);
    await expect.poll(async () => (await clock(gm)).tick).toBeGreaterThan(1);
  });

  test.runIf(FULL)("two blows of one moment are struck, after every one of the writes", { timeout: 240_000 }, async () => {
    let whole: unknown = null;
    for (let writes = 1, cut = true; cut; writes += 1) {
      await twoBlows();
      // The last one's showing brings everything about.
      cut = await cutting().during(writes + 1, () => use(gm, enforcer, "common-hold-action").catch(() => undefined), async (client) => (await byPhase(client)) === "applied,applied");
      const { tick, rows } = await clock(gm);
      const now = [tick, rows, await woundsOf(gm, brawler), await woundsOf(gm, duellist)];
      whole ??= now;
      expect(now, `cut after ${writes} writes`).toEqual(whole);
      await open(generation);
    }
  });

  test("whoever steps in does so before the other, and only once, after every one of the writes", { timeout: 120_000 }, async () => {
    for (let writes = 1, cut = true; cut; writes += 1) {
      await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 5 });
      await use(ofBrawler, brawler, "common-hold-action");
      await settled(gm);
      await use(gm, enforcer, "unarmed-strike", [brawler]);
      await openExchanges(ofBrawler, 1);
      const steppedIn = async (client: HeadlessClient): Promise<boolean> => (await byPhase(client)) === "answering,answering" && (await cards(client)).some(({ by, answers }) => by === idOf(enforcer) && answers[0] === "none");
      cut = await cutting().during(writes, () => use(ofBrawler, brawler, "unarmed-strike", [enforcer]), steppedIn);
      await react(gm, enforcer, brawler, null);
      await expect.poll(() => byPhase(gm), { message: `cut after ${writes} writes` }).toBe("applied,applied");
      expect(await refusals(ofBrawler), `cut after ${writes} writes`).toEqual([]);
      const first = await gm.run(() => Object.values(game.combats.contents[0]?.system.log ?? {}).filter(({ kind }) => kind === "exchange").map(({ ledger }) => game.messages.contents.find(({ system, type }) => type === "exchange" && system.ledger === ledger)?.system.attacker.participant.combatant));
      expect(first, `cut after ${writes} writes`).toEqual([idOf(brawler), idOf(enforcer)]);
      expect((await clock(gm)).rows[idOf(brawler)]?.state).toBe("ready");
      await back(gm);
      await back(gm);
      expect([await woundsOf(gm, brawler), await woundsOf(gm, enforcer)]).toEqual([0, 0]);
      await open(generation);
    }
  });
});
