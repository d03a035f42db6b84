import { checkNothingPending, checkOrder, clockState, combatData, commitClockNow, namedRefusal, type ClockRequest } from "../clock";
import type { DocumentChange } from "../commit/types";
import { statusChanges } from "../commit/status";
import { fulfilEngagement } from "../engagement/edit";
import { gapBetween } from "../exchange/measure";
import { publicParticipant } from "../exchange/names";
import { combatantOf, isUnseen } from "../exchange/participants";
import { handleWishes } from "../intents/registry";
import type { Wish } from "../intents/types";
import { freeEventId } from "../../rules/clock/free";
import type { ClockOperation } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { movementRefusal } from "../../rules/movement/begin";
import { arrival } from "../../rules/movement/distance";
import { beginSegment, changeMovement, stopMovement, type Movement } from "../../rules/movement/segment";
import { say } from "../../helpers/text";
import { deedDone, declareDeed, doDeeds, shotOffered, watchersOf } from "../moment/deed-card";
import { oneOf, text, whole } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import { freeDeedOf, scheduleFree, waitsForLast, type FreeDeed } from "./free";
import { arrivalOf, type WayThere } from "./on-the-way";
import { paceRate, paceVariant } from "./paces";
import { BEGIN_MOVEMENT, BEGIN_TICKS, BEGUN_PACES, type BegunPace } from "./printed-paces";
import { movementNow, segmentEventId, wayLeft, WAY_PATH } from "./read";
import { fulfilRunUp } from "./run-up";
import { ARRIVAL_EVENT, arrivalEventId, arrivesAt, offTheClock, scheduleSegment, SEGMENT_ENDS, segmentOptions } from "./segments";

export const MOVE_DEEDS = ["begin", "arrive", "change", "stop", "next", "withdraw", "pass"] as const;
export type MoveDeed = (typeof MOVE_DEEDS)[number];

/** Whoever moves, with its fight and the tick that it is. */
interface Mover {
  readonly participant: Participant;
  readonly actor: Actor.Implementation;
  readonly combatant: Combatant.Implementation;
  readonly combat: Combat.Implementation;
  readonly id: string;
  readonly tick: number;
}

/** What a deed does to the fight, in one commit. */
interface MovePlan {
  readonly operations: readonly ClockOperation[];
  readonly changes: readonly DocumentChange[];
  /** What it is in the log, where it is no movement yet. */
  readonly kind?: "free" | "withdraw";
}

/** Takes up wishes to move, on the client that commits; a GM's wish about an engagement comes the same way. */
export function fulfilMovementWishes(): void {
  handleWishes("move", async (wish) => {
    if (wish.args.deed === "engagement") return fulfilEngagement(wish);
    return wish.args.deed === "runUp" ? fulfilRunUp(wish) : fulfilMove(wish);
  });
  doDeeds("move", { carryOut: fulfilMove, nameOf: settingOut, look: { key: BEGIN_MOVEMENT, img: "systems/fatewalker/assets/icons/footprint.svg" } });
}

/**
 * @param card  of the deed that has waited for those who could step in; null: it has not waited yet
 * @throws RuleError when there is no begun fight for it, or the rules refuse
 */
async function fulfilMove(wish: Wish, card: string | null = null): Promise<void> {
  const mover = moverOf(wish);
  const deed = oneOf(MOVE_DEEDS, wish.args.deed);
  if (deed === null) throw new RuleError("FATEWALKER.Intent.Unknown", { op: text(wish.args.deed) });
  try {
    if (deed === "pass") return card === null ? undefined : await hasPassed(mover, card);
    // The card that waited for others is its own.
    if (card === null && (deed === "begin" || deed === "arrive")) checkNothingPending(mover.combat, wish);
    const { operations, changes, kind = "move" } = planDeed(mover, deed, wish);
    if (card === null && deed === "begin" && (await waits(mover, wish))) return;
    const offered = card === null ? [] : [shotOffered(mover.combatant, mover.tick)];
    await commitClockNow(mover.combat, { kind, ids: [mover.id], operations, changes: [...changes, ...offered], nonce: wish.nonce, ...(card === null ? {} : doneOn(mover, card)) });
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(mover.combat, error, wish.author.isGM) : error;
  }
}

