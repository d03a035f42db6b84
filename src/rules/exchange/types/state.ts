import type { DamageDice, DamagePoints, DamagePool } from "../../damage/types";
import type { RerollRule } from "../../dice/reroll";
import type { Face, Pool } from "../../dice/types";
import type { Carried } from "../../fighter/carried";
import type { DamageType, StatusId } from "../../keys";
import type { Modifier, Positions, Situation } from "../../modifiers/types";
import type { PowerCost } from "../../powers/use";
import type { WoundChart, WoundPlacement } from "../../wounds/types";
import type { Amendment, Correction } from "../amendments";
import type { Answer, Declaration, ExchangeSide, Participant, Side } from "./declaration";

/* The exchange from its declaration to its end: what was thrown, what came of it, what powers did. */

export const EXCHANGE_PHASES = ["declared", "answering", "resolved", "applied", "undone", "refused"] as const;
export type ExchangePhase = (typeof EXCHANGE_PHASES)[number];

/** What must be thrown next. The dice are passed in: one face for every die asked for, in order. */
export interface RollRequest {
  /**
   * Unique in the exchange and stable: `attack` (`attack:1` for the second part of a combined one, `newAttack:2` for the target that a
   * Friendly Fire found), `reaction:0`, `riposte:0`, `damage:0`, `reactionDamage:0`, `counterDamage:0`, `consciousness:0`,
   * `consciousness:attacker`, `consciousness:0:bound` (of whoever is bound to the fate of that target), `leap:0`, `landing:0`,
   * `footing:0:target`, `fallDamage:0:target`; `fate:attack` beside a roll on which Fate is rolled, `support:attack` before one that
   * another skill supports, `attack~1` for the first time that a roll is made again.
   */
  readonly id: string;
  readonly roll:
    | { readonly kind: "pool"; readonly purpose: PoolPurpose; readonly pool: Pool }
    | { readonly kind: "damage"; readonly purpose: DamagePurpose; readonly pool: DamagePool };
  /** `attacker`, or the index of the target whose roll it is. */
  readonly roller: "attacker" | number;
}

export type PoolPurpose = "attack" | "reaction" | "consciousness" | "riposte" | "newAttack" | "leap" | "landing" | "footing" | "fate" | "support";
export type DamagePurpose = "damage" | "reactionDamage" | "counterDamage" | "fallDamage";

/**
 * What happened to one target, step by step in the order of a hit: net successes promote or demote, the energy shield
 * takes dice out, Deflection demotes, dice are rolled, parry damage and Absorb are taken off, points go to the chart.
 */
export type ResolutionStep =
  | { readonly kind: "attack"; readonly successes: number; readonly hits: boolean }
  | { readonly kind: "answer"; readonly successes: number; readonly net: number; readonly evaded: boolean; readonly cancels: boolean }
  | { readonly kind: "promote"; readonly by: number; readonly barrier: number; readonly before: readonly DamageDice[]; readonly after: readonly DamageDice[] }
  | { readonly kind: "shield"; readonly triggered: boolean; readonly removed: readonly DamageDice[]; readonly prevented: number; readonly energy: { readonly before: number; readonly after: number }; readonly after: readonly DamageDice[] }
  | { readonly kind: "deflect"; readonly by: number; readonly type: DamageType; readonly after: readonly DamageDice[] }
  /** `tn` is null where players must not know it. */
  | { readonly kind: "damage"; readonly tn: number | null; readonly flat: number; readonly points: DamagePoints }
  | { readonly kind: "parryDamage"; readonly taken: number; readonly left: DamagePoints }
  | { readonly kind: "absorb"; readonly taken: number; readonly left: number }
  | { readonly kind: "wounds"; readonly points: number; readonly stun: boolean; readonly placed: WoundPlacement; readonly who: "target" | "attacker" }
  /** The first Mortal box: one point every `interval` ticks from now on. */
  | { readonly kind: "bleeding"; readonly interval: number; readonly who: "target" | "attacker" }
  | { readonly kind: "consciousness"; readonly successes: number; readonly stays: boolean; readonly who: "target" | "attacker" }
  | { readonly kind: "status"; readonly status: StatusId; readonly active: boolean; readonly who: "target" | "attacker" }
  /** Metres from the centre of an area, and the demotions they make; `reached` false: outside it. */
  | { readonly kind: "area"; readonly distance: number; readonly demotions: number; readonly reached: boolean }
  /** The striking part of a counterattack, with the dice of its own hit: against the attacker. */
  | { readonly kind: "counter"; readonly successes: number; readonly net: number; readonly hits: boolean; readonly steps: readonly ResolutionStep[] }
  /** Melee range and holds between attacker and target, as this exchange leaves them. */
  | { readonly kind: "engagement"; readonly range: number | null; readonly positions: Positions }
  /** Somebody is moved or moves, in metres; where to is the table's. */
  | { readonly kind: "moved"; readonly who: "target" | "attacker"; readonly metres: number }
  | { readonly kind: "leap"; readonly successes: number }
  /** A roll to keep one's feet. */
  | { readonly kind: "footing"; readonly successes: number; readonly stays: boolean; readonly delay: number; readonly who: "target" | "attacker" }
  /** Damage of a fall, a source of its own. */
  | { readonly kind: "fall"; readonly points: number; readonly who: "target" | "attacker" }
  | { readonly kind: "delay"; readonly ticks: number; readonly who: "target" | "attacker" }
  | { readonly kind: "disarmed"; readonly weapon: string; readonly who: "target" | "attacker" }
  | { readonly kind: "drained"; readonly will: number; readonly who: "target" | "attacker" }
  /** The attack goes on to another target of this exchange. */
  | { readonly kind: "redirected"; readonly to: number; readonly net: number }
  /** A missed shot hits this one instead. */
  | { readonly kind: "stray"; readonly from: number }
  /** A power was used, or a skill supported a roll: its name, and what it did as a localisation key with values. `roll`: id of the dice behind it; missing: the Fate that was rolled besides, if any. */
  | { readonly kind: "power"; readonly name: string; readonly text: string; readonly data: Readonly<Record<string, number | string>>; readonly who: "target" | "attacker"; readonly secret: boolean; readonly roll?: string };

