import { beforeAll, describe, expect, test } from "vitest";
import type { Source } from "../table/core/protocol";
import { openModels, type Doc, type Json, type ModelTable } from "./model-table";

/* What follows from stored values and items, worked by hand from the rules; and actors that hold something broken. */

const item = (id: string, type: string, name: string, system: Json): Source => ({ _id: id.padEnd(16, "0"), type, name, system }) as Source;

const FIGHTER: Source = {
  _id: "fighter000000000", name: "Isaura", type: "character",
  system: {
    attributes: { prowess: { value: 6 }, resilience: { value: 5 } },
    speed: { base: 7 },
    skills: { vigor: { value: 2, branches: { agility: { value: 3, leaves: { climb: { name: "Climb", value: 1 }, leap: { name: "Leap", value: 2 } } }, strength: { value: 1 } } }, house: { label: "House rules", value: 1, branches: { dance: { label: "Dance", value: 2 } } } },
    will: { rating: 8, bonus: 1, spent: 2, fatigue: 1, exhaustion: 1 },
    fate: { rating: 5, spent: 2, apathy: 1 },
    wounds: { normal: { value: 8, stun: 2 } },
  },
  items: [
    item("coat", "armor", "Coat", { key: "armor-coat", absorb: 4, deflection: { physical: 2, ballistic: 1, energy: 0 }, encumbrance: "medium", carried: "worn", appliedUpgrade: "plate" }),
    item("plate", "armor", "Plate", { key: "plate", upgrade: { absorb: 1, deflection: { physical: 1, ballistic: 0, energy: 2 } }, carried: "stowed" }),
    item("jacket", "armor", "Jacket", { absorb: 9, carried: "worn" }),
    item("shield", "energyShield", "Standard shield", { on: true, energy: { value: 4, max: 10 } }),
    item("sword", "weapon", "Sword", { carried: "hand", hand: "main", damage: { formula: "3x1/3x3", tn: 5 } }),
    item("bow", "weapon", "Bow", { group: "bow", carried: "stowed", range: { short: 20, medium: 60, long: 120 } }),
    item("strong", "trait", "Strong", { rating: 2 }),
    item("brute", "trait", "Brute", { rating: 3, brute: true }),
    item("cap", "gear", "Cap", { kind: "helmet", rating: 1, carried: "worn" }),
    item("glass", "gear", "Spyglass", { kind: "optic", rating: 2, carried: "hand" }),
    item("goggles", "gear", "Goggles", { kind: "optic", rating: 1, carried: "worn" }),
    item("sight", "gear", "Sight", { kind: "optic", rating: 8, carried: "stowed" }),
    item("torch", "gear", "Torch", { kind: "light", rating: 5, carried: "hand" }),
    item("lamp", "gear", "Lamp", { kind: "light", rating: 80, carried: "ready" }),
  ],
};

/** Iron Will gives six boxes to the track and none to the rating; Painless takes two off the wound penalty (Powers, Will Abilities). */
const STEADFAST: Source = {
  _id: "steadfast0000000", name: "Tobin", type: "character",
  system: { will: { rating: 8 }, speed: { base: 5 }, wounds: { normal: { value: 10 } } },
  items: [
    item("iron", "power", "Iron Will", { key: "iron-will", track: "will", automation: "passive", effects: [{ kind: "trackBoxes", paid: false, track: "will", boxes: 6 }] }),
    item("painless", "power", "Painless", { key: "painless", track: "will", automation: "passive", effects: [{ kind: "ignorePenalty", paid: false, of: "wounds", points: 2, combat: true, lasts: "always" }] }),
  ],
};

const BROKEN: Source = {
  _id: "broken0000000000", name: "Old soul", type: "npc",
  system: { attributes: { prowess: { value: "1d6" }, awareness: "quick" }, wounds: { normal: { value: "lots", rows: null } }, skills: [1, 2], will: null, goals: "none", health: { value: 3 }, unknown: { is: true } },
  items: [
    item("nonsense", "spaceship", "Not of this system", {}), { _id: "nameless00000000", type: "gear", system: {} } as Source,
    item("dull", "weapon", "Dull knife", { damage: { formula: 7, tn: "x", type: "magic" }, speed: "fast", cost: "" }),
    { _id: "formless00000000", type: "maneuver", name: "Formless", system: "nothing" } as unknown as Source,
  ],
};

