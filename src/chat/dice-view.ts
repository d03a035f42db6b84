import type { PublicRoll } from "../rules/exchange/types";
import { say } from "../helpers/text";

/** One die as a card shows it. */
export interface DieView {
  readonly face: number;
  readonly classes: string;
  readonly title: string;
  /** What each die from here on is worth, where a roll has dice of two kinds; missing: as the die before, or all alike. */
  readonly worth?: string;
}

/** Dice of a roll as five-sided shields; each says in words what it is. */
export function diceView({ kind, dice, tn, woundedTn }: PublicRoll): DieView[] {
  const mixed = kind === "damage" && new Set(dice.map(({ value }) => value)).size > 1;
  return dice.map(({ face, wounded, success, value, penetrating }, index) => {
    const target = wounded ? (woundedTn ?? tn) : tn;
    const parts = [
      say("FATEWALKER.Chat.Die.Face", { face }),
      ...(target === null ? [] : [say("FATEWALKER.Chat.Die.Target", { tn: target })]),
      ...(wounded ? [say("FATEWALKER.Chat.Die.Wounded")] : []),
      say(success ? (kind === "damage" ? "FATEWALKER.Chat.Die.Points" : "FATEWALKER.Chat.Die.Success") : "FATEWALKER.Chat.Die.Nothing", { value }),
      ...(penetrating ? [say("FATEWALKER.Chat.Die.Penetrating")] : []),
    ];
    const classes = ["fw-die", ...(success ? ["hit"] : []), ...(wounded ? ["wounded"] : []), ...(penetrating ? ["penetrating"] : [])];
    return { face, classes: classes.join(" "), title: parts.join(" · "), ...(mixed && dice[index - 1]?.value !== value ? { worth: say("FATEWALKER.Chat.Die.Worth", { value }) } : {}) };
  });
}
