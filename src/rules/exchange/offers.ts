import { RuleError } from "../errors";
import type { Power } from "../fighter/power";
import { totalPoints } from "../damage/absorb";
import { readDamage } from "../damage/roll";
import { readPool } from "../dice/roll";
import type { RerollRule } from "../dice/reroll";
import type { Face } from "../dice/types";
import type { Modifier } from "../modifiers/types";
import { effectOf, paidEffects } from "../powers/passive";
import { checkOnePower, paidUses, powerModifierKey, powersOn, type PowerCost, type PowerPayment, type PowerUser } from "../powers/use";
import { applyWounds } from "../wounds/apply";
import type { WoundChart } from "../wounds/types";
import { isCounter } from "../maneuvers/kind";
import { testOf } from "./altered";
import type { Bodies } from "./bodies";
import { isTragic } from "./intervention";
import { isReroll, partSize, rerolledPart } from "./rerolls";
import { isBoundRoll } from "./rollers";
import { CONSCIOUSNESS_SUCCESSES } from "./thresholds";
import { journalOf, trace, type Trace } from "./trace";
import type { DamageTaken, ExchangeState, Participant, PowerAct, RollRequest, Side, TargetState } from "./types";

/** A power that somebody has: id and name of its item. */
export interface HeldPower {
  readonly item: string;
  readonly name: string;
  readonly power: Power;
}

/** One side with the powers that it has and the tracks that they are paid from, less what this exchange costs already. */
export interface PowerHolder {
  readonly side: Side;
  readonly powers: readonly HeldPower[];
  readonly user: PowerUser;
  /** It is no side itself but a companion who guards that one. */
  readonly guard?: Participant;
  /** In an exchange with this enemy either track pays for the other (Powers, Justice). */
  readonly exchanges?: boolean;
}

/** Something that a side may do now that the dice lie there. */
export type Offer = {
  readonly by: Side;
  readonly item: string;
  readonly power: string;
  readonly name: string;
  /** Points for one use. */
  readonly cost: PowerCost;
  /** Where the points of 1, 2, 3 .. uses come from, as often as it can be used. */
  readonly payments: readonly PowerPayment[];
  /** Track that pays all of it, where either may (Justice): then there is an offer for each. Null: as printed. */
  readonly track: "will" | "fate" | null;
  /** Names the moment of it: once it is passed over it does not come back. */
  readonly key: string;
} & (
  | { readonly kind: "reroll"; readonly request: RollRequest; readonly rule: RerollRule; readonly faces: readonly Face[] }
  | { readonly kind: "ignore"; readonly taken: DamageTaken; readonly points: number; readonly most: number }
  | { readonly kind: "intervene"; readonly guard: Participant }
);

/**
 * What the powers of these sides may still change, in the order of the sides: rolls of the last throw, their own or an opponent's
 * against them, and damage before it counts. Nothing that cannot be paid, that would be a second active power on one test, or that
 * its owner has passed over (Powers, Overview, Intrepid and Tough).
 */
export function offersOf(state: ExchangeState, holders: readonly PowerHolder[]): Offer[] {
  if (state.phase !== "answering" && state.phase !== "resolved") return [];
  const journal = journalOf(state);
  const traced = trace(state, journal);
  // Dice that are made again are thrown before anybody is asked anew.
  if (journal.missing().some(({ id }) => isReroll(id))) return [];
  const last = lastThrow(state);
  const open = journal.requests.flatMap((request) => {
    const faces = last.has(request.id) ? journal.facesOf(request.id) : null;
    return faces === null ? [] : [{ request, faces }];
  });
  const passed = new Set(state.passed ?? []);
  return holders.flatMap((holder) => (holder.guard === undefined ? [...rerolls(state, holder, open), ...ignoring(state, traced, holder)] : intervening(state, traced, holder, holder.guard))).filter(({ key }) => !passed.has(key));
}

/** Ids of the rolls that were thrown last, with nothing after them that depends on them. */
function lastThrow(state: ExchangeState): ReadonlySet<string> {
  let known: Record<string, readonly Face[]> = {};
  let last: string[] = [];
  for (;;) {
    const missing = trace({ ...state, rolls: known }).journal.missing().map(({ id }) => id).filter((id) => Object.hasOwn(state.rolls, id));
    if (missing.length === 0) return new Set(last);
    known = { ...known, ...Object.fromEntries(missing.map((id) => [id, state.rolls[id] ?? []])) };
    if (missing.some((id) => !isReroll(id))) last = missing.filter((id) => !isReroll(id));
  }
}

interface OpenRoll {
  readonly request: RollRequest;
  readonly faces: readonly Face[];
}

