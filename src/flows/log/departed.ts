import { exchangeOf } from "../../data/message";
import { answer, pendingAnswers } from "../../rules/exchange/answer";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import { seeTo } from "../commit/in-turn";
import { findLedger } from "../commit/ledger";
import { findActor } from "../commit/write";
import { combatantOf } from "../exchange/participants";
import { cancel, goOn, openExchange } from "../exchange/react";

/** Is nobody there any more who could answer: the actor gone, with its token or by itself, or taken out of a fight that goes on? */
const isGone = ({ actor, combatant }: Participant, left: ReadonlySet<string>): boolean => findActor(actor) === null || (combatant !== null && left.has(combatant) && combatantOf({ combatant }) === null);

/** An exchange waits for nobody who has gone: the attacker's is called off, a target's is answered with nothing. */
async function goOnWithout(id: string, left: ReadonlySet<string>): Promise<void> {
  const nonce = findLedger(exchangeOf(game.messages?.get(id))?.ledger)?.flags.nonce ?? "";
  const { run, card } = openExchange(id, "answering", nonce);
  const { attacker, targets } = run.state;
  if (isGone(attacker.participant, left)) return cancel(id, { key: "FATEWALKER.Exchange.AttackerGone", data: { name: card.attacker.name } });
  const gone = pendingAnswers(run.state).filter((index) => {
    const participant = targets[index]?.side.participant;
    return participant !== undefined && isGone(participant, left);
  });
  if (gone.length === 0) return;
  const state = gone.reduce((current: ExchangeState, index) => answer(current, index, { kind: "none" }), run.state);
  await goOn({ ...run, state }, null);
}

/** Goes on with what waits for somebody who is deleted while being asked; at ready. */
export function watchDepartures(): void {
  const left = new Set<string>();
  const goOnWithoutThem = (): void => {
    seeTo(async () => {
      for (const message of game.messages?.contents ?? []) {
        const card = exchangeOf(message);
        if (card?.phase === "answering" && findLedger(card.ledger)?.data.record && message.id !== null) await goOnWithout(message.id, left);
      }
    });
  };
  Hooks.on("deleteActor", goOnWithoutThem);
  Hooks.on("deleteToken", goOnWithoutThem);
  Hooks.on("deleteCombatant", (combatant: Combatant.Implementation) => {
    // With the whole fight nobody leaves: what is under way goes on without a clock.
    if (combatant.id !== null && game.combats?.has(combatant.parent?.id ?? "") === true) left.add(combatant.id);
    goOnWithoutThem();
  });
}
