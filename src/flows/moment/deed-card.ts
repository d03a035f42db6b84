import { oneOf, record } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData, Participant } from "../../rules/exchange/types";
import { participantOf } from "../clock/address";
import { clockState, combatData } from "../clock/state";
import { messageChange, writeNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { speakerOf } from "../exchange/card";
import { publicParticipant } from "../exchange/names";
import type { Wish } from "../intents/types";
import { awaitedIds, DEED_OPS, momentChange, openExchanges, releasedFrom, type DeedOp, type OpenDeed, type OpenExchange } from "./open";
import { coveringIds, preemptingIds } from "./preempting";
import { secretOf } from "./secret";

/*
 * Something that is no exchange but can be preempted: whoever sets out to move, or treats somebody, acts like everyone else, and whoever holds an action or
 * covers the place with fire may step in before it. It waits on a card of its own, which becomes the card of its commit.
 */

/** What deeds of one kind are to those who may step in before them. */
interface DeedKind {
  /** Does it once nobody steps in any more. @throws RuleError when it cannot be done any more */
  readonly carryOut: (wish: Wish, card: string) => Promise<void>;
  /** What it is called on its card; null for what nobody can step in before. @throws RuleError when it cannot be done as things stand */
  readonly nameOf: (wish: Wish) => string | null;
  /** What its card shows it as. */
  readonly look: { readonly key: string; readonly img: string };
}

const kinds = new Map<DeedOp, DeedKind>();

/** Says what deeds of one kind are. */
export function doDeeds(op: DeedOp, kind: DeedKind): void {
  kinds.set(op, kind);
}

export const doerOf = (op: DeedOp): DeedKind["carryOut"] | null => kinds.get(op)?.carryOut ?? null;

/** What a wish would be called on a card of its own; null where it is none that others can step in before. @throws RuleError when it cannot be done */
export function nameOfDeed(wish: Wish): string | null {
  const op = oneOf(DEED_OPS, wish.op);
  return op === null ? null : (kinds.get(op)?.nameOf(wish) ?? null);
}

/** Where a combatant keeps the segment of its movement for which a shot was offered: one for each (readings, E25). */
const OFFERED = "flags.fatewalker.underFire";

/** A shot was offered for the segment that began on this tick: part of the step by which the deed is done, and taken back with it. */
export const shotOffered = ({ uuid }: Combatant.Implementation, segment: number): DocumentChange => ({ action: "update", uuid, changes: { [OFFERED]: segment } });

/** Was a shot offered for the segment that began on this tick? */
export const wasOffered = (combatant: Combatant.Implementation, startedAt: number): boolean => foundry.utils.getProperty(combatant, OFFERED) === startedAt;

/** Who may still step in before a deed. */
interface Watchers {
  readonly asked: readonly string[];
  readonly covered: readonly string[];
}

/** Those who may step in before somebody sets out: holders, and whoever covers the place with fire. */
export const watchersOf = (combat: Combat.Implementation, id: string): Watchers => ({ asked: preemptingIds(combat, id), covered: coveringIds(combat, id) });

/** Those who may fire at somebody who comes into what they cover by moving on: that is no action, so that holders do not preempt it. */
export const shootersAt = (combat: Combat.Implementation, id: string): Watchers => ({ asked: [], covered: coveringIds(combat, id) });

/** The deed of a wish as a fight keeps it while it waits. @throws RuleError for what no deed waits as */
export function openDeed({ op: wished, args, author, nonce }: Wish): OpenDeed {
  const op = oneOf(DEED_OPS, wished);
  if (op === null) throw new RuleError("FATEWALKER.Intent.Unknown", { op: wished });
  return { op, args: record(JSON.parse(JSON.stringify(args))), by: author.id ?? "", nonce };
}

/** The card on which a deed waits. */
export function deedCard(combat: Combat.Implementation, participant: Participant, { card, name, op }: { readonly card: string; readonly name: string; readonly op: DeedOp }): DocumentChange {
  const look = kinds.get(op)?.look ?? { key: op, img: "" };
  const data: ExchangeMessageData = {
    phase: "answering", tick: clockState(combat).tick, attacker: publicParticipant(participant), weapon: null, ticks: null, targets: [], rolls: [], ledger: null, notice: null,
    maneuver: { ...look, name },
  };
  return { action: "create", documentName: "ChatMessage", parent: null, source: { _id: card, type: "exchange", author: game.user?.id, content: "", whisper: [], speaker: speakerOf(participant), system: data } };
}

/**
 * Lets a deed wait for those who may step in before it. Nothing waits twice: while an exchange is open it is done at once; so it is while a group
 * declares in secret, for whoever does not declare with it.
 * @param name what it is called on its card
 * @returns false when there is nobody to wait for: then it is done at once
 */
export async function declareDeed(combat: Combat.Implementation, wish: Wish, { name, watchers }: { readonly name: string; readonly watchers: Watchers }): Promise<boolean> {
  const participant = wish.subject?.participant ?? null;
  const by = participant?.combatant ?? null;
  if (participant === null || by === null || awaitedIds(combat, { by, ...watchers }).length === 0) return false;
  if (combatData(combat)?.pending !== null || openExchanges(combat).length > 0 || secretOf(combat) !== null) return false;
  const card = foundry.utils.randomID();
  const deed = openDeed(wish);
  const open: OpenExchange = { card, by, trigger: null, together: false, begun: false, ...watchers, deed };
  await writeNow([momentChange(combat, [open]), deedCard(combat, participant, { card, name, op: deed.op })]);
  return true;
}

/** The wish that waits, as it was made; null when actor or person are gone. */
export function wishOfDeed(combat: Combat.Implementation, { by: id, deed }: OpenExchange): Wish | null {
  const combatant = combat.combatants.get(id);
  const author = game.users?.get(deed?.by ?? "");
  const participant = combatant === undefined ? null : participantOf(combatant);
  const actor = combatant?.actor ?? null;
  if (deed === undefined || author === undefined || participant === null || actor === null) return null;
  return { op: deed.op, author, subject: { participant, actor }, args: deed.args, nonce: deed.nonce, message: "" };
}

/** A deed is done: its card says so, and the fight waits for it no longer. */
export const deedDone = (combat: Combat.Implementation, card: string, ledger: string | null): DocumentChange[] => [messageChange(card, { "system.phase": "applied", "system.ledger": ledger }), ...releasedFrom(combat, card)];
