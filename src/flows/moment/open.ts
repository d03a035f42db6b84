import { record, list, nullableText, oneOf, text, truth } from "../../data/message/read";
import { exchangeOf } from "../../data/message";
import type { DocumentChange } from "../commit/types";
import { areAllies, mayStepIn } from "./preempting";

/** Where a fight keeps the exchanges that wait for each other. */
const MOMENT = "flags.fatewalker.moment";

/** Kinds of wishes that are no exchange, and wait all the same for those who may step in before them. */
export const DEED_OPS = ["move", "treat"] as const;
export type DeedOp = (typeof DEED_OPS)[number];

/** A wish that waits for those who may step in before it. */
export interface OpenDeed {
  readonly op: DeedOp;
  readonly args: Readonly<Record<string, unknown>>;
  /** Id of the user who wished it. */
  readonly by: string;
  readonly nonce: string;
}

/** An exchange that is resolved together with others, or after those that preempt it (Dramatic Scenes, Ties and Action Order). */
export interface OpenExchange {
  /** Id of its card. */
  readonly card: string;
  /** Id of the combatant who acts. */
  readonly by: string;
  /** Card of the action that it preempts; null: none. */
  readonly trigger: string | null;
  /** It was declared in secret, for the same moment as others. */
  readonly together: boolean;
  /** Combatants who hold an action and may still put it before this one. */
  readonly asked: readonly string[];
  /** Combatants who cover the place and may still fire a free shot before it. */
  readonly covered: readonly string[];
  /** What preempts it is done: it is resolved with wounds as they are now. */
  readonly begun: boolean;
  /** It is no exchange but a deed that has a card while others may step in before it. */
  readonly deed?: OpenDeed;
}

function readOpenDeed(value: unknown): { readonly deed?: OpenDeed } {
  const source = record(value);
  const op = oneOf(DEED_OPS, source.op);
  return op === null ? {} : { deed: { op, args: record(source.args), by: text(source.by), nonce: text(source.nonce) } };
}

function readOpen(value: unknown): OpenExchange | null {
  const source = record(value);
  const card = text(source.card);
  const ids = (values: unknown): string[] => list((entry) => nullableText(entry), values);
  return card === "" ? null : { card, by: text(source.by), trigger: nullableText(source.trigger), together: truth(source.together), asked: ids(source.asked), covered: ids(source.covered), begun: truth(source.begun), ...readOpenDeed(source.deed) };
}

const writtenExchanges = (combat: Combat.Implementation): OpenExchange[] => list(readOpen, foundry.utils.getProperty(combat, `${MOMENT}.exchanges`));

const storedExchanges = (combat: Combat.Implementation): OpenExchange[] =>
  writtenExchanges(combat).filter(({ card }) => exchangeOf(game.messages?.get(card))?.phase === "answering");

/** The card under which somebody was about to step in before that one, when the client that would have made it broke off; null: none. */
export const cardNamedFor = (combat: Combat.Implementation, by: string, trigger: string): string | null =>
  writtenExchanges(combat).find((entry) => entry.by === by && entry.trigger === trigger && game.messages?.has(entry.card) !== true)?.card ?? null;

/**
 * The exchanges of a fight that wait for each other. A card that is deleted is none any more, and nobody is asked who could no longer
 * step in.
 */
export function openExchanges(combat: Combat.Implementation): OpenExchange[] {
  return storedExchanges(combat).map((entry) => {
    if (entry.asked.length + entry.covered.length === 0) return entry;
    return { ...entry, asked: entry.asked.filter((id) => mayStepIn(combat, id, true)), covered: entry.covered.filter((id) => mayStepIn(combat, id, false)) };
  });
}

/**
 * Those who are waited for, and asked in a window, before something happens: whoever covers the place with fire, and holders of other sides.
 * Holders of the same side rarely step in before each other: as long as it waits for anybody else they may, from its card, and nobody waits
 * for them.
 */
export function awaitedIds(combat: Combat.Implementation, { by, asked, covered }: Pick<OpenExchange, "by" | "asked" | "covered">): string[] {
  const actor = combat.combatants.get(by);
  return [...new Set([...asked.filter((id) => !areAllies(combat.combatants.get(id), actor)), ...covered])];
}

/** Does it wait for somebody who could no longer step in, or before what nobody does any more? */
export function waitsInVain(combat: Combat.Implementation): boolean {
  if (storedExchanges(combat).some(({ by, deed }) => deed !== undefined && !mayStepIn(combat, by, false))) return true;
  const count = (exchanges: readonly OpenExchange[]): number => exchanges.reduce((sum, { asked, covered }) => sum + asked.length + covered.length, 0);
  const stored = storedExchanges(combat);
  return count(stored) > 0 && count(stored) > count(openExchanges(combat));
}

export const openWith = (combat: Combat.Implementation, card: string): OpenExchange | null => openExchanges(combat).find((entry) => entry.card === card) ?? null;

/** The fight that keeps this card waiting; null: none does. */
export function fightWithOpen(card: string): Combat.Implementation | null {
  return (game.combats?.contents ?? []).find((combat) => openWith(combat, card) !== null) ?? null;
}

/** Writes down which exchanges wait; the fight waits for the first of them. */
export function momentChange(combat: Combat.Implementation, exchanges: readonly OpenExchange[]): DocumentChange {
  return { action: "update", uuid: combat.uuid, changes: { [MOMENT]: { exchanges: exchanges.map((entry) => ({ ...entry, asked: [...entry.asked], covered: [...entry.covered] })) }, "system.pending": exchanges[0]?.card ?? null } };
}

/** The fight waits for a card that is announced; one of several leaves the order as it is. */
export function pendingOn(combat: Combat.Implementation | null, card: string): DocumentChange[] {
  if (combat === null) return [];
  return openWith(combat, card) === null ? [{ action: "update", uuid: combat.uuid, changes: { "system.pending": card } }] : [];
}

/** An exchange is over: the fight waits for the others of its moment, if there are any. */
export function releasedFrom(combat: Combat.Implementation | null, card: string): DocumentChange[] {
  if (combat === null) return [];
  const others = openExchanges(combat).filter((entry) => entry.card !== card);
  const stored: unknown = foundry.utils.getProperty(combat, `${MOMENT}.exchanges`);
  const kept = Array.isArray(stored) && stored.length > 0;
  if (!kept && others.length === 0) return [{ action: "update", uuid: combat.uuid, changes: { "system.pending": null } }];
  return [momentChange(combat, others)];
}

/** Do others of the same moment still wait? Then time stands still. */
export const othersOpen = (combat: Combat.Implementation, card: string | null): boolean => openExchanges(combat).some((entry) => entry.card !== card);
