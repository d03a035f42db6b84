import { isCommitter, serially } from "./commit";

/**
 * Runs a task of the queue on the client that commits. By the time its turn comes, another window may have taken the seat: whatever that one has
 * written is not known here yet.
 * @returns false when this client does not commit, and the task was not run
 */
export async function seriallyHere(task: () => Promise<unknown>): Promise<boolean> {
  if (!isCommitter()) return false;
  return serially(async () => {
    if (!isCommitter()) return false;
    await task();
    return true;
  });
}
