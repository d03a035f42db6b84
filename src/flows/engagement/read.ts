import { isRecord, record, text, whole } from "../../data/message/read";
import type { EngagementRecord } from "../../rules/exchange/types";
import { FREE } from "../../rules/modifiers/positions";
import { FIRST_ENGAGEMENT } from "../../rules/modifiers/situation";
import type { EngagementRange, Position, Positions } from "../../rules/modifiers/types";

/** Two combatants of one fight who are engaged, as the fight stores it. */
export interface Engagement {
  /** Key of the record: both ids, sorted. */
  readonly pair: string;
  readonly ids: readonly [string, string];
  readonly record: EngagementRecord & { readonly range: EngagementRange };
}

/** The kinds of hold that one of two may have over the other. */
export const HOLDING_KINDS = ["grapple", "ground", "hold"] as const;
export type HoldingKind = (typeof HOLDING_KINDS)[number];

/** Key of a pair in a fight's engagements. */
export const pairKey = (one: string, other: string): string => (one < other ? `${one}_${other}` : `${other}_${one}`);

export const isRange = (value: number): value is EngagementRange => Number.isInteger(value) && value >= 1 && value <= FIRST_ENGAGEMENT;

/** Two who have just begun to fight at close quarters. */
export const freeAt = (range: EngagementRange): Engagement["record"] => ({ range, grapple: null, ground: null, hold: null });

function grip(value: unknown, ids: readonly string[]): EngagementRecord["grapple"] {
  if (!isRecord(value)) return null;
  const dominant = text(value.dominant);
  return ids.includes(dominant) ? { dominant, level: Math.max(0, whole(value.level)) } : null;
}

/** One stored record; null for what is none. A grip of somebody else is no grip. */
export function readEngagement(pair: string, value: unknown): Engagement | null {
  const ids = pair.split("_");
  const [one, other] = ids;
  const source = record(value);
  const range = whole(source.range, 5);
  if (ids.length !== 2 || !one || !other || one === other || !isRange(range)) return null;
  return { pair, ids: [one, other], record: { range, grapple: grip(source.grapple, ids), ground: grip(source.ground, ids), hold: grip(source.hold, ids) } };
}

/** Everyone who is engaged with somebody in a fight. */
export function engagementsOf(combat: Combat.Implementation | null): Engagement[] {
  const system: unknown = combat?.system;
  return Object.entries(record(record(system).engagements)).flatMap(([pair, value]) => readEngagement(pair, value) ?? []);
}

/** How two combatants stand to each other; null: not engaged. */
export function engagementBetween(combat: Combat.Implementation | null, one: string | null, other: string | null): Engagement | null {
  if (one === null || other === null) return null;
  return engagementsOf(combat).find(({ ids }) => ids.includes(one) && ids.includes(other)) ?? null;
}

/** Does either have a hold over the other? */
export const isGripped = ({ record: entry }: Engagement): boolean => HOLDING_KINDS.some((kind) => entry[kind] !== null);

/** A record's holds as one of the two sees them when it attacks. */
export function positionsFrom(entry: EngagementRecord | null, attackerId: string | null): Positions {
  if (entry === null) return FREE;
  const seen = (held: EngagementRecord["grapple"]): Position | null => (held === null ? null : { dominant: held.dominant === attackerId ? "attacker" : "target", level: held.level });
  return { grapple: seen(entry.grapple), ground: seen(entry.ground), hold: seen(entry.hold) };
}
