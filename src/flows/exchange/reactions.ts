import type { Pool } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import { answer } from "../../rules/exchange/answer";
import type { Answer, ExchangeState, Participant } from "../../rules/exchange/types";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Modifier } from "../../rules/modifiers/types";
import { attackPool, maneuverPool } from "../../rules/exchange/pools";
import { mayAnswer } from "../../rules/maneuvers/answers";
import { cancelsDamage, isDodge } from "../../rules/maneuvers/kind";
import { tickCost } from "../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../rules/maneuvers/weapons";
import { answerModifiers } from "../../rules/modifiers/answer";
import { turnChance } from "../../rules/odds/answer";
import { clockState } from "../clock/state";
import { findActor } from "../commit/write";
import { choose, noChoices, pickWeapon, type Choices } from "./choices";
import { toManeuver } from "./maneuver";
import { combatantOf } from "./participants";

/** One way to answer an attack, as it would be now. */
export interface ReactionOption {
  readonly item: Item.Implementation;
  readonly maneuver: Maneuver;
  readonly weapon: Weapon | null;
  readonly weapons: readonly Weapon[];
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** Ticks. */
  readonly cost: number;
  readonly ticks: { readonly from: number; readonly to: number } | null;
  /** Chance, 0 to 1, that it turns the attack. */
  readonly chance: number;
}

const toolFits = (maneuver: Maneuver, weapons: readonly Weapon[], fighter: Fighter): boolean => {
  if (maneuver.damage?.source === "shield" || maneuver.roll?.base === "shield") return fighter.handShield !== null;
  return weapons.length > 0 || !needsWeapon(maneuver);
};

/** Action Tick now and after a reaction of this cost: counted from now for who is overdue or holds. */
export function reactionTicks(participant: Participant, cost: number): { from: number; to: number } | null {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat;
  if (!combatant?.id || !combat) return null;
  const { tick, entries } = clockState(combat);
  const from = entries[combatant.id]?.actionTick ?? null;
  return tick < 1 || from === null ? null : { from, to: Math.max(from, tick) + cost };
}

/** Would the rules take this answer? What they would refuse, such as a long weapon at grappling range, is not offered. */
function isAllowed(state: ExchangeState, index: number, given: Answer): boolean {
  try {
    answer(state, index, given);
    return true;
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

/** One reaction of a target with the person's choices; null when it does not fit this attack. */
export function reactionOption(state: ExchangeState, index: number, item: Item.Implementation, choices: Choices = noChoices(), isGM = false): ReactionOption | null {
  const target = state.targets[index];
  const maneuver = toManeuver(item);
  const actor = target ? findActor(target.side.participant.actor) : null;
  if (!target || !maneuver || !actor) return null;
  const attack = { maneuver: state.declaration.maneuver, weapon: state.declaration.weapon };
  const fighter = actor.toFighter();
  const weapons = usableWeapons(maneuver, fighter);
  if (!mayAnswer(maneuver, attack) || !toolFits(maneuver, weapons, fighter)) return null;
  const weapon = pickWeapon(weapons, choices.weapon);
  const modifiers = choose(answerModifiers({ defender: fighter, attacker: state.attacker.fighter, maneuver, weapon, attack, situation: target.situation }), choices, isGM);
  const pool = maneuverPool(fighter, maneuver, modifiers);
  const cost = tickCost(maneuver, { weapon, handShield: fighter.handShield });
  if (target.answer === null && !isAllowed(state, index, { kind: "reaction", maneuver, weapon, modifiers, cost })) return null;
  return {
    item, maneuver, weapon, weapons, modifiers, pool, cost,
    ticks: reactionTicks(target.side.participant, cost),
    chance: turnChance({ attackPool: attackPool(state), reactionPool: pool, kind: cancelsDamage(maneuver) ? "cancel" : "evade", winsTies: isDodge(maneuver) }),
  };
}

/** Every reaction that a target has against the attack, the likeliest to turn it first. */
export function reactionOptions(state: ExchangeState, index: number): ReactionOption[] {
  const target = state.targets[index];
  const actor = target ? findActor(target.side.participant.actor) : null;
  if (!target?.aware || !actor) return [];
  const options = actor.items.contents.map((item) => reactionOption(state, index, item as Item.Implementation)).filter((option) => option !== null);
  return options.sort((one, other) => other.chance - one.chance || one.cost - other.cost);
}
