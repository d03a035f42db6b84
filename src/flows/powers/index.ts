import { audience, currentMode } from "../../compat/message-modes";
import { itemData } from "../../data/access";
import { PowerData } from "../../data/item/power";
import { speakerOf } from "../exchange/card";
import { participantOf } from "../exchange/participants";
import { makeIntent } from "../intents/make";
import { handleWishes } from "../intents/registry";
import { powerDeed } from "./power";
import { fulfilSpend } from "./spend";

export { powerDeed } from "./power";

/** Who fulfils wishes to spend points. */
export function handlePowerWishes(): void {
  handleWishes("spend", fulfilSpend);
}

/**
 * Uses a power: asks the GM's client to pay its cost, or tells its text in the chat where the rest is the table's. Nothing happens
 * for what works by itself.
 * @returns false when there was nothing to use
 */
export async function usePowerItem(actor: Actor.Implementation, item: Item.Implementation): Promise<boolean> {
  const deed = powerDeed(item);
  if (deed === "spend") await makeIntent("spend", participantOf(actor), { item: item.id, mode: currentMode() });
  if (deed === "tell") await tell(actor, item);
  return deed !== null;
}

/** Puts the text of a power into the chat, in the name of whoever has it. */
async function tell(actor: Actor.Implementation, item: Item.Implementation): Promise<void> {
  const heading = document.createElement("h3");
  heading.className = "fw-name";
  heading.textContent = item.name;
  const description = itemData(item, PowerData)?.description ?? "";
  const content = `<article class="fw-card fw-told">${heading.outerHTML}${description}</article>`;
  await ChatMessage.implementation.create({ speaker: speakerOf(participantOf(actor)), content, ...audience(currentMode(), game.user?.id ?? "") } as never);
}
