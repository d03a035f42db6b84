import { isFreeAction } from "../../rules/clock/free";
import { declaringIds, nextDueTick } from "../../rules/clock/order";
import { fireUpTo, nextEventTick } from "../../rules/clock/schedule";
import type { ClockEvent, ClockOperation, ClockState } from "../../rules/clock/types";
import { finishPlan, operate, type ClockPlan, type LogEntry } from "../clock/plan";
import { combatData } from "../clock/state";
import { othersOpen } from "../moment/open";
import type { DocumentChange } from "../commit/types";
import { interruptAims } from "./aims";
import { eventCards } from "./card";
import type { EventLine } from "./lines";
import { Pending } from "./pending";
import { eventKind, standingRules, type EventResult, type Occurrence } from "./registry";

export interface UnfoldOptions {
  /** Changes of the same commit that are not written yet. */
  readonly pending?: readonly DocumentChange[];
  /** Card of the exchange that this commit settles: it holds time up no longer. */
  readonly exchange?: string | null;
  /** It is an exchange, which says itself what becomes of aims. */
  readonly settlesAims?: boolean;
}

/** How often rules may answer to each other within one step; they settle at once, this only stops a rule that never does. */
const MOST_ROUNDS = 20;

/** After these the one who was due has used its tick: time may go on by itself. */
const DEEDS: readonly ClockOperation["kind"][] = ["act", "react", "hold", "preempt"];

/**
 * Plans operations with all that follows of them in the same commit: the events that the clock passes, in order and each
 * once; what holds of itself; and, where the world wants it so, time going on to whoever is due next.
 * @throws {RuleError} when the rules refuse one of the operations; then none is done
 */
export async function unfold(combat: Combat.Implementation, before: ClockState, operations: readonly ClockOperation[], log: LogEntry | null = null, options: UnfoldOptions = {}): Promise<ClockPlan> {
  const course = new Course(combat, before, options.pending ?? []);
  for (const operation of operations) await course.take(operation);
  if (options.settlesAims !== true) course.interruptAims(operations);
  // Who has fallen by this holds time up no longer.
  await course.stand();
  if (goesOn(combat, operations, course.state, options.exchange ?? null)) await course.advance();
  await course.stand();
  const plan = finishPlan(combat, before, course.state, course.events, log);
  return { ...plan, changes: [...course.changes, ...plan.changes, ...(await eventCards(combat, course.lines))] };
}

/** Events on ticks that the hand has passed without firing them, since somebody moved it by hand. */
export const isOverdue = ({ tick, schedule }: ClockState): boolean =>
  tick >= 1 && ((nextEventTick(schedule) ?? tick + 1) <= tick || Object.values(schedule).some((event) => isFreeAction(event) && event.tick < tick));

/** Fires what is overdue. */
export async function unfoldOverdue(combat: Combat.Implementation, before: ClockState, log: LogEntry): Promise<ClockPlan> {
  const course = new Course(combat, before, []);
  await course.catchUp();
  await course.stand();
  const plan = finishPlan(combat, before, course.state, course.events, log);
  return { ...plan, changes: [...course.changes, ...plan.changes, ...(await eventCards(combat, course.lines))] };
}

function goesOn(combat: Combat.Implementation, operations: readonly ClockOperation[], state: ClockState, exchange: string | null): boolean {
  if (game.settings.get("fatewalker", "autoAdvance") !== true) return false;
  const pending = combatData(combat)?.pending ?? null;
  if (pending !== null && pending !== exchange) return false;
  if (othersOpen(combat, exchange)) return false;
  return state.tick >= 1 && operations.some(({ kind }) => DEEDS.includes(kind)) && declaringIds(state).length === 0 && nextDueTick(state) !== null;
}

