import { text, truth, whole } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { momentOf, passOffers, takeOffer, type Offer } from "../../rules/exchange/offers";
import type { ExchangeState } from "../../rules/exchange/types";
import { offersFor } from "../exchange/card";
import { openExchange } from "../exchange/react";
import { announce, settle, type Run } from "../exchange/settle";
import type { Wish } from "../intents/types";
import { fightWithOpen } from "../moment/open";
import { proceed } from "../moment/proceed";
import { openOffers } from "./held";

/**
 * Fulfils an answer to what the dice offer: `{ exchange, moment, keep: true }` lets them lie, `{ exchange, moment, item, roll or source,
 * uses }` uses a power. Everything is offered anew from fresh documents first; an answer to an earlier moment comes too late.
 */
export async function fulfilOffer({ subject, args, nonce }: Wish): Promise<void> {
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { run } = openExchange(text(args.exchange), "answering", nonce);
  const { state } = run;
  const mine = offersFor(state, openOffers(state), subject.actor.uuid);
  if (mine.length === 0 || momentOf(mine) !== text(args.moment)) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  if (truth(args.keep)) return goOn({ ...run, state: passOffers(state, mine) });
  const offer = mine.find((entry) => entry.item === text(args.item) && fits(entry, args));
  if (offer === undefined) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  const taken = takeOffer(state, offer, whole(args.uses, 1));
  // Whoever takes the damage as it lies lets the dice lie as well.
  await goOn({ ...run, state: offer.kind === "ignore" ? passOffers(taken, mine.filter(({ kind }) => kind === "reroll")) : taken });
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
