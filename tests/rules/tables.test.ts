import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { WeaponGroup } from "../../src/rules/keys";
import { attackModifiers } from "../../src/rules/modifiers/attack";
import { BARRIERS, barrierLabel } from "../../src/rules/modifiers/barriers";
import { evasionDice, meleeModifiers, usableAt } from "../../src/rules/modifiers/melee";
import { FIRST_ENGAGEMENT } from "../../src/rules/modifiers/situation";
import { totalDice } from "../../src/rules/modifiers/sum";
import type { EngagementRange, Situation } from "../../src/rules/modifiers/types";
import { fighter, gun, packManeuver, situation, weapon } from "./fixtures";

interface ModifierRow { readonly id: string; readonly modifier: number | Record<string, number> }
interface SceneTables {
  readonly barriers: { readonly rows: readonly { readonly rating: number }[] };
  readonly meleeRange: { readonly rows: readonly { readonly value: EngagementRange; readonly evasions: number; readonly bySize: Record<"XS" | "S" | "M" | "L" | "XL", number | "unusable"> }[] };
  readonly rangedModifiers: { readonly rows: readonly ModifierRow[] };
  readonly meleeModifiers: { readonly rows: readonly ModifierRow[] };
}
const tables = JSON.parse(readFileSync(new URL("tables/scene-tables.json", import.meta.url), "utf8")) as SceneTables;

describe.each(["084", "085"])("R%s", () => {
  test("barrier ratings are the table's", () => {
    expect(Object.values(BARRIERS)).toEqual(tables.barriers.rows.map(({ rating }) => rating));
  });

  test("every material has a name", () => {
    const lang = JSON.parse(readFileSync(new URL("../../lang/en.json", import.meta.url), "utf8")) as { FATEWALKER: { Modifier: { Barrier: Record<string, string> } } };
    const labels = (Object.keys(BARRIERS) as (keyof typeof BARRIERS)[]).map((key) => barrierLabel(key).split(".").at(-1) ?? "");
    expect(Object.keys(lang.FATEWALKER.Modifier.Barrier).sort()).toEqual(labels.sort());
  });
});

describe("R088", () => {
  test("combat starts at Long (6)", () => {
    expect(FIRST_ENGAGEMENT).toBe(6);
  });
});

describe("engagement ranges are the table's", () => {
  it.each(tables.meleeRange.rows)("range $value", ({ value, evasions, bySize }) => {
    expect(evasionDice(value)).toBe(evasions);
    for (const size of ["XS", "S", "M", "L", "XL"] as const) {
      const printed = bySize[size];
      expect(usableAt(size, value)).toBe(printed !== "unusable");
      expect(totalDice(meleeModifiers(size, situation({ engagement: value })))).toBe(printed === "unusable" ? 0 : printed);
    }
  });
});

const dice = (place: Situation, key: "ranged-shoot" | "melee-attack", group: WeaponGroup = "pistol"): number =>
  totalDice(attackModifiers({ attacker: fighter(), target: null, maneuver: packManeuver(key), weapon: key === "melee-attack" ? weapon() : gun({ group }), situation: place })) - 6;
const printed = (rows: readonly ModifierRow[], id: string, part?: string): number => {
  const row = rows.find((entry) => entry.id === id);
  const value = typeof row?.modifier === "number" ? row.modifier : row?.modifier[part ?? ""];
  if (value === undefined) throw new Error(`no row ${id}`);
  return value;
};

describe("ranged modifiers are the table's", () => {
  it.each<[string, Situation, WeaponGroup?, string?]>([
    ["attacker-prone-firearm", situation({ attacker: { prone: true } })],
    ["attacker-prone-bow-thrown", situation({ attacker: { prone: true } }), "bow"],
    ["attacker-high-ground", situation({ height: 3 })],
    ["attacker-very-high-ground", situation({ height: 10 })],
    ["attacker-cover", situation({ attacker: { cover: "cover50" } }), "pistol", "50"],
    ["attacker-cover", situation({ attacker: { cover: "cover90" } }), "pistol", "90"],
    ["attacker-walking", situation({ attacker: { movement: "walk" } })],
    ["attacker-running", situation({ attacker: { movement: "run" } })],
    ["range-short", situation({ distance: 1 })],
    ["range-medium", situation({ distance: 20 })],
    ["range-long", situation({ distance: 40 })],
    ["range-extreme", situation({ distance: 80 })],
    ["target-immobile", situation({ target: { immobile: true } })],
    ["target-moving-8", situation({ target: { moving: 8 } })],
    ["target-moving-14", situation({ target: { moving: 14 } })],
    ["target-moving-20", situation({ target: { moving: 20 } })],
    ["target-moving-20", situation({ target: { leaping: true } })],
    ["target-cover", situation({ target: { cover: "cover50" } }), "pistol", "50"],
    ["target-cover", situation({ target: { cover: "cover90" } }), "pistol", "90"],
    ["through-cover", situation({ target: { cover: "cover50" }, shotThroughCover: true }), "pistol", "50"],
    ["through-cover", situation({ target: { cover: "cover90" }, shotThroughCover: true }), "pistol", "90"],
  ])("%s", (id, place, group = "pistol", part = undefined) => {
    expect(dice(place, "ranged-shoot", group)).toBe(printed(tables.rangedModifiers.rows, id, part));
  });

  test("target-prone-close and -far, on top of the band", () => {
    expect(dice(situation({ distance: 4, target: { prone: true } }), "ranged-shoot") - 1).toBe(printed(tables.rangedModifiers.rows, "target-prone-close"));
    expect(dice(situation({ distance: 16, target: { prone: true } }), "ranged-shoot")).toBe(printed(tables.rangedModifiers.rows, "target-prone-far"));
  });
});

describe("melee modifiers are the table's", () => {
  it.each<[string, Situation]>([
    ["attacker-prone", situation({ attacker: { prone: true } })],
    ["attacker-running", situation({ attacker: { movement: "run" } })],
    ["target-prone", situation({ target: { prone: true } })],
    ["target-moving-14", situation({ target: { moving: 14 } })],
    ["target-moving-20", situation({ target: { moving: 20 } })],
  ])("%s", (id, place) => {
    expect(dice(place, "melee-attack")).toBe(printed(tables.meleeModifiers.rows, id));
  });
});
