import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, cards, clock, dice, fighter, gather, GENERATIONS, idOf, itemOf, learn, refusals, settled, wish, type Participant, type TableGlobals } from "./fight-table";
import { differences } from "./soak/compare";
import { world } from "./soak/scripts";
import { everywhere, openSix, tableOfThree, type Six } from "./three-players";
import { tracker } from "./tracker-view";
import type { HeadlessClient } from "../table/client/headless";

/* Everything that the rules and the GM put on the clock, in one run with a GM and three players: in order, once, whichever way the hand is moved. */

interface Fired {
  tick: number;
  event: { kind: string; target: string | null };
}
interface Body {
  wounds: [temporary: number, normal: number, mortal: number];
  statuses: string[];
  effects: string[];
  energy: number | null;
  way: number;
  movement: string | null;
}
declare const game: TableGlobals;
declare const Hooks: { on(name: string, heard: (combat: unknown, fired: Fired) => void): void };

const shared = tableOfThree();
let six: Six;
let gm: HeadlessClient;
/** Ids of combatants and what they are called below. */
let called: Record<string, string>;
let straggler: string;

const change = (who: Participant, changes: object): Promise<void> => gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update(data); }, [idOf(who), changes] as const);
const body = (who: Participant) => (client: HeadlessClient): Promise<Body> =>
  client.run((id) => {
    const combatant = game.combats.contents[0]?.combatants.get(id) as unknown as { flags: { fatewalker?: { way?: number } }; system: { movement: { kind: string } | null }; actor: { statuses: Set<string>; effects: { contents: { name: string; statuses: Set<string> }[] }; items: { contents: { type: string; system: { energy?: { value: number } } }[] }; system: { wounds: Record<"temporary" | "normal" | "mortal", { value: number }> } } };
    const { wounds } = combatant.actor.system;
    return {
      wounds: [wounds.temporary.value, wounds.normal.value, wounds.mortal.value], statuses: [...combatant.actor.statuses].sort(),
      effects: combatant.actor.effects.contents.filter(({ statuses }) => statuses.size === 0).map(({ name }) => name),
      energy: combatant.actor.items.contents.find(({ type }) => type === "energyShield")?.system.energy?.value ?? null,
      way: combatant.flags.fatewalker?.way ?? 0, movement: combatant.system.movement?.kind ?? null,
    };
  }, idOf(who));
/** What has fired at the GM's, where everything is committed, since it was listened to. */
const listen = (): Promise<void> => gm.run(() => { const fired: Fired[] = []; Object.assign(globalThis, { fired }); Hooks.on("fatewalker.clockEvent", (_combat, { tick, event: { kind, target } }) => { fired.push({ tick, event: { kind, target } }); }); });
const fired = async (): Promise<string[]> => (await gm.run(() => (globalThis as unknown as { fired: Fired[] }).fired)).map(({ tick, event }) => [tick, event.kind, called[event.target ?? ""]].filter((word) => word !== undefined).join(" "));
/** What event cards tell this person, as plain text. */
const told = (client: HeadlessClient): Promise<string> => client.run(() => game.messages.contents.filter(({ visible, flags }) => visible && flags.fatewalker?.events === true).map(({ content }) => content.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).join(" | "));
/** What there is of words for players in messages that have come to this client, seen or not. */
const open = (client: HeadlessClient): Promise<string> => client.run(() => JSON.stringify(game.messages.contents.filter(({ whisper }) => whisper.length === 0).map((message) => message.toObject())));
const moveOf = async (client: HeadlessClient, args: object): Promise<void> => {
  await wish(client, "move", six.brawler, args);
  await settled(client);
};
const declare = async (client: HeadlessClient, who: Participant, key: string, choices: object = {}): Promise<void> => {
  await wish(client, "declare", who, { maneuver: (await itemOf(client, who, key)).uuid, targets: [], choices, mode: "public" });
  await settled(client);
};
const later = (...who: readonly string[]): Promise<void> => gm.run(async (ids) => { for (const id of ids) await game.combats.contents[0]?.setInitiative(id, 900); }, who);

