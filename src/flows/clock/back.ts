import { RuleError } from "../../rules/errors";
import { findLedger } from "../commit/ledger";
import { makeIntent } from "../intents";
import { lastLogged } from "./plan";
import { notifyRefusal } from "./refusals";

/**
 * Takes the last commit of a fight back: an advance, a hold, a whole exchange. Before its first commit the fight has not
 * begun. The wish of a GM goes the way of every undo, so that cards and ledgers say the same.
 */
export async function stepBack(combat: Combat.Implementation): Promise<boolean> {
  const done = await notifyRefusal(combat, async () => {
    if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
    const last = lastLogged(combat);
    if (last === null) throw new RuleError("FATEWALKER.Error.NothingToUndo");
    if (findLedger(last.entry.ledger) === null) throw new RuleError("FATEWALKER.Error.LedgerGone");
    await makeIntent("undo", null, { ledger: last.entry.ledger });
    return true;
  });
  return done === true;
}
