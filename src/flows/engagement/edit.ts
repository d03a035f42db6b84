import { clockState, combatData, commitClockNow } from "../clock";
import { seriallyHere } from "../commit/in-turn";
import { Pending } from "../events/pending";
import { makeIntent } from "../intents/make";
import type { Wish } from "../intents/types";
import { isRecord, text } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { pairKey, readEngagement, type Engagement } from "./read";
import { planEngagement, planMarks } from "./marks";

/** Highest levels of what one may have over another (readings D10, D11). */
export const MOST_LEVEL = { grapple: 3, ground: 2, hold: 9 } as const;
/** Lowest: ground combat has a level 0, a grip has none. */
export const LEAST_LEVEL = { grapple: 1, ground: 0, hold: 1 } as const;

/** What a GM sets between two: a record, or null where they are engaged no longer. */
export interface EngagementEdit {
  readonly ids: readonly [string, string];
  readonly record: Engagement["record"] | null;
}

/** @throws RuleError when the fight is over, the two are not two of it, or the record is none */
function checkEdit(combat: Combat.Implementation, { ids: [one, other], record }: EngagementEdit): void {
  if (game.combats?.has(combat.id ?? "") !== true) throw new RuleError("FATEWALKER.Error.NoFight");
  const entries = clockState(combat).entries;
  if (one === other || entries[one] === undefined || entries[other] === undefined) throw new RuleError("FATEWALKER.Engagement.NotTwo");
  if (record === null) return;
  for (const kind of ["grapple", "ground", "hold"] as const) {
    const held = record[kind];
    if (held === null) continue;
    if (held.level < LEAST_LEVEL[kind] || held.level > MOST_LEVEL[kind]) throw new RuleError("FATEWALKER.Engagement.BadLevel", { least: LEAST_LEVEL[kind], most: MOST_LEVEL[kind] });
  }
}

/** One commit with its ledger: the record, and the marks on both tokens. Only from a task of the queue. */
async function writeEdit(combat: Combat.Implementation, edit: EngagementEdit, nonce?: string): Promise<void> {
  checkEdit(combat, edit);
  const pending = new Pending();
  planEngagement(combat, pending, pairKey(...edit.ids), edit.record ?? undefined);
  for (const id of edit.ids) planMarks(combat, pending, id);
  await commitClockNow(combat, { kind: "engagement", operations: [], changes: pending.after(0), ...(nonce === undefined ? {} : { nonce }) });
}

/** The GM sets how two stand to each other: at once on the client that commits, as a wish on another GM's. */
export async function submitEngagement(combat: Combat.Implementation, edit: EngagementEdit): Promise<void> {
  if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
  if (!(await seriallyHere(() => writeEdit(combat, edit)))) await makeIntent("move", null, { deed: "engagement", combat: combat.id, pair: pairKey(...edit.ids), record: edit.record });
}

/** Fulfils another GM's wish. @throws RuleError for anybody else's */
export async function fulfilEngagement({ author, args, nonce }: Wish): Promise<void> {
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const combat = game.combats?.get(text(args.combat)) as Combat.Implementation | undefined;
  if (combat === undefined || combatData(combat) === null) throw new RuleError("FATEWALKER.Error.NoFight");
  const pair = text(args.pair);
  const [one = "", other = ""] = pair.split("_");
  const read = isRecord(args.record) ? readEngagement(pair, args.record) : null;
  if (isRecord(args.record) && read === null) throw new RuleError("FATEWALKER.Engagement.NotTwo");
  await writeEdit(combat, { ids: [one, other], record: read?.record ?? null }, nonce);
}
