import { createHash } from "node:crypto";

/** The kinds of documents that have a key, and so an id made from it. */
export type KeyedDocument = "Actor" | "Folder" | "Item" | "JournalEntry" | "JournalEntryPage" | "Macro";

/** The 62 digits in order of value: `0` is worth 0, `A` 10, `a` 36, `z` 61. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length);

/** 62 to the power of 43 is the first one above 2 to the power of 256: every digest is written with 43 digits. */
const DIGEST_DIGITS = 43;
const ID_LENGTH = 16;

/**
 * The `_id` of a document of a pack, made from its key alone, so that links and copies in worlds survive every rebuild.
 *
 * The SHA-256 digest of the UTF-8 text `<Document>:<key>` is read as one number, most significant byte first, written in
 * base 62 with {@link DIGITS}, most significant digit first, filled up with zeros to 43 digits; the first 16 are the id.
 * Nothing else in the project makes an id of a pack.
 *
 * @param documentName The document class, as Foundry spells it (`Item`).
 * @param key The key of the document (`synthsilk`).
 * @returns 16 characters of `[0-9A-Za-z]`.
 */
export function documentId(documentName: KeyedDocument, key: string): string {
  const digest = createHash("sha256").update(`${documentName}:${key}`, "utf8").digest("hex");
  let rest = BigInt(`0x${digest}`);
  let text = "";
  for (let place = 0; place < DIGEST_DIGITS; place += 1) {
    text = DIGITS.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text.slice(0, ID_LENGTH);
}
