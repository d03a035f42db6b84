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
import { guard, hurt, readAmount, readHand, type Amount, type HandChoices } from "./by-hand";
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
  const done: Done[] = [];
  for (const person of people) {
    const deed = amount.kind === "points" && choices.deed === "heal" ? healBoxes(person, amount.points) : await wounded(person, amount, choices);
    done.push(deed, ...(await sharedWounds(person, deed.points ?? 0, { choices, others: people })));
  }
  await writeForAll(wish, choices.deed, people, done);
}

/**
 * What damage does to whoever is bound to the one whom it hits: the very same points, past armor. Whoever is hit by the same deed has
 * a share of it already (Powers, Balance).
 */
async function sharedWounds({ participant }: Person, points: number, { choices, others }: { readonly choices: HandChoices; readonly others: readonly Person[] }): Promise<Done[]> {
  const bound = boundTo(participant);
  if (bound === null || points <= 0 || others.some(({ actor }) => actor.uuid === bound.uuid)) return [];
  const done = await wounded(personAt(participantOf(bound)), { kind: "points", points }, { ...choices, armor: false, shield: false });
  return [done];
}

/** Damage by hand to one person: dice are thrown by the client that commits (Dramatic Scenes, Wounds). */
export async function wounded(person: Person, amount: Amount, choices: HandChoices): Promise<Done> {
  const { actor, participant } = person;
  const guarded = guard(person, amount, choices);
  const thrown = guarded.pool === null ? null : await throwDamage(guarded.pool);
  const points = thrown?.result.points ?? { ordinary: guarded.points ?? 0, penetrating: 0 };
  const suffered = hurt(person, points, guarded, choices);
  const { outcome } = suffered;
  const before = patientOf(actor);
  const after = { ...before, wounds: outcome.chart, stabilized: before.stabilized && outcome.placed.mortal === 0 };
  const awake = await stays(actor, outcome.consciousnessRoll);
  const lines: HealingLine[] = [
    ...(thrown === null ? [] : [line("DamageRoll", { points: points.ordinary + points.penetrating }, thrown.roll)]),
    ...(guarded.stopped > 0 ? [line("ShieldStops", { points: guarded.stopped })] : []),
    ...(suffered.absorbed > 0 ? [line("Absorbs", { points: suffered.absorbed })] : []),
    suffered.points > 0 ? placedLine(suffered.points, outcome.placed) : line("Unhurt"),
  ];
  const fate = [...(outcome.dies ? [line("Dies")] : outcome.startsBleeding ? [line("BeginsToBleed")] : []), ...awake.lines];
  return {
    dies: outcome.dies,
    points: suffered.points,
    told: { participant, lines: [...lines, ...fate], vague: [line(suffered.points > 0 ? "Hurt" : "Unhurt"), ...(outcome.dies ? [line("Dies")] : awake.vague)] },
    changes: [
      ...patientChanges(actor, before, after, { dies: outcome.dies }),
      ...(isNewWound(outcome.placed, choices) ? [{ action: "update" as const, uuid: actor.uuid, changes: newWoundPaths({ mortal: outcome.placed.mortal > 0 }) }] : []),
      ...(guarded.energy === null ? [] : [{ action: "update" as const, uuid: guarded.energy.uuid, changes: { "system.energy.value": guarded.energy.after } }]),
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
