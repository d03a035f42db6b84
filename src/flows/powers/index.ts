import { audience, currentMode } from "../../compat/message-modes";
import { itemData } from "../../data/access";
import { PowerData } from "../../data/item/power";
import { decisionsFor } from "../../rules/powers/decisions";
import type { AttributeBoost } from "../../rules/powers/effects";
import { speakerOf } from "../exchange/card";
import { currentTargets, isUnseen, participantOf } from "../exchange/participants";
import { makeIntent } from "../intents/make";
import { handleWishes } from "../intents/registry";
import type { FocusRequest } from "./focus-cost";
import { powerDeed, toPower } from "./power";
import { fulfilSpend } from "./spend";

export { watchHarm } from "./harm-watch";
export { watchOffers } from "./offer-watch";
export { powerDeed } from "./power";

/** Who fulfils wishes to spend points. */
export function handlePowerWishes(): void {
  handleWishes("spend", fulfilSpend);
}

/** Opens the window that asks an actor what to do about dice that lie there; put in by the application layer. @returns false where none asks */
export type OfferWindows = (actor: Actor.Implementation) => Promise<boolean>;

let openOffer: OfferWindows = async () => false;

export function useOfferWindows(given: OfferWindows): void {
  openOffer = given;
}

/** Asks how the points of a power are spread over the attributes; put in by the application layer. @returns null where the person thought better of it */
export type FocusWindow = (request: FocusRequest) => Promise<AttributeBoost | null>;

let askFocus: FocusWindow = async () => null;

export function useFocusWindow(given: FocusWindow): void {
  askFocus = given;
}

/** What a wish to use this power says beside it; null: the person thought better of it. */
async function detailsOf(actor: Actor.Implementation, item: Item.Implementation): Promise<Readonly<Record<string, unknown>> | null> {
  if (toPower(item)?.effects.some(({ kind }) => kind === "attributePoints") !== true) return {};
  const spread = await askFocus({ actor, item });
  return spread === null ? null : { spread };
}

/** Powers whose button was pressed just now: the second click of a double click means nothing. */
const pressed = new Set<string>();
/** Milliseconds within which a second click is part of the first. */
const DOUBLE_CLICK = 500;

/**
 * Uses a power: shows what dice ask for where they do, else asks the GM's client to pay its cost, or tells its text in the chat where
 * the rest is the table's. Nothing happens for what works by itself.
 * @returns false when there was nothing to use
 */
export async function usePowerItem(actor: Actor.Implementation, item: Item.Implementation): Promise<boolean> {
  const deed = powerDeed(item);
  if (deed === null) return false;
  if (pressed.has(item.uuid)) return true;
  pressed.add(item.uuid);
  try {
    if (deed === "tell") await tell(actor, item);
    else if (!(await openOffer(actor))) {
      const details = await detailsOf(actor, item);
      if (details !== null) await makeIntent("spend", participantOf(actor), { item: item.id, targets: currentTargets(), mode: currentMode(), ...details });
    }
  } finally {
    setTimeout(() => pressed.delete(item.uuid), DOUBLE_CLICK);
  }
  return true;
}

/** Puts the text of a power into the chat, in the name of whoever has it, with what a person decides about it; of whoever is hidden for GMs alone. */
async function tell(actor: Actor.Implementation, item: Item.Implementation): Promise<void> {
  const heading = document.createElement("h3");
  heading.className = "fw-name";
  heading.textContent = item.name;
  const power = toPower(item);
  const decisions = (power === null ? [] : decisionsFor(power)).map((key) => {
    const line = document.createElement("p");
    line.className = "fw-note";
    line.textContent = game.i18n.localize(key);
    return line.outerHTML;
  });
  const description = itemData(item, PowerData)?.description ?? "";
  const content = `<article class="fw-card fw-told">${heading.outerHTML}${description}${decisions.join("")}</article>`;
  const participant = participantOf(actor);
  const mode = currentMode();
  await ChatMessage.implementation.create({ speaker: speakerOf(participant), content, ...audience(mode === "public" && isUnseen(participant) ? "gm" : mode, game.user?.id ?? "") } as never);
}
