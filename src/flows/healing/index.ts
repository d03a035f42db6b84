import { makeIntent } from "../intents/make";
import { handleWishes } from "../intents/registry";
import type { Participant } from "../../rules/exchange/types";
import { wishInTurn } from "../moment/client";
import type { HandChoices } from "./by-hand";
import { fulfilRest, type RestChoices } from "./rest";
import { fulfilTreatments } from "./treat";
import type { TreatmentChoices } from "./treatment";
import { fulfilWound } from "./wound";

export { newWoundByHand } from "./new-wound";

/** Who fulfils wishes to treat, to rest and to wound by hand; at init. */
export function handleHealingWishes(): void {
  fulfilTreatments();
  handleWishes("rest", fulfilRest);
  handleWishes("wound", fulfilWound);
}

/** Asks for a treatment, or one more roll of it; one that takes no ticks is nobody's turn. */
export async function wishTreatment(healer: Participant, patient: Participant, treatment: TreatmentChoices): Promise<void> {
  if (treatment.onClock) await wishInTurn("treat", healer, { patient, treatment });
  else await makeIntent("treat", healer, { patient, treatment });
}

/** Asks for a rest, an effort, or the end of a session, goal, story or scene. */
export const wishRest = (who: readonly Participant[], rest: RestChoices): Promise<string | null> => makeIntent("rest", null, { who, rest });

/** Asks for damage or healing by the GM's hand. */
export const wishByHand = (targets: readonly Participant[], hand: HandChoices): Promise<string | null> => makeIntent("wound", null, { targets, hand });
