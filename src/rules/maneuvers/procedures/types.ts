import type { Effect, EffectKind } from "../effects";
import type { Maneuver } from "../../fighter/types";
import type { Who } from "../../exchange/harm";
import type { Work } from "../../exchange/work";
import type { ExchangeSide } from "../../exchange/types";

/** A maneuver that came off, by one side against the other. */
export interface Deed {
  readonly work: Work;
  readonly by: Who;
  readonly user: ExchangeSide;
  readonly other: ExchangeSide;
  readonly maneuver: Maneuver;
  /** Net successes, 0 or more. */
  readonly net: number;
  /** Points that got through armor. */
  readonly through: number;
  /** Points that were taken, less what powers ignored. */
  readonly taken: number;
  /** Boxes of the Normal chart that this blow marked. */
  readonly normalWounds: number;
}

/** What one kind of effect does once the maneuver that has it came off. False while dice are missing. */
export type Procedure<Kind extends EffectKind> = (effect: Effect<Kind>, deed: Deed) => boolean;

/** The other of the two sides (Actions and Maneuvers). */
export function opposite(who: Who): Who {
  return who === "attacker" ? "target" : "attacker";
}
