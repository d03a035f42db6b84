import type { StatusId } from "../keys";
import { undoneSuccesses } from "../powers/effects";
import { withSuccesses } from "../powers/roll-changes";
import type { Bodies } from "./bodies";
import type { Thrown } from "./target";
import type { ExchangeState, TargetState } from "./types";

/** What must not come upon a companion (Powers, Divine Intervention; readings P1). */
const TRAGIC: readonly StatusId[] = ["dead", "dying", "unconscious"];

/** Does this exchange do to a target what a guardian may prevent (Powers, Divine Intervention)? */
export function isTragic(bodies: Bodies, { side }: TargetState): boolean {
  const { statuses, before } = bodies.of(side);
  return TRAGIC.some((status) => statuses.has(status) && !before.statuses.includes(status));
}

/** The rolls that meet, with an attack that was turned aside: it counts as 0 successes (Powers, Divine Intervention; readings P1). */
export function turnedAside({ acts = [] }: ExchangeState, index: number, thrown: Thrown): Thrown {
  const act = acts.find(({ kind, by }) => kind === "intervene" && by === index);
  if (act === undefined) return thrown;
  return {
    ...thrown,
    attack: withSuccesses(thrown.attack, undoneSuccesses("harmful", thrown.attack.successes)),
    powers: [...(thrown.powers ?? []), { kind: "power", name: act.name, text: "FATEWALKER.Power.Did.TurnedAside", data: {}, who: "target", secret: false }],
  };
}
