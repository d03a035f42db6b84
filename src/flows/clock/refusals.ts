import { RuleError } from "../../rules/errors";

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

/** Runs a task; a refusal is shown where it was made, anything else is thrown on. @returns null after a refusal */
export async function notifyRefusal<Result>(combat: Combat.Implementation, task: () => Promise<Result>): Promise<Result | null> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const { key, data } = namedRefusal(combat, error, game.user?.isGM === true);
    ui.notifications?.warn(game.i18n.format(key, Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]))));
    return null;
  }
}
