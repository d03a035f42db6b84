import { exchangeOf } from "../../data/message";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { combatData } from "../clock/state";
import { messageChange } from "../commit/commit";
import { findLedger, type Ledger } from "../commit/ledger";
import type { DocumentChange } from "../commit/types";
import { momentChange, openExchanges } from "./open";

type Notice = NonNullable<ExchangeMessageData["notice"]>;

/** Cards that wait for an answer in this fight, the oldest first. */
export function waitingCards(combat: Combat.Implementation): string[] {
  const open = new Set([combatData(combat)?.pending ?? "", ...openExchanges(combat).map(({ card }) => card)]);
  return (game.messages?.contents ?? []).flatMap((message) => {
    const card = exchangeOf(message);
    if (message.id === null || card?.phase !== "answering") return [];
    return open.has(message.id) || findLedger(card.ledger)?.data.combat === combat.id ? [message.id] : [];
  });
}

/**
 * Closes what waits: its card says why, it costs nothing, and the fight waits for it no longer. Exchanges that wait for each other are one
 * moment, which is over with any of them.
 * @param concerns which of the waiting cards have to go
 */
export function calledOff(combat: Combat.Implementation, notice: Notice, concerns: (card: string) => boolean = () => true): DocumentChange[] {
  const waiting = waitingCards(combat);
  const open = openExchanges(combat).map(({ card }) => card);
  const moment = open.some(concerns);
  const gone = waiting.filter((card) => concerns(card) || (moment && open.includes(card)));
  if (gone.length === 0) return [];
  const cards = gone.map((card) => messageChange(card, { "system.phase": "refused", "system.notice": notice }));
  const pending = combatData(combat)?.pending ?? null;
  return pending === null || gone.includes(pending) ? [...cards, momentChange(combat, [])] : cards;
}

/**
 * Closes what was declared on top of a step that is taken back or redone: it was declared in a fight that is no more. What waited before
 * goes on waiting, unless the step is one of its own moment.
 */
export function calledOffBy(combat: Combat.Implementation, { data, flags, message }: Ledger): DocumentChange[] {
  const concerns = (card: string): boolean => {
    if (card === data.exchange) return false;
    const since = findLedger(exchangeOf(game.messages?.get(card))?.ledger)?.flags.since ?? null;
    return data.state === "undone" || data.kind === "exchange" || since === null || since >= flags.serial;
  };
  return message.id === null ? [] : calledOff(combat, { key: "FATEWALKER.Exchange.CalledOffByUndo", data: {} }, concerns);
}
