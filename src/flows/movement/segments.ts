import { registerEvent, type EventContext, type EventResult, type Occurrence } from "../events/registry";
import type { Pending } from "../events/pending";
import { freeEventId } from "../../rules/clock/free";
import type { ClockOperation, ClockState } from "../../rules/clock/types";
import { metresIn, ticksFor } from "../../rules/movement/distance";
import { SEGMENT_TICKS } from "../../rules/movement/pace";
import { SEGMENT_EVENT, segmentEvent, type Movement } from "../../rules/movement/segment";
import { count, nullableCount, oneOf, record, text, whole } from "../../data/message/read";
import { speedOf } from "../events/body";
import { paceRate } from "./paces";
import { isOwnRun, PACES } from "./printed-paces";
import { segmentEventId, WAY_PATH } from "./read";

/** What happens at the end of a segment: said beforehand, or nothing, and then it goes on (Dramatic Scenes, Movement and Actions). */
export const SEGMENT_ENDS = ["continue", "stop", "walk", "run"] as const;
export type SegmentEnd = (typeof SEGMENT_ENDS)[number];

export const ARRIVAL_EVENT = "arrival";
export const arrivalEventId = (combatantId: string): string => `arrival-${combatantId}`;

/** A run that a maneuver is: it ends with its ticks, and goes as its roll has said until then. */
interface OwnRun {
  /** Tick on which it is over. */
  readonly until: number;
  readonly successes: number;
  /** Penalty dice of shots at an evasive runner; null: it does not run so. */
  readonly evasive: number | null;
}

interface SegmentOptions {
  readonly next: SegmentEnd;
  /** 0 to -4 for bad ground. */
  readonly terrain: number;
  /** Null: it goes on, segment after segment, until somebody stops it. */
  readonly run: OwnRun | null;
}

/** Puts the end of a segment on the clock: after 6 ticks, or where the run is over before that. */
export function scheduleSegment(id: string, movement: Movement, { next = "continue", terrain = 0, run = null }: Partial<SegmentOptions> = {}): ClockOperation {
  const event = segmentEvent(id, movement);
  const tick = Math.min(event.tick, run?.until ?? event.tick);
  return {
    kind: "schedule", eventId: segmentEventId(id),
    event: {
      ...event, tick,
      every: run === null ? SEGMENT_TICKS : null,
      data: { ...event.data, metres: metresIn(tick - movement.startedAt, movement.metres), next, terrain, ...(run === null ? {} : { until: run.until, successes: run.successes, ...(run.evasive === null ? {} : { evasive: run.evasive }) }) },
    },
  };
}

/** What was said for the end of the running segment, on what ground, and the run that it is a part of. */
export function segmentOptions(data: unknown): SegmentOptions {
  const { next, terrain, until, successes, evasive } = record(data);
  const end = nullableCount(until);
  return { next: oneOf(SEGMENT_ENDS, next) ?? "continue", terrain: whole(terrain), run: end === null ? null : { until: end, successes: count(successes), evasive: nullableCount(evasive) } };
}

/** A movement as a combatant's data hold it; null: at rest. */
export function readMovement(value: unknown): Movement | null {
  const { kind, startedAt, metres } = record(value);
  if (typeof metres !== "number" || text(kind) === "") return null;
  return { kind: text(kind), startedAt: whole(startedAt), metres };
}

/** The movement of a combatant as it will be after what is planned. */
export const plannedMovement = (combatant: Combatant.Implementation, pending: Pending): Movement | null => readMovement(pending.value(combatant.uuid, "system.movement"));

/** Plans that a combatant moves like this from now on, having gone so many metres. */
export function planMovement(combatant: Combatant.Implementation, pending: Pending, movement: Movement | null, credited: number): void {
  const before: unknown = pending.value(combatant.uuid, WAY_PATH);
  const way = (typeof before === "number" ? before : 0) + credited;
  pending.add([{ action: "update", uuid: combatant.uuid, changes: { "system.movement": movement, [WAY_PATH]: Math.round(way * 10) / 10 } }]);
  const actor = combatant.actor;
  if (actor !== null) pending.setStatus(actor, "moving", movement !== null);
}

/** Takes the end of a segment, an arrival that will not be, and what somebody would have done at the end of the tick off the clock. */
export const offTheClock = (id: string): ClockOperation[] => [segmentEventId(id), arrivalEventId(id), freeEventId(id)].map((eventId) => ({ kind: "unschedule", eventId }));

