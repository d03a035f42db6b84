import type { ShieldRule } from "../damage/types";
import { answer } from "../exchange/answer";
import { declare } from "../exchange/declare";
import type { Answer, Declaration, ExchangeSide, ExchangeState, Part } from "../exchange/types";
import type { Carried } from "../fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../fighter/types";
import { tickCost } from "../maneuvers/ticks";
import { answerModifiers } from "../modifiers/answer";
import { attackModifiers } from "../modifiers/attack";
import { runningUp } from "../modifiers/movement";
import { neutralSituation } from "../modifiers/situation";
import type { Modifier, Situation } from "../modifiers/types";

/** A maneuver as it is made: shaped already where it has modes or variants (`shapeManeuver`), with its weapon; null for bare hands. */
export interface Move {
  readonly maneuver: Maneuver;
  readonly weapon?: Weapon | null;
  /** All dice, the attribute included; left out: those that the situation gives, with what is optional switched off. */
  readonly modifiers?: readonly Modifier[];
}

/** An answer; `parts` are the two halves of a Parry/Riposte or Block/Strike. */
export interface AnswerMove extends Move {
  readonly parts?: readonly Move[];
}

/** One attacker against one target, in any place and with anything in hand, whether or not they have ever met. */
export interface Confrontation {
  readonly attacker: Fighter;
  readonly target: Fighter;
  readonly attack: Move;
  /** Null: the target does not answer. */
  readonly reaction?: AnswerMove | null;
  /** Left out: nothing special (`neutralSituation`; `situationBetween` reads postures and cover off the two). */
  readonly situation?: Situation;
  /** Default literal. */
  readonly shieldRule?: ShieldRule;
  /** Ticks of running up to it. */
  readonly runTicks?: number;
  /** Ticks of the attack; left out: what the maneuver costs with this weapon. */
  readonly cost?: number;
  readonly area?: Declaration["area"];
  /** Metres of the target from the centre of the area. */
  readonly fromCentre?: number;
  /** Aim, Footwork and shield cover that either side brings along. */
  readonly attackerCarried?: Carried;
  readonly targetCarried?: Carried;
}

const side = (name: string, fighter: Fighter): ExchangeSide => ({ participant: { actor: name, token: null, combatant: null }, fighter });

/**
 * The exchange that two fighters would have, declared and answered, ready for `exchangeOdds(state, 0)` and `dropOdds(state, 0)`. Nobody
 * needs a token or a fight for it (Dramatic Scenes, The Attack Roll).
 * @throws RuleError what `declare` and `answer` refuse, such as a shot without ammunition or an answer that may not be given
 */
export function exchangeBetween(given: Confrontation): ExchangeState {
  const { attacker, target, attack, reaction = null, situation = neutralSituation(), shieldRule = "literal", runTicks = 0, area = null, fromCentre, attackerCarried, targetCarried } = given;
  const { maneuver, weapon = null } = attack;
  const made = runningUp(situation, runTicks);
  const modifiers = attack.modifiers ?? attackModifiers({ attacker, target, maneuver, weapon, situation: made, ...(attackerCarried === undefined ? {} : { carried: attackerCarried }) });
  const declared = declare({
    attacker: side("attacker", attacker),
    targets: [{ side: side("target", target), situation: made, aware: true, ...(fromCentre === undefined ? {} : { fromCentre }), ...(targetCarried === undefined ? {} : { carried: targetCarried }) }],
    declaration: {
      maneuver, weapon, modifiers, runTicks, area,
      cost: given.cost ?? tickCost(maneuver, { weapon, handShield: attacker.handShield, runTicks }),
      ...(attackerCarried === undefined ? {} : { carried: attackerCarried }),
    },
    tick: null,
    shieldRule,
  });
  return declared.targets[0]?.answer === null ? answer(declared, 0, reaction === null ? { kind: "none" } : answerOf(given, reaction, situation)) : declared;
}

function answerOf({ attacker, target, attack: { maneuver, weapon = null }, targetCarried }: Confrontation, reaction: AnswerMove, situation: Situation): Answer {
  const answering = (move: Move): Part => ({
    maneuver: move.maneuver,
    weapon: move.weapon ?? null,
    modifiers: move.modifiers ?? answerModifiers({ defender: target, attacker, maneuver: move.maneuver, weapon: move.weapon ?? null, attack: { maneuver, weapon }, situation, ...(targetCarried === undefined ? {} : { carried: targetCarried }) }),
  });
  const striking = (move: Move): Part => ({
    maneuver: move.maneuver,
    weapon: move.weapon ?? null,
    modifiers: move.modifiers ?? attackModifiers({ attacker: target, target: attacker, maneuver: move.maneuver, weapon: move.weapon ?? null, situation }),
  });
  const parts = reaction.parts?.map((part, place) => (place === 0 ? answering(part) : striking(part)));
  const whole = answering(reaction);
  return {
    kind: "reaction", ...whole,
    cost: tickCost(reaction.maneuver, { weapon: whole.weapon, handShield: target.handShield, ...(parts === undefined ? {} : { components: parts.map((part) => part.maneuver) }) }),
    ...(parts === undefined ? {} : { parts }),
  };
}
