import { beforeAll, describe, expect, test } from "vitest";
import type { Source } from "../table/core/protocol";
import type { Choices } from "../../src/flows/exchange/choices";
import { PATHS, isRecord } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";
import { openModels } from "./model-table";

/* What a maneuver leaves to choose is chosen before it is declared, and declared as it was chosen. */

const packItems = new Map(readPackSources(PATHS.source).documents.filter(({ documentName, data }) => documentName === "Item" && isRecord(data["system"])).map((document) => [keyOf(document), document.data]));

const idOf = (name: string): string => name.replace(/[^a-z0-9]/gi, "").padEnd(16, "0").slice(-16);
const copy = (key: string, system: Record<string, unknown> = {}, name = key): Source => {
  const { type, system: own } = packItems.get(key) as { type: string; system: object };
  return { _id: idOf(name), name, type, system: { ...own, ...system } } as Source;
};
const pistol = (name: string, hand: string): Source => ({
  _id: idOf(name), name, type: "weapon",
  system: { key: "", group: "pistol", size: "S", damage: { formula: "4x1", tn: 5, type: "ballistic", stun: false, ladder: "standard" }, speed: { base: 4, recoil: 2 }, range: { short: 10, medium: 20, long: 40 }, magazine: { value: 12, max: 12 }, projectile: "bullet", reload: 6, carried: hand === "" ? "sheathed" : "hand", hand: hand === "" ? null : hand },
}) as unknown as Source;

const gunner = ["ranged-shoot", "ranged-short-burst", "ranged-called-shot", "ranged-twin-pistols", "ranged-reload", "ranged-quick-draw", "common-ready-draw-weapon", "common-sprint", "common-go-prone-stand-up", "unarmed-called-shot", "unarmed-strike", "unarmed-headbutt", "unarmed-charge"];
const actors: Source[] = [
  { _id: idOf("gunner"), name: "Gunner", type: "character", items: [...gunner.map((key) => copy(key)), pistol("right", "main"), pistol("left", "off"), pistol("spare", "")] } as Source,
  { _id: idOf("novice"), name: "Novice", type: "character", items: [copy("unarmed-called-shot"), copy("melee-engage-and-gut")] } as Source,
  { _id: idOf("one"), name: "One", type: "npc", items: [copy("unarmed-block-strike"), copy("unarmed-block"), copy("unarmed-strike"), copy("evasion-dodge"), copy("evasion-friendly-fire")] } as Source,
  { _id: idOf("two"), name: "Two", type: "npc", items: [copy("evasion-friendly-fire"), copy("unarmed-block-strike")] } as Source,
];

async function load() {
  const models = await openModels({ documents: { actors } });
  const [{ FatewalkerActor }, { registerSettings }, setup, { noChoices }, { declare }, reactions] = await Promise.all([
    import("../../src/documents/actor"), import("../../src/config/settings"), import("../../src/flows/exchange/setup"), import("../../src/flows/exchange/choices"), import("../../src/rules/exchange/declare"), import("../../src/flows/exchange/reactions"),
  ]);
  registerSettings();
  const actor = (name: string) => {
    const found = models.collection("actors").get(idOf(name));
    if (!found) throw new Error(`There is no ${name}.`);
    Object.defineProperty(found, "toFighter", { value: FatewalkerActor.prototype.toFighter, configurable: true });
    return found;
  };
  const who = (name: string) => ({ actor: actor(name).uuid, token: null, combatant: null });
  const prepare = (name: string, key: string, choices: Partial<Choices> = {}, targets: readonly string[] = ["one"]) => {
    const item = actor(name).items.get(idOf(key));
    if (!item) throw new Error(`${name} has no ${key}.`);
    return setup.prepareAttack({ participant: who(name), item: item as never, targets: targets.map(who), choices: { ...noChoices(), ...choices }, isGM: true });
  };
  const declared = (made: ReturnType<typeof prepare>) =>
    declare({ attacker: { participant: made.participant, fighter: made.fighter }, targets: made.declared, declaration: setup.declarationOf(made), tick: null, shieldRule: "literal" });
  const answers = (made: ReturnType<typeof prepare>, target: string) => {
    actor(target);
    return reactions.reactionsTo(declared(made), 0).options;
  };
  return { actor, prepare, declared, answers, reactions };
}

