import type { ExchangeMessageData, ExchangePhase, ExchangeState, Participant, PublicOffer, PublicRoll, PublicTarget, Side } from "../../rules/exchange/types";
import { amendmentNotices } from "../../rules/exchange/amendments";
import { pendingAnswers, whyNoAnswer } from "../../rules/exchange/answer";
import { momentOf, type Offer } from "../../rules/exchange/offers";
import { publicRolls, publicSteps, type Hides } from "../../rules/exchange/public";
import { lastingNotices } from "../../rules/exchange/lasting";
import type { Modifier } from "../../rules/modifiers/types";
import { findToken } from "../commit/write";
import { openOffers } from "../powers/held";
import { publicParticipant } from "./names";
import { isGMs } from "./participants";

/** What a card names that the rules do not know: the words for what was done. */
export interface CardNames {
  readonly maneuver: ExchangeMessageData["maneuver"];
  readonly weapon: string | null;
  /** Names of the reactions by index of the target. */
  readonly answers: Readonly<Record<number, Extract<NonNullable<PublicTarget["answer"]>, { kind: "reaction" }>>>;
}

/** The names that a card already shows. */
export function namesOf(card: ExchangeMessageData): CardNames {
  const answers = card.targets.flatMap(({ answer }, index) => (answer?.kind === "reaction" ? [[index, answer] as const] : []));
  return { maneuver: card.maneuver, weapon: card.weapon, answers: Object.fromEntries(answers) };
}

/** Must this one's numbers stay with the GM? */
export const hidesNumbers = (participant: Participant): boolean => game.settings?.get("fatewalker", "hideNpcNumbers") !== false && isGMs(participant);

function publicAnswer(state: ExchangeState, index: number, { answers }: CardNames): PublicTarget["answer"] {
  const target = state.targets[index];
  if (target === undefined) return null;
  // Why a creature of the GM's does not answer is the GM's to know.
  const reason = hidesNumbers(target.side.participant) ? null : whyNoAnswer(target);
  const why = reason === null ? {} : { why: reason };
  if (!target.aware) return { kind: "unaware", ...why };
  // Whoever the attack may be turned on is asked only once it is.
  if (target.answer === null) return target.origin === undefined || pendingAnswers(state).includes(index) ? { kind: "pending" } : null;
  return target.answer.kind === "none" ? { kind: "none", ...why } : (answers[index] ?? { kind: "reaction", name: "", img: "", ticks: null });
}

const customDice = (modifiers: readonly Modifier[]): number => modifiers.reduce((sum, { source, enabled, value }) => (source === "custom" && enabled ? sum + value : sum), 0);

/** Dice that the table added to a roll or took from it. */
function customOf({ declaration, targets }: ExchangeState, id: string): number {
  if (id === "attack") return customDice(declaration.modifiers);
  const [, index] = /^reaction:(\d+)$/.exec(id) ?? [];
  const answer = index === undefined ? null : targets[Number(index)]?.answer;
  return answer?.kind === "reaction" ? customDice(answer.modifiers) : 0;
}

/** Rolls as a card shows them, with the dice that the table agreed on where the roller's numbers may be known. */
export function cardRolls(state: ExchangeState, hide: Hides): PublicRoll[] {
  return publicRolls(state, hide).map((roll) => {
    const custom = customOf(state, roll.id);
    const roller = (roll.roller === "attacker" ? state.attacker : (state.targets[roll.roller]?.side ?? state.attacker)).participant;
    return custom === 0 || hide(roller) ? roll : { ...roll, custom };
  });
}

/** The public card of an exchange: only what players may know, whoever looks. */
export function cardData(state: ExchangeState, names: CardNames, { phase, ledger, notice = null }: { readonly phase: ExchangePhase; readonly ledger: string | null; readonly notice?: ExchangeMessageData["notice"] }): ExchangeMessageData {
  return {
    phase,
    tick: state.tick,
    attacker: publicParticipant(state.attacker.participant),
    maneuver: names.maneuver,
    weapon: names.weapon,
    ticks: state.tick === null || state.attacker.participant.combatant === null ? null : { from: state.tick, to: state.tick + state.declaration.cost },
    targets: state.targets.map((target, index) => ({
      who: publicParticipant(target.side.participant),
      answer: publicAnswer(state, index, names),
      steps: publicSteps(state, index, hidesNumbers),
      outcome: target.outcome,
      ...(target.origin === undefined ? {} : { origin: target.origin.kind }),
    })),
    rolls: cardRolls(state, hidesNumbers),
    offers: phase === "answering" ? askedSides(state).filter(({ side, guard }) => !isGMs(guard ?? participantAt(state, side))) : [],
    ledger,
    awaitsTarget: phase === "answering" && state.awaitsTarget === true,
    amendments: amendmentNotices(state, hidesNumbers),
    lasting: hidesNumbers(state.attacker.participant) ? [] : lastingNotices(state),
    notice,
  };
}

/** Who is asked, now that the dice lie there, whether to use a power: each person once. */
export function askedSides(state: ExchangeState): PublicOffer[] {
  const offers = openOffers(state);
  const sides = new Map<string, PublicOffer>();
  for (const offer of offers) {
    const { actor } = askedBy(state, offer);
    if (!sides.has(actor)) sides.set(actor, { side: offer.by, key: momentOf(offersFor(state, offers, actor)), ...(offer.kind === "intervene" ? { guard: offer.guard } : {}) });
  }
  return [...sides.values()];
}

/** The offers of one actor, on whichever sides it stands. */
export const offersFor = (state: ExchangeState, offers: readonly Offer[], actor: string): Offer[] => offers.filter((offer) => askedBy(state, offer).actor === actor);

/** Who is asked: the side, or the companion who guards it. */
const askedBy = (state: ExchangeState, offer: Offer): Participant => (offer.kind === "intervene" ? offer.guard : participantAt(state, offer.by));

const participantAt = ({ attacker, targets }: ExchangeState, side: Side): Participant => (side === "attacker" ? attacker : (targets[side]?.side ?? attacker)).participant;


/** Scene, token and name a message speaks with: the token's name, never that of an actor behind it. */
export function speakerOf(participant: Participant): { scene: string | null; token: string | null; actor: string | null; alias: string } {
  const token = findToken(participant.token);
  const actorId = token ? token.actorId : (/^Actor\.([^.]+)$/.exec(participant.actor)?.[1] ?? null);
  return { scene: token?.parent?.id ?? null, token: token?.id ?? null, actor: actorId, alias: publicParticipant(participant).name };
}
