import { ledgerOf } from "../../data/message";
import { record as asRecord, list, nullableCount, text, oneOf, whole } from "../../data/message/read";
import { readLedgerDocument, readNotice } from "../../data/message/read-exchange";
import { LEDGER_STATES, type ExchangeMessageData, type LedgerDocument, type LedgerMessageData, type LedgerState } from "../../rules/exchange/types";
import type { CardTurn, DeclaredWish, DocumentChange } from "./types";

/**
 * What a ledger message keeps in its flags beside its data: the wish it fulfils and whose it was, its place in the order
 * of all commits, and, only while an undo or redo is being written, what is still to be written.
 */
export interface LedgerFlags {
  readonly nonce: string;
  /** Id of the user who wished it; empty in ledgers of earlier versions. */
  readonly by: string;
  /** Commits count up through the world; 0: not committed yet. */
  readonly serial: number;
  /** Highest serial of the world when what it holds was declared, as long as that is not committed; null in ledgers of earlier versions. */
  readonly since: number | null;
  /** Highest serial of the world when it was undone: anything that was committed later has dropped its redo. */
  readonly under: number;
  /** Nonce of the wish that last undid or redid it. */
  readonly turned: string;
  readonly pending: PendingWrites | null;
  /** When it was last written or turned: its place among all such writes, and the world's time before it; null in ledgers of earlier versions. */
  readonly written: { readonly order: number; readonly worldTime: number } | null;
  /** What its card says to GMs, where it says less to players. */
  readonly told: ExchangeMessageData["notice"];
  /** How its exchange was declared; null: nobody knows. */
  readonly declared: DeclaredWish | null;
  /** The card before and after it; null where it made its card. */
  readonly cards: CardTurn | null;
  /** What was taken back of it so that something else can take its place, and who does that; null: nothing. */
  readonly amending: { readonly by: string; readonly documents: readonly LedgerDocument[] } | null;
}

/** What a client has begun to write one by one, so that another can come to the end of it. */
export interface PendingWrites {
  /** What the ledger is when all is written. */
  readonly to: LedgerState;
  /** Id of the user whose client writes it. */
  readonly by: string;
  /** Empty for a commit: its documents stand in the ledger itself. */
  readonly documents: readonly LedgerDocument[];
  readonly companions: readonly DocumentChange[];
}

/** Companions are kept as text: their paths would be taken apart in a document. */
export const pendingSource = ({ to, by, documents, companions }: PendingWrites): Record<string, unknown> => ({ to, by, documents, companions: JSON.stringify(companions) });

/** What this system wrote as text into a flag; null for nothing, and for what nobody can read. */
function asText<T extends object>(value: unknown): T | null {
  try {
    const parsed: unknown = JSON.parse(text(value) || "null");
    return typeof parsed === "object" ? (parsed as T | null) : null;
  } catch {
    return null;
  }
}

function readCompanions(value: unknown): DocumentChange[] {
  const parsed: unknown = asText(value);
  return Array.isArray(parsed) ? (parsed as DocumentChange[]) : [];
}

export interface Ledger {
  readonly message: ChatMessage.Implementation;
  readonly data: LedgerMessageData;
  readonly flags: LedgerFlags;
}

function readFlags(message: ChatMessage.Implementation): LedgerFlags {
  const flags = asRecord(asRecord(message.flags).fatewalker);
  const pending = asRecord(flags.pending);
  const amending = asRecord(flags.amending);
  const to = oneOf(LEDGER_STATES, pending.to);
  const written = asRecord(flags.written);
  return {
    // All ledgers are read for each commit, and these of the one or two that are corrected or taken back.
    get declared() { return asText<DeclaredWish>(flags.declared); },
    get cards() { return asText<CardTurn>(flags.cards); },
    amending: text(amending.by) === "" ? null : { by: text(amending.by), documents: list(readLedgerDocument, amending.documents) },
    nonce: text(flags.nonce), by: text(flags.by), serial: whole(flags.serial), since: nullableCount(flags.since), under: whole(flags.under, Number.MAX_SAFE_INTEGER), turned: text(flags.turned), told: readNotice(flags.told),
    written: typeof written.worldTime === "number" ? { order: whole(written.order), worldTime: written.worldTime } : null,
    pending: to && { to, by: text(pending.by), documents: list(readLedgerDocument, pending.documents), companions: readCompanions(pending.companions) },
  };
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

/** The highest serial of the world; 0 before its first commit. */
export const lastSerial = (): number => allLedgers().reduce((highest, { flags }) => Math.max(highest, flags.serial), 0);

/** What a ledger keeps of its being written or turned now. */
export const writtenNow = (): LedgerFlags["written"] => ({ order: 1 + allLedgers().reduce((highest, { flags }) => Math.max(highest, flags.written?.order ?? 0), 0), worldTime: game.time.worldTime });

/** Was a wish with this nonce committed, or is it being committed? */
export const isFulfilled = (nonce: string): boolean => nonce !== "" && allLedgers().some(({ flags }) => flags.nonce === nonce || flags.turned === nonce);

/** Do two commits concern the same fight or the same documents? */
function areRelated(one: Ledger, other: Ledger): boolean {
  if (one.data.combat !== null && one.data.combat === other.data.combat) return true;
  const uuids = new Set(one.data.documents.map(({ uuid }) => uuid));
  return other.data.documents.some(({ uuid }) => uuids.has(uuid));
}

/**
 * Is the redo of an undone ledger dropped? So it is when something newer that concerns the same still stands, and for good
 * when something was committed after it had been undone.
 */
export function isOvertaken(ledger: Ledger, all: readonly Ledger[] = allLedgers()): boolean {
  const { serial, under } = ledger.flags;
  return all.some((other) => {
    if (other.message.id === ledger.message.id) return false;
    const newer = other.flags.serial > under || (other.flags.serial > serial && other.data.state !== "undone");
    return newer && areRelated(ledger, other);
  });
}

const bySerial = (one: Ledger, other: Ledger): number => one.flags.serial - other.flags.serial;

/** The commits of one exchange that stand: its own, and every correction of it since, oldest first. */
export function stackOf(exchange: string, all: readonly Ledger[] = allLedgers()): Ledger[] {
  return all.filter(({ data, flags }) => data.exchange === exchange && data.record !== null && data.state === "applied" && flags.serial > 0).sort(bySerial);
}

/** Commits that stand and concern the same, made after the last of these. */
export function laterThan(stack: readonly Ledger[], all: readonly Ledger[] = allLedgers()): Ledger[] {
  const last = stack.at(-1)?.flags.serial ?? 0;
  return all.filter((other) => other.data.state !== "undone" && other.flags.serial > last && stack.some((one) => areRelated(one, other)));
}

/** Is another undone step of the same fight to be redone first? */
export function hasEarlierRedo(ledger: Ledger, all: readonly Ledger[] = allLedgers()): boolean {
  const { combat } = ledger.data;
  return combat !== null && all.some((other) => other.data.combat === combat && other.data.state === "undone" && other.flags.serial > 0 && other.flags.serial < ledger.flags.serial && !isOvertaken(other, all));
}
