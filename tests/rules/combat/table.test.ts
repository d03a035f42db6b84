import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { RuleError } from "../../../src/rules/errors";
import { resolveWith } from "../../../src/rules/exchange/resolve";
import { patchesOf } from "../../../src/rules/exchange/patches";
import type { Maneuver, TickCost, Weapon } from "../../../src/rules/fighter/types";
import { cancelsDamage, damageOf } from "../../../src/rules/maneuvers/kind";
import { shortfall } from "../../../src/rules/maneuvers/requisites";
import { READY_TICKS, tickCost, weaponTicks } from "../../../src/rules/maneuvers/ticks";
import { isShot, isThrow } from "../../../src/rules/maneuvers/tags";
import { isDraw, isReload } from "../../../src/rules/maneuvers/weapons";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { ownModifiers } from "../../../src/rules/modifiers/own";
import { totalDice } from "../../../src/rules/modifiers/sum";
import { faces, fighter, gun, handShield, packManeuver, situation, throwingAxe, weapon } from "../fixtures";
import { fight, grips } from "./bouts";

interface TableRoll { readonly attribute: string | null; readonly skill: string | null; readonly modifier: number | string | null }
interface TableDamage { readonly pools?: readonly { readonly count: number | string; readonly value: number }[] | null; readonly tn?: number | null; readonly source?: string; readonly bonus?: unknown; readonly tnBonus?: number; readonly use?: string }
interface Row {
  readonly id: string;
  readonly requisites: readonly (string | { readonly skill: string; readonly level: number })[];
  readonly perShield: boolean;
  readonly categories: readonly string[];
  readonly roll: TableRoll | null;
  readonly tickCost: TickCost & { readonly text?: string };
  readonly damage: TableDamage | null;
}
const { maneuvers } = JSON.parse(readFileSync(new URL("../tables/maneuvers.json", import.meta.url), "utf8")) as { maneuvers: readonly Row[] };

/** Where the table prints no damage TN: that of every other throw, fall and takedown (readings E11). */
const TN_OF_THROWS = 5;
/** Skills of the columns by the keys of the rules. */
const SKILLS: Readonly<Record<string, string>> = { weaponry: "melee", physick: "medical" };
const skillKey = (name: string): string => SKILLS[name.toLowerCase()] ?? name.toLowerCase();
const able = fighter({ skills: Object.fromEntries(["agility", "strength", "stamina", "ranged", "melee", "unarmed", "observe", "search", "medical"].map((key) => [key, 8])), attributes: { prowess: 7, focus: 7, awareness: 7 }, handShield: null });
const sixAndOne = { speed: { base: 6, recoil: 1 }, reload: 4 } as const;

/** A weapon that the row can be done with, 6 + 1 ticks. */
function tool(maneuver: Maneuver): Weapon | null {
  if (isDraw(maneuver)) return gun({ ...sixAndOne, carried: "sheathed", hand: null });
  if (isShot(maneuver) || isReload(maneuver)) return gun({ ...sixAndOne, magazine: { value: 40, max: 40 } });
  if (isThrow(maneuver, null)) return throwingAxe(sixAndOne);
  return maneuver.group === "melee" && maneuver.damage?.source !== "shield" ? weapon({ ...sixAndOne, size: "S" }) : null;
}

/** Ticks that a row prints, worked out from its cell alone with a 6 + 1 weapon of size S and a shield of 6 block ticks; null: no fixed number. */
function printedTicks(cost: Row["tickCost"], arms: Weapon | null): number | null {
  const speed = arms === null ? 0 : weaponTicks(arms);
  switch (cost.kind) {
    case "fixed": return cost.value;
    case "range": return cost.bySize === undefined || arms === null ? cost.min : READY_TICKS[arms.size];
    case "choice": return Math.min(...cost.options.map(({ value, min }) => value ?? min ?? 0));
    case "weapon": return cost.base === "shieldBlockSpeed" ? 6 : speed;
    case "relative": return speed + cost.offset;
    default: return null;
  }
}

test("the table has 95 rows, each once in the pack", () => {
  expect(maneuvers.length).toBe(95);
  expect(new Set(maneuvers.map(({ id }) => packManeuver(id).key)).size).toBe(95);
});