/** Why somebody is a target who was not aimed at: a Friendly Fire turned the attack on it, or it stands in the way of a shot that misses. */
export type Origin =
  | { readonly kind: "redirected"; readonly from: number; readonly modifiers: readonly Modifier[] }
  | { readonly kind: "stray"; readonly from: number; readonly range: number };

export interface TargetState {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  /** Unaware targets get no reaction. */
  readonly aware: boolean;
  readonly answer: Answer | null;
  readonly steps: readonly ResolutionStep[];
  readonly outcome: null | "missed" | "evaded" | "hit" | "noDamage";
  /** Modifiers of the attack on this target, where they differ from those of the declaration. */
  readonly modifiers?: readonly Modifier[];
  /** Index of the part of a combined maneuver that is meant for this target. */
  readonly part?: number;
  /** Metres from the centre of an area. */
  readonly fromCentre?: number;
  /** What the target carried over from its last action. */
  readonly carried?: Carried;
  readonly origin?: Origin;
  /** What allies add to its answer, and pay for (Powers, Righteous Shield). */
  readonly aid?: readonly Modifier[];
  /** What counts in the place of what the dice say. */
  readonly corrected?: Correction;
}

/** What a power did once dice lay on the table; it is paid for with the exchange (Powers, the Timing of each). */
export type PowerAct = {
  readonly by: Side;
  /** Id of the item, key and name of the power. */
  readonly item: string;
  readonly key: string;
  readonly name: string;
  /** Points for one use. */
  readonly cost: PowerCost;
} & (
  /** A roll is made again. */
  | { readonly kind: "reroll"; readonly roll: string; readonly rule: RerollRule }
  /** So many uses, each of which ignores `points` of the damage of one source. */
  | { readonly kind: "ignore"; readonly source: string; readonly points: number; readonly uses: number }
  /** A companion turns the attack on the target `by` aside, and pays for it (Powers, Divine Intervention). */
  | { readonly kind: "intervene"; readonly guard: Participant }
);

/** Somebody on whom the damage is laid that another one takes, as it stood before (Powers, Balance). */
export interface SharedFate {
  readonly of: Participant;
  readonly with: ExchangeSide;
  readonly name: string;
}

/** Damage that somebody took from one source: how the chart was and is. */
export interface DamageTaken {
  /** Id of the roll that it came from. */
  readonly source: string;
  readonly participant: Participant;
  readonly points: number;
  readonly stun: boolean;
  /** Points that powers took off before. */
  readonly ignored: number;
  readonly before: WoundChart;
}

/** The whole exchange: plain JSON, resumable at every point. Known to the GM alone. */
export interface ExchangeState {
  readonly phase: ExchangePhase;
  /** Tick of the declaration; null outside a fight. */
  readonly tick: number | null;
  readonly attacker: ExchangeSide;
  readonly declaration: Declaration;
  readonly targets: readonly TargetState[];
  /** Faces as thrown, kept and used again on redo. */
  readonly rolls: Readonly<Record<string, readonly Face[]>>;
  readonly shieldRule: "literal" | "charges";
  /** Powers used after the dice were seen, in order. */
  readonly acts?: readonly PowerAct[];
  /** Who has let the dice lie, each as `offerKey` names the moment. */
  readonly passed?: readonly string[];
  readonly shared?: readonly SharedFate[];
  /** It is aimed at nobody yet and waits for a target; false once it does no more, since a stored key does not go by being left out. */
  readonly awaitsTarget?: boolean;
  /** Who changed what since it was declared, in order. */
  readonly amendments?: readonly Amendment[];
}
