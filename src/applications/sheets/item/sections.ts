import { GEAR_KINDS } from "../../../data/item/gear";
import { AUTOMATIONS, COST_RULES, POWER_TRACKS } from "../../../data/item/power";
import { TRAIT_KINDS } from "../../../data/item/trait";
import { SKILL_TREES } from "../../../config/skills";
import { say } from "../../../helpers/text";
import { ATTRIBUTE_KEYS, CARRIED, DAMAGE_TYPES, ENCUMBRANCES, HANDS, LADDERS, MANEUVER_GROUPS, PROJECTILES, SIZES, THEMES, TIMINGS, WEAPON_GROUPS } from "../../../rules/keys";
import { MANEUVER_EFFECTS, POWER_EFFECTS } from "./effect-blanks";
import { FieldBuilder, type FieldContext, type SectionContext } from "./fields";

const BRANCHES = Object.values(SKILL_TREES).flatMap(({ branches }) => branches);
const DAMAGE_SOURCES = ["own", "weapon", "shield", "component"];
const NONE = "FATEWALKER.Item.None";
/** Percentages of cover that a hand shield may give. */
const COVERS = [50, 90];

/** New rows, and records that are switched on, by their path. */
export const BLANKS: Readonly<Record<string, unknown>> = {
  "system.requisites": { skill: "agility", level: 1 },
  "system.roll": { attribute: "prowess", skill: "agility", modifier: 0, cases: [], base: null },
  "system.roll.cases": { when: "", modifier: 0 },
  "system.damage": { source: "own", pools: [], tn: 5, bonus: 0, tnBonus: 0, stun: false, cancels: false },
  "system.damage.pools": { count: 1, value: 1 },
  "system.ticks.options": { label: "", value: 5 },
  "system.upgrade": { costFactor: 1, techLevel: 0, absorb: 0, deflection: { physical: 0, ballistic: 0, energy: 0 } },
  "system.powered": { encumbrance: "medium", brute: 0 },
};

/** What a tick cost of each kind looks like when it is chosen. */
export const TICK_BLANKS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  fixed: { kind: "fixed", value: 5 },
  range: { kind: "range", min: 1, max: 6 },
  choice: { kind: "choice", options: [{ label: "", value: 5 }] },
  weapon: { kind: "weapon", base: "weapon", offset: 0 },
  relative: { kind: "relative", base: "weapon", offset: 0 },
  multiple: { kind: "multiple", op: "sum", parts: ["weapon"] },
  special: { kind: "special", offset: 5 },
};

type Build = (fields: FieldBuilder) => SectionContext[];

const section = (key: string, fields: readonly FieldContext[]): SectionContext => ({ legend: say(`FATEWALKER.Item.Section.${key}`), fields });

const carried = (f: FieldBuilder, hands = false): SectionContext =>
  section("Carried", [
    f.number("quantity", { fallback: 1 }),
    f.select("carried", CARRIED, "Carried"),
    ...(hands ? [f.select("hand", HANDS, "Hand", NONE)] : []),
    f.select("encumbrance", ENCUMBRANCES, "Encumbrance"),
    f.measure("weight", { unit: "Kilograms" }),
    f.measure("cost", { unit: "Firebirds" }),
    f.number("techLevel", { max: 20 }),
  ]);

const deflections = (f: FieldBuilder): FieldContext[] => DAMAGE_TYPES.map((type) => f.number(`deflection.${type}`));

const requisites = (f: FieldBuilder): FieldContext => f.list("requisites", (row) => [row.select("skill", BRANCHES, "Skill"), row.number("level", { max: 8 })]);

function ticks(f: FieldBuilder, kind: string): FieldContext[] {
  const t = f.record("ticks");
  const choices = kind === "choice" ? [t.list("options", (row) => row.entries())] : [];
  return [t.select("kind", Object.keys(TICK_BLANKS), "Item.TickKind"), ...t.entries().filter(({ name }) => name !== "system.ticks.options"), ...choices];
}

const effects = (f: FieldBuilder, kinds: readonly string[]): FieldContext =>
  f.list("effects", (row) => [row.select("kind", kinds, "Item.EffectKind"), ...row.entries()]);

const kindOf = (entry: unknown): string => (typeof entry === "object" && entry !== null && "kind" in entry ? String(entry.kind) : "");

