import type { StatusId } from "../../rules/keys";
import { bondLasts, type Bound } from "../../rules/powers/timed";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { registerStandingRule, type EventContext, type EventResult } from "../events/registry";
import { MEMORY, memoryChange, memoryOf, type PowerMemory } from "./memory";

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

/**
 * Bonds break when one of the two falls or is taken out of the fight, by whatever way, and for good: whoever gets up again finds them
 * gone (Powers, Fate's End and Justice).
 */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  const isOut = (actor: Actor.Implementation | null): boolean => {
    const own = combat.combatants.contents.filter((entry) => entry.actor?.uuid === actor?.uuid);
    // Whoever leaves in this very commit has no entry any more.
    const hasLeft = ({ id }: Combatant.Implementation): boolean => state.entries[id ?? ""]?.out !== null;
    return actor === null || OUT.some((status) => pending.hasStatus(actor, status)) || (own.length > 0 && own.every(hasLeft));
  };
  for (const combatant of combat.combatants.contents.filter(({ uuid }) => !pending.isDeleted(uuid))) {
    const broken = BONDS.filter((bond) => {
      const target = pending.value(combatant.uuid, `${MEMORY}.${bond}`);
      return typeof target === "string" && target !== "" && (isOut(combatant.actor) || isOut(findActor(target)));
    });
    if (broken.length > 0) pending.add([memoryChange(combatant, loosed(broken))]);
  }
  return {};
}

const OUT: readonly StatusId[] = ["dead", "unconscious"];
const loosed = (bonds: readonly Bond[]): Partial<PowerMemory> => Object.fromEntries(bonds.map((bond) => [bond, null]));

/** Puts the end of bonds among what holds of itself. */
export function registerBonds(): void {
  registerStandingRule(stand);
}

/** The ends of the bonds that lie on somebody whose combatant was deleted: it was removed from combat, and comes back free of them (Powers, Fate's End and Justice). */
export function bondsOnDeparted(combat: Combat.Implementation, actor: Actor.Implementation): DocumentChange[] {
  const { contents } = combat.combatants;
  if (contents.some((combatant) => combatant.actor?.uuid === actor.uuid)) return [];
  return contents.flatMap((combatant): DocumentChange[] => {
    const memory = memoryOf(combatant);
    const broken = BONDS.filter((bond) => memory[bond] === actor.uuid);
    return broken.length === 0 ? [] : [memoryChange(combatant, loosed(broken))];
  });
}

/** Whoever never was in the fight, such as one without a token, is not out of it either. */
function boundOf(actor: Actor.Implementation | null, combatant: Combatant.Implementation | null): Bound {
  const statuses = [...(actor?.statuses ?? [])] as StatusId[];
  return { statuses, inFight: combatant === null || !combatant.isDefeated };
}
