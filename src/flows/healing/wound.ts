import type { DamagePoints } from "../../rules/damage/types";
import { RuleError } from "../../rules/errors";
import { healed, isNewWound } from "../../rules/healing/patient";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { heal } from "../../rules/wounds/heal";
import { tidyChart } from "../../rules/wounds/penalty";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { consciousnessRoll } from "../events/waking";
import { participantOf } from "../exchange/participants";
import type { Wish } from "../intents/types";
import { boundTo } from "../powers/sharing";
import type { HealingLine } from "../../data/message/read-healing";
import { guard, hurt, readAmount, readHand, type Amount, type Guarded, type HandChoices } from "./by-hand";
import { throwDamage } from "./dice";
import { newWoundPaths } from "./new-wound";
import { patientChanges, patientOf } from "./patient";
import { peopleOf, personAt, type Person } from "./people";
import { line, placedLine } from "./words";
import { writeForAll, type Done } from "./write";

/**
 * Fulfils a wish of a GM to hurt or heal by hand: `{ targets, hand }`, all of them in one commit. Damage dice are thrown for each
 * by the client that commits (Dramatic Scenes, Wounds).
 * @throws RuleError for a player's wish, without targets, for an amount that is none
 */
export async function fulfilWound(wish: Wish): Promise<void> {
  const { args, author } = wish;
  if (!author.isGM) throw new RuleError("FATEWALKER.Intent.GMOnly");
  const people = peopleOf(args.targets);
  const choices = readHand(args.hand);
  const amount = readAmount(choices);
  const done = amount.kind === "points" && choices.deed === "heal" ? people.map((person) => healBoxes(person, amount.points)) : await woundAll(people, amount, choices);
  await writeForAll(wish, choices.deed, people, done);
}

/** One source of damage on its way to somebody's chart. */
interface Blow {
  readonly guarded: Guarded;
  readonly choices: HandChoices;
  /** Null for plain points. */
  readonly thrown: Awaited<ReturnType<typeof throwDamage>> | null;
  readonly points: DamagePoints;
}

/** What hits somebody: its dice are thrown by the client that commits. */
async function blowOn(person: Person, amount: Amount, choices: HandChoices): Promise<Blow> {
  const guarded = guard(person, amount, choices);
  const thrown = guarded.pool === null ? null : await throwDamage(guarded.pool);
  return { guarded, choices, thrown, points: thrown?.result.points ?? { ordinary: guarded.points ?? 0, penetrating: 0 } };
}

/**
 * One deed of damage to several people, and to whoever is bound to one of them: the very same points past armor, a source of its own
 * that comes after what hits that one itself (Powers, Balance).
 */
async function woundAll(people: readonly Person[], amount: Amount, choices: HandChoices): Promise<Done[]> {
  const hit = new Map<string, { readonly person: Person; readonly blows: Blow[] }>();
  for (const person of people) hit.set(person.actor.uuid, { person, blows: [await blowOn(person, amount, choices)] });
  for (const { person, blows: [own] } of [...hit.values()]) {
    const bound = boundTo(person.participant);
    const points = own === undefined ? 0 : hurt(person, own.points, own.guarded, own.choices).points;
    if (bound === null || points <= 0 || bound.uuid === person.actor.uuid) continue;
    const other = hit.get(bound.uuid) ?? { person: personAt(participantOf(bound)), blows: [] };
    hit.set(bound.uuid, { ...other, blows: [...other.blows, await blowOn(other.person, { kind: "points", points }, { ...choices, armor: false, shield: false })] });
  }
  const done: Done[] = [];
  for (const { person, blows } of hit.values()) done.push(await suffer(person, blows));
  return done;
}

/** Damage by hand to one person (Dramatic Scenes, Wounds). */
export async function wounded(person: Person, amount: Amount, choices: HandChoices): Promise<Done> {
  return suffer(person, [await blowOn(person, amount, choices)]);
}

