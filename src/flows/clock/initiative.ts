import { FatewalkerRoll } from "../../dice/roll";
import { initiative, INITIATIVE_TN } from "../../rules/clock/initiative";
import type { ClockOperation } from "../../rules/clock/types";
import { fixedPool } from "../../rules/dice/pool";
import { ambushOf } from "../moment/ambush";
import { awarenessOf } from "./state";

/** An initiative roll as it came out. */
export interface RolledInitiative {
  readonly combatant: Combatant.Implementation;
  readonly roll: foundry.dice.Roll;
  /** Dice at or under the TN; null for a formula that somebody typed. */
  readonly successes: number | null;
  /** Ticks from now to the first Action Tick, at least 1. */
  readonly result: number;
  /** Ticks of it that surprise costs; 0: none. */
  readonly late: number;
}

export interface InitiativeOptions {
  /** Ticks that surprise costs those who roll (Dramatic Scenes, Surprise). */
  readonly penalty?: number;
  /** A formula in place of the rules' roll: its total is the result. */
  readonly formula?: string | null;
}

/** Awareness dice against 4; wounds never touch it (readings, Wounded dice). */
export function initiativeRoll(combatant: Combatant.Implementation): FatewalkerRoll {
  return FatewalkerRoll.fromPool(fixedPool({ dice: awarenessOf(combatant), tn: INITIATIVE_TN }));
}

/** Ticks that surprise costs this one: what the ambush of its fight costs, where it is taken by surprise (Dramatic Scenes, Surprise/Ambush). */
function surpriseOf({ actor, combat }: Combatant.Implementation): number {
  return combat !== null && actor?.statuses.has("surprised") === true ? (ambushOf(combat)?.penalty ?? 0) : 0;
}

/** Rolls for each of these combatants, once; nothing is written. */
export async function rollFor(combatants: readonly Combatant.Implementation[], { penalty = 0, formula = null }: InitiativeOptions = {}): Promise<RolledInitiative[]> {
  const rolled: RolledInitiative[] = [];
  for (const combatant of combatants) {
    const late = penalty + surpriseOf(combatant);
    if (formula !== null) {
      const roll = new FatewalkerRoll(formula, combatant.actor?.getRollData() as never);
      await roll.evaluate();
      rolled.push({ combatant, roll, successes: null, result: Math.max(1, Math.trunc(Number(roll.total ?? 1) || 1) + late), late });
      continue;
    }
    const roll = initiativeRoll(combatant);
    await roll.evaluate();
    const successes = roll.faces.filter((face) => face <= INITIATIVE_TN).length;
    rolled.push({ combatant, roll, successes, result: initiative(successes, late), late });
  }
  return rolled;
}

/** What the clock makes of the rolls. */
export function joining(rolled: readonly RolledInitiative[]): ClockOperation[] {
  return rolled.map(({ combatant, result }): ClockOperation => ({ kind: "join", id: combatant.id ?? "", awareness: awarenessOf(combatant), initiative: result }));
}

/** Combatants that still need a roll and that this user may roll for. */
export function undecided(combat: Combat.Implementation, which: (combatant: Combatant.Implementation) => boolean = () => true): Combatant.Implementation[] {
  return combat.combatants.filter((combatant) => (combatant.initiative ?? null) === null && combatant.isOwner && !combatant.isDefeated && which(combatant));
}

/** What a player rolled for his own he writes himself, as owners may. */
export async function writeOwnInitiative(combat: Combat.Implementation, rolled: readonly RolledInitiative[], tick: number): Promise<void> {
  const updates = rolled.map(({ combatant, result }) => ({ _id: combatant.id, initiative: tick + result, system: { since: tick } }));
  await combat.updateEmbeddedDocuments("Combatant", updates as never);
}
