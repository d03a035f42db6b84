import type { MessageMode } from "../../compat/message-modes";
import { hidesNumbers } from "../exchange/card";
import { isUnseen } from "../exchange/participants";
import type { Participant } from "../../rules/exchange/types";

/**
 * Who really sees a roll that was meant for this audience: a GM's open roll for somebody who hides, or whose numbers stay with the GM,
 * goes to GMs, since pool, Target Number and dice would be read off it.
 */
export function trueMode(mode: MessageMode, participant: Participant): MessageMode {
  return mode === "public" && game.user?.isGM === true && (isUnseen(participant) || hidesNumbers(participant)) ? "gm" : mode;
}
