import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { exchangeOf, intentOf } from "../../data/message";
import { text } from "../../data/message/read";
import { messageChange, redoNow, undoNow, writeNow, type UndoResult } from "../commit/commit";
import { findLedger, stackOf } from "../commit/ledger";
import type { DocumentChange } from "../commit/types";
import { handleWishes } from "../intents/registry";
import { settleIntentNow, tellAuthor } from "../intents/take";
import type { Wish } from "../intents/types";
import { calledOff, calledOffBy } from "../moment/call-off";
import { freeFightsNow } from "./finish";
import { historyOf, lastOf, stepsBack, stepsForward, type Step } from "./history";

/** Who takes back and redoes what was committed. */
export const handleUndoWishes = (): void => handleWishes("undo", fulfilUndo);

/** What a card says besides stays with it; only that an earlier step was not exact is over. */
function keptNotice({ notice }: ExchangeMessageData): ExchangeMessageData["notice"] {
  return notice?.key.endsWith("Roughly") === true ? null : notice;
}

/** The card of a ledger, if it has one that is still there, says what became of it. */
function cardChange(ledger: string, phase: "applied" | "undone", { exact }: UndoResult): DocumentChange[] {
  const { data, flags } = findLedger(ledger) ?? {};
  const id = data?.exchange ?? null;
  const card = id === null ? null : exchangeOf(game.messages?.get(id));
  if (id === null || card === null) return [];
  // A correction is over: the card is as it was without it.
  if (flags?.cards) return [messageChange(id, { system: phase === "applied" ? flags.cards.after : flags.cards.before })];
  const rough = { key: phase === "applied" ? "FATEWALKER.Exchange.RedoneRoughly" : "FATEWALKER.Exchange.UndoneRoughly", data: {} };
  return [messageChange(id, { "system.phase": phase, "system.notice": exact ? keptNotice(card) : rough })];
}

/** What waits for answers in a fight that is turned back or forward under it is closed along with that, never half-way. */
function waitingChanges(id: string): DocumentChange[] {
  const ledger = findLedger(id);
  const combat = game.combats?.get(ledger?.data.combat ?? "") as Combat.Implementation | undefined;
  return ledger === null || combat === undefined ? [] : calledOffBy(combat, ledger);
}

/** An exchange that was corrected since is taken back after its correction. @throws RuleError `FATEWALKER.Amend.UndoFirst` */
function checkStack(ledger: string): void {
  const exchange = findLedger(ledger)?.data.exchange ?? null;
  const stack = exchange === null ? [] : stackOf(exchange);
  if (stack.some(({ message }) => message.id === ledger) && stack.at(-1)?.message.id !== ledger) throw new RuleError("FATEWALKER.Amend.UndoFirst");
}

async function undoStep(ledger: string, nonce: string): Promise<void> {
  checkStack(ledger);
  await undoNow(ledger, { companions: (result) => [...cardChange(ledger, "undone", result), ...waitingChanges(ledger)], nonce });
  // A fight that is there again waits for nothing that came to its end without it.
  await freeFightsNow();
}

async function redoStep(ledger: string, nonce: string): Promise<void> {
  await redoNow(ledger, { companions: (result) => [...cardChange(ledger, "applied", result), ...waitingChanges(ledger)], nonce });
}

/** The newest step of a fight is what waits to be answered: going back calls that off, and nothing else. */
async function callOffWaiting(combatId: string, by: string): Promise<void> {
  const combat = game.combats?.get(combatId) as Combat.Implementation | undefined;
  if (combat === undefined) throw new RuleError("FATEWALKER.Error.NoFight");
  await writeNow(calledOff(combat, { key: "FATEWALKER.Exchange.CancelledBy", data: { name: by } }));
}

/** One after the other; the wish counts as fulfilled with the last, so that one that was cut off is taken up again where it stopped. */
async function each(steps: readonly Step[], nonce: string, turn: (ledger: string, nonce: string) => Promise<void>): Promise<void> {
  for (const [index, { id }] of steps.entries()) await turn(id, index === steps.length - 1 ? nonce : "");
}

