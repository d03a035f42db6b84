import type { ClockOperation } from "../../rules/clock/types";
import { checkTicks } from "../../rules/clock/check";
import { RuleError } from "../../rules/errors";
import { clockState, combatantData } from "../clock/state";
import { commitClockNow } from "../clock/commit-clock";
import { commitNow } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { makeIntent } from "../intents/make";
import { list, nullableText, record } from "../../data/message/read";
import { ambushChange } from "./ambush";

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
  return [...people, ambushChange(combat, laid ? { penalty, free, taken: "", takenAt: 0, late: combat.round >= 1 } : null)];
}

/** The surprised of a running fight are later by the penalty; who has no initiative yet pays it with the roll. */
function delays(combat: Combat.Implementation, { surprised, penalty }: AmbushPlan): ClockOperation[] {
  const { tick, entries } = clockState(combat);
  if (tick < 1 || penalty === 0) return [];
  return surprised.flatMap((id): ClockOperation[] => {
    const entry = entries[id];
    if (entry === undefined || entry.state === "out" || entry.actionTick === null) return [];
    return [{ kind: "adjust", id, tick: Math.max(tick, entry.actionTick) + penalty }];
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
  if (combat.round >= 1) await commitClockNow(combat, { kind: "ambush", operations: delays(combat, plan), changes, ...named });
  else await commitNow({ kind: "ambush", combat: combat.id, exchange: null, record: null, changes, ...named });
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
