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
}
