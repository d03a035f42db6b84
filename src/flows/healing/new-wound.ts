import type { DocumentChange } from "../commit/types";
import type { WoundChart } from "../../rules/wounds/types";

/**
 * What every new Normal or Mortal Wound does to the care that somebody has had, whatever made it: First Aid's dice are gone and
 * First Aid may be given anew, it is another set of wounds for a surgeon, and its time is kept. A new Mortal box opens the
 * bleeding again (Environmental Scenes, First Aid and Corrective Surgery; readings, section 10). The one place that says so:
 * exchanges, events, the GM's hand, token bars and the sheet all ask it.
 * @returns flat paths of the actor to their new values
 */
export function newWoundPaths({ mortal }: { readonly mortal: boolean }): Readonly<Record<string, unknown>> {
  return {
    "system.healing.firstAid": null,
    "system.healing.lastNewWound": worldTime(),
    "system.healing.operated": false,
    "system.healing.surgery": null,
    ...(mortal ? { "system.wounds.stabilized": false } : {}),
  };
}

/** The same as a change for a commit. */
export const newWoundChange = (uuid: string, mortal: boolean): DocumentChange => ({ action: "update", uuid, changes: newWoundPaths({ mortal }) });

/** The same for a chart that somebody marked by hand; nothing where no X or Mortal box is new. As nested data of `system`. */
export function newWoundByHand(before: WoundChart, after: { readonly normal: number; readonly mortal: number }): Record<string, unknown> {
  const mortal = after.mortal > before.mortal.value;
  if (!mortal && after.normal <= before.normal.value) return {};
  return { healing: { firstAid: null, lastNewWound: worldTime(), operated: false, surgery: null }, ...(mortal ? { wounds: { stabilized: false } } : {}) };
}

/** Seconds of the world's clock, 0 or more. */
export const worldTime = (): number => Math.max(0, Math.trunc(game.time?.worldTime ?? 0));
