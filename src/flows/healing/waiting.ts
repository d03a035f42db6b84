import { say } from "../../helpers/text";
import { RuleError } from "../../rules/errors";
import { namedRefusal } from "../clock/refusals";
import { clockState } from "../clock/state";
import { checkNothingPending, checkOrder } from "../clock/wishes";
import { isUnseen } from "../exchange/participants";
import { fightOf } from "../exchange/setup";
import type { Wish } from "../intents/types";
import { declareDeed, watchersOf } from "../moment/deed-card";
import type { TreatmentSetup } from "./treatment";

/** What a treatment looks like on the card on which it waits. */
export const TREATMENT_LOOK = { key: "treatment", img: "systems/fatewalker/assets/icons/first-aid-kit.svg" } as const;

/** What a treatment is called while others may step in before it; null for one that takes no ticks, which is no action on the clock. */
export function nameOfTreatment({ procedure, patient, cost }: TreatmentSetup): string | null {
  if (cost === 0) return null;
  const what = say(`FATEWALKER.Healing.Procedure.${procedure}`);
  // The card is there for all to read.
  return isUnseen(patient.participant) ? what : say("FATEWALKER.Healing.Waits", { procedure: what, patient: patient.name });
}

/**
 * Treating is an action, which holders and whoever covers the place with fire may put theirs before, whatever it costs (Dramatic Scenes,
 * Preemptive Actions; Actions and Maneuvers, Full Auto).
 * @returns false when it is done at once
 * @throws RuleError when it is not the healer's turn
 */
export async function treatmentWaits(wish: Wish, setup: TreatmentSetup): Promise<boolean> {
  const fight = fightOf(setup.healer.participant);
  const name = nameOfTreatment(setup);
  if (fight === null || name === null) return false;
  const { combat, id } = fight;
  try {
    checkNothingPending(combat, wish);
    if (!wish.author.isGM) checkOrder(clockState(combat), id, { kind: "act", id, cost: setup.cost });
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(combat, error, wish.author.isGM) : error;
  }
  return declareDeed(combat, wish, { name, watchers: watchersOf(combat, id) });
}
