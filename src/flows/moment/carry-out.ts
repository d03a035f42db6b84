import { RuleError } from "../../rules/errors";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import type { ExchangeState } from "../../rules/exchange/types";
import { compareIds } from "../../rules/clock/order";
import { participantOf } from "../clock/address";
import { writeNow } from "../commit/commit";
import { isFulfilled } from "../commit/ledger";
import { declaredRun } from "../exchange/declare";
import { announce, type Run } from "../exchange/settle";
import { handlerOf } from "../intents/registry";
import { tellRefusal } from "./tell";
import type { Wish } from "../intents/types";
import { momentChange, type OpenExchange } from "./open";
import { proceed } from "./proceed";
import { coveringIds, preemptingIds } from "./preempting";
import { secretChange, type Secret, type Shown } from "./secret";

/** The wish that was sealed, made anew by the person who sealed it; null when actor or person are gone. */
function wishOf(combat: Combat.Implementation, { id, deed, by, nonce }: Shown): Wish | null {
  const combatant = combat.combatants.get(id);
  const author = game.users?.get(by);
  const participant = combatant === undefined ? null : participantOf(combatant);
  const actor = combatant?.actor ?? null;
  if (author === undefined || participant === null || actor === null) return null;
  if (!actor.testUserPermission(author, "OWNER")) return null;
  return { op: deed.op, author, subject: { participant, actor }, args: deed.args, nonce, message: "" };
}

/** Members of the group never answer each other (Dramatic Scenes, Ties). */
function withoutAnswersOf(state: ExchangeState, group: readonly string[]): ExchangeState {
  return pendingAnswers(state).reduce((current, index) => {
    const { combatant } = state.targets[index]?.side.participant ?? { combatant: null };
    return combatant !== null && group.includes(combatant) ? answer(current, index, { kind: "none" }) : current;
  }, state);
}

async function refusing(wish: Wish, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    await tellRefusal(wish.author, wish.subject?.participant ?? null, error);
  }
}

/**
 * All that a simultaneous group has declared happens at once: every exchange is declared against the same moment before any of them changes
 * anything, and the cards of all are shown together. What cannot be done is refused to the one who wished it, who is then still due.
 */
export async function carryOut(combat: Combat.Implementation, secret: Secret): Promise<void> {
  const shown = [...secret.shown].sort((one, other) => compareIds(one.id, other.id));
  const group = shown.map(({ id }) => id);
  const runs: Run[] = [];
  const open: OpenExchange[] = [];
  const deeds: Wish[] = [];
  const opened = ({ id, card }: Shown): void => {
    const others = (ids: readonly string[]): string[] => ids.filter((other) => !group.includes(other));
    open.push({ card, by: id, trigger: null, together: group.length > 1, begun: false, asked: others(preemptingIds(combat, id)), covered: others(coveringIds(combat, id)) });
  };
  for (const entry of shown) {
    // A card that is there was made before a reload.
    if (game.messages?.has(entry.card) === true) opened(entry);
    const wish = wishOf(combat, entry);
    if (wish === null || game.messages?.has(entry.card) === true || isFulfilled(entry.nonce)) continue;
    if (entry.deed.op !== "declare") deeds.push(wish);
    else {
      await refusing(wish, async () => {
        const run = await declaredRun(wish, { card: entry.card, ledger: entry.ledger });
        runs.push({ ...run, state: withoutAnswersOf(run.state, group) });
        opened(entry);
      });
    }
  }
  for (const wish of deeds) await refusing(wish, async () => void (await handlerOf(wish.op)(wish)));
  for (const run of runs) await announce(run);
  // Once it is written down who waits for whom, nothing is secret any more.
  await writeNow([...(open.length === 0 ? [] : [momentChange(combat, open)]), secretChange(combat, null)]);
  if (open.length > 0) await proceed(combat);
}