/** By hand, from what is set up below: every event with its tick, and whom it concerns. */
const EVENTS = [
  "5 damage twin", "7 movement brawler", "7 shields", "8 note", "9 note", "10 damage twin", "11 effect knight", "13 movement brawler", "13 shields",
  // Prowess 5 and Will 8: every 13 ticks. Covering fire lasts 12 ticks from tick 1, footwork 20.
  "14 bleeding knight", "14 overwatch marksman", "15 damage twin", "19 movement brawler", "19 shields", "22 footwork duellist", "27 bleeding knight",
  "30 reinforcements straggler", "40 bleeding knight", "53 bleeding knight", "121 waking enforcer",
  // 600 ticks after each was marked: the brawler's from tick 1, what acid and bleeding have left in Temporary boxes from then on.
  "601 temporary brawler", "605 temporary twin", "610 temporary twin", "614 temporary knight", "615 temporary twin", "627 temporary knight", "640 temporary knight", "653 temporary knight",
];

const WAYS = ["act", "next", "jump", "hand"] as const;
type Way = (typeof WAYS)[number];

/** Moves the hand to that tick: by an act after which time goes on by itself, by the GM's button, by a leap, or (the last stretch) past the clock. */
async function go(way: Way, to: number): Promise<void> {
  const { tick } = await clock(gm);
  const combat = await gm.run(() => game.combats.contents[0]?.id);
  if (way === "act" || way === "next") await wish(gm, "act", six.twin, { cost: to - tick });
  if (way === "jump" || (way === "hand" && to < 700)) await wish(gm, "advance", null, { combat, kind: "advance", operations: [{ kind: "advance", to }] });
  await settled(gm);
  if (way === "next") await gm.run(async () => { await game.combats.contents[0]?.nextTurn(); });
  if (way === "hand" && to === 700) await gm.run(async (round) => { await (game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> }).update({ round }); }, to);
  await gm.until((round) => game.combats.contents[0]?.round === round && !Object.values(game.combats.contents[0].system.schedule).some(({ tick: due }) => due <= round), to);
}

