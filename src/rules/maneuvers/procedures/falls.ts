import { damagePool } from "../../damage/formula";
import { setStatus, type Who } from "../../exchange/harm";
import { secondaryPool } from "../../exchange/pools";
import { strike } from "../../exchange/strike";
import type { ExchangeSide } from "../../exchange/types";
import type { Work } from "../../exchange/work";
import type { Modifier } from "../../modifiers/types";
import { penaltyIn } from "../../powers/roll-changes";
import type { SecondaryRoll } from "../../fighter/types";
import { penaltyAfter } from "../../wounds/penalty";
import { opposite, type Deed, type Procedure } from "./types";

/** Whoever is thrown or taken down far enough lies prone (Actions and Maneuvers, Throw, Defensive Throw, Takedown). */
export const fells: Procedure<"fells"> = ({ net }, { work, by, other, net: reached }) => {
  if (reached >= net) setStatus(work.bodies.of(other), "prone", true, opposite(by), work.part.steps);
  return true;
};

/** Whoever is thrown or turned aside is moved, halves of a metre rounded down (Actions and Maneuvers, Throw, Redirect). */
export const displaces: Procedure<"displaces"> = ({ who, metresPerNet }, { work, by, net }) => {
  const metres = Math.floor(net * metresPerNet);
  // The data speak from the user's side: a reaction's `attacker` is who attacked, a counter's `target` likewise whom it throws.
  const moved: Who = by === "attacker" ? who : opposite(by);
  if (metres > 0) work.part.steps.push({ kind: "moved", who: moved, metres });
  return true;
};

/** What a roll that a maneuver asks for besides is about. */
interface Test {
  readonly roll: SecondaryRoll;
  readonly id: string;
  readonly side: ExchangeSide;
  readonly who: Who;
  readonly damageTaken: number;
  readonly normalWounds: number;
  readonly stun: boolean;
  /** What was put into the action that the roll is a part of. */
  readonly own: readonly Modifier[];
}

/** The modifiers of the action of one side: of the attack, or of the answer to it. */
function putInto({ attack, target: { answer } }: Work, by: Who): readonly Modifier[] {
  if (by === "attacker") return attack.modifiers;
  return answer?.kind === "reaction" ? (answer.parts?.[0]?.modifiers ?? answer.modifiers) : [];
}

/** Further rolls of a maneuver for one occasion; false while dice are missing (Actions and Maneuvers, Charge, Trip Kick, Leaping Dodge). */
export function secondaryRolls(deed: Deed, occasions: readonly SecondaryRoll["when"][]): boolean {
  const { work, by, user, other, maneuver } = deed;
  const rolls = (maneuver.tables?.rolls ?? []).filter(({ key, when }) => key !== "newAttack" && occasions.includes(when));
  return rolls.every((roll) => {
    const isUser = roll.who === "user";
    const who = isUser ? by : opposite(by);
    return test(work, {
      roll, who, side: isUser ? user : other,
      id: roll.key === "footing" ? `footing:${work.index}:${who}` : `${roll.key}:${work.index}`,
      damageTaken: deed.taken, normalWounds: deed.normalWounds, stun: maneuver.damage?.stun ?? true,
      own: isUser ? putInto(work, by) : [],
    });
  });
}

function test(work: Work, { roll, id, side, who, damageTaken, normalWounds, stun, own }: Test): boolean {
  const body = work.bodies.of(side);
  if (body.statuses.has("dead") || body.statuses.has("unconscious")) return true;
  const minus = roll.minus === "damage" ? damageTaken : roll.minus === "normalWounds" ? normalWounds : 0;
  // Wounds of this very blow count for the feet.
  const penalty = penaltyIn(own, penaltyAfter(side.fighter, body.wounds));
  const pool = secondaryPool(side.fighter, { attribute: roll.attribute, skill: roll.skill, dice: roll.modifier - minus, penalty });
  const purpose = roll.key === "newAttack" ? "footing" : roll.key;
  const thrown = work.journal.pool(id, purpose, who === "attacker" ? "attacker" : work.index, pool);
  if (thrown === null) return false;
  if (roll.required === null) {
    work.part.steps.push({ kind: "leap", successes: thrown.successes });
    return true;
  }
  const stays = thrown.successes >= roll.required;
  const delay = roll.delay === null ? 0 : Math.max(0, roll.delay - thrown.successes);
  body.delay += delay;
  work.part.steps.push({ kind: "footing", successes: thrown.successes, stays, delay, who });
  return stays || roll.failure === null || fall(work, { failure: roll.failure, degree: thrown.degreeOfFailure, side, who, stun });
}

/** Somebody falls: prone, and where the maneuver says so one die for every degree of failure, as a source of its own. */
function fall(work: Work, { failure, degree, side, who, stun }: { readonly failure: NonNullable<SecondaryRoll["failure"]>; readonly degree: number; readonly side: ExchangeSide; readonly who: Who; readonly stun: boolean }): boolean {
  if (failure.prone) setStatus(work.bodies.of(side), "prone", true, who, work.part.steps);
  if (failure.damage === null || degree <= 0) return true;
  const { value, tn } = failure.damage;
  const struck = strike(work, {
    id: `fallDamage:${work.index}:${who}`, purpose: "fallDamage", roller: who === "attacker" ? "attacker" : work.index,
    damage: { pool: damagePool({ formula: [{ count: degree, value }], tn, ladder: "standard" }), type: "physical", stun, flat: 0 },
    shift: 0, barrier: 0, protection: side.fighter.protection, extraFlat: 0, hit: side, who, parried: () => null, steps: [],
  });
  if (struck === null) return false;
  work.part.steps.push({ kind: "fall", points: struck.through, who });
  return true;
}
