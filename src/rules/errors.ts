/**
 * A refusal by the rules: bad input or an act that is not allowed now. It carries a localisation key and the values for
 * its placeholders, so that the place where it was made can show it in the reader's language.
 */
export class RuleError extends Error {
  override readonly name = "RuleError";

  constructor(
    /** Localisation key, such as `FATEWALKER.Error.NotYourTick`. */
    readonly key: string,
    /** Values for the placeholders of the message. */
    readonly data: Readonly<Record<string, string | number>> = {},
  ) {
    super(key);
  }

  /** Does a piece of work, or says why the rules refuse it. @throws every other error */
  static attempt<Result>(work: () => Result): Result | RuleError {
    try {
      return work();
    } catch (error) {
      if (error instanceof RuleError) return error;
      throw error;
    }
  }

  /** Why the rules refuse a piece of work; null: they let it be done. @throws every other error */
  static refusal(work: () => unknown): RuleError | null {
    const done = RuleError.attempt(work);
    return done instanceof RuleError ? done : null;
  }

  /** What a piece of work gives; null where the rules refuse it. @throws every other error */
  static orNull<Result>(work: () => Result): Result | null {
    const done = RuleError.attempt(work);
    return done instanceof RuleError ? null : done;
  }
}
