import type { FatewalkerChatMessage } from "../documents/chat-message";
import { healingOf, type HealingMessage } from "../data/message";
import type { HealingLine } from "../data/message/read-healing";
import { findLedger, isOvertaken, type Ledger } from "../flows/commit/ledger";
import { bleeds, STILL_BLEEDING } from "../flows/clock/still-bleeding";
import { findActor } from "../flows/commit/write";
import { publicParticipant, UNKNOWN_IMAGE } from "../flows/exchange/names";
import { say, sayOr, signed } from "../helpers/text";
import type { Participant } from "../rules/exchange/types";
import { diceView } from "./dice-view";
import { listed } from "./words";

const TEMPLATE = "systems/fatewalker/templates/chat/healing.hbs";

/** Points by where they went, in words: `2 temporary, 1 normal`. */
function placed(data: HealingLine["data"]): string {
  const parts = (["temporary", "normal", "stun", "mortal", "lost"] as const).flatMap((where) => {
    const count = Number(data[where] ?? 0);
    return count === 0 ? [] : [say(`FATEWALKER.Chat.Placed.${where.charAt(0).toUpperCase()}${where.slice(1)}`, { count: signed(count).replace("+", "") })];
  });
  return parts.length > 0 ? listed(parts) : say("FATEWALKER.Chat.Placed.Nothing");
}

/** Keys among the values, as the reader says them. */
function spoken(data: HealingLine["data"]): Record<string, string | number> {
  const { attribute, skill, dice } = data;
  const skillName = typeof skill === "string" ? sayOr(`FATEWALKER.Skill.${skill}`, sayOr(`FATEWALKER.Attribute.${skill}`, skill)) : "";
  return {
    ...data,
    placed: placed(data),
    ...(typeof attribute === "string" ? { attribute: say(`FATEWALKER.Attribute.${attribute}`) } : {}),
    ...(skillName === "" ? {} : { skill: skillName }),
    ...(typeof dice === "number" ? { dice: signed(dice) } : {}),
  };
}

const lineView = ({ key, data, roll }: HealingLine) => ({ text: say(key, spoken(data)), dice: roll === null ? [] : diceView(roll) });

type State = "applied" | "undone";

/** What stands: the ledger says so while there is one. */
const stateOf = ({ applied }: HealingMessage, ledger: Ledger | null): State => {
  if (ledger !== null) return ledger.data.state === "undone" ? "undone" : "applied";
  return applied ? "applied" : "undone";
};

function buttonOf(state: State, ledger: Ledger | null) {
  if (game.user?.isGM !== true) return null;
  if (state === "applied") return { action: "undo", label: say("FATEWALKER.Chat.Button.Undo"), disabled: ledger === null, tooltip: ledger === null ? say("FATEWALKER.Chat.LedgerGone") : "" };
  if (ledger === null) return null;
  const overtaken = isOvertaken(ledger);
  return { action: "redo", label: say("FATEWALKER.Chat.Button.Redo"), disabled: overtaken, tooltip: overtaken ? say("FATEWALKER.Chat.Overtaken") : "" };
}

function titleOf({ kind, participant, healer, entries }: HealingMessage): string {
  const names = [...new Set(entries.filter(({ who }) => who.participant.actor !== healer?.actor || entries.length === 1).map(({ who }) => who.name))].join(", ");
  const patient = names === "" && participant !== null ? publicParticipant(participant).name : names;
  if (healer === null) return say(`FATEWALKER.Healing.Card.${kind}`, { patient });
  return say("FATEWALKER.Healing.Card.Treats", { healer: publicParticipant(healer).name, procedure: say(`FATEWALKER.Healing.Procedure.${kind}`), patient });
}

/** Buttons of a card that only says who bleeds: to treat those of them who still do when it is drawn. */
function treatButtons({ kind, entries }: HealingMessage) {
  if (kind !== STILL_BLEEDING) return [];
  return entries.flatMap(({ who: { name, participant } }, target) => {
    const actor = findActor(participant.actor);
    return actor !== null && bleeds(actor) ? [{ target, label: say("FATEWALKER.Hud.Treat", { name }) }] : [];
  });
}

/** Context of `templates/chat/healing.hbs` for whoever looks. */
export function healingContext(card: HealingMessage, { secret = false }: { readonly secret?: boolean } = {}) {
  const ledger = findLedger(card.ledger);
  const state = stateOf(card, ledger);
  const first = card.healer ?? card.participant;
  const isNote = card.kind === STILL_BLEEDING;
  return {
    kind: card.kind, state, secret: secret && !isNote,
    stateLabel: isNote ? "" : say(`FATEWALKER.Chat.Phase.${state}`),
    title: titleOf(card),
    img: first === null ? UNKNOWN_IMAGE : publicParticipant(first).img,
    entries: card.entries.map(({ who, lines }) => ({ name: who.name, showName: card.entries.length > 1, lines: lines.map(lineView) })),
    button: isNote ? null : buttonOf(state, ledger),
    treat: treatButtons(card),
  };
}

/** Makes the renderer of the cards of healing, damage by hand and rest. */
export const healingRenderer = (turn: (ledger: string, redo: boolean) => Promise<unknown>, treat: (patient: Participant) => Promise<unknown>) => async (message: FatewalkerChatMessage): Promise<HTMLElement | null> => {
  const card = healingOf(message);
  if (card === null) return null;
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, healingContext(card, { secret: message.whisper.length > 0 }) as never);
  for (const element of root.querySelectorAll<HTMLButtonElement>("button[data-card-action]")) {
    element.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const patient = card.entries[Number(element.dataset.target ?? -1)]?.who.participant;
      if (patient !== undefined) return void treat(patient);
      if (card.ledger === null) return;
      element.disabled = true;
      void turn(card.ledger, element.dataset.cardAction === "redo").finally(() => { element.disabled = false; });
    });
  }
  return root;
};
