import { RuleError } from "../../rules/errors";
import { makeIntent } from "../intents/make";
import { historyOf, nextUndo } from "../log/history";
import { waitingCards } from "../moment/call-off";
import { notifyRefusal } from "./refusals";

/**
 * Takes the last step of a fight back: what waits to be answered is called off; else the last commit, an advance, a hold, a
 * whole exchange, is undone. Before its first commit the fight has not begun. The wish of a GM goes the way of every undo, so that cards and ledgers say the same.
 */
export async function stepBack(combat: Combat.Implementation): Promise<boolean> {
  const done = await notifyRefusal(combat, async () => {
    if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
    if (waitingCards(combat).length > 0) {
      await makeIntent("undo", null, { waiting: combat.id });
      return true;
    }
    const last = nextUndo(historyOf(combat));
    if (last === null) throw new RuleError("FATEWALKER.Error.NothingToUndo");
    if (last.ledger === null) throw new RuleError("FATEWALKER.Error.LedgerGone");
    await makeIntent("undo", null, { ledger: last.id });
    return true;
  });
  return done === true;
}
