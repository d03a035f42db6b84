import { RuleError } from "../../rules/errors";
import { withoutTarget } from "../../rules/exchange/amend";
import { answer, isWaiting, pendingAnswers } from "../../rules/exchange/answer";
import type { ExchangeMessageData, ExchangeState } from "../../rules/exchange/types";
import { exchangeOf } from "../../data/message";
import { nullableText, text, whole } from "../../data/message/read";
import { findLedger } from "../commit/ledger";
import { messageChange, writeNow } from "../commit/commit";
import type { Wish } from "../intents/types";
import { namesOf, type CardNames } from "./card";
import { readChoices } from "./choices";
import { passOffers } from "../../rules/exchange/offers";
import { checkSupportChoice } from "../checks/support";
import { checkChoice } from "../powers/for-roll";
import { openOffers } from "../powers/held";
import { fittingReaction } from "./reactions";
import { checkMoment, goOnTogether } from "../moment/answers";
import { fightWithOpen } from "../moment/open";
import { waitNoLonger, withoutCard } from "../moment/proceed";
import { announce, applyLater, settle, type Run } from "./settle";

/** An exchange that is under way, found by the id of its card. */
interface Open {
  readonly card: ExchangeMessageData;
  readonly run: Run;
}

/** @throws RuleError when there is no such exchange, or not in this phase */
export function openExchange(id: string, phase: "answering" | "resolved", nonce: string): Open {
  const message = game.messages?.get(id);
  const card = exchangeOf(message);
  const ledger = findLedger(card?.ledger);
  const state = ledger?.data.record;
  if (!message || !card || !ledger || !state) throw new RuleError("FATEWALKER.Exchange.Gone");
  if (card.phase !== phase) throw new RuleError("FATEWALKER.Exchange.Over");
  return {
    card,
    run: { state, names: namesOf(card), card: id, ledger: ledger.message.id ?? "", isNew: false, audience: { whisper: message.whisper.map((id) => String(id)), blind: message.blind }, nonce, wish: ledger.flags.declared },
  };
}

/**
 * The state of an exchange as far as this client knows it: the whole of it stands in the ledger that GMs are whispered.
 * Null when it is over or cannot be read here.
 */
export function stateOf(card: ExchangeMessageData): ExchangeState | null {
  return findLedger(card.ledger)?.data.record ?? null;
}

/** Goes on with an exchange after an answer: it waits for the others, or is resolved. */
export async function goOn(run: Run, answered: string | null): Promise<void> {
  if (await goOnTogether(run, answered)) return;
  if (isWaiting(run.state)) await announce(run);
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
  const by = target.side.participant.combatant;
  if (reactionId === null) return goOn({ ...run, state: answer(run.state, index, { kind: "none" }) }, by);
  const together = fightWithOpen(run.card);
  if (together !== null && by !== null) checkMoment(together, run.card, by);
  const item = subject.actor.items.get(reactionId) as Item.Implementation | undefined;
  const choices = readChoices(args.choices);
  const option = item ? fittingReaction(run.state, index, item, { choices, isGM: author.isGM }) : null;
  if (!item || !option) throw new RuleError("FATEWALKER.Exchange.CannotAnswer");
  checkChoice(option.powers, choices.power);
  checkSupportChoice(option.support, choices.support ?? null);
  const { given, ticks } = option;
  const state = answer(run.state, index, given);
  const names: CardNames = { ...run.names, answers: { ...run.names.answers, [index]: { kind: "reaction", name: item.name, img: item.img ?? "", ticks } } };
  await goOn({ ...run, state, names }, by);
}

/** What only a GM may wish of an open exchange. */
async function carryOn(what: string, id: string, { author, nonce }: Wish): Promise<void> {
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  if (what === "cancel") return cancel(id, { key: "FATEWALKER.Exchange.CancelledBy", data: { name: author.name } });
  if (what === "apply") return applyLater(openExchange(id, "resolved", nonce).run);
  const together = fightWithOpen(id);
  if (together !== null) return waitNoLonger(together);
  const { run } = openExchange(id, "answering", nonce);
  return settle({ ...run, state: withoutWaiting(run.state) });
}

/** Whoever has not answered answers with nothing, and what is aimed at nobody stays so; once all have, whoever is asked for a power lets the dice lie. */
export function withoutWaiting(state: ExchangeState): ExchangeState {
  const pending = pendingAnswers(state);
  if (pending.length > 0) return pending.reduce((current, index) => answer(current, index, { kind: "none", why: "notWaited" }), state);
  return state.awaitsTarget === true ? withoutTarget(state) : passOffers(state, openOffers(state));
}

/** Calls an open exchange off; its card says why. */
export async function cancel(id: string, notice: ExchangeMessageData["notice"]): Promise<void> {
  const message = game.messages?.get(id);
  const card = exchangeOf(message);
  if (!card || (card.phase !== "answering" && card.phase !== "resolved")) throw new RuleError("FATEWALKER.Exchange.Over");
  const together = fightWithOpen(id);
  const combat = (game.combats?.contents ?? []).find(({ system }) => (system as { pending?: string | null }).pending === id);
  await writeNow([
    messageChange(id, { "system.phase": "refused", "system.notice": notice }),
    ...(combat ? [{ action: "update" as const, uuid: combat.uuid, changes: { "system.pending": null } }] : []),
  ]);
  if (together !== null) await withoutCard(together, id);
}
