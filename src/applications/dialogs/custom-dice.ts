import { wholeNumber } from "../../helpers/numbers";
import { say } from "../../helpers/text";

/** Most dice that a table may add to a roll or take from it. */
export const MOST_CUSTOM = 20;

/** What a person wrote into the field for custom dice. */
export interface CustomEntry {
  readonly text: string;
  /** Dice; null where the text is not to be taken. */
  readonly dice: number | null;
  /** Why not, in words for beside the field; empty: all is well. */
  readonly problem: string;
}

export const NO_ENTRY: CustomEntry = { text: "", dice: 0, problem: "" };

/** Reads the field: a whole number in any script, nothing for none; everything else is refused with its reason. */
export function readCustom(text: string): CustomEntry {
  if (text.trim() === "") return NO_ENTRY;
  const dice = wholeNumber(text, { decimals: 2 });
  if (dice === null || !Number.isInteger(dice)) return { text, dice: null, problem: say("FATEWALKER.Dialog.CustomNoNumber", { text }) };
  if (Math.abs(dice) > MOST_CUSTOM) return { text, dice: null, problem: say("FATEWALKER.Dialog.CustomTooMany", { text, most: MOST_CUSTOM }) };
  return { text, dice, problem: "" };
}
