import { attackOn } from "../exchange/attacks";
import { resolveTarget } from "../exchange/target";
import type { Bodies } from "../exchange/bodies";
import { attackPool, reactionPool } from "../exchange/pools";
import { settleAttacker, settleFate, trace } from "../exchange/trace";
import type { ExchangeState, ResolutionStep, TargetState } from "../exchange/types";
import { hasEffect } from "../maneuvers/effects";
import { ChanceBook } from "./books";
import { mean, successes } from "./distribution";
import { everyWay } from "./explore";
import { Ends, harmOdds } from "./harm";
import { meetings, type Meetings } from "./meetings";
import { blowLaw, endsOf, isPlain } from "./plain";
import type { Distribution, ExchangeOdds } from "./types";
import { aimedAt, workOn, type Aimed } from "./work";

/** Both sides at their ends, and the chance that the attack came through. */
interface Played {
  readonly hit: number;
  readonly target: Ends;
  readonly attacker: Ends;
  /** Both rolls by successes as they were made; null where they are those that were declared. */
  readonly rolled?: { readonly attack: Distribution | null; readonly answer: Distribution | null };
}

/**
 * Exact odds of a declared exchange for one of its targets, with the answer that the target has given; one that has not answered
 * counts as giving none. This is what every screen asks: the state comes from `declare` and `answer`, or from `exchangeBetween` where
 * nothing is declared yet. It goes through the exchange's own steps (`resolveTarget`, `trace`) with every result that dice can
 * have in place of thrown ones, so it knows every maneuver, counterattack, fall, area and shield that the exchange knows; powers
 * that are declared with a roll count, those used after the dice were seen do not. Each target's odds are its own: that several targets share one attack roll changes
 * none of them (Dramatic Scenes, The Attack Roll).
 * @param targetIndex index in `state.targets`
 * @param options `blind`: without the target's armor and energy shield, for whoever may not know them
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function exchangeOdds(state: ExchangeState, targetIndex: number, { blind = false }: { readonly blind?: boolean } = {}): ExchangeOdds {
  const asked = aimedAt(undecided(state), targetIndex);
  const aimed = blind ? withTarget(asked, unprotected(asked.target)) : asked;
  const met = standsAlone(aimed) ? meetings(aimed) : null;
  const { hit, target, attacker, rolled } = met === null ? playTogether(aimed) : isPlain(aimed, met) ? playPlain(aimed, met) : playAlone(aimed, met);
  const altered = met !== null && hasChanges(aimed);
  const harm = harmOdds(aimed.target.side.fighter, target.all());
  const answering = reactionPool(aimed.target);
  const expected = mean(harm.points);
  return {
    hit,
    successes: altered ? met.attack : (rolled?.attack ?? successes(attackPool(aimed.state, targetIndex))),
    answer: answering === null ? null : altered ? met.answer : (rolled?.answer ?? successes(answering)),
    damage: harm.points,
    mean: expected,
    meanOnHit: hit === 0 ? 0 : expected / hit,
    target: harm,
    attacker: harmOdds(state.attacker.fighter, attacker.all()),
  };
}

/** True where a power changes what one of the two rolls comes to. */
function hasChanges({ state, target }: Aimed): boolean {
  const answering = target.answer?.kind === "reaction" ? (target.answer.parts?.[0] ?? target.answer).modifiers : [];
  return [...attackOn(state, target).modifiers, ...answering].some(({ enabled, change }) => enabled && change !== undefined);
}

/** Whoever has not answered gives no answer. */
function undecided(state: ExchangeState): ExchangeState {
  return { ...state, rolls: {}, targets: state.targets.map((target) => (target.answer === null ? { ...target, answer: { kind: "none" } } : target)) };
}

/** The exchange with one of its targets changed (Dramatic Scenes, The Attack Roll). */
export function withTarget({ state, index }: Aimed, target: TargetState): Aimed {
  return { state: { ...state, targets: state.targets.map((entry, place) => (place === index ? target : entry)) }, index, target };
}

function unprotected(target: TargetState): TargetState {
  const fighter = { ...target.side.fighter, protection: { absorb: 0, deflection: { physical: 0, ballistic: 0, energy: 0 } }, energyShield: null };
  return { ...target, side: { ...target.side, fighter } };
}

/** True for a target whose part no other target's part touches (Dramatic Scenes, The Attack Roll). */
export function standsAlone({ state, index, target }: Aimed): boolean {
  const { actor } = target.side.participant;
  const met = [state.attacker, ...state.targets.filter((_, place) => place !== index).map(({ side }) => side)];
  return target.origin === undefined && met.every(({ participant }) => participant.actor !== actor);
}