const doneOn = ({ combat }: Mover, card: string): Pick<ClockRequest, "card" | "companions"> => ({ card, companions: (ledger) => deedDone(combat, card, ledger) });

/** What moves on has moved already: only its shot was waited for, one for each segment. */
async function hasPassed(mover: Mover, card: string): Promise<void> {
  const { combat, combatant, id } = mover;
  const movement = movementNow(combatant);
  const offered = movement === null ? [] : [shotOffered(combatant, movement.startedAt)];
  await commitClockNow(combat, { kind: "underFire", ids: [id], operations: [], changes: offered, ...doneOn(mover, card) });
}

const nameOfSettingOut = ({ args }: Wish): string => say("FATEWALKER.Move.SetsOut", { pace: say(`FATEWALKER.Move.Pace.${text(args.pace)}`) });

/** Setting out is an action, which others may put theirs before (Dramatic Scenes, Preemptive Actions; Actions and Maneuvers, Full Auto). */
const waits = ({ combat, id }: Mover, wish: Wish): Promise<boolean> => declareDeed(combat, wish, { name: nameOfSettingOut(wish), watchers: watchersOf(combat, id) });

/** What a wish to set out is called; null for another move, which is no action. @throws RuleError when it cannot set out */
function settingOut(wish: Wish): string | null {
  if (wish.args.deed !== "begin") return null;
  const mover = moverOf(wish);
  const refusal = RuleError.refusal(() => planDeed(mover, "begin", wish));
  if (refusal !== null) throw namedRefusal(mover.combat, refusal, wish.author.isGM);
  return nameOfSettingOut(wish);
}

function moverOf({ subject }: Wish): Mover {
  const combatant = subject === null ? null : combatantOf(subject.participant);
  const combat = combatant?.combat ?? null;
  if (subject === null || combatant === null || combat === null || combatant.id === null) throw new RuleError("FATEWALKER.Error.NotInFight");
  const { tick } = clockState(combat);
  if (tick < 1) throw new RuleError("FATEWALKER.Move.NotBegun");
  return { participant: subject.participant, actor: subject.actor, combatant, combat, id: combatant.id, tick };
}

function planDeed(mover: Mover, deed: Exclude<MoveDeed, "pass">, wish: Wish): MovePlan {
  switch (deed) {
    case "begin": return begin(mover, wish);
    case "arrive": return arrive(mover, wish);
    case "change": return change(mover, text(wish.args.pace));
    case "stop": return stop(mover);
    case "next": return sayNext(mover, wish.args.next);
    case "withdraw": return withdraw(mover);
  }
}

/** Sets out: an act of 2 ticks, the first segment starting now (Actions and Maneuvers, Begin Movement; readings, section 10). */
function begin(mover: Mover, wish: Wish): MovePlan {
  const { actor, combat, id, tick } = mover;
  const pace = oneOf(BEGUN_PACES, wish.args.pace);
  if (pace === null) throw new RuleError("FATEWALKER.Error.NoPace");
  if (!wish.author.isGM) checkOrder(clockState(combat), id, { kind: "act", id, cost: BEGIN_TICKS });
  const terrain = Math.max(-4, Math.min(0, whole(wish.args.terrain)));
  const refusal = beginRefusal(mover, pace);
  if (refusal !== null) throw refusal;
  const rate = paceRate(actor, pace, terrain);
  if (rate <= 0) throw new RuleError("FATEWALKER.Movement.NoSpeed");
  const movement = beginSegment(pace, rate, tick);
  const goal = readParticipant(wish.args.toward);
  const mark = goal === null ? null : arrivalAt(mover, goal, movement, wish.args.act === true);
  // Whoever goes there to act is due when it is there, and not before.
  const due = wish.args.act === true && mark !== null ? dueOnArrival(tick, mark.event.tick) : tick + BEGIN_TICKS;
  return {
    operations: [{ kind: "act", id, cost: due - tick }, scheduleSegment(id, movement, { terrain }), ...(mark === null ? [] : [mark])],
    changes: movementChanges(mover, movement, 0),
  };
}

