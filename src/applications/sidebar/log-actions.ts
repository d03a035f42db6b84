import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { acceptRequest, askBack, goBackTo, goForwardTo, fightText, historyOf, lastEnd, nextRedo, recordText, redo, refuseRequest, stepsBack, stepsForward, undo, type Step } from "../../flows/log";
import { RuleError } from "../../rules/errors";
import { say, sayCount } from "../../helpers/text";
import { saveFile } from "../settings/save-file";

/** Runs a deed of the log; a refusal is said where it was made. */
async function saying(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    ui.notifications?.warn(say(error.key, error.data));
  }
}

/** Asks before more than one step goes. */
async function confirmSteps(question: string, count: number): Promise<boolean> {
  const text = document.createElement("p");
  text.textContent = sayCount(question, count);
  const answer: unknown = await foundry.applications.api.DialogV2.confirm({ window: { title: "FATEWALKER.Log.Title" }, classes: ["fatewalker"], content: text.outerHTML, rejectClose: false, modal: true, yes: MAIN_BUTTON, no: OTHER_BUTTON });
  return answer === true;
}

async function back(combat: Combat.Implementation, step: Step): Promise<void> {
  const steps = stepsBack(historyOf(combat), step.id, false);
  if (steps === null) throw new RuleError("FATEWALKER.Error.LedgerGone");
  if (steps.length > 0 && (await confirmSteps("FATEWALKER.Log.BackQuestion", steps.length))) await goBackTo(step);
}

async function forward(combat: Combat.Implementation, step: Step): Promise<void> {
  const { length } = stepsForward(historyOf(combat), step.id);
  if (length > 0 && (await confirmSteps("FATEWALKER.Log.ForwardQuestion", length))) await goForwardTo(step);
}

/** What a person does with one step of the log. */
export const STEP_DEEDS: Readonly<Record<string, (combat: Combat.Implementation, step: Step) => Promise<void>>> = {
  fwLogBack: back,
  fwLogForward: forward,
  fwLogAsk: async (_combat, step) => askBack(step),
};

export const doStep = (action: string, combat: Combat.Implementation, id: string): Promise<void> =>
  saying(async () => {
    const step = historyOf(combat).find((entry) => entry.id === id);
    if (step !== undefined) await STEP_DEEDS[action]?.(combat, step);
  });

/** Redoes the next step of the fight. */
export const redoNext = (combat: Combat.Implementation): Promise<void> =>
  saying(async () => {
    const step = nextRedo(historyOf(combat));
    if (step !== null) await redo(step);
  });

/** Takes the end of the last fight back. */
export const undoEnd = (): Promise<void> =>
  saying(async () => {
    const end = lastEnd();
    if (end !== null) await undo(end);
  });

/** The GM's answer to a player who wants a step back. */
export async function answerRequest(id: string, accepts: boolean): Promise<void> {
  if (accepts) return saying(() => acceptRequest(id));
  const reason = await askReason();
  if (reason !== null) await saying(() => refuseRequest(id, reason));
}

/** @returns null when the GM thought better of it, empty for no reason */
async function askReason(): Promise<string | null> {
  const answer: unknown = await foundry.applications.api.DialogV2.wait({
    window: { title: "FATEWALKER.Log.Refuse" },
    classes: ["fatewalker"],
    content: `<label class="fw-field">${game.i18n.localize("FATEWALKER.Log.Reason")} <input type="text" name="reason" maxlength="200" autofocus></label>`,
    rejectClose: false,
    buttons: [
      { action: "refuse", label: "FATEWALKER.Log.Refuse", ...MAIN_BUTTON, callback: (_event, button) => reasonIn(button.form) },
      { action: "cancel", label: "FATEWALKER.Tracker.Cancel", ...OTHER_BUTTON, callback: () => null },
    ],
  });
  return typeof answer === "string" ? answer : null;
}

function reasonIn(form: HTMLFormElement | null): string {
  const input = form?.elements.namedItem("reason");
  return input instanceof HTMLInputElement ? input.value.trim() : "";
}

const fileName = (ending: string): string => `${say("FATEWALKER.Log.FileName").toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${new Date().toISOString().slice(0, 10)}.${ending}`;

/** The log as a text, as far as this person may read it. */
export const exportText = (combat: Combat.Implementation): void => saveFile(fightText(combat), fileName("txt"), "text/plain");

/** The whole of the fight, to replay it. For GMs. */
export const exportRecord = (combat: Combat.Implementation): Promise<void> => saying(async () => Promise.resolve(saveFile(recordText(combat), fileName("json"))));