/** The segment after this one; null where nothing more is covered. */
function following(actor: Actor.Implementation | null, movement: Movement, tick: number, { next, terrain, run }: SegmentOptions, pending: Pending): Movement | null {
  if (next === "stop" || (isOwnRun(movement.kind) && tick >= (run?.until ?? tick))) return null;
  const kind = next === "continue" ? movement.kind : next;
  const pace = oneOf(PACES, kind);
  // Wounds and loads of the last 6 ticks count from here on, those of this very commit as well.
  const metres = actor !== null && pace !== null ? paceRate(actor, pace, terrain, { speed: speedOf(actor, pending), successes: run?.successes ?? 0 }) : movement.metres;
  return metres > 0 ? { kind, startedAt: tick, metres } : null;
}

/**
 * Whoever goes on slower or faster is there later or sooner, and whoever is due on arrival is not due before it (Dramatic Scenes, Movement and
 * Actions). A segment that has begun keeps its pace, so that wounds are settled at its end, and a change of pace when it is made.
 */
export function arrivesAt(state: ClockState, id: string, tick: number, before: Movement, after: Movement): ClockOperation[] {
  const event = Object.hasOwn(state.schedule, arrivalEventId(id)) ? state.schedule[arrivalEventId(id)] : undefined;
  const { metres, since, stop } = record(event?.data);
  if (event === undefined || typeof metres !== "number" || before.metres === after.metres) return [];
  const left = Math.max(0, metres - metresIn(tick - whole(since), before.metres));
  const there = Math.max(tick + 1, tick + ticksFor({ metres: left, rate: after.metres }));
  const entry = state.entries[id];
  const waits = stop === true && entry?.state === "ready" && entry.actionTick === event.tick && there > event.tick;
  return [
    { kind: "schedule", eventId: arrivalEventId(id), event: { ...event, tick: there, data: { ...event.data, metres: left, since: tick } } },
    ...(waits ? [{ kind: "adjust" as const, id, tick: there }] : []),
  ];
}

/** A segment is over: its distance is credited, and it goes on as was said (Dramatic Scenes, Time and Space). */
function fire({ eventId, tick, event }: Occurrence, { state, pending, target }: EventContext): EventResult {
  const movement = target === null ? null : plannedMovement(target, pending);
  if (target === null || movement === null) return { operations: [{ kind: "unschedule", eventId }] };
  const id = target.id ?? "";
  const options = segmentOptions(event.data);
  const { next, terrain, run } = options;
  const credited = metresIn(tick - movement.startedAt, movement.metres);
  const after = following(target.actor, movement, tick, options, pending);
  planMovement(target, pending, after, credited);
  const lines = [{ tick, who: target, key: `FATEWALKER.Move.Covers.${movement.kind}`, amount: credited }];
  if (after === null) return { lines: [...lines, { tick, who: target, key: "FATEWALKER.Move.Stops" }], operations: offTheClock(id) };
  // What goes on of itself stands on the clock for every 6 ticks.
  const same = event.every === SEGMENT_TICKS && after.kind === movement.kind && after.metres === movement.metres && next === "continue";
  return { lines, operations: [...(same ? [] : [scheduleSegment(id, after, { terrain, run })]), ...arrivesAt(state, id, tick, movement, after)] };
}

/** Somebody gets to where it was going; it moves on until it stops, unless it came to act there. */
function arrive({ tick, event }: Occurrence, { pending, target }: EventContext): EventResult {
  const lines = [{ tick, who: target, key: "FATEWALKER.Move.Arrives", data: { to: text(event.data.to) } }];
  const movement = target === null || event.data.stop !== true ? null : plannedMovement(target, pending);
  if (target === null || movement === null) return { lines };
  planMovement(target, pending, null, metresIn(Math.min(SEGMENT_TICKS, Math.max(0, tick - movement.startedAt)), movement.metres));
  return { lines: [...lines, { tick, who: target, key: "FATEWALKER.Move.Stops" }], operations: offTheClock(target.id ?? "") };
}

export function registerSegments(): void {
  registerEvent(SEGMENT_EVENT, { fire, label: ({ data }) => ({ key: "FATEWALKER.Move.EventLabel", data: { metres: Number(data.metres ?? 0) } }) });
  registerEvent(ARRIVAL_EVENT, { fire: arrive, label: ({ data }) => ({ key: "FATEWALKER.Move.ArrivalLabel", data: { to: text(data.to) } }) });
}
