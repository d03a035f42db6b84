import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";

/**
 * Asks how many ticks something costs that no maneuver describes.
 * @returns whole ticks, 1 or more; null when the person thought better of it
 */
export async function askTicks(name: string, initial: number): Promise<number | null> {
  const label = foundry.utils.escapeHTML(game.i18n.format("FATEWALKER.Tracker.SpendQuestion", { name }));
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: "FATEWALKER.Tracker.Spend" },
    classes: ["fatewalker"],
    content: `<label>${label} <input type="number" name="ticks" value="${initial}" min="1" step="1" required autofocus></label>`,
    rejectClose: false,
    buttons: [
      { action: "spend", label: "FATEWALKER.Tracker.Spend", ...MAIN_BUTTON, callback: (_event, button) => ticksIn(button.form) },
      { action: "cancel", label: "FATEWALKER.Tracker.Cancel", ...OTHER_BUTTON, callback: () => null },
    ],
  });
  return typeof answer === "number" ? answer : null;
}

/** What stands in the field; what is no number is refused by the rules, in their own words. */
function ticksIn(form: HTMLFormElement | null): number {
  const input = form?.elements.namedItem("ticks");
  return input instanceof HTMLInputElement ? input.valueAsNumber : Number.NaN;
}