/** One blow and nothing else: the points of all meetings are added up before anybody is hurt. */
function playPlain(aimed: Aimed, met: Meetings): Played {
  const law = blowLaw(aimed, met);
  const attacker = new Ends();
  attacker.add(workOn(aimed, new ChanceBook((options) => firstOf(options()))).bodies.of(aimed.state.attacker), 0, 1);
  return { hit: law.hit, target: endsOf(aimed, law), attacker };
}

function firstOf<Value>(options: readonly { readonly value: Value }[]): Value {
  return (options[0] as { readonly value: Value }).value;
}

/** Each meeting to its end, with all that blows, counterattacks and further rolls can show. */
function playAlone(aimed: Aimed, { all }: Meetings): Played {
  const { state, target } = aimed;
  const pointsMatter = hasEffect(workOn(aimed, new ChanceBook((options) => firstOf(options()))).attack.maneuver, "selfDamage");
  const gathered = new Gathered(state);
  for (const { thrown, chance, parry } of all) {
    everyWay((draw) => {
      const book = new ChanceBook(draw, { parry, pointsMatter });
      const work = workOn(aimed, book);
      resolveTarget(work, thrown);
      settleFate(work, [...(thrown.altered ?? []), ...work.altered], true);
      settleAttacker(state, book, work.bodies, [work.part]);
      return work;
    }, ({ bodies, part }, share) => { gathered.add(bodies, { ...target, steps: part.steps, outcome: part.outcome }, chance * share); });
  }
  return gathered;
}

/** The parts that touch one another, from the first roll to the end. */
function playTogether({ state, index }: Aimed): Played {
  const gathered = new Gathered(state);
  const [linked, place] = linkedTargets(state, index);
  const pointsMatter = linked.targets.some((target) => hasEffect(workOn({ state: linked, index: 0, target }, new ChanceBook((options) => firstOf(options()))).attack.maneuver, "selfDamage"));
  everyWay((draw) => trace(linked, new ChanceBook(draw, { pointsMatter })), ({ bodies, targets }, chance) => {
    const target = targets[place];
    if (target !== undefined) gathered.add(bodies, target, chance);
  });
  return { hit: gathered.hit, target: gathered.target, attacker: gathered.attacker, rolled: gathered.rolls() };
}

/** The exchange with those targets alone that bear on one of them: where its attack comes from, and whoever is the same person. */
function linkedTargets(state: ExchangeState, index: number): [ExchangeState, number] {
  const wanted = new Set([index]);
  for (let size = 0; size < wanted.size;) {
    size = wanted.size;
    for (const place of [...wanted]) {
      const target = state.targets[place];
      if (target?.origin !== undefined) wanted.add(target.origin.from);
      state.targets.forEach(({ side }, other) => { if (side.participant.actor === target?.side.participant.actor) wanted.add(other); });
    }
  }
  const kept = [...wanted].sort((one, other) => one - other);
  const targets = kept.flatMap((place) => state.targets[place] ?? []).map((target) => (target.origin === undefined ? target : { ...target, origin: { ...target.origin, from: kept.indexOf(target.origin.from) } }));
  return [{ ...state, targets }, kept.indexOf(index)];
}

/** Adds up how exchanges end for one target and the attacker. */
class Gathered implements Played {
  readonly target = new Ends();
  readonly attacker = new Ends();
  readonly #state: ExchangeState;
  readonly #attacks: number[] = [];
  readonly #answers: number[] = [];
  #hit = 0;

  constructor(state: ExchangeState) {
    this.#state = state;
  }

  get hit(): number {
    return Math.min(1, this.#hit);
  }

  /** The rolls as the parts before left them: a second half at another range, a new attack of somebody else. */
  rolls(): NonNullable<Played["rolled"]> {
    return { attack: shares(this.#attacks), answer: shares(this.#answers) };
  }

  add(bodies: Bodies, { side, steps, outcome }: TargetState, chance: number): void {
    for (const step of steps) {
      if (step.kind === "attack") this.#attacks[step.successes] = (this.#attacks[step.successes] ?? 0) + chance;
      if (step.kind === "answer") this.#answers[step.successes] = (this.#answers[step.successes] ?? 0) + chance;
    }
    if (outcome === "hit" || outcome === "noDamage") this.#hit += chance;
    this.target.add(bodies.of(side), pointsOf(steps, "target"), chance);
    this.attacker.add(bodies.of(this.#state.attacker), pointsOf(steps, "attacker"), chance);
  }
}

/** Chances of a roll once it is made; null: it never is. */
function shares(chances: readonly number[]): number[] | null {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return all === 0 ? null : Array.from(chances, (chance) => (chance ?? 0) / all);
}

/** Points of all sources that reached the chart of one side. */
function pointsOf(steps: readonly ResolutionStep[], who: "target" | "attacker"): number {
  return steps.reduce((sum, step) => (step.kind === "wounds" && step.who === who ? sum + step.points : sum), 0);
}
