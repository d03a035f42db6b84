import type { DocumentChange } from "../commit/types";
import { askedOf, requestOf } from "./request";

/**
 * The change that tells a request how many successes one of its answers has by now, where it had noted a number: powers change a roll
 * that lies there (Powers, Intrepid and Divine Intervention).
 * @param successes null: nobody knows
 */
export function notedChanges(message: ChatMessage.Implementation, successes: number | null): DocumentChange[] {
  const asked = askedOf(message);
  const request = asked === null ? undefined : game.messages?.get(asked.request);
  const noted = asked === null ? undefined : requestOf(request)?.results[String(asked.index)];
  if (asked === null || request === undefined || successes === null || noted === undefined || noted.message !== message.id || noted.successes === null || noted.successes === successes) return [];
  return [{ action: "update", uuid: request.uuid, changes: { [`flags.fatewalker.request.results.${asked.index}.successes`]: successes } }];
}
