import type { MessageMode } from "../../compat/message-modes";
import { findActor } from "../commit/write";
import { isCommitter, writeNow } from "../commit/commit";
import { seeTo } from "../commit/in-turn";
import { isUnseen } from "../exchange/participants";
import { rollCheck } from "./index";
import { askedOf, askedRoll, entryOf, firstAnswer, mayAnswer, requestOf, successesOf, type AskedEntry, type RollRequest } from "./request";

/** Rolls that are being made on this client, so that a double click is one roll. */
const underway = new Set<string>();

/** Who sees the dice: what the request says; a GM's own roll of another mode than public is the GM's anyway. */
const modeFor = ({ mode }: RollRequest): MessageMode => (game.user?.isGM === true && mode !== "public" ? "gm" : mode);

/**
 * Rolls for one who was asked, as the one who was recorded when the GM asked, whatever is selected now.
 * @returns the roll; null when it was cancelled, made already, or is not this person's to make
 */
export async function answerRequest(messageId: string, index: number, { fast = false, support = null }: { readonly fast?: boolean; readonly support?: string | null } = {}): Promise<ChatMessage.Implementation | null> {
  const message = game.messages?.get(messageId);
  const request = requestOf(message);
  if (!message || request === null) return null;
  const entry = entryOf(message, request, index);
  const participant = entry?.participant ?? null;
  const actor = participant === null ? null : findActor(participant.actor);
  if (actor === null || entry === null || participant === null || !mayAnswer(entry)) {
    ui.notifications?.warn(game.i18n.format("FATEWALKER.Request.NotYours", { name: entry?.name ?? "" }));
    return null;
  }
  const key = `${messageId}:${index}`;
  if (underway.has(key)) return null;
  if (askedRoll(message, request, index).kind !== "open") {
    ui.notifications?.info(game.i18n.format("FATEWALKER.Request.Already", { name: entry.name }));
    return null;
  }
  underway.add(key);
  try {
    return await rollCheck(actor, request.check, { fast, support, mode: modeFor(request), participant, flags: { asked: { request: messageId, index } } });
  } finally {
    underway.delete(key);
  }
}

/** May everybody know how many successes it were? Not of a secret roll, nor of whoever is hidden. */
const isOpen = ({ mode, entries }: RollRequest, entry: AskedEntry | null, index: number): boolean =>
  mode === "public" && entries[index]?.participant !== null && !(entry?.participant && isUnseen(entry.participant));

/** Notes the first answer of each place on the request's message, once; only on the active GM's client, in its queue. */
async function note(messageId: string): Promise<void> {
  const message = game.messages?.get(messageId);
  const request = requestOf(message);
  if (!message || request === null || !isCommitter()) return;
  const noted: Record<string, unknown> = {};
  request.entries.forEach((_entry, index) => {
    if (request.results[String(index)] !== undefined) return;
    const answer = firstAnswer(message, request, index);
    if (answer !== null) noted[`flags.fatewalker.request.results.${index}`] = { message: answer.id, successes: isOpen(request, entryOf(message, request, index), index) ? successesOf(answer) : null };
  });
  if (Object.keys(noted).length > 0) await writeNow([{ action: "update", uuid: message.uuid, changes: noted }]);
}

/** A roll that was noted stands, whoever deletes its message; an answer given while no GM was there is noted when one comes. */
export function watchRequests(redraw: (message: ChatMessage.Implementation) => void): void {
  const take = (id: string): void => seeTo(() => note(id));
  const takeAll = (): void => {
    if (!isCommitter()) return;
    for (const message of game.messages?.contents ?? []) if (message.id !== null && requestOf(message) !== null) take(message.id);
  };
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    const asked = askedOf(message);
    const request = asked ? game.messages?.get(asked.request) : undefined;
    if (!asked || !request) return;
    redraw(request);
    if (isCommitter()) take(asked.request);
  });
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => {
    const request = game.messages?.get(askedOf(message)?.request ?? "");
    if (request) redraw(request);
  });
  Hooks.on("userConnected", takeAll);
  takeAll();
}
