import { RuleError } from "../../rules/errors";
import type { Fighter, Maneuver, ManeuverMode, ManeuverVariant } from "../../rules/fighter/types";
import { effectOf, effectsOf, hasEffect } from "../../rules/maneuvers/effects";
import { mayCombine, needsBase, shapeManeuver } from "../../rules/maneuvers/shape";
import type { Choices } from "./choices";
import { toManeuver } from "./maneuver";

/** One of several things that a person may choose. */
export interface Offer {
  readonly key: string;
  readonly name: string;
  readonly chosen: boolean;
}

/** What a maneuver leaves to choose; a list is empty where there is nothing to choose. */
export interface Offers {
  readonly variants: readonly Offer[];
  readonly modes: readonly Offer[];
  /** Maneuvers of the same person that it may be made together with, by id; one without a key stands for none. */
  readonly bases: readonly Offer[];
  readonly baseModes: readonly Offer[];
}

/** A maneuver with every choice made, ready for the rules. */
export interface Shaped {
  readonly maneuver: Maneuver;
  /** The two that a combined maneuver or Twin Pistols is made of. */
  readonly parts: readonly Maneuver[] | null;
  readonly offers: Offers;
}

type Owned = readonly { readonly id: string | null; readonly name: string; readonly system: unknown }[];
interface Keyed {
  readonly key: string;
  readonly name: string;
}

/** What the first choice of a mode depends on. */
export interface ShapeMoment {
  readonly fighter: Fighter;
  /** Targets that are marked. */
  readonly targets: number;
}

/** What is made together with another one pays that one's ticks and a few more (Actions and Maneuvers, Called Shot, Vitals Shot, Friendly Fire). */
function isRider(maneuver: Maneuver): boolean {
  return needsBase(maneuver) || hasEffect(maneuver, "modifies") || (maneuver.ticks.kind === "relative" && effectsOf(maneuver, "combines").some((effect) => effect.with.length > 0));
}

function isBaseFor(base: Maneuver, rider: Maneuver): boolean {
  if (base.key === rider.key || isRider(base) || base.roll === null || hasEffect(base, "combined") || hasEffect(base, "twoShots")) return false;
  const sameMoment = base.timings.some((timing) => rider.timings.includes(timing));
  return sameMoment && (base.damage !== null || rider.damage === null) && mayCombine(base, rider);
}

const offered = (entries: readonly Keyed[], chosen: string | null): Offer[] => entries.map(({ key, name }) => ({ key, name, chosen: key === chosen }));

/** The variant that makes sense now: nobody who lies goes prone. */
function firstVariant(variants: readonly ManeuverVariant[], { statuses }: Fighter): string | null {
  const now = statuses.includes("prone") ? "prone" : "standing";
  const changes = variants.find(({ effects }) => effects.every((effect) => effect.kind !== "posture" || effect.posture !== now));
  return (changes ?? variants[0])?.key ?? null;
}

/** Two shots go at as many targets as are marked (Actions and Maneuvers, Twin Pistols). */
function firstMode(modes: readonly ManeuverMode[], maneuver: Maneuver, { targets }: ShapeMoment): string | null {
  const several = hasEffect(maneuver, "twoShots") && targets > 1 ? modes[1] : undefined;
  return (several ?? modes[0])?.key ?? null;
}

/**
 * A maneuver with the choices made and those that are still to make, the first sensible one of each taken: it never runs unshaped
 * (Actions and Maneuvers, Called Shot, bursts, Friendly Fire, Engage and Gut, Twin Pistols).
 * @param owned items of whoever makes it
 * @throws RuleError `FATEWALKER.Error.NoSuchMode`, `NoSuchVariant`, `NeedsBase`, `DoesNotCombine`, `FATEWALKER.Exchange.MissingParts`
 */
export function shapeFor(maneuver: Maneuver, owned: Owned, choices: Pick<Choices, "variant" | "mode" | "base" | "baseMode">, moment: ShapeMoment): Shaped {
  const variants = maneuver.tables?.variants ?? [];
  const modes = maneuver.tables?.modes ?? [];
  const variant = choices.variant ?? firstVariant(variants, moment.fighter);
  const mode = choices.mode ?? firstMode(modes, maneuver, moment);
  const bases = isRider(maneuver) ? basesFor(maneuver, owned) : [];
  const wanted = choices.base === null || choices.base === "" ? null : choices.base;
  const base = bases.find(({ key }) => key === wanted) ?? (needsBase(maneuver) ? bases[0] : undefined) ?? null;
  if (wanted !== null && base?.key !== wanted) throw new RuleError("FATEWALKER.Error.NeedsBase");
  const baseModes = base?.maneuver.tables?.modes ?? [];
  const baseMode = base === null ? null : (baseModes.find(({ key }) => key === choices.baseMode) ?? baseModes[0])?.key ?? null;
  const shaped = shapeManeuver(maneuver, { variant, mode, base: base === null ? null : shapeManeuver(base.maneuver, { mode: baseMode }) });
  const none = needsBase(maneuver) || bases.length === 0 ? [] : [{ key: "", name: "FATEWALKER.Dialog.NoBase" }];
  return {
    maneuver: shaped,
    parts: partsOf(shaped, owned),
    offers: { variants: offered(variants, variant), modes: offered(modes, mode), bases: offered([...none, ...bases], base?.key ?? ""), baseModes: offered(baseModes, baseMode) },
  };
}

function basesFor(rider: Maneuver, owned: Owned): (Keyed & { readonly maneuver: Maneuver })[] {
  return owned.flatMap((item) => {
    const maneuver = toManeuver(item);
    return item.id !== null && maneuver !== null && isBaseFor(maneuver, rider) ? [{ key: item.id, name: item.name, maneuver }] : [];
  });
}

/** Both halves with the dice of the whole: the printed modifier stands in place of their own, and the greater requisites count. */
function partsOf(maneuver: Maneuver, owned: Owned): Maneuver[] | null {
  if (hasEffect(maneuver, "twoShots")) return [maneuver, maneuver];
  const combined = effectOf(maneuver, "combined");
  if (combined === null) return null;
  const known = owned.map((item) => toManeuver(item)).filter((entry) => entry !== null);
  return combined.components.map((key) => {
    const half = known.find((entry) => entry.key === key);
    if (half === undefined) throw new RuleError("FATEWALKER.Exchange.MissingParts");
    const shaped = shapeManeuver(half, { variant: half.tables?.variants[0]?.key ?? null, mode: half.tables?.modes[0]?.key ?? null });
    return { ...shaped, requisites: [...shaped.requisites, ...maneuver.requisites], roll: shaped.roll === null ? null : { ...shaped.roll, modifier: maneuver.roll?.modifier ?? shaped.roll.modifier } };
  });
}
