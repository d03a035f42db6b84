import type { DamageDice, DamagePool, DamagePoints } from "../damage/types";
import type { Face, Pool } from "../dice/types";
import type { Carried } from "../fighter/carried";
import type { Area, Fighter, Maneuver, Weapon } from "../fighter/types";
import type { DamageType, StatusId } from "../keys";
import type { Modifier, Positions, Situation } from "../modifiers/types";
import type { RerollRule } from "../dice/reroll";
import type { PowerCost } from "../powers/use";
import type { WoundChart, WoundPlacement } from "../wounds/types";
import type { Amendment, AmendmentNotice, Correction } from "./amendments";

/** Who takes part, by address: the token's own actor where the token is unlinked (contract, Messages). */
export interface Participant {
  /** UUID of the actor, the synthetic one of an unlinked token included. */
  readonly actor: string;
  readonly token: string | null;
  readonly combatant: string | null;
}

export const EXCHANGE_PHASES = ["declared", "answering", "resolved", "applied", "undone", "refused"] as const;
export type ExchangePhase = (typeof EXCHANGE_PHASES)[number];

/** One side of an exchange with what the rules know of it. GM knowledge: never in a message made for players. */
export interface ExchangeSide {
  readonly participant: Participant;
  readonly fighter: Fighter;
}

/** The attacker's choice, as declared. */
export interface Declaration {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  /** Every modifier that was offered, with what was switched on. */
  readonly modifiers: readonly Modifier[];
  readonly cost: number;
  /** The maneuvers that a combined one or Twin Pistols is made of, in order; each target names the one that is meant for it. */
  readonly parts?: readonly Part[];
  /** Ticks of running up to it. */
  readonly runTicks?: number;
  /** It covers an area: full damage at its centre, `falloff` demotions a metre, nothing beyond `radius` metres. */
  readonly area?: Area | null;
  /** What the attacker carried over from its last action. */
  readonly carried?: Carried;
}

/** One of the maneuvers that a combined one is made of, with its own modifiers. */
export interface Part {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly modifiers: readonly Modifier[];
}

/** Somebody near on whom a Friendly Fire turns the attack, with the modifiers of the new attack roll (net successes aside). */
export interface NewTarget {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  readonly aware: boolean;
  readonly modifiers: readonly Modifier[];
  readonly carried?: Carried;
}

/** Why somebody was not asked for an answer, or can give none. */
export const NO_ANSWER_REASONS = ["unaware", "surprised", "unconscious", "dead", "knowsNone", "nothingFits", "together", "preempted", "oneOfGroup", "notWaited"] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];

/** A target's answer: a reaction with its own modifiers and cost, or none; `why` where it was not the target's own choice. */
export type Answer =
  | { readonly kind: "none"; readonly why?: NoAnswerReason }
  | {
      readonly kind: "reaction";
      readonly maneuver: Maneuver;
      readonly weapon: Weapon | null;
      readonly modifiers: readonly Modifier[];
      readonly cost: number;
      /** The parry and the blow of a Parry/Riposte, the block and the blow of a Block/Strike. */
      readonly parts?: readonly Part[];
      /** For Friendly Fire; without one it is a plain dodge. */
      readonly newTarget?: NewTarget | null;
      /** The bottom of the evader, if the evader is on top of somebody: evading an outsider gives that up. */
      readonly yields?: Yielded | null;
    };

/** A ground fight that its top gives up, by evading somebody else: the pair as it is stored now. */
export interface Yielded {
  readonly bottom: Participant;
  readonly engagement: EngagementRecord;
}

/** How two combatants stand to each other, as the fight stores it (contract, Combat): levels as in `Positions`, dominant by id. */
export interface EngagementRecord {
  readonly range: number;
  readonly grapple: null | { readonly dominant: string; readonly level: number };
  readonly ground: null | { readonly dominant: string; readonly level: number };
  readonly hold: null | { readonly dominant: string; readonly level: number };
}