let models: ModelTable;
const actor = (id: string): Doc => {
  const found = models.collection("actors").get(id.padEnd(16, "0"));
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

beforeAll(async () => {
  models = await openModels({ documents: { actors: [structuredClone(FIGHTER), structuredClone(STEADFAST), structuredClone(BROKEN)] } });
});

describe("what powers change all the time", () => {
  test("R273 R275 Iron Will adds six boxes to the track; Painless turns a wound penalty of 3 into 1, and Speed with it", () => {
    const { system } = actor("steadfast");
    expect([system.derived["will"], system.will]).toEqual([{ max: 14, value: 14 }, expect.objectContaining({ rating: 8, max: 14, value: 14 })]);
    expect(system.derived["woundPenalty"]).toBe(1);
    expect(system.derived["speed"]).toMatchObject({ base: 5, now: 5 });
  });
});

describe("what follows from an actor's values", () => {
  const derived = (): Json => actor("fighter").system.derived;

  test("a TN is root, branch and the best leaf; a tree's own key gives its root; trees of a group's own count alike", () => {
    expect(derived()["skills"]).toMatchObject({ agility: 7, strength: 3, vigor: 2, dance: 3, house: 1 });
  });

  test("the chart has twice Resilience in Temporary boxes, and the penalty of the column that the marks have reached", () => {
    // 8 X and 2 / fill ten boxes of columns of three: the fourth column, penalty 3.
    expect(derived()["chart"]).toMatchObject({ temporary: { value: 0, max: 10 }, normal: { value: 8, stun: 2 }, mortal: { max: 6 } });
    expect(derived()["woundPenalty"]).toBe(3);
  });

  test("Speed loses one for every two penalties and one for a medium load", () => {
    // 7 - floor(3 / 2) - 1
    expect(derived()["speed"]).toEqual({ base: 7, now: 5, walk: 5, run: 10, crawl: 2 });
  });

  test("bars count the boxes that are left", () => {
    const { health, will, fate } = actor("fighter").system as Json;
    expect(health).toEqual({ value: 20, max: 30 });
    expect(will).toMatchObject({ value: 5, max: 9 });
    expect(fate).toMatchObject({ value: 2, max: 5 });
  });

  test("one armor counts, with what is laid over it; others are named, and it keeps the energy shield from working", () => {
    expect(derived()["equipment"]).toMatchObject({
      armor: { name: "Coat" }, surplusArmor: ["Jacket"], protection: { absorb: 5, deflection: { physical: 3, ballistic: 1, energy: 2 } },
      encumbrance: "medium", energyShield: null, shieldBlockedBy: "Coat", helmet: 1, brute: 3, traits: [{ name: "Strong", rating: 2 }],
    });
  });

  test("L-G03 what is worn protects the same in whatever order it was put on, and comes back to the start when it is taken off", () => {
    const worn = [
      { id: "mail", type: "armor", system: { absorb: 2, deflection: { physical: 4, ballistic: 1, energy: 0 }, carried: "worn" } },
      { id: "vest", type: "armor", system: { absorb: 3, deflection: { physical: 1, ballistic: 2, energy: 0 }, carried: "worn" } },
      { id: "casque", type: "gear", system: { kind: "helmet", rating: 2, carried: "worn" } },
      { id: "guards", type: "gear", system: { kind: "bracers", rating: 0, carried: "worn" } },
    ];
    const ids = worn.map(({ id }) => id);
    const wear = (order: readonly string[]): Json => {
      const items = order.map((id) => worn.find((entry) => entry.id === id)).filter((entry) => entry !== undefined).map(({ id, type, system }) => item(id, type, id, system));
      return models.config("Actor").documentClass.fromSource({ _id: "wearer0000000000", name: "Wearer", type: "character", items }).system.derived["equipment"] as Json;
    };
    const orders = ids.flatMap((one) => ids.filter((two) => two !== one).flatMap((two) => ids.filter((three) => ![one, two].includes(three)).map((three) => [one, two, three, ...ids.filter((four) => ![one, two, three].includes(four))])));
    expect(orders).toHaveLength(24);
    for (const order of orders) {
      expect(wear(order)).toMatchObject({ armor: { name: "mail" }, surplusArmor: ["vest"], protection: { absorb: 2, deflection: { physical: 4, ballistic: 1, energy: 0 } }, helmet: 2, bracers: true });
    }
    expect(wear(["casque"])).toMatchObject({ armor: null, surplusArmor: [], protection: { absorb: 0, deflection: { physical: 0 } }, helmet: 2 });
    expect(wear(["vest"])).toMatchObject({ armor: { name: "vest" }, protection: { absorb: 3, deflection: { physical: 1, ballistic: 2, energy: 0 } } });
  });

  test("optics and lights count in hand and worn: a rating is what it magnifies, 1 is infrared, and metres of light", () => {
    expect(derived()["fighter"]).toMatchObject({
      optics: [{ name: "Spyglass", magnification: 2, infrared: false }, { name: "Goggles", magnification: 1, infrared: true }],
      light: 5,
    });
  });

  test("weapons in hand come first; what shoots has a range, what does not has none", () => {
    const { weapons } = derived()["equipment"] as { weapons: { name: string; range: unknown; magazine: unknown }[] };
    expect(weapons.map(({ name, range, magazine }) => [name, range, magazine])).toEqual([["Sword", null, null], ["Bow", { short: 20, medium: 60, long: 120 }, null]]);
  });

  test("none of it is stored", () => {
    const { system } = actor("fighter").toObject();
    expect(Object.keys(system)).not.toEqual(expect.arrayContaining(["derived"]));
    expect(system["will"]).toEqual({ rating: 8, bonus: 1, spent: 2, fatigue: 1, exhaustion: 1 });
    expect(system).not.toHaveProperty("health");
    expect((system["wounds"] as { temporary: unknown }).temporary).toEqual({ value: 0, max: null });
  });

  test("L-D01 what is derived never drifts into what is stored, however often something else is changed", async () => {
    for (let count = 1; count <= 10; count += 1) await actor("fighter").update({ system: { money: count } });
    expect(actor("fighter").toObject().system).toMatchObject({ will: { rating: 8, bonus: 1, spent: 2 }, speed: { base: 7 }, wounds: { normal: { value: 8, stun: 2 } } });
    expect(actor("fighter").system.derived["speed"]).toMatchObject({ now: 5 });
  });

  test("all boxes of Fate in Apathy are Ennui, four penalties more, and it is remembered until the last Apathy is gone", async () => {
    await actor("fighter").update({ system: { fate: { spent: 0, apathy: 5 } } });
    expect(actor("fighter").system.derived["woundPenalty"]).toBe(7);
    await actor("fighter").update({ system: { fate: { spent: 4, apathy: 1 } } });
    expect(actor("fighter").system.derived["woundPenalty"]).toBe(3);
    await actor("fighter").update({ system: { fate: { spent: 4, apathy: 1, ennui: true } } });
    expect(actor("fighter").system.derived["woundPenalty"]).toBe(7);
    await actor("fighter").update({ system: { fate: { spent: 5, apathy: 0 } } });
    expect(actor("fighter").system.derived["woundPenalty"]).toBe(3);
    await actor("fighter").update({ system: { fate: { spent: 2, apathy: 1, ennui: false } } });
  });

  test("marks beyond the chart count as a full chart, and nothing goes below 0", async () => {
    await actor("fighter").update({ system: { wounds: { normal: { value: 99, stun: 9 }, mortal: { value: 99 } }, will: { spent: 50 }, speed: { base: 1 } } });
    const { health, will, derived: now } = actor("fighter").system;
    expect([health, (will as Json)["value"]]).toEqual([{ value: 0, max: 30 }, 0]);
    expect(now).toMatchObject({ woundPenalty: 13, speed: { now: 0, walk: 0, run: 0, crawl: 0 } });
  });
});

describe("an actor that holds something broken", () => {
  test("L-J05 is there with values of the rule in place of junk", () => {
    const { system } = actor("broken").toObject();
    expect(system).toMatchObject({ attributes: { prowess: { value: 4 }, awareness: { value: 4 } }, wounds: { normal: { value: 0, rows: 3 } }, will: { rating: 8 }, goals: [] });
    expect(Object.keys(system)).not.toEqual(expect.arrayContaining(["unknown"]));
    expect(actor("broken").system.derived).toMatchObject({ health: { value: 30, max: 30 } });
  });

  test("keeps its sound items, with what of the others can be kept, and names those that cannot be read", () => {
    const { items } = actor("broken");
    expect(items.get("dull000000000000")?.system).toMatchObject({ damage: { tn: 5, type: "physical" }, speed: { base: 5, recoil: 1 }, cost: 0 });
    expect(items.get("formless00000000")?.system).toMatchObject({ group: "common", ticks: { kind: "fixed", value: 5 } });
    expect([...(actor("broken").collections["items"]?.invalidDocumentIds ?? [])]).toContain("nonsense00000000");
  });

  test("can still be changed and given things", async () => {
    await actor("broken").update({ system: { attributes: { prowess: { value: 6 } } } });
    await actor("broken").createEmbeddedDocuments("Item", [{ name: "Rope", type: "gear", system: { quantity: "٢" } }]);
    expect(actor("broken").toObject().system["attributes"]).toMatchObject({ prowess: { value: 6 } });
    expect(actor("broken").items.contents.find(({ type, system }) => type === "gear" && system["quantity"] === 2)).toBeDefined();
  });
});
