import { intentOf } from "../../data/message";
import { serially } from "../commit/commit";
import { hasSeat, pulseOf, takeSeat } from "../commit/seat";

/** Milliseconds in which whoever committed before comes to the end of what it is writing. */
const HANDOVER = 400;

/** Milliseconds that a wish waits for another window of the same GM: one that lives has settled it long before, or has said that it is at work. */
const PATIENCE = 4000;

const report = (error: unknown): void => console.error(error);

/** Lets whoever committed before come to the end of what it is writing. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, HANDOVER));

/** Does the user of this window commit, in this window or in another? */
export const isOurs = (): boolean => game.users?.activeGM?.isSelf === true;

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

/**
 * The window that commits may have been closed: a wish that lies there for long without a sign of life from it brings the seat to another
 * one of its user.
 */
export function watchOver(id: string): void {
  const before = pulseOf(game.user);
  setTimeout(() => {
    const message = game.messages?.get(id);
    if (message === undefined || waitsForPerson(message)) return;
    if (pulseOf(game.user) === before) handsOn();
    else watchOver(id);
  }, PATIENCE);
}
