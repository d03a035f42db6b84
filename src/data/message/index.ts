import type { CheckMessageData, ExchangeMessageData, IntentMessageData, LedgerMessageData, Participant } from "../../rules/exchange/types";
import { CheckData } from "./check-data";
import { ExchangeData } from "./exchange-data";
import { HealingData } from "./healing-data";
import { IntentData } from "./intent-data";
import { LedgerData } from "./ledger-data";
import { readExchangeState, readNotice, readParticipant } from "./read-exchange";
import type { HealingEntry } from "./read-healing";

/** What a card of healing, damage by hand or rest says. */
export interface HealingMessage {
  readonly kind: string;
  readonly participant: Participant | null;
  readonly healer: Participant | null;
  readonly entries: readonly HealingEntry[];
  readonly applied: boolean;
  readonly ledger: string | null;
}

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
  if (!(system instanceof ExchangeData)) return null;
  const { phase, tick, attacker, maneuver, weapon, ticks, targets, rolls, offers, ledger, awaitsTarget, amendments, lasting, notice } = system as unknown as Required<ExchangeMessageData>;
  return { phase, tick, attacker, maneuver, weapon, ticks, targets, rolls, offers, ledger, awaitsTarget, amendments, lasting, notice: readNotice(notice) };
}

/** The ledger of a commit, or null for everything else and for what no GM wrote. */
export function ledgerOf(message: ChatMessage.Implementation | null | undefined): LedgerMessageData | null {
  if (!message || !isByGM(message)) return null;
  const system = modelOf(message);
  if (!(system instanceof LedgerData)) return null;
  const { state, kind, combat, exchange, documents, record } = system as unknown as LedgerMessageData;
  return { state, kind, combat, exchange, documents, record: readExchangeState(record) };
}

/** A card of healing, or null for everything else and for what no GM wrote. */
export function healingOf(message: ChatMessage.Implementation | null | undefined): HealingMessage | null {
  if (!message || !isByGM(message)) return null;
  const system = modelOf(message);
  if (!(system instanceof HealingData)) return null;
  const { kind, participant, healer, entries, applied, ledger } = system as unknown as HealingMessage;
  return { kind, participant: readParticipant(participant), healer: readParticipant(healer), entries, applied, ledger };
}

/** The wish in a message, whoever made it: its author is all that may be trusted. */
export function intentOf(message: ChatMessage.Implementation | null | undefined): IntentMessageData | null {
  const system = message ? modelOf(message) : null;
  if (!(system instanceof IntentData)) return null;
  const { op, participant, args, nonce } = system as unknown as IntentMessageData;
  return { op, participant: readParticipant(participant), args, nonce };
}

export function checkOf(message: ChatMessage.Implementation | null | undefined): CheckMessageData | null {
  const system = message ? modelOf(message) : null;
  return system instanceof CheckData ? (system as unknown as CheckMessageData) : null;
}
