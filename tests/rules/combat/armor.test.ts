import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { poweredArmor, upgradeArmor, withDeflectionShare, type ArmorRow, type ArmorUpgrade } from "../../../src/rules/fighter/armor";
import { applyShield, shieldCap } from "../../../src/rules/damage/shield";
import { damagePool } from "../../../src/rules/damage/formula";
import type { DamageType } from "../../../src/rules/keys";
import { ARMOR_KEYS, packArmor } from "../checks-pack";

interface Row { readonly id: string; readonly name: string; readonly era: string; readonly techLevel: number; readonly costValue: number | null; readonly encumbrance: string; readonly absorb: number; readonly deflection: Record<DamageType, number>; readonly deflectionText: string; readonly underShield: boolean; readonly modifies: boolean; readonly special: string | null; readonly staleValuesIn001?: Readonly<Record<string, unknown>> }
interface Shield { readonly id: string; readonly name: string; readonly techLevel: number; readonly costValue: number; readonly encumbrance: string; readonly minActivation: number; readonly maxAbsorb: number; readonly recharge: number; readonly energyReserve: number; readonly literalFirstHitCap: number }
const load = <T>(file: string): T => JSON.parse(readFileSync(new URL(`../tables/${file}`, import.meta.url), "utf8")) as T;
const { armor, dropped, _meta } = load<{ armor: readonly Row[]; dropped: readonly Row[]; _meta: { rows: number } }>("armor.json");
const { shields } = load<{ shields: readonly Shield[] }>("shields.json");
const row = (id: string): Row => {
  const found = armor.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`no armor ${id}`);
  return found;
};
const asArmor = ({ costValue, techLevel, encumbrance, absorb, deflection }: Row): ArmorRow => ({ cost: costValue ?? 0, techLevel, encumbrance: encumbrance.toLowerCase() as ArmorRow["encumbrance"], absorb, deflection });

describe("R292", () => {
  test("25 rows by era, 4 shields", () => {
    const counted = Object.fromEntries([...new Set(armor.map(({ era }) => era))].map((era) => [era, armor.filter((entry) => entry.era === era).length]));
    expect([armor.length, _meta.rows, counted, shields.length]).toEqual([25, 25, { "Primitive Armors": 8, "21st Century Armor": 4, "1st Republic Armor": 5, "2nd Republic Armor": 8 }, 4]);
  });

  test("the pack has the same 25 in the same eras, the 4 shields, and 4 hand shields of the house", () => {
    const eras = ARMOR_KEYS.flatMap((key) => packArmor(key).era ?? []);
    expect([eras.length, ...["Primitive Armors", "21st Century Armor", "1st Republic Armor", "2nd Republic Armor"].map((era) => eras.filter((entry) => entry === era).length)]).toEqual([25, 8, 4, 5, 8]);
    expect(ARMOR_KEYS.filter((key) => packArmor(key).era === undefined).sort()).toEqual([...shields.map(({ id }) => id), ...["buckler", "kite", "riot", "round"].map((name) => `hand-shield-${name}`)].sort());
  });

  it.each(armor)("$name in the pack", ({ id, era, techLevel, costValue, encumbrance, absorb, modifies }) => {
    expect(packArmor(id)).toMatchObject({ era, techLevel, ...(modifies ? {} : { absorb, cost: costValue, encumbrance: encumbrance.toLowerCase().split(" ")[0] }) });
  });
});

describe("R293", () => {
  test("cells read physical / ballistic / energy", () => {
    expect(row("synth-ballistic-vest").deflection).toEqual({ physical: 3, ballistic: 4, energy: 2 });
  });

  it.each(armor.filter(({ modifies }) => !modifies))("$name $deflectionText", ({ deflection, deflectionText }) => {
    expect([deflection.physical, deflection.ballistic, deflection.energy].join("/")).toBe(deflectionText);
  });

  it.each(armor.filter(({ modifies }) => !modifies))("$name $deflectionText in the pack", ({ id, deflectionText }) => {
    const [physical, ballistic, energy] = deflectionText.split("/").map(Number);
    expect(packArmor(id).deflection).toEqual({ physical, ballistic, energy });
  });
});

describe("R294", () => {
  test("six rows work under a shield", () => {
    expect(armor.filter(({ underShield }) => underShield).map(({ id }) => id).sort()).toEqual(["leather-armor", "padded-cloth-armor", "polymer-knit-vest", "polymer-weave-clothing", "synth-ballistic-vest", "synthsilk"]);
  });

  test("the same six of the pack", () => {
    expect(ARMOR_KEYS.filter((key) => packArmor(key).underShield === true)).toEqual(armor.filter(({ underShield }) => underShield).map(({ id }) => id).sort());
    expect(ARMOR_KEYS.filter((key) => packArmor(key).underShield === false)).toHaveLength(19);
  });
});

