import { gmIds } from "../../helpers/gms";
import { sayCount } from "../../helpers/text";
import { intentOf } from "../../data/message";
import { writeBatch, writeGrouped, writeOne, writesBatches, type WriteOperation } from "../../compat/operations";
import { RuleError } from "../../rules/errors";
import type { LedgerDocument, LedgerState } from "../../rules/exchange/types";
import { withHarm } from "../powers/harm";
import { allLedgers, findLedger, hasEarlierRedo, isOvertaken, lastSerial, pendingSource, writtenNow, type Ledger, type LedgerFlags, type PendingWrites } from "./ledger";
import { composed } from "./compose";
import { inverted, planWrites, reversal, unfinished } from "./patches";
import { SerialQueue } from "./queue";
import type { CommitRequest, DocumentChange } from "./types";
import { givePulse, hasSeat, SeatLost } from "./seat";
import { currentWisher } from "./wisher";
import { companionOperations, operationsFor, storedSource } from "./write";

/** One queue for everything that the active GM's client writes. */
const queue = new SerialQueue();

/** Does this client commit? Only one window of the active GM's does, so that neither two GMs nor one in two windows write the same twice. */
export const isCommitter = (): boolean => game.users?.activeGM?.isSelf === true && hasSeat();

/** Is this client writing a commit now, or about to? What changes meanwhile is most likely its own doing. */
export const isWriting = (): boolean => queue.busy;

/** How often this client has ceased to commit, and how often it had when the task that is being done was begun. */
let losses = 0;
let lossesBefore = 0;

/** This client commits no longer: what it has begun is the other's from here on, even where it commits again before it has noticed. */
export const ceaseToCommit = (): void => void (losses += 1);

/**
 * Before anything is written, and whenever something has been waited for in the middle of a task.
 * @throws SeatLost when another window or another GM commits by now, or has since the task was begun
 */
export function checkCommitter(): void {
  if (!isCommitter() || losses !== lossesBefore) throw new SeatLost();
}

/** Milliseconds after which, again and again, a task that is not done yet says that its window lives, where a wish waits for it. */
const PULSE = 2500;

/** Another window of the same GM only ever takes the seat for the sake of a wish that lies there. */
const isWaitedFor = (): boolean => game.messages?.some((message) => intentOf(message) !== null) === true;

async function atWork<T>(task: () => Promise<T>): Promise<T> {
  lossesBefore = losses;
  const timer = setInterval(() => {
    if (isCommitter() && isWaitedFor()) givePulse().catch((error: unknown) => console.error(error));
  }, PULSE);
  try {
    return await task();
  } finally {
    clearInterval(timer);
  }
}

/** Runs a task in the queue. Inside it use the functions ending in `Now`: waiting for the queue from within would never end. */
export const serially = <T>(task: () => Promise<T>): Promise<T> => queue.run(() => atWork(task));

/** Where a ledger stands when it is written. */
interface Standing {
  readonly state: LedgerState;
  readonly serial: number;
  readonly pending: PendingWrites | null;
}

type LedgerSource = Record<string, unknown> & { readonly _id: string; readonly system: object; readonly flags: { readonly fatewalker: Record<string, unknown> } };

function ledgerSource(id: string, { kind, combat, exchange, record, nonce, told, declared, cards }: CommitRequest, documents: readonly LedgerDocument[], { state, serial, pending }: Standing): LedgerSource {
  return {
    _id: id, type: "ledger", author: game.user?.id, whisper: gmIds(), content: "",
    system: { state, kind, combat, exchange, documents, record },
    flags: { fatewalker: { nonce: nonce ?? "", by: currentWisher(), serial, since: lastSerial(), pending: pending && pendingSource(pending), written: documents.length === 0 ? null : writtenNow(), ...(told ? { told } : {}), ...(declared ? { declared: JSON.stringify(declared) } : {}), ...(cards ? { cards: JSON.stringify(cards) } : {}) } },
  };
}

/** Writes what no ledger records, such as cards; all at once where the host can. @throws SeatLost */
export async function writeNow(changes: readonly DocumentChange[]): Promise<void> {
  checkCommitter();
  await writeAll(companionOperations(changes));
}

async function writeAll(operations: readonly WriteOperation[]): Promise<void> {
  if (writesBatches()) return writeBatch(operations);
  for (const operation of operations) await writeOne(operation);
}

