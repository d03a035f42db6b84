import { ACTOR_DEFAULTS } from "../../config/defaults";
import { encumbranceEffects } from "../../rules/fighter/encumbrance";
import type { Fighter, Power } from "../../rules/fighter/types";
import { STATUS_IDS, type AttributeKey, type StatusId } from "../../rules/keys";
import { PACES, paceMetres } from "../../rules/movement/pace";
import { passivesOf, penaltyWithPowers, type Passives } from "../../rules/powers/passive";
import { healthLeft, speedAfterWounds } from "../../rules/wounds/penalty";
import type { WoundChart } from "../../rules/wounds/types";
import { PowerData } from "../item/power";
import type { ActorData, Bar } from "./base";
import { readEquipment, type Equipment } from "./equipment";
import { targetNumbers, type SkillTree } from "./skills";

/** Everything that follows from an actor's stored values and items. */
export interface DerivedActor {
  /** TN by branch key. */
  readonly skills: Readonly<Record<string, number>>;
  /** The chart with its sizes filled in and its marks within them. */
  readonly chart: WoundChart;
  readonly woundPenalty: number;
  /** Metres in 6 ticks. */
  readonly speed: { readonly base: number; readonly now: number; readonly walk: number; readonly run: number; readonly crawl: number };
  readonly equipment: Equipment;
  /** What the actor's powers change all the time. */
  readonly passives: Passives;
  readonly will: Bar;
  readonly fate: Bar;
  readonly health: Bar;
  readonly fighter: Fighter;
}

/** Derives an actor. Pure with respect to its documents: reads them and writes nothing. */
export function deriveActor(data: ActorData, items: readonly Item.Implementation[], statuses: readonly string[]): DerivedActor {
  const skills = targetNumbers(data.skills as Record<string, SkillTree>);
  const chart = chartOf(data);
  const passives = passivesOf(readPowers(items));
  const will = bar(data.will.rating + data.will.bonus + passives.willBoxes, data.will.spent + data.will.fatigue + data.will.exhaustion);
  const fate = bar(data.fate.rating + passives.fateBoxes, data.fate.spent + data.fate.apathy);
  // Powers, Fate: with every box in Apathy a character is in Ennui, until the last Apathy is gone.
  const ennui = data.fate.apathy > 0 && (data.fate.ennui || data.fate.apathy >= fate.max);
  const penalty = penaltyWithPowers(chart, { passives, ennui });
  const equipment = readEquipment(items);
  const load = encumbranceEffects(equipment.encumbrance);
  const now = load.immobile ? 0 : Math.max(0, speedAfterWounds(data.speed.base, penalty) + load.speed);
  const health = healthLeft(chart);
  const attributes = Object.fromEntries(Object.entries(data.attributes).map(([key, { value }]) => [key, value])) as Record<AttributeKey, number>;

  return {
    skills, chart, equipment, passives, will, fate,
    woundPenalty: penalty,
    speed: { base: data.speed.base, now, walk: paceMetres(PACES.walk, { speed: now }), run: paceMetres(PACES.run, { speed: now }), crawl: paceMetres(PACES.crawl, { speed: now }) },
    health: { value: health, max: chart.normal.rows * chart.normal.columns + chart.mortal.max },
    fighter: {
      attributes, skills,
      speed: now,
      size: data.size,
      visibleRange: data.visibleRange,
      optics: equipment.optics,
      light: equipment.light,
      encumbrance: equipment.encumbrance,
      wounds: chart,
      woundPenalty: penalty,
      woundRelief: Math.min(passives.woundRelief, Number.MAX_SAFE_INTEGER),
      brute: equipment.brute,
      protection: equipment.protection,
      energyShield: equipment.energyShield,
      handShield: equipment.handShield,
      helmet: equipment.helmet,
      bracers: equipment.bracers,
      weapons: equipment.weapons,
      traits: equipment.traits,
      will: { rating: data.will.rating, value: will.value },
      fate: { rating: data.fate.rating, value: fate.value },
      statuses: STATUS_IDS.filter((id): id is StatusId => statuses.includes(id)),
    },
  };
}

/** The powers among the items, as the rules read them. */
function readPowers(items: readonly Item.Implementation[]): Power[] {
  return items.flatMap((item) => {
    const system: unknown = item.system;
    if (!(system instanceof PowerData)) return [];
    const { key, track, theme, tier, chain, rank, cost, costBy, costMost, active, automation, effects } = system;
    return [{ key, track, theme, tier, chain, rank, cost: { ...cost }, costBy, costMost, active, automation, effects: [...effects] }];
  });
}

/** The stored chart with default sizes (Temporary: 2 x Resilience; Mortal: 6) and no mark outside its boxes. */
function chartOf({ wounds, attributes }: ActorData): WoundChart {
  const temporaryMax = wounds.temporary.max ?? 2 * attributes.resilience.value;
  const mortalMax = wounds.mortal.max ?? ACTOR_DEFAULTS.mortal;
  const boxes = wounds.normal.rows * wounds.normal.columns;
  const value = Math.min(wounds.normal.value, boxes);
  return {
    temporary: { value: Math.min(wounds.temporary.value, temporaryMax), max: temporaryMax },
    normal: {
      rows: wounds.normal.rows,
      columns: wounds.normal.columns,
      value,
      stun: Math.min(wounds.normal.stun, boxes - value),
      penalties: [...wounds.normal.penalties],
    },
    mortal: { value: Math.min(wounds.mortal.value, mortalMax), max: mortalMax },
  };
}

function bar(max: number, marked: number): Bar {
  return { max, value: Math.max(0, max - marked) };
}
