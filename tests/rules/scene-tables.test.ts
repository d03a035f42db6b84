import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { AMBUSH_PENALTY } from "../../src/rules/clock/ambush";
import { INITIATIVE_BASE, INITIATIVE_TN, initiative } from "../../src/rules/clock/initiative";
import { emptyClock, reduce } from "../../src/rules/clock/reduce";
import { SECONDS_PER_TICK } from "../../src/rules/clock/time";
import { damagePool, formatDamage, maximum } from "../../src/rules/damage/formula";
import { demote } from "../../src/rules/damage/ladder";
import { buildPool } from "../../src/rules/dice/pool";
import { meet } from "../../src/rules/exchange/meeting";
import { temporaryEvent } from "../../src/rules/healing/over-time";
import { variantTicks } from "../../src/rules/checks/handling";
import { readResult } from "../../src/rules/maneuvers/results";
import { drawTicks, READY_TICKS, tickCost } from "../../src/rules/maneuvers/ticks";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { BARRIERS } from "../../src/rules/modifiers/barriers";
import { positionModifiers } from "../../src/rules/modifiers/positions";
import { totalDice } from "../../src/rules/modifiers/sum";
import { jump, runUpDice } from "../../src/rules/movement/jump";
import { hearingRange, noticingRange, SIGHT_ARC } from "../../src/rules/sight/senses";
import { CLEAR_VIEW, effectiveVisibleRange } from "../../src/rules/sight/visibility";
import { applyWounds } from "../../src/rules/wounds/apply";
import { bleedingInterval, speedAfterWounds, woundPenalty } from "../../src/rules/wounds/penalty";
import type { Size } from "../../src/rules/keys";
import { engagement, fight, grips, shaped } from "./combat/bouts";
import { maneuver, variant } from "./checks-pack";
import { chart, faces, fighter, gun, packManeuver, situation, thrown, weapon } from "./fixtures";

interface Row { readonly successes: string; readonly ticks?: number; readonly result?: string }
interface Scene {
  readonly barriers: { readonly rows: readonly { readonly material: string; readonly rating: number }[] };
  readonly rangeAndVisibility: { readonly rows: readonly { readonly kind: string; readonly situation: string; readonly value?: number }[] };
  readonly rangedModifiers: { readonly rows: readonly { readonly id: string; readonly modifier: unknown; readonly per?: number; readonly beyond?: number }[] };
  readonly meleeModifiers: { readonly rows: readonly { readonly id: string; readonly modifier: unknown; readonly per?: number; readonly beyond?: number }[] };
  readonly groundCombat: { readonly levels: readonly number[]; readonly start: number; readonly escapeAt: number; readonly bottomModifier: number; readonly takedown: { readonly netNeeded: number } };
  readonly readyWeaponTicks: { readonly bySize: Readonly<Record<Size, number>>; readonly atHandLevel: number; readonly stowedExtra: { readonly min: number; readonly max: number } };
  readonly successTables: Readonly<Record<"reload" | "quickReload" | "quickDraw" | "quickLook", { readonly roll: string; readonly rows: readonly Row[] }>> & Readonly<Record<"detailedSearch" | "observeInDetail", { readonly perSuccessBeyond: number; readonly allAt: number; readonly hiddenBeyond?: number }>>;
  readonly movement: { readonly jumps: readonly { readonly kind: string; readonly runUpMeters?: number; readonly penaltyPerMeterShort?: number }[]; readonly takeCoverTicks: Readonly<Record<string, number>>; readonly shieldCoverTicks: Readonly<Record<string, number>>; readonly evasiveRunning: unknown };
  readonly time: { readonly secondsPerTick: number; readonly firstTick: number; readonly ambushTypicalPenalty: number; readonly situationalAwareness: { readonly arcDegrees: number } };
  readonly wounds: { readonly temporaryClearTicks: number; readonly temporaryClearMinutes: number; readonly mortalPenaltyPerBox: number; readonly speedLossPerWoundPenalties: readonly [number, number]; readonly columnsImplied: number };
  readonly attack: { readonly hitNeeds: number; readonly failsAfterReactionBelow: number; readonly maxKindsOfDice: number; readonly examples: readonly [{ readonly pool: string; readonly deflection: number; readonly result: string }, { readonly pool: string; readonly maximum: number }] };
  readonly observation: { readonly ticks: { readonly quickLook: number; readonly detailedSearch: number; readonly observeInDetail: readonly [number, number] } };
  readonly objectTicks: Readonly<Record<"hand" | "aboveHead" | "belowKnees" | "twoHands" | "drop" | "toss" | "place", number>>;
}
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const scene = JSON.parse(read("tables/scene-tables.json")) as Scene;

