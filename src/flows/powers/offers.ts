import { exchangeOf } from "../../data/message";
import { text, truth, whole } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { pendingAnswers } from "../../rules/exchange/answer";
import { momentOf, passOffers, takeOffer, type Offer } from "../../rules/exchange/offers";
import type { ExchangeState } from "../../rules/exchange/types";
import { findLedger } from "../commit/ledger";
import { offersFor } from "../exchange/card";
import { openExchange, stateOf } from "../exchange/react";
import { announce, settle, type Run } from "../exchange/settle";
import type { Wish } from "../intents/types";
import { fightWithOpen } from "../moment/open";
import { proceed } from "../moment/proceed";
import { openOffers } from "./held";

/**
 * Fulfils an answer to what the dice offer: `{ exchange, moment, keep: true }` lets them lie, `{ exchange, moment, item, roll or source,
 * uses }` uses a power. Everything is offered anew from fresh documents first; an answer to an earlier moment comes too late, and one to a card that
 * asks nobody any more only lets it go on.
 */
export async function fulfilOffer({ subject, args, nonce }: Wish): Promise<void> {
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { run } = openExchange(text(args.exchange), "answering", nonce);
  const { state } = run;
  const open = openOffers(state);
  if (open.length === 0 && pendingAnswers(state).length === 0) return goOn(run);
  const mine = offersFor(state, open, subject.actor.uuid);
  if (mine.length === 0 || momentOf(mine) !== text(args.moment)) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  if (truth(args.keep)) return goOn({ ...run, state: passOffers(state, mine) });
  const offer = mine.find((entry) => entry.item === text(args.item) && fits(entry, args));
  if (offer === undefined) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  const taken = takeOffer(state, offer, whole(args.uses, 1));
  // Whoever takes the damage as it lies lets the dice lie as well.
  await goOn({ ...run, state: offer.kind === "ignore" ? passOffers(taken, mine.filter(({ kind }) => kind === "reroll")) : taken });
}

/** Does this card wait for a power that nobody can use any more: the points are gone, the power is, or whoever had it? */
export function isUnasked(message: ChatMessage.Implementation): boolean {
  const card = exchangeOf(message);
  const state = card?.phase === "answering" ? stateOf(card) : null;
  return state !== null && Object.keys(state.rolls).length > 0 && pendingAnswers(state).length === 0 && openOffers(state).length === 0;
}

/** Goes on with what waits in vain. Only from a task of the queue. */
export async function goOnUnasked(id: string): Promise<void> {
  const message = game.messages?.get(id);
  if (message === undefined || !isUnasked(message)) return;
  const nonce = findLedger(exchangeOf(message)?.ledger)?.flags.nonce ?? "";
  await goOn(openExchange(id, "answering", nonce).run);
}

/** Is this what the wish names: a roll, damage of one source, or somebody who is guarded, paid from the track it names if it does? */
function fits(offer: Offer, args: Wish["args"]): boolean {
  if (text(args.track) !== "" && offer.track !== args.track) return false;
  switch (offer.kind) {
    case "reroll":
      return offer.request.id === text(args.roll);
    case "ignore":
      return offer.taken.source === text(args.source);
    case "intervene":
      return String(offer.by) === text(args.guarded);
  }
}

/** Goes on with the dice as they lie now; one of several exchanges of a moment in its turn. */
async function goOn(run: Run): Promise<void> {
  const together = fightWithOpen(run.card);
  if (together === null) return settle(run);
  await announce({ ...run, state: answering(run.state) });
  await proceed(together);
}

const answering = (state: ExchangeState): ExchangeState => ({ ...state, phase: "answering" });
