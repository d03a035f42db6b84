import { RuleError } from "../errors";
import { aimedAt, NOTHING_CARRIED, type Carried } from "../fighter/carried";
import type { Fighter, Weapon } from "../fighter/types";
import { hasEffect } from "../maneuvers/effects";
import { answerModifiers } from "../modifiers/answer";
import { attackModifiers } from "../modifiers/attack";
import { mirrored } from "../modifiers/positions";
import { isOutOfIt, situationBetween } from "../modifiers/situation";
import type { Modifier, Situation } from "../modifiers/types";
import { answer } from "./answer";
import { attackOn } from "./attacks";
import { checkTarget } from "./declare";
import { checkTools } from "./refusals";
import type { Answer, Declaration, ExchangeState, Part, TargetState } from "./types";

/** One side of an exchange as it is now. */
export interface SideNow {
  readonly fighter: Fighter;
  readonly carried: Carried;
}

/** Everybody as they are now: the attacker, and the targets in their places with how the attacker stands to each. */
export interface SidesNow {
  readonly attacker: SideNow;
  readonly targets: readonly (SideNow & { readonly situation: Situation })[];
}

/**
 * Modifiers after the moment that made some of them has changed: what it makes now stands in the place of what it made then, switched as a
 * person has switched it; whatever was chosen stays (Dramatic Scenes, Action/Reaction/Preemptive Action).
 * @param then  what the moment made when `modifiers` were chosen; `now` what it makes now
 */
export function renewedModifiers(modifiers: readonly Modifier[], then: readonly Modifier[], now: readonly Modifier[]): Modifier[] {
  const made = new Map(then.map((entry) => [entry.key, entry]));
  const fresh = new Map(now.map((entry) => [entry.key, entry]));
  const stay = modifiers.flatMap((entry): Modifier[] => {
    const former = made.get(entry.key);
    if (former === undefined) return [entry];
    const current = fresh.get(entry.key);
    if (current === undefined) return [];
    return [entry.enabled === former.enabled ? current : { ...current, enabled: entry.enabled }];
  });
  const known = new Set([...made.keys(), ...modifiers.map(({ key }) => key)]);
  return [...stay, ...now.filter(({ key }) => !known.has(key))];
}

/**
 * An exchange whose moment has changed before its first die, by an action that preempted it: everybody, how they stand to each other and all
 * that follows of it are as they are now, and what people chose stays. A target that the attack cannot be made on any more is missed where
 * it can be made on others; an answer that cannot be given any more is none
 * (Dramatic Scenes, Action/Reaction/Preemptive Action, Melee Combat Range).
 * @throws RuleError as `declare`, where it can be done to nobody any more
 */
export function renew(state: ExchangeState, now: SidesNow): ExchangeState {
  const lost = refusals(state, now);
  const attacked = withAttack(state, now);
  const targets = attacked.targets.map((target, index): TargetState => {
    const missed = lost[index] === undefined || lost[index] === null ? {} : { corrected: { ...target.corrected, successes: 0 } };
    return { ...target, ...missed, answer: answerNow(state, attacked, index, now) };
  });
  return { ...attacked, targets };
}

/** The weapon as its owner has it now. */
const weaponNow = ({ weapons }: Fighter, weapon: Weapon | null): Weapon | null => weapons.find(({ id }) => id !== "" && id === weapon?.id) ?? weapon;

const partsOf = (declaration: Declaration): readonly Part[] => declaration.parts ?? [declaration];

/** Why the attack cannot be made on each of its targets any more; null: it can, or was not aimed at that one. @throws RuleError where it can be done to none */
function refusals({ declaration, targets }: ExchangeState, { attacker: { fighter, carried }, targets: standing }: SidesNow): (RuleError | null)[] {
  for (const { maneuver, weapon } of partsOf(declaration)) checkTools(fighter, maneuver, weaponNow(fighter, weapon), carried);
  const refused = targets.map((target, index) => {
    const there = standing[index];
    if (target.origin !== undefined || there === undefined) return null;
    return RuleError.refusal(() => checkTarget(fighter, declaration, { ...target, situation: there.situation, side: { ...target.side, fighter: there.fighter } }));
  });
  // Of two shots each stands for itself; of other maneuvers the second half needs the first.
  const together = hasEffect(declaration.maneuver, "twoShots");
  const first = targets.flatMap(({ origin, part = 0 }, index) => (origin === undefined && (together || part === 0) ? [refused[index] ?? null] : []));
  const reason = first.find((entry) => entry !== null);
  if (reason !== undefined && reason !== null && first.every((entry) => entry !== null)) throw reason;
  return refused;
}

