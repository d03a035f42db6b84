import type { CheckMessageData, ExchangeMessageData, IntentMessageData, LedgerMessageData } from "../../rules/exchange/types";
import { CheckData } from "./check-data";
import { ExchangeData } from "./exchange-data";
import { HealingData } from "./healing-data";
import { IntentData } from "./intent-data";
import { LedgerData } from "./ledger-data";

export { CheckData, ExchangeData, HealingData, IntentData, LedgerData };

/** For `CONFIG.ChatMessage.dataModels`. */
export const messageDataModels = { intent: IntentData, exchange: ExchangeData, ledger: LedgerData, check: CheckData, healing: HealingData };

/** Was it written by a GM? What a player's client writes under a GM's type is only text. */
export const isByGM = (message: ChatMessage.Implementation): boolean => message.author?.isGM === true;

const modelOf = (message: ChatMessage.Implementation): unknown => message.system;

/** The card of an exchange, or null for everything else and for what no GM wrote. */
export function exchangeOf(message: ChatMessage.Implementation | null | undefined): ExchangeMessageData | null {
  if (!message || !isByGM(message)) return null;
  const system = modelOf(message);
  return system instanceof ExchangeData ? (system as unknown as ExchangeMessageData) : null;
}

/** The ledger of a commit, or null for everything else and for what no GM wrote. */
export function ledgerOf(message: ChatMessage.Implementation | null | undefined): LedgerMessageData | null {
  if (!message || !isByGM(message)) return null;
  const system = modelOf(message);
  return system instanceof LedgerData ? (system as unknown as LedgerMessageData) : null;
}

/** The wish in a message, whoever made it: its author is all that may be trusted. */
export function intentOf(message: ChatMessage.Implementation | null | undefined): IntentMessageData | null {
  const system = message ? modelOf(message) : null;
  return system instanceof IntentData ? (system as unknown as IntentMessageData) : null;
}

export function checkOf(message: ChatMessage.Implementation | null | undefined): CheckMessageData | null {
  const system = message ? modelOf(message) : null;
  return system instanceof CheckData ? (system as unknown as CheckMessageData) : null;
}
