import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { sealOf, type Deed } from "../../src/flows/moment/seal";
import { back, begin, cards, clock, dice, gather, GENERATIONS, idOf, itemOf, learn, next, refusals, secret, settled, status, use, wish, woundsOf, type Participant, type TableGlobals } from "./fight-table";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";

/* The last step of a tick: what needs no Action Tick comes once everybody who is due has declared. A GM and three players. */

declare const game: TableGlobals;
declare const ui: { notifications: { info(text: string): unknown } };

const shared = tableOfThree();
let gm: HeadlessClient;
let six: Six;

interface Way {
  movement: { kind: string; startedAt: number; metres: number } | null;
  way: number;
}

const wayOf = (client: HeadlessClient, who: Participant): Promise<Way> =>
  client.run((id) => {
    const combatant = game.combats.contents[0]?.combatants.get(id) as unknown as { flags: { fatewalker?: { way?: number } }; system: { movement: Way["movement"] } };
    const { movement } = combatant.system;
    return { movement: movement === null ? null : { kind: movement.kind, startedAt: movement.startedAt, metres: movement.metres }, way: combatant.flags.fatewalker?.way ?? 0 };
  }, idOf(who));
/** What waits for the end of its tick, by whose it is. */
const waiting = (client: HeadlessClient): Promise<Record<string, unknown>> =>
  client.run(() => Object.fromEntries(Object.values(game.combats.contents[0]?.system.schedule ?? {}).filter(({ kind }) => kind === "free").map((event) => {
    const { target, tick, data } = event as unknown as { target: string; tick: number; data: object };
    return [target, { tick, ...data }];
  })));
const move = async (client: HeadlessClient, who: Participant, args: object): Promise<void> => {
  await wish(client, "move", who, args);
  await settled(client);
};
const spend = (client: HeadlessClient, who: Participant, cost: number): Promise<void> => wish(client, "act", who, { cost }).then(async () => void (await settled(client)));
const told = (client: HeadlessClient): Promise<string[]> => client.run(() => game.messages.contents.filter(({ visible, type }) => visible && type !== "ledger").flatMap(({ content }) => content.match(/[A-Z][^<>]*last in the tick/g) ?? []));
const log = (): Promise<string[]> => gm.run(() => Object.entries(game.combats.contents[0]?.system.log ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { kind }]) => kind));

