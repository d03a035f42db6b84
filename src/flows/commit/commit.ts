import { writeBatch, writeOne, writesBatches, type WriteOperation } from "../../compat/operations";
import { RuleError } from "../../rules/errors";
import type { LedgerDocument, LedgerState } from "../../rules/exchange/types";
import { allLedgers, findLedger, isOvertaken, nextSerial, type Ledger } from "./ledger";
import { inverted, planWrites, reversal, unfinished } from "./patches";
import { SerialQueue } from "./queue";
import type { CommitRequest, DocumentChange } from "./types";
import { companionOperations, operationsFor, storedSource } from "./write";

/** One queue for everything that the active GM's client writes. */
const queue = new SerialQueue();

/** Does this client commit? Only the active GM's does, so that two GMs never write the same twice. */
export const isCommitter = (): boolean => game.users?.activeGM?.isSelf === true;

/** Runs a task in the queue. Inside it use the functions ending in `Now`: waiting for the queue from within would never end. */
export const serially = <T>(task: () => Promise<T>): Promise<T> => queue.run(task);

const gmIds = (): string[] => (game.users?.filter((user) => user.isGM) ?? []).map(({ id }) => id);

function ledgerSource(id: string, { kind, combat, exchange, record, nonce }: CommitRequest, documents: readonly LedgerDocument[], state: LedgerState, serial: number): Record<string, unknown> & { _id: string } {
  return {
    _id: id, type: "ledger", author: game.user?.id, whisper: gmIds(), content: "",
    system: { state, kind, combat, exchange, documents, record },
    flags: { fatewalker: { nonce: nonce ?? "", serial, pending: null } },
  };
}

/** Writes what no ledger records, such as cards; all at once where the host can. */
export async function writeNow(changes: readonly DocumentChange[]): Promise<void> {
  await writeAll(companionOperations(changes));
}

async function writeAll(operations: readonly WriteOperation[]): Promise<void> {
  if (writesBatches()) return writeBatch(operations);
  for (const operation of operations) await writeOne(operation);
}

/** Creates the ledger, or goes on with one that was opened before. */
function ledgerWrite(id: string, request: CommitRequest, documents: readonly LedgerDocument[], state: LedgerState, serial: number): WriteOperation {
  const open = findLedger(id);
  const source = ledgerSource(id, request, documents, state, serial);
  if (open === null) return { action: "create", documentName: "ChatMessage", parent: null, source };
  const nonce = request.nonce ?? open.flags.nonce;
  return { action: "update", document: open.message, changes: { system: source.system, flags: { fatewalker: { nonce, serial, pending: null } } } };
}

const stateWrite = (ledger: Ledger, state: LedgerState): WriteOperation =>
  ({ action: "update", document: ledger.message, changes: { system: { state }, flags: { fatewalker: { pending: null } } } });

/** One request a document: tells the caller how far it came. */
async function writeInOrder(documents: readonly LedgerDocument[]): Promise<void> {
  for (const entry of documents) {
    for (const operation of operationsFor([entry])) await writeOne(operation);
  }
}

/**
 * Opens a ledger before anything is committed: what is being prepared, known to GMs alone.
 * @returns its id
 */
export async function openLedgerNow(request: CommitRequest): Promise<string> {
  const id = request.ledger ?? foundry.utils.randomID();
  await writeAll([ledgerWrite(id, request, [], "applying", 0), ...companionOperations(request.companions ?? [])]);
  return id;
}

/**
 * Writes one commit; call it only from a task of the queue. V14: one batch. V13: the ledger first, with all that is
 * needed to finish or to take back, then one write a document, then the ledger is marked as applied.
 * @returns id of the ledger, or null when nothing changes
 * @throws what the host refused; then nothing of the commit stands
 */
export async function commitNow(request: CommitRequest): Promise<string | null> {
  const { documents, missing } = planWrites(request.changes, storedSource);
  if (missing.length > 0) ui.notifications?.warn(game.i18n.format("FATEWALKER.Commit.Missing", { count: String(missing.length) }));
  const companions = request.companions ?? [];
  if (documents.length === 0 && request.record === null && companions.length === 0) return null;
  const id = request.ledger ?? foundry.utils.randomID();
  const serial = nextSerial();
  if (writesBatches()) {
    await writeBatch([ledgerWrite(id, request, documents, "applied", serial), ...operationsFor(documents), ...companionOperations(companions)]);
    return id;
  }
  await writeOne(ledgerWrite(id, request, documents, "applying", serial));
  try {
    await writeInOrder(documents);
  } catch (error) {
    await takeBack(id, documents);
    throw error;
  }
  for (const operation of companionOperations(companions)) await writeOne(operation);
  const ledger = findLedger(id);
  if (ledger) await writeOne(stateWrite(ledger, "applied"));
  return id;
}

