import { resolveTarget } from "../exchange/target";
import type { Bodies } from "../exchange/bodies";
import { wound } from "../exchange/strike";
import type { Reaction } from "../exchange/work";
import { attackDamage } from "../exchange/attacks";
import type { Maneuver } from "../fighter/types";
import { hasEffect } from "../maneuvers/effects";
import { isCounter } from "../maneuvers/kind";
import { hasProcedure } from "../maneuvers/procedures/registry";
import { BlowBook, ChanceBook } from "./books";
import { pointsTaken } from "./damage";
import { everyWay } from "./explore";
import { Ends } from "./harm";
import type { Meetings } from "./meetings";
import { workOn, type Aimed } from "./work";

/** Chances of the points of one blow for each energy that it leaves the target's shield. */
export interface BlowLaw {
  readonly hit: number;
  readonly blows: readonly { readonly energy: number | null; readonly points: readonly number[] }[];
}

/** True where nothing but one blow can come of it: no answer that strikes, no falls, no effects that hang on what got through, no power that hurts its user (Dramatic Scenes, The Attack Roll, Armor). */
export function isPlain(aimed: Aimed, { all }: Meetings): boolean {
  const { target } = aimed;
  if (all.some(({ thrown: { altered = [] } }) => altered.some(({ selfDamage }) => selfDamage > 0))) return false;
  const { maneuver } = workOn(aimed, new BlowBook()).attack;
  return deedless(maneuver) && !hasEffect(maneuver, "selfDamage") && (target.answer?.kind !== "reaction" || isQuiet(target.answer));
}

function isQuiet({ maneuver, parts }: Reaction): boolean {
  return parts === undefined && deedless(maneuver) && !isCounter(maneuver);
}

function deedless(maneuver: Maneuver): boolean {
  return !hasProcedure(maneuver) && (maneuver.tables?.rolls ?? []).length === 0;
}

/** Works out every meeting up to its blow and adds up what the blows do, before anybody is hurt (Dramatic Scenes, The Attack Roll, Armor). */
export function blowLaw(aimed: Aimed, { all }: Meetings): BlowLaw {
  const byEnergy = new Map<number | null, number[]>();
  let hit = 0;
  for (const { thrown, chance, parry } of all) {
    const book = new BlowBook({ parry });
    const work = workOn(aimed, book);
    resolveTarget(work, thrown);
    const { energy } = work.bodies.of(aimed.target.side);
    const points = byEnergy.get(energy) ?? [];
    byEnergy.set(energy, points);
    if (book.asked !== null || work.part.outcome === "hit" || work.part.outcome === "noDamage") hit += chance;
    (book.asked === null ? [1] : pointsTaken(book.asked.pool, book.asked.against)).forEach((share, value) => { points[value] = (points[value] ?? 0) + chance * share; });
  }
  return { hit: Math.min(1, hit), blows: [...byEnergy].map(([energy, points]) => ({ energy, points: Array.from(points, (chance) => chance ?? 0) })) };
}

/** Every way in which a law of points leaves the target (Dramatic Scenes, The Attack Roll, Armor). */
export function endsOf(aimed: Aimed, { blows }: BlowLaw): Ends {
  const { state, target } = aimed;
  const stun = attackDamage(state, target, 0)?.stun === true;
  const ends = new Ends();
  for (const { energy, points } of blows) {
    points.forEach((chance, value) => {
      if (chance === 0) return;
      everyWay((draw): Bodies => {
        const work = workOn(aimed, new ChanceBook(draw));
        work.bodies.of(target.side).energy = energy;
        const hurt = { points: value, stun, source: `damage:${aimed.index}` };
        wound(work, target.side, hurt, "target");
        return work.bodies;
      }, (bodies, share) => { ends.add(bodies.of(target.side), value, chance * share); });
    });
  }
  return ends;
}
