import { isWaiting as isOpen } from "../../rules/exchange/answer";
import { checkReach } from "../../rules/exchange/refusals";
import type { ExchangeMessageData, ExchangeState } from "../../rules/exchange/types";
import { RuleError } from "../../rules/errors";
import { declaringIds } from "../../rules/clock/order";
import { inOrderOfAwareness } from "../../rules/clock/simultaneous";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { exchangeOf } from "../../data/message";
import { isForGMsAlone } from "../../helpers/gms";
import { commitClockNow } from "../clock/commit-clock";
import { publicRefusal } from "../clock/refusals";
import { clockState } from "../clock/state";
import { messageChange, writeNow } from "../commit/commit";
import { findActor } from "../commit/write";
import { gapBetween, measureSituation } from "../exchange/measure";
import { openExchange, withoutWaiting } from "../exchange/react";
import { asThingsStand } from "../exchange/renew";
import { isOutOfReach } from "../exchange/warnings";
import { announce, settleAlone, type Run } from "../exchange/settle";
import { onBehalfOf } from "../commit/wisher";
import { doerOf, wishOfDeed } from "./deed-card";
import { mayStepIn } from "./preempting";
import { awaitedIds, momentChange, openExchanges, releasedFrom, waitsInVain, type OpenExchange } from "./open";

const runOf = ({ card }: OpenExchange): Run => openExchange(card, "answering", "").run;

/** Preempting actions first, the quickest eye of all before the others; then what they preempted (Dramatic Scenes, Action Order, Ties). */
function inOrder(combat: Combat.Implementation, exchanges: readonly OpenExchange[]): OpenExchange[] {
  const order = inOrderOfAwareness(clockState(combat), exchanges.map(({ by }) => by));
  const place = ({ by, trigger }: OpenExchange): number => order.indexOf(by) + (trigger === null ? exchanges.length : 0);
  return [...exchanges].sort((one, other) => place(one) - place(other));
}

/**
 * Goes on with the exchanges of a fight that wait for each other: nothing is rolled before everybody has answered, then those that preempt are
 * resolved, then what they preempted, unless it lapses. Only from a task of the commit queue.
 */
export async function proceed(combat: Combat.Implementation): Promise<void> {
  if (isWaiting(combat)) return;
  for (const entry of inOrder(combat, openExchanges(combat)).filter(({ trigger }) => trigger !== null)) {
    if (!(await resolve(combat, entry))) return;
  }
  await begin(combat);
  for (const entry of inOrder(combat, openExchanges(combat))) {
    if (!(await resolve(combat, entry))) return;
  }
}

/** Somebody may still answer or preempt, and is waited for. */
function isWaiting(combat: Combat.Implementation): boolean {
  return openExchanges(combat).some((entry) => (!entry.begun && awaitedIds(combat, entry).length > 0) || (entry.deed === undefined && isOpen(runOf(entry).state)));
}

/** @returns false when its dice ask somebody else, who has to answer first */
async function resolve(combat: Combat.Implementation, entry: OpenExchange): Promise<boolean> {
  if (entry.deed !== undefined) return carryOutDeed(combat, entry);
  const fixed = entry.trigger === null && entry.together;
  const stands = fixed ? runOf(entry) : asItStands(combat, entry);
  if ("key" in stands) {
    await lapse(combat, entry, stands);
    return true;
  }
  await settleAlone(stands, { asDeclared: entry.together });
  return exchangeOf(game.messages?.get(entry.card))?.phase !== "answering";
}

/** Does what was only waiting; what cannot be done any more lapses with the reason. */
async function carryOutDeed(combat: Combat.Implementation, entry: OpenExchange): Promise<true> {
  const wish = wishOfDeed(combat, entry);
  const doer = entry.deed === undefined ? null : doerOf(entry.deed.op);
  try {
    if (wish === null || doer === null || !mayStepIn(combat, entry.by, false)) throw new RuleError("FATEWALKER.Moment.LapsedOut");
    await onBehalfOf(wish.author.id, () => doer(wish, entry.card));
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    await lapse(combat, entry, publicRefusal(combat, error));
  }
  return true;
}

/**
 * All that preempts is done: what cannot be done any more lapses, the rest is fixed as it stands at this moment, so that no two simultaneous
 * actions hinder each other.
 */