/** What must be thrown next. The dice are passed in: one face for every die asked for, in order. */
export interface RollRequest {
  /**
   * Unique in the exchange and stable: `attack` (`attack:1` for the second part of a combined one, `newAttack:2` for the target that a
   * Friendly Fire found), `reaction:0`, `riposte:0`, `damage:0`, `reactionDamage:0`, `counterDamage:0`, `consciousness:0`,
   * `consciousness:attacker`, `leap:0`, `landing:0`, `footing:0:target`, `fallDamage:0:target`; `fate:attack` beside a roll on which Fate
   * is rolled, `support:attack` before one that another skill supports, `attack~1` for the first time that a roll is made again.
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

/** The attacker, or the index of a target. */
export type Side = "attacker" | number;

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

/** A change to one participant that a resolved exchange asks for, in the terms of the contract's paths. */
export interface ExchangePatch {
  readonly participant: Participant;
  readonly document: PatchedDocument;
  /** Path below the document, such as `system.wounds.normal.value`; for a status `active`. */
  readonly path: string;
  readonly before: PatchValue;
  readonly after: PatchValue;
}

/**
 * What a patch changes. `combatant`: the participant's own, such as `system.aim`; `engagement`: the fight's record of two combatants,
 * ids sorted, at `system.engagements.<idA>_<idB>`.
 */
export type PatchedDocument =
  | { readonly kind: "actor" }
  | { readonly kind: "item"; readonly id: string }
  | { readonly kind: "status"; readonly status: StatusId }
  | { readonly kind: "combatant" }
  | { readonly kind: "engagement"; readonly between: readonly [string, string] };
export type PatchValue = number | boolean | string | null | EngagementRecord | NonNullable<Carried["aim"]> | NonNullable<Carried["footwork"]>;

/** Ticks that an exchange costs one participant. */
export interface ExchangeTicks {
  readonly participant: Participant;
  readonly kind: "act" | "react" | "preempt";
  readonly cost: number;
}

/** A participant who begins to bleed: one point of damage every `interval` ticks. */
export interface ExchangeBleeding {
  readonly participant: Participant;
  readonly interval: number;
}

/** Somebody who has a new Normal or Mortal Wound: what First Aid left is gone (Environmental Scenes, First Aid). */
export interface ExchangeWound {
  readonly participant: Participant;
  /** A Mortal one is among them: whoever was stabilized bleeds again. */
  readonly mortal: boolean;
}

/** Points of Will that somebody loses, marked as its track allows (Actions and Maneuvers, Choke Hold, Nerve Strike). */
export interface ExchangeDrain {
  readonly participant: Participant;
  readonly will: number;
}

/** Until this tick the participant may fire a free shot at everyone who acts in the covered area (Actions and Maneuvers, Full Auto). */
export interface ExchangeOverwatch {
  readonly participant: Participant;
  readonly until: number;
}

/** All that a resolved exchange changes. */
export interface ExchangeOutcome {
  readonly patches: readonly ExchangePatch[];
  readonly ticks: readonly ExchangeTicks[];
  readonly bleeding: readonly ExchangeBleeding[];
  readonly newWounds: readonly ExchangeWound[];
  readonly drains: readonly ExchangeDrain[];
  readonly overwatch: readonly ExchangeOverwatch[];
}

/* ---------------------------------------------------------------- messages */

/** What a card shows of one participant: the token's name and portrait, never an actor's secret ones. */
export interface PublicParticipant {
  readonly participant: Participant;
  readonly name: string;
  readonly img: string;
}

/** One roll on a card; `tn` is null where players must not know it. */
export interface PublicRoll {
  readonly id: string;
  readonly roller: "attacker" | number;
  readonly kind: "pool" | "damage";
  readonly label: string;
  readonly tn: number | null;
  readonly woundedTn: number | null;
  readonly successes: number;
  /** Dice more or less that the table agreed on; absent: none, or not for players to know. */
  readonly custom?: number;
  readonly dice: readonly PublicDie[];
  /** The throws that were made again, first one first; absent: none. */
  readonly earlier?: readonly { readonly power: string; readonly successes: number; readonly dice: readonly PublicDie[] }[];
}

export interface PublicDie {
  readonly face: Face;
  readonly wounded: boolean;
  readonly success: boolean;
  readonly value: number;
  readonly penetrating: boolean;
}

/** Somebody who is asked, now that the dice lie there, whether to use a power. */
export interface PublicOffer {
  readonly side: Side;
  /** Names the moment: an answer to an earlier one comes too late. */
  readonly key: string;
  /** A companion of that side who is asked in its place; missing: the side itself. */
  readonly guard?: Participant;
}

export interface PublicTarget {
  readonly who: PublicParticipant;
  readonly answer: null | { readonly kind: "pending" | "unaware" | "none"; /** As far as players may know it. */ readonly why?: NoAnswerReason } | { readonly kind: "reaction"; readonly name: string; readonly img: string; readonly ticks: { readonly from: number; readonly to: number } | null };
  /** Steps with the numbers that players may see; those of a GM's creature are left out where the world hides them. */
  readonly steps: readonly ResolutionStep[];
  readonly outcome: TargetState["outcome"];
  /** It was not aimed at: an attack was turned on it, or a shot may stray to it. */
  readonly origin?: Origin["kind"];
}

/** `system` of a ChatMessage of type `exchange`: the public card. */
export interface ExchangeMessageData {
  readonly phase: ExchangePhase;
  readonly tick: number | null;
  readonly attacker: PublicParticipant;
  readonly maneuver: { readonly key: string; readonly name: string; readonly img: string };
  readonly weapon: string | null;
  readonly ticks: { readonly from: number; readonly to: number } | null;
  readonly targets: readonly PublicTarget[];
  readonly rolls: readonly PublicRoll[];
  /** Players who are asked for a power; whom the GM plays is asked from the ledger. */
  readonly offers?: readonly PublicOffer[];
  /** Id of the ledger message of its commit; null before it. */
  readonly ledger: string | null;
  /** It waits for somebody to be joined as its target; missing: it does not. */
  readonly awaitsTarget?: boolean;
  /** Who changed what since it was declared; missing: nobody anything. */
  readonly amendments?: readonly AmendmentNotice[];
  /** How long lasts what was begun by it, as far as players may know; missing: nothing does. */
  readonly lasting?: readonly AmendmentNotice[];
  /** Localisation key and values of a refusal or of what an undo could not give back exactly. */
  readonly notice: null | { readonly key: string; readonly data: Readonly<Record<string, string | number>> };
}

export const INTENT_OPERATIONS = ["declare", "react", "preempt", "hold", "release", "act", "move", "spend", "undo", "advance", "treat", "rest", "wound", "amend"] as const;
export type IntentOperation = (typeof INTENT_OPERATIONS)[number];

/** `system` of a ChatMessage of type `intent`: a wish. Only its author is trusted, never what it claims. */
export interface IntentMessageData {
  readonly op: IntentOperation;
  readonly participant: Participant | null;
  readonly args: Readonly<Record<string, unknown>>;
  /** Makes a resend or a double click the same wish. */
  readonly nonce: string;
}

/** One change to one document: `before` and `after` are JSON values; undefined stands for "not there" and is stored as null with `absent`. */
export interface LedgerPatch {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}
export interface LedgerDocument {
  readonly uuid: string;
  /** `create` and `delete` keep the whole source in `patches[0]`. */
  readonly action: "update" | "create" | "delete";
  readonly patches: readonly LedgerPatch[];
}
export const LEDGER_STATES = ["applying", "applied", "undone"] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];

