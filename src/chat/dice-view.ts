import type { PublicRoll } from "../rules/exchange/types";
import { say } from "../helpers/text";

/** One die as a card shows it. */
export interface DieView {
  readonly face: number;
  readonly classes: string;
  readonly title: string;
}

/** Dice of a roll as five-sided shields; each says in words what it is. */
export function diceView({ kind, dice, tn, woundedTn }: PublicRoll): DieView[] {
  return dice.map(({ face, wounded, success, value, penetrating }) => {
    const target = wounded ? (woundedTn ?? tn) : tn;
    const parts = [
      say("FATEWALKER.Chat.Die.Face", { face }),
      ...(target === null ? [] : [say("FATEWALKER.Chat.Die.Target", { tn: target })]),
      ...(wounded ? [say("FATEWALKER.Chat.Die.Wounded")] : []),
      say(success ? (kind === "damage" ? "FATEWALKER.Chat.Die.Points" : "FATEWALKER.Chat.Die.Success") : "FATEWALKER.Chat.Die.Nothing", { value }),
      ...(penetrating ? [say("FATEWALKER.Chat.Die.Penetrating")] : []),
    ];
    const classes = ["fw-die", ...(success ? ["hit"] : []), ...(wounded ? ["wounded"] : []), ...(penetrating ? ["penetrating"] : [])];
    return { face, classes: classes.join(" "), title: parts.join(" · ") };
  });
}