/** Why this one cannot set out at that pace now; null: it can. */
export function beginRefusal({ actor, combatant, combat, id }: Pick<Mover, "actor" | "combatant" | "combat" | "id">, pace: BegunPace): RuleError | null {
  const { statuses, encumbrance } = actor.toFighter();
  return movementRefusal(paceVariant(actor, pace), {
    prone: statuses.includes("prone"),
    moving: movementNow(combatant) !== null,
    holding: clockState(combat).entries[id]?.state === "holding",
    grappled: statuses.includes("grappled") || statuses.includes("held"),
    unconscious: statuses.includes("unconscious") || statuses.includes("dead"),
    encumbrance,
    // Whoever wishes to climb says that there is something to climb: no scene knows.
    surface: 0,
  });
}

/** The tick on which somebody who sets out now and acts on arrival is due: not before the ticks of setting out are over. */
export const dueOnArrival = (now: number, there: number): number => Math.max(now + BEGIN_TICKS, there);

/**
 * A mark on the clock for when the mover gets to somebody's side (Dramatic Scenes, Movement and Actions).
 * @param stop it stops there
 * @returns null where there is no way to go, or none that is known
 */
function arrivalAt({ id, participant, tick }: Mover, goal: Participant, { metres }: Movement, stop: boolean): Extract<ClockOperation, { kind: "schedule" }> | null {
  const way = gapBetween(participant, goal);
  if (way === null) return null;
  const { ticks, tick: there } = arrival({ now: tick, metres: way, rate: metres });
  if (ticks === 0) return null;
  return arrivalMark({ id, participant, tick }, goal, { tick: there, metres: way }, stop);
}

/**
 * Whoever moves already goes on to somebody's side to act there: it is due when it is there, and stops (Dramatic Scenes, Movement and
 * Actions). It gives up the ticks until then, and nothing else.
 */
function arrive(mover: Mover, wish: Wish): MovePlan {
  const { combatant, combat, id, tick } = mover;
  current(mover);
  const goal = readParticipant(wish.args.toward);
  const way = goal === null ? null : arrivalOf(combatant, goal, tick);
  if (goal === null || way === null) throw new RuleError("FATEWALKER.Move.NoWay");
  const there = way.tick;
  const state = clockState(combat);
  const entry = state.entries[id];
  const isDue = entry?.state === "ready" && entry.actionTick !== null && entry.actionTick <= tick;
  if (isDue && !wish.author.isGM) checkOrder(state, id, { kind: "act", id, cost: there - tick });
  const waits: ClockOperation[] = isDue ? [{ kind: "act", id, cost: there - tick }] : entry !== undefined && (entry.actionTick ?? 0) < there ? [{ kind: "adjust", id, tick: there }] : [];
  return { operations: [...waits, arrivalMark(mover, goal, way, true)], changes: [] };
}

/** Whom players do not see is nobody in what they read of others. */
const nameFor = ({ participant }: Pick<Mover, "participant">, goal: Participant): string => (isUnseen(goal) && !isUnseen(participant) ? game.i18n.localize("FATEWALKER.Clock.Someone") : publicParticipant(goal).name);

const arrivalMark = (mover: Pick<Mover, "id" | "participant" | "tick">, goal: Participant, { tick, metres }: WayThere, stop: boolean): Extract<ClockOperation, { kind: "schedule" }> =>
  ({ kind: "schedule", eventId: arrivalEventId(mover.id), event: { tick, every: null, left: null, kind: ARRIVAL_EVENT, target: mover.id, data: { to: nameFor(mover, goal), metres, since: mover.tick, ...(stop ? { stop } : {}) } } });

function current({ combatant }: Mover): Movement {
  const movement = movementNow(combatant);
  if (movement === null) throw new RuleError("FATEWALKER.Move.AtRest");
  return movement;
}

