import { gmIds } from "../../helpers/gms";
import { say, sayCount } from "../../helpers/text";
import { ambushOf } from "../moment/ambush";
import { UNKNOWN_IMAGE } from "../exchange/names";
import type { RolledInitiative } from "./initiative";
import { shownName } from "./refusals";

/** More rolls than this show no dice in 3D: one card says it all. */
export const MOST_ROLLS_SHOWN = 6;

const TEMPLATE = "systems/fatewalker/templates/sidebar/initiative-card.hbs";

/**
 * Posts one card for all rolls. Hidden combatants stand on it only when it is whispered to GMs, which happens when none
 * but hidden ones were rolled; otherwise the GM finds them in the tracker and the ledger.
 * @param tick the tick from which the results count
 */
export async function postInitiative(rolled: readonly RolledInitiative[], tick: number): Promise<void> {
  const visible = rolled.filter(({ combatant }) => !combatant.hidden);
  const secret = visible.length === 0;
  const shown = (secret ? [...rolled] : visible).sort((a, b) => a.result - b.result);
  if (shown.length === 0) return;
  const hideNumbers = game.settings.get("fatewalker", "hideNpcNumbers") === true && !secret;
  const rows = shown.map(({ combatant, successes, result, late }) => {
    const hidden = hideNumbers && combatant.isNPC;
    return { name: shownName(combatant, secret), img: imageOf(combatant), tick: tick + result, successes: hidden || successes === null ? "" : sayCount("FATEWALKER.Clock.Successes", successes), notes: ambushWords(combatant, hidden ? 0 : late) };
  });
  const content = await foundry.applications.handlebars.renderTemplate(TEMPLATE, { rows, late: tick > 0, now: tick });
  const rolls = shown.filter(({ combatant }) => !(hideNumbers && combatant.isNPC)).map(({ roll }) => roll);
  const whisper = secret ? gmIds() : [];
  const source = {
    speaker: ChatMessage.implementation.getSpeaker({ alias: game.i18n.localize("FATEWALKER.Clock.Initiative") }),
    content,
    whisper,
    rolls: rolls.length <= MOST_ROLLS_SHOWN ? rolls.map((roll) => JSON.stringify(roll.toJSON())) : [],
    flags: { core: { initiativeRoll: true } },
  };
  await ChatMessage.implementation.create(source as never);
}

/** What an ambush has done to somebody's beginning: it was surprised, by so many ticks where they may be read, or it has opened the ambush (Dramatic Scenes, Surprise/Ambush). */
function ambushWords({ id, actor, combat }: Combatant.Implementation, late: number): string[] {
  const surprised = late > 0 ? [say("FATEWALKER.Ambush.SurprisedBy", { ticks: late })] : actor?.statuses.has("surprised") === true ? [say("FATEWALKER.Ambush.IsSurprised")] : [];
  const opened = combat !== null && id !== null && ambushOf(combat)?.taken === id ? [say("FATEWALKER.Ambush.HasOpened")] : [];
  return [...surprised, ...opened];
}

/** The token's picture; the actor's own only where there is no token. */
export function imageOf(combatant: Combatant.Implementation): string {
  return combatant.img ?? combatant.token?.texture.src ?? UNKNOWN_IMAGE;
}