describe.each(GENERATIONS)("what is on the clock, on V%i", (generation) => {
  beforeEach(async () => {
    six = await openSix(shared, generation, async (client) => {
      const all = await Promise.all([...["brawler", "duellist", "knight", "enforcer", "marksman"].map((name) => fighter(client, name)), fighter(client, "enforcer", 1)]);
      const [, duellist, , , marksman] = all;
      if (duellist === undefined || marksman === undefined) throw new Error("Somebody is missing.");
      await learn(client, duellist, "evasion-footwork");
      await learn(client, marksman, "ranged-full-auto");
      await gather(client, all);
    });
    ({ gm } = six);
    await dice(gm, 0.95);
  });
  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  /** Tick 1 with all of it on the clock; the twin alone is due. */
  async function setUp(way: Way): Promise<void> {
    const { brawler, duellist, knight, enforcer, twin, marksman, ofBrawler, ofDuellist } = six;
    await change(brawler, { system: { wounds: { temporary: { value: 2 } } } });
    await change(knight, { system: { wounds: { normal: { value: 24 }, mortal: { value: 1 } } } });
    await change(duellist, { system: { skills: { vigor: { branches: { agility: { value: 4 } } } } } });
    await change(marksman, { system: { skills: { weaponry: { branches: { ranged: { value: 4 } } } } } });
    const gun = await gm.run(async ([shooter, bearer, sleeper]) => {
      const of = (id: string) => game.combats.contents[0]?.combatants.get(id)?.actor as unknown as { items: { contents: { id: string; type: string; system: { key: string }; update(changes: object): Promise<unknown> }[] }; toggleStatusEffect(name: string, options: object): Promise<unknown> };
      await of(bearer).items.contents.find(({ type }) => type === "energyShield")?.update({ system: { on: true, energy: { value: 2 } } });
      await of(sleeper).toggleStatusEffect("unconscious", { active: true });
      const pistol = of(shooter).items.contents.find(({ system }) => system.key === "weapon-medium-autopistol");
      await pistol?.update({ system: { group: "automatic", magazine: { value: 60, max: 60 } } });
      return pistol?.id ?? "";
    }, [idOf(marksman), idOf(duellist), idOf(enforcer)] as const);
    straggler = await gm.run(async () => (await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ name: "Straggler", hidden: true }]))?.[0]?.id ?? "");
    called = { [idOf(brawler)]: "brawler", [idOf(duellist)]: "duellist", [idOf(knight)]: "knight", [idOf(enforcer)]: "enforcer", [idOf(twin)]: "twin", [idOf(marksman)]: "marksman", [straggler]: "straggler" };
    await begin(gm, { [idOf(brawler)]: 1, [idOf(duellist)]: 1, [idOf(marksman)]: 1, [idOf(twin)]: 1, [idOf(knight)]: 900, [idOf(enforcer)]: 900 }, { [idOf(brawler)]: 8, [idOf(duellist)]: 7, [idOf(marksman)]: 6, [idOf(twin)]: 3 });
    await gm.run(async ([target, late, hedwig, v14]) => {
      const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown>; combatants: { get(id: string): { update(changes: object): Promise<unknown>; actor: { createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown> } } } };
      await combat.combatants.get(late).update({ initiative: null });
      await combat.combatants.get(hedwig).actor.createEmbeddedDocuments("ActiveEffect", [{ name: "Dazzled", img: "icons/svg/aura.svg", duration: v14 ? { value: 10, units: "rounds" } : { rounds: 10, startRound: 1 } }]);
      const event = (tick: number, kind: string, data: object, who: string | null = null): object => ({ tick, every: null, left: null, kind, target: who, data });
      await combat.update({ system: { schedule: {
        acid: { ...event(5, "damage", { damage: "2", text: "acid" }, target), every: 5, left: 2 }, spy: event(8, "note", { text: "The lights go out" }), gong: event(9, "note", { text: "Gong", public: true }),
        crypt: event(30, "reinforcements", { text: "From the crypt", public: true }, late),
      } } });
    }, [idOf(twin), straggler, idOf(knight), generation === 14] as const);
    await moveOf(ofBrawler, { deed: "begin", pace: "walk", terrain: 0, toward: null });
    await declare(ofDuellist, duellist, "evasion-footwork");
    await declare(gm, marksman, "ranged-full-auto", { mode: "cover", weapon: gun });
    expect((await cards(gm)).map(({ notice }) => notice)).toEqual([null, null]);
    await later(idOf(brawler), idOf(duellist), idOf(marksman), ...(way === "jump" || way === "hand" ? [idOf(twin)] : []));
    if (way !== "act") await gm.run(async () => { await game.settings.set("fatewalker", "autoAdvance", false); });
    await listen();
  }

  test.each(WAYS)("everything fires in order and once for all four, with the hand moved by %s, and not again when it is taken back and redone", async (way) => {
    await setUp(way);
    const { brawler, duellist, knight, enforcer, twin, everyone, players, ofBrawler, ofKnight } = six;
    const ledgers = (): Promise<string[]> => gm.run(() => game.messages.contents.filter(({ type, flags }) => type === "ledger" && ((flags.fatewalker as { serial?: number } | undefined)?.serial ?? 0) > 0).map(({ id }) => id));
    const start = await gm.run(world);
    const first = (await ledgers()).at(-1);
    const before = await told(ofKnight);
    // Players see what concerns them coming, and nothing of what the GM keeps to himself.
    await everywhere(players, async (client) => (await tracker(client)).events, ["7 end of a stretch, 5 m (Tobin · every 6 ticks)", "7 shields (every 6 ticks)", "9 Gong", "11 Dazzled ends (Hedwig)", "14 bleeds (Hedwig · every 13 ticks)", "22 Footwork ends (Isaura)", "601 2 Temporary fade (Tobin)"]);
    await everywhere(players, async (client) => straggler in (await tracker(client)).rows, false);

    await go(way, 8);
    await everywhere(everyone, body(brawler), expect.objectContaining({ way: 5, movement: "walk" }));
    // Its player says what happens at the end of the stretch; nobody else's player does.
    await moveOf(ofKnight, { deed: "next", next: "stop" });
    expect(await refusals(ofKnight)).toHaveLength(1);
    await moveOf(ofBrawler, { deed: "next", next: "run" });
    await go(way, 14);
    await everywhere(everyone, body(brawler), expect.objectContaining({ way: 10, movement: "run" }));
    await moveOf(ofBrawler, { deed: "next", next: "stop" });
    await go(way, 20);
    await everywhere(everyone, body(brawler), expect.objectContaining({ way: 20, movement: null, statuses: [] }));
    await everywhere(everyone, async (client) => (await body(duellist)(client)).energy, 5);
    await go(way, 35);
    // Without an actor nobody throws Awareness: 10 ticks after tick 30.
    await everywhere(everyone, async (client) => (await tracker(client)).rows[straggler]?.tick, 40);
    await later(straggler);
    await go(way, 60);
    await everywhere(everyone, body(knight), expect.objectContaining({ wounds: [4, 24, 1], effects: [] }));
    // Three doses of 2, each a source of its own and within Resilience 5.
    await everywhere(everyone, body(twin), expect.objectContaining({ wounds: [6, 0, 0] }));
    await change(knight, { system: { wounds: { stabilized: true } } });
    await go(way, 130);
    await everywhere(everyone, async (client) => (await body(enforcer)(client)).statuses.includes("unconscious"), false);
    await go(way, 700);
    const ends: readonly (readonly [Participant, Body["wounds"]])[] = [[brawler, [0, 0, 0]], [knight, [0, 24, 1]], [twin, [0, 0, 0]]];
    for (const [who, wounds] of ends) await everywhere(everyone, async (client) => (await body(who)(client)).wounds, wounds);
    expect(await fired()).toEqual(EVENTS);

    const words = await told(ofKnight);
    for (const part of ["Tobin walks 5 m", "Tobin runs 10 m", "Tobin stops", "energy shield regains 1", "Gong", "Dazzled ends", "Hedwig bleeds", "footwork of Isaura", "Straggler arrives. From the crypt", "Temporary Wounds fade"]) expect(words).toContain(part);
    await everywhere(players, told, words);
    const gms = await told(gm);
    for (const part of ["The lights go out", "acid", "covers the place with fire no longer", "wakes"]) {
      expect(gms).toContain(part);
      expect(words).not.toContain(part);
      for (const client of players) expect(await open(client)).not.toContain(part);
    }

    // Where the hand was moved past the clock, that is no step to be taken back.
    if (way === "hand") return;
    const end = await gm.run(world);
    const last = (await ledgers()).at(-1);
    await dice(gm, 0.15);
    await wish(gm, "undo", null, { back: first });
    await settled(gm);
    // A word of the GM's about a body is no step of the fight: it stands.
    const stabilized = (text: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(text).map(([uuid, source]) => [uuid, source.replace(/"stabilized":(true|false)/, "")]));
    expect(differences(stabilized(await gm.run(world)), stabilized(start))).toEqual([]);
    await everywhere(players, told, before);
    await wish(gm, "undo", null, { forward: last });
    await settled(gm);
    expect(differences(await gm.run(world), end)).toEqual([]);
    expect(await fired()).toEqual(EVENTS);
    await everywhere(players, told, words);
    for (const client of players) await expect.poll(async () => differences(await client.run(world), end)).toEqual([]);
  }, 150_000);
});