/** Creates the ledger, or goes on with one that was opened before, which stays whose it was. @throws SeatLost when somebody else has committed that one */
function ledgerWrite(id: string, request: CommitRequest, documents: readonly LedgerDocument[], standing: Standing): WriteOperation {
  const open = findLedger(id);
  const source = ledgerSource(id, request, documents, standing);
  if (open === null) return { action: "create", documentName: "ChatMessage", parent: null, source };
  if (open.data.state !== "applying") throw new SeatLost();
  const { nonce, by, since } = open.flags;
  return { action: "update", document: open.message, changes: { system: source.system, flags: { fatewalker: { ...source.flags.fatewalker, by, since, nonce: request.nonce ?? nonce } } } };
}

const stateWrite = (ledger: Ledger, state: LedgerState, flags: Readonly<Record<string, unknown>> = {}): WriteOperation =>
  ({ action: "update", document: ledger.message, changes: { system: { state }, flags: { fatewalker: { pending: null, ...flags } } } });

/** Neighbours that are treated alike: what is made comes before what changes, as the ledger says. */
function runsOf(documents: readonly LedgerDocument[]): LedgerDocument[][] {
  const runs: LedgerDocument[][] = [];
  for (const entry of documents) {
    const run = runs.at(-1);
    if (run?.[0]?.action === entry.action) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/**
 * One request for each kind and place of documents.
 * @param along  changes to documents that are written anyway, in the same request
 */
async function writeInOrder(documents: readonly LedgerDocument[], along: readonly DocumentChange[] = []): Promise<void> {
  const extra = companionOperations(along);
  for (const run of runsOf(documents)) {
    await writeGrouped(operationsFor(run).map((operation) => {
      const more = extra.find((other) => operation.action === "update" && other.action === "update" && other.document === operation.document);
      if (operation.action !== "update" || more?.action !== "update") return operation;
      return { ...operation, changes: foundry.utils.mergeObject(operation.changes, more.changes, { inplace: false }) };
    }));
  }
}

/** Companions that change a document which the commit itself writes, and all others. */
function alongAndAfter(documents: readonly LedgerDocument[], companions: readonly DocumentChange[]): { readonly along: DocumentChange[]; readonly after: DocumentChange[] } {
  const written = new Set(documents.filter(({ action }) => action === "update").map(({ uuid }) => uuid));
  const goesAlong = (change: DocumentChange): boolean => change.action === "update" && written.has(change.uuid);
  return { along: companions.filter(goesAlong), after: companions.filter((change) => !goesAlong(change)) };
}

/**
 * Opens a ledger before anything is committed: what is being prepared, known to GMs alone. Where it is written one by one
 * a client may break off between: a new ledger is written first, so that one without a card tells of it; one that goes on
 * is written last, so that its wish is not fulfilled before all is written.
 * @returns its id
 * @throws SeatLost
 */
export async function openLedgerNow(request: CommitRequest): Promise<string> {
  checkCommitter();
  const id = request.ledger ?? foundry.utils.randomID();
  const ledger = ledgerWrite(id, request, [], { state: "applying", serial: 0, pending: null });
  const companions = companionOperations(request.companions ?? []);
  await writeAll(ledger.action === "create" ? [ledger, ...companions] : [...companions, ledger]);
  return id;
}

/**
 * Writes one commit; call it only from a task of the queue. V14: one batch. V13: the ledger first, with all that is
 * needed to finish or to take back, then one write a document, then the ledger is marked as applied.
 * @returns id of the ledger, or null when nothing changes
 * @throws SeatLost, and what the host refused; then nothing of the commit stands
 */
export async function commitNow(request: CommitRequest): Promise<string | null> {
  checkCommitter();
  const { documents, missing } = planWrites(withHarm(request.changes), storedSource);
  if (missing.length > 0) ui.notifications?.warn(sayCount("FATEWALKER.Commit.Missing", missing.length));
  const companions = request.companions ?? [];
  if (documents.length === 0 && request.record === null && companions.length === 0) return null;
  const id = request.ledger ?? foundry.utils.randomID();
  const serial = lastSerial() + 1;
  const told = request.over === undefined ? documents : composed(request.over, documents);
  if (writesBatches()) {
    await writeBatch([ledgerWrite(id, request, told, { state: "applied", serial, pending: null }), ...operationsFor(documents), ...companionOperations(companions)]);
    return id;
  }
  // Until all is written the ledger tells of this write alone, so that another client can come to the end of it.
  const settled: readonly DocumentChange[] = request.over === undefined ? companions : [messageChange(id, { "system.documents": told }), ...companions];
  const open = findLedger(id);
  const opened = open === null ? null : { system: open.message.toObject().system, flags: { fatewalker: { nonce: open.flags.nonce, serial: open.flags.serial, pending: null } } };
  const pending: PendingWrites = { to: "applied", by: game.user?.id ?? "", documents: [], companions: settled };
  const { along, after } = alongAndAfter(documents, settled);
  await writeOne(ledgerWrite(id, request, documents, { state: "applying", serial, pending }));
  try {
    await writeInOrder(documents, along);
  } catch (error) {
    await takeBack(id, documents, opened);
    throw error;
  }
  for (const operation of companionOperations(after)) await writeOne(operation);
  const ledger = findLedger(id);
  if (ledger) await writeOne(stateWrite(ledger, "applied"));
  return id;
}

/** A commit that failed half-way: what was written goes back, and its ledger is what it was before, or gone. */
async function takeBack(id: string, documents: readonly LedgerDocument[], opened: object | null): Promise<void> {
  await writeInOrder(unfinished(inverted(documents), storedSource));
  const ledger = findLedger(id);
  if (ledger === null) return;
  if (opened === null) await writeOne({ action: "delete", document: ledger.message });
  else await writeOne({ action: "update", document: ledger.message, changes: { ...opened } });
}

/**
 * Writes more of what a commit that stands has brought about, and its ledger tells of it. Only from a task of the queue. Where a client breaks
 * off in between, it is written to its end like an undo. The ledger comes last: cards are drawn anew when that changes.
 */
export async function extendNow(ledger: Ledger, changes: readonly DocumentChange[]): Promise<void> {
  checkCommitter();
  const { documents } = planWrites(changes, storedSource);
  if (documents.length === 0) return;
  const told = messageChange(ledger.message.id ?? "", { "system.documents": composed(ledger.data.documents, documents) });
  if (writesBatches()) {
    await writeBatch([...operationsFor(documents), ...companionOperations([told])]);
    return;
  }
  const pending: PendingWrites = { to: ledger.data.state, by: game.user?.id ?? "", documents, companions: [told] };
  await writeOne({ action: "update", document: ledger.message, changes: { flags: { fatewalker: { pending: pendingSource(pending) } } } });
  await writeInOrder(documents);
  // What is begun by now is done to its end, whoever commits next.
  await writeAll(companionOperations([told]));
  await writeOne(stateWrite(ledger, ledger.data.state));
}

export interface UndoResult {
  /** False when something had changed since: then numbers gave back their difference and the rest stayed. */
  readonly exact: boolean;
}

/** What is written along with an undo or redo. */
export interface Turning {
  /** Cards, by how well it went. */
  readonly companions?: (result: UndoResult) => readonly DocumentChange[];
  /** Nonce of the wish that this fulfils. */
  readonly nonce?: string;
}

async function turn(ledger: Ledger, documents: readonly LedgerDocument[], to: LedgerState, companions: readonly DocumentChange[], nonce: string): Promise<void> {
  checkCommitter();
  const flags = { turned: nonce, written: writtenNow(), ...(to === "undone" ? { under: lastSerial() } : {}) };
  if (writesBatches()) {
    await writeBatch([stateWrite(ledger, to, flags), ...operationsFor(documents), ...companionOperations(companions)]);
    return;
  }
  // Written down before it is done: a client that breaks off here is finished at its next start.
  const pending: PendingWrites = { to, by: game.user?.id ?? "", documents, companions };
  await writeOne({ action: "update", document: ledger.message, changes: { flags: { fatewalker: { ...flags, pending: pendingSource(pending) } } } });
  await writeInOrder(documents);
  for (const operation of companionOperations(companions)) await writeOne(operation);
  await writeOne(stateWrite(ledger, to));
}

/**
 * Takes a commit back, once. Only from a task of the queue.
 * @throws RuleError when there is no such ledger any more or nothing of it stands
 */
export async function undoNow(ledgerId: string, { companions = () => [], nonce = "" }: Turning = {}): Promise<UndoResult> {
  const ledger = findLedger(ledgerId);
  if (ledger === null) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  if (ledger.data.state !== "applied") throw new RuleError("FATEWALKER.Commit.AlreadyUndone");
  const { documents, exact } = reversal(ledger.data.documents, storedSource);
  await turn(ledger, documents, "undone", companions({ exact }), nonce);
  return { exact };
}

/**
 * Writes an undone commit again, with the dice that were thrown. Only from a task of the queue.
 * @throws RuleError when it is not undone, when something newer stands in its place, or when an earlier one comes first
 */
export async function redoNow(ledgerId: string, { companions = () => [], nonce = "" }: Turning = {}): Promise<UndoResult> {
  const ledger = findLedger(ledgerId);
  if (ledger === null) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  if (ledger.data.state !== "undone" || isOvertaken(ledger)) throw new RuleError("FATEWALKER.Commit.NotRedoable");
  if (hasEarlierRedo(ledger)) throw new RuleError("FATEWALKER.Commit.EarlierFirst");
  const { documents, exact } = reversal(inverted(ledger.data.documents), storedSource);
  await turn(ledger, documents, "applied", companions({ exact }), nonce);
  return { exact };
}

/** Is the client that writes this still at the table, so that it will come to its end by itself? */
export const isWritten = (by: string | null): boolean => by !== game.user?.id && game.users?.get(by ?? "")?.active === true;

/** What is still to be written of a ledger; null: nothing, or its writer is at it. */
function leftOf({ data, flags, message }: Ledger): PendingWrites | null {
  const committing = data.state === "applying" && data.documents.length > 0;
  const left = flags.pending ?? (committing ? { to: "applied" as const, by: message.author?.id ?? "", documents: [], companions: [] } : null);
  if (left === null || isWritten(left.by)) return null;
  return committing ? { ...left, documents: data.documents } : left;
}

/**
 * Finishes what a client left half-way: commits, undos and redos whose ledger says that they were begun, and whose
 * writer is gone. Only on the active GM's client, from a task of the queue.
 */
export async function recoverNow(): Promise<void> {
  if (!isCommitter()) return;
  for (const ledger of allLedgers()) {
    const left = leftOf(ledger);
    if (left === null) continue;
    await writeInOrder(unfinished(left.documents, storedSource));
    for (const operation of companionOperations(left.companions)) await writeOne(operation);
    await writeOne(stateWrite(ledger, left.to));
  }
  for (const { message } of allLedgers()) if (message.id !== null) await putBackNow(message.id);
}

/** Is a commit written, or written down so far that it will be? */
const stands = (ledger: Ledger | null): boolean => ledger !== null && (ledger.data.state === "applied" || ledger.flags.pending !== null);

const amendingChange = (id: string, amending: LedgerFlags["amending"]): DocumentChange => messageChange(id, { "flags.fatewalker.amending": amending });

/** Is what takes the place of something being written, by a client that will come to the end of it? */
const isReplaced = ({ data }: Ledger): boolean => allLedgers().some((other) => other.data.exchange === data.exchange && other.flags.pending !== null && isWritten(other.flags.pending.by));

/**
 * What was taken back so that something else could take its place is there again: that never came. Whoever is still at it without having
 * written it writes it no more: the seat is here.
 */
async function putBackNow(id: string): Promise<void> {
  const ledger = findLedger(id);
  const amending = ledger?.flags.amending ?? null;
  if (ledger === null || amending === null || isReplaced(ledger)) return;
  await writeInOrder(unfinished(inverted(amending.documents), storedSource));
  await writeNow([amendingChange(id, null)]);
}

/**
 * Puts another commit in the place of some that stand, as one step of the log: their effects are taken back, the new commit is planned on
 * what is there then, and its ledger tells of both. Only from a task of the queue. Where a client breaks off in between, all is as it was
 * before and the wish is taken up anew.
 * @param stack the commits that are replaced, oldest first; nothing that concerns the same may have been committed after them
 * @throws what `plan` throws, and what the host refuses; then everything is as it was
 */
export async function replaceNow(stack: readonly Ledger[], plan: () => Promise<CommitRequest>): Promise<string | null> {
  const newest = stack.at(-1)?.message.id ?? null;
  if (newest === null) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  checkCommitter();
  const effects = stack.reduce<readonly LedgerDocument[]>((all, { data }) => composed(all, data.documents), []);
  const { documents: back } = reversal(effects, storedSource);
  // Written down before it is done, like every step that takes more than one write.
  const mark = amendingChange(newest, { by: game.user?.id ?? "", documents: back });
  if (writesBatches()) await writeBatch([...companionOperations([mark]), ...operationsFor(back)]);
  else {
    await writeNow([mark]);
    await writeInOrder(back);
  }
  let id = "";
  try {
    const request = await plan();
    id = request.ledger ?? foundry.utils.randomID();
    return await commitNow({ ...request, ledger: id, over: back, companions: [...(request.companions ?? []), amendingChange(newest, null)] });
  } catch (error) {
    // What failed after everything was written is finished with its ledger: nothing may be put over that. Whoever has the seat puts back what lies there.
    if (!(error instanceof SeatLost) && !stands(findLedger(id))) await putBackNow(newest);
    throw error;
  }
}

/** A change to a chat message as a companion of a commit. */
export const messageChange = (id: string, changes: Readonly<Record<string, unknown>>): DocumentChange => ({ action: "update", uuid: `ChatMessage.${id}`, changes });

