import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { extractPack } from "@foundryvtt/foundryvtt-cli";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PackCompileError, compilePacks, type CompiledPack } from "../../tools/packs/compile";
import { PACKS, PATHS, isRecord, textAt, valueAt, type JsonRecord } from "../../tools/packs/packs";
import { PackCopy } from "./copy";

const root = mkdtempSync(path.join(os.tmpdir(), "fatewalker-compiled-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let compiled: CompiledPack[];
const unpacked = new Map<string, JsonRecord[]>();

beforeAll(async () => {
  compiled = await compilePacks(path.join(root, "packs"));
  for (const { name } of PACKS) {
    const folder = path.join(root, "unpacked", name);
    mkdirSync(folder, { recursive: true });
    await extractPack(path.join(root, "packs", name), folder, { yaml: true, log: false });
    const documents: unknown[] = readdirSync(folder).map((file): unknown => parse(readFileSync(path.join(folder, file), "utf8")));
    unpacked.set(name, documents.filter(isRecord));
  }
});

/** The unpacked document of a pack with a key. */
function document(pack: string, key: string): JsonRecord {
  const found = unpacked.get(pack)?.find((candidate) => valueAt(candidate, "system.key") === key);
  if (found === undefined) throw new Error(`${pack} has no ${key}`);
  return found;
}

function system(pack: string, key: string): JsonRecord {
  const { system: data } = document(pack, key);
  return isRecord(data) ? data : {};
}

function table(file: string, list: string): JsonRecord[] {
  const content: unknown = JSON.parse(readFileSync(path.join(PATHS.tables, file), "utf8"));
  const rows = valueAt(content, list);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

const lower = (value: unknown): string => String(value).toLowerCase();

describe("compiling", () => {
  it("makes every pack of the system, with as many entries as its sources have", () => {
    expect(compiled.map(({ name }) => name)).toEqual(PACKS.map(({ name }) => name));
    const counts = Object.fromEntries(compiled.map(({ name, entries }) => [name, entries]));
    // 25 armors, 4 energy shields, 4 hand shields, 6 folders; 95 maneuvers and 5 folders; 40 powers and 7 folders.
    expect(counts).toMatchObject({ armor: 39, maneuvers: 100, powers: 47 });
  });

  it("refuses a pack from which the packer would drop a document in silence", async () => {
    const copy = new PackCopy();
    try {
      copy.edit("gear/worn/gear-bracers.yml", (data) => {
        delete data._key;
      });
      await expect(compilePacks(path.join(root, "short"), copy.options.sourceDir)).rejects.toThrow(/gear: 41 entries in the sources, 40 in the compiled pack/);
    } finally {
      copy.dispose();
    }
  });

  it("names the file that cannot be read", async () => {
    const copy = new PackCopy();
    try {
      writeFileSync(path.join(copy.options.sourceDir, "gear/torn.yml"), "name: [\n");
      await expect(compilePacks(path.join(root, "torn"), copy.options.sourceDir)).rejects.toThrow(PackCompileError);
      await expect(compilePacks(path.join(root, "torn"), copy.options.sourceDir)).rejects.toThrow(/gear\/torn\.yml/);
    } finally {
      copy.dispose();
    }
  });

  it("forgets what was deleted since the last time", async () => {
    const copy = new PackCopy();
    try {
      const out = path.join(root, "again");
      const before = await compilePacks(out, copy.options.sourceDir);
      copy.remove("gear/worn/gear-bracers.yml");
      const after = await compilePacks(out, copy.options.sourceDir);
      const entries = (list: CompiledPack[]): number => list.find(({ name }) => name === "gear")?.entries ?? Number.NaN;
      expect(entries(after)).toBe(entries(before) - 1);
    } finally {
      copy.dispose();
    }
  });
});

describe("the unpacked armor pack against the tables", () => {
  const armors = table("armor.json", "armor");

  it("has 25 armors, 4 energy shields and 4 hand shields", () => {
    const types = (unpacked.get("armor") ?? []).map(({ type }) => type);
    const count = (type: string): number => types.filter((candidate) => candidate === type).length;
    expect([count("armor"), count("energyShield"), count("handShield"), armors.length]).toEqual([25, 4, 4, 25]);
  });

  it.each(armors.map((row) => [textAt(row, "id"), row] as const))("%s", (key, row) => {
    const data = system("armor", key);
    expect(data.techLevel).toBe(row.techLevel);
    expect(data.absorb).toBe(row.absorb);
    expect(data.deflection).toEqual(row.deflection);
    expect(data.underShield).toBe(row.underShield);
    expect(data.era).toBe(row.era);
    if (row.costValue !== null) expect(data.cost).toBe(row.costValue);
    if (row.encumbrance !== "-") expect(data.encumbrance).toBe(lower(row.encumbrance));
  });

  it("lays Plasteel over a primitive armor: twice the price, tech level 5, and one more of three values", () => {
    expect(system("armor", "plasteel-infantry-armor").upgrade).toEqual({
      costFactor: 2,
      techLevel: 5,
      absorb: 1,
      deflection: { physical: 0, ballistic: 1, energy: 1 },
    });
    expect(armors.filter((row) => system("armor", textAt(row, "id")).upgrade !== null)).toHaveLength(1);
  });

  it("powers one armor alone: Medium and Brute +2", () => {
    expect(system("armor", "ceramsteel-power-armor").powered).toEqual({ encumbrance: "medium", brute: 2 });
    expect(armors.filter((row) => system("armor", textAt(row, "id")).powered !== null)).toHaveLength(1);
  });

  it("lets six armors work under a shield", () => {
    const under = armors.map((row) => textAt(row, "id")).filter((key) => system("armor", key).underShield === true);
    expect(under.sort()).toEqual(["leather-armor", "padded-cloth-armor", "polymer-knit-vest", "polymer-weave-clothing", "synth-ballistic-vest", "synthsilk"]);
  });

  it.each(table("shields.json", "shields").map((row) => [textAt(row, "id"), row] as const))("%s", (key, row) => {
    expect(system("armor", key)).toMatchObject({
      techLevel: row.techLevel,
      cost: row.costValue,
      encumbrance: lower(row.encumbrance),
      minActivation: row.minActivation,
      maxAbsorb: row.maxAbsorb,
      recharge: row.recharge,
      energy: { value: row.energyReserve, max: row.energyReserve },
      on: false,
    });
  });

  it.each(table("hand-shields.json", "handShields").map((row) => [textAt(row, "id"), row] as const))("%s", (key, row) => {
    const { size, deflection, absorb, block, requisites, cover } = row;
    expect(system("armor", key)).toMatchObject({ size, deflection, absorb, block, requisites, cover, house: true });
  });
});

describe("the unpacked weapons", () => {
  it.each([
    ["weapon-throwing-axe", { cost: 0.25, size: "S", speed: { base: 6, recoil: 1 }, reload: 4, range: { short: 4, medium: 7, long: 13 } }],
    ["weapon-primitive-bow", { cost: 0.5, size: "L", speed: { base: 8, recoil: 2 }, reload: 8, range: { short: 30, medium: 60, long: 90 } }],
    ["weapon-long-bow", { cost: 10, size: "XL", speed: { base: 8, recoil: 3 }, reload: 8, range: { short: 50, medium: 100, long: 150 } }],
    ["weapon-automatic-shotgun", { cost: 750, size: "XL", magazine: { value: 20, max: 20, kind: "x" }, burstRecoil: 2, range: { short: 8, medium: 16, long: 24 } }],
    ["weapon-ares-supermach", { cost: 1100, size: "M", magazine: { value: 60, max: 60, kind: "m" }, burstRecoil: 0.5, ammunition: ".22 Caliber" }],
  ])("%s is as printed", (key, values) => {
    expect(system("weapons", key)).toMatchObject({ ...values, house: false });
  });

  it.each([
    ["weapon-throwing-axe", "1x1/4x3", 5, "physical", "standard"],
    ["weapon-primitive-bow", "6x1/3x3", 6, "physical", "standard"],
    ["weapon-long-bow", "7x1/3x3", 6, "physical", "standard"],
    ["weapon-automatic-shotgun", "6x1/1x5", 6, "ballistic", "buckshot"],
    ["weapon-ares-supermach", "8x1", 7, "ballistic", "standard"],
    ["weapon-knife", "3x3/3x1", 5, "physical", "standard"],
  ])("%s deals %s @%i", (key, formula, tn, type, ladder) => {
    expect(system("weapons", key).damage).toEqual({ formula, tn, type, stun: false, ladder });
  });

  it("marks every weapon that no table has", () => {
    const printed = new Set(["weapon-throwing-axe", "weapon-primitive-bow", "weapon-long-bow", "weapon-automatic-shotgun", "weapon-ares-supermach"]);
    const weapons = (unpacked.get("weapons") ?? []).filter(({ type }) => type === "weapon").map(({ system: data }) => data).filter(isRecord);
    expect(weapons.length).toBeGreaterThanOrEqual(40);
    for (const weapon of weapons) expect(weapon.house).toBe(!printed.has(textAt(weapon, "key")));
  });
});

describe("the unpacked maneuvers against the table", () => {
  const maneuvers = table("maneuvers.json", "maneuvers");
  const skill = (printed: unknown): string => (printed === "Weaponry" ? "melee" : printed === "Physick" ? "medical" : lower(printed));

  it("are 95", () => {
    expect((unpacked.get("maneuvers") ?? []).filter(({ type }) => type === "maneuver")).toHaveLength(95);
    expect(maneuvers).toHaveLength(95);
  });

  it.each(maneuvers.map((row) => [textAt(row, "id"), row] as const))("%s", (key, row) => {
    const data = system("maneuvers", key);
    const requisites = (Array.isArray(row.requisites) ? row.requisites : []).filter(isRecord);
    expect(data.group).toBe(row.table === "special-common" ? "free" : row.table);
    expect(data.timings).toEqual(row.categories);
    expect(data.requisites).toEqual(requisites.map((entry) => ({ skill: skill(entry.skill), level: entry.level })));
    expect(data.requisitePerShield).toBe(row.perShield);
    expect(data.combatSize).toBe(row.combatSize ?? null);
    const ticks = Object.fromEntries(Object.entries(isRecord(row.tickCost) ? row.tickCost : {}).filter(([cell]) => cell !== "text"));
    // The one row without ticks is filled by a reading.
    if (key !== "melee-charge") expect(data.ticks).toMatchObject(ticks);
    else expect(data.ticks).toEqual({ kind: "special", base: "weapon", offset: 0, parts: ["weapon", "run ticks"] });

    if (row.roll === null) expect(data.roll).toBeNull();
    else {
      const { attribute, skill: rolled, modifier, baseModifier } = isRecord(row.roll) ? row.roll : {};
      expect(data.roll).toMatchObject({
        attribute: typeof attribute === "string" ? lower(attribute) : null,
        skill: typeof rolled === "string" ? skill(rolled) : null,
        modifier: modifier === "Special" ? (baseModifier ?? 0) : modifier,
      });
    }
    if (isRecord(row.damage)) {
      const { tn, bonus, tnBonus = 0, type } = row.damage;
      expect(data.damage).toMatchObject({ bonus: typeof bonus === "number" ? bonus : 0, tnBonus, stun: type === "stun" });
      if (typeof tn === "number") expect(valueAt(data, "damage.tn")).toBe(tn);
    }
  });

  it("lets parries and blocks take damage off, and nothing else", () => {
    const cancelling = maneuvers.map((row) => textAt(row, "id")).filter((key) => valueAt(system("maneuvers", key), "damage.cancels") === true);
    expect(cancelling).toEqual([
      "melee-parry", "melee-shield-block", "melee-quick-parry", "melee-power-parry", "melee-parry-projectile",
      "unarmed-block", "unarmed-quick-block", "unarmed-leg-check", "unarmed-martial-block", "unarmed-block-projectile",
    ]);
  });

  it("keeps what the columns do not say: cases and answers", () => {
    expect(valueAt(system("maneuvers", "unarmed-block"), "roll.cases")).toEqual([{ when: "vsWeapon", modifier: -2 }]);
    expect(valueAt(system("maneuvers", "evasion-sidestep"), "roll.cases")).toEqual([{ when: "vsThrown", modifier: -3 }]);
    expect(valueAt(system("maneuvers", "melee-shield-block"), "roll.base")).toBe("shield");
    expect(system("maneuvers", "unarmed-leg-check").answers).toEqual(["kicks", "unarmed-knee-strike", "!unarmed-leap-kick", "!unarmed-spinning-kick"]);
    expect(system("maneuvers", "evasion-dodge").answers).toEqual(["melee", "unarmed"]);
    expect(system("maneuvers", "unarmed-headbutt").answeredBy).toEqual(["evasion"]);
    expect(system("maneuvers", "melee-backstab").answeredBy).toEqual([]);
  });
});

describe("the unpacked powers against the table", () => {
  const powers = table("powers.json", "powers");

  it("are 40", () => {
    expect((unpacked.get("powers") ?? []).filter(({ type }) => type === "power")).toHaveLength(40);
    expect(powers).toHaveLength(40);
  });

  it.each(powers.map((row) => [textAt(row, "id"), row] as const))("%s", (key, row) => {
    const data = system("powers", key);
    expect(data).toMatchObject({
      track: row.track,
      theme: typeof row.theme === "string" ? lower(row.theme) : null,
      tier: row.tier,
      chain: row.chain ?? "",
      rank: row.rank ?? 0,
      active: row.active,
      timing: row.timing,
    });
    for (const track of ["will", "fate"]) {
      const points = valueAt(row, `cost.${track}`) ?? 0;
      if (typeof points === "number") expect(valueAt(data, `cost.${track}`)).toBe(points);
      else expect(data.costBy).not.toBe("fixed");
    }
  });

  it("leave three to people, pay for what costs, and do the rest by themselves", () => {
    const manual = powers.map((row) => textAt(row, "id")).filter((key) => system("powers", key).automation === "manual");
    expect(manual).toEqual(["power-fate-destroyer-rage", "power-fate-judicar-honor", "power-fate-judicar-truth"]);
  });
});
