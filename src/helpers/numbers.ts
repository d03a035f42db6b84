interface Limits {
  min?: number | undefined;
  max?: number | undefined;
  /** Decimals kept; 0 for whole numbers. */
  decimals?: number;
}

/** A decimal digit of any script stands at its value above the zero of its block of ten. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (zero > 0 && code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    // Blocks of digits are aligned to their zero, but two blocks may touch: the mathematical digits do.
    return String((code - zero) % 10);
  });
}

/**
 * Reads a number from whatever a person typed or an old world stored: numbers, numeric text in any script with a point
 * or a comma. Rests beyond `decimals` are cut towards zero and limits are applied.
 * @returns null for everything that is no finite number (`""`, `NaN`, `"1d6"`, objects, booleans)
 */
export function wholeNumber(value: unknown, { min, max, decimals = 0 }: Limits = {}): number | null {
  const number = typeof value === "string" ? readText(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  const scale = 10 ** decimals;
  const cut = Math.trunc(number * scale) / scale;
  const limited = Math.min(Math.max(cut, min ?? -Infinity), max ?? Infinity);
  // Minus zero would show as such and is never equal under Object.is.
  return limited === 0 ? 0 : limited;
}

function readText(value: string): number | null {
  const text = asciiDigits(value.trim()).replace(",", ".").replace("\u2212", "-");
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}