/** The attack as it is now: its dice against each target, its weapons, and everybody. */
function withAttack(state: ExchangeState, { attacker, targets: standing }: SidesNow): ExchangeState {
  const { declaration } = state;
  const then: SideNow = { fighter: state.attacker.fighter, carried: declaration.carried ?? NOTHING_CARRIED };
  const made = partsOf(declaration);
  const attacks = state.targets.map((target, index): readonly Modifier[] | null => {
    const there = standing[index];
    if (there === undefined || target.origin !== undefined || target.fromCentre !== undefined) return null;
    const attack = attackOn(state, target);
    const on = (side: SideNow, other: Fighter, situation: Situation, weapon: Weapon | null): Modifier[] =>
      attackModifiers({ attacker: side.fighter, target: other, maneuver: attack.maneuver, weapon, situation, carried: aimedAt(side.carried, target.side.participant.combatant) });
    return renewedModifiers(attack.modifiers, on(then, target.side.fighter, target.situation, attack.weapon), on(attacker, there.fighter, there.situation, weaponNow(attacker.fighter, attack.weapon)));
  });
  const parts = made.map((part, place): Part => {
    const first = state.targets.findIndex(({ origin, part: of = 0 }, index) => origin === undefined && of === place && attacks[index] !== null);
    return { maneuver: part.maneuver, weapon: weaponNow(attacker.fighter, part.weapon), modifiers: attacks[first] ?? alone(part, then, attacker) };
  });
  const [whole] = parts;
  return {
    ...state,
    attacker: { ...state.attacker, fighter: attacker.fighter },
    declaration: {
      ...declaration, carried: attacker.carried, weapon: weaponNow(attacker.fighter, declaration.weapon), modifiers: whole?.modifiers ?? declaration.modifiers,
      ...(declaration.parts === undefined ? {} : { parts }),
    },
    targets: state.targets.map((target, index): TargetState => {
      const there = standing[index];
      if (there === undefined) return target;
      const own = attacks[index] ?? null;
      const usual = parts[target.part ?? 0]?.modifiers;
      return {
        ...target, situation: there.situation, side: { ...target.side, fighter: there.fighter },
        ...(target.carried === undefined ? {} : { carried: there.carried }),
        ...(own === null || JSON.stringify(own) === JSON.stringify(usual) && target.modifiers === undefined ? {} : { modifiers: own }),
      };
    }),
  };
}

/** Dice of what is aimed at nobody, or at a place. */
function alone({ maneuver, weapon, modifiers }: Part, then: SideNow, now: SideNow): Modifier[] {
  const made = ({ fighter, carried }: SideNow): Modifier[] => attackModifiers({ attacker: fighter, target: null, maneuver, weapon, situation: situationBetween(fighter, null), carried });
  return renewedModifiers(modifiers, made(then), made(now));
}

/** A target's answer as it is now; none where it cannot be given any more. */
function answerNow(before: ExchangeState, after: ExchangeState, index: number, { attacker, targets: standing }: SidesNow): Answer | null {
  const [was, is, there] = [before.targets[index], after.targets[index], standing[index]];
  const given = was?.answer ?? null;
  if (was === undefined || is === undefined || there === undefined || given?.kind !== "reaction") return given;
  if (isOutOfIt(there.fighter.statuses)) return { kind: "none", why: there.fighter.statuses.includes("dead") ? "dead" : "unconscious" };
  const then: SideNow = { fighter: was.side.fighter, carried: was.carried ?? NOTHING_CARRIED };
  const dice = (part: Part, place: number): Part => {
    const { maneuver, weapon, modifiers } = part;
    const arms = weaponNow(there.fighter, weapon);
    const answering = (side: SideNow, other: Fighter, target: TargetState, state: ExchangeState, with_: Weapon | null): Modifier[] =>
      place === 0
        ? answerModifiers({ defender: side.fighter, attacker: other, maneuver, weapon: with_, attack: attackOn(state, target), situation: target.situation, carried: side.carried, tick: state.tick })
        : attackModifiers({ attacker: side.fighter, target: other, maneuver, weapon: with_, situation: back(side.fighter, other, target.situation), carried: side.carried });
    return { maneuver, weapon: arms, modifiers: renewedModifiers(modifiers, answering(then, before.attacker.fighter, was, before, weapon), answering(there, attacker.fighter, is, after, arms)) };
  };
  const { parts } = given;
  const whole = dice(given, 0);
  const halves = parts?.map(dice);
  const renewed: Answer = { ...given, ...whole, modifiers: halves?.[0]?.modifiers ?? whole.modifiers, ...(halves === undefined ? {} : { parts: halves }) };
  const asked: ExchangeState = { ...after, targets: after.targets.map((target, place) => (place === index ? { ...target, answer: null } : target)) };
  return RuleError.refusal(() => answer(asked, index, renewed)) === null ? renewed : { kind: "none", why: "nothingFits" };
}

/** How the answerer stands to the attacker when it strikes back. */
function back(defender: Fighter, attacker: Fighter, { distance, engagement, positions }: Situation): Situation {
  return { ...situationBetween(defender, attacker, { distance }), engagement, ...(positions === undefined ? {} : { positions: mirrored(positions) }) };
}
