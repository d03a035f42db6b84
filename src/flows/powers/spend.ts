import { say } from "../../helpers/text";
import { isRecord, text } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import type { HeldPower } from "../../rules/exchange/offers";
import { decisionsFor } from "../../rules/powers/decisions";
import { momentsOf, type Moment } from "../../rules/powers/moments";
import { usePower, type PowerCost } from "../../rules/powers/use";
import { fulfilAdvance } from "../advancement";
import type { Wish } from "../intents/types";
import { fulfilCheck } from "./check";
import { braced } from "./braced";
import { heldPowers, payerOf } from "./held";
import { fulfilOffer } from "./offers";
import { payChanges } from "./pay";
import { startOf, type Start } from "./start";
import { costNotice, writePowerDeed } from "./write";

/**
 * Fulfils a wish to spend: `{ advance, ... }` buys something for good, `{ exchange, ... }` answers what the dice offer, `{ check, ... }` concerns a check, and `{ item: id of one of
 * the actor's powers, targets, mode }` uses a power by itself. Its cost is paid whole or it is refused (Powers).
 */
export async function fulfilSpend(wish: Wish): Promise<void> {
  if (text(wish.args.exchange) !== "") return fulfilOffer(wish);
  if (text(wish.args.check) !== "") return fulfilCheck(wish);
  if (isRecord(wish.args.advance)) return fulfilAdvance(wish);
  return useNow(wish);
}

async function useNow(wish: Wish): Promise<void> {
  const { subject, args } = wish;
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { actor, participant } = subject;
  const held = heldPowers(actor).find(({ item }) => item === text(args.item));
  if (held === undefined) throw new RuleError("FATEWALKER.PowerUse.NoPower");
  const ready = braced(wish, held);
  if (ready === null) checkMoment(held);
  const start = ready ?? (await startOf(wish, held));
  if (start.isAid === true) return;
  // What is only made ready is paid when it comes to it.
  const cost = ready === null ? usePower(held.power, payerOf(actor, participant), { units: start.units ?? 1 }).cost : NOTHING;
  await writePowerDeed(wish, {
    name: held.name, img: actor.items.get(held.item)?.img ?? "", key: held.power.key,
    changes: [...payChanges(actor, participant, cost), ...(start.changes ?? [])],
    ...(start.operations === undefined ? {} : { operations: start.operations }),
    notice: noticeOf(held, start, costNotice(cost)),
  });
}

/** What the points bought, and what a person has to decide about it. */
function noticeOf({ power }: HeldPower, { notice = null }: Start, paid: ReturnType<typeof costNotice>): ReturnType<typeof costNotice> {
  const told = notice ?? paid;
  const [decision] = decisionsFor(power);
  return decision === undefined || notice !== null ? told : { key: "FATEWALKER.PowerUse.Decides", data: { spent: say(paid.key, paid.data), decision: game.i18n.localize(decision) } };
}

const NOTHING: PowerCost = { will: 0, fate: 0 };

/** Moments that come by themselves, with dice or damage on the table. */
const ANSWERS: ReadonlySet<Moment> = new Set(["afterRoll", "afterOpponentRoll", "onDamage"]);

/**
 * Refuses a power outside its moment: what answers dice or damage is used on the card that asks for it, and what a strike gains is
 * chosen with the strike. A power for the next roll may be paid here, for a roll that the table makes by hand.
 * @throws RuleError `FATEWALKER.PowerUse.InTheRoll`, `AfterTheDice`, `OnDamage`
 */
function checkMoment({ power, name }: HeldPower): void {
  const moments = momentsOf(power);
  if (power.costBy === "perOption") throw new RuleError("FATEWALKER.PowerUse.InTheRoll", { name });
  if (moments.length === 0 || moments.some((moment) => !ANSWERS.has(moment))) return;
  throw new RuleError(moments.includes("onDamage") ? "FATEWALKER.PowerUse.OnDamage" : "FATEWALKER.PowerUse.AfterTheDice", { name });
}
