import { RuleError } from "../../rules/errors";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import type { ExchangeMessageData, ExchangeState } from "../../rules/exchange/types";
import { exchangeOf } from "../../data/message";
import { nullableText, text, whole } from "../../data/message/read";
import { findLedger } from "../commit/ledger";
import { messageChange, redoNow, undoNow, writeNow, type UndoResult } from "../commit/commit";
import type { Wish } from "../intents/types";
import { namesOf, type CardNames } from "./card";
import { readChoices } from "./choices";
import { reactionOption } from "./reactions";
import { announce, applyLater, settle, type Run } from "./settle";

/** An exchange that is under way, found by the id of its card. */
interface Open {
  readonly card: ExchangeMessageData;
  readonly run: Run;
}

/** @throws RuleError when there is no such exchange, or not in this phase */
function openExchange(id: string, phase: "answering" | "resolved", nonce: string): Open {
  const message = game.messages?.get(id);
  const card = exchangeOf(message);
  const ledger = findLedger(card?.ledger);
  const state = ledger?.data.record;
  if (!message || !card || !ledger || !state) throw new RuleError("FATEWALKER.Exchange.Gone");
  if (card.phase !== phase) throw new RuleError("FATEWALKER.Exchange.Over");
  return {
    card,
    run: { state, names: namesOf(card), card: id, ledger: ledger.message.id ?? "", isNew: false, audience: { whisper: message.whisper.map((id) => String(id)), blind: message.blind }, nonce },
  };
}

/**
 * The state of an exchange as far as this client knows it: the whole of it stands in the ledger that GMs are whispered.
 * Null when it is over or cannot be read here.
 */
export function stateOf(card: ExchangeMessageData): ExchangeState | null {
  return findLedger(card.ledger)?.data.record ?? null;
}

async function goOn(run: Run): Promise<void> {
  if (pendingAnswers(run.state).length > 0) await announce(run);
  else await settle(run);
}

/**
 * Fulfils a wish to answer: `{ exchange, target, reaction: id of an item or null for none, choices }`. A GM may wish
 * `{ exchange, do }` instead: `resolve` without waiting for anybody else, `apply` what is resolved, or `cancel` it.
 */
export async function fulfilReact(wish: Wish): Promise<void> {
  const { subject, args, author, nonce } = wish;
  const what = text(args.do);
  if (what !== "") return carryOn(what, text(args.exchange), wish);
  const { run } = openExchange(text(args.exchange), "answering", nonce);
  const index = whole(args.target, -1);
  const target = run.state.targets[index];
  if (subject === null || target === undefined || target.side.participant.actor !== subject.participant.actor) throw new RuleError("FATEWALKER.Exchange.NotATarget");
  const reactionId = nullableText(args.reaction);
  if (reactionId === null) return goOn({ ...run, state: answer(run.state, index, { kind: "none" }) });
  const item = subject.actor.items.get(reactionId) as Item.Implementation | undefined;
  const option = item ? reactionOption(run.state, index, item, readChoices(args.choices), author.isGM) : null;
  if (!item || !option) throw new RuleError("FATEWALKER.Exchange.CannotAnswer");
  const { given, ticks } = option;
  const state = answer(run.state, index, given);
  const names: CardNames = { ...run.names, answers: { ...run.names.answers, [index]: { kind: "reaction", name: item.name, img: item.img ?? "", ticks } } };
  await goOn({ ...run, state, names });
}

/** What only a GM may wish of an open exchange. */
async function carryOn(what: string, id: string, { author, nonce }: Wish): Promise<void> {
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  if (what === "cancel") return cancel(id, author.name);
  if (what === "apply") return applyLater(openExchange(id, "resolved", nonce).run);
  const { run } = openExchange(id, "answering", nonce);
  const state = pendingAnswers(run.state).reduce((current, index) => answer(current, index, { kind: "none" }), run.state);
  return settle({ ...run, state });
}

async function cancel(id: string, by: string): Promise<void> {
  const message = game.messages?.get(id);
  const card = exchangeOf(message);
  if (!card || (card.phase !== "answering" && card.phase !== "resolved")) throw new RuleError("FATEWALKER.Exchange.Over");
  const combat = (game.combats?.contents ?? []).find(({ system }) => (system as { pending?: string | null }).pending === id);
  await writeNow([
    messageChange(id, { "system.phase": "refused", "system.notice": { key: "FATEWALKER.Exchange.CancelledBy", data: { name: by } } }),
    ...(combat ? [{ action: "update" as const, uuid: combat.uuid, changes: { "system.pending": null } }] : []),
  ]);
}

/** What a card says besides stays with it; only that an earlier step was not exact is over. */
function keptNotice(card: string): ExchangeMessageData["notice"] {
  const notice = exchangeOf(game.messages?.get(card))?.notice ?? null;
  return notice?.key.endsWith("Roughly") === true ? null : notice;
}

/** Takes back or repeats the commit of a ledger: `{ ledger, redo }`. For GMs. */
export async function fulfilUndo({ args, author }: Wish): Promise<void> {
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const id = text(args.ledger);
  const card = findLedger(id)?.data.exchange ?? null;
  const redo = args.redo === true;
  const companions = ({ exact }: UndoResult) => {
    if (card === null || !exchangeOf(game.messages?.get(card))) return [];
    const rough = { key: redo ? "FATEWALKER.Exchange.RedoneRoughly" : "FATEWALKER.Exchange.UndoneRoughly", data: {} };
    return [messageChange(card, { "system.phase": redo ? "applied" : "undone", "system.notice": exact ? keptNotice(card) : rough })];
  };
  await (redo ? redoNow(id, companions) : undoNow(id, companions));
}
