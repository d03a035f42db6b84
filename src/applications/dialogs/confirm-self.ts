import { say } from "../../helpers/text";
import { publicParticipant } from "../../flows/exchange/names";
import type { Participant } from "../../rules/exchange/types";

/** Does this one really attack itself? Whoever only presses Enter does not. */
export async function confirmSelf(participant: Participant): Promise<boolean> {
  const { name } = publicParticipant(participant);
  const question = document.createElement("p");
  question.textContent = say("FATEWALKER.Amend.Self.Question", { name });
  const answer: unknown = await foundry.applications.api.DialogV2.confirm({
    window: { title: "FATEWALKER.Amend.Self.Title" },
    classes: ["fatewalker", "fw-self"],
    content: question.outerHTML,
    yes: { label: "FATEWALKER.Amend.Self.Yes", default: false },
    no: { label: "FATEWALKER.Amend.Self.No", default: true },
    rejectClose: false,
    modal: true,
  });
  return answer === true;
}