/** A commit that failed half-way: what was written goes back, the ledger says so. */
async function takeBack(id: string, documents: readonly LedgerDocument[]): Promise<void> {
  await writeInOrder(unfinished(inverted(documents), storedSource));
  const ledger = findLedger(id);
  if (ledger) await writeOne(stateWrite(ledger, "undone"));
}

/** Like `commitNow`, from outside the queue. Plans that depend on fresh documents are functions, called when their turn has come. */
export const commit = (request: CommitRequest | (() => CommitRequest | Promise<CommitRequest>)): Promise<string | null> =>
  serially(async () => commitNow(typeof request === "function" ? await request() : request));

export interface UndoResult {
  /** False when something had changed since: then numbers gave back their difference and the rest stayed. */
  readonly exact: boolean;
}

type Companions = (result: UndoResult) => readonly DocumentChange[];

async function turn(ledger: Ledger, documents: readonly LedgerDocument[], to: LedgerState, companions: readonly DocumentChange[]): Promise<void> {
  if (writesBatches()) {
    await writeBatch([stateWrite(ledger, to), ...operationsFor(documents), ...companionOperations(companions)]);
    return;
  }
  // Written down before it is done: a client that breaks off here is finished at its next start.
  await writeOne({ action: "update", document: ledger.message, changes: { flags: { fatewalker: { pending: { to, documents } } } } });
  await writeInOrder(documents);
  for (const operation of companionOperations(companions)) await writeOne(operation);
  await writeOne(stateWrite(ledger, to));
}

/**
 * Takes a commit back, once. Only from a task of the queue.
 * @throws RuleError when there is no such ledger any more or nothing of it stands
 */
export async function undoNow(ledgerId: string, companions: Companions = () => []): Promise<UndoResult> {
  const ledger = findLedger(ledgerId);
  if (ledger === null) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  if (ledger.data.state !== "applied") throw new RuleError("FATEWALKER.Commit.AlreadyUndone");
  const { documents, exact } = reversal(ledger.data.documents, storedSource);
  await turn(ledger, documents, "undone", companions({ exact }));
  return { exact };
}

/**
 * Writes an undone commit again, with the dice that were thrown. Only from a task of the queue.
 * @throws RuleError when it is not undone, or when something newer stands in its place
 */
export async function redoNow(ledgerId: string, companions: Companions = () => []): Promise<UndoResult> {
  const ledger = findLedger(ledgerId);
  if (ledger === null) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  if (ledger.data.state !== "undone" || isOvertaken(ledger)) throw new RuleError("FATEWALKER.Commit.NotRedoable");
  const { documents, exact } = reversal(inverted(ledger.data.documents), storedSource);
  await turn(ledger, documents, "applied", companions({ exact }));
  return { exact };
}

/**
 * Finishes what a client left half-way: commits, undos and redos whose ledger says that they were begun. Only on the
 * active GM's client.
 * @returns the ledgers that were finished, so that their cards can be brought up to date
 */
export const recover = (): Promise<Ledger[]> =>
  serially(async () => {
    const finished: Ledger[] = [];
    if (!isCommitter()) return finished;
    for (const ledger of allLedgers()) {
      const { data, flags, message } = ledger;
      const pending = flags.pending ?? (data.state === "applying" && data.documents.length > 0 ? { to: "applied" as const, documents: data.documents } : null);
      if (pending === null) continue;
      await writeInOrder(unfinished(pending.documents, storedSource));
      await writeOne(stateWrite(ledger, pending.to));
      const now = findLedger(message.id);
      if (now) finished.push(now);
    }
    return finished;
  });

/** A change to a chat message as a companion of a commit. */
export const messageChange = (id: string, changes: Readonly<Record<string, unknown>>): DocumentChange => ({ action: "update", uuid: `ChatMessage.${id}`, changes });

