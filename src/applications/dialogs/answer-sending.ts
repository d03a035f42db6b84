import { sendAnswer, unsentAnswer, type UnsentAnswer } from "../../flows/unsent";
import { say } from "../../helpers/text";

type Window = foundry.applications.api.ApplicationV2;

/** Windows of which this page has said already that what was chosen in them was not sent. */
const told = new Set<string>();

/**
 * Closes a window and sends what a person has answered in it. Where it cannot be sent, it says so and the window comes back with what was
 * chosen; so it does after a reload.
 * @param reopen  opens the window anew
 */
export async function closeAndSend(window: Window, answer: Omit<UnsentAnswer, "window">, send: () => Promise<unknown>, reopen: () => Promise<unknown>): Promise<void> {
  const { id } = window;
  try {
    await sendAnswer({ ...answer, window: id }, async () => {
      await window.close();
      await send();
    });
    told.delete(id);
  } catch (error) {
    told.add(id);
    ui.notifications?.warn(say("FATEWALKER.Dialog.NotSent", { reason: error instanceof Error ? error.message : String(error) }));
    await reopen();
  }
}

/** What was answered in this window before and never got away, told once to the person who sees it again; null: nothing. */
export function takeUpUnsent(window: Window): UnsentAnswer | null {
  const answer = unsentAnswer(window.id);
  if (answer !== null && !told.has(window.id)) ui.notifications?.warn(say("FATEWALKER.Dialog.StillUnsent", { window: window.title }));
  return answer;
}
