import { RuleError } from "../../rules/errors";
import { storedSource } from "../commit/write";
import { historyOf } from "./history";
import { logText } from "./words";
import { recordFrom, rootOf, type Documents, type FightRecord, type RecordedStep } from "./replay";

/** Without what every write leaves behind: a replay has no hours of its own. */
function withoutStats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutStats);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "_stats").map(([key, inner]) => [key, withoutStats(inner)]));
}

const plain = <T>(value: T): T => withoutStats(value) as T;

/**
 * The whole of a fight, from where everything stood before its first commit.
 * @throws RuleError for anybody but a GM: it holds what players must not know
 */
export function fightRecord(combat: Combat.Implementation): FightRecord {
  if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const steps = historyOf(combat).map(({ kind, state, ticks, ledger }): RecordedStep => ({
    kind, state, ticks, by: ledger?.flags.by ?? "", documents: plain(ledger?.data.documents ?? []),
  }));
  const roots = new Set([
    combat.uuid,
    ...combat.combatants.contents.flatMap(({ actor }) => (actor ? [actor.uuid] : [])),
    ...steps.flatMap(({ documents }) => documents.map(({ uuid }) => rootOf(uuid))),
  ]);
  const end = Object.fromEntries([...roots].flatMap((uuid): [string, Readonly<Record<string, unknown>>][] => {
    const source = storedSource(uuid);
    return source === null ? [] : [[uuid, plain(source)]];
  })) satisfies Documents;
  return recordFrom(combat.uuid, end, steps);
}

/** A record as the text of a file. */
export const recordText = (combat: Combat.Implementation): string => JSON.stringify(fightRecord(combat), null, 1);

/** The log of a fight as a text, as far as this person may read it. */
export const fightText = (combat: Combat.Implementation): string => logText(combat, historyOf(combat));
