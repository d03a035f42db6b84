import { makeAlone, openChange, openCorrect, openJoin, openOffers, openPrompt, openStepIn } from "../applications/dialogs";
import { openTreat } from "../applications/dialogs/healing";
import { exchangeOf, healingOf } from "../data/message";
import { FatewalkerChatMessage } from "../documents/chat-message";
import { answerRequest, watchRequests } from "../flows/checks/answer";
import { findLedger } from "../flows/commit/ledger";
import { say } from "../helpers/text";
import { makeIntent } from "../flows/intents";
import { submitRunUp } from "../flows/movement";
import { participantOf } from "../flows/clock/address";
import { submitLetBe } from "../flows/moment/client";
import { fightWithOpen, openExchanges } from "../flows/moment/open";
import { renderCheck } from "./check-card";
import { exchangeRenderer, type CardActions } from "./exchange-card";
import { healingRenderer } from "./healing-card";
import { renderIntent } from "./intent-card";
import { momentView } from "./moment-view";
import { requestRenderer } from "./request-card";

const wish = (what: "resolve" | "apply" | "cancel") => async (message: FatewalkerChatMessage): Promise<void> => void (await makeIntent("react", null, { exchange: message.id, do: what }));

const turnBack = (redo: boolean) => async (message: FatewalkerChatMessage): Promise<void> => {
  const ledger = exchangeOf(message)?.ledger ?? null;
  if (ledger !== null) await makeIntent("undo", null, { ledger, redo });
};

/** What somebody does who may step in before the action on a card. */
const stepping = (deed: (combatant: Combatant.Implementation, card: string, free: boolean) => Promise<unknown>) => async (message: FatewalkerChatMessage, place: number): Promise<void> => {
  const card = message.id ?? "";
  const step = momentView(card).steps[place];
  const combatant = step === undefined ? undefined : fightWithOpen(card)?.combatants.get(step.combatant);
  if (step !== undefined && combatant !== undefined) await deed(combatant, card, step.free);
};

const actions: CardActions = {
  stepIn: stepping(openStepIn),
  letBe: stepping(async (combatant, card) => {
    const participant = participantOf(combatant);
    if (participant !== null) await submitLetBe(participant, card);
  }),
  react: (message, target) => openPrompt(message, target),
  offer: async (message) => void (await openOffers(message)),
  join: openJoin,
  alone: makeAlone,
  change: openChange,
  correct: openCorrect,
  runUp: async (message) => {
    const card = exchangeOf(message);
    if (card !== null) await submitRunUp(card, message.id ?? "");
  },
  resolve: wish("resolve"),
  apply: wish("apply"),
  cancel: wish("cancel"),
  undo: turnBack(false),
  redo: turnBack(true),
};

/** A refusal is put before its author at once, wherever the chat is hidden; at ready. */
export function watchRefusals(): void {
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    const card = exchangeOf(message);
    if (card?.phase !== "refused" || card.notice === null || !message.whisper.some((id) => String(id) === game.user?.id)) return;
    ui.notifications?.warn(say(card.notice.key, card.notice.data));
  });
}

/** Says how our messages look; at init. */
export function registerCards(): void {
  FatewalkerChatMessage.renderAs("exchange", exchangeRenderer(actions));
  FatewalkerChatMessage.renderAs("check", renderCheck);
  FatewalkerChatMessage.renderAs("healing", healingRenderer((ledger, redo) => makeIntent("undo", null, { ledger, redo }), (patient) => openTreat({ healer: null, patient })));
  FatewalkerChatMessage.renderAs("intent", renderIntent);
  FatewalkerChatMessage.renderAs("base", requestRenderer(answerRequest));
}

/** The log's way to show one message anew; the compiler knows only the log's base. */
interface MessageLog {
  updateMessage(message: ChatMessage.Implementation): Promise<void>;
}

const redraw = (message: ChatMessage.Implementation): void => void (ui.chat as unknown as MessageLog | undefined)?.updateMessage(message);

/** Requests for rolls hear of their answers; at ready. */
export const watchAsked = (): void => watchRequests(redraw);

/** Cards that wait for others of their moment say for whom; at ready. */
export function watchMomentCards(): void {
  const refresh = (combat: Combat.Implementation, but: string | null = null): void => {
    for (const { card } of openExchanges(combat)) {
      const message = card === but ? undefined : game.messages?.get(card);
      if (message !== undefined) redraw(message);
    }
  };
  Hooks.on("updateCombat", (combat: Combat.Implementation, changes: object) => {
    if (foundry.utils.getProperty(changes, "flags.fatewalker.moment") !== undefined) refresh(combat);
  });
  // An answer on one of them is one that the others wait for no longer.
  Hooks.on("updateChatMessage", (message: ChatMessage.Implementation) => {
    const combat = exchangeOf(message) === null ? null : fightWithOpen(message.id ?? "");
    if (combat !== null) refresh(combat, message.id);
  });
}

/** Cards whose ledger is written or deleted say so at once; at ready. */
export function watchLedgers(): void {
  const refresh = (ledger: ChatMessage.Implementation): void => {
    for (const message of game.messages?.contents ?? []) {
      const card = exchangeOf(message) ?? healingOf(message);
      if (card && card.ledger === ledger.id) redraw(message);
    }
  };
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => refresh(message));
  Hooks.on("updateChatMessage", (message: ChatMessage.Implementation) => {
    if (findLedger(message.id)) refresh(message);
  });
}
