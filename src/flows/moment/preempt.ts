import { RuleError } from "../../rules/errors";
import { freeShotModifiers } from "../../rules/modifiers/overwatch";
import { text } from "../../data/message/read";
import { writeNow } from "../commit/commit";
import { declaredRun } from "../exchange/declare";
import { announce } from "../exchange/settle";
import type { Wish } from "../intents/types";
import { checkMoment, giveUpOthers, letBe } from "./answers";
import { fightWithOpen, momentChange, openExchanges, openWith, type OpenExchange } from "./open";
import { proceed } from "./proceed";

interface Interruption {
  readonly combat: Combat.Implementation;
  readonly open: OpenExchange;
  readonly by: string;
}

/** @throws RuleError when that action is over, or this one may not step in before it */
function interruptionOf({ subject, args }: Wish): Interruption {
  const card = text(args.exchange);
  const combat = fightWithOpen(card);
  const open = combat === null ? null : openWith(combat, card);
  const by = subject?.participant.combatant ?? null;
  if (combat === null || open === null) throw new RuleError("FATEWALKER.Exchange.Over");
  if (by === null || ![...open.asked, ...open.covered].includes(by)) throw new RuleError("FATEWALKER.Moment.MayNotPreempt");
  return { combat, open, by };
}

/**
 * Fulfils a wish to preempt: `{ exchange, maneuver, targets, choices, mode }` declares an action of one's own before the one on the card, as an
 * exchange of its own; `{ exchange, do: "letBe" }` lets that happen (Dramatic Scenes, Preemptive Actions).
 */
export async function fulfilPreempt(wish: Wish): Promise<void> {
  const { combat, open, by } = interruptionOf(wish);
  if (wish.args.do === "letBe") {
    await letBe(combat, by, open.card);
    await proceed(combat);
    return;
  }
  checkMoment(combat, open.card, by);
  const free = !open.asked.includes(by);
  const run = await declaredRun(wish, { interrupts: true, ...(free ? { free: freeShotModifiers() } : {}) });
  // Nobody who preempts an action reacts to it as well, nor to others of the same moment.
  await giveUpOthers(combat, open.card, by, true);
  // A holder has spent its action; whoever covers a place fires at each who acts in it.
  await letBe(combat, by, free ? open.card : null);
  await announce(run);
  await writeNow([momentChange(combat, [...openExchanges(combat).filter(({ card }) => card !== run.card), { card: run.card, by, trigger: open.card, together: false, asked: [], covered: [], begun: false }])]);
  await proceed(combat);
}
