import type { RerollRule } from "../../dice/reroll";
import type { Face, Pool } from "../../dice/types";
import type { Modifier } from "../../modifiers/types";
import type { Participant } from "./declaration";
import type { ExchangeState } from "./state";

/* The other messages: wishes, ledgers, and rolls that are no exchange. */

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
