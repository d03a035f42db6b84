import { exchangeOf } from "../../data/message";
import { isCommitter, messageChange, serially, writeNow } from "../commit/commit";
import type { Ledger } from "../commit/ledger";
import { handleWishes } from "../intents/registry";
import { cardData, namesOf } from "./card";
import { fulfilDeclare } from "./declare";
import { fulfilReact, fulfilUndo } from "./react";

export { perform, react, awaitedAnswer, showAwaited, useExchangeWindows } from "./perform";
export { participantOf, participantOfToken, currentTargets } from "./participants";

/** Who fulfils the wishes of an exchange. */
export function handleExchangeWishes(): void {
  handleWishes("declare", fulfilDeclare);
  handleWishes("react", fulfilReact);
  handleWishes("undo", fulfilUndo);
}

/** Brings the card of a ledger that was finished at the start up to date. */
export async function refreshCard({ data, message }: Ledger): Promise<void> {
  const card = exchangeOf(game.messages?.get(data.exchange ?? ""));
  if (!card || data.exchange === null || !data.record) return;
  const phase = data.state === "undone" ? "undone" : "applied";
  const fresh = cardData(data.record, namesOf(card), { phase, ledger: message.id });
  await writeNow([messageChange(data.exchange, { "system.phase": phase, "system.targets": fresh.targets, "system.rolls": fresh.rolls, "system.ledger": message.id })]);
}

/** A card that is deleted takes its open exchange with it: the fight waits no longer. */
export function watchCards(): void {
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => {
    if (!isCommitter() || message.id === null) return;
    const waiting = (game.combats?.contents ?? []).filter(({ system }) => (system as { pending?: string | null }).pending === message.id);
    for (const { uuid } of waiting) void serially(() => writeNow([{ action: "update", uuid, changes: { "system.pending": null } }]));
  });
}
