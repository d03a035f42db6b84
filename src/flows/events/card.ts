import { say } from "../../helpers/text";
import { imageOf } from "../clock/initiative-card";
import { participantOf } from "../clock/address";
import type { DocumentChange } from "../commit/types";
import { hidesNumbers } from "../exchange/card";
import { together, type EventLine, type ToldLine } from "./lines";

const TEMPLATE = "systems/fatewalker/templates/hud/event-card.hbs";

/** May players read of this? Not of hidden ones, nor of creatures whose numbers are the GM's own. */
export function isSecret({ who, secret }: EventLine): boolean {
  if (secret !== undefined) return secret;
  if (who === null) return false;
  const participant = participantOf(who);
  return who.hidden || (participant !== null && hidesNumbers(participant));
}

function lineView(line: ToldLine): object {
  const { tick, until, who, key, data, amount, dice } = line;
  const name = who?.name ?? "";
  return {
    tick: tick === until ? String(tick) : `${tick}–${until}`,
    img: who === null ? null : imageOf(who),
    text: say(key, { name, amount: amount ?? 0, ...data }),
    dice: dice?.faces.map((face) => ({ face, hit: face <= dice.tn })) ?? [],
  };
}

/** A fixed place for the card in the commit: undone with it, there again when it is redone, never made twice. */
async function card(lines: readonly ToldLine[], whisper: readonly string[]): Promise<DocumentChange[]> {
  if (lines.length === 0) return [];
  const content = await foundry.applications.handlebars.renderTemplate(TEMPLATE, { lines: lines.map(lineView) });
  return [{
    action: "create", documentName: "ChatMessage", parent: null,
    source: { _id: foundry.utils.randomID(), author: game.user?.id, speaker: { alias: say("FATEWALKER.Event.Card") }, content, whisper: [...whisper], flags: { fatewalker: { events: true } } },
  }];
}

/** The cards of one commit: one for all, one for GMs about what only they may know. */
export async function eventCards(lines: readonly EventLine[]): Promise<DocumentChange[]> {
  const told = together(lines);
  const gms = (game.users?.filter((user) => user.isGM) ?? []).map(({ id }) => id);
  return [...(await card(told.filter((line) => !isSecret(line)), [])), ...(await card(told.filter(isSecret), gms))];
}