const BUILDERS: Readonly<Record<string, (fields: FieldBuilder, system: { readonly ticks?: unknown }) => SectionContext[]>> = {
  armor: ((f) => [
    section("Protection", [f.number("absorb", { unit: "Points" }), ...deflections(f), f.flag("underShield"), f.text("era")]),
    section("Upgrades", [
      f.text("appliedUpgrade"),
      f.presence("upgrade", (u) => [u.measure("costFactor", { fallback: 1 }), u.number("techLevel"), u.number("absorb"), ...DAMAGE_TYPES.map((type) => u.number(`deflection.${type}`))]),
      f.presence("powered", (p) => [p.select("encumbrance", ENCUMBRANCES, "Encumbrance"), p.number("brute", { unit: "Points" })]),
      f.flag("powerOn"),
    ]),
    carried(f),
  ]) satisfies Build,
  energyShield: ((f) => [
    section("EnergyShield", [
      f.flag("on"), f.number("energy.value", { fallback: 5 }), f.number("energy.max", { fallback: 5 }),
      f.number("minActivation", { unit: "Points", fallback: 6 }), f.number("maxAbsorb", { unit: "Points", fallback: 20 }), f.number("recharge", { fallback: 1 }),
    ]),
    carried(f),
  ]) satisfies Build,
  handShield: ((f) => [
    section("HandShield", [
      f.select("size", SIZES, "Size"), f.number("deflection"), f.number("absorb", { unit: "Points" }),
      f.text("block.formula"), f.number("block.tn", { max: 8, fallback: 5 }), f.number("block.ticks", { unit: "Ticks", fallback: 5 }),
      f.checks("cover", COVERS, "Item.Cover"), requisites(f),
    ]),
    carried(f, true),
  ]) satisfies Build,
  weapon: ((f) => [
    section("Damage", [
      f.text("damage.formula"), f.number("damage.tn", { max: 8, fallback: 5 }), f.select("damage.type", DAMAGE_TYPES, "DamageType"),
      f.select("damage.ladder", LADDERS, "Ladder"), f.flag("damage.stun"),
    ]),
    section("Weapon", [
      f.select("group", WEAPON_GROUPS, "WeaponGroup"), f.select("size", SIZES, "Size"), f.measure("length", { unit: "Metres", fallback: 1 }),
      f.number("speed.base", { unit: "Ticks", fallback: 5 }), f.number("speed.recoil", { unit: "Ticks", fallback: 1 }), f.number("stopChargeBonus", { unit: "Points" }),
    ]),
    section("Ranged", [
      f.select("projectile", PROJECTILES, "Projectile"), f.measure("range.short", { unit: "Metres" }), f.measure("range.medium", { unit: "Metres" }), f.measure("range.long", { unit: "Metres" }),
      f.number("magazine.value"), f.number("magazine.max"), f.text("magazine.kind"), f.text("ammunition"), f.number("reload", { unit: "Ticks" }), f.measure("burstRecoil", { fallback: 1 }),
    ]),
    section("Special", [f.text("special"), f.presence("area", (a) => [a.measure("radius", { unit: "Metres" }), a.number("falloff", { unit: "Dice" })])]),
    carried(f, true),
  ]) satisfies Build,
  maneuver: (f, { ticks: cost }) => [
    section("Maneuver", [f.select("group", MANEUVER_GROUPS, "ManeuverGroup"), f.select("combatSize", SIZES, "Size", NONE), f.checks("timings", TIMINGS, "Timing")]),
    section("Requisites", [requisites(f), f.flag("requisitePerShield")]),
    section("Roll", [
      f.presence("roll", (r) => [
        r.select("attribute", ATTRIBUTE_KEYS, "Attribute", NONE), r.select("skill", BRANCHES, "Skill", NONE), r.number("modifier", { unit: "Dice", min: -20, max: 20 }), r.text("base"),
        r.list("cases", (row) => [row.text("when"), row.number("modifier", { unit: "Dice", min: -20, max: 20 })]),
      ]),
    ]),
    section("Ticks", ticks(f, kindOf(cost))),
    section("Damage", [
      f.presence("damage", (d) => [
        d.select("source", DAMAGE_SOURCES, "Item.DamageSource"), d.optional("tn", { max: 8 }), d.number("bonus", { unit: "Points", min: -20 }), d.number("tnBonus", { min: -8, max: 8 }),
        d.flag("stun"), d.flag("cancels"), d.list("pools", (row) => [row.number("count", { unit: "Dice" }), row.number("value", { unit: "PointsEach", min: 1, fallback: 1 })]),
      ]),
    ]),
    section("Answers", [f.words("answers"), f.words("answeredBy")]),
    section("Effects", [effects(f, Object.keys(MANEUVER_EFFECTS)), f.json("tables")]),
  ],
  power: ((f) => [
    section("Power", [
      f.select("track", POWER_TRACKS, "PowerTrack"), f.select("theme", THEMES, "Theme", NONE), f.number("tier", { max: 3 }), f.text("chain"), f.number("rank"),
      f.number("cost.will", { unit: "Will" }), f.number("cost.fate", { unit: "Fate" }), f.text("timing"), f.select("automation", AUTOMATIONS, "Automation"), f.flag("active"),
      f.select("costBy", COST_RULES, "Item.CostRule"), f.optional("costMost"),
    ]),
    section("Effects", [effects(f, Object.keys(POWER_EFFECTS))]),
  ]) satisfies Build,
  gear: ((f) => [section("Gear", [f.select("kind", GEAR_KINDS, "GearKind"), f.number("rating")]), carried(f)]) satisfies Build,
  trait: ((f) => [section("Trait", [f.select("kind", TRAIT_KINDS, "TraitKind"), f.number("rating", { unit: "Dice", max: 4, fallback: 1 }), f.flag("brute")])]) satisfies Build,
};

/** All fields of an item of this type, in sections; every field of the contract stands in exactly one. */
export function sectionsOf(type: string, system: object): SectionContext[] {
  const fields = new FieldBuilder(system, "system");
  return [...(BUILDERS[type]?.(fields, system) ?? []), section("Origin", [fields.text("key"), fields.text("source"), fields.flag("house")])];
}
