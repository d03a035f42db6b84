import { exchangeOf } from "../../data/message";
import { isReadBy } from "../../helpers/gms";
import { findActor } from "../../flows/commit/write";
import type { Participant } from "../../rules/exchange/types";
import { findLedger } from "../../flows/commit/ledger";
import { awaitedIds, fightWithOpen, openExchanges, openWith } from "../../flows/moment/open";
import { isOpen } from "../is-open";
import { askedMoment, askedParticipants, OfferPrompt } from "./offer-prompt";
import { ReactionPrompt } from "./reaction-prompt";
import { bringBack } from "./window-habits";

/** Open prompts of this client, by message, place and actor of the target: another one may take its place. */
const open = new Map<string, ReactionPrompt>();

/** Prompts that this person has put away: they do not come back by themselves, only from the card, the tracker or a reaction on the sheet. */
const dismissed = new Set<string>();

const keyOf = (message: ChatMessage.Implementation, target: number): string => `${message.id ?? ""}:${target}:${exchangeOf(message)?.targets[target]?.who.participant.actor ?? ""}`;

/**
 * Who is asked for a target's answer: one person. A player who owns it and is here, the one whose own character it is
 * first; else the active GM.
 * @param whisper who reads the card that asks: nobody is asked who must not know of it. Nobody in particular: everyone
 */
export function answererOf({ actor: uuid }: Participant, whisper: readonly string[] = []): User.Implementation | null {
  const actor = findActor(uuid);
  const owners = (game.users?.filter((user) => user.active && !user.isGM && isReadBy(whisper, user) && actor?.testUserPermission(user, "OWNER") === true) ?? []) as User.Implementation[];
  owners.sort((one, other) => Number(other.character?.uuid === uuid) - Number(one.character?.uuid === uuid) || String(one.id).localeCompare(String(other.id)));
  return owners[0] ?? game.users?.activeGM ?? null;
}

const readersOf = ({ whisper }: ChatMessage.Implementation): string[] => whisper.map(String);

/** Opens the prompt of one target, or brings the open one to the front. */
export async function openPrompt(message: ChatMessage.Implementation, target: number): Promise<void> {
  const key = keyOf(message, target);
  const there = open.get(key);
  dismissed.delete(key);
  if (there && isOpen(there)) return bringBack(there);
  const prompt = new ReactionPrompt(message, target, () => openPrompt(message, target));
  open.set(key, prompt);
  prompt.addEventListener("close", () => {
    if (open.get(key) === prompt) open.delete(key);
    dismissed.add(key);
  });
  await prompt.render({ force: true });
}

/** Is somebody waited for who may put something before what this card declares? Then the answers to it have time (Dramatic Scenes, Preemptive Actions). */
function isInterruptible(card: string): boolean {
  const combat = fightWithOpen(card);
  const own = combat === null ? null : openWith(combat, card);
  return combat !== null && own !== null && !own.begun && awaitedIds(combat, own).length > 0;
}

/** Somebody else was put in the place of the one who was asked, who may be asked again later. */
async function giveWay(key: string, prompt: ReactionPrompt, message: ChatMessage.Implementation): Promise<void> {
  open.delete(key);
  await prompt.close();
  dismissed.delete(key);
  consider(message);
}

/** Opens and closes prompts so that they fit what a card says now. Only documents decide, never the rendering of a card. */
function consider(message: ChatMessage.Implementation): void {
  const card = exchangeOf(message);
  if (!card || message.id === null) return;
  const asked = new Set(card.targets.map((_who, target) => keyOf(message, target)));
  for (const [key, prompt] of open) if (key.startsWith(`${message.id}:`) && !asked.has(key)) void giveWay(key, prompt, message);
  card.targets.forEach(({ who, answer }, target) => {
    const key = keyOf(message, target);
    const waits = card.phase === "answering" && answer?.kind === "pending";
    if (waits && !open.has(key) && isInterruptible(message.id ?? "")) return;
    if (!waits) {
      void open.get(key)?.close();
      return;
    }
    if (!open.has(key) && !dismissed.has(key) && answererOf(who.participant, readersOf(message))?.isSelf) void openPrompt(message, target);
  });
}

