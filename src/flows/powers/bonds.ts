import type { StatusId } from "../../rules/keys";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { bondLasts, type Bound } from "../../rules/powers/timed";
import { findActor } from "../commit/write";
import { memoryOf, type PowerMemory } from "./memory";

/** What lies on one enemy until one of the two is out of the fight (Powers, Fate's End and Justice). */
const BONDS = ["fatesEnd", "justice"] as const satisfies readonly (keyof PowerMemory)[];
export type Bond = (typeof BONDS)[number];

/** UUID of the actor on whom a power of this combatant lies, as long as both are in the fight; null: nobody any more. */
export function bondOn(combatant: Combatant.Implementation | null, bond: Bond): string | null {
  const target = memoryOf(combatant)[bond];
  const actor = target === null ? null : findActor(target);
  if (combatant === null || actor === null) return null;
  const other = combatant.combat?.combatants.contents.find((entry) => entry.actor?.uuid === target) ?? null;
  return bondLasts(boundOf(combatant.actor, combatant), boundOf(actor, other)) ? target : null;
}

/** Whoever never was in the fight, such as one without a token, is not out of it either. */
function boundOf(actor: Actor.Implementation | null, combatant: Combatant.Implementation | null): Bound {
  const statuses = [...(actor?.statuses ?? [])] as StatusId[];
  return { statuses, inFight: combatant === null || !combatant.isDefeated };
}

/**
 * The ends of all bonds that break when these are out of the fight: for good, whoever gets up again
 * (Powers, Fate's End and Justice).
 * @param fallen UUIDs of the actors with the statuses that come upon them
 */
export function brokenBonds(combat: Combat.Implementation | null, fallen: ReadonlyMap<string, readonly StatusId[]>): ReadonlyMap<string, Partial<PowerMemory>> {
  const out = new Set([...fallen].filter(([, statuses]) => isOutOfIt(statuses)).map(([uuid]) => uuid));
  const broken = new Map<string, Partial<PowerMemory>>();
  if (combat === null || out.size === 0) return broken;
  for (const combatant of combat.combatants.contents) {
    const memory = memoryOf(combatant);
    const ends = BONDS.filter((bond) => memory[bond] !== null && (out.has(memory[bond]) || out.has(combatant.actor?.uuid ?? "")));
    if (combatant.id !== null && ends.length > 0) broken.set(combatant.id, Object.fromEntries(ends.map((bond) => [bond, null])));
  }
  return broken;
}
