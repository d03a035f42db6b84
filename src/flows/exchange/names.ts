import type { Participant, PublicParticipant } from "../../rules/exchange/types";
import { findActor, findToken } from "../commit/write";

/** Stands for whoever has no picture. */
export const UNKNOWN_IMAGE = "icons/svg/mystery-man.svg";

/**
 * The one name and portrait of a participant that everyone may see: the token's where there is one, never the actor's
 * behind it.
 */
export function publicParticipant(participant: Participant): PublicParticipant {
  const token = findToken(participant.token);
  if (token) return { participant, name: token.name, img: token.texture.src ?? UNKNOWN_IMAGE };
  const actor = findActor(participant.actor);
  if (actor) return { participant, name: actor.prototypeToken.name || actor.name, img: actor.prototypeToken.texture.src ?? actor.img ?? UNKNOWN_IMAGE };
  return { participant, name: game.i18n.localize("FATEWALKER.Exchange.SomeoneGone"), img: UNKNOWN_IMAGE };
}