function rerolls(state: ExchangeState, holder: PowerHolder, open: readonly OpenRoll[]): Offer[] {
  const { side, powers } = holder;
  const made = (state.acts ?? []).filter(({ kind }) => kind === "reroll").length;
  return open.flatMap(({ request, faces }) => powers.flatMap(({ item, name, power }): Offer[] => {
    const effect = power.active ? effectOf(paidEffects(power), "reroll") : null;
    if (effect === null) return [];
    const { id, roll } = request;
    // Whoever is bound to the fate of a side is no side: its rolls are nobody's here.
    const mine = request.roller === side && !isBoundRoll(id);
    const fits = effect.whose === "own" ? mine && !isDone(request, faces) : !mine && isAgainst(state, request, side);
    const rule: RerollRule = { dice: effect.dice, keep: effect.keep };
    if (!fits || partSize(rerolledPart(roll, faces, rule)) === 0 || !isOnlyPower(state, id, power.key)) return [];
    return payments(power, holder).map((way): Offer => ({ kind: "reroll", by: side, item, power: power.key, name, ...way, request, rule, faces, key: `${side}|${id}|${made}` }));
  }));
}

/** A roll that could not come out better: somebody who stays awake does so. */
function isDone({ roll }: RollRequest, faces: readonly Face[]): boolean {
  return roll.kind === "pool" && roll.purpose === "consciousness" && readPool(roll.pool, faces).successes >= CONSCIOUSNESS_SUCCESSES;
}

/** Is this roll made against that side: an attack and its damage, or the blow of a counterattack (Powers, Intrepid II)? */
function isAgainst({ targets }: ExchangeState, { roll, id, roller }: RollRequest, side: Side): boolean {
  if (side === "attacker") return roller !== "attacker" && (roll.purpose === "riposte" || roll.purpose === "counterDamage");
  if (roll.purpose === "attack" || roll.purpose === "newAttack" || roll.purpose === "support") return targets[side]?.origin?.kind !== "stray" && (testOf(id).startsWith("attack") || id === `newAttack:${side}`);
  return roll.purpose === "damage" && id === `damage:${side}`;
}

function ignoring({ targets, attacker }: ExchangeState, { bodies }: Trace, holder: PowerHolder): Offer[] {
  const { side, powers } = holder;
  const actor = (side === "attacker" ? attacker : targets[side]?.side)?.participant.actor;
  // Somebody on several sides is asked on the first one.
  const first = attacker.participant.actor === actor ? "attacker" : targets.findIndex((target) => target.side.participant.actor === actor);
  if (first !== side) return [];
  return bodies.damages.filter(({ participant, points, ignored }) => participant.actor === actor && points > ignored).flatMap((taken) => powers.flatMap(({ item, name, power }): Offer[] => {
    const effect = power.active ? effectOf(paidEffects(power), "ignoreDamage") : null;
    if (effect === null || taken.ignored > 0) return [];
    const wanted = Math.ceil(taken.points / Math.max(1, effect.points));
    return payments(power, holder, wanted).map((way): Offer => ({
      kind: "ignore", by: side, item, power: power.key, name, ...way, taken, points: effect.points, most: way.payments.length, key: `${side}|!${taken.source}|${taken.points}`,
    }));
  }));
}

/** What a companion may prevent before anybody is hurt for good, where no other power is in that attack (Powers, Overview and Divine Intervention). */
function intervening(state: ExchangeState, { bodies }: Trace, holder: PowerHolder, guard: Participant): Offer[] {
  const { side, powers } = holder;
  const { targets, acts = [] } = state;
  const guarded = side === "attacker" ? { side: state.attacker } : targets[side];
  const blows = blowsOn(state, side).filter((roll) => side !== "attacker" || hasStruck(bodies, state, roll));
  if (guarded === undefined || blows.length === 0 || !isTragic(bodies, guarded) || acts.some(({ kind, by }) => kind === "intervene" && by === side)) return [];
  return powers.flatMap(({ item, name, power }): Offer[] => {
    if (effectOf(paidEffects(power), "undoTragedy") === null || blows.some((roll) => !isOnlyPower(state, roll, power.key))) return [];
    return payments(power, holder).map((way): Offer => ({ kind: "intervene", by: side, item, power: power.key, name, ...way, guard, key: `${side}|+${guard.actor}` }));
  });
}

/** Id of the roll by which a target is attacked. */
const attackOn = ({ part = 0 }: TargetState): string => (part === 0 ? "attack" : `attack:${part}`);

/** Ids of the rolls that a companion who guards a side turns aside: the attack on a target, the answers that strike the attacker. */
function blowsOn({ targets }: ExchangeState, side: Side): string[] {
  if (side !== "attacker") return targets[side] === undefined ? [] : [attackOn(targets[side])];
  return targets.flatMap(({ answer }, index): string[] => {
    if (answer?.kind !== "reaction") return [];
    if (answer.parts !== undefined) return [`riposte:${index}`];
    return isCounter(answer.maneuver) ? [`reaction:${index}`] : [];
  });
}

/** Has the blow of that answer hurt the attacker? */
const hasStruck = ({ damages }: Bodies, { attacker }: ExchangeState, roll: string): boolean =>
  damages.some(({ source, participant }) => participant.actor === attacker.participant.actor && source === `counterDamage:${roll.split(":")[1] ?? ""}`);

