/** Flavor of the wounded dice of a pool: part of the formula, so that it survives storing. */
export const WOUNDED_FLAVOR = "wounded";

/** The modifier of a roll without a skill: only a 0 succeeds (core rules, Dice). */
const WITHOUT_SKILL = "tn0";

/**
 * The D9: a ten-sided die read 0 to 9. Stored results stay 1 to 10 like those of any d10, so that seeded randomness,
 * manual entry and 3D dice see an ordinary die; only what a person reads is `result % 10` (core rules, Dice).
 */
export class FatewalkerDie extends foundry.dice.terms.Die {
  static override DENOMINATION = "z";

  static override MODIFIERS = { ...foundry.dice.terms.Die.MODIFIERS, tn: "countTarget" as const };

  /** A `tn` without a number is read, and shown, as TN 0: that of a roll without a skill. */
  constructor(data: Partial<foundry.dice.terms.Die.TermData> = {}) {
    super({ ...data, faces: 10, modifiers: (data.modifiers ?? []).map((modifier) => (/^tn$/i.test(String(modifier)) ? WITHOUT_SKILL : modifier)) });
  }

  /** The face of a stored result: 10 reads 0. */
  static face(result: number): number {
    return result % 10;
  }

  override get expression(): string {
    return `${this.number}dz${this.modifiers.join("")}`;
  }

  override getResultLabel(result: foundry.dice.terms.DiceTerm.Result): string {
    return String(FatewalkerDie.face(result.result));
  }

  /** Wounded dice carry a class of their own, so that tooltips tell them apart. */
  override getResultCSS(result: foundry.dice.terms.DiceTerm.Result): (string | null)[] {
    return [...super.getResultCSS(result), this.options.flavor === WOUNDED_FLAVOR ? "wounded" : null];
  }

  /**
   * Modifier `tn<number>`: counts the dice at or under the Target Number; above 9 every die counts.
   * @returns false when no number stands there, which leaves the modifier unhandled
   */
  countTarget(modifier: string): boolean | void {
    const match = /^tn(\d+)$/i.exec(modifier);
    if (match === null) return false;
    const targetNumber = Number(match[1]);
    for (const result of this.results) {
      if (!result.active) continue;
      const success = FatewalkerDie.face(result.result) <= targetNumber;
      result.success = success;
      result.failure = !success;
      result.count = success ? 1 : 0;
    }
  }
}
