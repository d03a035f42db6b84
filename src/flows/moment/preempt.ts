import { mayPreempt } from "../../rules/clock/order";
import { RuleError } from "../../rules/errors";
import { freeShotModifiers } from "../../rules/modifiers/overwatch";
import { text } from "../../data/message/read";
import { clockState } from "../clock/state";
import { declaredRun } from "../exchange/declare";
import { announce } from "../exchange/settle";
import type { Wish } from "../intents/types";
import { checkMoment, giveUpPreempted, letBe, withoutAsking } from "./answers";
import { cardNamedFor, fightWithOpen, momentChange, openWith, type OpenExchange } from "./open";
import { proceed } from "./proceed";

interface Interruption {
  readonly combat: Combat.Implementation;
  readonly open: OpenExchange;
  readonly by: string;
  /** The card that it was given before whoever was writing it broke off; null: it is new. */
  readonly card: string | null;
  /** It is no held action but a free shot into a place that is covered. */
  readonly free: boolean;
}

/** @throws RuleError when that action is over, or this one may not step in before it */
function interruptionOf({ subject, args }: Wish): Interruption {
  const card = text(args.exchange);
  const combat = fightWithOpen(card);
  const open = combat === null ? null : openWith(combat, card);
  const by = subject?.participant.combatant ?? null;
  if (combat === null || open === null) throw new RuleError("FATEWALKER.Exchange.Over");
  const named = by === null ? null : cardNamedFor(combat, by, card);
  // Whoever was about to step in is on no list any more.
  if (by === null || (named === null && ![...open.asked, ...open.covered].includes(by))) throw new RuleError("FATEWALKER.Moment.MayNotPreempt");
  const free = named === null ? !open.asked.includes(by) : !mayPreempt(clockState(combat), by);
  return { combat, open, by, card: named, free };
}

/**
 * Fulfils a wish to preempt: `{ exchange, maneuver, targets, choices, mode }` declares an action of one's own before the one on the card, as an
 * exchange of its own; `{ exchange, do: "letBe" }` lets that happen (Dramatic Scenes, Preemptive Actions).
 */
export async function fulfilPreempt(wish: Wish): Promise<void> {
  const { combat, open, by, card, free } = interruptionOf(wish);
  if (wish.args.do === "letBe") {
    await letBe(combat, by, open.card);
    await proceed(combat);
    return;
  }
  checkMoment(combat, open.card, by);
  const run = await declaredRun(wish, { interrupts: true, ...(card === null ? {} : { card }), ...(free ? { free: freeShotModifiers() } : {}) });
  // A holder has spent its action; whoever covers a place fires at each who acts in it. It is known together with what is put before the other:
  // where a client breaks off, neither is known without the other.
  const others = withoutAsking(combat, by, free ? open.card : null).filter((entry) => entry.card !== run.card);
  await announce(run, momentChange(combat, [...others, { card: run.card, by, trigger: open.card, together: false, asked: [], covered: [], begun: false }]));
  await giveUpPreempted(combat);
  await proceed(combat);
}
