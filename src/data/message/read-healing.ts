import type { PublicParticipant, PublicRoll } from "../../rules/exchange/types";
import { list, placeholders, record, text, type Reader } from "./read";
import { readPublicParticipant, readPublicRoll } from "./read-exchange";

/** One sentence of a card: a localisation key with values, and the dice that were thrown for it. Keys of attributes and skills among the values are put into words on the reader's screen. */
export interface HealingLine {
  readonly key: string;
  readonly data: Readonly<Record<string, string | number>>;
  readonly roll: PublicRoll | null;
}

/** What a card says of one person. */
export interface HealingEntry {
  readonly who: PublicParticipant;
  readonly lines: readonly HealingLine[];
}

const readLine: Reader<HealingLine> = (value) => {
  const source = record(value);
  const key = text(source.key);
  return key === "" ? null : { key, data: placeholders(source.data), roll: readPublicRoll(source.roll) };
};

export const readHealingEntry: Reader<HealingEntry> = (value) => {
  const source = record(value);
  const who = readPublicParticipant(source.who);
  return who && { who, lines: list(readLine, source.lines) };
};
