import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { PATHS } from "./packs";

/** So many words in a row are a sentence of somebody else. */
export const SHINGLE_WORDS = 8;

/** Hexadecimal digits of a hash: 40 bits, enough that two different sequences never meet by chance. */
const HASH_DIGITS = 10;

/** The words of a text as they are compared: lower case, letters, digits and apostrophes, without tags and marks. */
export function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/<[^>]*>/g, " ").replaceAll("’", "'").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu) ?? [];
}

/** The hash of every sequence of {@link SHINGLE_WORDS} words of a text, with the words themselves. */
export function shingles(text: string): { readonly hash: string; readonly words: string }[] {
  const words = wordsOf(text);
  return words.slice(0, Math.max(0, words.length - SHINGLE_WORDS + 1)).map((_word, start) => {
    const sequence = words.slice(start, start + SHINGLE_WORDS).join(" ");
    return { hash: hash("sha256", sequence, "hex").slice(0, HASH_DIGITS), words: sequence };
  });
}

/** The hashes of a list, one a line. */
export function readShingles(file: string): ReadonlySet<string> {
  return new Set(readFileSync(file, "utf8").split("\n").filter((line) => line !== ""));
}

/** Sequences by their text: actors hold copies of the packs' items, and so the same descriptions. */
const known = new Map<string, ReturnType<typeof shingles>>();

/** The first sequence of words that a text shares with the sources, or null. */
export function sharedWords(text: string, sources: ReadonlySet<string>): string | null {
  const sequences = known.get(text) ?? shingles(text);
  known.set(text, sequences);
  return sequences.find((sequence) => sources.has(sequence.hash))?.words ?? null;
}

/**
 * Writes the hashes of source texts, sorted, in place of those that were there: what the pages say cannot be read from them.
 * @returns How many there are.
 */
export function recordShingles(texts: readonly string[], file: string = PATHS.shingles): number {
  const hashes = [...new Set(texts.flatMap((text) => shingles(text).map(({ hash }) => hash)))].sort();
  writeFileSync(file, `${hashes.join("\n")}\n`);
  return hashes.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const files = process.argv.slice(2);
  if (files.length === 0) console.error("Name the files of the source pages");
  else console.log(`${recordShingles(files.map((file) => readFileSync(file, "utf8")))} sequences recorded`);
}
