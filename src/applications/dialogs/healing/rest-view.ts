import { say, signed } from "../../../helpers/text";
import { patientOf } from "../../../flows/healing/patient";
import type { Person } from "../../../flows/healing/people";
import { ACTIVITIES, comfortOf, PLACES, prepareNatural, rollsToHeal, SLEEPS, type NightChoices } from "../../../flows/healing/night";
import { isGMs, REST_KINDS, type RestChoices } from "../../../flows/healing/rest";
import { powerUserOf } from "../../../flows/powers/power-user";
import { poolSize } from "../../../rules/dice/pool";
import { RuleError } from "../../../rules/errors";
import { needsHealing } from "../../../rules/healing/natural";
import type { Modifier } from "../../../rules/modifiers/types";
import { successes } from "../../../rules/odds/distribution";
import { travelExpense, willExpense } from "../../../rules/tracks/expenses";
import { fateGain } from "../../../rules/tracks/story";
import { nightRecovery } from "../../../rules/tracks/rest";
import { willInReach } from "../../../rules/tracks/will";
import { percent } from "../roll-view";
import { personOptions } from "./chosen";

/** Who rests: all who could, and those who are left out. */
export interface RestPeople {
  readonly everyone: readonly Person[];
  readonly carers: readonly Person[];
  readonly chosen: readonly Person[];
}

const sayRest = (key: string, data?: Readonly<Record<string, string | number>>): string => say(`FATEWALKER.Rest.${key}`, data);

function willCost(person: Person, points: number): string {
  const { will, passives } = powerUserOf(person.actor);
  const wounds = Math.max(0, points - willInReach(will, passives));
  return wounds > 0 ? sayRest("WillWounds", { will: points - wounds, wounds }) : sayRest("WillCost", { will: points });
}

function nightNotes(person: Person, night: NightChoices): string[] {
  const body = patientOf(person.actor);
  const { passives } = powerUserOf(person.actor);
  const heals = rollsToHeal(body, night);
  const awake = night.sleep === "none" ? [willCost(person, willExpense("nightAwake", { passives }))] : [];
  if (!heals) return awake.length > 0 ? awake : [sayRest("Will", { will: signed(nightRecovery({ sleep: night.sleep, conditions: comfortOf(night), healingRoll: false }, passives)) })];
  const { pool } = prepareNatural(person, body, night, game.user?.isGM === true);
  const chances = successes(pool);
  const better = chances.slice(2).reduce((sum, chance) => sum + chance, 0);
  return [sayRest("Roll", { dice: poolSize(pool), tn: pool.tn }), sayRest("ToHeal", { heals: percent(better), harm: percent(chances[0] ?? 0) }), ...awake];
}

/** What it would do to one person, in words. */
function notesOf(person: Person, { kind, night, forced }: RestChoices): string[] {
  const { passives } = powerUserOf(person.actor);
  try {
    switch (kind) {
      case "night": return nightNotes(person, night);
      case "travel": return [willCost(person, travelExpense(forced, passives))];
      case "distanceRun": return [willCost(person, willExpense("distanceRun", { passives }))];
      case "sceneEnd": {
        const { value } = patientOf(person.actor).wounds.temporary;
        return [value > 0 ? sayRest("TemporaryGone", { count: value }) : sayRest("Nothing")];
      }
      default: {
        const gain = fateGain(kind, passives);
        return [gain === "all" ? sayRest("AllFate") : sayRest("Fate", { fate: signed(gain) })];
      }
    }
  } catch (error) {
    if (error instanceof RuleError) return [say(error.key, error.data)];
    throw error;
  }
}

/** Powers that may add to the Heal Wounds rolls of those who are chosen, by key. */
function powersOf(people: readonly Person[], night: NightChoices) {
  const offered = new Map<string, Modifier>();
  for (const person of people) {
    const body = patientOf(person.actor);
    if (!rollsToHeal(body, night)) continue;
    for (const modifier of prepareNatural(person, body, night, false).modifiers) if (modifier.source === "power") offered.set(modifier.key, modifier);
  }
  return [...offered.values()].map(({ key, label, data, value, enabled }) => ({ key, name: say(label, data), value: signed(value), checked: enabled }));
}

/** Context of `templates/dialogs/healing/rest.hbs`. */
export function restView({ everyone, carers, chosen }: RestPeople, choices: RestChoices) {
  const { kind, night, forced } = choices;
  const isGM = game.user?.isGM === true;
  const isNight = kind === "night";
  const option = (area: string, key: string, now: string) => ({ key, name: sayRest(`${area}.${key}`), chosen: key === now });
  const isChosen = (person: Person): boolean => chosen.some(({ actor }) => actor.uuid === person.actor.uuid);
  return {
    title: sayRest(`Kind.${kind}`), isNight, forced,
    kinds: REST_KINDS.filter((key) => isGM || !isGMs(key)).map((key) => option("Kind", key, kind)),
    about: sayRest(`About.${kind}`),
    isTravel: kind === "travel",
    night: isNight ? {
      sleeps: SLEEPS.map((key) => option("Sleeps", key, night.sleep)),
      places: PLACES.map((key) => option("Places", key, night.place)),
      activities: ACTIVITIES.map((key) => option("Activities", key, night.activity)),
      facility: night.place === "facility" ? { value: night.facility } : null,
      wounded: chosen.some(({ actor }) => needsHealing(patientOf(actor))),
      heal: night.heal,
      carers: [{ key: "", name: sayRest("Nobody"), chosen: night.caretaker === null }, ...personOptions(carers, night.caretaker?.actor ?? "")],
      powers: powersOf(chosen, night),
    } : null,
    people: everyone.map((person, index) => ({ index, uuid: person.actor.uuid, name: person.name, checked: isChosen(person), notes: isChosen(person) ? notesOf(person, choices) : [] })),
    blocked: chosen.length === 0,
    confirm: sayRest(isNight ? "Confirm" : "ConfirmOther"),
  };
}
