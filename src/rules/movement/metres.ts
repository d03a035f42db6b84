/** Distances keep one decimal; what is finer is dropped (readings, section 10). Metres, 0 or more. */
export function tenth(metres: number): number {
  return Number.isFinite(metres) ? Math.max(0, Math.floor(metres * 10 + SLACK) / 10) : 0;
}

/** Keeps 0.8 from becoming 0.7 because of binary fractions. */
const SLACK = 1e-6;
