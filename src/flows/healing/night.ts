import { nullableCount, oneOf, record, text, truth, whole, isRecord } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import type { HealingLine } from "../../data/message/read-healing";
import type { Pool } from "../../rules/dice/types";
import { CARETAKING, caretakingModifiers, caretakingRefusal, giveCare } from "../../rules/healing/caretaking";
import { ACTIVITY, CONDITIONS, healNaturally, naturalModifiers, NATURAL_HEALING, needsHealing, type Activity, type Conditions } from "../../rules/healing/natural";
import type { Patient } from "../../rules/healing/types";
import type { Participant } from "../../rules/exchange/types";
import type { Modifier } from "../../rules/modifiers/types";
import { powerModifiers, PLAIN_ROLL } from "../../rules/powers/modifiers";
import { spendNight, type Night } from "../../rules/tracks/rest";
import { woundsForWill } from "../../rules/tracks/will";
import { isNewWound } from "../../rules/healing/patient";
import { toPower } from "../powers/power";
import { powerUserOf } from "../powers/power-user";
import { payFor, trackChange, type Tracks } from "./costs";
import { throwPool } from "./dice";
import { newWoundChange } from "./new-wound";
import { patientChanges, patientOf } from "./patient";
import { checkAlive, personAt, type Person } from "./people";
import { pickSupply, ratingsOf, suppliesAtHand } from "./supplies";
import { poolOf } from "./treatment";
import { careLine, line, outcomeLines, placedLine, vagueOutcome } from "./words";
import type { Done } from "./write";

/** How a night is spent, as a person chose it. */
export interface NightChoices {
  readonly sleep: Night["sleep"];
  readonly place: Conditions | "facility";
  /** Rating of the facility that somebody lies in. */
  readonly facility: number;
  readonly activity: Activity;
  /** The wounded roll to heal: then the night gives no Will. */
  readonly heal: boolean;
  readonly caretaker: Participant | null;
  readonly switched: Readonly<Record<string, boolean>>;
  readonly custom: number;
}

export const SLEEPS = ["full", "half", "none"] as const;
export const ACTIVITIES = Object.keys(ACTIVITY) as Activity[];
export const PLACES = ["facility", ...(Object.keys(CONDITIONS) as Conditions[])] as const;
const MOST_FACILITY = 12;
const CUSTOM_LIMIT = 20;

export const plainNight = (): NightChoices => ({ sleep: "full", place: "average", facility: 1, activity: "none", heal: true, caretaker: null, switched: {}, custom: 0 });

