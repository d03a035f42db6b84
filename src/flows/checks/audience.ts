import type { MessageMode } from "../../compat/message-modes";
import { findToken } from "../commit/write";
import { hidesNumbers } from "../exchange/card";
import { combatantOf } from "../exchange/participants";
import type { Participant } from "../../rules/exchange/types";

/** Must players not learn that this one is there? */
const isHidden = (participant: Participant): boolean => findToken(participant.token)?.hidden === true || combatantOf(participant)?.hidden === true;

/**
 * Who really sees a roll that was meant for this audience: a GM's open roll for somebody who hides, or whose numbers stay with the GM,
 * goes to GMs, since pool, Target Number and dice would be read off it.
 */
export function trueMode(mode: MessageMode, participant: Participant): MessageMode {
  return mode === "public" && game.user?.isGM === true && (isHidden(participant) || hidesNumbers(participant)) ? "gm" : mode;
}
