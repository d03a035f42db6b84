import type { Fighter } from "../fighter/types";
import type { StatusId } from "../keys";
import type { WoundChart } from "../wounds/types";
import type { DamageTaken, ExchangeSide, Participant } from "./types";

/** What an exchange changes of one participant while it is worked out, always afresh from how the fighter stood before. */
export interface Body {
  readonly participant: Participant;
  readonly before: Fighter;
  wounds: WoundChart;
  /** Energy of the shield; null without one. */
  energy: number | null;
  statuses: ReadonlySet<StatusId>;
  /** Ticks between two points of bleeding that this exchange began; null: none. */
  bleeding: number | null;
  /** A new Normal or Mortal Wound was made: what First Aid left is gone, and may be given anew. */
  newWound: boolean;
  /** A new Mortal box was filled. */
  newMortal: boolean;
  /** Ticks that somebody else's maneuver, or a stumble, costs. */
  delay: number;
  /** Points of Will lost to chokes and nerve strikes. */
  drained: number;
  /** Ids of weapons that were knocked out of the hand. */
  readonly dropped: Set<string>;
}

/** One body for each actor that is touched, so that someone who is hit twice is hit with what the first hit left. */
export class Bodies {
  readonly #byActor = new Map<string, Body>();
  /** Damage of every source, in the order in which it was taken. */
  readonly damages: DamageTaken[] = [];

  /** The body of a side, as the exchange has left it so far. */
  of({ participant, fighter }: ExchangeSide): Body {
    const known = this.#byActor.get(participant.actor);
    if (known !== undefined) return known;
    const body: Body = { participant, before: fighter, wounds: fighter.wounds, energy: fighter.energyShield?.energy ?? null, statuses: new Set(fighter.statuses), bleeding: null, newWound: false, newMortal: false, delay: 0, drained: 0, dropped: new Set() };
    this.#byActor.set(participant.actor, body);
    return body;
  }

  /** Everybody who was touched, in that order. */
  all(): Body[] {
    return [...this.#byActor.values()];
  }
}
