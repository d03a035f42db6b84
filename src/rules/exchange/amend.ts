import { totalPoints } from "../damage/absorb";
import { RuleError } from "../errors";
import type { Correction } from "./amendments";
import { aimedAt, checkTarget, standingBy, type DeclaredTarget } from "./declare";
import { moveTargets, placesWithout, type Places } from "./places";
import type { Declaration, ExchangeState, TargetState } from "./types";

/** More successes or points than this are a slip of the finger. */
export const MOST_CORRECTED = 99;

/** Targets as somebody was added or put in another's place, with the places where the former ones stand now. */
export interface Seated {
  readonly state: ExchangeState;
  readonly places: Places;
}

/** What a new target brings: how the attack is made on it alone, and the declaration that would have been made at it. */
export interface NewAim {
  readonly declared: readonly DeclaredTarget[];
  readonly declaration: Declaration;
}

const isAimedAt = ({ origin }: TargetState): boolean => origin === undefined;

const isOn = (actor: string) => (target: TargetState): boolean => isAimedAt(target) && target.side.participant.actor === actor;

/** An attack that is aimed at nobody yet waits until somebody is joined, or it is made at nobody (Dramatic Scenes, Declaration vs Resolution). */
export const awaitTarget = (state: ExchangeState): ExchangeState => ({ ...state, awaitsTarget: true });

/** It is made at nobody after all (Dramatic Scenes, Declaration vs Resolution). */
export const withoutTarget = (state: ExchangeState): ExchangeState => (state.awaitsTarget === true ? { ...state, awaitsTarget: false } : state);

function checkOpen({ phase, rolls }: ExchangeState): void {
  if (phase !== "declared" && phase !== "answering") throw new RuleError("FATEWALKER.Amend.Over");
  if (Object.keys(rolls).length > 0) throw new RuleError("FATEWALKER.Amend.DiceLie");
}

