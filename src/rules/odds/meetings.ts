import type { Thrown } from "../exchange/target";
import { firstPart, parryRoll } from "../exchange/answered";
import { Engagements } from "../exchange/engagements";
import { failureDamage, meet } from "../exchange/meeting";
import { throwStage } from "../exchange/stages";
import type { Reaction } from "../exchange/work";
import { hasEffect } from "../maneuvers/effects";
import { BlowBook, ChanceBook } from "./books";
import { everyWay } from "./explore";
import { workOn, type Aimed } from "./work";

/** Results of attack and answer that come to the same. */
export interface MeetingChance {
  /** One of those results. */
  readonly thrown: Thrown;
  readonly chance: number;
  /** Chances of what the parry takes off, over all of its successes; null: there is none. */
  readonly parry: readonly number[] | null;
}

/** All meetings of an attack and its answer, and both rolls by successes, with what powers make of them. */
export interface Meetings {
  readonly all: readonly MeetingChance[];
  readonly attack: readonly number[];
  readonly answer: readonly number[];
}

/**
 * Everything that an attack roll and its answer can come to, each with its chance. Results are taken together where nothing that
 * follows tells them apart: the same net successes, the same flat points of a failed catch, a parry that hits
 * (Dramatic Scenes, The Attack Roll; Actions and Maneuvers, Parry).
 */
export function meetings(aimed: Aimed): Meetings {
  const { state, index, target } = aimed;
  const given = target.answer?.kind === "reaction" ? target.answer : null;
  const { maneuver } = workOn(aimed, new BlowBook()).attack;
  const area = (state.declaration.area ?? null) !== null;
  const found = new Map<string, { readonly thrown: Thrown; chance: number; readonly cancels: boolean }>();
  const attacks: number[] = [];
  const answers: number[] = [];
  const parries: number[] = [];
  everyWay((draw) => throwStage(state, new ChanceBook(draw), new Engagements(), [index], () => null)?.get(index), (thrown, chance) => {
    if (thrown === undefined) return;
    const { attack, reaction } = thrown;
    const meeting = meet({ attack: maneuver, successes: attack.successes, reaction: given === null || reaction === null ? null : { maneuver: firstPart(given).maneuver, successes: reaction.successes }, area });
    attacks[attack.successes] = (attacks[attack.successes] ?? 0) + chance;
    if (reaction !== null) answers[reaction.successes] = (answers[reaction.successes] ?? 0) + chance;
    if (reaction !== null && meeting.cancels) parries[reaction.successes] = (parries[reaction.successes] ?? 0) + chance;
    const key = JSON.stringify([meeting, distinction(given, thrown)]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { thrown, chance, cancels: meeting.cancels });
    else known.chance += chance;
  });
  const parry = given === null ? null : parryChances(aimed, given, parries);
  return {
    all: [...found.values()].map(({ thrown, chance, cancels }) => ({ thrown, chance, parry: cancels ? parry : null })),
    attack: Array.from(attacks, (chance) => chance ?? 0),
    answer: Array.from(answers, (chance) => chance ?? 0),
  };
}

/** What else of the rolls counts later on: the flat points of a failure, the metres that somebody gets away, points that a power costs. */
function distinction(given: Reaction | null, { reaction, altered = [] }: Thrown): readonly unknown[] {
  const powers = altered.map(({ roll, selfDamage }) => [roll, selfDamage]);
  if (given === null || reaction === null) return powers;
  const flat = failureDamage(given.maneuver, reaction.successes, reaction.degreeOfFailure);
  return [...powers, flat, ...(hasEffect(firstPart(given).maneuver, "getsAway") ? [reaction.successes] : [])];
}

/** Chances of all that a parry which hits takes off: its damage, promoted by its successes (chances by number); null where it cannot hit (Actions and Maneuvers, Parry). */
export function parryChances(aimed: Aimed, given: Reaction, successes: readonly number[]): number[] | null {
  const totals: number[] = [];
  const all = successes.reduce((sum, chance) => sum + chance, 0);
  if (all === 0) return null;
  successes.forEach((chance, count) => {
    const book = new BlowBook();
    book.parryChances(() => parryRoll(workOn(aimed, book), firstPart(given), count)).forEach((share, points) => { totals[points] = (totals[points] ?? 0) + (chance * share) / all; });
  });
  return Array.from(totals, (chance) => chance ?? 0);
}
