import { oneOf, record, truth } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import { isNewWound } from "../../rules/healing/patient";
import { travelExpense, willExpense } from "../../rules/tracks/expenses";
import { celebrate, type FateOccasion } from "../../rules/tracks/story";
import { forceWill, woundsForWill } from "../../rules/tracks/will";
import { fateLeft } from "../../rules/tracks/fate";
import type { Wish } from "../intents/types";
import { focusEnds } from "../powers/focus";
import { powerUserOf } from "../powers/power-user";
import { trackChange } from "./costs";
import { newWoundChange } from "./new-wound";
import { readNight, spendOneNight, type NightChoices } from "./night";
import { patientChanges, patientOf } from "./patient";
import { checkAlive, checkOwned, peopleOf, type Person } from "./people";
import { line, placedLine } from "./words";
import { writeForAll, type Done } from "./write";

export const OCCASIONS = ["session", "immediateGoal", "personalObjective", "storyEnd", "insteadOfAward"] as const satisfies readonly FateOccasion[];
export const REST_KINDS = ["night", "travel", "distanceRun", "sceneEnd", ...OCCASIONS] as const;
export type RestKind = (typeof REST_KINDS)[number];

export interface RestChoices {
  readonly kind: RestKind;
  readonly night: NightChoices;
  /** A day on the road was a forced march. */
  readonly forced: boolean;
}

export function readRest(value: unknown): RestChoices {
  const source = record(value);
  return { kind: oneOf(REST_KINDS, source.kind) ?? "night", night: readNight(source.night), forced: truth(source.forced) };
}

const isOccasion = (kind: RestKind): kind is FateOccasion => OCCASIONS.some((occasion) => occasion === kind);

/** What only the GM may give: Fate for the story, and the end of a scene. */
export const isGMs = (kind: RestKind): boolean => kind === "sceneEnd" || isOccasion(kind);

/**
 * Fulfils a wish to rest, to exert oneself, or of a GM to end a session, a goal, a story or a scene: `{ who, rest }`, everybody in
 * one commit (Environmental Scenes, Natural Healing; Powers, Recovering Will, Basic Will Expenditures, Recovering Fate).
 * @throws RuleError for somebody who is not the author's, for the dead, and for what only a GM may
 */
export async function fulfilRest(wish: Wish): Promise<void> {
  const { args, author } = wish;
  const people = peopleOf(args.who);
  const choices = readRest(args.rest);
  if (!author.isGM) {
    if (isGMs(choices.kind)) throw new RuleError("FATEWALKER.Intent.GMOnly");
    checkOwned(people, author);
    if (choices.night.caretaker !== null) checkOwned(peopleOf([choices.night.caretaker]), author);
  }
  const done: Done[] = [];
  for (const person of people) done.push(await restOne(person, choices, author.isGM));
  await writeForAll(wish, choices.kind, people, done);
}

async function restOne(person: Person, { kind, night, forced }: RestChoices, isGM: boolean): Promise<Done> {
  if (kind === "night") return spendOneNight(person, night, isGM);
  if (kind === "sceneEnd") return endScene(person);
  if (isOccasion(kind)) return celebrateOne(person, kind);
  const { passives } = powerUserOf(person.actor);
  return exert(person, kind === "travel" ? travelExpense(forced, passives) : willExpense(kind, { passives }));
}

/** Will that a day on the road or a long run takes; what is not there becomes wounds (Powers, Basic Will Expenditures). */
function exert(person: Person, points: number): Done {
  checkAlive(person);
  const { actor, participant } = person;
  const { will, fate, passives } = powerUserOf(actor);
  const { track, wounds } = forceWill(will, points, passives);
  const paid = line("WillSpent", { points: points - wounds });
  const tracks = trackChange(actor.uuid, { will: track, fate });
  if (wounds === 0) return { dies: false, told: { participant, lines: [paid], vague: [line("Exerted")] }, changes: [tracks] };
  const before = patientOf(actor);
  const outcome = woundsForWill(before.wounds, wounds);
  const after = { ...before, wounds: outcome.chart, stabilized: before.stabilized && outcome.placed.mortal === 0 };
  const death = outcome.dies ? [line("Dies")] : [];
  return {
    dies: outcome.dies,
    told: { participant, lines: [paid, line("WoundsForWill", { count: wounds }), placedLine(wounds, outcome.placed), ...death], vague: [line("Exerted"), line("Worse"), ...death] },
    changes: [
      ...patientChanges(actor, before, after, { dies: outcome.dies }),
      ...(isNewWound(outcome.placed, { stun: false }) ? [newWoundChange(actor.uuid, outcome.placed.mortal > 0)] : []),
      tracks,
    ],
  };
}

/** Temporary Wounds are gone with the scene (Dramatic Scenes, Temporary Wounds). */
function endScene({ actor, participant }: Person): Done {
  const { wounds: { temporary } } = patientOf(actor);
  return {
    dies: false,
    told: { participant, lines: [temporary.value > 0 ? line("TemporaryGone", { count: temporary.value }) : line("NoTemporary")], vague: [line("Catches")] },
    changes: [{ action: "update", uuid: actor.uuid, changes: { "system.wounds.temporary.value": 0 } }, ...focusEnds(actor)],
  };
}

/** Fate for the story (Powers, Recovering Fate). @throws RuleError `FATEWALKER.Power.NoAwardChoice` */
function celebrateOne(person: Person, occasion: FateOccasion): Done {
  checkAlive(person);
  const { actor, participant } = person;
  const { will, fate, passives } = powerUserOf(actor);
  const track = celebrate(fate, occasion, passives);
  const back = fateLeft(track, passives) - fateLeft(fate, passives);
  const apathy = fate.apathy - track.apathy;
  const lines = [
    ...(back > 0 ? [line("FateBack", { count: back })] : []),
    ...(apathy > 0 ? [line("ApathyGone", { count: apathy })] : []),
    ...(fate.ennui && !track.ennui ? [line("EnnuiOver")] : []),
  ];
  return { dies: false, told: { participant, lines: lines.length > 0 ? lines : [line("FateFull")], vague: [line("Celebrates")] }, changes: [trackChange(actor.uuid, { will, fate: track })] };
}
