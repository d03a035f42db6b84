import { ActorData } from "./actor/base";

/** The data of an actor of ours; null for none, and for a type that another package brought. */
export function actorData(actor: { readonly system: unknown } | null | undefined): ActorData | null {
  return actor?.system instanceof ActorData ? actor.system : null;
}

/** The data of an item when it is of the given type, else null: `itemData(item, WeaponData)?.speed`. */
export function itemData<Data>(item: { readonly system: unknown } | null | undefined, model: abstract new (...args: never[]) => Data): Data | null {
  return item?.system instanceof model ? item.system : null;
}
