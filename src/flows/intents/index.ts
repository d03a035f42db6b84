import { isCommitter, serially } from "../commit/commit";
import { hasSeat, takeSeat } from "../commit/seat";
import { intentOf } from "../../data/message";
import { takeIntent, takeWaiting } from "./take";

export { handleWishes } from "./registry";
export { makeIntent } from "./make";
export type { Wish, WishHandler } from "./types";

/** A wish whose settling the connection cut short is taken up again at the next start. */
const report = (error: unknown): void => console.error(error);

/** Milliseconds in which whoever committed before comes to the end of what it is writing. */
const HANDOVER = 400;

/** Milliseconds that a wish waits for another window of the same GM: one that lives has settled it long before. */
const PATIENCE = 4000;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, HANDOVER));

/** Was somebody else committing until now, whose last writes may be on their way? */
const isHandover = (before: string | null): boolean => before !== null && before !== game.user?.id;

const activeGmBeside = (): string | null => game.users?.find((user) => user.isGM && user.active && !user.isSelf)?.id ?? null;

/** Does the user of this window commit, in this window or in another? */
const isOurs = (): boolean => game.users?.activeGM?.isSelf === true;

/**
 * This window commits from now on, where its user does: somebody has laid hands on it, or it has just been opened. What comes after is
 * done once the window that committed before has come to an end.
 */
export const sitDown = (): Promise<void> =>
  serially(async () => {
    if (isOurs() && (await takeSeat())) await pause();
  });

/** Takes the seat where somebody works in this window and another one of the same user has it. */
export function handsOn(): void {
  if (isOurs() && !hasSeat()) sitDown().catch(report);
}

/** A request that waits for a person is no wish that was left lying. */
const waitsForPerson = (message: ChatMessage.Implementation): boolean => intentOf(message)?.op === "undo" && message.author?.isGM === false;

/** The window that commits may have been closed: a wish that lies there for long brings the seat to another one of its user. */
function watchOver(id: string): void {
  setTimeout(() => {
    const message = game.messages?.get(id);
    if (message !== undefined && !waitsForPerson(message)) handsOn();
  }, PATIENCE);
}

/**
 * Starts taking up wishes: at ready, and whenever this client becomes the active GM's. What another client left
 * half-way is finished first.
 * @param finish  finishes it; called again when somebody leaves, who may have been writing
 */
export function listenForIntents(finish: () => Promise<void>): void {
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
    if (!committing) return;
    if (!was && isHandover(committed)) void serially(pause);
    // What cannot be finished now keeps nobody else's wish waiting.
    await finish().catch(report);
    if (!was) await takeWaiting();
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
    if (user.isSelf) void begin().catch(report);
  });
  begin().catch(report);
}
