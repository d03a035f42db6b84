import { itemData } from "../data/access";
import { WeaponData } from "../data/item/weapon";
import { participantOf, perform } from "../flows/exchange";
import { toManeuver } from "../flows/exchange/maneuver";
import { usePowerItem } from "../flows/powers";
import { knownName } from "../helpers/known-name";
import { say } from "../helpers/text";
import { isAttack } from "../rules/maneuvers/kind";
import { usableWeapons } from "../rules/maneuvers/weapons";
import { wornUpdate } from "./sheets/actor/item-changes";

/** Attacks that do nothing but attack, in the order in which one reaches for them. */
const PLAIN_ATTACKS = ["melee-attack", "ranged-shoot", "melee-throw"];

/** The actor's plainest attack that is done with this weapon; null where it has none, or the weapon is not at hand. */
export function attackWith(actor: Actor.Implementation, weapon: Item.Implementation): Item.Implementation | null {
  const fighter = actor.toFighter();
  const attacks = (actor.items.contents as Item.Implementation[]).filter((item) => {
    const maneuver = toManeuver(item);
    return maneuver !== null && isAttack(maneuver) && usableWeapons(maneuver, fighter).some(({ id }) => id === weapon.id);
  });
  const rank = (item: Item.Implementation): number => (PLAIN_ATTACKS.includes(item.system.key) ? PLAIN_ATTACKS.indexOf(item.system.key) : PLAIN_ATTACKS.length);
  return attacks.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Does what one does with a thing: performs a maneuver, attacks with a weapon, uses a power, puts armor on or off, switches a shield, else opens it. */
export async function useItem(actor: Actor.Implementation, item: Item.Implementation, fast: boolean): Promise<void> {
  if (item.type === "maneuver") return perform(participantOf(actor), item, { fast });
  if (itemData(item, WeaponData) !== null) {
    const attack = attackWith(actor, item);
    if (attack !== null) return perform(participantOf(actor), attack, { fast, weapon: item.id });
    ui.notifications?.warn(say("FATEWALKER.Hotbar.NoAttack", { actor: knownName(actor), item: item.name }));
    return;
  }
  if (item.type === "power" && (await usePowerItem(actor, item))) return;
  const update = wornUpdate(item);
  await (update === null ? item.sheet?.render(true) : item.update(update as never));
}