/** Marks one source after the other on one chart; whatever stuns, there is one roll to stay awake (Dramatic Scenes, Wounds and Stun Damage). */
async function suffer(person: Person, blows: readonly Blow[]): Promise<Done> {
  const { actor, participant } = person;
  const before = patientOf(actor);
  let body = before;
  const suffered = blows.map((blow) => {
    const one = hurt(person, blow.points, blow.guarded, blow.choices, body);
    body = { ...body, wounds: one.outcome.chart, stabilized: body.stabilized && one.outcome.placed.mortal === 0 };
    return { ...blow, ...one, thrownPoints: blow.points.ordinary + blow.points.penetrating };
  });
  const dies = suffered.some(({ outcome }) => outcome.dies);
  const points = suffered.reduce((sum, one) => sum + one.points, 0);
  const newWounds = suffered.filter(({ outcome, choices }) => isNewWound(outcome.placed, choices));
  const awake = await stays(actor, suffered.some(({ outcome }) => outcome.consciousnessRoll));
  const lines = suffered.flatMap((one): HealingLine[] => [
    ...(one.thrown === null ? [] : [line("DamageRoll", { points: one.thrownPoints }, one.thrown.roll)]),
    ...(one.guarded.stopped > 0 ? [line("ShieldStops", { points: one.guarded.stopped })] : []),
    ...(one.absorbed > 0 ? [line("Absorbs", { points: one.absorbed })] : []),
    one.points > 0 ? placedLine(one.points, one.outcome.placed) : line("Unhurt"),
  ]);
  const bleeds = suffered.some(({ outcome }) => outcome.startsBleeding);
  const fate = [...(dies ? [line("Dies")] : bleeds ? [line("BeginsToBleed")] : []), ...awake.lines];
  return {
    dies, points,
    told: { participant, lines: [...lines, ...fate], vague: [line(points > 0 ? "Hurt" : "Unhurt"), ...(dies ? [line("Dies")] : awake.vague)] },
    changes: [
      ...patientChanges(actor, before, body, { dies }),
      ...(newWounds.length === 0 ? [] : [{ action: "update" as const, uuid: actor.uuid, changes: newWoundPaths({ mortal: newWounds.some(({ outcome }) => outcome.placed.mortal > 0) }) }]),
      ...suffered.flatMap(({ guarded: { energy } }): DocumentChange[] => (energy === null ? [] : [{ action: "update", uuid: energy.uuid, changes: { "system.energy.value": energy.after } }])),
      ...awake.changes,
    ],
  };
}

/** The roll that stun asks for; whoever is out of it already rolls none (Dramatic Scenes, Stun Damage). */
async function stays(actor: Actor.Implementation, isDue: boolean): Promise<{ readonly lines: readonly HealingLine[]; readonly vague: readonly HealingLine[]; readonly changes: readonly DocumentChange[] }> {
  if (!isDue || isOutOfIt(actor.toFighter().statuses)) return { lines: [], vague: [], changes: [] };
  const { stays: conscious, successes } = await consciousnessRoll(actor);
  if (conscious) return { lines: [line("StaysConscious", { successes })], vague: [], changes: [] };
  return {
    lines: [line("BlacksOut", { successes })], vague: [line("FallsUnconscious")],
    changes: (["unconscious", "prone"] as const).flatMap((status) => statusChanges(actor, status, true)),
  };
}

/** Mortal boxes first, then stun, then X; the GM's hand also reaches the dead, whose death it leaves as it is. */
function healBoxes({ actor, participant }: Person, boxes: number): Done {
  const before = patientOf(actor);
  const outcome = healed(before, heal(tidyChart(before.wounds), boxes));
  return {
    dies: false,
    told: { participant, lines: [outcome.healed > 0 ? line("Healed", { count: outcome.healed }) : line("NoChange")], vague: [line(outcome.healed > 0 ? "Better" : "NoChange")] },
    changes: patientChanges(actor, before, outcome.patient),
  };
}
