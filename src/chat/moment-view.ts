import { say } from "../helpers/text";
import { fightWithOpen, openExchanges, type OpenExchange } from "../flows/moment/open";

/** What a card says of those who may step in before it, and what this person may do about it. */
export interface MomentView {
  readonly lines: readonly string[];
  readonly steps: readonly { readonly combatant: string; readonly name: string; readonly free: boolean }[];
}

const NOTHING: MomentView = { lines: [], steps: [] };

/** Combatants that this person may know of. */
function seen(combat: Combat.Implementation, ids: readonly string[]): Combatant.Implementation[] {
  return ids.flatMap((id) => combat.combatants.get(id) ?? []).filter((combatant) => game.user?.isGM === true || !combatant.hidden);
}

const names = (combatants: readonly Combatant.Implementation[]): string => combatants.map(({ name }) => name ?? "").join(", ");

function linesOf(combat: Combat.Implementation, own: OpenExchange, all: readonly OpenExchange[]): string[] {
  const line = (key: string, ids: readonly string[]): string[] => {
    const people = seen(combat, ids);
    return people.length === 0 ? [] : [say(key, { names: names(people) })];
  };
  const others = own.together ? all.filter(({ together, card }) => together && card !== own.card).map(({ by }) => by) : [];
  return [
    ...line("FATEWALKER.Moment.Together", others),
    ...line("FATEWALKER.Moment.InterruptedBy", all.filter(({ trigger }) => trigger === own.card).map(({ by }) => by)),
    ...line("FATEWALKER.Moment.MayPreempt", own.asked),
    ...line("FATEWALKER.Moment.MayCover", own.covered),
  ];
}

/** How an exchange stands to the others of its moment, for whoever is looking. */
export function momentView(card: string | null): MomentView {
  const combat = card === null ? null : fightWithOpen(card);
  if (combat === null) return NOTHING;
  const all = openExchanges(combat);
  const own = all.find((entry) => entry.card === card);
  if (own === undefined) return NOTHING;
  const lines = linesOf(combat, own, all);
  const mine = (ids: readonly string[], free: boolean): MomentView["steps"] =>
    seen(combat, ids).filter(({ isOwner }) => isOwner).map(({ id, name }) => ({ combatant: id ?? "", name: name ?? "", free }));
  return {
    lines: lines.length === 0 ? [say("FATEWALKER.Moment.WaitsForOthers")] : lines,
    steps: [...mine(own.asked, false), ...mine(own.covered, true)],
  };
}