/** One commit's way through the clock. */
class Course {
  state: ClockState;
  readonly events: ClockEvent[] = [];
  readonly lines: EventLine[] = [];
  readonly #combat: Combat.Implementation;
  readonly #pending: Pending;
  readonly #brought: number;
  /** How many changes the standing rules have seen; null: they have not looked at the clock as it is. */
  #settled: number | null = null;

  constructor(combat: Combat.Implementation, state: ClockState, pending: readonly DocumentChange[]) {
    this.#combat = combat;
    this.state = state;
    this.#pending = new Pending(pending);
    this.#brought = pending.length;
  }

  /** What events have planned, beside what was brought along. */
  get changes(): readonly DocumentChange[] {
    return this.#pending.after(this.#brought);
  }

  async take(operation: ClockOperation): Promise<void> {
    if (operation.kind === "advance") return this.advance(operation.to);
    if (operation.kind === "begin") await this.stand(true);
    await this.#step(operation);
  }

  interruptAims(operations: readonly ClockOperation[]): void {
    interruptAims(this.#combat, operations, this.#pending);
  }

  /** One operation of the rules, with what fires by it. */
  async #step(operation: ClockOperation): Promise<void> {
    const step = operate(this.#combat, this.state, operation);
    this.events.push(...step.events);
    this.state = step.state;
    this.#settled = null;
    await this.#fire(step.events);
  }

  async #fire(events: readonly ClockEvent[]): Promise<void> {
    for (const event of events) {
      if (event.kind === "fired") await this.#happen(event);
    }
  }

  async #happen(occurrence: Occurrence): Promise<void> {
    const { target } = occurrence.event;
    const kind = eventKind(occurrence.event.kind);
    if (kind === null) return;
    const context = { combat: this.#combat, state: this.state, pending: this.#pending, target: target === null ? null : (this.#combat.combatants.get(target) ?? null) };
    await this.#follow(await kind.fire(occurrence, context));
  }

  async #follow({ operations = [], lines = [] }: EventResult): Promise<void> {
    this.lines.push(...lines);
    for (const operation of operations) {
      // Something that fired for the last time is not on the schedule any more.
      if (operation.kind === "unschedule" && !Object.hasOwn(this.state.schedule, operation.eventId)) continue;
      await this.#step(operation);
    }
  }

  /**
   * Time goes on, stopping at every tick on which something happens: what happens there may change who is due.
   */
  async advance(to?: number): Promise<void> {
    for (let moved = false; ; moved = true) {
      await this.stand();
      // What happened on this tick may have woken somebody who is due on it.
      if (moved && declaringIds(this.state).length > 0) return;
      const { tick, schedule } = this.state;
      const next = nextDueTick(this.state);
      const event = nextEventTick(schedule);
      const goal = to ?? next ?? Math.max(tick + 1, event ?? 0);
      const stop = event !== null && event > tick ? Math.min(event, goal) : goal;
      await this.#step({ kind: "advance", to: stop });
      if (declaringIds(this.state).length > 0 || nextDueTick(this.state) === null && (to === undefined || this.state.tick >= to)) return;
      if (to !== undefined && this.state.tick >= to) return;
    }
  }

  /** Fires what lies behind the hand. */
  async catchUp(): Promise<void> {
    const { schedule, fired } = fireUpTo(this.state.schedule, this.state.tick);
    this.state = { ...this.state, schedule };
    this.events.push(...fired);
    await this.#fire(fired);
    this.state = { ...this.state, active: declaringIds(this.state)[0] ?? null };
  }

  /**
   * Lets everything that holds of itself take hold.
   * @param ahead also before the clock has begun, for what begins with it
   */
  async stand(ahead = false): Promise<void> {
    if (this.state.tick < 1 && !ahead) return;
    for (let round = 0; round < MOST_ROUNDS && this.#settled !== this.#pending.size; round += 1) {
      this.#settled = this.#pending.size;
      for (const rule of standingRules()) await this.#follow(rule({ combat: this.#combat, state: this.state, pending: this.#pending }));
    }
  }
}
