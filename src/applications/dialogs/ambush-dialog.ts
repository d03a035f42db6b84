import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { say } from "../../helpers/text";
import { notifyRefusal } from "../../flows/clock";
import { combatantData } from "../../flows/clock/state";
import { ambushOf, ambushUnderWay } from "../../flows/moment/ambush";
import { layAmbush, type AmbushPlan } from "../../flows/moment/lay-ambush";
import { sideOf } from "../../flows/moment/preempting";
import { AMBUSH_PENALTY } from "../../rules/clock/ambush";

const TEMPLATE = "systems/fatewalker/templates/dialogs/ambush.hbs";

/** Sides that can be taken by surprise as a whole, in the order of their buttons. */
const SIDES = ["FRIENDLY", "NEUTRAL", "HOSTILE"] as const;

/** The button of a combatant's side; secret ones are hostile in secret. */
function buttonSideOf(combatant: Combatant.Implementation): (typeof SIDES)[number] | null {
  const { SECRET, HOSTILE, ...known } = CONST.TOKEN_DISPOSITIONS;
  const disposition = sideOf(combatant);
  if (disposition === SECRET || disposition === HOSTILE) return "HOSTILE";
  return SIDES.find((side) => side !== "HOSTILE" && known[side] === disposition) ?? null;
}

/** Context of `templates/dialogs/ambush.hbs`. */
function contextOf(combat: Combat.Implementation): object {
  const ambush = ambushOf(combat);
  const goesOn = ambushUnderWay(combat) !== null;
  const people = combat.combatants.contents.filter(({ actor }) => actor !== null);
  return {
    late: combat.round >= 1,
    sides: SIDES.filter((side) => people.some((combatant) => buttonSideOf(combatant) === side)).map((side) => ({ side, label: say(`FATEWALKER.Ambush.Side.${side}`) })),
    penalty: ambush?.penalty ?? AMBUSH_PENALTY,
    rows: people.map((combatant) => {
      const aware = combatantData(combatant)?.awareOf ?? [];
      return {
        id: combatant.id, name: combatant.name, side: buttonSideOf(combatant), surprised: combatant.actor?.statuses.has("surprised") === true,
        others: people.filter((other) => other !== combatant).map((other) => ({ id: other.id, name: other.name, noticed: aware.includes(other.id ?? "") })),
      };
    }),
    free: people.map(({ id, name }) => ({ id, name, chosen: ambush?.free === id && (ambush.taken === "" || goesOn) })),
  };
}

/** A side's button takes all of it by surprise; where all of it is already, none of it. */
function chooseSide(form: HTMLElement, side: string): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>(`input[name="surprised"][data-side="${side}"]`)];
  const wanted = !boxes.every(({ checked }) => checked);
  for (const box of boxes) box.checked = wanted;
}

/** The buttons of whole sides work by mouse and keyboard; they are no buttons of the window. */
function watchSides(form: HTMLElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[data-whole-side]")) {
    button.addEventListener("click", () => chooseSide(form, button.dataset.wholeSide ?? ""));
  }
}

/** What stands in the window. */
function planIn(form: HTMLFormElement | null): AmbushPlan {
  const checked = (name: string): string[] => [...(form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`) ?? [])].map(({ value }) => value);
  const surprised = checked("surprised");
  const penalty = form?.elements.namedItem("penalty");
  const free = form?.elements.namedItem("free");
  return {
    surprised,
    noticed: Object.fromEntries(surprised.map((id) => [id, checked(`noticed-${id}`)])),
    penalty: penalty instanceof HTMLInputElement ? penalty.valueAsNumber : AMBUSH_PENALTY,
    free: free instanceof HTMLSelectElement && free.value !== "" ? free.value : null,
  };
}

const isPlan = (value: unknown): value is AmbushPlan => typeof value === "object" && value !== null && "surprised" in value;

/** Asks the GM who is taken by surprise, what that costs and who has the free action, and lays the ambush. */
export async function openAmbush(combat: Combat.Implementation): Promise<void> {
  const content = await foundry.applications.handlebars.renderTemplate(TEMPLATE, contextOf(combat) as never);
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: "FATEWALKER.Ambush.Title", icon: "fa-solid fa-mask" },
    classes: ["fatewalker", "fw-ambush"],
    position: { width: 420 },
    content,
    rejectClose: false,
    render: (_event, dialog) => watchSides(dialog.element),
    buttons: [
      { action: "lay", label: "FATEWALKER.Ambush.Lay", ...MAIN_BUTTON, callback: (_event, button) => planIn(button.form) },
      { action: "cancel", label: "FATEWALKER.Tracker.Cancel", ...OTHER_BUTTON, callback: () => null },
    ],
  });
  if (isPlan(answer)) await notifyRefusal(combat, () => layAmbush(combat, answer));
}
