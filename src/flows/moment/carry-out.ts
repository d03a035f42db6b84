import { RuleError } from "../../rules/errors";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import type { ExchangeState } from "../../rules/exchange/types";
import { compareIds } from "../../rules/clock/order";
import { participantOf } from "../clock/address";
import { writeNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { isFulfilled } from "../commit/ledger";
import { onBehalfOf } from "../commit/wisher";
import { declaredRun } from "../exchange/declare";
import { announce, type Run } from "../exchange/settle";
import { handlerOf } from "../intents/registry";
import { tellRefusal } from "./tell";
import type { Wish } from "../intents/types";
import { deedCard, nameOfDeed, openDeed } from "./deed-card";
import { awaitedIds, momentChange, type OpenExchange } from "./open";
import { proceed } from "./proceed";
import { coveringIds, preemptingIds, readersAmong } from "./preempting";
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
    return combatant !== null && group.includes(combatant) ? answer(current, index, { kind: "none", why: "together" }) : current;
  }, state);
}

/** Does something for whoever wished it, whoever's showing has completed the group; what cannot be is told to that person. */
async function refusing(wish: Wish, task: () => Promise<void>): Promise<void> {
  try {
    await onBehalfOf(wish.author.id, task);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    await tellRefusal(wish.author, wish.subject?.participant ?? null, error);
  }
}

/** What the group does, sorted by how it comes to pass. */
interface Opening {
  readonly runs: Run[];
  /** What waits for others: every exchange, and whoever sets out before eyes that may step in. */
  readonly open: OpenExchange[];
  /** Cards of those who set out. */
  readonly cards: DocumentChange[];
  /** What nobody can step in before: it is done at once. */
  readonly deeds: Wish[];
}

/**
 * All that a simultaneous group has declared happens at once: every exchange is declared against the same moment before any of them changes
 * anything, and the cards of all are shown together. From here on it is in the open: whoever holds an action or covers the place with fire may step
 * in, before somebody sets out as well. What cannot be done is refused to the one who wished it, who is then still due.
 */
export async function carryOut(combat: Combat.Implementation, secret: Secret): Promise<void> {
  const shown = [...secret.shown].sort((one, other) => compareIds(one.id, other.id));
  const { runs, open, cards, deeds } = await opening(combat, shown);
  for (const wish of deeds) await refusing(wish, async () => void (await handlerOf(wish.op)(wish)));
  for (const run of runs) await onBehalfOf(shown.find(({ card }) => card === run.card)?.by ?? null, () => announce(run));
  // Once it is written down who waits for whom, nothing is secret any more.
  await writeNow([...cards, ...(open.length === 0 ? [] : [momentChange(combat, open)]), secretChange(combat, null)]);
  if (open.length > 0) await proceed(combat);
}

async function opening(combat: Combat.Implementation, shown: readonly Shown[]): Promise<Opening> {
  const group = shown.map(({ id }) => id);
  const others = (ids: readonly string[]): string[] => ids.filter((id) => !group.includes(id));
  const result: Opening = { runs: [], open: [], cards: [], deeds: [] };
  for (const entry of shown) {
    const { id, card, ledger, deed, nonce } = entry;
    const wish = wishOf(combat, entry);
    const watchers = { asked: others(preemptingIds(combat, id)), covered: others(coveringIds(combat, id)) };
    const opened = { card, by: id, trigger: null, together: group.length > 1, begun: false, ...watchers };
    const readBy = (whisper: readonly string[]): OpenExchange => ({ ...opened, asked: readersAmong(combat, watchers.asked, whisper), covered: readersAmong(combat, watchers.covered, whisper) });
    const made = game.messages?.get(card);
    const isThere = made !== undefined;
    // A card that is there was made before a reload.
    if (isThere && deed.op === "declare") result.open.push(readBy(made.whisper.map(String)));
    else if (isThere && wish !== null) result.open.push({ ...opened, deed: openDeed(wish) });
    if (wish === null || isThere || isFulfilled(nonce)) continue;
    if (deed.op === "declare") {
      await refusing(wish, async () => {
        const run = await declaredRun(wish, { card, ledger, beside: shown.map((one) => one.card) });
        result.runs.push({ ...run, state: withoutAnswersOf(run.state, group) });
        result.open.push(readBy(run.audience.whisper));
      });
      continue;
    }
    await refusing(wish, () => {
      const name = awaitedIds(combat, opened).length === 0 ? null : nameOfDeed(wish);
      const participant = wish.subject?.participant ?? null;
      if (name === null || participant === null) result.deeds.push(wish);
      else {
        const waiting = openDeed(wish);
        result.open.push({ ...opened, deed: waiting });
        result.cards.push(deedCard(combat, participant, { card, name, op: waiting.op }));
      }
      return Promise.resolve();
    });
  }
  return result;
}
