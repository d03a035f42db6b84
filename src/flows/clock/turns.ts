import { worldSeconds } from "../../rules/clock/time";
import { combatData } from "./state";

/** Where a fight's clock stands. */
export interface Hand {
  readonly tick: number;
  readonly active: string | null;
}

/** What Foundry does at the beginning and the end of a turn. */
export interface TurnRituals {
  readonly begin: (combatant: Combatant.Implementation, tick: number) => Promise<void>;
  readonly end: (combatant: Combatant.Implementation, tick: number) => Promise<void>;
}

/** Where the hand stood when this client last looked: what has changed is told by comparing, never by the update. */
const seen = new WeakMap<object, Hand>();

/**
 * Turns that have begun and ended, by tick and combatant: one who is interrupted and comes back to its turn does not begin
 * it twice, nor does anybody when steps are taken back and redone.
 */
const told = new WeakMap<object, Set<string>>();

const handOf = (combat: Combat.Implementation): Hand => ({ tick: combat.round, active: combatData(combat)?.active ?? null });

/** Remembers where a fight stands when it is first read. */
export function noticeClock(combat: Combat.Implementation): void {
  if (!seen.has(combat)) seen.set(combat, handOf(combat));
}

/** Compares with the last look and remembers; null: the hand stands where it stood. */
export function clockMoved(combat: Combat.Implementation): { readonly before: Hand; readonly now: Hand } | null {
  const before = seen.get(combat);
  const now = handOf(combat);
  seen.set(combat, now);
  return before === undefined || (before.tick === now.tick && before.active === now.active) ? null : { before, now };
}

/** How often this client has asked for time to pass and not heard yet that it has. */
let passing = 0;

/** Is world time on its way to where the clock stands? */
export const isTimePassing = (): boolean => passing > 0;

/** Fights whose hand is put back so that it can come down elsewhere: meanwhile no time passes with it. */
const held = new Set<string>();

/**
 * Does something that puts hands back and forth; time passes once it is done, on this client, by what has come of it.
 * @param ticks  up to which world time has passed, by id of the fight
 */
export async function withTimeHeld<T>(ticks: ReadonlyMap<string, number>, task: () => Promise<T>): Promise<T> {
  for (const id of ticks.keys()) held.add(id);
  try {
    return await task();
  } finally {
    for (const [id, tick] of ticks) {
      held.delete(id);
      const combat = game.combats?.get(id);
      if (combat !== undefined) void passTime(combat as Combat.Implementation, { tick, active: null }, handOf(combat as Combat.Implementation));
    }
  }
}

/** Lets world time pass with the clock, forward and back. */
export async function passTime({ id }: Combat.Implementation, before: Hand, now: Hand): Promise<void> {
  const seconds = held.has(id ?? "") ? 0 : worldSeconds(before.tick, now.tick);
  if (seconds === 0) return;
  passing += 1;
  try {
    await game.time.advance(seconds);
  } finally {
    passing -= 1;
  }
}

/**
 * Ends the turn that was and begins the one that is, each once for a combatant and tick. Going back begins nothing.
 */
export async function passTurn(combat: Combat.Implementation, before: Hand, now: Hand, rituals: TurnRituals): Promise<void> {
  if (now.tick < before.tick) return;
  const last = combat.combatants.get(before.active ?? "");
  if (last !== undefined && isFirst(combat, "end", before)) {
    Hooks.callAll("fatewalker.turnEnd", combat, last, before.tick);
    await rituals.end(last, before.tick);
  }
  const next = combat.combatants.get(now.active ?? "");
  if (next === undefined || !isFirst(combat, "start", now)) return;
  Hooks.callAll("fatewalker.turnStart", combat, next, now.tick);
  await rituals.begin(next, now.tick);
}

function isFirst(combat: Combat.Implementation, what: "start" | "end", { tick, active }: Hand): boolean {
  const known = told.get(combat) ?? new Set<string>();
  const turn = `${what}.${tick}.${active}`;
  if (known.has(turn)) return false;
  told.set(combat, known.add(turn));
  return true;
}

/** Sorts all fights once everything is there: while the world was read, the Awareness of tokens was not known yet. */
export function sortFights(): void {
  for (const combat of game.combats?.contents ?? []) combat.setupTurns();
}
