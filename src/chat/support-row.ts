import { poolText } from "../flows/exchange/pool-text";
import type { ReadCheck } from "../flows/powers/check-outcome";
import { costText } from "../applications/dialogs/powers-view";
import { say, sayCount, signed } from "../helpers/text";
import type { CheckMessageData } from "../rules/exchange/types";
import { supportState } from "../rules/powers/payment";
import { rollDice } from "./check-dice";
import type { DieView } from "./dice-view";

/** Will that a support roll takes (Powers, Basic Will Expenditures). */
const COST = { will: 1, fate: 0 } as const;

/** The support roll on the card of a check. */
export interface SupportRow {
  readonly text: string;
  readonly dice: readonly DieView[];
  readonly counts: boolean;
  /** Why it does not count; empty: it does. */
  readonly problem: string;
  /** How both rolls make up the successes; empty where this one does not count. */
  readonly joint: string;
}

/** A die that nobody paid for: it says that it is no part of the roll. */
const outOfIt = (die: DieView): DieView => ({ ...die, classes: "fw-die left", title: `${die.title} · ${say("FATEWALKER.Chat.Die.Left")}` });

/** The support roll with every die, whether it counts, and what it does to the main roll; null without one (core rules, Dice). */
export function supportRow(check: CheckMessageData, { support: roll, outcome: { support: counted } }: ReadCheck): SupportRow | null {
  const { support, supportPayment } = check;
  if (!support || roll === null) return null;
  const isPaid = supportState(check) === "paid";
  const refusal = supportPayment?.refusal ?? null;
  const result = roll.successes > 0 ? sayCount("FATEWALKER.Chat.Successes", roll.successes) : say("FATEWALKER.Chat.Support.Failed", { degree: roll.degreeOfFailure });
  const problem = refusal === null ? say("FATEWALKER.Chat.Support.NotPaidYet") : say("FATEWALKER.Chat.Support.Unpaid", { reason: say(refusal.key, refusal.data) });
  return {
    text: [say("FATEWALKER.Chat.Support.Row", { skill: support.name }), poolText(support.pool), result, ...(isPaid ? [costText(COST)] : [])].join(" · "),
    dice: isPaid ? rollDice(roll, support.pool) : rollDice(roll, support.pool).map(outOfIt),
    counts: isPaid,
    problem: isPaid ? "" : problem,
    joint: counted === null ? "" : say("FATEWALKER.Chat.Support.Joint", { main: counted.joined, support: signed(counted.value) }),
  };
}
