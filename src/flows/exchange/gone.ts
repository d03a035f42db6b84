import { exchangeOf } from "../../data/message";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { findActor } from "../commit/write";

/**
 * A card as it goes on when somebody on it is there no more: it keeps the name and picture that it had, and once it is applied it says
 * of whom nothing could be changed.
 * @param id of the card's message
 */
export function rememberGone(id: string, data: ExchangeMessageData): ExchangeMessageData {
  const before = exchangeOf(game.messages?.get(id));
  const targets = data.targets.map((target, index) => ({ ...target, who: isGone(target.who) ? (before?.targets[index]?.who ?? target.who) : target.who }));
  const names = targets.filter(({ who }) => isGone(who)).map(({ who }) => who.name);
  const notice = data.notice ?? (names.length > 0 && data.phase === "applied" ? { key: "FATEWALKER.Exchange.TargetsGone", data: { names: names.join(", ") } } : null);
  return { ...data, targets, notice };
}

const isGone = ({ participant }: ExchangeMessageData["attacker"]): boolean => findActor(participant.actor) === null;
