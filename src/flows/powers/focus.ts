import { addingChanges } from "../../compat/effect-changes";
import type { AttributeBoost } from "../../rules/powers/effects";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";

/** Marks the effect that a power raises attributes with. */
const FOCUS = "flags.fatewalker.focus";
/** Paths that damage raises. */
const WOUNDS = ["system.wounds.temporary.value", "system.wounds.normal.value", "system.wounds.normal.stun", "system.wounds.mortal.value"];

/** The effect that raises attributes for a scene (Powers, Hyperfocus). */
export function focusEffect(actor: Actor.Implementation, { name, img, boost }: { readonly name: string; readonly img: string; readonly boost: AttributeBoost }): DocumentChange {
  const paths = Object.fromEntries(Object.entries(boost).flatMap(([key, points]) => (points > 0 ? [[`system.attributes.${key}.value`, points]] : [])));
  return { action: "create", documentName: "ActiveEffect", parent: actor.uuid, source: { _id: foundry.utils.randomID(), name, img, flags: { fatewalker: { focus: true } }, ...addingChanges(paths) } };
}

/** What ends the raised attributes of an actor: the end of the scene, an interruption, damage (Powers, Hyperfocus). */
export const focusEnds = (actor: Actor.Implementation): DocumentChange[] =>
  actor.effects.contents.filter((effect) => foundry.utils.getProperty(effect, FOCUS) === true).map(({ uuid }) => ({ action: "delete", uuid }));

/** Changes with the focus gone of everybody whom they hurt, so that one undo brings back both (Powers, Hyperfocus). */
export function withBrokenFocus(changes: readonly DocumentChange[]): readonly DocumentChange[] {
  const hurt = new Map<string, Actor.Implementation>();
  for (const change of changes) {
    if (change.action !== "update" || hurt.has(change.uuid) || !WOUNDS.some((path) => path in change.changes)) continue;
    const actor = findActor(change.uuid);
    if (actor !== null && WOUNDS.some((path) => isMore(change.changes[path], foundry.utils.getProperty(actor, path)))) hurt.set(change.uuid, actor);
  }
  const gone = new Set(changes.flatMap((change) => (change.action === "delete" ? [change.uuid] : [])));
  const ends = [...hurt.values()].flatMap(focusEnds).filter((change) => change.action !== "delete" || !gone.has(change.uuid));
  return ends.length === 0 ? changes : [...changes, ...ends];
}

const isMore = (after: unknown, before: unknown): boolean => typeof after === "number" && typeof before === "number" && after > before;
