import { say } from "../../helpers/text";
import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData } from "../../rules/exchange/types";

/** The name that a reader may see: a hidden combatant is nobody to players. */
export function shownName(combatant: Combatant.Implementation | undefined, forGM: boolean): string {
  if (combatant === undefined || (combatant.hidden && !forGM)) return game.i18n.localize("FATEWALKER.Clock.Someone");
  return combatant.name ?? game.i18n.localize("FATEWALKER.Clock.Someone");
}

/** A refusal of the clock with the name that belongs to its id, as the reader may see it. */
export function namedRefusal(combat: Combat.Implementation, error: RuleError, forGM: boolean): RuleError {
  const { id } = error.data;
  if (typeof id !== "string" || "name" in error.data) return error;
  return new RuleError(error.key, { ...error.data, name: shownName(combat.combatants.get(id), forGM) });
}

const withoutId = ({ id: _id, ...data }: RuleError["data"]): RuleError["data"] => data;

/** A refusal of the clock as a card for all to read tells it: with a name that players may know, and no id. */
export function publicRefusal(combat: Combat.Implementation, error: RuleError): NonNullable<ExchangeMessageData["notice"]> {
  const { key, data } = namedRefusal(combat, error, false);
  return { key, data: withoutId(data) };
}

/** Runs a task; a refusal is shown where it was made, anything else is thrown on. @returns null after a refusal */
export async function notifyRefusal<Result>(combat: Combat.Implementation, task: () => Promise<Result>): Promise<Result | null> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const { key, data } = namedRefusal(combat, error, game.user?.isGM === true);
    ui.notifications?.warn(say(key, data));
    return null;
  }
}
