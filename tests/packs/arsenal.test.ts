import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damagePool } from "../../src/rules/damage/formula";
import { demote, promote } from "../../src/rules/damage/ladder";
import type { DamagePool } from "../../src/rules/damage/types";
import { DAMAGE_TYPES, SIZES, WEAPON_GROUPS, type Ladder } from "../../src/rules/keys";
import { damageTotals } from "../../src/rules/odds/damage";
import { PATHS, textAt, valueAt, type JsonRecord } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";

/**
 * The scale of the arsenal. What is compared is the damage that a weapon can be expected to deal for each tick it takes:
 * the mean of its dice at its TN, with neither net successes nor armor, over base speed and recoil; where every shot has to
 * be loaded by itself, the reload counts as well. The bands are drawn around the published rows (0.77 to 1.05 for guns and
 * bows without their reload, 1.2 for the knife), so that a house weapon is a choice and no improvement of a printed one.
 * Larger sizes may deal a little more in a tick and pay for it at close range; what the 2nd Republic makes may pass its band
 * by a fifth and costs accordingly.
 */
const BANDS: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
  melee: { XS: [0.85, 1.1], S: [1, 1.25], M: [1, 1.35], L: [1.05, 1.4], XL: [1.1, 1.4] },
  thrown: { XS: [0.5, 0.75], S: [0.5, 0.75], M: [0.5, 0.75] },
  bow: { M: [0.55, 0.75], L: [0.55, 0.75], XL: [0.55, 0.75] },
  crossbow: { S: [0.4, 0.6], M: [0.4, 0.6], L: [0.75, 0.9], XL: [0.4, 0.6] },
  pistol: { XS: [0.65, 0.75], S: [0.65, 0.8], M: [0.7, 0.85] },
  rifle: { L: [0.85, 1.05], XL: [0.85, 1.05] },
  shotgun: { M: [0.65, 0.8], L: [0.7, 0.85] },
  automatic: { S: [0.65, 0.75], M: [0.75, 0.85], L: [0.8, 1], XL: [0.75, 1.05] },
  energy: { XS: [0.8, 1], S: [0.75, 1.15], M: [0.9, 1.15], L: [0.95, 1.2], XL: [0.8, 1.25] },
};
/** One ball and a ramrod: a musket or blunderbuss is fired once in a fight. */
const MUZZLE_LOADER: readonly [number, number] = [0.15, 0.3];
const SECOND_REPUBLIC = 7;

interface Arm {
  readonly key: string;
  readonly system: JsonRecord;
  readonly group: string;
  readonly size: string;
  readonly pool: DamagePool;
  readonly ticks: number;
}

const number = (system: JsonRecord, dotted: string): number => Number(valueAt(system, dotted));

const documents = readPackSources(PATHS.source).documents.filter(({ documentName, parent }) => documentName === "Item" && parent === null);

function systemsOf(type: string): JsonRecord[] {
  return documents.filter(({ data }) => data.type === type).map(({ data }) => data.system as JsonRecord);
}

const arms: readonly Arm[] = documents
  .filter(({ data }) => data.type === "weapon")
  .map((document) => {
    const system = document.data.system as JsonRecord;
    const ladder: Ladder = textAt(system, "damage.ladder") === "buckshot" ? "buckshot" : "standard";
    const loadedSingly = textAt(system, "projectile") !== "none" && number(system, "magazine.max") <= 1;
    return {
      key: keyOf(document),
      system,
      group: textAt(system, "group"),
      size: textAt(system, "size"),
      pool: damagePool({ formula: textAt(system, "damage.formula"), tn: number(system, "damage.tn"), ladder }),
      ticks: number(system, "speed.base") + number(system, "speed.recoil") + (loadedSingly ? number(system, "reload") : 0),
    };
  });
const coversAnArea = ({ system }: Arm): boolean => valueAt(system, "area") !== null;
const house = arms.filter((arm) => arm.system.house === true && !coversAnArea(arm));
const bombs = arms.filter(coversAnArea);
const loadedFromTheMuzzle = ({ system }: Arm): boolean => textAt(system, "ammunition") === "Powder and Ball";