/** Open windows that ask for powers, by message and actor, with the moment that each was opened for. */
const offers = new Map<string, OfferPrompt>();

/** Opens the window that asks one participant for powers, or brings the open one to the front. */
async function openOffer(message: ChatMessage.Implementation, participant: Participant): Promise<void> {
  const key = `${message.id}:${participant.actor}`;
  const there = offers.get(key);
  if (there && isOpen(there)) return bringBack(there);
  const prompt = new OfferPrompt(message, participant, () => openOffer(message, participant));
  offers.set(key, prompt);
  prompt.addEventListener("close", () => {
    if (offers.get(key) === prompt) offers.delete(key);
  });
  await prompt.render({ force: true });
}

/** Opens the window for whoever this person answers for, on a card that asks; what was put away comes back from the card or the sheet. */
export async function openOffers(message: ChatMessage.Implementation): Promise<boolean> {
  if (!isReadBy(readersOf(message), game.user)) return false;
  const mine = askedParticipants(message).filter((participant) => answererOf(participant, readersOf(message))?.isSelf === true || findActor(participant.actor)?.isOwner === true);
  for (const participant of mine) await openOffer(message, participant);
  return mine.length > 0;
}

/** Opens the window of the card that asks this actor now. */
export async function openOfferFor(actor: Actor.Implementation): Promise<boolean> {
  for (const message of [...(game.messages?.contents ?? [])].reverse()) {
    const participant = isReadBy(readersOf(message), game.user) ? askedParticipants(message).find(({ actor: uuid }) => uuid === actor.uuid) : undefined;
    if (participant === undefined) continue;
    await openOffer(message, participant);
    return true;
  }
  return false;
}

/** What was asked last on each card: a window that was put away comes back only for another moment. */
const askedLast = new Map<string, string>();

function considerOffers(message: ChatMessage.Implementation): void {
  if (message.id === null) return;
  const asked = askedParticipants(message);
  for (const [key, prompt] of offers) {
    if (key.startsWith(`${message.id}:`) && !asked.some(({ actor }) => key === `${message.id}:${actor}`)) void prompt.close();
  }
  for (const participant of asked) {
    const key = `${message.id}:${participant.actor}`;
    const moment = askedMoment(message, participant);
    if (askedLast.get(key) === moment || answererOf(participant, readersOf(message))?.isSelf !== true) continue;
    askedLast.set(key, moment);
    void openOffer(message, participant);
  }
}

const considerAll = (): void => {
  for (const message of game.messages?.contents ?? []) {
    if (exchangeOf(message)?.phase !== "answering") continue;
    consider(message);
    considerOffers(message);
  }
};

/** Watches cards for answers that this person has to give; at ready. */
export function watchForPrompts(): void {
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    consider(message);
    considerOffers(message);
  });
  Hooks.on("updateChatMessage", (message: ChatMessage.Implementation) => {
    consider(message);
    // The GM is asked from the ledger, which may be written after its card.
    const card = findLedger(message.id)?.data.exchange;
    const asking = card === null || card === undefined ? message : game.messages?.get(card);
    if (asking) considerOffers(asking);
  });
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => {
    for (const [key, prompt] of [...open, ...offers]) if (key.startsWith(`${message.id}:`)) void prompt.close();
  });
  // Whoever could step in first has said so or let it be: now the answers are asked for.
  Hooks.on("updateCombat", (combat: Combat.Implementation) => {
    for (const { card } of openExchanges(combat)) {
      const message = game.messages?.get(card);
      if (message) consider(message);
    }
  });
  // Somebody who leaves cannot answer any more; the prompt goes to the next in line.
  Hooks.on("userConnected", () => considerAll());
  considerAll();
}