describe("R295", () => {
  const delta = row("plasteel-infantry-armor");
  const plasteel: ArmorUpgrade = { costFactor: 2, techLevel: delta.techLevel, absorb: delta.absorb, deflection: delta.deflection };
  test("on Full Plate (50, 2, 4/2/2, Heavy): 100, 3, 4/3/3, Heavy, TL 5", () => {
    expect(upgradeArmor(asArmor(row("full-plate-armor")), plasteel)).toEqual({ cost: 100, techLevel: 5, encumbrance: "heavy", absorb: 3, deflection: { physical: 4, ballistic: 3, energy: 3 } });
  });

  test("on Chain Armor (13, 1, 4/1/2, Medium)", () => {
    expect(upgradeArmor(asArmor(row("chain-armor")), plasteel)).toEqual({ cost: 26, techLevel: 5, encumbrance: "medium", absorb: 2, deflection: { physical: 4, ballistic: 2, energy: 3 } });
  });
});

describe("R296", () => {
  test("Ceramsteel Power Armor: 8, 8/8/8, 3000; Medium and Brute +2 under power, Immobile without", () => {
    const power = asArmor(row("ceramsteel-power-armor"));
    expect(power).toMatchObject({ cost: 3000, absorb: 8, deflection: { physical: 8, ballistic: 8, energy: 8 }, encumbrance: "immobile" });
    const powered = { encumbrance: "medium", brute: 2 } as const;
    expect([poweredArmor(power, powered, true), poweredArmor(power, powered, false), poweredArmor(power, null, true)]).toEqual([{ encumbrance: "medium", brute: 2 }, { encumbrance: "immobile", brute: 0 }, { encumbrance: "immobile", brute: 0 }]);
  });
});

describe("R297", () => {
  test("none of the older numbers", () => {
    const cells = (id: string): readonly unknown[] => [row(id).absorb, row(id).deflectionText];
    expect([cells("polymer-weave-clothing"), cells("ceramsteel-full-plate-battle-armor"), row("ceramsteel-power-armor").costValue]).toEqual([[1, "1/2/1"], [6, "6/7/6"], 3000]);
    expect(armor.some(({ name }) => /Personal Protection Vest/.test(name))).toBe(false);
    expect(dropped.map(({ id }) => ARMOR_KEYS.includes(id))).toEqual([false]);
  });

  const changed = armor.filter(({ staleValuesIn001 }) => staleValuesIn001 !== undefined);
  it.each(changed)("$name: nothing of what the older list had stands in the pack", ({ id, staleValuesIn001 = {} }) => {
    const { absorb, cost, deflection } = packArmor(id);
    const now: Readonly<Record<string, unknown>> = { absorb, absorbText: String(absorb), cost: String(cost), costValue: cost, deflection, deflectionText: typeof deflection === "object" ? Object.values(deflection).join("/") : "" };
    const known = Object.entries(staleValuesIn001).filter(([field]) => field in now);
    expect(known.length).toBeGreaterThan(0);
    for (const [field, stale] of known) expect(now[field]).not.toEqual(stale);
  });

  test("those are 12 rows", () => {
    expect(changed).toHaveLength(12);
  });
});

type ShieldRow = [name: string, techLevel: number, cost: number, encumbrance: string, minActivation: number, maxAbsorb: number, recharge: number, reserve: number];
const PRINTED: [line: string, rows: ShieldRow[]][] = [
  ["R298", [["Standard", 7, 500, "Light", 6, 20, 1, 7], ["Duelling", 7, 750, "None", 6, 20, 1, 5]]],
  ["R299", [["Assault", 8, 3000, "Light", 8, 30, 2, 10], ["Battle", 8, 5000, "Medium", 9, 40, 3, 20]]],
];
describe.each(PRINTED)("%s", (_line, wanted) => {
  it.each<ShieldRow>(wanted)("%s", (name, ...cells) => {
    const shield = shields.find((entry) => entry.name === name);
    if (shield === undefined) throw new Error(`no shield ${name}`);
    expect([shield.techLevel, shield.costValue, shield.encumbrance, shield.minActivation, shield.maxAbsorb, shield.recharge, shield.energyReserve]).toEqual(cells);
    const full = { minActivation: shield.minActivation, maxAbsorb: shield.maxAbsorb, energy: shield.energyReserve, reserve: shield.energyReserve };
    expect(shieldCap(full, "literal")).toBe(shield.literalFirstHitCap);
    const weak = damagePool({ formula: `${shield.minActivation - 1}x1`, tn: 5, ladder: "standard" });
    expect([applyShield(weak, full, "literal").triggered, applyShield(damagePool({ formula: `${shield.minActivation}x1`, tn: 5, ladder: "standard" }), full, "literal").triggered]).toEqual([false, true]);
  });
});

test("half of a Deflection, rounded down, and all of the Absorb", () => {
  expect(withDeflectionShare({ absorb: 3, deflection: { physical: 7, ballistic: 1, energy: 4 } }, 0.5)).toEqual({ absorb: 3, deflection: { physical: 3, ballistic: 0, energy: 2 } });
});