/** Which test goes through which table row by row. Rows of maneuvers, powers, armor, shields and weapons are compared with the packs besides. */
const TESTED: Readonly<Record<string, readonly string[]>> = {
  "tables.test.ts": ["rangedModifiers", "meleeModifiers", "meleeRange"],
  "sight.test.ts": ["rangeAndVisibility"],
  "healing.test.ts": ["healingEnvironment", "medical", "surgeryTimeReductions"],
  "tracks.test.ts": ["willRecovery", "willExpenditure", "fateRecovery"],
  "movement.test.ts": ["movement"],
  "scene-tables.test.ts": ["barriers", "groundCombat", "readyWeaponTicks", "successTables", "time", "wounds", "attack", "observation", "objectTicks"],
};
const FILES: Readonly<Record<string, string>> = {
  "armor.json": "combat/armor.test.ts", "shields.json": "combat/armor.test.ts", "maneuvers.json": "combat/table.test.ts", "powers.json": "powers-table.test.ts",
  "hand-shields.json": "../packs/compile.test.ts", "weapons.json": "../../tools/packs/tables.ts",
};

describe("no table is left out", () => {
  test("every section of the scene tables has its test", () => {
    expect(Object.values(TESTED).flat().sort()).toEqual(Object.keys(scene).filter((key) => key !== "_meta").sort());
    for (const [file, sections] of Object.entries(TESTED)) for (const section of sections) expect(read(file)).toContain(`.${section}`);
  });

  test("every other table has its test", () => {
    for (const [table, file] of Object.entries(FILES)) expect(read(file)).toContain(`"${file.startsWith("combat/table") ? "../tables/" : ""}${file.startsWith("powers") ? "tables/" : ""}${table}"`);
  });
});

describe("barriers", () => {
  it.each(scene.barriers.rows.map((row, index) => [row.material, row.rating, index] as const))("%s: %i", (_material, rating, index) => {
    const [, value] = Object.entries(BARRIERS)[index] ?? [];
    expect(value).toBe(rating);
    const shot = attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver("ranged-shoot"), weapon: gun(), situation: situation({ shotThroughCover: true, barrier: rating, target: { cover: "cover50" } }) });
    // The rating demotes dice of damage; the shot itself only pays for the cover.
    expect(totalDice(shot)).toBe(6 - 1);
  });
});

describe("the rows of visibility that are no percentages", () => {
  const rows = scene.rangeAndVisibility.rows.filter(({ kind }) => kind === "multiply" || kind === "illumination");
  const dark = { darkness: "darkNight" } as const;
  const SEEN: Readonly<Record<string, readonly [metres: number, expected: number]>> = {
    "Image Magnification": [effectiveVisibleRange(50, { magnification: 4 }), 200],
    "Target Well Illuminated": [effectiveVisibleRange(40, { ...dark, illumination: "well" }), 40],
    "Target has some illumination": [effectiveVisibleRange(40, { ...dark, illumination: "some" }), 25],
    Lighting: [effectiveVisibleRange(40, { ...dark, insideLight: true }), 40],
    "IR Imaging": [effectiveVisibleRange(40, { ...dark, infrared: true }), 30],
  };
  it.each(rows)("$situation", ({ situation: name, value }) => {
    expect(SEEN[name]?.[0]).toBe(SEEN[name]?.[1]);
    if (value !== undefined) expect(effectiveVisibleRange(100, { ...CLEAR_VIEW, ...dark, infrared: true })).toBe(100 + value);
  });
});

describe("every 20 beyond 20", () => {
  it.each([["ranged-shoot", scene.rangedModifiers], ["melee-attack", scene.meleeModifiers]] as const)("%s", (key, table) => {
    const row = table.rows.find(({ id }) => id === "target-moving-each-20");
    const dice = (moving: number): number => totalDice(attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver(key), weapon: key === "ranged-shoot" ? gun() : weapon(), situation: situation({ target: { moving } }) }));
    const { modifier, per = 0, beyond = 0 } = row ?? {};
    for (const times of [1, 2, 5]) expect([dice(beyond + times * per) - dice(beyond), dice(beyond + times * per - 1) - dice(beyond)]).toEqual([times * Number(modifier), (times - 1) * Number(modifier) + 0]);
  });
});