let table: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  table = await load();
});

const printed = (modifiers: readonly { key: string; value: number }[]): number | undefined => modifiers.find(({ key }) => key === "maneuver")?.value;
const chosen = (list: readonly { key: string; chosen: boolean }[]): string | undefined => list.find((entry) => entry.chosen)?.key;

describe("a maneuver with choices", () => {
  test("on the sheet, what is made together with another shows no dice of its own; what rolls does", async () => {
    const { maneuversContext } = await import("../../src/applications/sheets/actor/maneuvers");
    const owner = table.actor("gunner");
    const rows = maneuversContext(owner as never, owner.system as never, "all").groups.flatMap(({ rows: of }) => of) as { name: string; dice: number | null; chanceText: string }[];
    expect(rows.find((row) => row.name === "unarmed-called-shot")).toMatchObject({ dice: null, chanceText: "–" });
    expect(rows.find((row) => row.name === "ranged-shoot")?.dice).not.toBeNull();
  });

  test("a burst declared without a choice is made in its first mode, never unshaped", () => {
    const plain = table.prepare("gunner", "ranged-short-burst");
    expect(plain.offers.modes.map(({ key }) => key)).toEqual(["searching", "mdk"]);
    expect(chosen(plain.offers.modes)).toBe("searching");
    expect(printed(plain.modifiers)).toBe(1);
    expect(printed(table.prepare("gunner", "ranged-short-burst", { mode: "mdk" }).modifiers)).toBe(-1);
  });

  test("a called shot takes the blow it is made with: dice, ticks and weapon of both", () => {
    const strike = table.prepare("gunner", "unarmed-called-shot");
    expect(strike.offers.bases.map(({ key }) => key)).toContain(idOf("unarmed-headbutt"));
    const butt = table.prepare("gunner", "unarmed-called-shot", { base: idOf("unarmed-headbutt"), mode: "vitals" });
    const alone = table.prepare("gunner", "unarmed-headbutt");
    expect(butt.cost).toBe(alone.cost + 2);
    expect((printed(butt.modifiers) ?? 0) - (printed(alone.modifiers) ?? 0)).toBe(-3);
    expect(table.declared(butt).phase).toBe("answering");
  });

  test("a called shot on a burst keeps the mode that the burst is fired in", () => {
    const made = table.prepare("gunner", "ranged-called-shot", { base: idOf("ranged-short-burst"), baseMode: "mdk", mode: "limb" });
    expect(chosen(made.offers.baseModes)).toBe("mdk");
    expect(made.cost).toBe(table.prepare("gunner", "ranged-short-burst").cost + 2);
    expect(chosen(table.prepare("gunner", "ranged-called-shot").offers.bases)).toBe("");
  });

  test("with nothing to be made together with it is refused, as is a maneuver of another actor", () => {
    expect(() => table.prepare("novice", "unarmed-called-shot")).toThrow("FATEWALKER.Error.NeedsBase");
    expect(() => table.prepare("gunner", "unarmed-called-shot", { base: idOf("nothing") })).toThrow("FATEWALKER.Error.NeedsBase");
    expect(() => table.prepare("novice", "melee-engage-and-gut")).toThrow("FATEWALKER.Exchange.MissingParts");
    expect(() => table.prepare("gunner", "ranged-short-burst", { mode: "loud" })).toThrow("FATEWALKER.Error.NoSuchMode");
  });

  test("whoever lies stands up, whoever stands goes down", () => {
    const { offers, cost } = table.prepare("gunner", "common-go-prone-stand-up");
    expect([chosen(offers.variants), cost]).toEqual(["goProne", 2]);
    expect(table.prepare("gunner", "common-go-prone-stand-up", { variant: "standUp" }).cost).toBe(3);
  });

  test("a reload takes the weapon in hand and its time, a draw the one in its sheath", () => {
    const reload = table.prepare("gunner", "ranged-reload", {}, []);
    expect([reload.weapon?.name, reload.weapons.map(({ name }) => name), reload.cost]).toEqual(["right", ["right", "left"], 6]);
    expect(table.prepare("gunner", "ranged-reload", { weapon: idOf("left") }, []).weapon?.name).toBe("left");
    for (const key of ["ranged-quick-draw", "common-ready-draw-weapon"]) {
      const draw = table.prepare("gunner", key, {}, []);
      expect([draw.weapon?.name, draw.cost]).toEqual(["spare", 3]);
    }
    expect(table.declared(reload).declaration.weapon?.id).toBe(idOf("right"));
  });

  test("a reload may go slower for more dice, a sprint longer for more Will; what nobody may choose stays as it is printed", () => {
    const dice = (made: ReturnType<typeof table.prepare>) => made.modifiers.find(({ key }) => key === "slower")?.value ?? 0;
    const slow = table.prepare("gunner", "ranged-reload", { ticks: 10 }, []);
    expect([slow.cost, dice(slow), slow.tickRange]).toEqual([10, 2, { least: 6, most: null }]);
    const hasty = table.prepare("gunner", "ranged-reload", { ticks: 2 }, []);
    expect([hasty.cost, dice(hasty)]).toEqual([6, 0]);
    const sprint = table.prepare("gunner", "common-sprint", { ticks: 31 }, []);
    expect([sprint.cost, sprint.modifiers.find(({ key }) => key === "effort")?.cost]).toEqual([31, { will: 2 }]);
    expect(table.prepare("gunner", "unarmed-strike", { ticks: 99 })).toMatchObject({ cost: 6, tickRange: null });
  });

  test("Twin Pistols fire both: at one, or at one each, for the ticks of both less 4", () => {
    const one = table.prepare("gunner", "ranged-twin-pistols");
    expect(one.cost).toBe(6 + 6 - 4);
    expect(one.parts?.map(({ weapon }) => weapon?.name)).toEqual(["right", "left"]);
    expect(one.declared.map(({ side, part }) => [side.participant.actor, part])).toEqual([[table.actor("one").uuid, 0], [table.actor("one").uuid, 1]]);
    expect(one.parts?.map(({ modifiers }) => modifiers.some(({ key }) => key === "off-hand"))).toEqual([false, true]);
    const two = table.prepare("gunner", "ranged-twin-pistols", {}, ["one", "two"]);
    expect(chosen(two.offers.modes)).toBe("differentTargets");
    expect(two.declared.map(({ side, part }) => [side.participant.actor, part])).toEqual([[table.actor("one").uuid, 0], [table.actor("two").uuid, 1]]);
    expect(table.declared(two).targets).toHaveLength(2);
  });

  test("a charge pays the run that was chosen", () => {
    const still = table.prepare("gunner", "unarmed-charge");
    const run = table.prepare("gunner", "unarmed-charge", { runTicks: 6 });
    expect([still.runTicks, run.runTicks, run.cost - still.cost]).toEqual([0, 6, 6]);
    expect(table.declared(run).declaration.runTicks).toBe(6);
  });
});

describe("answers with choices", () => {
  test("Block/Strike is offered with its two halves, each at the printed dice, and never without them", () => {
    const made = table.prepare("gunner", "unarmed-strike");
    const options = table.answers(made, "one");
    const both = options.find(({ item }) => item.name === "unarmed-block-strike");
    expect(both?.given.parts?.map(({ maneuver }) => maneuver.key)).toEqual(["unarmed-block", "unarmed-strike"]);
    expect(both?.given.parts?.map(({ modifiers }) => printed(modifiers))).toEqual([-2, -2]);
    expect(both?.cost).toBe(8);
    const without = table.answers(table.prepare("gunner", "unarmed-strike", {}, ["two"]), "two");
    expect(without).toEqual([]);
  });

  test("Friendly Fire is made of a dodge: +2 dice and 9 ticks", () => {
    const friendly = table.answers(table.prepare("gunner", "unarmed-strike"), "one").find(({ item }) => item.name === "evasion-friendly-fire");
    expect(printed(friendly?.modifiers ?? [])).toBe(2);
    expect([friendly?.cost, chosen(friendly?.offers.bases ?? [])]).toEqual([9, idOf("evasion-dodge")]);
  });
});
