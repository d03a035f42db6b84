import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { say } from "../../helpers/text";
import { actorData } from "../../data/access";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { bleedersOf } from "./still-bleeding";

export interface EndChoice {
  readonly clearTemporary: boolean;
}

/** Actors of a fight, each once: two tokens of one linked actor share it, copies do not. */
function fighters(combat: Combat.Implementation): Actor.Implementation[] {
  const byUuid = new Map<string, Actor.Implementation>();
  for (const combatant of combat.combatants) if (combatant.actor) byUuid.set(combatant.actor.uuid, combatant.actor);
  return [...byUuid.values()];
}

/** Fighters with Temporary Wounds, which go when the fight is over (Dramatic Scenes, Temporary Wounds). */
export function temporarilyWounded(combat: Combat.Implementation): Actor.Implementation[] {
  return fighters(combat).filter((actor) => (actorData(actor)?.wounds.temporary.value ?? 0) > 0);
}

/**
 * Asks whether the fight is over, says who still bleeds, and offers to clear Temporary Wounds.
 * @returns null when it goes on
 */
export async function askEnd(combat: Combat.Implementation): Promise<EndChoice | null> {
  const wounded = temporarilyWounded(combat).length;
  const text = `<p>${game.i18n.localize("FATEWALKER.Clock.EndQuestion")}</p>`;
  const offer = wounded === 0 ? "" : `<label class="checkbox"><input type="checkbox" name="clearTemporary" checked> ${game.i18n.format("FATEWALKER.Clock.ClearTemporary", { count: String(wounded) })}</label>`;
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: "FATEWALKER.Clock.EndTitle" },
    classes: ["fatewalker"],
    content: `${text}${bleedingText(combat)}${offer}`,
    rejectClose: false,
    buttons: [
      { action: "end", label: "FATEWALKER.Clock.End", ...MAIN_BUTTON, callback: (_event, button) => ({ clearTemporary: isChecked(button.form, "clearTemporary") }) },
      { action: "cancel", label: "FATEWALKER.Clock.GoOn", ...OTHER_BUTTON, callback: () => null },
    ],
  });
  return isChoice(answer) ? answer : null;
}

/** Who still bleeds, by name, for GMs: no clock counts it once the fight is over. */
function bleedingText(combat: Combat.Implementation): string {
  const bleeders = game.user?.isGM === true ? bleedersOf(combat) : [];
  if (bleeders.length === 0) return "";
  const rows = bleeders.map(({ name, mortal, ticks }) => `<li>${foundry.utils.escapeHTML(say("FATEWALKER.Clock.EndBleeder", { name, mortal, ticks }))}</li>`);
  return `<p class="fw-end-bleeding">${say("FATEWALKER.Clock.EndBleeding")}</p><ul class="fw-end-bleeding">${rows.join("")}</ul>`;
}

const isChoice = (value: unknown): value is EndChoice => typeof value === "object" && value !== null && "clearTemporary" in value;

function isChecked(form: HTMLFormElement | null, name: string): boolean {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement && input.checked;
}

/** The end of a fight: the Combat goes, nobody is left holding, and Temporary Wounds are cleared where that was chosen. */
export function fightEnd(combat: Combat.Implementation, { clearTemporary }: EndChoice): DocumentChange[] {
  const wounds = clearTemporary ? temporarilyWounded(combat).map(({ uuid }): DocumentChange => ({ action: "update", uuid, changes: { "system.wounds.temporary.value": 0 } })) : [];
  return [...wounds, ...marksGone(combat), { action: "delete", uuid: combat.uuid }];
}

/** The mark of a hold goes with the fight. */
export function noLongerHolding(combat: Combat.Implementation): DocumentChange[] {
  return fighters(combat).flatMap((actor) => statusChanges(actor, "holding", false));
}

/** Marks that mean nothing outside a fight. */
export const MARKS_OF_FIGHTS = ["holding", "moving", "aiming", "grappling", "grappled", "held"] as const;

/** What only a fight puts on a token goes with it. */
export function marksGone(combat: Combat.Implementation): DocumentChange[] {
  return fighters(combat).flatMap((actor) => MARKS_OF_FIGHTS.flatMap((mark) => statusChanges(actor, mark, false)));
}
