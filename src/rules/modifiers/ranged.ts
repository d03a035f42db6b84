import type { Weapon } from "../fighter/types";
import type { WeaponGroup } from "../keys";
import { circumstance } from "./modifier";
import { evading, movingTarget } from "./movement";
import { bandModifier, bandOf, bandSeen } from "./range";
import type { Cover, Modifier, RangeBand, Situation } from "./types";

const MOVING = [{ from: 8, dice: -1 }, { from: 14, dice: -2 }, { from: 20, dice: -3 }] as const;
const COVER_LEVEL: Readonly<Record<Cover, number>> = { none: 0, cover50: 1, cover90: 2 };
/** Weapons that a prone user must raise or swing; all other ranged weapons gain a rest. */
const AWKWARD_PRONE: ReadonlySet<WeaponGroup> = new Set<WeaponGroup>(["bow", "thrown", "melee"]);

/** The table of ranged combat for a shot or a throw (Dramatic Scenes, Ranged Combat), without entries that change nothing. */
export function rangedModifiers(weapon: Weapon, situation: Situation): Modifier[] {
  return [...bandEntries(weapon, situation), ...attackerEntries(weapon, situation), ...targetEntries(situation)].filter(({ value }) => value !== 0);
}

function bandEntries(weapon: Weapon, situation: Situation): Modifier[] {
  const { distance, look } = situation;
  const band = bandOf(weapon, situation);
  if (band === null || distance === null) return [];
  if (look === undefined) return [circumstance({ key: `range-${band}`, source: "range", value: bandModifier(band), data: { distance } })];
  // The range to the naked eye by day, then what the light takes and what the optic gives: each has its name.
  const [bare, unaided] = [look.bare, look.unaided].map((metres) => bandSeen(weapon, distance, metres)) as [RangeBand, RangeBand];
  return [
    circumstance({ key: `range-${bare}`, source: "range", value: bandModifier(bare), data: { distance } }),
    circumstance({ key: "sight-darkness", source: "range", value: bandModifier(unaided) - bandModifier(bare), data: { metres: look.unaided } }),
    circumstance({ key: "sight-optic", source: "range", value: bandModifier(band) - bandModifier(unaided), data: { optic: look.optic?.name ?? "", metres: look.aided } }),
  ];
}

function attackerEntries(weapon: Weapon, { attacker, height }: Situation): Modifier[] {
  const proneDice = AWKWARD_PRONE.has(weapon.group) ? -2 : 2;
  const heightDice = height >= 10 ? 2 : height >= 3 ? 1 : 0;
  const movementDice = { none: 0, walk: -1, run: -3 }[attacker.movement];
  return [
    circumstance({ key: "attacker-prone", source: "posture", value: attacker.prone ? proneDice : 0 }),
    circumstance({ key: height >= 10 ? "very-high-ground" : "high-ground", source: "situation", value: heightDice }),
    circumstance({ key: "attacker-cover", source: "cover", value: COVER_LEVEL[attacker.cover] }),
    circumstance({ key: attacker.movement === "run" ? "attacker-running" : "attacker-walking", source: "movement", value: movementDice }),
  ];
}

function targetEntries({ target, distance, shotThroughCover }: Situation): Modifier[] {
  const coverDice = shotThroughCover ? -COVER_LEVEL[target.cover] : -2 * COVER_LEVEL[target.cover];
  return [
    circumstance({ key: "target-immobile", source: "situation", value: target.immobile ? 1 : 0 }),
    circumstance({ key: "target-prone", source: "posture", value: target.prone ? proneTarget(distance) : 0 }),
    circumstance({ key: "target-moving", source: "movement", value: evading(target.evasive, 1) ?? movingTarget(target.moving, target.leaping, MOVING), data: { metres: target.moving } }),
    circumstance({ key: shotThroughCover ? "through-cover" : "around-cover", source: "cover", value: coverDice }),
    circumstance({ key: "target-in-melee", source: "engagement", value: target.inMelee || target.inGrapple ? -1 : 0 }),
    circumstance({ key: "target-in-grapple", source: "engagement", value: target.inGrapple ? -1 : 0 }),
  ];
}

function proneTarget(distance: number | null): number {
  if (distance === null) return 0;
  if (distance < 5) return 2;
  return distance > 15 ? -1 : 0;
}