function fightOf(ledger: string): Combat.Implementation {
  const combat = game.combats?.get(findLedger(ledger)?.data.combat ?? "") as Combat.Implementation | undefined;
  if (combat === undefined) throw new RuleError("FATEWALKER.Commit.NotUndoable");
  return combat;
}

/** @throws RuleError when the ledger of one of them is gone */
function back(ledger: string, inclusive: boolean): Step[] {
  const steps = stepsBack(historyOf(fightOf(ledger)), ledger, inclusive);
  if (steps === null) throw new RuleError("FATEWALKER.Error.LedgerGone");
  return steps;
}

/**
 * Fulfils a wish to take back or to redo. A GM wishes `{ ledger }` or `{ ledger, redo: true }` for one commit, `{ back: ledger }` for
 * everything after one, `{ forward: ledger }` for everything up to one, `{ waiting: combat }` for what waits to be answered, and answers a player with `{ accept: message }` or
 * `{ refuse: message, reason }`. A player wishes `{ ledger }`, the last step of his own; a GM decides.
 */
async function fulfilUndo(wish: Wish): Promise<void | "waits"> {
  if (!wish.author.isGM) return ask(wish);
  await decide(wish);
  await dropFulfilled();
}

/** Requests for a step that no longer stands have what they asked for. */
async function dropFulfilled(): Promise<void> {
  for (const message of [...(game.messages?.contents ?? [])]) {
    const intent = intentOf(message);
    if (intent?.op === "undo" && message.author?.isGM === false && findLedger(text(intent.args.ledger))?.data.state !== "applied") await settleIntentNow(message);
  }
}

async function decide({ args, author, nonce }: Wish): Promise<void> {
  const ledger = text(args.ledger);
  if (text(args.waiting) !== "") return callOffWaiting(text(args.waiting), author.name);
  if (text(args.back) !== "") return each(back(text(args.back), false), nonce, undoStep);
  if (text(args.forward) !== "") return each(stepsForward(historyOf(fightOf(text(args.forward))), text(args.forward)), nonce, redoStep);
  if (text(args.accept) !== "") return accept(text(args.accept), nonce);
  if (text(args.refuse) !== "") return refuse(text(args.refuse), text(args.reason));
  return args.redo === true ? redoStep(ledger, nonce) : undoStep(ledger, nonce);
}

/** A player may ask for the last step of his own, and only for that; the GM then sees what else would go with it. */
function ask({ args, author }: Wish): "waits" {
  checkRequest(text(args.ledger), author.id ?? "");
  return "waits";
}

function checkRequest(ledger: string, userId: string): void {
  if (findLedger(ledger)?.data.state !== "applied") throw new RuleError("FATEWALKER.Commit.AlreadyUndone");
  if (lastOf(historyOf(fightOf(ledger)), userId)?.id !== ledger) throw new RuleError("FATEWALKER.Log.NotYourLast");
}

/** A player's open request, by the id of its message. */
function requestIn(id: string): { readonly message: ChatMessage.Implementation; readonly ledger: string; readonly author: User.Implementation } {
  const message = game.messages?.get(id);
  const intent = intentOf(message);
  const author = message?.author;
  if (!message || !author || intent?.op !== "undo") throw new RuleError("FATEWALKER.Log.RequestGone");
  return { message, ledger: text(intent.args.ledger), author };
}

async function accept(id: string, nonce: string): Promise<void> {
  const { message, ledger, author } = requestIn(id);
  checkRequest(ledger, author.id ?? "");
  await each(back(ledger, true), nonce, undoStep);
  await settleIntentNow(message);
}

async function refuse(id: string, reason: string): Promise<void> {
  const { message } = requestIn(id);
  await tellAuthor(message, reason === "" ? new RuleError("FATEWALKER.Log.Refused") : new RuleError("FATEWALKER.Log.RefusedBecause", { reason }));
  await settleIntentNow(message);
}
