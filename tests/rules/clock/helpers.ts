import { emptyClock, reduce } from "../../../src/rules/clock/reduce";
import type { ClockOperation, ClockState } from "../../../src/rules/clock/types";
import { RuleError } from "../../../src/rules/errors";

/** Applies operations one after the other. */
export function run(state: ClockState, ...operations: readonly ClockOperation[]): ClockState {
  return operations.reduce((current, operation) => reduce(current, operation).state, state);
}

/** A fight of `[id, awareness, initiative]`, begun. */
export function fight(...fighters: readonly (readonly [id: string, awareness: number, initiative: number | null])[]): ClockState {
  const joined = fighters.map(([id, awareness, initiative]): ClockOperation => ({ kind: "join", id, awareness, initiative }));
  return run(emptyClock(), ...joined, { kind: "begin" });
}

/** The same, taken to a later tick by letting the clock run before anyone joins. */
export function fightAt(tick: number, ...fighters: readonly (readonly [id: string, awareness: number, initiative: number])[]): ClockState {
  const begun = run(emptyClock(), { kind: "begin" });
  const later = tick > 1 ? run(begun, { kind: "advance", to: tick }) : begun;
  return run(later, ...fighters.map(([id, awareness, initiative]): ClockOperation => ({ kind: "join", id, awareness, initiative })));
}

/** Key of the refusal, or null when the operation went through. */
export function refusal(state: ClockState, operation: ClockOperation): string | null {
  try {
    reduce(state, operation);
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error.key;
    throw error;
  }
}

/** Action Tick of an entry; undefined when it is not there. */
export function tickOf(state: ClockState, id: string): number | null | undefined {
  return state.entries[id]?.actionTick;
}