async function begin(combat: Combat.Implementation): Promise<void> {
  const waiting = openExchanges(combat).filter(({ begun }) => !begun);
  if (waiting.length === 0) return;
  for (const entry of waiting.filter(({ deed }) => deed === undefined)) {
    const stands = asItStands(combat, entry);
    if ("key" in stands) await lapse(combat, entry, stands);
    else if (entry.together) await announce(stands);
  }
  const left = openExchanges(combat);
  if (left.length === 0) return goOn(combat);
  await writeNow([momentChange(combat, left.map((entry) => ({ ...entry, asked: [], covered: [], begun: true })))]);
}

/** An exchange after what has preempted it, or why its actor can do it no longer. Dice that lie there have fallen as it stood then. */
function asItStands(combat: Combat.Implementation, entry: OpenExchange): Run | NonNullable<ExchangeMessageData["notice"]> {
  const run = runOf(entry);
  if (Object.keys(run.state.rolls).length > 0) return run;
  const lapsed = lapseOf(combat, entry, run.state);
  if (lapsed !== null) return lapsed;
  const state = RuleError.attempt(() => asThingsStand(run.state, isForGMsAlone(run.audience.whisper)));
  if (!(state instanceof RuleError)) return { ...run, state };
  const { key, data } = publicRefusal(combat, state);
  return { key: "FATEWALKER.Moment.LapsedBecause", data: { ...data, reason: key } };
}

/** Why somebody cannot do any more what it declared; null: it can. */
function lapseOf(combat: Combat.Implementation, { by }: OpenExchange, state: ExchangeState): ExchangeMessageData["notice"] {
  const entry = clockState(combat).entries[by];
  const { participant } = state.attacker;
  const fighter = findActor(participant.actor)?.toFighter();
  if (entry === undefined || entry.state === "out" || fighter === undefined || isOutOfIt(fighter.statuses)) return { key: "FATEWALKER.Moment.LapsedOut", data: {} };
  const { maneuver, weapon } = state.declaration.parts?.[0] ?? state.declaration;
  const aimedAt = state.targets.filter(({ origin, part }) => origin === undefined && (part ?? 0) === 0);
  const lost = aimedAt.map(({ side, situation }) => {
    const now = measureSituation(participant, side.participant);
    // Whoever stands where it stood is as far away as the declaration allowed.
    if (now.distance === situation.distance) return false;
    if (isOutOfReach(maneuver, weapon, gapBetween(participant, side.participant))) return true;
    return RuleError.refusal(() => checkReach(fighter, maneuver, weapon, { ...now, engagement: situation.engagement })) !== null;
  });
  return aimedAt.length > 0 && lost.every((gone) => gone) ? { key: "FATEWALKER.Moment.LapsedReach", data: {} } : null;
}

/** What lapses costs nothing: ticks are paid when an action is resolved (Dramatic Scenes, Keeping Time). */
async function lapse(combat: Combat.Implementation, { card }: OpenExchange, notice: ExchangeMessageData["notice"]): Promise<void> {
  await writeNow([messageChange(card, { "system.phase": "refused", "system.notice": notice }), ...releasedFrom(combat, card)]);
}

/** Nothing of the moment is left: time goes on where nobody is due any more. */
async function goOn(combat: Combat.Implementation): Promise<void> {
  const state = clockState(combat);
  if (game.settings.get("fatewalker", "autoAdvance") !== true || declaringIds(state).length > 0) return;
  await commitClockNow(combat, { kind: "advance", operations: [{ kind: "advance" }] });
}

/** Whoever has not answered answers with nothing, and whoever could preempt lets it be: the GM waits no longer. */
export async function waitNoLonger(combat: Combat.Implementation): Promise<void> {
  for (const entry of openExchanges(combat).filter(({ deed }) => deed === undefined)) {
    const run = runOf(entry);
    const state = withoutWaiting(run.state);
    if (state !== run.state) await announce({ ...run, state });
  }
  await writeNow([momentChange(combat, openExchanges(combat).map((entry) => ({ ...entry, asked: [], covered: [] })))]);
  await proceed(combat);
}

/** Somebody who was asked is gone, has fallen, or holds no longer: the others go on. */
export async function withoutUnable(combat: Combat.Implementation): Promise<void> {
  if (!waitsInVain(combat)) return;
  for (const entry of openExchanges(combat)) {
    if (entry.deed !== undefined && !mayStepIn(combat, entry.by, false)) await lapse(combat, entry, { key: "FATEWALKER.Moment.LapsedOut", data: {} });
  }
  await writeNow([momentChange(combat, openExchanges(combat))]);
  await proceed(combat);
}

/** A card of a moment was called off or deleted: the others go on without it. */
export async function withoutCard(combat: Combat.Implementation, card: string): Promise<void> {
  await writeNow(releasedFrom(combat, card));
  await proceed(combat);
}