describe.each(GENERATIONS)("the order within a tick, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation);
    ({ gm } = six);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  /** Brawler and enforcer run and knight walks since tick 1; duellist and twin are due on tick 3, the duellist first. */
  async function underWay(): Promise<void> {
    const { brawler, duellist, knight, enforcer, twin, ofBrawler, ofKnight } = six;
    await begin(gm, { [idOf(brawler)]: 1, [idOf(knight)]: 1, [idOf(enforcer)]: 1, [idOf(duellist)]: 3, [idOf(twin)]: 3 }, { [idOf(brawler)]: 3, [idOf(knight)]: 5, [idOf(enforcer)]: 6, [idOf(duellist)]: 6, [idOf(twin)]: 4 });
    await move(gm, enforcer, { deed: "begin", pace: "run", terrain: 0, toward: null });
    await move(ofKnight, knight, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await move(ofBrawler, brawler, { deed: "begin", pace: "run", terrain: 0, toward: null });
    // Setting out has cost each of them 2 ticks; they are given more, so that only the two are due on tick 3.
    await gm.run(async (ids) => { for (const id of ids) await game.combats.contents[0]?.setInitiative(id, 30); }, [brawler, knight, enforcer].map(idOf));
    if ((await clock(gm)).tick < 3) await next(gm);
    expect(await clock(gm)).toMatchObject({ tick: 3, active: idOf(duellist) });
  }

  test("R018 free actions declared while two are still due wait for both, for all to see, come in the order of Awareness before time goes on, and an undo puts them back", async () => {
    const { brawler, duellist, knight, enforcer, twin, ofBrawler, ofDuellist, ofKnight } = six;
    await underWay();
    const [runs, walks] = [await wayOf(gm, brawler), await wayOf(gm, knight)];
    await move(ofBrawler, brawler, { deed: "stop" });
    await move(ofKnight, knight, { deed: "change", pace: "run" });
    await move(gm, enforcer, { deed: "stop" });
    const said = { [idOf(brawler)]: { tick: 3, deed: "stop" }, [idOf(knight)]: { tick: 3, deed: "change", pace: "run" }, [idOf(enforcer)]: { tick: 3, deed: "stop" } };
    await everywhere(six.everyone, waiting, said);
    await everywhere(six.everyone, (client) => wayOf(client, brawler), runs);
    // Nothing is lost by a reload, the GM's or the player's.
    await ofBrawler.reload();
    await gm.reload();
    expect(await waiting(gm)).toEqual(said);
    expect(await refusals(ofBrawler)).toEqual([]);
    await spend(ofDuellist, duellist, 40);
    await expect.poll(async () => (await clock(gm)).active).toBe(idOf(twin));
    expect(await waiting(gm)).toEqual(said);
    await spend(gm, twin, 40);
    // Everybody has declared: all of it happens, on tick 3, and in the same commit time goes on.
    await everywhere(six.everyone, waiting, {});
    await everywhere(six.everyone, async (client) => (await clock(client)).tick, 30);
    const third = (metres: number): number => Math.floor((metres * 2 * 10) / 6) / 10;
    expect(await wayOf(gm, brawler)).toEqual({ movement: null, way: third(runs.movement?.metres ?? 0) });
    // Since tick 3 the knight runs: four segments of 6 ticks are over on tick 27.
    const metres = (walks.movement?.metres ?? 0) * 2;
    expect(await wayOf(gm, knight)).toEqual({ movement: { kind: "run", startedAt: 27, metres }, way: Math.round((third(walks.movement?.metres ?? 0) + 4 * metres) * 10) / 10 });
    // The higher Awareness first; of the GM's creature players read nothing.
    const names = await gm.run((ids) => ids.map((id) => game.combats.contents[0]?.combatants.get(id)?.name ?? ""), [enforcer, knight, brawler].map(idOf));
    expect(await told(ofDuellist)).toEqual([`${names[1]} runs from here, last in the tick`, `${names[2]} stops, last in the tick`]);
    expect(await told(gm)).toContain(`${names[0]} stops, last in the tick`);
    // One step back: the last of those who were due has not declared, and all three wait again.
    await back(gm);
    await everywhere(six.everyone, waiting, said);
    expect(await clock(gm)).toMatchObject({ tick: 3, active: idOf(twin) });
    expect([await wayOf(gm, brawler), await wayOf(gm, knight), await told(gm)]).toEqual([runs, walks, []]);
    await back(gm);
    await back(gm);
    expect(await waiting(gm)).toEqual({ [idOf(brawler)]: said[idOf(brawler)], [idOf(knight)]: said[idOf(knight)] });
    expect((await log()).filter((kind) => kind === "free")).toHaveLength(2);
  });

  test("R018 its owner may take it back or say something else instead, nobody else may; whoever falls before it does nothing any more", async () => {
    const { brawler, duellist, knight, twin, ofBrawler, ofDuellist, ofKnight } = six;
    await underWay();
    await move(ofBrawler, brawler, { deed: "stop" });
    await move(ofBrawler, brawler, { deed: "change", pace: "walk" });
    expect(await waiting(gm)).toEqual({ [idOf(brawler)]: { tick: 3, deed: "change", pace: "walk" } });
    await move(ofDuellist, brawler, { deed: "withdraw" });
    expect(await refusals(ofDuellist)).toEqual(["FATEWALKER.Intent.NotYours"]);
    await move(ofBrawler, brawler, { deed: "withdraw" });
    expect(await waiting(gm)).toEqual({});
    await move(ofBrawler, brawler, { deed: "withdraw" });
    expect(await refusals(ofBrawler)).toEqual(["FATEWALKER.Move.NothingToWithdraw"]);
    await back(gm);
    expect(await waiting(gm)).toEqual({ [idOf(brawler)]: { tick: 3, deed: "change", pace: "walk" } });
    await move(ofKnight, knight, { deed: "stop" });
    await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.toggleStatusEffect("unconscious", { active: true }); }, idOf(knight));
    await expect.poll(() => waiting(gm)).toEqual({ [idOf(brawler)]: { tick: 3, deed: "change", pace: "walk" } });
    // Whoever is due leaves the tick by the GM's hand: that lets it come as well.
    await gm.run(async (ids) => { for (const id of ids) await game.combats.contents[0]?.setInitiative(id, 30); }, [duellist, twin].map(idOf));
    expect([await waiting(gm), (await wayOf(gm, brawler)).movement]).toEqual([{}, expect.objectContaining({ kind: "walk", startedAt: 3 })]);
    expect((await clock(gm)).tick).toBe(3);
  });

  test("R018 whose own turn it is stops before it acts; at the end of a segment the choice belongs to the beginning of the tick, until somebody has acted on it", async () => {
    const { brawler, duellist, knight, twin, ofBrawler, ofDuellist, ofKnight } = six;
    await underWay();
    await gm.run(async ([first, ...rest]) => { await game.combats.contents[0]?.setInitiative(first ?? "", 7); for (const id of rest) await game.combats.contents[0]?.setInitiative(id, 7); }, [brawler, duellist, twin].map(idOf));
    await next(gm);
    // On tick 7 the segments of all three who move are over, and went on.
    expect([(await clock(gm)).tick, (await wayOf(gm, brawler)).movement?.startedAt, (await clock(gm)).active]).toEqual([7, 7, idOf(duellist)]);
    await move(ofKnight, knight, { deed: "stop" });
    expect([(await wayOf(gm, knight)).movement, await waiting(gm)]).toEqual([null, {}]);
    await spend(ofDuellist, duellist, 30);
    await move(ofBrawler, brawler, { deed: "stop" });
    expect(Object.keys(await waiting(gm))).toEqual([idOf(brawler)]);
    await spend(gm, twin, 30);
    // Now it is its own turn: it does not wait for itself.
    expect(await clock(gm)).toMatchObject({ tick: 7, active: idOf(brawler) });
    await move(ofBrawler, brawler, { deed: "stop" });
    expect([(await wayOf(gm, brawler)).movement, await waiting(gm)]).toEqual([null, {}]);
    await use(ofBrawler, brawler, "common-hold-action");
    await expect.poll(async () => (await clock(gm)).rows[idOf(brawler)]?.state).toBe("holding");
  });

  const moment = (client: HeadlessClient): Promise<Record<string, { asked: string[]; covered: string[] }>> =>
    client.run(() => Object.fromEntries((game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).map((entry) => {
      const { by, asked, covered } = entry as typeof entry & { covered: string[] };
      return [by, { asked, covered }];
    })));
  const stepIn = async (client: HeadlessClient, who: Participant, before: Participant, args: object): Promise<void> => {
    const open = (await cards(client)).find(({ by, phase }) => by === idOf(before) && phase === "answering")?.id ?? "";
    await wish(client, "preempt", who, { exchange: open, ...args });
    await settled(client);
  };
  /** Somebody sets out in secret: only its browser knows. */
  async function setOutInSecret(client: HeadlessClient, who: Participant): Promise<void> {
    const deed: Deed = { op: "move", args: { deed: "begin", pace: "run", terrain: 0, toward: null } };
    const salt = "0123456789abcdef".repeat(2);
    const seal = sealOf(idOf(who), deed, salt);
    await client.run(async (kept) => { await game.settings.set("fatewalker", "sealedDeeds", JSON.stringify([kept])); }, { seal, salt, deed, tick: 3 });
    await wish(client, "declare", who, { seal });
    await settled(client);
  }
  /** Counts what a client's person is told from now on. */
  const listen = (client: HeadlessClient): Promise<void> =>
    client.run(() => {
      const heard: string[] = [];
      Reflect.set(globalThis, "heard", heard);
      const info = ui.notifications.info.bind(ui.notifications);
      ui.notifications.info = (text) => {
        heard.push(text);
        return info(text);
      };
    });
  const heard = (client: HeadlessClient): Promise<number> => client.run(() => {
    Reflect.deleteProperty(ui.notifications, "info");
    return (Reflect.get(globalThis, "heard") as string[]).filter((text) => text.includes("in secret")).length;
  });

  test("R021 R205 whoever sets out in secret is neither shot at nor stepped in before until the seals open; then covering fire and holders get their due, and one step back is one deed", async () => {
    const { brawler, duellist, knight, enforcer, twin, marksman, ofBrawler, ofDuellist, ofKnight } = six;
    await learn(gm, marksman, "ranged-shoot");
    await learn(gm, knight, "unarmed-strike");
    await gather(gm, [brawler, duellist, knight, enforcer, twin, marksman]);
    await dice(gm, 0.95);
    await begin(gm, { [idOf(twin)]: 1, [idOf(brawler)]: 3, [idOf(knight)]: 3, [idOf(duellist)]: 3 }, { [idOf(brawler)]: 6, [idOf(knight)]: 6, [idOf(duellist)]: 6 });
    await gm.run(async (id) => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
      await combat.update({ system: { schedule: { [`overwatch-${id}`]: { tick: 13, every: null, left: null, kind: "overwatch", target: id, data: {} } } } });
    }, idOf(marksman));
    await wish(gm, "hold", twin, {});
    await settled(gm);
    await expect.poll(async () => (await clock(gm)).tick).toBe(3);
    for (const client of [ofKnight, ofDuellist]) await listen(client);
    await use(ofKnight, knight, "unarmed-strike", [enforcer]);
    await setOutInSecret(ofBrawler, brawler);
    await everywhere(six.everyone, async (client) => (await secret(client)).sealed.length, 2);
    expect([await cards(gm), await moment(gm), (await wayOf(gm, brawler)).movement]).toEqual([[], {}, null]);
    await use(ofDuellist, duellist, "common-hold-action");
    // Open: the blow and the setting out wait together, before the same eyes; nobody has moved, and members of the group step in nowhere.
    const eyes = { asked: [idOf(twin)], covered: [idOf(marksman)] };
    await everywhere(six.everyone, moment, { [idOf(brawler)]: eyes, [idOf(knight)]: eyes });
    await everywhere(six.everyone, async (client) => Object.fromEntries((await cards(client)).map(({ by, phase }) => [by, phase])), { [idOf(brawler)]: "answering", [idOf(knight)]: "answering" });
    expect((await wayOf(gm, brawler)).movement).toBeNull();
    // Only the last to declare is not told that it waits in secret: it has opened all of it.
    expect([await heard(ofKnight), await heard(ofDuellist)]).toEqual([1, 0]);
    await stepIn(gm, marksman, knight, { do: "letBe" });
    await stepIn(gm, twin, knight, { do: "letBe" });
    await stepIn(gm, twin, brawler, { do: "letBe" });
    await stepIn(gm, marksman, brawler, { maneuver: (await itemOf(gm, marksman, "ranged-shoot")).uuid, targets: [brawler], choices: {}, mode: "public" });
    const open = (await cards(gm)).filter(({ phase }) => phase === "answering");
    for (const { id, answers } of open) if (answers.includes("pending")) await wish(gm, "react", null, { exchange: id, do: "resolve" });
    await settled(gm);
    await everywhere(six.everyone, async (client) => (await cards(client)).map(({ phase }) => phase), ["applied", "applied", "applied"]);
    expect(await woundsOf(gm, brawler)).toBeGreaterThan(0);
    expect(await wayOf(gm, brawler)).toMatchObject({ movement: { kind: "run", startedAt: 3 } });
    expect((await clock(gm)).rows[idOf(brawler)]?.tick).toBe(5);
    // Back before its setting out: nobody has moved, and what was offered to the gunner for it is forgotten as well.
    const offered = (): Promise<unknown> => gm.run((id) => (game.combats.contents[0]?.combatants.get(id) as unknown as { flags: { fatewalker?: { underFire?: number } } }).flags.fatewalker?.underFire ?? null, idOf(brawler));
    expect(await offered()).toBe(3);
    while ((await wayOf(gm, brawler)).movement !== null) await back(gm);
    expect([await offered(), (await clock(gm)).rows[idOf(brawler)]?.tick]).toEqual([null, 3]);
  });

  test("the card says why nobody was asked, of a creature of the GM's to the GM alone; how long cover and covering fire last stands on it", async () => {
    const { brawler, knight, enforcer, twin, ofBrawler } = six;
    for (const who of [brawler, enforcer, twin]) await learn(gm, who, "unarmed-strike", "common-take-cover");
    await gather(gm, [brawler, knight, enforcer, twin]);
    await dice(gm, 0.95);
    await begin(gm, { [idOf(enforcer)]: 1, [idOf(brawler)]: 2, [idOf(twin)]: 3 }, { [idOf(enforcer)]: 5 });
    await status(gm, knight, "surprised");
    await status(gm, twin, "surprised");
    await use(gm, enforcer, "unarmed-strike", [knight]);
    await expect.poll(async () => (await clock(gm)).tick).toBe(2);
    await use(ofBrawler, brawler, "unarmed-strike", [twin]);
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["applied", "applied"]);
    interface Answered { system: { targets: { answer: { kind: string; why?: string } | null }[]; lasting: { key: string; data: object }[] } }
    const reasons = (client: HeadlessClient): Promise<unknown[]> =>
      client.run(() => (game.messages.contents as unknown as (Answered & { type: string })[]).filter(({ type }) => type === "exchange").map(({ system }) => system.targets[0]?.answer));
    await everywhere(six.everyone, reasons, [{ kind: "unaware", why: "surprised" }, { kind: "unaware" }]);
    // The rest of it stands in the ledger, which is the GM's.
    expect(await gm.run(() => (game.messages.contents as unknown as { type: string; system: { record: { targets: { side: { fighter: { statuses: string[] } } }[] } | null } }[]).filter(({ type, system }) => type === "ledger" && system.record !== null).map(({ system }) => system.record?.targets[0]?.side.fighter.statuses.includes("surprised")))).toEqual([true, true]);
    const lasting = (client: HeadlessClient): Promise<unknown> => client.run(() => (game.messages.contents as unknown as (Answered & { type: string })[]).filter(({ type }) => type === "exchange").at(-1)?.system.lasting);
    await expect.poll(async () => (await clock(gm)).tick).toBe(3);
    await use(gm, twin, "common-take-cover");
    await everywhere(six.everyone, async (client) => (await cards(client)).length, 3);
    await everywhere(six.everyone, lasting, []);
    await gm.run(async (id) => { const combat = game.combats.contents[0]; for (const other of combat?.combatants.contents ?? []) await combat?.setInitiative(other.id, other.id === id ? combat.round : 90); }, idOf(brawler));
    await use(ofBrawler, brawler, "common-take-cover");
    await everywhere(six.everyone, lasting, [{ key: "FATEWALKER.Chat.Lasts.scenery", data: { percent: 50 } }]);
  });

  test("R025 R026 the card of initiative says whom an ambush has surprised, by how much where that may be read, and who has opened it", async () => {
    const { brawler, knight, enforcer, ofBrawler, ofDuellist } = six;
    await learn(gm, brawler, "unarmed-strike");
    await gather(gm, [brawler, knight, enforcer]);
    await gm.run(async ([surprised, free]) => {
      await (game.system.api as unknown as { layAmbush(combat: unknown, plan: object): Promise<void> }).layAmbush(game.combats.contents[0], { surprised, penalty: 12, free, noticed: {} });
    }, [[idOf(knight), idOf(enforcer)], idOf(brawler)] as const);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(async () => (await cards(gm)).map(({ phase }) => phase)).toEqual(["applied"]);
    await gm.run(async () => { await game.combats.contents[0]?.startCombat(); });
    const row = (client: HeadlessClient, who: Participant): Promise<string> =>
      client.run((id) => {
        const name = game.combats.contents[0]?.combatants.get(id)?.name ?? "";
        const card = game.messages.contents.map(({ content }) => content).find((content) => content.includes("fw-initiative-card")) ?? "";
        return (card.match(/<li>[^]*?<[/]li>/g) ?? []).find((text) => text.includes(name))?.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ") ?? "";
      }, idOf(who));
    for (const client of [gm, ofDuellist]) {
      await expect.poll(() => row(client, knight)).toContain("surprised, +12");
      expect(await row(client, enforcer)).toMatch(/surprised(?!, \+)/);
      expect(await row(client, brawler)).toContain("opened the ambush");
    }
  });

  test("R025 R026 an ambush that is laid again costs its ticks once: whoever has rolled pays at once, more or less where the penalty changes, and gets them back with the surprise; its free action comes once", async () => {
    const { brawler, knight, enforcer, ofBrawler } = six;
    await learn(gm, brawler, "unarmed-strike");
    await gather(gm, [brawler, knight, enforcer]);
    const lay = (surprised: readonly Participant[], penalty: number): Promise<void> => gm.run(async ([ids, ticks, free]) => {
      await (game.system.api as unknown as { layAmbush(combat: unknown, plan: object): Promise<void> }).layAmbush(game.combats.contents[0], { surprised: ids, penalty: ticks, free, noticed: {} });
    }, [surprised.map(idOf), penalty, idOf(brawler)] as const);
    const ticks = async (): Promise<(number | null | undefined)[]> => {
      const { rows } = await clock(gm);
      return [enforcer, knight].map((who) => rows[idOf(who)]?.tick);
    };
    const taken = (): Promise<string | undefined> => gm.run(() => (game.combats.contents[0]?.flags.fatewalker as { ambush?: { taken: string } } | undefined)?.ambush?.taken);
    await gm.run(async (wanted) => {
      for (const { id } of game.combats.contents[0]?.combatants.contents ?? []) await game.combats.contents[0]?.setInitiative(id, wanted[id] ?? 60);
    }, { [idOf(enforcer)]: 7, [idOf(knight)]: 8, [idOf(brawler)]: 3 } as Record<string, number>);
    await lay([enforcer], 10);
    expect(await ticks()).toEqual([17, 8]);
    await lay([enforcer], 10);
    expect(await ticks()).toEqual([17, 8]);
    await lay([enforcer, knight], 12);
    expect(await ticks()).toEqual([19, 20]);
    await lay([enforcer], 12);
    expect(await ticks()).toEqual([19, 8]);
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await expect.poll(taken).toBe(idOf(brawler));
    await lay([enforcer], 12);
    expect(await taken()).toBe(idOf(brawler));
    await gm.run(async () => { await game.combats.contents[0]?.startCombat(); });
    expect((await clock(gm)).tick).toBe(3);
    await lay([enforcer, knight], 12);
    expect(await ticks()).toEqual([19, 20]);
    expect(await taken()).toBe(idOf(brawler));
    await lay([knight], 15);
    expect(await ticks()).toEqual([7, 23]);
    await back(gm);
    expect(await ticks()).toEqual([19, 20]);
  });
});
