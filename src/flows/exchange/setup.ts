import { RuleError } from "../../rules/errors";
import type { Bystander, DeclaredTarget } from "../../rules/exchange/declare";
import type { Declaration, ExchangeState, Part, Participant } from "../../rules/exchange/types";
import { aimedAt, type Carried } from "../../rules/fighter/carried";
import type { Fighter, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Pool } from "../../rules/dice/types";
import type { Modifier } from "../../rules/modifiers/types";
import { maneuverPool } from "../../rules/exchange/pools";
import { hasEffect } from "../../rules/maneuvers/effects";
import { isAttack } from "../../rules/maneuvers/kind";
import { isShot, isThrow } from "../../rules/maneuvers/tags";
import { chosenTicks, tickRange, type TickRange, type TickTools } from "../../rules/maneuvers/ticks";
import { needsWeapon, usableWeapons } from "../../rules/maneuvers/weapons";
import { attackModifiers } from "../../rules/modifiers/attack";
import { runningUp } from "../../rules/modifiers/movement";
import { forWholeAction } from "../../rules/powers/roll-changes";
import { sameJson } from "../commit/json";
import { findActor } from "../commit/write";
import { engagementsOf } from "../engagement/read";
import { areaOf, blastOf, type Blast } from "./area";
import { carriedOf } from "./carried";
import { choose, MOST_RUN_TICKS, pickWeapon, type Choices } from "./choices";
import { clockState } from "../clock/state";
import { toManeuver } from "./maneuver";
import { gapBetween, measureSituation } from "./measure";
import { checkSupportChoice, maneuverSupport, payableSupport, type SupportOffer } from "../checks/support";
import type { PowerChoice } from "../powers/choice";
import { checkPoints, effortModifiers } from "../powers/effort";
import { checkChoice, chosenPower, powerOptions, usableCost, type PowerOption } from "../powers/for-roll";
import { fightOfFreeAction } from "../moment/ambush";
import { combatantOf, isUnseen } from "./participants";
import { shapeFor, type Offers } from "./shape";
import { actMoment, standingOn } from "./standing";
import { declaredInArea, findTarget, reachedTargets, type FoundTarget, type TargetSetup } from "./target-setup";