function checkNew({ attacker, targets }: ExchangeState, { declared, declaration }: NewAim): DeclaredTarget {
  const [main] = declared;
  if (main === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  if (targets.some(isOn(main.side.participant.actor))) throw new RuleError("FATEWALKER.Amend.IsTarget");
  for (const target of declared) checkTarget(attacker.fighter, declaration, target);
  return main;
}

/** The modifiers of a declaration for one part of it. */
const modifiersOf = ({ parts, modifiers }: Declaration, part: number): Declaration["modifiers"] => parts?.[part]?.modifiers ?? modifiers;

/** Targets with modifiers of their own, so that those of the declaration may change. */
const onTheirOwn = (targets: readonly TargetState[], declaration: Declaration): TargetState[] =>
  targets.map((target) => (isAimedAt(target) && target.modifiers === undefined ? { ...target, modifiers: modifiersOf(declaration, target.part ?? 0) } : target));

function entryOf({ attacker }: ExchangeState, target: DeclaredTarget, { declaration }: NewAim): TargetState {
  return { ...aimedAt(target, attacker), modifiers: target.modifiers ?? modifiersOf(declaration, target.part ?? 0) };
}

/**
 * Joins one more target to an attack that waits: measured as it stands now, and asked like one that was there from the start. The first
 * one takes the declaration with it; the dice of the others stay as they were declared (Dramatic Scenes, Declaration vs Resolution).
 * @throws RuleError `FATEWALKER.Amend.Over`, `DiceLie`, `IsTarget`, `NoRoom` (each half of it has its target), and what `declare` refuses of a target
 */
export function joinTarget(state: ExchangeState, aim: NewAim): ExchangeState {
  checkOpen(state);
  checkNew(state, aim);
  const first = !state.targets.some(isAimedAt);
  if (!first && aim.declaration.maneuver.effects.some(({ kind }) => kind === "twoShots")) throw new RuleError("FATEWALKER.Amend.NoRoom");
  const from = state.targets.length;
  const joined = aim.declared.map((target) => entryOf(state, target, aim));
  const bystanders = aim.declared.flatMap((target, index) => standingBy(target, from + index));
  return withoutTarget({ ...state, declaration: first ? aim.declaration : state.declaration, targets: [...state.targets, ...joined, ...bystanders] });
}

/**
 * Puts another target in the place of one that was aimed at. What that one answered is void, and so is everything that came of it: whom it
 * turned the attack on, who stood beside it. The new one keeps its place, and so the dice that were thrown for that
 * (readings, Attacks that are changed after they were declared).
 * @param asked the new one may answer; else it answers with nothing, as all that is asked lies behind it
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`, `FATEWALKER.Amend.IsTarget`, `AreaStays`, where it is asked `Over`, `DiceLie`, and what `declare` refuses of a target
 */
export function changeTarget(state: ExchangeState, index: number, aim: NewAim, { asked }: { readonly asked: boolean }): Seated {
  const former = state.targets[index];
  if (former === undefined || !isAimedAt(former)) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  if ((state.declaration.area ?? null) !== null) throw new RuleError("FATEWALKER.Amend.AreaStays");
  if (asked) checkOpen(state);
  const main = checkNew(state, aim);
  const isFormer = isOn(former.side.participant.actor);
  const leaves = ({ origin }: TargetState): boolean => {
    const from = origin === undefined ? undefined : state.targets[origin.from];
    return from !== undefined && isFormer(from);
  };
  const places = placesWithout(state.targets, leaves);
  const stay = moveTargets(state, places);
  const { declaration, targets } = redeclared(stay, aim, isFormer, asked);
  const replaced = targets.map((target): TargetState => {
    if (!isFormer(target)) return target;
    const { part } = target;
    const made = aim.declared.find((one) => (one.part ?? 0) === (part ?? 0)) ?? main;
    const entry = entryOf(state, { ...made, ...(part === undefined ? {} : { part }) }, aim);
    return asked ? entry : { ...entry, answer: { kind: "none" } };
  });
  const bystanders = aim.declared.flatMap((made) => {
    const from = replaced.findIndex((target) => isOn(made.side.participant.actor)(target) && (target.part ?? 0) === (made.part ?? 0));
    return from < 0 ? [] : standingBy(made, from);
  });
  return { state: { ...stay, declaration, targets: [...replaced, ...bystanders] }, places };
}

/** The declaration follows its first target; what it cost stays where it was paid. */
function redeclared({ declaration, targets }: ExchangeState, aim: NewAim, isFormer: (target: TargetState) => boolean, asked: boolean): { readonly declaration: Declaration; readonly targets: readonly TargetState[] } {
  const first = targets.find(isAimedAt);
  if (first === undefined || !isFormer(first)) return { declaration, targets };
  const { cost, runTicks } = asked ? aim.declaration : declaration;
  return { declaration: { ...aim.declaration, cost, ...(runTicks === undefined ? {} : { runTicks }) }, targets: onTheirOwn(targets, declaration) };
}

/** The successes of the attack on a target, and the points of damage before parry and Absorb, as they count now; null: it did not come to damage (Dramatic Scenes, Damage). */
export function amountsOf({ steps }: TargetState): { readonly successes: number | null; readonly points: number | null } {
  let successes: number | null = null;
  let points: number | null = null;
  for (const step of steps) {
    if (step.kind === "attack") successes ??= step.successes;
    if (step.kind === "damage") points ??= totalPoints(step.points);
  }
  return { successes, points };
}

/**
 * Puts other successes or points in the place of what the dice say of one target; all that follows of them is worked out anew with the
 * same dice. The amount that counts already changes nothing (readings, Attacks that are changed after they were declared).
 * @throws RuleError `FATEWALKER.Error.NoSuchTarget`, `FATEWALKER.Amend.BadAmount`
 */
export function correct(state: ExchangeState, index: number, { successes, points }: Correction): ExchangeState {
  const target = state.targets[index];
  if (target === undefined) throw new RuleError("FATEWALKER.Error.NoSuchTarget");
  for (const amount of [successes, points]) {
    if (amount !== undefined && (!Number.isInteger(amount) || amount < 0 || amount > MOST_CORRECTED)) throw new RuleError("FATEWALKER.Amend.BadAmount", { most: MOST_CORRECTED });
  }
  const now = amountsOf(target);
  const changes: Correction = {
    ...(successes === undefined || successes === now.successes ? {} : { successes }),
    ...(points === undefined || points === now.points ? {} : { points }),
  };
  if (Object.keys(changes).length === 0) return state;
  return { ...state, targets: state.targets.map((entry, place) => (place === index ? { ...entry, corrected: { ...entry.corrected, ...changes } } : entry)) };
}