export function readNight(value: unknown): NightChoices {
  const source = record(value);
  const plain = plainNight();
  const switched = isRecord(source.switched) ? source.switched : {};
  return {
    sleep: oneOf(SLEEPS, source.sleep) ?? plain.sleep,
    place: oneOf(PLACES, source.place) ?? plain.place,
    facility: Math.min(MOST_FACILITY, nullableCount(source.facility) ?? plain.facility),
    activity: oneOf(ACTIVITIES, text(source.activity)) ?? plain.activity,
    heal: source.heal === undefined || truth(source.heal),
    caretaker: readParticipant(source.caretaker),
    switched: Object.fromEntries(Object.entries(switched).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
    custom: Math.max(-CUSTOM_LIMIT, Math.min(CUSTOM_LIMIT, whole(source.custom))),
  };
}

/** Comfort by the place: what is good for wounds is good for sleep (Powers, Recovering Will). */
const COMFORT: Readonly<Record<NightChoices["place"], Night["conditions"]>> = { facility: "good", sterile: "good", good: "good", average: "average", poor: "bad", hostile: "bad" };

/** How well one sleeps there. */
export const comfortOf = ({ place }: NightChoices): Night["conditions"] => COMFORT[place];

/** A Heal Wounds roll as it would be made now. */
export interface NaturalSetup {
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
}

/** The Heal Wounds roll of one person with all that changes it (Environmental Scenes, Natural Healing). */
export function prepareNatural(person: Person, body: Patient, { activity, place, facility, switched, custom }: NightChoices, isGM: boolean): NaturalSetup {
  const { actor } = person;
  const owned = (actor.items.contents as Item.Implementation[]).flatMap((item) => {
    const power = toPower(item);
    return power === null ? [] : [{ name: item.name, power }];
  });
  const powers = powerModifiers(owned, { ...PLAIN_ROLL, healing: true }, actor.toFighter().fate.rating);
  const own = [...naturalModifiers(body, { activity, conditions: place === "facility" ? { facility } : place }), ...powers];
  return poolOf(person, { attribute: NATURAL_HEALING.attribute, skill: NATURAL_HEALING.against }, own, { choices: { switched, custom }, isGM, inFight: false });
}

/** Will this person's night see a Heal Wounds roll? */
export const rollsToHeal = (body: Patient, { heal }: NightChoices): boolean => heal && needsHealing(body);

/** One person's night: care, the Heal Wounds roll, Will. */
export async function spendOneNight(person: Person, choices: NightChoices, isGM: boolean): Promise<Done> {
  checkAlive(person);
  const { actor, participant } = person;
  const before = patientOf(actor);
  const user = powerUserOf(actor);
  const lines: HealingLine[] = [];
  const vague: HealingLine[] = [];
  let tracks: Tracks = { will: user.will, fate: user.fate };
  let body = before;
  let dies = false;
  if (rollsToHeal(before, choices)) {
    const cared = await takeCare(person, body, choices, isGM);
    body = cared.body;
    lines.push(...cared.lines);
    const { pool, modifiers } = prepareNatural(person, body, choices, isGM);
    tracks = payFor(modifiers, tracks, user.passives);
    const { successes, roll } = await throwPool(pool);
    const outcome = healNaturally(body, successes);
    body = outcome.patient;
    dies = outcome.wound?.dies === true;
    lines.push(line("Roll", { attribute: NATURAL_HEALING.attribute, skill: NATURAL_HEALING.against, successes }, roll), ...outcomeLines(outcome));
    vague.push(...vagueOutcome(outcome));
  }
  const night: Night = { sleep: choices.sleep, conditions: comfortOf(choices), healingRoll: rollsToHeal(before, choices) };
  const { track, wounds } = spendNight(tracks.will, night, user.passives);
  const gained = marks(tracks.will) - marks(track);
  if (choices.sleep === "none") lines.push(line("AwakeCosts", { points: Math.max(0, -gained) + wounds }));
  else if (!night.healingRoll) lines.push(gained > 0 ? line("WillBack", { count: gained }) : line("NoWillBack"));
  tracks = { ...tracks, will: track };
  const forced = wounds > 0 && !dies ? woundsForWill(body.wounds, wounds) : null;
  if (forced !== null) {
    body = { ...body, wounds: forced.chart, stabilized: body.stabilized && forced.placed.mortal === 0 };
    ({ dies } = forced);
    lines.push(line("WoundsForWill", { count: wounds }), placedLine(wounds, forced.placed), ...(dies ? [line("Dies")] : []));
    vague.push(line("Worse"), ...(dies ? [line("Dies")] : []));
  }
  return {
    dies,
    told: { participant, lines, vague: vague.length > 0 ? vague : [line("Rested")] },
    changes: [
      ...patientChanges(actor, before, body, { dies }),
      ...(forced !== null && isNewWound(forced.placed, { stun: false }) ? [newWoundChange(actor.uuid, forced.placed.mortal > 0)] : []),
      trackChange(actor.uuid, tracks),
    ],
  };
}

/** Weight of all marks, so that a turned mark counts as recovered. */
const marks = ({ spent, fatigue, exhaustion }: Tracks["will"]): number => spent + 2 * fatigue + 3 * exhaustion;

/** Caretaking before the roll, where somebody takes care and it is of use. */
async function takeCare(person: Person, body: Patient, { caretaker }: NightChoices, isGM: boolean): Promise<{ readonly body: Patient; readonly lines: readonly HealingLine[] }> {
  if (caretaker === null || caretakingRefusal(body) !== null) return { body, lines: [] };
  const carer = personAt(caretaker);
  checkAlive(carer);
  const at = { healer: carer.actor, patient: person.actor };
  const supplies = ratingsOf(pickSupply(suppliesAtHand("medkit", at), "best"), pickSupply(suppliesAtHand("facility", at), "best"), null);
  const { pool } = poolOf(carer, CARETAKING, caretakingModifiers(supplies), { choices: { switched: {}, custom: 0 }, isGM, inFight: false });
  const { successes, roll } = await throwPool(pool);
  const cared = giveCare(body, successes);
  return { body: cared, lines: [line("CaredForBy", { name: carer.name, successes }, roll), careLine(cared.caretaking ?? 0)] };
}