function expectation(pool: DamagePool): number {
  return damageTotals(pool, 0).reduce((sum, chance, points) => sum + chance * points, 0);
}

describe("the arsenal", () => {
  it("holds at least 40 weapons, of every size and group and of each type of damage", () => {
    expect(arms.length).toBeGreaterThanOrEqual(40);
    expect(new Set(arms.map(({ size }) => size))).toEqual(new Set(SIZES));
    expect(new Set(arms.map(({ group }) => group))).toEqual(new Set(WEAPON_GROUPS));
    expect(new Set(arms.map(({ system }) => textAt(system, "damage.type")))).toEqual(new Set(DAMAGE_TYPES));
  });

  it.each([
    ["Knives", ["weapon-knife", "weapon-dagger", "weapon-switchblade"]],
    ["Swords", ["weapon-rapier", "weapon-longsword", "weapon-greatsword"]],
    ["Axes", ["weapon-hand-axe", "weapon-battle-axe", "weapon-great-axe"]],
    ["Polearms", ["weapon-quarterstaff", "weapon-glaive", "weapon-halberd"]],
    ["Spears", ["weapon-short-spear", "weapon-spear", "weapon-pike"]],
    ["Clubs/Maces", ["weapon-club", "weapon-baton", "weapon-maul"]],
  ])("has something for the leaf %s", (_leaf, keys) => {
    expect(arms.filter(({ key, group }) => keys.includes(key) && group === "melee")).toHaveLength(keys.length);
  });

  it("gives every weapon that shoots or is thrown three growing ranges, a projectile and a reload, and no other", () => {
    for (const { key, system, group } of arms) {
      const bands = ["short", "medium", "long"].map((band) => number(system, `range.${band}`));
      const reaches = group !== "melee";
      expect([key, textAt(system, "projectile") !== "none", number(system, "reload") > 0]).toEqual([key, reaches, reaches]);
      if (reaches) expect(bands.every((limit, index) => limit > (bands[index - 1] ?? 0))).toBe(true);
      else expect(bands).toEqual([0, 0, 0]);
    }
  });

  it("has ammunition for every magazine", () => {
    const boxes = documents.filter(({ data }) => data.type === "gear" && textAt(data.system, "kind") === "ammunition").map(({ data }) => textAt(data, "name"));
    for (const { key, system } of arms) {
      const wanted = textAt(system, "ammunition");
      if (number(system, "magazine.max") > 0) expect([key, wanted]).not.toEqual([key, ""]);
      if (wanted !== "") expect([key, boxes.some((name) => name.startsWith(wanted))]).toEqual([key, true]);
      expect(number(system, "magazine.value")).toBe(number(system, "magazine.max"));
    }
  });

  it("deals energy with energy weapons, ballistic damage with firearms, and promotes only shot like buckshot", () => {
    for (const { key, system, group, pool } of arms) {
      const type = textAt(system, "damage.type");
      if (group === "energy") expect([key, type]).toEqual([key, "energy"]);
      else if (["pistol", "rifle", "shotgun", "automatic"].includes(group)) expect([key, type]).toEqual([key, "ballistic"]);
      else if (group !== "melee" && valueAt(system, "area") === null) expect([key, type]).toEqual([key, "physical"]);
      expect([key, pool.ladder === "buckshot"]).toEqual([key, group === "shotgun" || key.endsWith("shotgun")]);
    }
  });
});