describe("groundCombat", () => {
  const { levels, start, escapeAt, bottomModifier, takedown } = scene.groundCombat;
  const taken = (net: number) => engagement(thrown(fight({ attack: packManeuver("unarmed-takedown"), attacker: fighter({ attributes: { prowess: 8 } }) }), { attack: faces(net, 8), "damage:0": faces(0, net) }));

  it.each(levels.map((level, index) => [takedown.netNeeded + index, level] as const))("%i net successes of a takedown: %i", (net, level) => {
    expect(taken(net)).toMatchObject({ range: level });
  });

  test("it starts at 3 and ends at 4; the bottom has one die less", () => {
    expect([taken(takedown.netNeeded), taken(takedown.netNeeded - 1)]).toMatchObject([{ range: start, ground: { dominant: "attacker" } }, null]);
    const swept = (net: number) => engagement(thrown(fight({ attack: packManeuver("unarmed-sweep"), attacker: fighter({ attributes: { focus: 6 } }), situation: situation({ engagement: 2, positions: grips({ ground: ["target", 1] }) }) }), { attack: faces(net, 6 + bottomModifier) }));
    expect([swept(1), swept(escapeAt - 2)]).toMatchObject([{ range: 3, ground: { level: 0 } }, { range: 4, ground: null }]);
    expect(positionModifiers(fighter(), packManeuver("unarmed-strike"), situation({ positions: grips({ ground: ["target", 1] }) }), "attacker").map(({ value }) => value)).toEqual([bottomModifier]);
  });
});

describe("readyWeaponTicks", () => {
  const { bySize, atHandLevel, stowedExtra } = scene.readyWeaponTicks;
  it.each(Object.entries(bySize) as [Size, number][])("%s: %i", (size, ticks) => {
    expect(READY_TICKS[size]).toBe(ticks);
    const drawn = (carried: "sheathed" | "ready" | "stowed", stowed?: number): number => drawTicks(weapon({ size, carried }), stowed);
    expect([drawn("sheathed"), drawn("ready"), drawn("stowed", 0), drawn("stowed", 50)]).toEqual([ticks, ticks + atHandLevel, ticks + stowedExtra.min, ticks + stowedExtra.max]);
  });
});

describe("successTables", () => {
  const DROPS = ["dropsAmmunition", "dropsWeapon"];
  const timed = (["reload", "quickReload", "quickDraw"] as const).flatMap((name) => scene.successTables[name].rows.map((row) => [name, row] as const));
  const KEYS = { reload: "ranged-reload", quickReload: "ranged-quick-reload", quickDraw: "ranged-quick-draw" } as const;
  it.each(timed)("%s $successes", (name, { successes, ticks, result }) => {
    const [from = 0, to = from] = successes.split(/[-+]/).filter((part) => part !== "").map(Number);
    for (const count of successes.endsWith("+") ? [from, from + 1, from + 7] : [from, to]) {
      const reading = readResult(packManeuver(KEYS[name]), { successes: count, degreeOfFailure: 0 });
      if (result === undefined) expect([reading?.outcome, reading?.ticks]).toEqual(["ticks", ticks]);
      else expect(DROPS).toContain(reading?.outcome);
    }
  });

  const LOOKS: Readonly<Record<string, string>> = { "0-1": "nothing", "2-3": "maybe", "4+": "definite" };
  it.each(scene.successTables.quickLook.rows)("quickLook $successes", ({ successes }) => {
    const look = shaped("common-look-search-observe", { variant: "quickLook" });
    const [from = 0, to = from + 3] = successes.split(/[-+]/).filter((part) => part !== "").map(Number);
    expect([from, to].map((count) => readResult(look, { successes: count, degreeOfFailure: 0 })?.outcome)).toEqual([LOOKS[successes], LOOKS[successes]]);
  });

  it.each(["detailedSearch", "observeInDetail"] as const)("%s", (name) => {
    const { perSuccessBeyond, allAt, hiddenBeyond } = scene.successTables[name];
    const facts = (successes: number) => readResult(shaped("common-look-search-observe", { variant: name }), { successes, degreeOfFailure: 0 });
    for (const successes of [2, 3, allAt - 1]) expect(facts(successes)).toMatchObject({ facts: successes - perSuccessBeyond, complete: false });
    expect(facts(allAt)).toMatchObject({ complete: true, extra: null });
    if (hiddenBeyond !== undefined) expect(facts(hiddenBeyond + 1)?.extra).toBe("hidden");
  });
});

