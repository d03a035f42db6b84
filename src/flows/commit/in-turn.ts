import { isCommitter, serially } from "./commit";
import { SeatLost } from "./seat";

/**
 * Runs a task of the queue on the client that commits. By the time its turn comes, and while it is being done, another window may take the
 * seat: whatever that one has written is not known here yet.
 * @returns false when this client does not commit, and the task was not done
 */
export async function seriallyHere(task: () => Promise<unknown>): Promise<boolean> {
  if (!isCommitter()) return false;
  return serially(async () => {
    if (!isCommitter()) return false;
    try {
      await task();
      return true;
    } catch (error) {
      if (error instanceof SeatLost) return false;
      throw error;
    }
  });
}

/** The same for what somebody has to see to, and for whose end nobody waits. */
export const seeTo = (task: () => Promise<unknown>): void => void seriallyHere(task).catch((error: unknown) => console.error(error));