describe.each(maneuvers)("$id", (row) => {
  const maneuver = packManeuver(row.id);
  const arms = tool(maneuver);

  test("timings", () => {
    expect(maneuver.timings).toEqual(row.categories);
  });

  test("requisites: one level short costs one die, the skill itself none", () => {
    const levels = row.requisites.flatMap((entry) => (typeof entry === "string" ? [] : [[skillKey(entry.skill), entry.level] as const]));
    expect(shortfall(maneuver, fighter({ skills: Object.fromEntries(levels) }))).toBe(0);
    for (const [skill, level] of levels) {
      if (level > 0) expect(shortfall(maneuver, fighter({ skills: { ...Object.fromEntries(levels), [skill]: level - 1 } }))).toBe(1);
    }
    expect(maneuver.requisitePerShield).toBe(row.perShield);
  });

  test("roll", () => {
    const wanted = row.roll;
    if (wanted === null) {
      expect(attackModifiers({ attacker: able, target: null, maneuver, weapon: arms, situation: situation() })).toEqual([]);
      return;
    }
    expect([maneuver.roll?.attribute ?? null, maneuver.roll?.skill ?? null]).toEqual([wanted.attribute?.toLowerCase() ?? null, wanted.skill === null ? null : skillKey(wanted.skill)]);
    if (typeof wanted.modifier !== "number") return;
    const attribute = maneuver.roll?.attribute ?? null;
    expect(totalDice(ownModifiers(able, maneuver)) - (attribute === null ? 0 : able.attributes[attribute])).toBe(wanted.modifier);
  });

  test("ticks", () => {
    const wanted = printedTicks(row.tickCost, arms);
    const spent = tickCost(maneuver, { weapon: arms === null ? null : { ...arms, carried: row.tickCost.kind === "range" ? "sheathed" : "hand" }, handShield: handShield() });
    expect(spent).toBeGreaterThanOrEqual(row.categories.includes("free") ? 0 : 1);
    if (wanted !== null) expect(spent).toBe(wanted);
  });

  test("damage", () => {
    const wanted = row.damage;
    if (wanted === null) {
      // Shoot's cell is empty; it deals what the weapon deals.
      if (!isShot(maneuver)) expect(maneuver.damage).toBeNull();
      return;
    }
    if (wanted.use !== undefined) expect(cancelsDamage(maneuver)).toBe(/cancel/.test(wanted.use));
    // A bonus by run ticks, or that of the charge, is none of the row's own.
    if (typeof wanted.bonus === "number") expect(maneuver.damage?.bonus).toBe(wanted.bonus);
    if (wanted.tnBonus !== undefined) expect(maneuver.damage?.tnBonus).toBe(wanted.tnBonus);
    if (wanted.pools === undefined || wanted.pools === null || wanted.pools.length === 0) return;
    // "net successes" and "net successes - 2" dice: worked out for 5 net.
    const count = (printed: number | string): number => (typeof printed === "number" ? printed : 5 - Number(/- (\d)/.exec(printed)?.[1] ?? 0));
    const rolled = damageOf(maneuver, null, able, { net: 5 })?.pool;
    expect(rolled?.dice).toEqual(wanted.pools.map((kind) => ({ count: count(kind.count), value: kind.value })).sort((one, other) => one.value - other.value));
    expect(rolled?.tn).toBe(wanted.tn ?? TN_OF_THROWS);
  });

  test("it is declared and resolved, or refused by name", () => {
    const hands = arms !== null || maneuver.damage?.source === "shield" || maneuver.key === "melee-shield-cover";
    const attacker = fighter({ ...able, weapons: arms === null ? [] : [arms], handShield: hands ? handShield() : null });
    const defender = fighter({ ...able, weapons: [weapon({ size: "M" })] });
    const place = situation({ positions: grips({ ground: ["target", 1] }), engagement: 2 });
    const start = (): ReturnType<typeof fight> => fight({ attack: maneuver, weapon: arms, attacker, defender, situation: isShot(maneuver) || isThrow(maneuver, arms) ? situation({ distance: 5 }) : place, aware: false });
    let refusal = "";
    try {
      const state = resolveWith(start(), (count) => faces(count, count));
      expect(state.phase).toBe("resolved");
      expect(patchesOf(JSON.parse(JSON.stringify(state)) as typeof state)).toEqual(patchesOf(state));
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      refusal = error.key.replace("FATEWALKER.Error.", "");
    }
    expect(refusal).toBe(REFUSED[row.id] ?? "");
  });
});

/** What cannot be done as the test tries it: by itself, in a ground fight, or without what it is made of. */
const REFUSED: Readonly<Record<string, string>> = {
  "evasion-friendly-fire": "NeedsBase",
  "melee-called-shot": "NeedsBase",
  "unarmed-called-shot": "NeedsBase",
  "ranged-twin-pistols": "NeedsTwoPistols",
  "melee-engage-and-gut": "NeedsParts",
  "melee-parry-riposte": "NeedsParts",
  "unarmed-block-strike": "NeedsParts",
  "melee-step-inside": "SlipFirst",
};

it("a maneuver of a group's own making works from its data alone", () => {
  const homebrew: Maneuver = { ...packManeuver("unarmed-throw"), key: "", ticks: { kind: "fixed", value: 9 } };
  const state = resolveWith(fight({ attack: homebrew, aware: false, attacker: able }), (count) => faces(3, count));
  expect(state.targets[0]?.steps.map(({ kind }) => kind)).toEqual(["attack", "damage", "wounds", "moved", "status"]);
  expect(patchesOf(state).ticks).toEqual([{ participant: state.attacker.participant, kind: "act", cost: 9 }]);
});
