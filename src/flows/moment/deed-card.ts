import { record } from "../../data/message/read";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { participantOf } from "../clock/address";
import { clockState, combatData } from "../clock/state";
import { messageChange, writeNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { speakerOf } from "../exchange/card";
import { publicParticipant } from "../exchange/names";
import type { Wish } from "../intents/types";
import { momentChange, openExchanges, releasedFrom, type OpenDeed, type OpenExchange } from "./open";
import { coveringIds, preemptingIds } from "./preempting";
import { secretOf } from "./secret";

/*
 * Something that is no exchange but can be preempted: whoever sets out to move acts like everyone else, and whoever holds an action or
 * covers the place with fire may step in before it. It waits on a card of its own, which becomes the card of its commit.
 */

/** How a deed is done once nobody steps in any more. @throws RuleError when it cannot be done any more */
type Doer = (wish: Wish, card: string) => Promise<void>;

const doers = new Map<OpenDeed["op"], Doer>();

/** Says who does deeds of one kind. */
export function doDeeds(op: OpenDeed["op"], doer: Doer): void {
  doers.set(op, doer);
}

export const doerOf = (op: OpenDeed["op"]): Doer | null => doers.get(op) ?? null;

/** Where a combatant keeps the segment of its movement for which a shot was offered: one for each (readings, E25). */
const OFFERED = "flags.fatewalker.underFire";

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

/**
 * Lets a deed wait for those who may step in before it. Nothing waits twice: while an exchange is open, or a group declares in secret, it is
 * done at once.
 * @param name what it is called on its card
 * @param segment tick on which the segment of movement begins that it is about
 * @returns false when nobody may step in: then it is done at once
 */
export async function declareDeed(combat: Combat.Implementation, { author, subject, args, nonce }: Wish, { name, segment, watchers }: { readonly name: string; readonly segment: number; readonly watchers: Watchers }): Promise<boolean> {
  const participant = subject?.participant ?? null;
  const by = participant?.combatant ?? null;
  const combatant = by === null ? undefined : combat.combatants.get(by);
  if (participant === null || by === null || combatant === undefined || watchers.asked.length + watchers.covered.length === 0) return false;
  if (combatData(combat)?.pending !== null || openExchanges(combat).length > 0 || secretOf(combat) !== null) return false;
  const card = foundry.utils.randomID();
  const open: OpenExchange = { card, by, trigger: null, together: false, begun: false, ...watchers, deed: { op: "move", args: record(JSON.parse(JSON.stringify(args))), by: author.id ?? "", nonce } };
  const data: ExchangeMessageData = {
    phase: "answering", tick: clockState(combat).tick, attacker: publicParticipant(participant), weapon: null, ticks: null, targets: [], rolls: [], ledger: null, notice: null,
    maneuver: { key: "common-begin-movement", name, img: "systems/fatewalker/assets/icons/footprint.svg" },
  };
  await writeNow([
    momentChange(combat, [open]),
    { action: "update", uuid: combatant.uuid, changes: { [OFFERED]: segment } },
    { action: "create", documentName: "ChatMessage", parent: null, source: { _id: card, type: "exchange", author: game.user?.id, content: "", whisper: [], speaker: speakerOf(participant), system: data } },
  ]);
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
