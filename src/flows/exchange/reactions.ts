import type { Pool } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import { attackOn } from "../../rules/exchange/attacks";
import type { Answer, ExchangeState, NewTarget, NoAnswerReason, Part, Participant, TargetState, Yielded } from "../../rules/exchange/types";
import { NOTHING_CARRIED } from "../../rules/fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Modifier, Situation } from "../../rules/modifiers/types";
import { maneuverPool } from "../../rules/exchange/pools";
import { isReaction, mayAnswer } from "../../rules/maneuvers/answers";
import { hasEffect } from "../../rules/maneuvers/effects";
import { isCounter, isOffensive } from "../../rules/maneuvers/kind";
import { tickCost } from "../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../rules/maneuvers/weapons";
import { answerModifiers } from "../../rules/modifiers/answer";
import { attackModifiers } from "../../rules/modifiers/attack";
import { tnFor } from "../../rules/modifiers/sum";
import { forWholeAction } from "../../rules/powers/roll-changes";
import { answerOdds, bestFirst, type AnswerOdds } from "../../rules/odds/answer";
import { exchangeOdds } from "../../rules/odds/exchange";
import { clockState } from "../clock/state";
import { findActor, findToken } from "../commit/write";
import { engagementsOf } from "../engagement/read";
import { carriedOf } from "./carried";
import { choose, noChoices, pickWeapon, type Choices } from "./choices";
import { toManeuver } from "./maneuver";
import { isAware, measureSituation } from "./measure";
import { combatantOf, isUnseen, participantOfToken } from "./participants";
import { maneuverSupport, payableSupport, type SupportOffer } from "../checks/support";
import { chosenPower, powerOptions, usableCost, type PowerOption, type RollMoment } from "../powers/for-roll";
import { shapeFor, type Offers } from "./shape";
import { answerStanding } from "./standing";

type Reaction = Extract<Answer, { kind: "reaction" }>;

/** One way to answer an attack, as it would be now. */
export interface FittingReaction {
  readonly item: Item.Implementation;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly weapons: readonly Weapon[];
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** Ticks. */
  readonly cost: number;
  readonly ticks: { readonly from: number; readonly to: number } | null;
  /** The answer as the rules take it. */
  readonly given: Reaction;
  readonly offers: Offers;
  /** Active powers that may be put into it. */
  readonly powers: readonly PowerOption[];
  /** Skills that may support it. */
  readonly support: SupportOffer;
  /** On whom it may turn the attack. */
  readonly newTargets: readonly Participant[];
}

/** The same with what it does to the attack, and how likely. */
export interface ReactionOption extends FittingReaction {
  readonly odds: AnswerOdds;
}

/** What is not at hand for a reaction; null: nothing is wanting. */
function lackingTool(maneuver: Maneuver, weapons: readonly Weapon[], fighter: Fighter): Refusal | null {
  if (maneuver.damage?.source === "shield" || maneuver.roll?.base === "shield") return fighter.handShield === null ? { key: "FATEWALKER.Sheet.NeedsHandShield", data: {} } : null;
  if (weapons.length > 0 || !needsWeapon(maneuver)) return null;
  return { key: maneuver.group === "ranged" ? "FATEWALKER.Sheet.NeedsRangedWeapon" : "FATEWALKER.Sheet.NeedsWeapon", data: {} };
}

/** Action Tick now and after a reaction of this cost: counted from now for who is overdue or holds. */
export function reactionTicks(participant: Participant, cost: number): { from: number; to: number } | null {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat;
  if (!combatant?.id || !combat) return null;
  const { tick, entries } = clockState(combat);
  const from = entries[combatant.id]?.actionTick ?? null;
  return tick < 1 || from === null ? null : { from, to: Math.max(from, tick) + cost };
}

