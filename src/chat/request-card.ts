import { priceText } from "../applications/dialogs/powers-view";
import { answerOf, requestOf, seenRequest, entryOf, mayAnswer, type RollRequest } from "../flows/checks/request";
import { titleOf } from "../flows/checks";
import { makeIntent } from "../flows/intents";
import { checkOffers, type CheckOffer } from "../flows/powers/check-offers";
import type { FatewalkerChatMessage } from "../documents/chat-message";
import { say } from "../helpers/text";
import type { AskedRoll, RequestOutcome } from "../rules/checks/request";

const TEMPLATE = "systems/fatewalker/templates/chat/request.hbs";

/** Rolls for one who was asked: put in by whoever knows the flow. */
export type AnswerAction = (messageId: string, index: number, options: { readonly fast: boolean }) => Promise<unknown>;

function stateText(roll: AskedRoll, isContested: boolean): string {
  switch (roll.kind) {
    case "open":
      return say("FATEWALKER.Request.Open");
    case "secret":
      return say("FATEWALKER.Request.Rolled");
    case "rolled":
      return say(roll.successes === 0 && !isContested ? "FATEWALKER.Request.Failed" : "FATEWALKER.Request.Successes", { count: roll.successes });
  }
}

function outcomeText(outcome: RequestOutcome, names: readonly string[]): string {
  switch (outcome.kind) {
    case "none":
      return "";
    case "waiting":
      return say("FATEWALKER.Request.Waiting", { count: outcome.missing });
    case "secret":
      return say("FATEWALKER.Request.KnownToGM");
    case "group":
      return say(`FATEWALKER.Request.Outcome.${outcome.rule}`, { count: outcome.successes });
    case "contest":
      return outcome.winner === null ? say("FATEWALKER.Request.Outcome.tie") : say("FATEWALKER.Request.Outcome.contest", { name: names[outcome.winner] ?? "", net: outcome.net });
  }
}

/** A power that makes the other side of a contest roll again, with the roll that it is about. */
interface Against {
  readonly offer: CheckOffer;
  readonly check: string;
}

/** What this person may do about the roll at a place of a contest, as far as its successes may be known here (Powers, Intrepid II). */
function againstOf(message: FatewalkerChatMessage, request: RollRequest, index: number, roll: AskedRoll): Against[] {
  const answer = request.rule === "contested" && roll.kind === "rolled" ? answerOf(message, request, index) : null;
  if (answer === null) return [];
  return checkOffers(answer).flatMap((offer) => (offer.kind === "against" && offer.actor.isOwner ? [{ offer, check: answer.id ?? "" }] : []));
}

/** Context of `templates/chat/request.hbs`, for whoever is looking. */
export function requestContext(message: FatewalkerChatMessage, request: RollRequest): object {
  const { check, text, mode, rule, entries } = request;
  const { rolls, outcome } = seenRequest(message, request);
  const seen = entries.map((entry, index) => entryOf(message, request, index) ?? entry);
  return {
    title: titleOf(check),
    text,
    chips: [say(`FATEWALKER.Request.Rule.${rule}`), ...(mode === "public" ? [] : [say(`FATEWALKER.Dialog.Mode.${mode}`)])],
    rows: seen.map((entry, index) => {
      const roll = rolls[index] ?? { kind: "open" as const };
      const mine = roll.kind === "open" && mayAnswer(entry);
      return {
        index, name: entry.name, img: entry.img, mine,
        state: stateText(roll, rule === "contested"),
        done: roll.kind !== "open",
        wins: outcome.kind === "contest" && outcome.winner === index,
        button: say("FATEWALKER.Request.RollFor", { name: entry.name }),
        against: againstOf(message, request, index, roll).map(({ offer: { held, actor, refusal, ...paid } }) => ({
          item: held.item, actor: actor.uuid, refusal: refusal === null ? "" : say(refusal.key, refusal.data),
          label: say("FATEWALKER.Request.Against", { power: held.name, name: entry.name, cost: priceText(paid) }),
        })),
      };
    }),
    outcome: outcomeText(outcome, seen.map(({ name }) => name)),
  };
}

/** Makes the renderer of requests for a roll; plain messages that are none keep their own look. */
export const requestRenderer = (answer: AnswerAction) => async (message: FatewalkerChatMessage): Promise<HTMLElement | null> => {
  const request = requestOf(message);
  if (request === null) return null;
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, requestContext(message, request) as never);
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-asked]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      button.disabled = true;
      void answer(message.id ?? "", Number(button.dataset.asked), { fast: event.shiftKey }).finally(() => { button.disabled = false; });
    });
  }
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-against]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const index = Number(button.dataset.place);
      const roll = seenRequest(message, request).rolls[index];
      const found = roll === undefined ? undefined : againstOf(message, request, index, roll).find(({ offer: { held, actor } }) => held.item === button.dataset.against && actor.uuid === button.dataset.actor);
      if (found === undefined || button.ariaDisabled === "true") return;
      button.disabled = true;
      void makeIntent("spend", found.offer.participant, { check: found.check, item: found.offer.held.item, mode: request.mode });
    });
  }
  return root;
};
