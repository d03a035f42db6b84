import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { dice, GENERATIONS, itemOf, learn, settled, wish } from "./fight-table";
import { SharedTable } from "./shared-table";

/* What the scripts below use of a client's globals. */
interface ActorLike {
  uuid: string;
  statuses: Set<string>;
  system: { speed: { base: number } };
  toFighter(): { speed: number };
  toggleStatusEffect(id: string, options?: object): Promise<unknown>;
  items: { contents: { id: string; uuid: string; system: { key: string } }[] };
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ uuid: string }[]>;
}
interface CombatantLike {
  id: string;
  name: string;
  initiative: number | null;
  isOwner: boolean;
  actor: ActorLike | null;
  token: { uuid: string; x: number; y: number; update(changes: object): Promise<unknown> } | null;
  flags: { fatewalker?: { way?: number } };
  system: { state: string; movement: { kind: string; startedAt: number; metres: number } | null };
  update(changes: object): Promise<unknown>;
  delete(): Promise<unknown>;
}
interface CombatLike {
  id: string;
  round: number;
  combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined };
  system: { active: string | null; schedule: Record<string, { tick: number; kind: string; data: Record<string, unknown> }>; log: Record<string, { kind: string }> };
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
}
interface MessageLike {
  id: string;
  type: string;
  content: string;
  system: { phase?: string; notice?: { key: string } | null; rolls?: { id: string; successes: number }[] };
}
declare const game: {
  combats: { contents: CombatLike[] };
  messages: { contents: MessageLike[] };
  packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
  scenes: { contents: { update(changes: object): Promise<unknown> }[] };
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
};
declare const ui: { notifications: { warn(text: string): unknown } };
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<MessageLike | undefined> } };
declare const foundry: { utils: { randomID(): string } };

const shared = new SharedTable("anna");
let gm: HeadlessClient;
let anna: HeadlessClient;

interface View {
  tick: number;
  initiative: number | null;
  movement: { kind: string; startedAt: number; metres: number } | null;
  way: number;
  moving: boolean;
  events: { tick: number; kind: string }[];
  speed: number;
}

/** What one client sees of a mover. */
const view = (client: HeadlessClient, id: string): Promise<View> =>
  client.run((combatantId) => {
    const combat = game.combats.contents[0];
    const combatant = combat?.combatants.get(combatantId);
    if (!combat || !combatant) throw new Error("There is no such combatant.");
    const { movement } = combatant.system;
    return {
      tick: combat.round,
      initiative: combatant.initiative,
      movement: movement === null ? null : { kind: movement.kind, startedAt: movement.startedAt, metres: movement.metres },
      way: combatant.flags.fatewalker?.way ?? 0,
      moving: combatant.actor?.statuses.has("moving") === true,
      events: Object.entries(combat.system.schedule).filter(([key]) => key.endsWith(combatantId)).map(([, { tick, kind }]) => ({ tick, kind })).filter(({ kind }) => kind === "movement" || kind === "arrival"),
      speed: combatant.actor?.toFighter().speed ?? 0,
    };
  }, id);

/** A wish to move, as a client makes it; waits until it is settled. */
async function move(client: HeadlessClient, id: string, args: object): Promise<void> {
  const wish = await client.run(async ([combatantId, given]) => {
    const combatant = game.combats.contents[0]?.combatants.get(combatantId);
    const participant = { actor: combatant?.actor?.uuid ?? "", token: combatant?.token?.uuid ?? null, combatant: combatantId };
    const message = await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "move", participant, args: given, nonce: foundry.utils.randomID() } });
    return message?.id ?? "";
  }, [id, args] as const);
  // The author's own client knows its wish at once, and loses it when it is settled.
  await client.until((message) => !game.messages.contents.some((other) => other.id === message), wish);
}

const next = (): Promise<null> => gm.run(() => game.combats.contents[0]?.nextTurn().then(() => null) ?? null);
const back = async (): Promise<void> => {
  await gm.run(() => game.combats.contents[0]?.previousTurn().then(() => null) ?? null);
  await gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));
};
const lastRefusal = (): Promise<string | null> =>
  gm.run(() => game.messages.contents.filter(({ system }) => system.phase === "refused").at(-1)?.system.notice?.key ?? null);
const status = (id: string, name: string): Promise<null> =>
  gm.run(([combatantId, wanted]) => game.combats.contents[0]?.combatants.get(combatantId)?.actor?.toggleStatusEffect(wanted).then(() => null) ?? null, [id, name] as const);

