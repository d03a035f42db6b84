import { say } from "../../helpers/text";
import { ATTRIBUTE_KEYS } from "../../rules/keys";
import type { AttributeBoost } from "../../rules/powers/effects";

/**
 * Asks how many points of which attribute a power shall raise.
 * @param perPoint points for each point of Fate
 * @returns null when the person thought better of it
 */
export async function askFocus(name: string, perPoint: number): Promise<AttributeBoost | null> {
  const fields = ATTRIBUTE_KEYS.map((key) => `<label class="fw-field"><span class="fw-label">${foundry.utils.escapeHTML(say(`FATEWALKER.Attribute.${key}`))}</span> <input type="number" name="${key}" value="0" min="0" step="1"></label>`).join("");
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: name },
    classes: ["fatewalker"],
    content: `<p>${foundry.utils.escapeHTML(say("FATEWALKER.PowerUse.SpreadQuestion", { points: perPoint }))}</p>${fields}`,
    rejectClose: false,
    buttons: [
      { action: "spend", label: "FATEWALKER.PowerUse.Spread", default: true, callback: (_event, button) => spreadIn(button.form) },
      { action: "cancel", label: "FATEWALKER.Tracker.Cancel", callback: () => null },
    ],
  });
  return typeof answer === "object" ? (answer as AttributeBoost | null) : null;
}

function spreadIn(form: HTMLFormElement | null): AttributeBoost {
  return Object.fromEntries(ATTRIBUTE_KEYS.flatMap((key) => {
    const input = form?.elements.namedItem(key);
    const points = input instanceof HTMLInputElement ? input.valueAsNumber : 0;
    return points > 0 ? [[key, points]] : [];
  }));
}
