import type { Participant, SoakGlobals } from "./globals";

/* Where the fight stands: a script, sent as text. */
declare const game: SoakGlobals["game"];

export interface Situation {
  /** Id of the fight. */
  combat: string;
  round: number;
  active: string | null;
  states: Record<string, string>;
  moving: string[];
  dead: string[];
  /** Those who are due on this tick. */
  due: string[];
  /** Open targets of exchanges that wait. */
  asked: { card: string; target: number; actor: string }[];
  /** Those who may step in before something that waits; `free` for a shot of covering fire. */
  watching: { card: string; id: string; by: string; free: boolean }[];
  /** Those who are asked for a power, with what there is to say of it. */
  offers: { card: string; moment: string; actor: string; rolls: string[]; sources: string[]; guarded: string }[];
  /** Exchanges that wait: for answers, for the GM, or to be applied. */
  open: string[];
  /** Those of them of which nobody is asked any more but by the GM. */
  idle: string[];
  resolved: string[];
  cards: string[];
  /** The newest exchanges: who attacks, at whom, and what may be corrected of them. */
  exchanges: { id: string; phase: string; by: string; ledger: string; targets: string[] }[];
  /** What a group declares in secret. */
  secret: { phase: string; sealed: string[]; again: string[] };
  /** Ledgers of the fight that stand, and those that were undone, by their order. */
  applied: { id: string; by: string }[];
  undone: string[];
  requests: string[];
  events: string[];
  /** Checks that lie there, newest last, and rolls that were asked for. */
  checks: { id: string; actor: string }[];
  rolls: { message: string; index: number; actor: string }[];
}

/** Where the fight stands, as the one who looks knows it. */
export const situation = (): Situation => {
  const [combat] = game.combats.contents;
  if (!combat) throw new Error("There is no fight.");
  const messages = game.messages.contents;
  const ledgers = messages.filter(({ type, flags, system }) => type === "ledger" && system.combat === combat.id && (flags.fatewalker?.serial ?? 0) > 0);
  ledgers.sort((one, other) => (one.flags.fatewalker?.serial ?? 0) - (other.flags.fatewalker?.serial ?? 0));
  const cards = messages.filter(({ type }) => type === "exchange");
  const answering = cards.filter(({ system }) => system.phase === "answering");
  const at = ({ system }: (typeof cards)[number], side: "attacker" | number): Participant => (side === "attacker" ? system.attacker : (system.targets[side]?.who ?? system.attacker)).participant;
  const exchanges = (combat.flags.fatewalker?.moment?.exchanges ?? []).filter(({ card }) => answering.some(({ id }) => id === card));
  const { phase = "", seals = [], again = [] } = combat.flags.fatewalker?.secret ?? {};
  const isPending = ({ system }: (typeof cards)[number]): boolean => system.targets.some(({ answer }) => answer?.kind === "pending");
  return {
    combat: combat.id,
    round: combat.round,
    active: combat.system.active,
    states: Object.fromEntries(combat.combatants.contents.map(({ id, system }) => [id, system.state])),
    moving: combat.combatants.contents.filter(({ system }) => system.movement !== null).map(({ id }) => id),
    dead: combat.combatants.contents.filter(({ actor }) => actor?.statuses.has("dead") === true).map(({ id }) => id),
    due: combat.combatants.contents.filter(({ initiative, system }) => system.state === "ready" && initiative !== null && initiative <= combat.round).map(({ id }) => id),
    asked: answering.flatMap(({ id, system }) => system.targets.flatMap(({ answer, who }, target) => (answer?.kind === "pending" ? [{ card: id, target, actor: who.participant.actor }] : []))),
    watching: exchanges.flatMap(({ card, by, asked, covered }) => [...asked.map((id) => ({ card, id, by, free: false })), ...covered.map((id) => ({ card, id, by, free: true }))]),
    offers: answering.flatMap((card) => card.system.offers.map(({ side, key, guard }) => ({
      card: card.id, moment: key, actor: (guard ?? at(card, side)).actor, guarded: String(side), rolls: card.system.rolls.map(({ id }) => id),
      sources: card.system.targets.flatMap(({ steps }, index) => (steps.some(({ kind }) => kind === "wounds") ? [`damage:${index}`] : [])),
    }))),
    open: cards.filter(({ system }) => system.phase === "answering" || system.phase === "resolved").map(({ id }) => id),
    idle: answering.filter((card) => !isPending(card) && card.system.offers.length === 0).map(({ id }) => id),
    resolved: cards.filter(({ system }) => system.phase === "resolved").map(({ id }) => id),
    cards: cards.map(({ id }) => id),
    exchanges: cards.filter(({ system }) => system.phase !== "refused").slice(-8).map(({ id, system }) => ({ id, phase: system.phase, by: system.attacker.participant.actor, ledger: system.ledger ?? "", targets: system.targets.map(({ who }) => who.participant.actor) })),
    secret: { phase, sealed: seals.map(({ id }) => id), again },
    applied: ledgers.filter(({ system }) => system.state === "applied").map(({ id, flags }) => ({ id, by: flags.fatewalker?.by ?? "" })),
    undone: ledgers.filter(({ system }) => system.state === "undone").map(({ id }) => id),
    requests: messages.filter(({ type, system, author }) => type === "intent" && system.op === "undo" && author?.isGM === false).map(({ id }) => id),
    events: Object.keys(combat.system.schedule),
    checks: messages.filter(({ type }) => type === "check").slice(-6).flatMap(({ id, system }) => (system.participant === null ? [] : [{ id, actor: system.participant.actor }])),
    rolls: messages.slice(-40).flatMap(({ id, flags }) => (flags.fatewalker?.request?.entries ?? []).flatMap(({ participant }, index) => (participant === null || flags.fatewalker?.request?.results[String(index)] !== undefined ? [] : [{ message: id, index, actor: participant.actor }]))),
  };
};
