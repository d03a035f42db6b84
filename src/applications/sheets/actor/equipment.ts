import { ArmorData } from "../../../data/item/armor";
import { EnergyShieldData } from "../../../data/item/energy-shield";
import { GearData } from "../../../data/item/gear";
import { HandShieldData } from "../../../data/item/hand-shield";
import { WeaponData } from "../../../data/item/weapon";
import { pascal, say } from "../../../helpers/text";
import { CARRIED, DAMAGE_TYPES, HANDS } from "../../../rules/keys";
import { carriedData, type Carried } from "./carried";
import { optionsOf, type Option } from "./options";

export interface EquipmentRow {
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly summary: string;
  readonly quantity: number;
  readonly weight: string;
  readonly carried: readonly Option[];
  /** Null for what no hand holds. */
  readonly hands: readonly Option[] | null;
  /** Null for what is not switched on; `label` names the switch. */
  readonly toggle: null | { readonly on: boolean; readonly label: string; readonly name: string };
  readonly attackable: boolean;
}

interface BrokenRow {
  readonly id: string;
  readonly name: string;
  readonly broken: true;
  readonly reason: string;
}

export interface EquipmentContext {
  readonly sections: readonly { readonly label: string; readonly adds: readonly { readonly type: string; readonly label: string }[]; readonly rows: readonly (EquipmentRow | BrokenRow)[] }[];
  readonly weight: string;
  readonly load: string;
}

const SECTIONS = [
  { key: "Weapons", types: ["weapon"] },
  { key: "Armor", types: ["armor"] },
  { key: "Shields", types: ["energyShield", "handShield"] },
  { key: "Gear", types: ["gear"] },
] as const;

/** Everything the actor carries, by kind, in the order in which a person sorted it. */
export function equipmentContext(actor: Actor.Implementation, encumbrance: string): EquipmentContext {
  const items = [...actor.items].sort((a, b) => a.sort - b.sort);
  const sections = SECTIONS.map(({ key, types }) => ({
    label: say(`FATEWALKER.Sheet.Equipment.${key}`),
    adds: types.map((type) => ({ type, label: say(`FATEWALKER.Sheet.Add.${pascal(type)}`) })),
    rows: items.filter(({ type }) => (types as readonly string[]).includes(type)).map(rowOf),
  }));
  const total = items.reduce((sum, item) => sum + weightOf(carriedData(item)), 0);
  return { sections, weight: say("FATEWALKER.Sheet.Kilograms", { weight: round(total) }), load: say(`FATEWALKER.Encumbrance.${encumbrance}`) };
}

const weightOf = (data: Carried | null): number => (data === null ? 0 : data.weight * data.quantity);
const round = (value: number): number => Math.round(value * 100) / 100;

function rowOf(item: Item.Implementation): EquipmentRow | BrokenRow {
  const id = item.id ?? "";
  try {
    const data = carriedData(item);
    if (data === null) throw new TypeError(say("FATEWALKER.Sheet.BrokenData"));
    const inHand = data instanceof WeaponData || data instanceof HandShieldData;
    return {
      id,
      name: item.name,
      img: item.img ?? "",
      summary: summaryOf(data),
      quantity: data._source.quantity,
      weight: say("FATEWALKER.Sheet.Kilograms", { weight: round(weightOf(data)) }),
      carried: optionsOf(CARRIED.filter((key) => places(data).includes(key) || key === data.carried), data.carried, (key) => say(`FATEWALKER.Carried.${key}`)),
      hands: inHand && data.carried === "hand" ? optionsOf(HANDS, data.hand, (key) => say(`FATEWALKER.Hand.${key}`), "–") : null,
      toggle: toggleOf(item.name, data),
      attackable: data instanceof WeaponData && (data.carried === "hand" || data.carried === "ready"),
    };
  } catch (error) {
    return { id, name: item.name, broken: true, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Where a thing of this kind can be. */
function places(data: Carried): readonly string[] {
  if (data instanceof ArmorData) return ["stowed", "worn"];
  if (data instanceof EnergyShieldData) return ["stowed", "ready", "worn"];
  if (data instanceof GearData) return ["stowed", "ready", "hand", "worn"];
  return ["stowed", "sheathed", "ready", "hand"];
}

function toggleOf(name: string, data: Carried): EquipmentRow["toggle"] {
  if (data instanceof ArmorData) return data.upgrade === null ? { on: data.carried === "worn", label: say("FATEWALKER.Sheet.Worn"), name: say("FATEWALKER.Sheet.WearToggle", { name }) } : null;
  if (data instanceof EnergyShieldData) return { on: data.on, label: say("FATEWALKER.Sheet.On"), name: say("FATEWALKER.Sheet.SwitchToggle", { name }) };
  return null;
}

/** One line of numbers: what one wants to know of the thing in a fight. */
export function summaryOf(data: Carried): string {
  if (data instanceof WeaponData) {
    const { damage, speed, range, magazine } = data;
    return [
      `${damage.formula} @${damage.tn}`,
      say("FATEWALKER.Sheet.Summary.Ticks", { base: speed.base, recoil: speed.recoil }),
      say(`FATEWALKER.DamageType.${damage.type}`),
      ...(range.long > 0 ? [say("FATEWALKER.Sheet.Summary.Range", { short: range.short, medium: range.medium, long: range.long })] : []),
      ...(magazine.max > 0 ? [say("FATEWALKER.Sheet.Summary.Magazine", { value: magazine.value, max: magazine.max })] : []),
    ].join(" · ");
  }
  if (data instanceof ArmorData) {
    const numbers = data.upgrade ?? data;
    const deflection = DAMAGE_TYPES.map((type) => numbers.deflection[type]).join("/");
    return [
      say("FATEWALKER.Sheet.Summary.Armor", { absorb: numbers.absorb, deflection }),
      ...(data.upgrade !== null ? [say("FATEWALKER.Sheet.Summary.Upgrade")] : []),
      ...(data.underShield ? [say("FATEWALKER.Sheet.Summary.UnderShield")] : []),
    ].join(" · ");
  }
  if (data instanceof EnergyShieldData) {
    return say("FATEWALKER.Sheet.Summary.EnergyShield", { value: data.energy.value, max: data.energy.max, minActivation: data.minActivation, maxAbsorb: data.maxAbsorb });
  }
  if (data instanceof HandShieldData) {
    return say("FATEWALKER.Sheet.Summary.HandShield", { formula: data.block.formula, tn: data.block.tn, ticks: data.block.ticks, deflection: data.deflection, absorb: data.absorb });
  }
  const kind = say(`FATEWALKER.GearKind.${data.kind}`);
  if (data.rating === 0) return kind;
  if (data.kind === "light") return say("FATEWALKER.Sheet.Summary.Light", { kind, rating: data.rating });
  if (data.kind === "optic") return data.rating === 1 ? say("FATEWALKER.Sheet.Summary.Infrared", { kind }) : say("FATEWALKER.Sheet.Summary.Optic", { kind, rating: data.rating });
  return say("FATEWALKER.Sheet.Summary.Gear", { kind, rating: data.rating });
}
