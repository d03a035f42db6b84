import { intentOf } from "../../data/message";
import { text } from "../../data/message/read";
import { makeIntent } from "../intents/make";
import { historyOf, stepsBack, type Step } from "./history";

/** A player's wish to take the last step of his own back, which waits for a GM's word. */
export interface UndoRequest {
  /** Id of its message. */
  readonly id: string;
  readonly player: string;
  /** The step that is asked back; null when it is gone. */
  readonly step: Step | null;
  /** Steps of others, and later ones, that would go with it. */
  readonly others: readonly Step[];
}

/** Requests to take back a step of this fight, oldest first. */
export function undoRequests(combat: Combat.Implementation, steps: readonly Step[] = historyOf(combat)): UndoRequest[] {
  return (game.messages?.contents ?? []).flatMap((message) => {
    const request = requestOf(message, steps);
    return request?.step ? [request] : [];
  });
}

/** What a message asks to take back; null for any other message. */
export function requestOf(message: ChatMessage.Implementation, steps: readonly Step[]): UndoRequest | null {
  const intent = intentOf(message);
  if (intent?.op !== "undo" || message.author?.isGM !== false) return null;
  const ledger = text(intent.args.ledger);
  const step = steps.find(({ id, state }) => id === ledger && state === "applied") ?? null;
  const others = step === null ? [] : (stepsBack(steps, ledger, false) ?? []);
  return { id: message.id ?? "", player: message.author.name, step, others };
}

/** A player asks the GM to take a step back. */
export const askBack = async (step: Step): Promise<void> => void (await makeIntent("undo", null, { ledger: step.id }));

export const acceptRequest = async (id: string): Promise<void> => void (await makeIntent("undo", null, { accept: id }));

/** The reason is told to the player; empty for none. */
export const refuseRequest = async (id: string, reason: string): Promise<void> => void (await makeIntent("undo", null, { refuse: id, reason }));

/** Takes back everything after a step. For GMs. */
export const goBackTo = async (step: Step): Promise<void> => void (await makeIntent("undo", null, { back: step.id }));

/** Redoes everything up to a step. For GMs. */
export const goForwardTo = async (step: Step): Promise<void> => void (await makeIntent("undo", null, { forward: step.id }));

export const undo = async (step: Step): Promise<void> => void (await makeIntent("undo", null, { ledger: step.id }));

export const redo = async (step: Step): Promise<void> => void (await makeIntent("undo", null, { ledger: step.id, redo: true }));
