import { count, nullableText, record, text } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import type { Participant } from "../../rules/exchange/types";
import { remembered } from "../remembered";

/** What somebody does once it has got to where it is going (Dramatic Scenes, Movement and Actions). */
export interface ArrivalPlan {
  readonly combat: string;
  readonly combatant: string;
  readonly participant: Participant;
  /** UUID of the maneuver, and its name as it was. */
  readonly item: string;
  readonly name: string;
  readonly target: Participant;
  /** Not before this tick. */
  readonly tick: number;
}

function readPlan(value: unknown): ArrivalPlan | null {
  const source = record(value);
  const participant = readParticipant(source.participant);
  const target = readParticipant(source.target);
  const item = nullableText(source.item);
  if (participant === null || target === null || item === null) return null;
  return { combat: text(source.combat), combatant: text(source.combatant), participant, item, name: text(source.name), target, tick: count(source.tick) };
}

/** What this person's combatants are on their way to do. */
const plans = remembered("arrivalPlans", readPlan);

/** All that this browser remembers, the oldest first. */
export const arrivalPlans = (): ArrivalPlan[] => plans.all();

/** What this one is on its way to do; null: nothing that this browser knows of. */
export const arrivalPlanOf = (combatant: string): ArrivalPlan | null => arrivalPlans().find((plan) => plan.combatant === combatant) ?? null;

/** Remembers what somebody does on arrival, through every reload of this page. */
export const keepPlan = (plan: ArrivalPlan): Promise<void> => plans.write([...arrivalPlans().filter(({ combatant }) => combatant !== plan.combatant), plan]);

export const dropPlan = (combatant: string): Promise<void> => plans.write(arrivalPlans().filter((plan) => plan.combatant !== combatant));
