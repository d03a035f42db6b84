import { ledgerOf } from "../../data/message";
import { record as asRecord, list, text, oneOf, whole } from "../../data/message/read";
import { readLedgerDocument } from "../../data/message/read-exchange";
import { LEDGER_STATES, type LedgerDocument, type LedgerMessageData, type LedgerState } from "../../rules/exchange/types";

/**
 * What a ledger message keeps in its flags beside its data: the wish it fulfils, its place in the order of all commits,
 * and, only while an undo or redo is being written, what is still to be written.
 */
export interface LedgerFlags {
  readonly nonce: string;
  /** Commits count up through the world; 0: not committed yet. */
  readonly serial: number;
  readonly pending: { readonly to: LedgerState; readonly documents: readonly LedgerDocument[] } | null;
}

export interface Ledger {
  readonly message: ChatMessage.Implementation;
  readonly data: LedgerMessageData;
  readonly flags: LedgerFlags;
}

function readFlags(message: ChatMessage.Implementation): LedgerFlags {
  const flags = asRecord(asRecord(message.flags).fatewalker);
  const pending = asRecord(flags.pending);
  const to = oneOf(LEDGER_STATES, pending.to);
  return { nonce: text(flags.nonce), serial: whole(flags.serial), pending: to && { to, documents: list(readLedgerDocument, pending.documents) } };
}

export function findLedger(id: string | null | undefined): Ledger | null {
  const message = id ? game.messages?.get(id) : undefined;
  const data = ledgerOf(message);
  return message && data ? { message, data, flags: readFlags(message) } : null;
}

/** All ledgers of the world, oldest first. */
export function allLedgers(): Ledger[] {
  return (game.messages?.contents ?? []).flatMap((message) => {
    const data = ledgerOf(message);
    return data ? [{ message, data, flags: readFlags(message) }] : [];
  });
}

export const nextSerial = (): number => allLedgers().reduce((highest, { flags }) => Math.max(highest, flags.serial), 0) + 1;

/** Was a wish with this nonce committed, or is it being committed? */
export const isFulfilled = (nonce: string): boolean => nonce !== "" && allLedgers().some(({ flags }) => flags.nonce === nonce);

/** Has something been committed after this ledger that concerns the same fight or the same documents? Then its redo is dropped. */
export function isOvertaken({ message, data, flags }: Ledger): boolean {
  const uuids = new Set(data.documents.map(({ uuid }) => uuid));
  return allLedgers().some(
    (other) =>
      other.message.id !== message.id && other.flags.serial > flags.serial && other.data.state !== "undone" &&
      ((data.combat !== null && other.data.combat === data.combat) || other.data.documents.some(({ uuid }) => uuids.has(uuid))),
  );
}
