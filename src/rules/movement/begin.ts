import { encumbranceEffects } from "../fighter/encumbrance";
import { RuleError } from "../errors";
import type { ManeuverVariant } from "../fighter/types";
import type { Encumbrance } from "../keys";

/** All that decides whether someone may set out. */
export interface MoverState {
  readonly prone: boolean;
  readonly moving: boolean;
  readonly holding: boolean;
  readonly grappled: boolean;
  readonly unconscious: boolean;
  readonly encumbrance: Encumbrance;
  /** Metres to a surface to climb; null: none. */
  readonly surface: number | null;
}

/**
 * Why a kind of movement cannot begin now, or null when it can: who is prone crawls or stands up first, who stands lies down to
 * crawl, climbing needs a surface within a metre; whoever moves already changes movement instead; the held, the unconscious and
 * the overloaded do not move (Actions and Maneuvers, Begin Movement; Dramatic Scenes, Movement and Actions).
 * @param variant a variant of Begin Movement: its `requires` effects are read
 */
export function movementRefusal(variant: ManeuverVariant, state: MoverState): RuleError | null {
  if (state.unconscious) return new RuleError("FATEWALKER.Error.CannotAct");
  if (encumbranceEffects(state.encumbrance).immobile) return new RuleError("FATEWALKER.Movement.TooHeavy");
  if (state.grappled) return new RuleError("FATEWALKER.Movement.Held");
  if (state.moving) return new RuleError("FATEWALKER.Movement.MovingAlready");
  if (state.holding) return new RuleError("FATEWALKER.Movement.Holding");
  for (const effect of variant.effects) {
    if (effect.kind !== "requires") continue;
    if (effect.what === "standing" && state.prone) return new RuleError("FATEWALKER.Movement.StandUpFirst");
    if (effect.what === "prone" && !state.prone) return new RuleError("FATEWALKER.Movement.GoProneFirst");
    if (effect.what === "surface" && (state.surface === null || state.surface > (effect.metres ?? 0))) {
      return new RuleError("FATEWALKER.Movement.NoSurface", { metres: effect.metres ?? 0 });
    }
  }
  return null;
}

/**
 * Why cover cannot be taken, or null: it has to be near, or one moves there first (Actions and Maneuvers, Take Cover).
 * @param distance metres to the cover; null: there is none
 * @param within metres that the maneuver allows
 */
export function coverRefusal(distance: number | null, within: number): RuleError | null {
  return distance === null || distance > within ? new RuleError("FATEWALKER.Movement.CoverTooFar", { metres: within }) : null;
}