/** The ways in which a power can be paid, at most `wanted` times: as printed, and all of it from either track where Justice is in force (Powers, Justice). */
function payments(power: Power, { user, exchanges = false }: PowerHolder, wanted = 1): Pick<Offer, "cost" | "track" | "payments">[] {
  const ways: readonly { readonly track: Offer["track"]; readonly user: PowerUser }[] = exchanges
    ? [{ track: "will", user: { ...user, exchange: "willForFate" } }, { track: "fate", user: { ...user, exchange: "fateForWill" } }]
    : [{ track: null, user }];
  // The printed track comes first.
  const ordered = power.cost.fate > power.cost.will ? [...ways].reverse() : ways;
  return ordered.flatMap((way) => {
    const paid = paidUses(power, way.user, wanted);
    return paid[0] === undefined ? [] : [{ track: way.track, cost: paid[0].cost, payments: paid }];
  });
}

/** Only one active power may affect a test, whoever used it; the same one again is no other, and Fate or support beside a roll is a part of its test (Powers, Overview). */
function isOnlyPower(state: ExchangeState, roll: string, key: string): boolean {
  const test = testOf(roll);
  const acts = (state.acts ?? []).flatMap((act) => {
    const on = act.kind === "reroll" ? [act.roll] : act.kind === "intervene" ? blowsOn(state, act.by) : [];
    return on.some((id) => testOf(id) === test) ? [powerModifierKey(act.key)] : [];
  });
  return RuleError.refusal(() => checkOnePower(key, [...powersOn(modifiersOn(state, test)), ...acts])) === null;
}

/** The modifiers that a roll was made with; none for damage and what follows of itself. */
function modifiersOn({ declaration, targets }: ExchangeState, roll: string): readonly Modifier[] {
  const [, attackPart] = /^attack(?::(\d+))?$/.exec(roll) ?? [];
  if (roll === "attack" || attackPart !== undefined) {
    const made = declaration.parts?.[Number(attackPart ?? 0)] ?? declaration;
    return [...made.modifiers, ...targets.filter(({ part = 0, origin }) => origin === undefined && part === Number(attackPart ?? 0)).flatMap(({ modifiers = [] }) => modifiers)];
  }
  const [, kind, index] = /^(reaction|riposte):(\d+)$/.exec(roll) ?? [];
  const answer = index === undefined ? null : targets[Number(index)]?.answer;
  if (answer?.kind !== "reaction") return [];
  return answer.parts?.[kind === "riposte" ? 1 : 0]?.modifiers ?? (kind === "riposte" ? [] : answer.modifiers);
}

/**
 * Uses a power that was offered. What is ignored is decided with it; a roll that is made again brings new dice, about which everybody
 * is asked anew (Powers).
 * @param uses how many times, for damage: 1 to `most`
 * @throws {RuleError} `FATEWALKER.Power.Units`
 */
export function takeOffer(state: ExchangeState, offer: Offer, uses = 1): ExchangeState {
  const { by, item, power: key, name, cost } = offer;
  if (offer.kind === "reroll") {
    const act: PowerAct = { kind: "reroll", by, item, key, name, cost, roll: offer.request.id, rule: offer.rule };
    return { ...state, phase: "answering", acts: [...(state.acts ?? []), act] };
  }
  if (offer.kind === "intervene") {
    const act: PowerAct = { kind: "intervene", by, item, key, name, cost, guard: offer.guard };
    return { ...state, phase: "answering", acts: [...(state.acts ?? []), act] };
  }
  if (!Number.isInteger(uses) || uses < 1 || uses > offer.most) throw new RuleError("FATEWALKER.Power.Units", { most: offer.most });
  const act: PowerAct = { kind: "ignore", by, item, key, name, cost, source: offer.taken.source, points: offer.points, uses };
  return { ...state, phase: "answering", acts: [...(state.acts ?? []), act], passed: [...(state.passed ?? []), offer.key] };
}

/** Lets lie what was offered (Powers, Intrepid). */
export function passOffers(state: ExchangeState, offers: readonly Offer[]): ExchangeState {
  if (offers.length === 0) return state;
  const passed = new Set([...(state.passed ?? []), ...offers.map(({ key }) => key)]);
  return { ...state, passed: [...passed] };
}

/** Names all that somebody is offered at one moment, so that an answer to an earlier moment is known as such (Powers, Intrepid). */
export function momentOf(offers: readonly Offer[]): string {
  return [...new Set(offers.map(({ key }) => key))].sort().join(" ");
}

/** How a chart would stand after damage of which so many points are ignored (Powers, Tough; Dramatic Scenes, Wounds). */
export function chartAfter({ before, points, stun }: DamageTaken, ignored: number, resilience: number): WoundChart {
  return applyWounds(before, { points: Math.max(0, points - ignored), stun, resilience }).chart;
}

/** What lies there: successes of a pool, or points of damage (Powers, Intrepid). */
export function resultOf({ roll }: RollRequest, faces: readonly Face[]): number {
  return roll.kind === "pool" ? readPool(roll.pool, faces).successes : totalPoints(readDamage(roll.pool, faces, 0).points);
}
