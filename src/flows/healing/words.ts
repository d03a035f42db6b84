import type { PublicRoll } from "../../rules/exchange/types";
import type { HealingOutcome } from "../../rules/healing/types";
import type { WoundPlacement } from "../../rules/wounds/types";
import type { HealingLine } from "../../data/message/read-healing";

/** One sentence of a card. */
export const line = (key: string, data: Readonly<Record<string, string | number>> = {}, roll: PublicRoll | null = null): HealingLine => ({ key: `FATEWALKER.Healing.Line.${key}`, data, roll });

/** Where points went: `{placed}` is put into words by the card. */
export const placedLine = (points: number, { temporary, normal, stun, mortal, lost }: WoundPlacement): HealingLine => line("Placed", { points, temporary, normal, stun, mortal, lost });

/** What an act of healing did to its patient. */
export function outcomeLines({ healed, harmed, wound, stabilizes, patient }: HealingOutcome): HealingLine[] {
  const changed = healed > 0 ? [line("Healed", { count: healed })] : harmed > 0 ? [line("Harmed", { count: harmed })] : [line("NoChange")];
  const placed = wound === null || harmed === 0 ? [] : [placedLine(harmed, wound.placed)];
  const end = wound?.dies === true ? [line("Dies")] : stabilizes ? [line(patient.wounds.mortal.value > 0 ? "Stabilized" : "NoLongerMortal")] : [];
  return [...changed, ...placed, ...end];
}

/** The same for those who may not know an NPC's numbers. */
export function vagueOutcome({ healed, harmed, wound, stabilizes }: HealingOutcome): HealingLine[] {
  const changed = healed > 0 ? [line("Better")] : harmed > 0 ? [line("Worse")] : [line("NoChange")];
  return [...changed, ...(wound?.dies === true ? [line("Dies")] : stabilizes ? [line("BleedingStops")] : [])];
}

/** Dice that care left for the next Heal Wounds roll. */
export const careLine = (dice: number): HealingLine => line("CareLeft", { dice });
