import { recover, isCommitter } from "../commit/commit";
import type { Ledger } from "../commit/ledger";
import { intentOf } from "../../data/message";
import { takeIntent, takeWaiting } from "./take";

export { handleWishes } from "./registry";
export { makeIntent } from "./make";
export type { Wish, WishHandler } from "./types";

/** A wish whose settling the connection cut short is taken up again at the next start. */
const report = (error: unknown): void => console.error(error);

/**
 * Starts taking up wishes: at ready, and whenever this client becomes the active GM's. What another client left
 * half-way is finished first.
 * @param refresh  brings the cards of finished ledgers up to date
 */
export function listenForIntents(refresh: (ledger: Ledger) => Promise<void>): void {
  let committing = false;
  const begin = async (): Promise<void> => {
    if (committing === isCommitter()) return;
    committing = isCommitter();
    if (!committing) return;
    for (const ledger of await recover()) await refresh(ledger);
    await takeWaiting();
  };
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    if (isCommitter() && intentOf(message) !== null && message.id !== null) takeIntent(message.id).catch(report);
  });
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation, options: object) => {
    const wasSettled = (options as { fatewalkerSettled?: boolean }).fatewalkerSettled === true;
    if (intentOf(message) !== null && message.isAuthor && !wasSettled) ui.notifications?.warn(game.i18n.localize("FATEWALKER.Intent.Cancelled"));
  });
  Hooks.on("userConnected", () => void begin().catch(report));
  begin().catch(report);
}
