import { count, nullableText, record, text, truth } from "../../data/message/read";
import { AMBUSH_PENALTY, checkFreeAction } from "../../rules/clock/ambush";
import { clockState } from "../clock/state";
import type { DocumentChange } from "../commit/types";

/** Where a fight keeps how it was opened. */
const AMBUSH = "flags.fatewalker.ambush";

/** How an ambush goes: what surprise costs, and who has the free action (Dramatic Scenes, Surprise/Ambush). */
export interface Ambush {
  /** Ticks that the surprised start later. */
  readonly penalty: number;
  /** Combatant who has the free action; null: an event, or nobody. */
  readonly free: string | null;
  /** Who has had it; empty: nobody yet. */
  readonly taken: string;
  /** Tick on which it was had; 0: before the clock began. */
  readonly takenAt: number;
  /** It broke into a fight that was running already. */
  readonly late: boolean;
}

/** The ambush that opens a fight, or breaks into it; null: none. */
export function ambushOf(combat: Combat.Implementation): Ambush | null {
  const stored: unknown = foundry.utils.getProperty(combat, AMBUSH);
  const source = record(stored);
  if (!truth(source.on)) return null;
  return { penalty: source.penalty === undefined ? AMBUSH_PENALTY : count(source.penalty), free: nullableText(source.free), taken: text(source.taken), takenAt: count(source.takenAt), late: truth(source.late) };
}

const isSurprised = ({ actor }: Combatant.Implementation): boolean => actor?.statuses.has("surprised") === true;

/** The ambush that is not over yet: the clock has not begun, or somebody whom it has surprised has not come to its first tick. Null: none. */
export function ambushUnderWay(combat: Combat.Implementation): Ambush | null {
  return combat.round < 1 || combat.combatants.some(isSurprised) ? ambushOf(combat) : null;
}

/** Ticks that this one has paid, or will pay with its roll, for the surprise that it is in already; 0: none. */
export function paidFor(combat: Combat.Implementation, id: string): number {
  const combatant = combat.combatants.get(id);
  return combatant !== undefined && isSurprised(combatant) ? (ambushUnderWay(combat)?.penalty ?? 0) : 0;
}

/** Writes down how a fight is opened; null: like any other. */
export function ambushChange(combat: Combat.Implementation, ambush: Ambush | null): DocumentChange {
  const plain = { on: ambush !== null, penalty: ambush?.penalty ?? 0, free: ambush?.free ?? null, taken: ambush?.taken ?? "", takenAt: ambush?.takenAt ?? 0, late: ambush?.late ?? false };
  return { action: "update", uuid: combat.uuid, changes: { [AMBUSH]: plain } };
}

/** Somebody has had the free action. */
export const ambushTaken = (combat: Combat.Implementation, id: string | null): DocumentChange => ({ action: "update", uuid: combat.uuid, changes: { [`${AMBUSH}.taken`]: id ?? "", [`${AMBUSH}.takenAt`]: combat.round } });

/** Has this one the free action of an ambush still before it? */
export function isFreeAction(combat: Combat.Implementation, id: string): boolean {
  const ambush = ambushOf(combat);
  return ambush !== null && ambush.taken === "" && ambush.free === id && (ambush.late || combat.round < 1);
}

/** The fight in which this combatant has the free action still before it; null: none. */
export function fightOfFreeAction(id: string | null): Combat.Implementation | null {
  if (id === null) return null;
  return (game.combats?.contents ?? []).find((combat) => combat.combatants.has(id) && isFreeAction(combat, id)) ?? null;
}

/**
 * While an ambush is laid and the clock has not begun, nobody acts but the one who has the free action, once.
 * @throws RuleError `FATEWALKER.Error.NoAmbusher`, `FreeActionTaken`
 */
export function checkAmbush(id: string | null): void {
  if (id === null) return;
  const combat = (game.combats?.contents ?? []).find((candidate) => candidate.combatants.has(id));
  const ambush = combat === undefined ? null : ambushOf(combat);
  if (combat === undefined || ambush === null || combat.round >= 1) return;
  checkFreeAction(clockState(combat), { id, ambushers: ambush.free === null ? [] : [ambush.free], taken: ambush.taken === "" ? null : ambush.taken });
}