/** The two halves of a Parry/Riposte or Block/Strike: the first answers, the second strikes the attacker. */
function answerParts(state: ExchangeState, index: number, halves: readonly Maneuver[], { weapon, choices, isGM, put }: { readonly weapon: Weapon | null; readonly choices: Choices; readonly isGM: boolean; readonly put: PutIn }): Part[] {
  const target = state.targets[index];
  if (target === undefined) return [];
  const { fighter, participant } = target.side;
  const back: Situation = { ...measureSituation(participant, state.attacker.participant), engagement: target.situation.engagement };
  return halves.map((maneuver, place): Part => {
    const arms = needsWeapon(maneuver) ? weapon : null;
    const modifiers = place === 0
      ? withPowers(answerDice(state, target, { maneuver, weapon: arms, fighter }), state, target, { maneuver, ...put })
      : [...attackModifiers({ attacker: fighter, target: state.attacker.fighter, maneuver, weapon: arms, situation: back, carried: carriedOf(participant) }), ...strikingBack(state, target, { maneuver, ...put })];
    return { maneuver, weapon: arms, modifiers: choose(modifiers, choices, isGM) };
  });
}

interface Means {
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly fighter: Fighter;
}

function answerDice(state: ExchangeState, target: TargetState, { maneuver, weapon, fighter }: Means): Modifier[] {
  const { maneuver: made, weapon: arms } = attackOn(state, target);
  return answerModifiers({ defender: fighter, attacker: state.attacker.fighter, maneuver, weapon, attack: { maneuver: made, weapon: arms }, situation: target.situation, carried: target.carried ?? NOTHING_CARRIED, tick: state.tick });
}

function answerMoment({ attacker }: ExchangeState, { side: { participant }, aid = [] }: TargetState, { maneuver, fighter }: Means): RollMoment | null {
  const actor = findActor(participant.actor);
  if (actor === null || maneuver.roll === null) return null;
  return { actor, participant, kind: "answer", opponent: attacker.participant.actor, skill: maneuver.roll.skill, tn: tnFor(fighter, maneuver), penalty: fighter.woundPenalty, aid, strikesBack: isCounter(maneuver) };
}

function answerPowers(state: ExchangeState, target: TargetState, means: Means, { power }: Choices): PowerOption[] {
  const moment = answerMoment(state, target, means);
  return moment === null ? [] : powerOptions(moment, power);
}

/** What the answerer puts into the roll: a power, a skill that supports it. */
interface PutIn {
  readonly powers: readonly PowerOption[];
  readonly support: SupportOffer;
}

/** The dice of an answer with what is put into it, what stands by itself, and what allies give. */
function withPowers(modifiers: readonly Modifier[], state: ExchangeState, target: TargetState, { maneuver, powers, support }: PutIn & Pick<Means, "maneuver">): Modifier[] {
  const { participant } = target.side;
  const actor = findActor(participant.actor);
  const chosen = [chosenPower(powers)?.modifier ?? null, payableSupport(support)?.modifier ?? null].filter((entry) => entry !== null);
  if (actor === null || modifiers.length === 0) return [...modifiers];
  return [...modifiers, ...chosen, ...(target.aid ?? []), ...answerStanding({ actor, participant }, maneuver, state.attacker.participant, 0)];
}

/** What counts for the blow of a combined answer beside its own dice: what was paid for the whole of it, and what the attacker's fate takes off. */
function strikingBack(state: ExchangeState, { side: { participant } }: TargetState, { maneuver, powers }: PutIn & Pick<Means, "maneuver">): Modifier[] {
  const actor = findActor(participant.actor);
  const power = chosenPower(powers)?.modifier ?? null;
  const whole = power === null ? null : forWholeAction(power);
  return [...(whole === null ? [] : [whole]), ...(actor === null ? [] : answerStanding({ actor, participant }, maneuver, state.attacker.participant, 1))];
}

/** Everyone on whom a Friendly Fire may turn the attack: who fights or stands on the same scene, beside the two (Actions and Maneuvers, Friendly Fire). */
export function newTargets(state: ExchangeState, index: number): Participant[] {
  const self = state.targets[index]?.side.participant;
  if (self === undefined) return [];
  const combat = combatantOf(self)?.combat ?? null;
  const fighting = combat === null ? [] : combat.combatants.contents.flatMap(({ actor, token, id }) => (actor === null ? [] : [{ actor: actor.uuid, token: token?.uuid ?? null, combatant: id }]));
  const scene = findToken(self.token)?.parent ?? null;
  const standing = scene === null ? [] : scene.tokens.contents.flatMap((token) => participantOfToken(token) ?? []);
  const taken = new Set([state.attacker.participant.actor, ...state.targets.map(({ side }) => side.participant.actor)]);
  const others = new Map([...standing, ...fighting].filter((one) => !taken.has(one.actor) && !isUnseen(one)).map((one) => [one.actor, one]));
  return [...others.values()];
}