/** The fight begun with Anna's own character due on tick 1 and everyone else much later. @returns ids: hers, and an adversary's */
async function begin(later = 60): Promise<{ mine: string; foe: string }> {
  const { mine, foe } = await anna.run(() => {
    const all = game.combats.contents[0]?.combatants.contents ?? [];
    return { mine: all.find(({ isOwner }) => isOwner)?.id ?? "", foe: all.find(({ isOwner }) => !isOwner)?.id ?? "" };
  });
  await gm.run(async ([first, rest]) => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    for (const [index, { id }] of combat.combatants.contents.entries()) await combat.setInitiative(id, id === first ? 1 : rest + index);
    await combat.startCombat();
  }, [mine, later] as const);
  return { mine, foe };
}

/** Somebody does a maneuver that is aimed at nobody; it is learnt first. */
async function does(id: string, key: string, choices: object = {}): Promise<void> {
  const participant = await gm.run((combatantId) => {
    const combatant = game.combats.contents[0]?.combatants.get(combatantId);
    return { actor: combatant?.actor?.uuid ?? "", token: combatant?.token?.uuid ?? null, combatant: combatantId };
  }, id);
  await learn(gm, participant, key);
  await wish(gm, "declare", participant, { maneuver: (await itemOf(gm, participant, key)).uuid, targets: [], choices, mode: "public" });
  await settled(gm);
}

/** The GM does something to the clock. */
async function onClock(...operations: readonly object[]): Promise<void> {
  await wish(gm, "advance", null, { combat: await gm.run(() => game.combats.contents[0]?.id), kind: "advance", operations });
  await settled(gm);
}
const until = (tick: number): Promise<void> => onClock({ kind: "advance", to: tick });

/** Changes the actor of a combatant. */
const change = (id: string, changes: object): Promise<null> => gm.run(([combatantId, data]) => game.combats.contents[0]?.combatants.get(combatantId)?.actor?.update(data).then(() => null) ?? null, [id, changes] as const);

