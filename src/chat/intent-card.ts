import { answerRequest } from "../applications/sidebar/log-actions";
import type { FatewalkerChatMessage } from "../documents/chat-message";
import { intentOf, ledgerOf } from "../data/message";
import { text } from "../data/message/read";
import { historyOf, requestOf, stepWords, type UndoRequest } from "../flows/log";
import { say, sayCount } from "../helpers/text";

const TEMPLATE = "systems/fatewalker/templates/chat/intent.hbs";

/** What a player wants to have taken back, and the fight that it belongs to; null for every other wish. */
function asked(message: FatewalkerChatMessage): { readonly combat: Combat.Implementation; readonly request: UndoRequest } | null {
  const intent = intentOf(message);
  if (intent?.op !== "undo") return null;
  const combat = game.combats?.get(ledgerOf(game.messages?.get(text(intent.args.ledger)))?.combat ?? "") as Combat.Implementation | undefined;
  const request = combat === undefined ? null : requestOf(message, historyOf(combat));
  return combat === undefined || request === null ? null : { combat, request };
}

/** The words of a wish that waits, what else hangs on it, and whether the reader decides. */
function contextOf(message: FatewalkerChatMessage, op: string): { readonly words: string; readonly more: string; readonly decides: boolean } {
  const found = asked(message);
  if (found === null) return { words: say("FATEWALKER.Intent.Card", { what: say(`FATEWALKER.Intent.Op.${op}`) }), more: "", decides: false };
  const { combat, request: { player, step, others } } = found;
  const what = step === null ? say("FATEWALKER.Intent.Op.undo") : stepWords(combat, step);
  if (message.isAuthor) return { words: say("FATEWALKER.Log.WaitsForGM", { what }), more: "", decides: false };
  return {
    words: say("FATEWALKER.Log.Asks", { player, what }), decides: true,
    more: others.length === 0 ? "" : sayCount("FATEWALKER.Log.AlsoGoes", others.length, { what: others.map((other) => stepWords(combat, other)).join("; ") }),
  };
}

/** A wish that waits, as its author sees it, with a button to withdraw it; a GM who has to decide finds both answers. */
export async function renderIntent(message: FatewalkerChatMessage): Promise<HTMLElement | null> {
  const intent = intentOf(message);
  if (!intent) return null;
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, contextOf(message, intent.op) as never);
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-card-action]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const { cardAction } = button.dataset;
      void (cardAction === "withdraw" ? message.delete() : answerRequest(message.id ?? "", cardAction === "accept"));
    });
  }
  return root;
}