function newTargetOf(state: ExchangeState, index: number, uuid: string | null): NewTarget | null {
  const participant = newTargets(state, index).find(({ actor }) => actor === uuid);
  const fighter = participant === undefined ? undefined : findActor(participant.actor)?.toFighter();
  if (participant === undefined || fighter === undefined) return null;
  return { side: { participant, fighter }, situation: measureSituation(state.attacker.participant, participant), aware: isAware(participant), modifiers: [], carried: carriedOf(participant) };
}

/** The bottom whom an evader on top gives up, where the attack is not the bottom's own (Dramatic Scenes, Ground Combat). */
function yieldedBy(evader: Participant, attacker: Participant): Yielded | null {
  const combatant = combatantOf(evader);
  const combat = combatant?.combat ?? null;
  const pair = engagementsOf(combat).find(({ ids, record }) => ids.includes(evader.combatant ?? "") && !ids.includes(attacker.combatant ?? "") && record.ground?.dominant === evader.combatant);
  const bottom = pair?.ids.find((id) => id !== evader.combatant) ?? null;
  const other = bottom === null ? null : (combat?.combatants.get(bottom) ?? null);
  if (pair === undefined || !other?.actor) return null;
  return { bottom: { actor: other.actor.uuid, token: other.token?.uuid ?? null, combatant: bottom }, engagement: pair.record };
}

/** Why the rules refuse a reaction that would fit an attack. */
type Refusal = Pick<RuleError, "key" | "data">;

/** A reaction that would answer an attack, and why it cannot be used now. */
export interface RefusedReaction extends Refusal {
  readonly item: Item.Implementation;
}

/** What has been chosen for a reaction, and by whom. */
interface Chosen {
  readonly choices: Choices;
  readonly isGM: boolean;
}

const isFitting = (considered: FittingReaction | Refusal): considered is FittingReaction => "given" in considered;

/** One reaction of a target with the person's choices; null when it does not fit this attack, or cannot be used. */
export function fittingReaction(state: ExchangeState, index: number, item: Item.Implementation, chosen: Chosen): FittingReaction | null {
  const considered = consider(state, index, item, chosen);
  return considered !== null && isFitting(considered) ? considered : null;
}

/** The same with its odds. */
export function reactionOption(state: ExchangeState, index: number, item: Item.Implementation, chosen: Chosen): ReactionOption | null {
  const fitting = fittingReaction(state, index, item, chosen);
  return fitting === null ? null : withOdds(state, index, fitting);
}

/** A reaction of a target, or why it cannot be used though the attack may be answered with it; null: it may not. */
function consider(state: ExchangeState, index: number, item: Item.Implementation, { choices, isGM }: Chosen): FittingReaction | Refusal | null {
  const target = state.targets[index];
  const plain = toManeuver(item);
  const actor = target ? findActor(target.side.participant.actor) : null;
  if (!target || !plain || !actor || !isReaction(plain)) return null;
  const fighter = actor.toFighter();
  const attack = attackOn(state, target);
  const answers = (one: Maneuver): boolean => mayAnswer(one, { ...attack, area: state.declaration.area ?? null });
  const shaped = RuleError.attempt(() => shapeFor(plain, actor.items.contents, choices, { fighter, targets: 1 }));
  if (shaped instanceof RuleError) return answers(plain) ? shaped : null;
  const { maneuver, parts: halves, offers } = shaped;
  const weapons = usableWeapons(maneuver, fighter);
  if (!answers(maneuver)) return null;
  const lacking = lackingTool(maneuver, weapons, fighter);
  if (lacking !== null) return lacking;
  const weapon = pickWeapon(weapons, choices.weapon);
  const powers = answerPowers(state, target, { maneuver: halves?.[0] ?? maneuver, weapon, fighter }, choices);
  const support = maneuverSupport(actor, target.side.participant, halves?.[0] ?? maneuver, choices.support ?? null, usableCost(powers));
  const put: PutIn = { powers, support };
  const parts = halves === null ? null : answerParts(state, index, halves, { weapon, choices, isGM, put });
  const modifiers = parts?.[0]?.modifiers ?? choose(withPowers(answerDice(state, target, { maneuver, weapon, fighter }), state, target, { maneuver, ...put }), choices, isGM);
  const first = parts?.[0]?.maneuver ?? maneuver;
  const pool = maneuverPool(fighter, first, modifiers);
  const cost = tickCost(maneuver, { weapon, handShield: fighter.handShield, ...(halves === null ? {} : { components: halves }) });
  const turns = hasEffect(maneuver, "newTarget");
  const given: Reaction = {
    kind: "reaction", maneuver, weapon, modifiers, cost,
    ...(parts === null ? {} : { parts }),
    ...(turns ? { newTarget: newTargetOf(state, index, choices.newTarget) } : {}),
    yields: yieldedBy(target.side.participant, state.attacker.participant),
  };
  // What the rules refuse, such as a long weapon at grappling range or a called shot on nothing, is not offered.
  const refusal = target.answer === null ? RuleError.refusal(() => answer(state, index, given)) : null;
  if (refusal !== null) return refusal;
  return {
    item, maneuver, weapon, weapons, modifiers, pool, cost, given, offers, powers, support,
    newTargets: turns ? newTargets(state, index) : [],
    ticks: reactionTicks(target.side.participant, cost),
  };
}

