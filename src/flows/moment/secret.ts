import { count, list, nullableText, oneOf, record, text } from "../../data/message/read";
import { declaringIds, joinsByBreaking } from "../../rules/clock/order";
import { rollCall, type GroupRoll } from "../../rules/clock/simultaneous";
import { clockState } from "../clock/state";
import type { DocumentChange } from "../commit/types";
import { readDeed, type Deed } from "./seal";

/** Where a fight keeps what its simultaneous group has handed in. */
const SECRET = "flags.fatewalker.secret";

/** A declaration that nobody can read yet. */
export interface Seal {
  readonly id: string;
  readonly since: number;
  /** The commitment; empty for one that was declared in the open. */
  readonly seal: string;
  /** The person who knows it. */
  readonly by: string;
}

/** A declaration that has been shown and fits its seal; its card is named before it is made, so that it is made once. */
export interface Shown {
  readonly id: string;
  readonly deed: Deed;
  readonly by: string;
  readonly card: string;
  readonly ledger: string;
  readonly nonce: string;
}

export const SECRET_PHASES = ["sealing", "showing"] as const;

/** What the simultaneous group of this tick has handed in (contract, Secret simultaneous declarations). */
export interface Secret {
  readonly tick: number;
  /** `showing`: all are in, and each client shows what it sealed. */
  readonly phase: (typeof SECRET_PHASES)[number];
  readonly seals: readonly Seal[];
  readonly shown: readonly Shown[];
  /** Whose declaration was lost, and who has to declare again. */
  readonly again: readonly string[];
}

function readSeal(value: unknown): Seal | null {
  const source = record(value);
  const id = text(source.id);
  return id === "" ? null : { id, since: count(source.since), seal: text(source.seal), by: text(source.by) };
}

function readShown(value: unknown): Shown | null {
  const source = record(value);
  const deed = readDeed(source.deed);
  const id = text(source.id);
  return id === "" || deed === null ? null : { id, deed, by: text(source.by), card: text(source.card), ledger: text(source.ledger), nonce: text(source.nonce) };
}

/** What was handed in on the tick that it is; null: nothing. What was handed in on another tick counts no more. */
export function secretOf(combat: Combat.Implementation): Secret | null {
  const source = record(foundry.utils.getProperty(combat, SECRET));
  const seals = list(readSeal, source.seals);
  const again = list((entry) => nullableText(entry), source.again);
  if (count(source.tick) !== combat.round || (seals.length === 0 && again.length === 0)) return null;
  return { tick: combat.round, phase: oneOf(SECRET_PHASES, source.phase) ?? "sealing", seals, shown: list(readShown, source.shown), again };
}

/** Is there something written down, of this tick or another? */
export const keepsSecrets = (combat: Combat.Implementation): boolean => list(readSeal, record(foundry.utils.getProperty(combat, SECRET)).seals).length > 0;

/** Writes down what was handed in; null: nothing any more. */
export function secretChange(combat: Combat.Implementation, secret: Secret | null): DocumentChange {
  const plain = { tick: secret?.tick ?? 0, phase: secret?.phase ?? "sealing", seals: [...(secret?.seals ?? [])], shown: [...(secret?.shown ?? [])], again: [...(secret?.again ?? [])] };
  return { action: "update", uuid: combat.uuid, changes: { [SECRET]: plain } };
}

/** Who of the group has declared and who has not; null where nobody acts at the same moment as somebody else. */
export function groupRoll(combat: Combat.Implementation): GroupRoll | null {
  const state = clockState(combat);
  const secret = secretOf(combat);
  const roll = rollCall(state, secret?.seals ?? []);
  return roll.group.length > 1 || secret !== null ? roll : null;
}

/** Has this person no way of knowing that anybody acts at the same moment? Then talk of a group would tell of somebody who hides. */
export function seemsAlone(combat: Combat.Implementation, { group }: GroupRoll): boolean {
  return game.user?.isGM !== true && group.filter((id) => combat.combatants.get(id)?.hidden === false).length < 2;
}

/** Would this holder act at the same moment as others by breaking its hold, so that it does that first and declares in secret with them? Not once they show what they have declared. */
export const joinsOthers = (combat: Combat.Implementation, id: string): boolean => secretOf(combat)?.phase !== "showing" && joinsByBreaking(clockState(combat), id);

/** Does this one act at the same moment as others, so that it declares in secret? */
export function actsTogether(combat: Combat.Implementation, id: string): boolean {
  const group = declaringIds(clockState(combat));
  return group.length > 1 && group.includes(id);
}
