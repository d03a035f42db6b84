import type { Weapon } from "../fighter/types";
import { isFired, isThrow } from "../maneuvers/tags";
import { isDraw, isReload } from "../maneuvers/weapons";
import type { Body } from "./bodies";
import type { OwnResult } from "./own";
import { roundsOf } from "./refusals";
import type { ExchangePatch, ExchangeState, Participant, PatchValue } from "./types";

/** What an exchange changes of weapons: rounds fired, magazines filled, weapons thrown, drawn or dropped (Actions and Maneuvers, Reload, Quick Draw, Disarm). */
export function itemPatches(state: ExchangeState, own: OwnResult | null, bodies: readonly Body[]): ExchangePatch[] {
  return [...shotPatches(state), ...thrownPatches(state), ...reloadPatches(state, own), ...drawPatches(state, own), ...bodies.flatMap(droppedPatches)];
}

function change(participant: Participant, id: string, path: string, before: PatchValue, after: PatchValue): ExchangePatch[] {
  return id === "" || before === after ? [] : [{ participant, document: { kind: "item", id }, path, before, after }];
}

/** The magazine as it is now: the declaration may be older than the last shot. */
function nowOf({ attacker }: ExchangeState, weapon: Weapon): Weapon {
  return attacker.fighter.weapons.find(({ id }) => id === weapon.id) ?? weapon;
}

function shotPatches(state: ExchangeState): ExchangePatch[] {
  const { attacker: { participant }, declaration } = state;
  return (declaration.parts ?? [declaration]).flatMap(({ maneuver, weapon }): ExchangePatch[] => {
    if (weapon === null || !isFired(maneuver)) return [];
    const { magazine } = nowOf(state, weapon);
    if (magazine === null || weapon.id === "") return [];
    const after = Math.max(0, magazine.value - roundsOf(maneuver));
    return [{ participant, document: { kind: "item", id: weapon.id }, path: "system.magazine.value", before: magazine.value, after }];
  });
}

/** What is thrown leaves the hand: of several one is gone and the others are ready, the last one is not there any more (Actions and Maneuvers, Throw). */
function thrownPatches(state: ExchangeState): ExchangePatch[] {
  const { attacker: { participant }, declaration } = state;
  return (declaration.parts ?? [declaration]).flatMap(({ maneuver, weapon }): ExchangePatch[] => {
    if (weapon === null || !isThrow(maneuver, weapon)) return [];
    const { quantity = 1, carried, hand } = nowOf(state, weapon);
    const left = Math.max(0, quantity - 1);
    return [
      ...change(participant, weapon.id, "system.quantity", quantity, left),
      ...change(participant, weapon.id, "system.carried", carried, left > 0 ? "ready" : "stowed"),
      ...change(participant, weapon.id, "system.hand", hand, null),
    ];
  });
}

/** A reload that is not dropped fills the magazine. */
function reloadPatches(state: ExchangeState, own: OwnResult | null): ExchangePatch[] {
  const { attacker: { participant }, declaration: { maneuver, weapon } } = state;
  if (!isReload(maneuver) || weapon === null || own?.reading?.outcome !== "ticks") return [];
  const { magazine } = nowOf(state, weapon);
  return magazine === null ? [] : change(participant, weapon.id, "system.magazine.value", magazine.value, magazine.max);
}

/** A weapon that is drawn and not thrown is in the hand, unless it slipped. */
function drawPatches(state: ExchangeState, own: OwnResult | null): ExchangePatch[] {
  const { attacker: { participant }, declaration: { maneuver, weapon } } = state;
  if (!isDraw(maneuver) || weapon === null) return [];
  const { carried, hand } = nowOf(state, weapon);
  if (own?.reading?.outcome === "dropsWeapon") return onTheGround(participant, weapon.id, carried, hand);
  return [...change(participant, weapon.id, "system.carried", carried, "hand"), ...change(participant, weapon.id, "system.hand", hand, weapon.size === "XL" ? "both" : (hand ?? "main"))];
}

function droppedPatches({ participant, before, dropped }: Body): ExchangePatch[] {
  return before.weapons.filter(({ id }) => dropped.has(id)).flatMap(({ id, carried, hand }) => onTheGround(participant, id, carried, hand));
}

/** What lies at the feet takes as long to ready as what is in its sheath (Actions and Maneuvers, Ready/Draw Weapon). */
function onTheGround(participant: Participant, id: string, carried: Weapon["carried"], hand: Weapon["hand"]): ExchangePatch[] {
  return [...change(participant, id, "system.carried", carried, "sheathed"), ...change(participant, id, "system.hand", hand, null)];
}
