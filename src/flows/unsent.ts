import { nullableText, record, text } from "../data/message/read";
import { readChoices, type Choices } from "./exchange/choices";
import { remembered } from "./remembered";

/** What somebody has answered and the GM's client has not been told yet. */
export interface UnsentAnswer {
  /** What was asked: the id of the window that asks. */
  readonly window: string;
  /** What was chosen in it; null: none of what was offered. */
  readonly chosen: string | null;
  readonly choices: Choices;
}

function readUnsent(value: unknown): UnsentAnswer | null {
  const source = record(value);
  const window = text(source.window);
  return window === "" ? null : { window, chosen: nullableText(source.chosen), choices: readChoices(source.choices) };
}

const unsent = remembered("unsentAnswers", readUnsent);

/** The answer that was given in this window and never got away; null: none. */
export const unsentAnswer = (window: string): UnsentAnswer | null => unsent.all().find((answer) => answer.window === window) ?? null;

const forget = (window: string): Promise<void> => unsent.write(unsent.all().filter((answer) => answer.window !== window));

/**
 * Sends an answer. This browser remembers it until it is on the table: where the connection breaks in that moment it is lost with neither the
 * window nor the page.
 * @throws what the host says to it; then it is still remembered
 */
export async function sendAnswer(answer: UnsentAnswer, send: () => Promise<unknown>): Promise<void> {
  await unsent.write([...unsent.all().filter(({ window }) => window !== answer.window), answer]);
  await send();
  await forget(answer.window);
}
