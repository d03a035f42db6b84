/**
 * On whose behalf the queue is working: the author of the wish that is being fulfilled. Tasks of the queue run one after
 * the other, so there is never more than one; outside of wishes this client's own user does what it does.
 */
let wisher: string | null = null;

/** Works on a wish of this user. */
export async function onBehalfOf<Result>(userId: string | null, task: () => Promise<Result>): Promise<Result> {
  const before = wisher;
  wisher = userId;
  try {
    return await task();
  } finally {
    wisher = before;
  }
}

/** Id of the user for whom something is committed now. */
export const currentWisher = (): string => wisher ?? game.user?.id ?? "";
