import type { HealingEntry, HealingLine } from "../../data/message/read-healing";
import { gmIds } from "../../helpers/gms";
import type { Participant } from "../../rules/exchange/types";
import type { DocumentChange } from "../commit/types";
import { hidesNumbers, speakerOf } from "../exchange/card";
import { publicParticipant } from "../exchange/names";
import { isUnseen } from "../exchange/participants";

/** What there is to say of one person: all of it, and what players may read where its numbers are the GM's own. */
export interface Told {
  readonly participant: Participant;
  readonly lines: readonly HealingLine[];
  readonly vague: readonly HealingLine[];
}

export interface CardRequest {
  /** What was done: `firstAid`, `damage`, `night` ... */
  readonly kind: string;
  readonly patient: Participant;
  readonly healer: Participant | null;
  readonly told: readonly Told[];
}

function message({ kind, patient, healer }: CardRequest, ledger: string, entries: readonly HealingEntry[], whisper: readonly string[]): DocumentChange[] {
  if (entries.length === 0) return [];
  return [{
    action: "create", documentName: "ChatMessage", parent: null,
    source: {
      _id: foundry.utils.randomID(), type: "healing", author: game.user?.id, content: "", speaker: speakerOf(healer ?? patient), whisper: [...whisper],
      system: { kind, participant: patient, healer, entries, applied: true, ledger },
    },
  }];
}

/**
 * The cards of one commit: one for all, with what players may know, and where that is not everything one for GMs with the rest.
 * Nothing of hidden tokens stands on the first.
 */
export function healingCards(request: CardRequest, ledger: string): DocumentChange[] {
  const { told, patient, healer } = request;
  const whole = told.map(({ participant, lines }): HealingEntry => ({ who: publicParticipant(participant), lines }));
  const open = told.flatMap(({ participant, lines, vague }): HealingEntry[] => {
    if (isUnseen(participant)) return [];
    const read = hidesNumbers(participant) ? vague : lines;
    return read.length === 0 ? [] : [{ who: publicParticipant(participant), lines: read }];
  });
  const secret = told.some(({ participant }) => isUnseen(participant) || hidesNumbers(participant));
  const concealed = isUnseen(patient) || (healer !== null && isUnseen(healer));
  return [...(concealed ? [] : message(request, ledger, open, [])), ...(secret ? message(request, ledger, whole, gmIds()) : [])];
}