describe.each(GENERATIONS)("movement, generation %i", (generation) => {
  beforeEach(async () => {
    const seats = await shared.open(generation, (client) => client.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null)));
    gm = seats.gm;
    anna = seats.player("anna");
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("setting out is an act of 2 ticks through the queue; the segment ends 6 ticks after it began", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    const now = await view(gm, mine);
    expect(now).toMatchObject({ tick: 1, initiative: 3, moving: true, movement: { kind: "run", startedAt: 1, metres: now.speed * 2 }, events: [{ tick: 7, kind: "movement" }] });
    await expect.poll(() => view(anna, mine)).toEqual(now);
  });

  test("whoever moves does not set out again", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await next();
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    expect(await lastRefusal()).toBe("FATEWALKER.Movement.MovingAlready");
    expect(await view(gm, mine)).toMatchObject({ initiative: 3, movement: { kind: "walk" } });
  });

  test("credits the whole segment at its end and goes on by itself; the gap of a hundred ticks counts every one", async () => {
    const { mine } = await begin(100);
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    const { speed } = await view(gm, mine);
    await gm.run((id) => game.combats.contents[0]?.setInitiative(id, 6).then(() => null) ?? null, mine);
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: 6, way: 0 });
    await gm.run((id) => game.combats.contents[0]?.setInitiative(id, 7).then(() => null) ?? null, mine);
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: 7, way: speed, movement: { kind: "walk", startedAt: 7 }, events: [{ tick: 13, kind: "movement" }] });
    await gm.run((id) => game.combats.contents[0]?.setInitiative(id, 97).then(() => null) ?? null, mine);
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: 97, way: speed * 16, movement: { startedAt: 97 }, events: [{ tick: 103, kind: "movement" }] });
  });

  test("stopping in the middle credits pro rata, costs nothing and takes the mark off", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    const { speed } = await view(gm, mine);
    await next();
    expect((await view(gm, mine)).tick).toBe(3);
    await move(anna, mine, { deed: "stop" });
    expect(await view(gm, mine)).toMatchObject({ tick: 3, initiative: 3, movement: null, moving: false, way: Math.floor((speed * 2 * 2 * 10) / 6) / 10, events: [] });
  });

  test("walking changes into running at once and begins a segment of its own; swimming does not", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    const { speed } = await view(gm, mine);
    await next();
    await move(anna, mine, { deed: "change", pace: "run" });
    expect(await view(gm, mine)).toMatchObject({ tick: 3, initiative: 3, movement: { kind: "run", startedAt: 3, metres: speed * 2 }, way: Math.floor((speed * 2 * 10) / 6) / 10, events: [{ tick: 9, kind: "movement" }] });
    await move(anna, mine, { deed: "change", pace: "swim" });
    expect(await lastRefusal()).toBe("FATEWALKER.Movement.WalkAndRunOnly");
  });

  test("what was said beforehand happens at the end of the segment", async () => {
    const { mine } = await begin(8);
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    const { speed } = await view(gm, mine);
    await move(anna, mine, { deed: "next", next: "stop" });
    await gm.run((id) => game.combats.contents[0]?.setInitiative(id, 8).then(() => null) ?? null, mine);
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: 8, movement: null, moving: false, way: speed * 2, events: [] });
    const told = await gm.run(() => game.messages.contents.map(({ content }) => content).join(" "));
    expect(told).toContain("stops");
  });

  test("stepping back takes a whole segment back, and setting out as well", async () => {
    const { mine } = await begin(8);
    const before = await view(gm, mine);
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    const setOut = await view(gm, mine);
    await gm.run((id) => game.combats.contents[0]?.setInitiative(id, 8).then(() => null) ?? null, mine);
    await next();
    expect((await view(gm, mine)).way).toBe(setOut.speed);
    await back();
    await back();
    expect(await view(gm, mine)).toEqual(setOut);
    await back();
    expect(await view(gm, mine)).toEqual(before);
  });

  test("whoever falls unconscious, goes prone or is held goes no further", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    await status(mine, "prone");
    await next();
    expect(await view(gm, mine)).toMatchObject({ movement: null, moving: false, events: [] });
  });

  test("lying people crawl, standing ones do not; the held stay; bad ground slows", async () => {
    const { mine } = await begin();
    await move(anna, mine, { deed: "begin", pace: "crawl", terrain: 0, toward: null });
    expect(await lastRefusal()).toBe("FATEWALKER.Movement.GoProneFirst");
    await status(mine, "prone");
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    expect(await lastRefusal()).toBe("FATEWALKER.Movement.StandUpFirst");
    await status(mine, "prone");
    await status(mine, "grappled");
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    expect(await lastRefusal()).toBe("FATEWALKER.Movement.Held");
    await status(mine, "grappled");
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: -2, toward: null });
    const { movement, speed } = await view(gm, mine);
    expect(movement?.metres).toBe(speed - 2);
  });

  /** Anna's own at one place and a foe six squares of 2 metres from it, from centre to centre: ten metres from edge to edge. */
  async function apart(): Promise<{ mine: string; foe: string; toward: { actor: string; token: string | null; combatant: string } }> {
    const { mine, foe } = await begin();
    await gm.run(async ([one, other]) => {
      const combat = game.combats.contents[0];
      await combat?.combatants.get(one)?.token?.update({ x: 100, y: 100 });
      await combat?.combatants.get(other)?.token?.update({ x: 700, y: 100 });
    }, [mine, foe] as const);
    const toward = await gm.run((id) => {
      const combatant = game.combats.contents[0]?.combatants.get(id);
      return { actor: combatant?.actor?.uuid ?? "", token: combatant?.token?.uuid ?? null, combatant: id };
    }, foe);
    return { mine, foe, toward };
  }

  test("the way to somebody's side stands on the clock", async () => {
    const { mine, toward } = await apart();
    const { speed } = await view(gm, mine);
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward });
    expect((await view(gm, mine)).events).toContainEqual({ tick: 1 + Math.ceil((10 * 6) / (speed * 2)), kind: "arrival" });
  });

  test("whoever goes somewhere to act there is due on arrival, stops there, and is credited the way", async () => {
    const { mine, toward } = await apart();
    const { speed } = await view(gm, mine);
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward, act: true });
    const there = 1 + Math.ceil((10 * 6) / speed);
    expect(await view(gm, mine)).toMatchObject({ tick: 1, initiative: there, moving: true });
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: there, initiative: there, movement: null, moving: false, events: [] });
    expect((await view(gm, mine)).way).toBeGreaterThanOrEqual(10);
  });

  test("whoever moves already goes on to somebody's side: due when it is there, what it has covered behind it, and it stops there", async () => {
    const { mine, toward } = await apart();
    const { speed } = await view(gm, mine);
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await next();
    expect((await view(gm, mine)).tick).toBe(3);
    await move(anna, mine, { deed: "arrive", toward });
    // Two ticks of walking are behind it.
    const left = 10 - Math.floor((speed * 2 * 10) / 6) / 10;
    const there = 3 + Math.ceil((left * 6) / speed - 1e-6);
    expect(await view(gm, mine)).toMatchObject({ tick: 3, initiative: there, moving: true });
    expect((await view(gm, mine)).events).toContainEqual({ tick: there, kind: "arrival" });
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: there, initiative: there, movement: null, moving: false, events: [] });
    expect((await view(gm, mine)).way).toBeGreaterThanOrEqual(10);
    await move(anna, mine, { deed: "arrive", toward });
    expect(await lastRefusal()).toBe("FATEWALKER.Move.AtRest");
  });

  test("what somebody does on arrival is known to its own browser alone, survives a reload and is taken up there, once", async () => {
    const { mine, toward } = await apart();
    await move(anna, mine, { deed: "begin", pace: "walk", terrain: 0, toward, act: true });
    const there = (await view(gm, mine)).initiative ?? 0;
    const item = await anna.run(async ([id, goal, tick]) => {
      const combat = game.combats.contents[0] as unknown as { id: string; combatants: { get(one: string): { actor: { uuid: string; items: { contents: { uuid: string; name: string; type: string }[] } }; token: { uuid: string } | null } | undefined } };
      const combatant = combat.combatants.get(id);
      const maneuver = combatant?.actor.items.contents.find(({ type }) => type === "maneuver");
      const plan = { combat: combat.id, combatant: id, participant: { actor: combatant?.actor.uuid, token: combatant?.token?.uuid ?? null, combatant: id }, item: maneuver?.uuid, name: maneuver?.name, target: goal, tick };
      await game.settings.set("fatewalker", "arrivalPlans", JSON.stringify([plan]));
      return maneuver?.uuid ?? "";
    }, [mine, toward, there] as const);
    const kept = (): Promise<number> => anna.run(() => (JSON.parse((game.settings as unknown as { get(scope: string, key: string): string }).get("fatewalker", "arrivalPlans")) as unknown[]).length);
    await anna.reload();
    expect(await kept()).toBe(1);
    const known = await gm.run(() => JSON.stringify([game.combats.contents.map((combat) => (combat as unknown as { toObject(): object }).toObject()), game.messages.contents.map((message) => (message as unknown as { toObject(): object }).toObject())]));
    expect(known).not.toContain(item);
    await next();
    expect((await view(gm, mine)).tick).toBe(there);
    await expect.poll(kept).toBe(0);
  });

  test("a player's wish for somebody else's legs is refused", async () => {
    const { foe } = await begin();
    await move(anna, foe, { deed: "begin", pace: "run", terrain: 0, toward: null });
    expect(await lastRefusal()).toBe("FATEWALKER.Intent.NotYours");
    expect((await view(gm, foe)).movement).toBeNull();
  });

  test("dragging a token further than its movement allows is done, and the GM is told; feet count as feet", async () => {
    const { mine } = await begin();
    await gm.run(() => {
      const told: string[] = [];
      Reflect.set(globalThis, "told", told);
      const warn = ui.notifications.warn.bind(ui.notifications);
      ui.notifications.warn = (text) => {
        told.push(text);
        return warn(text);
      };
    });
    const drag = async (x: number): Promise<string[]> => {
      await gm.run(([id, left]) => game.combats.contents[0]?.combatants.get(id)?.token?.update({ x: left, y: 100 }).then(() => null) ?? null, [mine, x] as const);
      // A wish of a player's is in its turn when the way is noted; this one is refused.
      await wish(anna, "undo", null, { ledger: "none" });
      await settled(gm);
      return gm.run(() => (Reflect.get(globalThis, "told") as string[]).splice(0));
    };
    await drag(100);
    expect(await drag(150)).toEqual([]);
    expect((await drag(350)).join()).toContain("without moving");
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    const { speed } = await view(gm, mine);
    expect(await drag(350 + speed * 100)).toEqual([]);
    expect((await view(gm, mine)).way).toBe(-speed * 2);
    expect((await drag(350 + speed * 100 + 200)).join()).toContain("more than its movement allows");
    await gm.run(() => game.scenes.contents[0]?.update({ "grid.distance": 2, "grid.units": "ft" }).then(() => null) ?? null);
    // A square is 0.6 m now: within the free metre.
    expect(await drag(350 + speed * 100 + 300)).toEqual([]);
    await gm.run(() => void Reflect.deleteProperty(ui.notifications, "warn"));
  });

  test("Evasive Running moves its user for its own 6 ticks, is shot at with a penalty meanwhile, and ends at rest", async () => {
    const { mine } = await begin();
    await gm.run(() => {
      CONFIG.Dice.randomUniform = () => 0.95;
    });
    await does(mine, "evasion-evasive-running");
    const { movement, speed, events } = await view(gm, mine);
    expect(movement).toMatchObject({ kind: "evasiveRun", metres: speed * 2 - 1 });
    expect(events).toEqual([{ tick: 7, kind: "movement" }]);
    // Shots at a zigzag runner lose a die for each success after the first; the event of the segment keeps them.
    const { evasive, successes } = await gm.run(() => {
      const schedule = Object.values(game.combats.contents[0]?.system.schedule ?? {}).find(({ kind }) => kind === "movement");
      const card = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
      return { evasive: schedule?.data.evasive, successes: card?.system.rolls?.[0]?.successes ?? -1 };
    });
    expect(successes).toBeGreaterThan(1);
    expect(evasive).toBe(successes - 1);
    // It excludes every other action, also for a GM who lets somebody act before its turn.
    await does(mine, "evasion-evasive-running");
    await expect.poll(lastRefusal).toBe("FATEWALKER.Movement.Exclusive");
    await next();
    expect(await view(gm, mine)).toMatchObject({ tick: 7, movement: null, moving: false, way: speed * 2 - 1, events: [] });
  });

  /** Walks 5 metres in 6 ticks, sprints with three dice, and has a penalty of 4 for the first Normal Wound. */
  const runner = (id: string): Promise<null> =>
    change(id, { system: { speed: { base: 5 }, attributes: { prowess: { value: 3 } }, wounds: { temporary: { value: 0, max: 0 }, normal: { value: 0, stun: 0, rows: 20, columns: 1, penalties: [4] } } } });
  const still = (tick: number, speed: number, metres: number): object => ({ tick, movement: null, moving: false, way: metres, speed, events: [] });

  test("a sprint goes in segments of 6 ticks as all movement: 2 x (5 + 3) m at each end, pro rata where it is stopped, its last segment as short as it is", async () => {
    const { mine } = await begin();
    await runner(mine);
    await dice(gm, 0.95);
    await does(mine, "common-sprint", { ticks: 28 });
    expect(await view(gm, mine)).toMatchObject({ tick: 1, initiative: 29, way: 0, movement: { kind: "sprint", startedAt: 1, metres: 16 }, events: [{ tick: 7, kind: "movement" }] });
    await until(7);
    expect(await view(gm, mine)).toMatchObject({ way: 16, movement: { kind: "sprint", startedAt: 7, metres: 16 }, events: [{ tick: 13, kind: "movement" }] });
    // Nobody sprints on for good by saying so; it excludes every other action to its end.
    await move(anna, mine, { deed: "next", next: "continue" });
    await does(mine, "common-sprint", { ticks: 28 });
    await expect.poll(lastRefusal).toBe("FATEWALKER.Movement.Exclusive");
    await until(23);
    expect(await view(gm, mine)).toMatchObject({ way: 48, movement: { startedAt: 19 } });
    await status(mine, "unconscious");
    // 22 ticks of 16 metres in 6.
    await expect.poll(() => view(gm, mine)).toMatchObject(still(23, 5, 58.6));
    await status(mine, "unconscious");
    await back();
    await back();
    expect(await view(gm, mine)).toMatchObject({ tick: 23, way: 48, movement: { kind: "sprint", startedAt: 19 }, events: [{ tick: 25, kind: "movement" }] });
    await until(25);
    expect(await view(gm, mine)).toMatchObject({ way: 64, events: [{ tick: 29, kind: "movement" }] });
    await until(29);
    expect(await view(gm, mine)).toMatchObject(still(29, 5, 74.6));
  });

  test("wounds slow the next segment, also where it begins in the commit of the blow: 10 m, then 6 at a run, 16 and then 12 at a sprint", async () => {
    const { mine } = await begin();
    await runner(mine);
    const hurt = (tick: number): object => ({ kind: "schedule", eventId: `dose-${String(tick)}`, event: { tick, every: null, left: null, kind: "damage", target: mine, data: { damage: "1", public: true } } });
    await move(anna, mine, { deed: "begin", pace: "run", terrain: 0, toward: null });
    await onClock({ kind: "adjust", id: mine, tick: 40 }, hurt(5), { kind: "advance", to: 7 });
    expect(await view(gm, mine)).toMatchObject({ tick: 7, way: 10, speed: 3, movement: { kind: "run", startedAt: 7, metres: 6 } });
    await until(13);
    expect((await view(gm, mine)).way).toBe(16);
    for (let step = 0; step < 3; step += 1) await back();
    expect(await view(gm, mine)).toMatchObject({ tick: 1, way: 0, speed: 5, movement: null });
    await dice(gm, 0.95);
    await does(mine, "common-sprint", { ticks: 18 });
    await onClock(hurt(5), { kind: "advance", to: 7 });
    expect(await view(gm, mine)).toMatchObject({ way: 16, speed: 3, movement: { kind: "sprint", metres: 12 } });
    await until(19);
    expect(await view(gm, mine)).toMatchObject(still(19, 3, 40));
  });
});
