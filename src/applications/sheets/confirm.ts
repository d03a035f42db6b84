import { MAIN_BUTTON, OTHER_BUTTON } from "../../helpers/dialog-buttons";
import { say } from "../../helpers/text";

/** Asks before something is thrown away; a person who holds Shift has already answered. */
export async function confirmDeletion(name: string, skip: boolean): Promise<boolean> {
  if (skip) return true;
  const question = document.createElement("p");
  question.textContent = say("FATEWALKER.Sheet.ConfirmDelete", { name: name === "" ? say("FATEWALKER.Sheet.Unnamed") : name });
  const answer = await foundry.applications.api.DialogV2.confirm({
    window: { title: "FATEWALKER.Sheet.Delete" },
    classes: ["fatewalker"],
    yes: MAIN_BUTTON,
    no: OTHER_BUTTON,
    content: question.outerHTML,
    rejectClose: false,
    modal: true,
  });
  return answer === true;
}