describe("jumps and covers of the movement table", () => {
  const leap = variant("common-jump-leap", "leap");
  const JUMPS: Readonly<Record<string, readonly [metres: number, expected: number]>> = {
    vertical: [jump(leap, { baseSpeed: 6, successes: 3 }).height, 0.9],
    "horizontal (standing)": [jump(variant("common-jump-leap", "jump"), { baseSpeed: 6, successes: 3 }).distance, 3],
    "running leap": [jump(leap, { baseSpeed: 6, successes: 4 }).distance, 6],
  };
  it.each(scene.movement.jumps)("$kind", ({ kind, runUpMeters, penaltyPerMeterShort }) => {
    expect(JUMPS[kind]?.[0]).toBe(JUMPS[kind]?.[1]);
    if (runUpMeters !== undefined) expect([runUpDice(leap, runUpMeters), runUpDice(leap, runUpMeters - 2)]).toEqual([0, 2 * (penaltyPerMeterShort ?? 0)]);
  });

  it.each(["50", "90"])("cover of %s %", (percent) => {
    expect([variantTicks(maneuver("common-take-cover"), `cover${percent}`), tickCost(shaped("melee-shield-cover", { variant: `cover${percent}` }), { weapon: null, handShield: null })]).toEqual([scene.movement.takeCoverTicks[percent], scene.movement.shieldCoverTicks[percent]]);
  });
});

describe("time, wounds, attack, observation and objects", () => {
  test("time", () => {
    const { secondsPerTick, firstTick, ambushTypicalPenalty, situationalAwareness } = scene.time;
    expect([SECONDS_PER_TICK, reduce(emptyClock(), { kind: "begin" }).state.tick, AMBUSH_PENALTY, SIGHT_ARC]).toEqual([secondsPerTick, firstTick, ambushTypicalPenalty, situationalAwareness.arcDegrees]);
    expect([INITIATIVE_BASE, INITIATIVE_TN, initiative(4), initiative(30), initiative(4, ambushTypicalPenalty), hearingRange(7), noticingRange(7)]).toEqual([10, 4, 6, 1, 16, 7, 14]);
  });

  test("wounds", () => {
    const { temporaryClearTicks, temporaryClearMinutes, mortalPenaltyPerBox, speedLossPerWoundPenalties: [less, penalties], columnsImplied } = scene.wounds;
    expect([temporaryEvent("a", 1).tick - 1, temporaryClearMinutes * 60 / scene.time.secondsPerTick]).toEqual([temporaryClearTicks, temporaryClearTicks]);
    expect(woundPenalty(chart({ normal: 24, mortal: 2 })) - woundPenalty(chart({ normal: 24 }))).toBe(-2 * mortalPenaltyPerBox);
    expect([speedAfterWounds(9, penalties), speedAfterWounds(9, 2 * penalties - 1), speedAfterWounds(9, 3 * penalties)]).toEqual([9 - less, 9 - less, 9 - 3 * less]);
    expect([bleedingInterval({ prowess: 3, willRating: 8 }), buildPool({ dice: 4, tn: 7, penalty: 1 }).woundedTn, chart().normal.columns]).toEqual([11, 3, columnsImplied]);
    expect(applyWounds(chart(), { points: 9, stun: false, resilience: 5 }).placed).toMatchObject({ temporary: 5, normal: 4 });
  });

  test("attack", () => {
    const { hitNeeds, failsAfterReactionBelow, maxKindsOfDice, examples: [deflected, printed] } = scene.attack;
    const strike = packManeuver("unarmed-strike");
    expect([meet({ attack: strike, successes: hitNeeds, reaction: null }).hits, meet({ attack: strike, successes: hitNeeds - 1, reaction: null }).hits]).toEqual([true, false]);
    const against = (net: number): boolean => meet({ attack: strike, successes: 4, reaction: { maneuver: packManeuver("unarmed-unbalance"), successes: 4 - net } }).lands;
    expect([against(failsAfterReactionBelow), against(failsAfterReactionBelow - 1)]).toEqual([true, false]);
    const pool = (formula: string) => damagePool({ formula, tn: 5, ladder: "standard" });
    const shown = demote(pool(deflected.pool), deflected.deflection);
    expect([formatDamage({ dice: shown.dice, tn: null }), shown.dice.length, maximum(pool(printed.pool))]).toEqual([deflected.result, maxKindsOfDice, printed.maximum]);
  });

  it.each(Object.entries(scene.observation.ticks))("observation: %s", (name, printed) => {
    const [least, most] = typeof printed === "number" ? [printed, printed] : printed;
    expect(variantTicks(maneuver("common-look-search-observe"), name)).toBe(least);
    if (most > least) expect(variantTicks(maneuver("common-look-search-observe"), name, { ticks: most })).toBe(most);
  });

  it.each(Object.entries(scene.objectTicks).filter(([name]) => name !== "source"))("objects: %s %i", (name, ticks) => {
    const pick = maneuver("common-pickup-object");
    const spent = name === "twoHands" ? variantTicks(pick, "hand", { surcharge: true }) - variantTicks(pick, "hand") : variantTicks(["drop", "toss", "place"].includes(name) ? maneuver("common-drop-toss-place-object") : pick, name);
    expect(spent).toBe(ticks);
  });
});
