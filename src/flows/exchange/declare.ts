import { mayDeclare } from "../../rules/clock/order";
import { RuleError } from "../../rules/errors";
import { pendingAnswers } from "../../rules/exchange/answer";
import { declare } from "../../rules/exchange/declare";
import type { Participant } from "../../rules/exchange/types";
import { audience as audienceOf, isMessageMode } from "../../compat/message-modes";
import { list, text } from "../../data/message/read";
import { exchangeOf } from "../../data/message";
import { readParticipant } from "../../data/message/read-exchange";
import { planClock } from "../clock/plan";
import { namedRefusal } from "../clock/refusals";
import { clockState, combatData } from "../clock/state";
import { findToken } from "../commit/write";
import type { Wish } from "../intents/types";
import { readChoices } from "./choices";
import { withoutHopeless } from "./reactions";
import { announce, settle, type Run } from "./settle";
import { declarationOf, prepareAttack, shieldRule, type AttackSetup } from "./setup";

/** What a wish to declare carries. */
export interface DeclareArgs {
  /** UUID of the maneuver item. */
  readonly maneuver: string;
  readonly targets: readonly Participant[];
  readonly choices: Readonly<Record<string, unknown>>;
  readonly mode: string;
}

async function maneuverItem(uuid: string): Promise<Item.Implementation> {
  const found: unknown = await foundry.utils.fromUuid(uuid as "Item.id");
  if (found instanceof Item && found.type === "maneuver") return found as unknown as Item.Implementation;
  throw new RuleError("FATEWALKER.Exchange.NoManeuver", { name: uuid });
}

/**
 * Refuses what the clock does not allow now: who is not due, and who would act while another exchange is still open.
 * @throws RuleError with the clock's own reason
 */
function checkClock({ fight, cost }: AttackSetup, isGM: boolean): void {
  if (fight === null) return;
  const pending = exchangeOf(game.messages?.get(combatData(fight.combat)?.pending ?? ""));
  if (pending?.phase === "answering") throw new RuleError("FATEWALKER.Exchange.StillOpen", { name: pending.attacker.name });
  try {
    planClock(fight.combat, { kind: "act", id: fight.id, cost });
    if (!isGM) checkOrder(fight);
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(fight.combat, error, isGM) : error;
  }
}

/** Players keep the order of Awareness; a GM may let somebody go first. */
function checkOrder({ combat, id, tick }: NonNullable<AttackSetup["fight"]>): void {
  const state = clockState(combat);
  if (state.entries[id]?.state === "ready" && state.active !== null && !mayDeclare(state, id)) throw new RuleError("FATEWALKER.Error.OthersFirst", { tick });
}

/** Fulfils a wish to declare: works everything out anew, and goes straight on where nobody can answer. */
export async function fulfilDeclare({ subject, args, author, nonce }: Wish): Promise<void> {
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const item = await maneuverItem(text(args.maneuver));
  const setup = prepareAttack({ participant: subject.participant, item, targets: list(readParticipant, args.targets), choices: readChoices(args.choices), isGM: author.isGM });
  checkClock(setup, author.isGM);
  const { fighter, maneuver, weapon, fight } = setup;
  const declared = declare({
    attacker: { participant: subject.participant, fighter },
    targets: setup.declared,
    declaration: declarationOf(setup),
    tick: fight?.tick ?? null,
    shieldRule: shieldRule(),
  });
  const state = withoutHopeless(declared);
  const hidden = findToken(subject.participant.token)?.hidden === true;
  const mode = isMessageMode(args.mode) ? args.mode : "public";
  const run: Run = {
    state,
    names: { maneuver: { key: maneuver.key, name: item.name, img: item.img ?? "" }, weapon: weapon?.name ?? null, answers: {} },
    card: foundry.utils.randomID(),
    ledger: foundry.utils.randomID(),
    isNew: true,
    // What a hidden attacker does is the GM's alone until it shows itself.
    audience: audienceOf(hidden && mode === "public" ? "gm" : mode, author.id ?? ""),
    nonce,
  };
  if (pendingAnswers(state).length > 0) await announce(run);
  else await settle(run);
}
