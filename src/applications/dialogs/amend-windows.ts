import { exchangeOf } from "../../data/message";
import { candidatesFor } from "../../flows/exchange/candidates";
import { stateOf } from "../../flows/exchange/react";
import { makeIntent } from "../../flows/intents";
import { isForGMsAlone } from "../../helpers/gms";
import { say } from "../../helpers/text";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { CorrectDialog } from "./correct-dialog";
import { TargetDialog } from "./target-dialog";

const titleOf = ({ attacker, maneuver }: ExchangeMessageData): string => say("FATEWALKER.Chat.Title", { attacker: attacker.name, maneuver: maneuver.name });

const isAimedAt = ({ origin }: ExchangeMessageData["targets"][number]): boolean => origin === undefined;

const candidatesOf = (message: ChatMessage.Implementation, card: ExchangeMessageData) =>
  candidatesFor(card, { taken: card.targets.filter(isAimedAt).map(({ who }) => who.participant.actor), mayHide: isForGMsAlone(message.whisper.map((id) => String(id))) });

/** A GM's wish is about no one; whoever declared it wishes for its own. */
const wisher = (card: ExchangeMessageData) => (game.user?.isGM === true ? null : card.attacker.participant);

/** Joins a target to an attack that waits. */
export async function openJoin(message: ChatMessage.Implementation): Promise<void> {
  const card = exchangeOf(message);
  if (card === null || message.id === null) return;
  const chosen = await new TargetDialog({ card: message.id, title: titleOf(card), candidates: candidatesOf(message, card), former: [] }).ask();
  if (chosen !== null) await makeIntent("amend", wisher(card), { exchange: message.id, do: "join", target: chosen.participant });
}

/** Lets an attack at nobody be made at nobody. */
export async function makeAlone(message: ChatMessage.Implementation): Promise<void> {
  const card = exchangeOf(message);
  if (card !== null) await makeIntent("amend", wisher(card), { exchange: message.id, do: "alone" });
}

/** Puts somebody in the place of a target that waits. For GMs. */
export async function openChange(message: ChatMessage.Implementation): Promise<void> {
  const card = exchangeOf(message);
  if (card === null || message.id === null) return;
  const places = card.targets.flatMap((target, index) => (isAimedAt(target) ? [{ index, name: target.who.name, actor: target.who.participant.actor }] : []));
  // Two halves of one maneuver on the same one are one target.
  const former = places.filter(({ actor }, place) => places.findIndex((other) => other.actor === actor) === place);
  const chosen = await new TargetDialog({ card: message.id, title: titleOf(card), candidates: candidatesOf(message, card), former }).ask();
  const from = former.find(({ index }) => index === chosen?.instead)?.actor;
  if (chosen !== null && from !== undefined) await makeIntent("amend", null, { exchange: message.id, do: "change", target: chosen.instead, from, to: chosen.participant });
}

/** Corrects what came of an attack. For GMs. */
export async function openCorrect(message: ChatMessage.Implementation): Promise<void> {
  const card = exchangeOf(message);
  const state = card === null ? null : stateOf(card);
  if (card === null || state === null || message.id === null) return;
  const corrections = await new CorrectDialog({ card: message.id, title: titleOf(card), state, names: card.targets.map(({ who }) => who.name), candidates: candidatesOf(message, card) }).ask();
  if (corrections !== null) await makeIntent("amend", null, { exchange: message.id, do: "correct", ledger: card.ledger, amendments: card.amendments?.length ?? 0, targets: corrections });
}
