import type { ClockOperation } from "../../rules/clock/types";
import { checkTicks } from "../../rules/clock/check";
import { RuleError } from "../../rules/errors";
import { clockState, combatantData } from "../clock/state";
import { commitClockNow } from "../clock/commit-clock";
import { seriallyHere } from "../commit/in-turn";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { makeIntent } from "../intents/make";
import { list, nullableText, record } from "../../data/message/read";
import { ambushChange, ambushUnderWay, paidFor } from "./ambush";

/** What a GM says of an ambush. */
export interface AmbushPlan {
  /** Combatants who are taken by surprise. */
  readonly surprised: readonly string[];
  /** Whom each of them has noticed all the same. */
  readonly noticed: Readonly<Record<string, readonly string[]>>;
  /** Ticks that surprise costs, 0 or more. */
  readonly penalty: number;
  /** Who has the free action; null: an event, or nobody. */
  readonly free: string | null;
}

function changesOf(combat: Combat.Implementation, { surprised, noticed, penalty, free }: AmbushPlan): DocumentChange[] {
  const people = combat.combatants.contents.flatMap((combatant): DocumentChange[] => {
    const id = combatant.id ?? "";
    const isSurprised = surprised.includes(id);
    const aware = isSurprised ? [...(noticed[id] ?? [])] : [];
    return [
      ...(combatant.actor ? statusChanges(combatant.actor, "surprised", isSurprised) : []),
      ...((combatantData(combatant)?.awareOf ?? []).join() === aware.join() ? [] : [{ action: "update" as const, uuid: combatant.uuid, changes: { "system.awareOf": aware } }]),
    ];
  });
  const laid = surprised.length > 0 || free !== null;
  // Laid again, it is the same ambush as long as it lasts: its free action comes once.
  const before = ambushUnderWay(combat);
  const { taken, takenAt } = before !== null && before.free === free ? before : { taken: "", takenAt: 0 };
  return [...people, ambushChange(combat, laid ? { penalty, free, taken, takenAt, late: combat.round >= 1 } : null)];
}

/**
 * Whoever has its tick already is later by the penalty, each once: by the difference where it has paid for this surprise before, and earlier
 * where it is surprised no more. Who has no initiative yet pays with the roll (Dramatic Scenes, Surprise/Ambush).
 */
function delays(combat: Combat.Implementation, { surprised, penalty }: AmbushPlan): ClockOperation[] {
  const { tick, entries } = clockState(combat);
  return Object.values(entries).flatMap(({ id, state, actionTick }): ClockOperation[] => {
    const later = (surprised.includes(id) ? penalty : 0) - paidFor(combat, id);
    if (later === 0 || state === "out" || actionTick === null) return [];
    return [{ kind: "adjust", id, tick: Math.max(tick, later > 0 ? Math.max(tick, actionTick) + later : actionTick + later) }];
  });
}

const idsIn = (value: unknown): string[] => list((id) => nullableText(id), value);

/** A plan out of a message. Numbers are judged when it is laid. */
export function readAmbush(value: unknown): AmbushPlan {
  const { surprised, noticed, penalty, free } = record(value);
  return { surprised: idsIn(surprised), noticed: Object.fromEntries(Object.entries(record(noticed)).map(([id, others]) => [id, idsIn(others)])), penalty: typeof penalty === "number" ? penalty : 0, free: nullableText(free) };
}

/**
 * Lays an ambush, before the clock begins or into a running fight: who is surprised is marked and asked for no answers, starts later by the penalty,
 * and one of the others has a free action (Dramatic Scenes, Surprise/Ambush). Can be taken back like every step. Only from a task of the commit queue.
 * @throws RuleError `FATEWALKER.Error.BadTicks`
 */
export async function layAmbushNow(combat: Combat.Implementation, plan: AmbushPlan, nonce?: string): Promise<void> {
  checkTicks(plan.penalty);
  const named = nonce === undefined ? {} : { nonce };
  const changes = changesOf(combat, plan);
  const ids = combat.combatants.contents.flatMap(({ id }) => (id !== null && plan.surprised.includes(id) ? [id] : []));
  await commitClockNow(combat, { kind: "ambush", operations: delays(combat, plan), ids, changes, ...named });
}

/**
 * A GM lays an ambush: at once on the client that commits, as a wish on any other.
 * @throws RuleError `FATEWALKER.Error.OnlyGM`, and as `layAmbushNow` does
 */
export async function layAmbush(combat: Combat.Implementation, plan: AmbushPlan): Promise<void> {
  checkTicks(plan.penalty);
  if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
  if (!(await seriallyHere(() => layAmbushNow(combat, plan)))) await makeIntent("advance", null, { combat: combat.id, deed: { kind: "ambush", plan } });
}
