import { addingChanges } from "../../compat/effect-changes";
import type { AttributeBoost } from "../../rules/powers/effects";
import type { DocumentChange } from "../commit/types";

/** Marks the effect that a power raises attributes with: the boxes that were marked when it began. */
const FOCUS = "flags.fatewalker.focus";
/** Paths that damage raises. */
export const WOUND_PATHS = ["system.wounds.temporary.value", "system.wounds.normal.value", "system.wounds.normal.stun", "system.wounds.mortal.value"];

/** Marks of a chart, in the order of `WOUND_PATHS`. */
export type Marks = readonly number[];

/** What is marked on an actor's chart. */
export const marksOn = (actor: Actor.Implementation): Marks => WOUND_PATHS.map((path) => Math.max(0, Number(foundry.utils.getProperty(actor, path) ?? 0)));

/** Boxes that are marked on an actor's chart, of whatever kind. */
export const markedBoxes = (actor: Actor.Implementation): number => marksOn(actor).reduce((sum, marks) => sum + marks, 0);

const isFocus = (effect: object): boolean => (foundry.utils.getProperty(effect, FOCUS) ?? false) !== false;

/** Boxes that were marked when the focus of an actor began; null: none is in force. */
export function focusedAt(actor: Actor.Implementation): number | null {
  const effect = actor.effects.contents.find(isFocus);
  return effect === undefined ? null : Number(foundry.utils.getProperty(effect, `${FOCUS}.boxes`) ?? 0);
}

/** The effect that raises attributes for a scene (Powers, Hyperfocus). */
export function focusEffect(actor: Actor.Implementation, { name, img, boost }: { readonly name: string; readonly img: string; readonly boost: AttributeBoost }): DocumentChange {
  const paths = Object.fromEntries(Object.entries(boost).flatMap(([key, points]) => (points > 0 ? [[`system.attributes.${key}.value`, points]] : [])));
  return { action: "create", documentName: "ActiveEffect", parent: actor.uuid, source: { _id: foundry.utils.randomID(), name, img, flags: { fatewalker: { focus: { boxes: markedBoxes(actor) } } }, ...addingChanges(paths) } };
}

/** What ends the raised attributes of an actor: the end of the scene, an interruption such as a fight, damage (Powers, Hyperfocus). */
export const focusEnds = (actor: Actor.Implementation): DocumentChange[] =>
  actor.effects.contents.filter(isFocus).map(({ uuid }) => ({ action: "delete", uuid }));
