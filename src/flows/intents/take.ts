import { writeOne } from "../../compat/operations";
import { intentOf } from "../../data/message";
import { RuleError } from "../../rules/errors";
import type { IntentMessageData } from "../../rules/exchange/types";
import { isCommitter, serially } from "../commit/commit";
import { isFulfilled } from "../commit/ledger";
import { removeMessage } from "../commit/remove";
import { SeatLost } from "../commit/seat";
import { onBehalfOf } from "../commit/wisher";
import { findActor } from "../commit/write";
import { publicParticipant, UNKNOWN_IMAGE } from "../exchange/names";
import { trueAddress } from "../exchange/participants";
import { watchOver } from "./hands";
import { handlerOf } from "./registry";
import type { Wish } from "./types";

/** Nonces that this client has settled, so that a resend of one is dropped even when it was refused. */
const settled = new Set<string>();

/**
 * Takes up one wish: in its turn, against fresh documents, once. A wish that may not be is refused with its reason.
 */
export const takeIntent = (messageId: string): Promise<void> =>
  serially(async () => {
    const message = game.messages?.get(messageId);
    const intent = intentOf(message);
    if (!message || !intent) return;
    // Another window has the seat by now, and has seen the wish; it may be closed before it comes to it.
    if (!isCommitter()) return watchOver(messageId);
    if (!settled.has(intent.nonce) && !isFulfilled(intent.nonce)) {
      settled.add(intent.nonce);
      try {
        const wish = readWish(message, intent);
        if ((await onBehalfOf(wish.author.id, () => handlerOf(wish.op)(wish))) === "waits") {
          settled.delete(intent.nonce);
          return;
        }
      } catch (error) {
        if (error instanceof SeatLost) return letGo(messageId, intent.nonce);
        if (!(error instanceof RuleError)) console.error(error);
        await tellAuthor(message, error instanceof RuleError ? error : new RuleError("FATEWALKER.Intent.Failed"));
      }
    }
    await settleIntentNow(message);
  });

/** Another window has taken the seat while this one was at it: the wish is left to that one. Where the seat is back already, it is looked at anew. */
function letGo(messageId: string, nonce: string): void {
  settled.delete(nonce);
  if (isCommitter()) takeIntent(messageId).catch((error: unknown) => console.error(error));
  else watchOver(messageId);
}

/** A wish that was fulfilled or refused goes. Its author may have taken it back in the meantime. */
export const settleIntentNow = (message: ChatMessage.Implementation): Promise<void> => removeMessage(message, { fatewalkerSettled: true });

/** All waiting wishes, oldest first: at the start, and when this client becomes the one that commits. */
export async function takeWaiting(): Promise<void> {
  if (!isCommitter()) return;
  const waiting = (game.messages?.contents ?? []).filter((message) => intentOf(message) !== null);
  waiting.sort((one, other) => one.timestamp - other.timestamp);
  for (const { id } of waiting) if (id !== null) await takeIntent(id);
}

/** @throws RuleError when its author may not wish this for the one it names */
function readWish(message: ChatMessage.Implementation, { op, participant, args, nonce }: IntentMessageData): Wish {
  const author = message.author;
  if (!author) throw new RuleError("FATEWALKER.Intent.NoAuthor");
  const wish = { op, author, args, nonce, message: message.id ?? "" };
  if (participant === null) return { ...wish, subject: null };
  const actor = findActor(participant.actor);
  if (actor === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  if (!actor.testUserPermission(author, "OWNER")) throw new RuleError("FATEWALKER.Intent.NotYours", { name: publicParticipant(participant).name });
  return { ...wish, subject: { participant: trueAddress(participant, actor), actor } };
}

/** Tells the author, and nobody else, why the wish cannot be; the reason is put into words on the author's own screen. */
export async function tellAuthor(message: ChatMessage.Implementation, { key, data }: RuleError): Promise<void> {
  const author = message.author;
  if (!author) return;
  const participant = intentOf(message)?.participant ?? null;
  const attacker = participant ? publicParticipant(participant) : { participant: { actor: "", token: null, combatant: null }, name: author.name, img: author.avatar === null || author.avatar === "" ? UNKNOWN_IMAGE : author.avatar };
  await writeOne({
    action: "create", documentName: "ChatMessage", parent: null,
    source: {
      _id: foundry.utils.randomID(), type: "exchange", author: game.user?.id, whisper: [author.id], content: "",
      system: { phase: "refused", attacker, notice: { key, data } },
    },
  });
}
