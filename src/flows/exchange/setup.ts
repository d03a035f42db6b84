import { RuleError } from "../../rules/errors";
import type { DeclaredTarget } from "../../rules/exchange/declare";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Pool } from "../../rules/dice/types";
import type { Modifier, Situation } from "../../rules/modifiers/types";
import { maneuverPool } from "../../rules/exchange/pools";
import { tickCost } from "../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../rules/maneuvers/weapons";
import { attackModifiers } from "../../rules/modifiers/attack";
import { sameJson } from "../commit/json";
import { findActor, findToken } from "../commit/write";
import { atFirstRange } from "../engagement/begin";
import { choose, pickWeapon, type Choices } from "./choices";
import { clockState } from "../clock/state";
import { toManeuver } from "./maneuver";
import { isAware, measureSituation } from "./measure";
import { publicParticipant } from "./names";
import { combatantOf, trueAddress } from "./participants";

export interface TargetSetup {
  readonly participant: Participant;
  readonly name: string;
  readonly fighter: Fighter;
  readonly situation: Situation;
  readonly aware: boolean;
  /** Modifiers of the attack on this one; those of the first stand for the attack as such. */
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
}

/** An attack, or any other maneuver, as it would be declared now: the same for the dialog and for the client that commits it. */
export interface AttackSetup {
  readonly participant: Participant;
  readonly fighter: Fighter;
  readonly maneuver: Maneuver;
  readonly weapons: readonly Weapon[];
  readonly weapon: Weapon | null;
  readonly targets: readonly TargetSetup[];
  /** Targets that are gone, or that cannot be one. */
  readonly lost: number;
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** Ticks. */
  readonly cost: number;
  /** The fight it happens in, with its tick; null outside one. */
  readonly fight: { readonly combat: Combat.Implementation; readonly id: string; readonly tick: number } | null;
}

/** How this world lets energy shields work (Dramatic Scenes, Energy Shields; core rules, House defaults). */
export const shieldRule = (): ExchangeState["shieldRule"] => (game.settings?.get("fatewalker", "shieldRule") === "charges" ? "charges" : "literal");

/** The begun fight that a participant is in. */
export function fightOf(participant: Participant): AttackSetup["fight"] {
  const combatant = combatantOf(participant);
  const combat = combatant?.combat ?? null;
  if (!combatant?.id || !combat) return null;
  const { tick } = clockState(combat);
  return tick >= 1 ? { combat, id: combatant.id, tick } : null;
}

type FoundTarget = Omit<TargetSetup, "modifiers" | "pool">;

function targetSetup(attacker: Participant, claimed: Participant, means: { readonly maneuver: Maneuver; readonly weapon: Weapon | null }): FoundTarget | null {
  const actor = findActor(claimed.actor);
  if (actor === null || claimed.actor === attacker.actor) return null;
  const participant = trueAddress(claimed, actor);
  // Nobody is aware of what comes from a token that they cannot see.
  const aware = isAware(participant) && findToken(attacker.token)?.hidden !== true;
  return { participant, name: publicParticipant(participant).name, fighter: actor.toFighter(), situation: atFirstRange(measureSituation(attacker, participant), { attacker, target: participant, ...means }), aware };
}

/** The targets of a setup as the rules declare them: each with its own modifiers where they differ from those of the attack as such. */
export const declaredTargets = ({ targets, modifiers }: AttackSetup): DeclaredTarget[] =>
  targets.map(({ participant, fighter, situation, aware, modifiers: own }) => ({ side: { participant, fighter }, situation, aware, ...(sameJson(own, modifiers) ? {} : { modifiers: own }) }));

/**
 * Works out what a maneuver would be now, with these targets and choices.
 * @throws RuleError when there is no such actor or maneuver, or nothing in hand to do it with
 */
export function prepareAttack({ participant, item, targets, choices, isGM }: {
  readonly participant: Participant;
  readonly item: { readonly system: unknown; readonly name: string };
  readonly targets: readonly Participant[];
  readonly choices: Choices;
  readonly isGM: boolean;
}): AttackSetup {
  const actor = findActor(participant.actor);
  if (actor === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const maneuver = toManeuver(item);
  if (maneuver === null) throw new RuleError("FATEWALKER.Exchange.NoManeuver", { name: item.name });
  const fighter = actor.toFighter();
  const weapons = usableWeapons(maneuver, fighter);
  const weapon = pickWeapon(weapons, choices.weapon);
  if (weapon === null && needsWeapon(maneuver)) throw new RuleError("FATEWALKER.Exchange.NoWeapon", { name: item.name });
  // What rolls nothing is aimed at nobody.
  const unique = new Map((maneuver.roll === null ? [] : targets).map((target) => [target.actor, target]));
  const found = [...unique.values()].map((target) => targetSetup(participant, target, { maneuver, weapon })).filter((target) => target !== null);
  const modifiersAgainst = (target: FoundTarget | null): Modifier[] =>
    choose(attackModifiers({ attacker: fighter, target: target?.fighter ?? null, maneuver, weapon, situation: target?.situation ?? measureSituation(participant, null) }), choices, isGM);
  const aimedAt = found.map((target): TargetSetup => {
    const own = modifiersAgainst(target);
    return { ...target, modifiers: own, pool: maneuverPool(fighter, maneuver, own) };
  });
  const modifiers = aimedAt[0]?.modifiers ?? modifiersAgainst(null);
  return {
    participant, fighter, maneuver, weapons, weapon, modifiers,
    targets: aimedAt,
    lost: unique.size - found.length,
    pool: maneuverPool(fighter, maneuver, modifiers),
    cost: tickCost(maneuver, { weapon, handShield: fighter.handShield }),
    fight: fightOf(participant),
  };
}
