import { seriallyHere } from "../commit/in-turn";
import { giveUpPreempted } from "./answers";
import { openExchanges } from "./open";
import { proceed } from "./proceed";

/**
 * Goes on with the moments that wait for nobody any more: whoever was carrying them out has broken off in the middle. Everybody's wishes have
 * been taken up before: one of them may be to step in.
 */
export async function resumeMoments(): Promise<void> {
  for (const combat of game.combats?.contents ?? []) {
    await seriallyHere(async () => {
      if (openExchanges(combat).length === 0) return;
      await giveUpPreempted(combat);
      await proceed(combat);
    });
  }
}
