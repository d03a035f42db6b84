import { beforeAll, describe, expect, test } from "vitest";
import type { Source } from "../table/core/protocol";
import { PATHS, isRecord } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";
import { openModels } from "./model-table";

/* What a dialog foretells is what the exchange would do: with helmets, shields and the world's rule for them. */

const packItems = new Map(readPackSources(PATHS.source).documents.filter(({ documentName, data }) => documentName === "Item" && isRecord(data["system"])).map((document) => [keyOf(document), document.data]));

const copy = (key: string, id: string, system: Record<string, unknown> = {}): Source => {
  const { name, type, system: own } = packItems.get(key) as { name: string; type: string; system: object };
  return { _id: id.padEnd(16, "0"), name, type, system: { ...own, ...system } } as Source;
};

const skills = { vigor: { value: 2, branches: { stamina: { value: 3, leaves: {} }, agility: { value: 3, leaves: {} } } }, weaponry: { value: 2, branches: { unarmed: { value: 3, leaves: {} }, melee: { value: 3, leaves: {} } } } };
const actors: Source[] = [
  { _id: "attacker00000000", name: "A", type: "character", system: { skills, attributes: { prowess: { value: 6 } } }, items: [copy("unarmed-headbutt", "headbutt"), copy("unarmed-strike", "strike")] } as Source,
  { _id: "target0000000000", name: "B", type: "npc", system: { skills }, items: [copy("leather-armor", "armor", { carried: "worn", absorb: 3, deflection: { physical: 2, ballistic: 0, energy: 0 }, underShield: true }), copy("evasion-dodge", "dodge")] } as Source,
];

type Loaded = Awaited<ReturnType<typeof load>>;
async function load() {
  const models = await openModels({ documents: { actors } });
  const [{ FatewalkerActor }, { registerSettings }, setup, { forecast }, { noChoices }] = await Promise.all([
    import("../../src/documents/actor"), import("../../src/config/settings"), import("../../src/flows/exchange/setup"), import("../../src/flows/exchange/forecast"), import("../../src/flows/exchange/choices"),
  ]);
  registerSettings();
  const actor = (id: string) => {
    const found = models.collection("actors").get(id.padEnd(16, "0"));
    if (!found) throw new Error(`There is no ${id}.`);
    // Numbers of a fighter are asked of the document class of the system.
    Object.defineProperty(found, "toFighter", { value: FatewalkerActor.prototype.toFighter, configurable: true });
    return found;
  };
  const who = (id: string) => ({ actor: actor(id).uuid, token: null, combatant: null });
  const foretell = (item: string) => {
    const found = actor("attacker").items.get(item.padEnd(16, "0"));
    if (!found) throw new Error(`There is no ${item}.`);
    return forecast(setup.prepareAttack({ participant: who("attacker"), item: found as never, targets: [who("target")], choices: noChoices(), isGM: true }));
  };
  return { models, actor, foretell };
}

let loaded: Loaded;
beforeAll(async () => {
  loaded = await load();
});

describe("the odds of a declaration", () => {
  test("armor counts against a strike, and against a headbutt only under a helmet", async () => {
    const { actor, foretell } = loaded;
    const bare = foretell("headbutt").damage ?? 0;
    const struck = foretell("strike").damage ?? 0;
    await actor("target").update({ items: [{ _id: "armor00000000000", system: { carried: "stowed" } }] });
    expect(foretell("headbutt").damage).toBe(bare);
    expect(foretell("strike").damage).toBeGreaterThan(struck);
    await actor("target").update({ items: [{ _id: "armor00000000000", system: { carried: "worn" } }] });
    await actor("target").createEmbeddedDocuments("Item", [{ _id: "helmet0000000000", name: "Helmet", type: "gear", system: { kind: "helmet", rating: 1, carried: "worn" } }]);
    expect(foretell("headbutt").damage).toBeLessThan(bare);
  });

  test("a dodge is foretold exactly: less likely to be hit than without, and never more than certain", () => {
    const { hit, ifDodged, successes } = loaded.foretell("strike");
    expect(successes.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
    expect(ifDodged).not.toBeNull();
    expect(ifDodged ?? 1).toBeLessThan(hit);
    expect(ifDodged ?? -1).toBeGreaterThanOrEqual(0);
  });
});
