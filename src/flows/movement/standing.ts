import { registerStandingRule, type EventContext, type EventResult } from "../events/registry";
import type { Pending } from "../events/pending";
import type { ClockState } from "../../rules/clock/types";
import { SEGMENT_TICKS } from "../../rules/movement/pace";
import { metresIn } from "../../rules/movement/distance";
import type { Movement } from "../../rules/movement/segment";
import { isOwnRun } from "./printed-paces";
import { segmentEventId } from "./read";
import { offTheClock, planMovement, plannedMovement, scheduleSegment } from "./segments";

/** Whoever is one of these goes nowhere. */
const HALTING = ["unconscious", "dead", "grappled", "held"] as const;

/** Can somebody go on like this? Crawlers lie, everyone but swimmers is on their feet (Actions and Maneuvers, Begin Movement). */
function mayGoOn(actor: Actor.Implementation, { kind }: Movement, pending: Pending): boolean {
  if (HALTING.some((status) => pending.hasStatus(actor, status))) return false;
  if (kind === "swim") return true;
  return pending.hasStatus(actor, "prone") === (kind === "crawl");
}

/** The first end of a segment that is still to come. */
function nextEnd({ startedAt }: Movement, tick: number): number {
  const over = Math.max(0, Math.floor((tick - startedAt) / SEGMENT_TICKS));
  return startedAt + over * SEGMENT_TICKS;
}

function standOne(combatant: Combatant.Implementation, state: ClockState, pending: Pending): EventResult {
  const id = combatant.id ?? "";
  const entry = state.entries[id];
  const movement = plannedMovement(combatant, pending);
  const scheduled = Object.hasOwn(state.schedule, segmentEventId(id));
  if (movement === null) return scheduled ? { operations: offTheClock(id) } : {};
  const { actor } = combatant;
  if (entry === undefined) {
    // It is leaving for good in this very commit: only its token's mark is left to clear.
    if (actor !== null) pending.setStatus(actor, "moving", false);
    return {};
  }
  if (entry.state === "out" || actor === null || !mayGoOn(actor, movement, pending)) {
    const credited = metresIn(Math.min(SEGMENT_TICKS, Math.max(0, state.tick - movement.startedAt)), movement.metres);
    planMovement(combatant, pending, null, credited);
    return { lines: [{ tick: state.tick, who: combatant, key: "FATEWALKER.Move.Halted", data: { metres: credited } }], operations: offTheClock(id) };
  }
  pending.setStatus(actor, "moving", true);
  if (scheduled) return {};
  const startedAt = nextEnd(movement, state.tick);
  // A run of which the clock knows no end any more is over with its segment.
  const run = isOwnRun(movement.kind) ? { until: startedAt + SEGMENT_TICKS, successes: 0, evasive: null } : null;
  return { operations: [scheduleSegment(id, { ...movement, startedAt }, { run })] };
}

/** Whoever moves has the end of its segment on the clock; whoever cannot go on stops where it is, credited pro rata. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const results = combat.combatants.contents.map((combatant) => standOne(combatant, state, pending));
  return { operations: results.flatMap(({ operations = [] }) => operations), lines: results.flatMap(({ lines = [] }) => lines) };
}

export function registerMovementRule(): void {
  registerStandingRule(stand);
}
