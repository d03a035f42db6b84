import type { Face } from "../../dice/types";
import type { AmendmentNotice } from "../amendments";
import type { NoAnswerReason, Participant, Side } from "./declaration";
import type { ExchangePhase, Origin, ResolutionStep, TargetState } from "./state";

/* The public card: what everybody at the table may read of an exchange. */

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
