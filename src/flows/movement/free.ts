import { comesLast, FREE_ACTION, freeEventId } from "../../rules/clock/free";
import type { ClockOperation, ClockState, ScheduledEvent } from "../../rules/clock/types";
import { changeMovement, stopMovement, type Movement } from "../../rules/movement/segment";
import { oneOf } from "../../data/message/read";
import { clockState, combatData } from "../clock/state";
import { speedOf } from "../events/body";
import { registerEvent, type EventContext, type EventResult, type Occurrence } from "../events/registry";
import type { Pending } from "../events/pending";
import { openExchanges } from "../moment/open";
import { secretOf } from "../moment/secret";
import { paceRate } from "./paces";
import { segmentEventId } from "./read";
import { arrivesAt, offTheClock, plannedMovement, planMovement, scheduleSegment, segmentOptions } from "./segments";

/*
 * To stop, and to change between walking and running, needs no Action Tick: such free actions are the last step of a tick (Dramatic Scenes, Action
 * Order). Until everybody who is due has declared they wait on the clock, for all to see who may, like everything else that is going to happen.
 */

/** What somebody does at the end of a tick. */
export type FreeDeed = { readonly deed: "stop" } | { readonly deed: "change"; readonly pace: "walk" | "run" };

const DEEDS = ["stop", "change"] as const;
const FREE_PACES = ["walk", "run"] as const;
const FALLEN = ["unconscious", "dead"] as const;

function readFree({ data }: Pick<ScheduledEvent, "data">): FreeDeed {
  const pace = oneOf(FREE_PACES, data.pace);
  return oneOf(DEEDS, data.deed) === "change" && pace !== null ? { deed: "change", pace } : { deed: "stop" };
}

/** What this one does at the end of the tick; null: nothing that it has said. */
export function freeDeedOf(state: ClockState, id: string): (FreeDeed & { readonly tick: number }) | null {
  const event = Object.hasOwn(state.schedule, freeEventId(id)) ? state.schedule[freeEventId(id)] : undefined;
  return event === undefined || event.kind !== FREE_ACTION ? null : { ...readFree(event), tick: event.tick };
}

/** Does a segment of this one's movement end on this tick, and is nothing under way on it yet? Then the choice belongs to its beginning (readings, D6). */
function isAsked(combat: Combat.Implementation, { startedAt }: Movement): boolean {
  return startedAt === combat.round && (combatData(combat)?.pending ?? null) === null && openExchanges(combat).length === 0 && secretOf(combat) === null;
}

/** Does a change of this one's movement that is wished for now wait for the end of the tick? */
export const waitsForLast = (combat: Combat.Implementation, id: string, movement: Movement): boolean => comesLast(clockState(combat), id, isAsked(combat, movement));

/** Puts it on the clock as the last step of this tick; it takes the place of what was said before. */
export function scheduleFree(id: string, deed: FreeDeed, tick: number): ClockOperation {
  return { kind: "schedule", eventId: freeEventId(id), event: { tick, every: null, left: null, kind: FREE_ACTION, target: id, data: { ...deed } } };
}

/** Everybody has declared: it happens now, as far as there is still something to stop or to change. */
function fire({ tick, event }: Occurrence, { state, pending, target }: EventContext): EventResult {
  const movement = target === null ? null : plannedMovement(target, pending);
  const actor = target?.actor ?? null;
  // Whoever falls by what was done last on the tick stops by that.
  if (target === null || movement === null || (actor !== null && FALLEN.some((status) => pending.hasStatus(actor, status)))) return {};
  const said = readFree(event);
  return said.deed === "stop" ? stops(target, movement, tick, pending) : changes({ target, movement, tick, state, pending }, said.pace);
}

function stops(target: Combatant.Implementation, movement: Movement, tick: number, pending: Pending): EventResult {
  const { credited } = stopMovement(movement, tick);
  planMovement(target, pending, null, credited);
  return {
    lines: [{ tick, who: target, key: `FATEWALKER.Move.Covers.${movement.kind}`, amount: credited }, { tick, who: target, key: "FATEWALKER.Move.StopsLast" }],
    operations: offTheClock(target.id ?? ""),
  };
}

interface Changing {
  readonly target: Combatant.Implementation;
  readonly movement: Movement;
  readonly tick: number;
  readonly state: ClockState;
  readonly pending: Pending;
}

function changes({ target, movement, tick, state, pending }: Changing, pace: "walk" | "run"): EventResult {
  const id = target.id ?? "";
  const { actor } = target;
  // It may have changed its pace in its own turn meanwhile, or come to move in another way.
  if (actor === null || movement.kind === pace || !FREE_PACES.some((kind) => kind === movement.kind)) return {};
  const { terrain } = segmentOptions(state.schedule[segmentEventId(id)]?.data);
  const step = changeMovement(movement, { kind: pace, metres: paceRate(actor, pace, terrain, { speed: speedOf(actor, pending) }) }, tick);
  planMovement(target, pending, step.movement, step.credited);
  return {
    lines: [{ tick, who: target, key: `FATEWALKER.Move.Covers.${movement.kind}`, amount: step.credited }, { tick, who: target, key: `FATEWALKER.Move.ChangesLast.${pace}` }],
    operations: step.movement === null ? offTheClock(id) : [scheduleSegment(id, step.movement, { terrain }), ...arrivesAt(state, id, tick, movement, step.movement)],
  };
}

export function registerFreeActions(): void {
  registerEvent(FREE_ACTION, {
    fire,
    label: (event) => {
      const said = readFree(event);
      return { key: said.deed === "stop" ? "FATEWALKER.Move.LastLabel.stop" : `FATEWALKER.Move.LastLabel.${said.pace}` };
    },
  });
}