describe("the balance of the house weapons", () => {
  it.each(house.map((arm) => [arm.key, arm] as const))("%s deals what its size may deal in a tick", (_key, arm) => {
    const { group, size, pool, ticks, system } = arm;
    const band = loadedFromTheMuzzle(arm) ? MUZZLE_LOADER : BANDS[group]?.[size];
    const [least, most] = band ?? [Number.NaN, Number.NaN];
    const rate = expectation(pool) / ticks;
    expect(rate).toBeGreaterThanOrEqual(least);
    expect(rate).toBeLessThanOrEqual(number(system, "techLevel") >= SECOND_REPUBLIC ? most * 1.2 : most);
  });

  it.each(bombs.map((arm) => [arm.key, arm] as const))("%s deals most at its centre and at its edge no more than any weapon that is thrown", (_key, { pool, ticks, system }) => {
    const centre = expectation(pool) / ticks;
    const edge = expectation(demote(pool, number(system, "area.radius") * number(system, "area.falloff"))) / ticks;
    expect(centre).toBeGreaterThanOrEqual(0.7);
    expect(centre).toBeLessThanOrEqual(number(system, "techLevel") >= SECOND_REPUBLIC ? 1.4 * 1.2 : 1.4);
    expect(edge).toBeLessThanOrEqual(0.75);
  });

  it("keeps its order of magnitude whatever the roll and the armor: like weapons stay within the double of each other", () => {
    const like = (one: Arm, other: Arm): boolean => one.group === other.group && one.size === other.size && one.pool.ladder === other.pool.ladder;
    const repeaters = house.filter((arm) => !loadedFromTheMuzzle(arm));
    const pairs = repeaters.flatMap((one) => repeaters.filter((other) => like(one, other) && other.key > one.key).map((other) => [one, other] as const));
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.nat(5), ([one, other], net) => {
        const rates = [one, other].map(({ pool, ticks }) => expectation(promote(pool, net)) / ticks);
        expect(Math.max(...rates)).toBeLessThanOrEqual(2 * Math.min(...rates));
      }),
    );
  });

  it("never gets better by armor nor worse by success", () => {
    fc.assert(
      fc.property(fc.constantFrom(...house), fc.nat(8), ({ pool }, steps) => {
        expect(expectation(promote(pool, steps + 1))).toBeGreaterThan(expectation(promote(pool, steps)));
        expect(expectation(demote(pool, steps + 1))).toBeLessThanOrEqual(expectation(demote(pool, steps)));
      }),
    );
  });

  it("has no weapon that is cheaper than another of its group and size and nowhere worse", () => {
    const merits = ({ system, pool, ticks }: Arm): number[] => [
      -number(system, "cost"), -number(system, "techLevel"), -number(system, "weight"), -ticks, -number(system, "speed.recoil"), -number(system, "reload"),
      expectation(pool), expectation(demote(pool, 3)), expectation(promote(pool, 3)), number(system, "length"), number(system, "range.long"),
      number(system, "magazine.max"), number(system, "stopChargeBonus"),
    ];
    for (const worse of house) {
      const kind = ({ group, size, system }: Arm): string => [group, size, valueAt(system, "damage.type"), valueAt(system, "damage.stun")].join();
      const rivals = house.filter((better) => better !== worse && kind(better) === kind(worse));
      const dominating = rivals.filter((better) => merits(better).every((merit, index) => merit >= (merits(worse)[index] ?? 0)));
      expect([worse.key, dominating.map(({ key }) => key)]).toEqual([worse.key, []]);
    }
  });
});

describe("gear", () => {
  const gear = systemsOf("gear");
  const ratings = (kind: string): number[] => gear.filter((system) => system.kind === kind).map((system) => Number(system.rating)).sort((one, other) => one - other);

  it("has medkits, facilities and helmets of the ratings 1 to 3, a serum and bracers", () => {
    expect(ratings("medkit")).toEqual([1, 2, 3]);
    expect(ratings("facility")).toEqual([1, 2, 3]);
    expect(ratings("helmet")).toEqual([1, 2, 3]);
    expect([ratings("serum").length, ratings("bracers").length]).toEqual([1, 1]);
  });

  it("magnifies by 2, 4 and 8, sees warmth without magnifying, and has lights with a radius in metres", () => {
    expect(ratings("optic")).toEqual([1, 2, 4, 8]);
    expect(ratings("light").every((metres) => metres > 0)).toBe(true);
    expect(ratings("light").length).toBeGreaterThanOrEqual(4);
  });

  it("marks all of it as house values", () => {
    expect(gear.every((system) => system.house === true)).toBe(true);
  });
});
