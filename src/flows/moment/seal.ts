import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isRecord, oneOf, record, text } from "../../data/message/read";

/** Wishes that somebody of a simultaneous group makes in secret. */
export const SEALED_OPERATIONS = ["declare", "hold", "act", "move", "treat"] as const;

/** What somebody of a simultaneous group does: a wish, as it would be made in the open. */
export interface Deed {
  readonly op: (typeof SEALED_OPERATIONS)[number];
  readonly args: Readonly<Record<string, unknown>>;
}

/** A deed out of a message; null for anything else. */
export function readDeed(value: unknown): Deed | null {
  const source = record(value);
  const op = oneOf(SEALED_OPERATIONS, source.op);
  return op === null || !isRecord(source.args) ? null : { op, args: source.args };
}

/** A value as JSON with sorted keys: the same text on every client. Undefined and null count as one, as a database keeps them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/** 128 bits that nobody can guess, in hexadecimal digits. */
export function freshSalt(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** The commitment to a deed: nobody reads the deed out of it, and no other deed fits it (contract, Messages). */
export function sealOf(combatant: string, deed: Deed, salt: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${combatant}\n${canonical(deed)}\n${salt}`)));
}

/** Is this text a commitment: 256 bits in hexadecimal digits? */
export const isSeal = (value: unknown): boolean => /^[0-9a-f]{64}$/.test(text(value));
