import { audience, isMessageMode } from "../../compat/message-modes";
import type { ClockOperation } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import type { PowerCost } from "../../rules/powers/use";
import { tellEvents } from "../clock/commit-clock";
import { clockState } from "../clock/state";
import { commitNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { unfold } from "../events/unfold";
import { hidesNumbers, speakerOf } from "../exchange/card";
import { publicParticipant } from "../exchange/names";
import { combatantOf, isUnseen } from "../exchange/participants";
import type { Wish } from "../intents/types";

type Notice = NonNullable<ExchangeMessageData["notice"]>;

/** One use of a power on its way to the documents. */
export interface PowerDeed {
  readonly name: string;
  readonly img: string;
  readonly key: string;
  readonly changes: readonly DocumentChange[];
  readonly notice: Notice;
  /** What it does to the clock of the fight. */
  readonly operations?: readonly ClockOperation[];
  /** Nobody at the table sees it happen: of the GM's own creatures it is the GM's alone, its name as well. */
  readonly isBookkeeping?: boolean;
  /** Who has seen the roll that it changes; without: as the wish says. */
  readonly seenBy?: Audience;
}

type Audience = ReturnType<typeof audience>;

/** What players read on the card of a creature whose numbers are the GM's own. */
export const USED: Notice = { key: "FATEWALKER.PowerUse.Used", data: {} };

/** The points of a cost in a sentence of the card. */
export function costNotice({ will, fate }: PowerCost): Notice {
  if (will === 0 && fate === 0) return { key: "FATEWALKER.PowerUse.SpentNothing", data: {} };
  if (fate === 0) return { key: "FATEWALKER.PowerUse.SpentWill", data: { will } };
  return will === 0 ? { key: "FATEWALKER.PowerUse.SpentFate", data: { fate } } : { key: "FATEWALKER.PowerUse.SpentBoth", data: { will, fate } };
}

/**
 * Writes the use of a power: one commit with its card, which says what it cost and what a person decides, and lets the GM take it back.
 * What a hidden token does is the GM's alone; of a creature whose numbers are, players read that it was used, and the ledger tells GMs the rest.
 * @throws RuleError when the clock refuses
 */
export async function writePowerDeed({ subject, args, author, nonce }: Wish, { name, img, key, changes, notice, operations = [], isBookkeeping = false, seenBy }: PowerDeed): Promise<void> {
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { participant } = subject;
  const combat = combatantOf(participant)?.combat ?? null;
  const card = foundry.utils.randomID();
  const ledger = foundry.utils.randomID();
  const mode = isMessageMode(args.mode) ? args.mode : "public";
  const wished = seenBy ?? audience(mode, author.id ?? "");
  const screened = isUnseen(participant) || (isBookkeeping && hidesNumbers(participant));
  const seen = screened && wished.whisper.length === 0 ? audience("gm", author.id ?? "") : wished;
  const isVague = seen.whisper.length === 0 && hidesNumbers(participant);
  const plan = combat === null || operations.length === 0 ? null : await unfold(combat, clockState(combat), operations, { kind: "power", ids: participant.combatant === null ? [] : [participant.combatant], ledger }, { exchange: card, pending: changes });
  await commitNow({
    kind: "power", combat: combat?.id ?? null, exchange: card, record: null, ledger, nonce, ...(isVague ? { told: notice } : {}),
    changes: [...changes, ...(plan?.changes ?? [])],
    companions: [{
      action: "create", documentName: "ChatMessage", parent: null,
      source: {
        _id: card, type: "exchange", author: game.user?.id, content: "", speaker: speakerOf(participant), ...seen,
        system: { phase: "applied", attacker: publicParticipant(participant), maneuver: { key, name, img }, ledger, notice: isVague ? USED : notice },
      },
    }],
  });
  if (combat !== null && plan !== null) tellEvents(combat, plan);
}
