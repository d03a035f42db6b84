import type { Maneuver } from "../../fighter/types";
import type { EffectKind } from "../effects";
import { displaces, fells, secondaryRolls } from "./falls";
import { addsTicks, disarms, drainsWill, posture } from "./losses";
import { meleeRange, position } from "./positions";
import type { Deed, Procedure } from "./types";

/**
 * What a maneuver does on success beside its damage, by the kind of effect: so one that a group writes as data alone works like one
 * of the tables. An effect that is not listed acts elsewhere: on dice, damage, ticks or what may be declared.
 */
const PROCEDURES: { readonly [Kind in EffectKind]?: Procedure<Kind> } = {
  position, meleeRange, displaces, fells, addsTicks, disarms, drainsWill, posture,
};

/** Does everything that a maneuver does on success, in the order of its data; false while dice are missing (Actions and Maneuvers). */
export function perform(deed: Deed): boolean {
  const done = deed.maneuver.effects.every((effect) => {
    const procedure = PROCEDURES[effect.kind] as Procedure<typeof effect.kind> | undefined;
    return procedure === undefined || (procedure as (effect: typeof deed.maneuver.effects[number], deed: Deed) => boolean)(effect, deed);
  });
  return done && secondaryRolls(deed, ["onHit"]);
}

/** True for a maneuver that does something on success beside its damage (Actions and Maneuvers). */
export function hasProcedure(maneuver: Maneuver): boolean {
  return maneuver.effects.some(({ kind }) => kind in PROCEDURES);
}
