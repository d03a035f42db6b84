import type { ExchangeMessageData, ExchangeState, LedgerDocument } from "../../rules/exchange/types";

/** The wish from which an exchange was declared. */
export interface DeclaredWish {
  /** UUID of the maneuver. */
  readonly maneuver: string;
  /** What was chosen, as the wish brought it. */
  readonly choices: unknown;
  /** A GM declared it. */
  readonly isGM: boolean;
  /** It is a free shot. */
  readonly free: boolean;
}

/** Data of a card before and after a commit: an undo shows it again as it was. */
export interface CardTurn {
  readonly before: ExchangeMessageData;
  readonly after: ExchangeMessageData;
}

/**
 * One change to one document, as a flow plans it. What stood there before is read from the fresh document when the
 * change is written, never brought along by the planner.
 */
export type DocumentChange =
  /** `changes`: flat, dotted paths below the document to JSON values; several changes to one document are merged. */
  | { readonly action: "update"; readonly uuid: string; readonly changes: Readonly<Record<string, unknown>> }
  /** `source` is the whole record with its own `_id`; `parent` is the UUID of the document that will hold it, null for a world document. */
  | { readonly action: "create"; readonly documentName: string; readonly parent: string | null; readonly source: Readonly<Record<string, unknown>> & { readonly _id: string } }
  | { readonly action: "delete"; readonly uuid: string };

export interface CommitRequest {
  /** What it was, for the log: `exchange`, `hold`, `initiative`, ... */
  readonly kind: string;
  /** Id of the Combat it belongs to, or null. */
  readonly combat: string | null;
  /** Id of the public card it belongs to, or null. */
  readonly exchange: string | null;
  readonly changes: readonly DocumentChange[];
  /** Written together with the commit but not part of what can be taken back: cards. */
  readonly companions?: readonly DocumentChange[];
  /** The whole exchange, kept for redo with the same dice. */
  readonly record: ExchangeState | null;
  /** Id of the ledger message: an open one goes on, a new one gets it, so that a plan can write the id into documents. Else one is made. */
  readonly ledger?: string;
  /** What was written beforehand and is one step of the log with this: its ledger tells of both. */
  readonly over?: readonly LedgerDocument[];
  /** How it was declared, so that it can be measured anew. */
  readonly declared?: DeclaredWish;
  /** The card before and after it, where it changes one that was there. */
  readonly cards?: CardTurn;
  /** What the card says to GMs, where it says less to players. */
  readonly told?: ExchangeMessageData["notice"];
  /** Nonce of the wish that it fulfils. */
  readonly nonce?: string;
}
