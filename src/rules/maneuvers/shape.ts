import { RuleError } from "../errors";
import type { Maneuver, ManeuverMode, ManeuverVariant, TickCost } from "../fighter/types";
import { whole } from "../numbers";
import { effectOf, effectsOf } from "./effects";

/** What is chosen when a maneuver is declared. */
export interface ShapeChoice {
  /** Key of one of its modes (`mdk`, `heart`); needed where it has any. */
  readonly mode?: string | null;
  /** Key of one of its variants (`engage`, `goProne`). */
  readonly variant?: string | null;
  /** The maneuver that it is made together with, already shaped: the blow of a called shot, the burst of a vitals shot, the dodge of a Friendly Fire. */
  readonly base?: Maneuver | null;
}

/**
 * A maneuver as it is made after all choices, a plain maneuver again: a variant's roll and ticks, a mode's dice and damage, and the
 * numbers of what it is combined with (Actions and Maneuvers, Called Shot, bursts, Friendly Fire).
 * @throws RuleError `FATEWALKER.Error.NoSuchMode`, `NoSuchVariant`, `NeedsBase`, `DoesNotCombine`
 */
export function shapeManeuver(maneuver: Maneuver, { mode = null, variant = null, base = null }: ShapeChoice): Maneuver {
  const inMode = withMode(withVariant(maneuver, variant), mode);
  if (base !== null) return combine(base, inMode);
  if (needsBase(maneuver)) throw new RuleError("FATEWALKER.Error.NeedsBase");
  return inMode;
}

/** True for what only changes another maneuver: called shots of melee and unarmed combat, Friendly Fire (Actions and Maneuvers, Called Shot, Friendly Fire). */
export function needsBase(maneuver: Maneuver): boolean {
  return maneuver.roll?.base === "component";
}

/** Whether the two may be made together: one of them says so, and neither forbids it (Actions and Maneuvers, Called Shot). */
export function mayCombine(base: Maneuver, rider: Maneuver): boolean {
  const changed = effectOf(rider, "modifies");
  if (changed !== null) return changed.maneuvers.includes(base.key);
  return (names(rider, "with", base) || names(base, "with", rider)) && !names(rider, "without", base) && !names(base, "without", rider);
}

function names(one: Maneuver, list: "with" | "without", other: Maneuver): boolean {
  return effectsOf(one, "combines").some((effect) => effect[list].some((entry) => entry === other.key || entry === other.group));
}

function withVariant(maneuver: Maneuver, key: string | null): Maneuver {
  if (key === null) return maneuver;
  const variant: ManeuverVariant | undefined = maneuver.tables?.variants.find((entry) => entry.key === key);
  if (variant === undefined) throw new RuleError("FATEWALKER.Error.NoSuchVariant", { variant: key });
  const roll = variant.roll === null ? maneuver.roll : { cases: [], base: null, ...variant.roll };
  return { ...maneuver, roll, ticks: optionOf(maneuver.ticks, variant.option), effects: [...maneuver.effects, ...variant.effects], variant: key };
}

function optionOf(ticks: TickCost, label: string | null): TickCost {
  if (ticks.kind !== "choice" || label === null) return ticks;
  const option = ticks.options.find((entry) => entry.label === label);
  return option === undefined ? ticks : { ...ticks, options: [option] };
}

function withMode(maneuver: Maneuver, key: string | null): Maneuver {
  if (key === null) return maneuver;
  const mode: ManeuverMode | undefined = maneuver.tables?.modes.find((entry) => entry.key === key);
  if (mode === undefined) throw new RuleError("FATEWALKER.Error.NoSuchMode", { mode: key });
  const effects = [...maneuver.effects, ...mode.effects];
  // The rounds go into the place: nothing is rolled before somebody acts there, and then a free shot of its own (Actions and Maneuvers, Full Auto).
  if (mode.effects.some(({ kind }) => kind === "overwatch")) return { ...maneuver, roll: null, damage: null, effects };
  return {
    ...maneuver,
    roll: maneuver.roll === null ? null : { ...maneuver.roll, modifier: mode.toHit },
    damage: maneuver.damage === null ? null : { ...maneuver.damage, bonus: maneuver.damage.bonus + mode.damageBonus, tnBonus: maneuver.damage.tnBonus + mode.tnBonus },
    effects,
  };
}

/** The base with what the rider adds: dice, flat points, TN, ticks, requisites and effects. */
function combine(base: Maneuver, rider: Maneuver): Maneuver {
  if (!mayCombine(base, rider)) throw new RuleError("FATEWALKER.Error.DoesNotCombine");
  if (base.roll === null || rider.roll === null) throw new RuleError("FATEWALKER.Error.DoesNotCombine");
  const changes = effectOf(rider, "modifies") !== null;
  return {
    ...base,
    key: changes ? rider.key : base.key,
    requisites: [...base.requisites, ...rider.requisites],
    roll: { ...base.roll, modifier: base.roll.modifier + rider.roll.modifier, cases: [...base.roll.cases, ...rider.roll.cases] },
    ticks: withTicks(base.ticks, offsetOf(rider.ticks)),
    damage: base.damage === null || rider.damage === null ? base.damage : {
      ...base.damage,
      bonus: base.damage.bonus + rider.damage.bonus,
      tnBonus: base.damage.tnBonus + rider.damage.tnBonus,
    },
    effects: [...base.effects, ...rider.effects.filter((effect) => !base.effects.some((own) => JSON.stringify(own) === JSON.stringify(effect)))],
    tables: {
      modes: [],
      variants: [],
      results: [...(base.tables?.results ?? []), ...(rider.tables?.results ?? [])],
      rolls: [...(base.tables?.rolls ?? []), ...(rider.tables?.rolls ?? [])],
    },
  };
}

function offsetOf(ticks: TickCost): number {
  return "offset" in ticks && typeof ticks.offset === "number" ? whole(ticks.offset) : 0;
}

/** A cost with some ticks more or less. */
function withTicks(ticks: TickCost, more: number): TickCost {
  switch (ticks.kind) {
    case "fixed":
      return { ...ticks, value: ticks.value + more };
    case "range":
      return { ...ticks, min: ticks.min + more, max: ticks.max === null ? null : ticks.max + more };
    case "choice":
      return { ...ticks, options: ticks.options.map((option) => ({ ...option, value: option.value + more })) };
    case "weapon":
      return { kind: "relative", base: ticks.base, offset: ticks.offset + more };
    case "relative":
      return { ...ticks, offset: ticks.offset + more };
    case "multiple":
    case "special":
      return { ...ticks, offset: offsetOf(ticks) + more };
  }
}
