import { say } from "../helpers/text";
import { exchangeOf } from "../data/message";
import { isUnseen } from "../flows/exchange/participants";
import { awaitedIds, fightWithOpen, openExchanges, type OpenExchange } from "../flows/moment/open";

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

/** Those whose answer a card waits for, as far as this person may know of them. */
function answering({ card }: OpenExchange): string[] {
  const message = game.messages?.get(card);
  const targets = message?.visible === true ? (exchangeOf(message)?.targets ?? []) : [];
  return targets.flatMap(({ who, answer }) => (answer?.kind === "pending" && (game.user?.isGM === true || !isUnseen(who.participant)) ? [who.name] : []));
}

/** Those whom the other cards of a moment wait for: nothing of it is rolled before all have answered. */
function awaitedElsewhere(combat: Combat.Implementation, own: OpenExchange, all: readonly OpenExchange[]): string[] {
  const people = all.filter(({ card }) => card !== own.card).flatMap((entry) => [
    ...(entry.begun ? [] : seen(combat, awaitedIds(combat, entry)).map(({ name }) => name ?? "")),
    ...answering(entry),
  ]);
  return [...new Set(people)];
}

/** Whom a card waits for that nobody is to step in before any more. */
function waitLines(combat: Combat.Implementation, own: OpenExchange, all: readonly OpenExchange[]): string[] {
  const people = awaitedElsewhere(combat, own, all);
  if (people.length > 0) return [say("FATEWALKER.Moment.WaitsFor", { names: people.join(", ") })];
  // Its own rows say whose answer it waits for.
  return answering(own).length > 0 ? [] : [say("FATEWALKER.Moment.WaitsForOthers")];
}

function linesOf(combat: Combat.Implementation, own: OpenExchange, all: readonly OpenExchange[]): string[] {
  const line = (key: string, ids: readonly string[]): string[] => {
    const people = seen(combat, ids);
    return people.length === 0 ? [] : [say(key, { names: names(people) })];
  };
  const others = own.together ? all.filter(({ together, card }) => together && card !== own.card).map(({ by }) => by) : [];
  const reasons = [
    ...line("FATEWALKER.Moment.InterruptedBy", all.filter(({ trigger }) => trigger === own.card).map(({ by }) => by)),
    ...line("FATEWALKER.Moment.MayPreempt", own.asked),
    ...line("FATEWALKER.Moment.MayCover", own.covered),
  ];
  return [
    ...line("FATEWALKER.Moment.Together", others),
    ...line("FATEWALKER.Moment.GoesBefore", all.filter(({ card }) => card === own.trigger).map(({ by }) => by)),
    ...(reasons.length > 0 ? reasons : waitLines(combat, own, all)),
  ];
}

/** How an exchange stands to the others of its moment, for whoever is looking. */
export function momentView(card: string | null): MomentView {
  const combat = card === null ? null : fightWithOpen(card);
  if (combat === null) return NOTHING;
  const all = openExchanges(combat);
  const own = all.find((entry) => entry.card === card);
  if (own === undefined) return NOTHING;
  const mine = (ids: readonly string[], free: boolean): MomentView["steps"] =>
    seen(combat, ids).filter(({ isOwner }) => isOwner).map(({ id, name }) => ({ combatant: id ?? "", name: name ?? "", free }));
  return {
    lines: linesOf(combat, own, all),
    steps: [...mine(own.asked, false), ...mine(own.covered, true)],
  };
}
