import type { ExchangeState } from "../exchange/types";
import type { Fighter } from "../fighter/types";
import { penaltyAfter } from "../wounds/penalty";
import { exchangeOdds, standsAlone, withTarget } from "./exchange";
import { isOut } from "./harm";
import { meetings } from "./meetings";
import { blowLaw, endsOf, isPlain, type BlowLaw } from "./plain";
import type { DropOdds, EndState } from "./types";
import { aimedAt, type Aimed } from "./work";

/** Attacks for which the chance is told one by one. */
export const HORIZON = 20;
/** Below this a chance is nothing but what rounding leaves. */
const NOTHING = 1e-15;

/** One condition of the target: where its next attack may leave it. */
interface Condition {
  /** Chances of the conditions that follow, itself among them; those who are out are none. */
  readonly next: ReadonlyMap<string, number>;
  /** Chance to be out after the next attack. */
  readonly out: number;
}

/**
 * How long it takes to put the target of a declared exchange out of the fight (unconscious, dying or dead) by making the same attack
 * again and again, exactly: a Markov chain over the target's wounds and the energy of its shield, absorbed where it is out.
 *
 * Assumed: the attacker stays as it is, and so do the situation and every modifier; the target gives the recorded answer
 * each time, and without one never answers; its wounds bring its own wound penalty on its answers; the shield keeps what it spent and
 * does not recharge, Temporary Wounds stay marked, nobody bleeds or heals in between. Each attack takes the whole tick cost of
 * the declaration, the last one included (Dramatic Scenes, Keeping Time, Wounds).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function dropOdds(state: ExchangeState, targetIndex: number): DropOdds {
  const work = dropOddsInSteps(state, targetIndex);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * The same in steps, one for each condition of the target, for a window that must stay free between them (Dramatic Scenes, Keeping Time, Wounds).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`
 */
export function* dropOddsInSteps(state: ExchangeState, targetIndex: number): Generator<undefined, DropOdds, undefined> {
  const aimed = aimedAt(state, targetIndex);
  const { fighter } = aimed.target.side;
  if (isOut(fighter)) return { attacks: 0, ticks: 0, after: new Array<number>(HORIZON + 1).fill(1) };
  const chain = yield* chainFrom(aimed);
  const attacks = expectedAttacks(chain, keyOf(fighter));
  return { attacks, ticks: attacks === null ? null : attacks * state.declaration.cost, after: dropped(chain, keyOf(fighter)) };
}

type Chain = ReadonlyMap<string, Condition>;

/** Only wounds and shield tell conditions apart: both go one way, so that no condition comes back once it was left. */
function keyOf({ wounds: { temporary, normal, mortal }, energyShield }: Pick<Fighter, "wounds" | "energyShield">): string {
  return `${temporary.value} ${normal.value} ${normal.stun} ${mortal.value} ${energyShield?.energy ?? ""}`;
}

/** Every condition that can be reached, in the order in which it was found. */
function* chainFrom(aimed: Aimed): Generator<undefined, Chain, undefined> {
  const chain = new Map<string, Condition>();
  const strike = striker(aimed);
  const waiting = [aimed.target.side.fighter];
  for (let fighter = waiting.pop(); fighter !== undefined; fighter = waiting.pop()) {
    const key = keyOf(fighter);
    if (chain.has(key)) continue;
    const next = new Map<string, number>();
    let out = 0;
    for (const end of strike(fighter)) {
      if (isOut(end)) {
        out += end.chance;
        continue;
      }
      const left = after(fighter, end);
      const leftKey = keyOf(left);
      next.set(leftKey, (next.get(leftKey) ?? 0) + end.chance);
      if (!chain.has(leftKey)) waiting.push(left);
    }
    chain.set(key, { next, out });
    yield;
  }
  return chain;
}

function after(fighter: Fighter, { wounds, energy }: EndState): Fighter {
  return {
    ...fighter, wounds,
    woundPenalty: penaltyAfter(fighter, wounds),
    energyShield: fighter.energyShield === null || energy === null ? fighter.energyShield : { ...fighter.energyShield, energy },
  };
}

/** Gives the ends of one attack on the target in a condition. What a plain blow deals depends on penalty and energy alone, so it is worked out once for each. */
function striker(aimed: Aimed): (fighter: Fighter) => readonly EndState[] {
  const laws = new Map<string, BlowLaw>();
  const plain = standsAlone(aimed) && isPlain(aimed, meetings(aimed));
  return (fighter) => {
    const now = withTarget(aimed, { ...aimed.target, side: { ...aimed.target.side, fighter } });
    if (!plain) return exchangeOdds(now.state, now.index).target.states;
    const key = `${fighter.woundPenalty} ${fighter.energyShield?.energy ?? ""}`;
    const law = laws.get(key) ?? blowLaw(now, meetings(now));
    laws.set(key, law);
    return endsOf(now, law).all();
  };
}

/** Expected attacks from a condition on; null where the target may stay in the fight for ever. */
function expectedAttacks(chain: Chain, start: string): number | null {
  const known = new Map<string, number>();
  const expect = (key: string): number => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const condition = chain.get(key);
    const stays = condition?.next.get(key) ?? 0;
    let sum = 1;
    for (const [next, chance] of condition?.next ?? []) if (next !== key && chance > NOTHING) sum += chance * expect(next);
    const expected = 1 - stays <= NOTHING ? Infinity : sum / (1 - stays);
    known.set(key, expected);
    return expected;
  };
  const attacks = expect(start);
  return Number.isFinite(attacks) ? attacks : null;
}

/** Chance to be out after 0, 1, 2 ... attacks. */
function dropped(chain: Chain, start: string): number[] {
  let now = new Map([[start, 1]]);
  let out = 0;
  const chances = [0];
  for (let attack = 1; attack <= HORIZON; attack += 1) {
    const then = new Map<string, number>();
    for (const [key, chance] of now) {
      const condition = chain.get(key);
      out += chance * (condition?.out ?? 0);
      for (const [next, share] of condition?.next ?? []) then.set(next, (then.get(next) ?? 0) + chance * share);
    }
    now = then;
    chances.push(Math.min(1, out));
  }
  return chances;
}
