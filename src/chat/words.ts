import type { DamageDice } from "../rules/damage/types";
import { say } from "../helpers/text";

/** Dice of a damage pool as people write them: `3x1/3x3`. */
export function diceText(dice: readonly DamageDice[]): string {
  const there = dice.filter(({ count }) => count > 0);
  return there.length > 0 ? there.map(({ count, value }) => `${count}x${value}`).join("/") : say("FATEWALKER.Chat.NoDice");
}

/** A list in the reader's language: `2 temporary, 3 normal`. */
export const listed = (parts: readonly string[]): string => parts.join(", ");