/** From walking into running or back, at no cost; what was covered is credited pro rata. While others have still to declare it comes last. */
function change(mover: Mover, pace: string): MovePlan {
  const { actor, combat, id, tick } = mover;
  const movement = current(mover);
  const { terrain } = segmentOptions(combatData(combat)?.schedule[segmentEventId(id)]?.data);
  if (pace !== "walk" && pace !== "run") throw new RuleError("FATEWALKER.Movement.WalkAndRunOnly");
  const step = changeMovement(movement, { kind: pace, metres: paceRate(actor, pace, terrain) }, tick);
  if (waitsForLast(combat, id, movement)) return atTheEnd(mover, { deed: "change", pace });
  return {
    // Where it goes on, it still gets to where it was going.
    operations: [
      ...offTheClock(id).filter((operation) => isScheduled(combat, operation) && (step.movement === null || !isArrival(operation, id))),
      ...(step.movement === null ? [] : [scheduleSegment(id, step.movement, { terrain }), ...arrivesAt(clockState(combat), id, tick, movement, step.movement)]),
    ],
    changes: movementChanges(mover, step.movement, step.credited),
  };
}

/** Stops where it is: free, and outside its turn (Actions and Maneuvers, Stop Movement). While others have still to declare it comes last. */
function stop(mover: Mover): MovePlan {
  const movement = current(mover);
  if (waitsForLast(mover.combat, mover.id, movement)) return atTheEnd(mover, { deed: "stop" });
  const { credited } = stopMovement(movement, mover.tick);
  return { operations: offTheClock(mover.id).filter((operation) => isScheduled(mover.combat, operation)), changes: movementChanges(mover, null, credited) };
}

/** It is said now and happens when everybody who is due has declared (Dramatic Scenes, Action Order). */
const atTheEnd = ({ id, tick }: Mover, deed: FreeDeed): MovePlan => ({ kind: "free", operations: [scheduleFree(id, deed, tick)], changes: [] });

/** Thinks better of what it would have done at the end of the tick. */
function withdraw({ combat, id }: Mover): MovePlan {
  if (freeDeedOf(clockState(combat), id) === null) throw new RuleError("FATEWALKER.Move.NothingToWithdraw");
  return { kind: "withdraw", operations: [{ kind: "unschedule", eventId: freeEventId(id) }], changes: [] };
}

/** Says beforehand what happens at the end of the segment. */
function sayNext(mover: Mover, value: unknown): MovePlan {
  const { combat, id } = mover;
  const next = oneOf(SEGMENT_ENDS, value) ?? "continue";
  const { kind } = current(mover);
  if ((next === "walk" || next === "run") && kind !== "walk" && kind !== "run") throw new RuleError("FATEWALKER.Movement.WalkAndRunOnly");
  const event = clockState(combat).schedule[segmentEventId(id)];
  if (event === undefined) throw new RuleError("FATEWALKER.Move.AtRest");
  return { operations: [{ kind: "schedule", eventId: segmentEventId(id), event: { ...event, data: { ...event.data, next } } }], changes: [] };
}

const isArrival = (operation: ClockOperation, id: string): boolean => operation.kind === "unschedule" && operation.eventId === arrivalEventId(id);

const isScheduled = (combat: Combat.Implementation, operation: ClockOperation): boolean =>
  operation.kind === "unschedule" && Object.hasOwn(clockState(combat).schedule, operation.eventId);

/** How the documents of a mover change: its movement, the metres that it may still go, and the mark on its token. */
export function movementChanges({ combatant, actor }: Pick<Mover, "combatant" | "actor">, movement: Movement | null, credited: number): DocumentChange[] {
  const before = movementNow(combatant) === null ? 0 : wayLeft(combatant);
  return [
    { action: "update", uuid: combatant.uuid, changes: { "system.movement": movement, [WAY_PATH]: Math.round((before + credited) * 10) / 10 } },
    ...statusChanges(actor, "moving", movement !== null),
  ];
}
