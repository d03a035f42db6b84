import { exchangeOf } from "../../data/message";
import { RuleError } from "../../rules/errors";
import { amountsOf, changeTarget, correct } from "../../rules/exchange/amend";
import { withAmendment, type Amendment, type Correction } from "../../rules/exchange/amendments";
import type { Places } from "../../rules/exchange/places";
import type { ExchangeMessageData, ExchangeState, Participant } from "../../rules/exchange/types";
import { combatData } from "../clock/state";
import { withTimeHeld } from "../clock/turns";
import { replaceNow } from "../commit/commit";
import { laterThan, stackOf, type Ledger } from "../commit/ledger";
import type { DocumentChange } from "../commit/types";
import { worldTime } from "../healing/new-wound";
import type { Wish } from "../intents/types";
import { calledOff } from "../moment/call-off";
import { aimAt, chosenTarget } from "./aim";
import { movedNames } from "./amend";
import { namesOf } from "./card";
import { publicParticipant } from "./names";
import { openExchange } from "./react";
import { lay, plannedCommit, rolledAgain, type Run } from "./settle";

/** What a GM puts in the place of what counts of one target. */
export interface TargetCorrection extends Correction {
  /** Place of the target. */
  readonly target: number;
  /** Somebody else in its place; null: nobody. */
  readonly to: Participant | null;
}

interface Request {
  /** Id of the ledger that the GM has looked at. */
  readonly ledger: string;
  /** How many changes its card told of then: what lies on the table keeps its ledger when it is corrected. Null: the wish does not say. */
  readonly amendments: number | null;
  readonly corrections: readonly TargetCorrection[];
}

/**
 * Corrects an exchange that is resolved: with the same dice, all that follows of what is changed is worked out anew. What is applied is
 * taken back and applied anew, as one step of the log.
 * @throws RuleError `FATEWALKER.Amend.Stale` (somebody was quicker), `Nothing`, `LaterStepsStand`, `OthersWait`, and what the rules refuse
 */
export async function correctExchange(id: string, { ledger, amendments, corrections }: Request, wish: Wish): Promise<void> {
  const card = exchangeOf(game.messages?.get(id));
  if (card === null) throw new RuleError("FATEWALKER.Exchange.Gone");
  if (card.ledger !== ledger || (amendments !== null && amendments !== (card.amendments ?? []).length)) throw new RuleError("FATEWALKER.Amend.Stale");
  if (card.phase === "resolved") {
    const { run } = openExchange(id, "resolved", wish.nonce);
    const changed = await amended(run, corrections, wish);
    return lay({ ...changed, state: await rolledAgain(changed) });
  }
  if (card.phase !== "applied") throw new RuleError("FATEWALKER.Amend.Over");
  await reapply(id, card, corrections, wish);
}

/** The exchange with everything that was asked for, and the trace of it. @throws RuleError `FATEWALKER.Amend.Nothing`, and what the rules refuse */
async function amended(run: Run, corrections: readonly TargetCorrection[], wish: Wish): Promise<Run> {
  let changed = run;
  // Whoever stood beside a former target goes with it, so that others may stand elsewhere.
  let places: Places = run.state.targets.map((_target, index) => index);
  const placeOf = (target: number): number => places[target] ?? -1;
  for (const { target, to } of corrections) {
    if (to === null) continue;
    const seated = await retargeted(changed, placeOf(target), to, wish);
    changed = seated.run;
    places = places.map((place) => (place === null ? null : (seated.places[place] ?? null)));
  }
  for (const { target, ...amounts } of corrections) changed = { ...changed, state: withAmounts(changed.state, placeOf(target), amounts, wish.author.name) };
  if (changed.state === run.state) throw new RuleError("FATEWALKER.Amend.Nothing");
  return changed;
}

async function retargeted(run: Run, index: number, to: Participant, { author }: Wish): Promise<{ readonly run: Run; readonly places: Places }> {
  const former = run.state.targets[index]?.side.participant;
  if (former === undefined || former.actor === to.actor) return { run, places: run.state.targets.map((_target, place) => place) };
  const target = chosenTarget(run, to, true);
  const { state, places } = changeTarget(run.state, index, await aimAt(run, target), { asked: false });
  const names = movedNames(run.names, places, (place) => run.state.targets[place]?.side.participant.actor === former.actor);
  return { places, run: { ...run, names, state: withAmendment(state, { by: author.name, kind: "target", from: publicParticipant(former).name, to: publicParticipant(target).name }) } };
}