/** The exchange as it would be with that answer. */
const answered = (state: ExchangeState, index: number, given: Reaction): ExchangeState =>
  ({ ...state, targets: state.targets.map((entry, place) => (place === index ? { ...entry, answer: given } : entry)) });

const withOdds = (state: ExchangeState, index: number, fitting: FittingReaction): ReactionOption => ({ ...fitting, odds: answerOdds(answered(state, index, fitting.given), index) });

/** All that a target has which would answer the attack, whether it can be used now or not, in the order of its items. */
function considerAll(state: ExchangeState, index: number): { readonly item: Item.Implementation; readonly considered: FittingReaction | Refusal }[] {
  const target = state.targets[index];
  const actor = target ? findActor(target.side.participant.actor) : null;
  if (!target?.aware || !actor) return [];
  return actor.items.contents.flatMap((entry) => {
    const item = entry as Item.Implementation;
    const considered = consider(state, index, item, { choices: noChoices(), isGM: false });
    return considered === null ? [] : [{ item, considered }];
  });
}

/** Every reaction that a target has against the attack, in the order of its items. */
export const fittingReactions = (state: ExchangeState, index: number): FittingReaction[] =>
  considerAll(state, index).flatMap(({ considered }) => (isFitting(considered) ? [considered] : []));

/** What a target may answer the attack with, the best first; and what would answer it and cannot be used now, with the reason. */
export function reactionsTo(state: ExchangeState, index: number): { readonly options: readonly ReactionOption[]; readonly refused: readonly RefusedReaction[] } {
  const all = considerAll(state, index);
  const rated = all.flatMap(({ considered }) => {
    if (!isFitting(considered)) return [];
    const option = withOdds(state, index, considered);
    return [{ option, ...option.odds, cost: option.cost, left: exchangeOdds(answered(state, index, option.given), index).mean }];
  });
  return {
    options: rated.sort(bestFirst).map(({ option }) => option),
    refused: all.flatMap(({ item, considered }) => (isFitting(considered) ? [] : [{ item, key: considered.key, data: considered.data }])),
  };
}

/** Why a target has no answer to an attack: it knows none, or none that fits. What is no attack asks for none, which needs no reason. */
function whyHopeless(state: ExchangeState, index: number): { readonly why?: NoAnswerReason } {
  const target = state.targets[index];
  if (target === undefined || !isOffensive(attackOn(state, target).maneuver)) return {};
  const knows = (findActor(target.side.participant.actor)?.items.contents ?? []).some((item) => {
    const maneuver = toManeuver(item as Item.Implementation);
    return maneuver !== null && isReaction(maneuver);
  });
  return { why: knows ? "nothingFits" : "knowsNone" };
}

/** Whoever has nothing that fits against this attack answers with nothing. */
export function withoutHopeless(state: ExchangeState): ExchangeState {
  return pendingAnswers(state).reduce((current, index) => (fittingReactions(current, index).length > 0 ? current : answer(current, index, { kind: "none", ...whyHopeless(current, index) })), state);
}
