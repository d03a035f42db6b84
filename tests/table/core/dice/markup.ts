import { escapeHTML } from "../utils/text";
import type { Data } from "../types";

/** The table's own markup of rolls, in the classes that styles of systems know. */
export function renderRoll(context: Data): string {
  const flavor = context["flavor"] ? `<div class="dice-flavor">${escapeHTML(context["flavor"])}</div>` : "";
  return `<div class="dice-roll" data-action="expandRoll">${flavor}<div class="dice-result"><div class="dice-formula">${escapeHTML(context["formula"])}</div>${String(context["tooltip"])}<h4 class="dice-total">${escapeHTML(context["total"])}</h4></div></div>`;
}

export function renderTooltip(parts: Data[]): string {
  const part = (entry: Data): string => {
    const rolls = (entry["rolls"] as { result: string; classes: string }[]).map((roll) => `<li class="roll ${roll.classes}">${roll.result}</li>`).join("");
    const flavor = entry["flavor"] ? `<span class="part-flavor">${escapeHTML(entry["flavor"])}</span>` : "";
    return `<section class="tooltip-part"><div class="dice"><header class="part-header"><span class="part-formula">${escapeHTML(entry["formula"])}</span>${flavor}<span class="part-total">${escapeHTML(entry["total"])}</span></header><ol class="dice-rolls">${rolls}</ol></div></section>`;
  };
  return `<div class="dice-tooltip"><div class="wrapper">${parts.map(part).join("")}</div></div>`;
}
