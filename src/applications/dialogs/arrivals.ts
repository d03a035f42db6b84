import { clockState } from "../../flows/clock";
import { perform } from "../../flows/exchange";
import { combatantOf } from "../../flows/exchange/participants";
import { submitMove, type Approach } from "../../flows/movement";
import { arrivalPlans, dropPlan, keepPlan } from "../../flows/movement/plans";
import { declaringIds } from "../../rules/clock/order";
import type { Participant } from "../../rules/exchange/types";

/** Goes to somebody's side, or on to it, and takes the maneuver up again on arrival. */
export async function approach(participant: Participant, item: Item.Implementation, target: Participant, { pace, tick }: Approach): Promise<void> {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat?.id ?? null;
  if (combatant === null || combatant.id === null || combat === null) return;
  await keepPlan({ combat, combatant: combatant.id, participant, item: item.uuid, name: item.name, target, tick });
  if (pace === "moving") await submitMove(participant, { deed: "arrive", toward: target });
  else await submitMove(participant, { deed: "begin", pace, terrain: 0, toward: target, act: true });
}

/** Plans whose maneuver is being taken up: a setting takes a moment to be written. */
const taken = new Set<string>();

/** Whoever has arrived and is due is asked what it came for. */
async function consider(combat: Combat.Implementation): Promise<void> {
  const plans = arrivalPlans().filter((plan) => plan.combat === combat.id);
  if (plans.length === 0) return;
  const state = clockState(combat);
  const due = declaringIds(state);
  for (const { combatant, participant, item, target, tick } of plans) {
    const gone = !combat.combatants.has(combatant);
    if (!gone && (state.tick < tick || !due.includes(combatant) || taken.has(combatant))) continue;
    taken.add(combatant);
    await dropPlan(combatant);
    taken.delete(combatant);
    const found: unknown = gone ? null : await foundry.utils.fromUuid(item as "Item.id");
    if (found instanceof Item) await perform(participant, found as unknown as Item.Implementation, { targets: [target] });
  }
}

async function forget(combat: Combat.Implementation): Promise<void> {
  for (const plan of arrivalPlans()) if (plan.combat === combat.id) await dropPlan(plan.combatant);
}

const report = (error: unknown): void => console.error(error);

/** Watches for arrivals; at ready, where a page that was reloaded takes up what it had planned. */
export function watchForArrivals(): void {
  Hooks.on("updateCombat", (combat: Combat.Implementation) => void consider(combat).catch(report));
  Hooks.on("deleteCombat", (combat: Combat.Implementation) => void forget(combat).catch(report));
  for (const combat of game.combats?.contents ?? []) consider(combat).catch(report);
}
