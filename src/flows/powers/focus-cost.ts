import { RuleError } from "../../rules/errors";
import { boostAttributes, type AttributeBoost } from "../../rules/powers/effects";
import { effectOf, paidEffects } from "../../rules/powers/passive";
import { powerCost, usePower, type PowerCost } from "../../rules/powers/use";
import { combatData } from "../clock/state";
import { combatantOf, participantOf } from "../exchange/participants";
import { marksOf } from "./for-roll";
import { payerOf } from "./held";
import { toPower } from "./power";

/** Whose attributes a power shall raise. */
export interface FocusRequest {
  readonly actor: Actor.Implementation;
  readonly item: Item.Implementation;
}

/** What a spread of points comes to. */
export interface FocusCost {
  readonly perPoint: number;
  /** How often the power is paid. */
  readonly units: number;
  readonly cost: PowerCost;
  /** Marks beyond spent boxes that the payment makes. */
  readonly marks: readonly string[];
  /** Why it cannot be had so; null: it can. */
  readonly refusal: RuleError | null;
}

/** In a fight that has begun: there attributes are not raised. */
export function isFighting(participant: { readonly combatant: string | null }): boolean {
  const combat = combatantOf(participant)?.combat ?? null;
  return combat !== null && combat.round >= 1 && combatData(combat)?.kind === "fight";
}

/** How often a power is paid for so many attribute points: the last unit whole (Powers, Hyperfocus). */
export const unitsFor = (points: number, perPoint: number): number => Math.max(1, Math.ceil(points / Math.max(1, perPoint)));

/** Works out what raising these attributes costs, and whether it can be had (Powers, Hyperfocus). */
export function focusOf({ actor, item }: FocusRequest, spread: AttributeBoost): FocusCost {
  const power = toPower(item);
  const effect = power === null ? null : effectOf(paidEffects(power), "attributePoints");
  const nothing: FocusCost = { perPoint: 0, units: 0, cost: { will: 0, fate: 0 }, marks: [], refusal: new RuleError("FATEWALKER.PowerUse.NoPower") };
  if (power === null || effect === null) return nothing;
  const participant = participantOf(actor);
  const user = payerOf(actor, participant);
  const units = unitsFor(Object.values(spread).reduce((sum, points) => sum + points, 0), effect.perPoint);
  const priced: FocusCost = { perPoint: effect.perPoint, units, cost: powerCost(power, { fateRating: user.fate.rating, units }), marks: [], refusal: null };
  const use = RuleError.attempt(() => {
    boostAttributes(effect, { paid: units, spread, combat: isFighting(participant) });
    return usePower(power, user, { units });
  });
  return use instanceof RuleError ? { ...priced, refusal: use } : { ...priced, marks: marksOf(use) };
}
