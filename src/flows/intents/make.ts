import { intentOf } from "../../data/message";
import { gmIds } from "../../helpers/gms";
import type { IntentOperation, Participant } from "../../rules/exchange/types";
import { sameJson } from "../commit/json";

/** Wishes whose message is on its way to the server. */
const underway: { readonly op: IntentOperation; readonly participant: Participant | null; readonly args: unknown }[] = [];

const isWaiting = (op: IntentOperation, participant: Participant | null, args: unknown): boolean =>
  underway.some((wish) => wish.op === op && sameJson(wish.participant, participant) && sameJson(wish.args, args)) ||
  (game.messages?.contents ?? []).some((message) => {
    const wish = message.isAuthor ? intentOf(message) : null;
    return wish !== null && wish.op === op && sameJson(wish.participant, participant) && sameJson(wish.args, args);
  });

/**
 * Wishes something of the GM's client: makes a chat message of type `intent`, which the active GM's client takes up,
 * checks and settles. The same wish made again while it waits is the same wish. Without a GM online it waits, visibly.
 * @returns id of the message; null when the same wish is waiting already
 */
export async function makeIntent(op: IntentOperation, participant: Participant | null, args: Readonly<Record<string, unknown>>, nonce: string = foundry.utils.randomID()): Promise<string | null> {
  if (isWaiting(op, participant, args)) {
    ui.notifications?.info(game.i18n.localize("FATEWALKER.Intent.AlreadyWaiting"));
    return null;
  }
  const entry = { op, participant, args };
  underway.push(entry);
  try {
    const source = { type: "intent", whisper: gmIds(), content: "", system: { op, participant, args, nonce } };
    const message = (await ChatMessage.implementation.create(source as never)) as ChatMessage.Implementation | undefined;
    if (!game.users?.activeGM) ui.notifications?.info(game.i18n.localize("FATEWALKER.Intent.Waiting"));
    return message?.id ?? null;
  } finally {
    underway.splice(underway.indexOf(entry), 1);
  }
}