/** An attack, or any other maneuver, as it would be declared now: the same for the dialog and for the client that commits it. */
export interface AttackSetup {
  readonly participant: Participant;
  readonly fighter: Fighter;
  readonly maneuver: Maneuver;
  readonly weapons: readonly Weapon[];
  readonly weapon: Weapon | null;
  readonly targets: readonly TargetSetup[];
  /** Where it strikes and whom, where it covers an area; null: only whom it is aimed at. */
  readonly blast: Blast | null;
  /** The attacker's own token is among the targets of an attack: it counts where that is meant. */
  readonly self: boolean;
  /** Targets that are gone, or that cannot be one. */
  readonly lost: number;
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** Ticks. */
  readonly cost: number;
  /** Between which of them the user chooses; null: they are as printed. */
  readonly tickRange: TickRange | null;
  /** The maneuvers that it is made of, with the modifiers against the one whom each is meant for; null for a plain one. */
  readonly parts: readonly Part[] | null;
  /** The targets as the rules declare them. */
  readonly declared: readonly DeclaredTarget[];
  readonly offers: Offers;
  /** Active powers that may be put into it. */
  readonly powers: readonly PowerOption[];
  readonly power: PowerChoice | null;
  /** Skills that may support it, with the key of the one that is chosen. */
  readonly support: SupportOffer;
  readonly supportKey: string | null;
  /** Ticks of running up to it; null where it is none to run up to. */
  readonly runTicks: number | null;
  readonly carried: Carried;
  /** It is a free shot, or the action that opens an ambush: the clock asks nothing for it. */
  readonly isFree?: true;
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

/** What the rules are told of a declaration. */
export function declarationOf({ participant, maneuver, weapon, modifiers, cost, parts, runTicks, carried, powers, power, support, supportKey, blast }: AttackSetup): Declaration {
  checkChoice(powers, power);
  checkSupportChoice(support, supportKey);
  checkPoints(participant, modifiers);
  return {
    maneuver, weapon, modifiers, cost, carried,
    ...(blast === null ? {} : { area: blast.area }),
    ...(parts === null ? {} : { parts }),
    ...(runTicks === null ? {} : { runTicks }),
  };
}

/** Ticks of a run from here to the target's side, at twice Speed in 6 ticks, rounded up; 0 without places (Dramatic Scenes, Movement). */
function runTicksTo(attacker: Participant, target: Participant | undefined, { speed }: Fighter): number {
  const gap = target === undefined ? null : gapBetween(attacker, target);
  return gap === null || speed <= 0 ? 0 : Math.min(MOST_RUN_TICKS, Math.ceil((gap * 6) / (speed * 2)));
}

/** Ticks that were asked for, brought within what the maneuver allows: another weapon or variant may allow less. */
const withinRange = (range: TickRange | null, wanted: number | null): number | null => (range === null || wanted === null ? null : Math.max(range.least, Math.min(wanted, range.most ?? wanted)));

const runsUp = ({ effects }: Maneuver): boolean => effects.some(({ kind }) => kind === "runDamage");

/**
 * Works out what a maneuver would be now, with these targets and choices.
 * @param forGMs GMs alone read its card: only then does it say anything of those whom players do not see
 * @throws RuleError when there is no such actor or maneuver, or nothing in hand to do it with
 */
export function prepareAttack({ participant, item, targets, choices, isGM, forGMs = false }: {
  readonly participant: Participant;
  readonly item: { readonly system: unknown; readonly name: string };
  readonly targets: readonly Participant[];
  readonly choices: Choices;
  readonly isGM: boolean;
  readonly forGMs?: boolean;
}): AttackSetup {
  const actor = findActor(participant.actor);
  if (actor === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const plain = toManeuver(item);
  if (plain === null) throw new RuleError("FATEWALKER.Exchange.NoManeuver", { name: item.name });
  const fighter = actor.toFighter();
  const { maneuver, parts: halves, offers } = shapeFor(plain, actor.items.contents, choices, { fighter, targets: targets.length });
  const weapons = usableWeapons(maneuver, fighter);
  const weapon = pickWeapon(weapons, choices.weapon);
  if (weapon === null && needsWeapon(maneuver)) throw new RuleError("FATEWALKER.Exchange.NoWeapon", { name: item.name });
  const carried = carriedOf(participant);
  const first = halves?.[0] ?? maneuver;
  const area = maneuver.roll === null ? null : areaOf(first, weapon);
  const blast = area === null ? null : blastOf(participant, area, targets, { point: choices.centre, forGMs });
  // What rolls nothing is aimed at nobody; an area is aimed at its centre, whomever it reaches.
  const marked = maneuver.roll === null || (blast !== null && choices.centre !== null) ? [] : blast === null ? targets : targets.slice(0, 1);
  const unique = new Map(marked.map((target) => [target.actor, target]));
  const self = blast === null && isAttack(first) && unique.has(participant.actor);
  if (!self || choices.onSelf !== true) unique.delete(participant.actor);
  const reachable = [...unique.values()].map((target) => findTarget(participant, target, { maneuver: first, weapon })).filter((target) => target !== null);
  const runTicks = runsUp(maneuver) ? (choices.runTicks ?? runTicksTo(participant, reachable[0]?.participant, fighter)) : null;
  const found = reachable.map((target): FoundTarget => ({ ...target, situation: runningUp(target.situation, runTicks ?? 0) }));
  const nobody = runningUp({ ...measureSituation(participant, null), ...(blast === null ? {} : { distance: blast.distance }) }, runTicks ?? 0);
  const roller = { actor, participant, fighter };
  const powers = first.roll === null ? [] : powerOptions({ ...actMoment(roller, first, found[0]?.participant ?? null), opponents: found.map((target) => target.participant.actor) }, choices.power);
  const supportKey = choices.support ?? null;
  const support = maneuverSupport(actor, participant, first, supportKey, usableCost(powers));
  const supporting = payableSupport(support);
  const twoShots = hasEffect(maneuver, "twoShots");
  const second = twoShots ? (weapons.find(({ id, carried: where }) => id !== weapon?.id && where === "hand") ?? null) : weapon;
  if (twoShots && second === null) throw new RuleError("FATEWALKER.Error.NeedsTwoPistols");
  const fight = fightOf(participant);
  const tools: TickTools = { weapon, handShield: fighter.handShield, footwork: carried.footwork, tick: fight?.tick ?? null, ...(twoShots ? { secondWeapon: second } : {}), ...(runTicks === null ? {} : { runTicks }), ...(halves === null || twoShots ? {} : { components: halves }) };
  const range = tickRange(maneuver, tools);
  const { cost, extra } = chosenTicks(maneuver, tools, withinRange(range, choices.ticks));
  const modifiersOf = (made: Maneuver, arms: Weapon | null, target: FoundTarget | null, part = 0): Modifier[] => {
    const usual = attackModifiers({ attacker: fighter, target: target?.fighter ?? null, maneuver: made, weapon: arms, situation: target?.situation ?? nobody, carried: target === null ? carried : aimedAt(carried, target.participant.combatant), extraTicks: extra });
    if (made.roll === null) return choose(usual, choices, isGM);
    // A power and a support roll are put into one test: the first roll. What stands for one action does as well.
    const power = chosenPower(powers)?.modifier ?? null;
    const chosen = part === 0 || power === null ? power : forWholeAction(power);
    const standing = standingOn(roller, made, target?.participant ?? null, part);
    const effort = part === 0 ? effortModifiers(actor, made, cost) : [];
    return choose([...usual, ...effort, ...(chosen === null ? [] : [chosen]), ...(supporting === null || part > 0 ? [] : [supporting.modifier]), ...standing], choices, isGM);
  };
  const aims = found.map((target): TargetSetup => {
    const own = modifiersOf(first, weapon, target);
    return { ...target, modifiers: own, pool: maneuverPool(fighter, first, own) };
  });
  const goals = goalsOf(found, halves, offers);
  const parts = halves?.map((made, part): Part => {
    const arms = partWeapon(made, part === 0 ? weapon : second);
    return { maneuver: made, weapon: arms, modifiers: modifiersOf(made, arms, goals.find((goal) => goal.part === part)?.target ?? null, part) };
  }) ?? null;
  const modifiers = parts?.[0]?.modifiers ?? aims[0]?.modifiers ?? modifiersOf(maneuver, weapon, null);
  const setup: AttackSetup = {
    participant, fighter, maneuver, weapons, weapon, modifiers, parts, offers, runTicks, carried, powers, power: choices.power, support, supportKey, blast, self,
    targets: twoShots ? aims.filter(({ participant: { actor: uuid } }) => goals.some(({ target }) => target.participant.actor === uuid)) : aims,
    declared: goals.map(({ target, part }): DeclaredTarget => {
      const { maneuver: made, weapon: arms, modifiers: usual } = parts?.[part] ?? { maneuver, weapon, modifiers };
      const own = modifiersOf(made, arms, target, part);
      const { participant: who, fighter: body, situation, aware } = target;
      const bystanders = isShot(made) || isThrow(made, arms) ? bystandersOf(participant, who, forGMs) : [];
      return { bystanders, side: { participant: who, fighter: body }, situation, aware, carried: carriedOf(who), ...(sameJson(own, usual) ? {} : { modifiers: own }), ...(parts === null ? {} : { part }) };
    }),
    lost: unique.size - found.length,
    pool: maneuverPool(fighter, first, modifiers),
    cost, tickRange: range,
    ...(fightOfFreeAction(participant.combatant) === null ? {} : { isFree: true }),
    fight,
  };
  if (blast === null) return setup;
  const reached = reachedTargets(blast, { attacker: participant, maneuver: first, weapon, modifiers, pool: setup.pool });
  return { ...setup, targets: reached, declared: reached.map(declaredInArea), lost: 0 };
}

/**
 * Everyone who stands in melee with a target: a shot that misses by their range hits them (Dramatic Scenes, Melee Combat Range). Whom
 * players do not see stands on no card of theirs.
 */
export function bystandersOf(attacker: Participant, target: Participant, forGMs: boolean): Bystander[] {
  const combat = combatantOf(target)?.combat ?? null;
  return engagementsOf(combat).flatMap(({ ids, record: { range } }): Bystander[] => {
    if (!ids.some((id) => id === target.combatant)) return [];
    const other = combat?.combatants.get(ids.find((id) => id !== target.combatant) ?? "");
    const actor = other?.actor ?? null;
    if (!other || actor === null || actor.uuid === attacker.actor || actor.uuid === target.actor) return [];
    const participant: Participant = { actor: actor.uuid, token: other.token?.uuid ?? null, combatant: other.id };
    if (!forGMs && isUnseen(participant)) return [];
    return [{ side: { participant, fighter: actor.toFighter() }, situation: measureSituation(attacker, participant), range }];
  });
}

/** Bare hands and steps need no weapon though the other half has one. */
const partWeapon = (maneuver: Maneuver, weapon: Weapon | null): Weapon | null => (maneuver.damage === null && !needsWeapon(maneuver) ? null : weapon);

interface Goal {
  readonly target: FoundTarget;
  readonly part: number;
}

/** Whom each part is meant for: both halves for everyone, two shots for one or for one each. */
function goalsOf(found: readonly FoundTarget[], halves: readonly Maneuver[] | null, { modes }: Offers): Goal[] {
  if (halves === null) return found.map((target) => ({ target, part: 0 }));
  if (!halves.some((made) => hasEffect(made, "twoShots"))) return found.flatMap((target) => halves.map((_, part) => ({ target, part })));
  const apart = modes[0]?.chosen !== true;
  return halves.flatMap((_, part) => {
    const target = found[apart ? Math.min(part, found.length - 1) : 0];
    return target === undefined ? [] : [{ target, part }];
  });
}
