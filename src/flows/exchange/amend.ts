import { isRecord, list, nullableCount, text, whole } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import { RuleError } from "../../rules/errors";
import { changeTarget, joinTarget, withoutTarget } from "../../rules/exchange/amend";
import { withAmendment } from "../../rules/exchange/amendments";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import type { Places } from "../../rules/exchange/places";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import type { Wish } from "../intents/types";
import { checkMoment } from "../moment/answers";
import { fightWithOpen } from "../moment/open";
import { aimAt, chosenTarget } from "./aim";
import type { CardNames } from "./card";
import { correctExchange, type TargetCorrection } from "./corrected";
import { publicParticipant } from "./names";
import { goOn, openExchange } from "./react";
import { withoutHopeless } from "./reactions";
import { fightOf } from "./setup";
import type { Run } from "./settle";

/**
 * Fulfils a wish to change an exchange after it was declared. A GM, or whoever declared it, joins `{ exchange, do: "join", target }` or lets an
 * attack at nobody be made at nobody: `{ exchange, do: "alone" }`. A GM alone puts somebody in the place of another who waits for nothing yet
 * but answers, `{ exchange, do: "change", target: index, from: uuid, to }`, and corrects what lies on the table or is applied,
 * `{ exchange, do: "correct", ledger, amendments, targets: [{ target: index, successes, points, to }] }`, with the number of changes
 * that its card told of when it was looked at.
 */
export async function fulfilAmend(wish: Wish): Promise<void> {
  const { args } = wish;
  const what = text(args.do);
  if (what === "join") return join(ownExchange(wish), readParticipant(args.target), wish);
  if (what === "alone") return alone(ownExchange(wish));
  if (!wish.author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  if (what === "change") return change(openExchange(text(args.exchange), "answering", wish.nonce).run, wish);
  if (what === "correct") return correctExchange(text(args.exchange), { ledger: text(args.ledger), amendments: nullableCount(args.amendments), corrections: list(readCorrection, args.targets) }, wish);
  throw new RuleError("FATEWALKER.Intent.Unknown", { op: what });
}

/** @throws RuleError when there is no such exchange, or when the author neither is a GM nor has declared it */
function ownExchange({ subject, args, author, nonce }: Wish): Run {
  const { run } = openExchange(text(args.exchange), "answering", nonce);
  if (!author.isGM && subject?.participant.actor !== run.state.attacker.participant.actor) throw new RuleError("FATEWALKER.Amend.NotYours");
  return run;
}

function readCorrection(value: unknown): TargetCorrection | null {
  if (!isRecord(value)) return null;
  const target = nullableCount(value.target);
  const amount = (key: "successes" | "points"): { readonly [name in typeof key]?: number } => (typeof value[key] === "number" ? { [key]: value[key] } : {});
  return target === null ? null : { target, to: readParticipant(value.to), ...amount("successes"), ...amount("points") };
}

/** Whoever has stepped in before, or answers another one of the same moment, has no answer to this one: the rules of the moment know. */
function withoutBarred(state: ExchangeState, card: string): ExchangeState {
  const combat = fightWithOpen(card);
  if (combat === null) return state;
  return pendingAnswers(state).reduce((current, index) => {
    const by = state.targets[index]?.side.participant.combatant ?? null;
    return by !== null && RuleError.refusal(() => checkMoment(combat, card, by)) !== null ? answer(current, index, { kind: "none" }) : current;
  }, state);
}

/** An attack from outside of every fight is made on the tick of its first target. */
const timed = (state: ExchangeState, target: Participant): ExchangeState => ({ ...state, tick: state.tick ?? fightOf(target)?.tick ?? null });

async function join(run: Run, claimed: Participant | null, { author }: Wish): Promise<void> {
  const target = chosenTarget(run, claimed, author.isGM);
  const joined = joinTarget(run.state, await aimAt(run, target));
  const traced = withAmendment(timed(joined, target), { by: author.name, kind: "joined", name: publicParticipant(target).name });
  await goOn({ ...run, state: withoutHopeless(withoutBarred(traced, run.card)) }, null);
}

const alone = (run: Run): Promise<void> => goOn({ ...run, state: withoutTarget(run.state) }, null);

/** What a card calls the answers, with everyone in the new place; whoever is new has given none. */
export function movedNames(names: CardNames, places: Places, changed: (index: number) => boolean): CardNames {
  const answers = Object.entries(names.answers).flatMap(([index, given]) => {
    const place = places[Number(index)] ?? null;
    return place === null || changed(Number(index)) ? [] : [[place, given] as const];
  });
  return { ...names, answers: Object.fromEntries(answers) };
}

async function change(run: Run, { args, author }: Wish): Promise<void> {
  const index = whole(args.target, -1);
  const former = run.state.targets[index]?.side.participant;
  // Somebody else stands there by now: whoever asked has looked at another card.
  if (former === undefined || former.actor !== text(args.from)) throw new RuleError("FATEWALKER.Amend.Stale");
  const target = chosenTarget(run, readParticipant(args.to), true);
  const { state, places } = changeTarget(run.state, index, await aimAt(run, target), { asked: true });
  const traced = withAmendment(timed(state, target), { by: author.name, kind: "target", from: publicParticipant(former).name, to: publicParticipant(target).name });
  const names = movedNames(run.names, places, (place) => run.state.targets[place]?.side.participant.actor === former.actor);
  await goOn({ ...run, names, state: withoutHopeless(withoutBarred(traced, run.card)) }, null);
}