function withAmounts(state: ExchangeState, index: number, amounts: Correction, by: string): ExchangeState {
  const corrected = correct(state, index, amounts);
  const target = state.targets[index];
  if (corrected === state || target === undefined) return state;
  const now = amountsOf(target);
  const of = target.side.participant;
  const traces = (["successes", "points"] as const).flatMap((kind): Amendment[] => {
    const to = amounts[kind];
    return to === undefined || to === now[kind] ? [] : [{ by, kind, of, name: publicParticipant(of).name, from: now[kind] ?? 0, to }];
  });
  return traces.reduce(withAmendment, corrected);
}

/** What stands of an exchange, and nothing after it. @throws RuleError `FATEWALKER.Amend.LaterStepsStand` */
function standing(id: string): { readonly stack: readonly Ledger[]; readonly newest: Ledger; readonly record: ExchangeState } {
  const stack = stackOf(id);
  const newest = stack.at(-1);
  const record = newest?.data.record ?? null;
  if (newest === undefined || record === null) throw new RuleError("FATEWALKER.Exchange.Gone");
  const later = laterThan(stack).length;
  if (later > 0) throw new RuleError("FATEWALKER.Amend.LaterStepsStand", { count: later });
  return { stack, newest, record };
}

async function reapply(id: string, before: ExchangeMessageData, corrections: readonly TargetCorrection[], wish: Wish): Promise<void> {
  const message = game.messages?.get(id);
  const { stack, newest, record } = standing(id);
  if (message === undefined) throw new RuleError("FATEWALKER.Exchange.Gone");
  const combat = (game.combats?.get(newest.data.combat ?? "") ?? null) as Combat.Implementation | null;
  const whisper = message.whisper.map((user) => String(user));
  const run: Run = { state: record, names: namesOf(before), card: id, ledger: foundry.utils.randomID(), isNew: false, audience: { whisper, blind: message.blind }, nonce: wish.nonce, wish: stack[0]?.flags.declared ?? null };
  const waits = combat === null ? null : (combatData(combat)?.pending ?? null);
  const hand = combat === null ? "" : handOf(combat);
  const time = woundTime(stack);
  let tell = (): void => undefined;
  // World time goes from where it is to where it comes to, not back in between: a client that is lost there leaves it as it was.
  const ticks = new Map(combat?.id ? [[combat.id, combat.round]] : []);
  await withTimeHeld(ticks, () => replaceNow(stack, async () => {
    // Everybody is measured and hurt as if it had not happened yet.
    const changed = await amended(run, corrections, wish);
    const planned = await plannedCommit({ ...changed, state: await rolledAgain(changed) }, { kind: "amend", waits });
    ({ tell } = planned);
    const { companions = [], changes } = planned.request;
    // Who was due when something was declared on top of it is due no more: it is declared anew.
    const isOver = combat !== null && waits !== null && handOf(combat, changes) !== hand;
    const off = isOver ? calledOff(combat, { key: "FATEWALKER.Exchange.CalledOffByUndo", data: {} }) : [];
    return { ...planned.request, changes: atTime(changes, time), companions: [...off, ...companions], cards: { before, after: planned.data } };
  }));
  tell();
}

/** Where an actor keeps when it was wounded last, in seconds of the world. */
const WOUNDED_AT = "system.healing.lastNewWound";

/** When the exchange happened, as far as wounds tell; else it is now. */
const woundTime = (stack: readonly Ledger[]): number => Number(stack.flatMap(({ data }) => data.documents).flatMap(({ patches }) => patches).find(({ path }) => path === WOUNDED_AT)?.after ?? worldTime());

/** Wounds are as old as the exchange that made them, whenever that is corrected. */
const atTime = (changes: readonly DocumentChange[], time: number): DocumentChange[] =>
  changes.map((change) => (change.action === "update" && WOUNDED_AT in change.changes ? { ...change, changes: { ...change.changes, [WOUNDED_AT]: time } } : change));

/** Where a fight stands once these changes are written, for whoever has declared something in it. */
function handOf(combat: Combat.Implementation, changes: readonly DocumentChange[] = []): string {
  const planned: Readonly<Record<string, unknown>> = Object.assign({}, ...changes.map((change) => (change.action === "update" && change.uuid === combat.uuid ? change.changes : {})));
  const active = "system.active" in planned ? planned["system.active"] : combatData(combat)?.active;
  return JSON.stringify([planned.round ?? combat.round, active ?? null]);
}
