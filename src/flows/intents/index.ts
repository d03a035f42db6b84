import { ceaseToCommit, isCommitter, serially } from "../commit/commit";
import { intentOf } from "../../data/message";
import { isOurs, pause, sitDown, watchOver } from "./hands";
import { takeIntent, takeWaiting } from "./take";

export { handsOn, sitDown } from "./hands";
export { handleWishes } from "./registry";
export { makeIntent } from "./make";
export type { Wish, WishHandler } from "./types";

/** A wish whose settling the connection cut short is taken up again at the next start. */
const report = (error: unknown): void => console.error(error);

/** Was somebody else committing until now, whose last writes may be on their way? */
const isHandover = (before: string | null): boolean => before !== null && before !== game.user?.id;

const activeGmBeside = (): string | null => game.users?.find((user) => user.isGM && user.active && !user.isSelf)?.id ?? null;

/**
 * Starts taking up wishes: at ready, and whenever this client becomes the active GM's. What another client left
 * half-way is finished first.
 * @param finish  finishes it; called again when somebody leaves, who may have been writing
 * @param resume  goes on with what nobody wishes any more and nobody is waited for, once all that waits is taken up
 */
export function listenForIntents(finish: () => Promise<void>, resume: () => Promise<void>): void {
  let committing = false;
  let seated = false;
  let before = activeGmBeside();
  const begin = async (): Promise<void> => {
    const was = committing;
    if (isOurs() && !seated) {
      seated = true;
      sitDown().catch(report);
    }
    committing = isCommitter();
    const committed = before;
    before = game.users?.activeGM?.id ?? null;
    if (was && !committing) ceaseToCommit();
    if (!committing) return;
    if (!was && isHandover(committed)) void serially(pause);
    // What cannot be finished now keeps nobody else's wish waiting.
    await finish().catch(report);
    if (was) return;
    await takeWaiting();
    await resume();
  };
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    if (intentOf(message) === null || message.id === null) return;
    if (isCommitter()) takeIntent(message.id).catch(report);
    else if (isOurs()) watchOver(message.id);
  });
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation, options: object) => {
    const wasSettled = (options as { fatewalkerSettled?: boolean }).fatewalkerSettled === true;
    if (intentOf(message) !== null && message.isAuthor && !wasSettled) ui.notifications?.warn(game.i18n.localize("FATEWALKER.Intent.Cancelled"));
  });
  Hooks.on("userConnected", () => void begin().catch(report));
  Hooks.on("updateUser", (user: User.Implementation) => {
    if (user.isSelf && isCommitter() !== committing) void begin().catch(report);
  });
  begin().catch(report);
}
