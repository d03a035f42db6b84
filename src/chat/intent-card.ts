import type { FatewalkerChatMessage } from "../documents/chat-message";
import { intentOf } from "../data/message";
import { say } from "../helpers/text";

const TEMPLATE = "systems/fatewalker/templates/chat/intent.hbs";

/** A wish that waits for a GM, as its author sees it, with a button to take it back. */
export async function renderIntent(message: FatewalkerChatMessage): Promise<HTMLElement | null> {
  const intent = intentOf(message);
  if (!intent) return null;
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, { what: say(`FATEWALKER.Intent.Op.${intent.op}`) } as never);
  root.querySelector("button")?.addEventListener("click", (event) => {
    event.preventDefault();
    void message.delete();
  });
  return root;
}
