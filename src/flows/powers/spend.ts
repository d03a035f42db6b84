import { text } from "../../data/message/read";
import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { usePower, type PowerCost } from "../../rules/powers/use";
import { audience, isMessageMode } from "../../compat/message-modes";
import { combatantOf } from "../exchange/participants";
import { commitNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { findToken } from "../commit/write";
import { publicParticipant } from "../exchange/names";
import { speakerOf } from "../exchange/card";
import type { Wish } from "../intents/types";
import { toPower } from "./power";
import { powerUserOf } from "./power-user";

/** The points of a cost in a sentence of the card. */
function costNotice({ will, fate }: PowerCost): { readonly key: string; readonly data: Readonly<Record<string, number>> } {
  if (fate === 0) return { key: "FATEWALKER.PowerUse.SpentWill", data: { will } };
  return will === 0 ? { key: "FATEWALKER.PowerUse.SpentFate", data: { fate } } : { key: "FATEWALKER.PowerUse.SpentBoth", data: { will, fate } };
}

interface CardRequest {
  readonly participant: Participant;
  readonly item: Item.Implementation;
  readonly cost: PowerCost;
  readonly ledger: string;
  readonly wish: Wish;
}

/** The card of a use: no dice and no target, but what it cost and, for GMs, the way back. */
function cardOf(card: string, { participant, item, cost, ledger, wish }: CardRequest): DocumentChange {
  const mode = isMessageMode(wish.args.mode) ? wish.args.mode : "public";
  const seen = findToken(participant.token)?.hidden === true && mode === "public" ? "gm" : mode;
  return {
    action: "create", documentName: "ChatMessage", parent: null,
    source: {
      _id: card, type: "exchange", author: game.user?.id, content: "", speaker: speakerOf(participant), ...audience(seen, wish.author.id ?? ""),
      system: {
        phase: "applied", attacker: publicParticipant(participant), maneuver: { key: toPower(item)?.key ?? "", name: item.name, img: item.img ?? "" },
        ledger, notice: costNotice(cost),
      },
    },
  };
}

/**
 * Fulfils a wish to use a power: `{ item: id of one of the actor's powers, mode }`. Its cost is paid whole or it is refused; what
 * the points buy is the roll's or the table's (Powers).
 */
export async function fulfilSpend(wish: Wish): Promise<void> {
  const { subject, args, nonce } = wish;
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { actor, participant } = subject;
  const item = actor.items.get(text(args.item)) as Item.Implementation | undefined;
  const power = toPower(item);
  if (!item || power === null) throw new RuleError("FATEWALKER.PowerUse.NoPower");
  const { will, fate, cost } = usePower(power, powerUserOf(actor));
  const card = foundry.utils.randomID();
  const ledger = foundry.utils.randomID();
  await commitNow({
    kind: "power", combat: combatantOf(participant)?.combat?.id ?? null, exchange: card, record: null, ledger, nonce,
    changes: [{
      action: "update", uuid: actor.uuid,
      changes: {
        "system.will.spent": will.track.spent, "system.will.fatigue": will.track.fatigue, "system.will.exhaustion": will.track.exhaustion,
        "system.fate.rating": fate.track.rating, "system.fate.spent": fate.track.spent, "system.fate.apathy": fate.track.apathy, "system.fate.ennui": fate.track.ennui,
      },
    }],
    companions: [cardOf(card, { participant, item, cost, ledger, wish })],
  });
}
