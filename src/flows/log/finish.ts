import { exchangeOf } from "../../data/message";
import { owedSeconds, ticksBeforeAmending } from "../clock/owed-time";
import { combatData } from "../clock/state";
import { withTimeHeld } from "../clock/turns";
import { isCommitter, isWritten, recoverNow, serially, writeNow } from "../commit/commit";
import { seeTo } from "../commit/in-turn";
import { allLedgers } from "../commit/ledger";
import { removeMessage } from "../commit/remove";
import { openExchanges } from "../moment/open";
import { withoutCard } from "../moment/proceed";

/**
 * Brings to an end what a client left half-way when it broke off: commits, undos and redos are finished; an exchange whose
 * card was never made is taken back, so that its wish is taken up anew; a fight that waits for no card waits no longer; the world's time is
 * where the clock has brought it.
 */
export const finishHalfDone = (): Promise<void> =>
  serially(async () => {
    if (!isCommitter()) return;
    const held = ticksBeforeAmending();
    const owed = held.size > 0 ? 0 : owedSeconds();
    await withTimeHeld(held, recoverNow);
    await tidyNow();
    if (owed !== 0) await game.time.advance(owed);
  });

/** A card that is deleted takes its open exchange with it: the fight waits no longer. At ready. */
export function watchCards(): void {
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => {
    if (exchangeOf(message) !== null) seeTo(tidyNow);
  });
}

async function tidyNow(): Promise<void> {
  for (const { data, flags, message } of allLedgers()) {
    const isOpen = data.state === "applying" && data.documents.length === 0 && flags.serial === 0;
    if (isOpen && data.exchange !== null && game.messages?.has(data.exchange) !== true && !isWritten(message.author?.id ?? null)) await removeMessage(message);
  }
  await freeFightsNow();
}

/** Fights wait only for an exchange that is still to be answered. */
export async function freeFightsNow(): Promise<void> {
  for (const combat of game.combats?.contents ?? []) {
    const pending = combatData(combat)?.pending ?? null;
    if (pending === null || exchangeOf(game.messages?.get(pending))?.phase === "answering") continue;
    if (openExchanges(combat).length > 0) await withoutCard(combat, pending);
    else await writeNow([{ action: "update", uuid: combat.uuid, changes: { "system.pending": null } }]);
  }
}
