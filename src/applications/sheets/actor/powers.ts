import { itemData } from "../../../data/access";
import { POWER_TRACKS, PowerData } from "../../../data/item/power";
import { TraitData } from "../../../data/item/trait";
import { powerDeed } from "../../../flows/powers";
import { say } from "../../../helpers/text";

interface PowerRow {
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly detail: string;
  readonly cost: string;
  /** What its button does, in words; empty: it works by itself and has none. */
  readonly use: string;
}

interface TraitRow {
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly detail: string;
  readonly rating: number;
}

export interface PowersContext {
  readonly tracks: readonly { readonly key: string; readonly label: string; readonly rows: readonly PowerRow[] }[];
  readonly traits: readonly TraitRow[];
  readonly strangers: readonly { readonly id: string; readonly name: string; readonly type: string }[];
}

const OWN_TYPES = ["armor", "energyShield", "handShield", "weapon", "maneuver", "power", "gear", "trait"];

/** Powers by track and tier, traits, and items of types that are not ours, so that nothing an actor owns is out of sight. */
export function powersContext(actor: Actor.Implementation): PowersContext {
  const items = [...actor.items].sort((a, b) => a.sort - b.sort);
  const powers = items.flatMap((item) => {
    const data = itemData(item, PowerData);
    return data === null ? [] : [{ item, data }];
  });
  return {
    tracks: POWER_TRACKS.map((key) => ({
      key,
      label: say(`FATEWALKER.PowerTrack.${key}`),
      rows: powers.filter(({ data }) => data.track === key).map(({ item, data }) => powerRow(item, data)),
    })),
    traits: items.flatMap((item) => {
      const data = itemData(item, TraitData);
      return data === null ? [] : [traitRow(item, data)];
    }),
    strangers: items.filter(({ type }) => !OWN_TYPES.includes(type)).map(({ id, name, type }) => ({ id: id ?? "", name, type })),
  };
}

function powerRow(item: Item.Implementation, data: PowerData): PowerRow {
  const parts = [
    ...(data.theme === null ? [] : [say(`FATEWALKER.Theme.${data.theme}`)]),
    say("FATEWALKER.Sheet.Tier", { tier: data.tier }),
    say(data.active ? "FATEWALKER.Sheet.PowerActive" : "FATEWALKER.Sheet.PowerPassive"),
    ...(data.chain === "" || data.chain === item.name ? [] : [data.chain]),
    ...(data.timing === "" || data.timing === data.automation ? [] : [data.timing]),
  ];
  const cost = [
    ...(data.cost.will > 0 ? [say("FATEWALKER.Sheet.CostWill", { points: data.cost.will })] : []),
    ...(data.cost.fate > 0 ? [say("FATEWALKER.Sheet.CostFate", { points: data.cost.fate })] : []),
  ];
  return {
    id: item.id ?? "",
    name: item.name,
    img: item.img ?? "",
    detail: parts.join(" · "),
    cost: cost.length === 0 ? say("FATEWALKER.Sheet.CostNone") : cost.join(" + "),
    use: useHint(item),
  };
}

function useHint(item: Item.Implementation): string {
  const deed = powerDeed(item);
  if (deed === null) return "";
  return say(deed === "spend" ? "FATEWALKER.Sheet.UseSpends" : "FATEWALKER.Sheet.UseTells", { name: item.name });
}

function traitRow(item: Item.Implementation, data: TraitData): TraitRow {
  const kind = say(`FATEWALKER.TraitKind.${data.kind}`);
  return { id: item.id ?? "", name: item.name, img: item.img ?? "", detail: data.brute ? `${kind} · ${say("FATEWALKER.Sheet.BruteDamage")}` : kind, rating: data.rating };
}
