import type { Pool, RollResult } from "../rules/dice/types";
import { diceView, type DieView } from "./dice-view";

/** The dice of one throw of a check as its card shows them. */
export function rollDice({ dice, successes }: RollResult, { tn, woundedTn }: Pick<Pool, "tn" | "woundedTn">): DieView[] {
  return diceView({
    id: "check", roller: "attacker", kind: "pool", label: "", tn, woundedTn, successes,
    dice: dice.map(({ face, wounded, success }) => ({ face, wounded, success, value: 1, penetrating: false })),
  });
}
