import { clockState } from "../../flows/clock";
import { perform } from "../../flows/exchange";
import { combatantOf } from "../../flows/exchange/participants";
import { submitMove, type Approach } from "../../flows/movement";
import { declaringIds } from "../../rules/clock/order";
import type { Participant } from "../../rules/exchange/types";

/** What somebody is on its way to do. */
interface Plan {
  readonly participant: Participant;
  readonly item: Item.Implementation;
  readonly target: Participant;
  /** Not before this tick. */
  readonly tick: number;
}

/** What the combatants of this person are on their way to do, by combatant. Known to this browser alone: nobody else shall read it on the clock. */
const plans = new Map<string, Plan>();

/** Sets out for somebody's side, and takes the maneuver up again on arrival. */
export async function approach(participant: Participant, item: Item.Implementation, target: Participant, { pace, tick }: Approach): Promise<void> {
  const id = combatantOf(participant)?.id ?? null;
  if (id === null) return;
  plans.set(id, { participant, item, target, tick });
  await submitMove(participant, { deed: "begin", pace, terrain: 0, toward: target, act: true });
}

/** Whoever has arrived and is due is asked what it came for. */
function consider(combat: Combat.Implementation): void {
  if (plans.size === 0) return;
  const state = clockState(combat);
  const due = declaringIds(state);
  for (const [id, { participant, item, target, tick }] of plans) {
    if (!combat.combatants.has(id) || state.tick < tick || !due.includes(id)) continue;
    plans.delete(id);
    void perform(participant, item, { targets: [target] });
  }
}

/** Watches for arrivals; at ready. */
export function watchForArrivals(): void {
  Hooks.on("updateCombat", (combat: Combat.Implementation) => consider(combat));
  Hooks.on("deleteCombat", (combat: Combat.Implementation) => {
    for (const { id } of combat.combatants) plans.delete(id ?? "");
  });
}
