import { exchangeOf } from "../data/message";
import { findActor } from "../flows/commit/write";
import { say } from "../helpers/text";

/**
 * Whoever is hurt by somebody whose card they may not see hears at least that they are hurt, without a word of who it was and
 * with what; at ready. Their own wounds are on their sheet.
 */
export function watchUnseenHarm(): void {
  const told = new Set<string>();
  const look = (message: ChatMessage.Implementation): void => {
    const card = exchangeOf(message);
    const id = message.id ?? "";
    if (card?.phase !== "applied" || message.visible || told.has(id)) return;
    told.add(id);
    for (const { who, outcome } of card.targets) {
      if (outcome === "hit" && findActor(who.participant.actor)?.isOwner === true) ui.notifications?.warn(say("FATEWALKER.Exchange.HurtUnseen", { name: who.name }));
    }
  };
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => look(message));
  Hooks.on("updateChatMessage", (message: ChatMessage.Implementation) => look(message));
}