/** `system` of a ChatMessage of type `ledger`, whispered to GMs: one commit, with all that is needed to take it back. */
export interface LedgerMessageData {
  readonly state: LedgerState;
  readonly kind: string;
  readonly combat: string | null;
  /** The public card this commit belongs to. */
  readonly exchange: string | null;
  readonly documents: readonly LedgerDocument[];
  /** The whole exchange, for redo without new dice; null for other commits. */
  readonly record: ExchangeState | null;
}

/** `system` of a ChatMessage of type `check`: a roll that is no exchange. */
export interface CheckMessageData {
  readonly participant: Participant | null;
  readonly title: string;
  readonly attribute: string | null;
  readonly skill: string | null;
  readonly pool: Pool;
  readonly modifiers: readonly Modifier[];
  /** Ticks that the act costs in a fight; null: none. */
  readonly ticks: number | null;
  /** The pool without the power that is in it: all that counts until that power is paid. Null or missing: nothing is to be paid. */
  readonly unpaid?: Pool | null;
  /** The support roll, whose dice are the last roll of the message; null or missing: none was made. */
  readonly support?: CheckSupport | null;
  /** What became of the payment; null or missing: it is still to come. A GM's client writes this and what follows. */
  readonly payment?: CheckPayment | null;
  /** What became of the point of Will for the support roll, which counts once that is paid; null or missing: still to come. */
  readonly supportPayment?: CheckPayment | null;
  /** The times that it was made again, with the new faces; the first throw stays with the message. Missing: never. */
  readonly again?: readonly RolledAgain[];
  /** The companion's power that keeps its failure from being one; null or missing: none does. */
  readonly saved?: CheckSaved | null;
}

/** A roll that was made to support a check (core rules, Dice). */
export interface CheckSupport {
  /** `branch` or `branch:leaf`, and what it is called. */
  readonly key: string;
  readonly name: string;
  readonly pool: Pool;
}

/** Whether the points for something in a check were there, and why not (Powers, Overview). */
export interface CheckPayment {
  readonly paid: boolean;
  /** Localisation key with its values; null where it was paid. */
  readonly refusal: { readonly key: string; readonly data: Readonly<Record<string, string | number>> } | null;
}

/** A failed check that counts as a base success (Powers, Divine Intervention). */
export interface CheckSaved {
  /** Key and name of the power, and who used it. */
  readonly key: string;
  readonly name: string;
  readonly by: string;
}

/** A roll made again by a power (Powers, Intrepid). */
export interface RolledAgain {
  /** Key and name of the power. */
  readonly key: string;
  readonly name: string;
  readonly rule: RerollRule;
  readonly faces: readonly Face[];
}
