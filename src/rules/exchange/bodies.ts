import type { StatusId } from "../keys";
import type { WoundChart } from "../wounds/types";
import type { ExchangeSide, ExchangeState, Participant } from "./types";

/** What an exchange changes of one participant while it is worked out, from the first roll on and always afresh. */
export interface Body {
  readonly participant: Participant;
  wounds: WoundChart;
  /** Energy of the shield; null without one. */
  energy: number | null;
  statuses: ReadonlySet<StatusId>;
  /** Ticks between two points of bleeding that this exchange began; null: none. */
  bleeding: number | null;
}

/** One body for each actor of the exchange, so that someone who is hit twice is hit with what the first hit left. */
export class Bodies {
  readonly #byActor = new Map<string, Body>();

  constructor(state: ExchangeState) {
    for (const side of sidesOf(state)) if (!this.#byActor.has(side.participant.actor)) this.#byActor.set(side.participant.actor, bodyOf(side));
  }

  /** The body of a side, as the exchange has left it so far. */
  of(side: ExchangeSide): Body {
    const known = this.#byActor.get(side.participant.actor);
    if (known !== undefined) return known;
    const made = bodyOf(side);
    this.#byActor.set(side.participant.actor, made);
    return made;
  }

  all(): Body[] {
    return [...this.#byActor.values()];
  }
}

/** Every side, the attacker first; an actor that stands on several sides comes more than once. */
export function sidesOf(state: ExchangeState): ExchangeSide[] {
  return [state.attacker, ...state.targets.map((target) => target.side)];
}

function bodyOf({ participant, fighter }: ExchangeSide): Body {
  return { participant, wounds: fighter.wounds, energy: fighter.energyShield?.energy ?? null, statuses: new Set(fighter.statuses), bleeding: null };
}
