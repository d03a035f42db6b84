import { exchangeOf } from "../../data/message";
import { findActor } from "../../flows/commit/write";
import type { Participant } from "../../rules/exchange/types";
import { ReactionPrompt } from "./reaction-prompt";

/** Open prompts of this client, by message and target. */
const open = new Map<string, ReactionPrompt>();

/** Prompts that this person has put away: they do not come back by themselves, only from the card, the tracker or a reaction on the sheet. */
const dismissed = new Set<string>();

const keyOf = (messageId: string, target: number): string => `${messageId}:${target}`;

/**
 * Who is asked for a target's answer: one person. A player who owns it and is here, the one whose own character it is
 * first; else the active GM.
 */
export function answererOf({ actor: uuid }: Participant): User.Implementation | null {
  const actor = findActor(uuid);
  const owners = (game.users?.filter((user) => user.active && !user.isGM && actor?.testUserPermission(user, "OWNER") === true) ?? []) as User.Implementation[];
  owners.sort((one, other) => Number(other.character?.uuid === uuid) - Number(one.character?.uuid === uuid) || String(one.id).localeCompare(String(other.id)));
  return owners[0] ?? game.users?.activeGM ?? null;
}

/** Opens the prompt of one target, or brings the open one to the front. */
export async function openPrompt(message: ChatMessage.Implementation, target: number): Promise<void> {
  const key = keyOf(message.id ?? "", target);
  const there = open.get(key);
  dismissed.delete(key);
  if (there?.rendered) {
    there.bringToFront();
    there.takeFocus();
    return;
  }
  const prompt = new ReactionPrompt(message, target, open.size);
  open.set(key, prompt);
  prompt.addEventListener("close", () => {
    if (open.get(key) === prompt) open.delete(key);
    dismissed.add(key);
  });
  await prompt.render({ force: true });
}

/** Opens and closes prompts so that they fit what a card says now. Only documents decide, never the rendering of a card. */
function consider(message: ChatMessage.Implementation): void {
  const card = exchangeOf(message);
  if (!card || message.id === null) return;
  card.targets.forEach(({ who, answer }, target) => {
    const key = keyOf(message.id ?? "", target);
    const waits = card.phase === "answering" && answer?.kind === "pending";
    if (!waits) {
      void open.get(key)?.close();
      return;
    }
    if (!open.has(key) && !dismissed.has(key) && answererOf(who.participant)?.isSelf) void openPrompt(message, target);
  });
}

const considerAll = (): void => {
  for (const message of game.messages?.contents ?? []) if (exchangeOf(message)?.phase === "answering") consider(message);
};

/** Watches cards for answers that this person has to give; at ready. */
export function watchForPrompts(): void {
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => consider(message));
  Hooks.on("updateChatMessage", (message: ChatMessage.Implementation) => consider(message));
  Hooks.on("deleteChatMessage", (message: ChatMessage.Implementation) => {
    for (const [key, prompt] of open) if (key.startsWith(`${message.id}:`)) void prompt.close();
  });
  // Somebody who leaves cannot answer any more; the prompt goes to the next in line.
  Hooks.on("userConnected", () => considerAll());
  considerAll();
}
