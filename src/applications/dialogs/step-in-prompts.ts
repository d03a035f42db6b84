import { exchangeOf } from "../../data/message";
import { participantOf } from "../../flows/clock/address";
import { awaitedIds, openExchanges } from "../../flows/moment/open";
import { isOpen } from "../is-open";
import { answererOf } from "./prompts";
import { StepInPrompt } from "./step-in-prompt";
import { bringBack } from "./window-habits";

/** Open prompts of this client, by card and combatant. */
const open = new Map<string, StepInPrompt>();
/** Prompts that this person has put away; the card brings them back. */
const dismissed = new Set<string>();

const keyOf = (card: string, combatant: string): string => `${card}:${combatant}`;

/** Opens the prompt of somebody who may step in before an action, or brings it to the front. */
export async function openStepIn(combatant: Combatant.Implementation, card: string, free: boolean): Promise<void> {
  const key = keyOf(card, combatant.id ?? "");
  const there = open.get(key);
  dismissed.delete(key);
  if (there && isOpen(there)) return bringBack(there);
  const prompt = new StepInPrompt(combatant, card, { free, reopen: () => openStepIn(combatant, card, free) });
  open.set(key, prompt);
  prompt.addEventListener("close", () => {
    // What is not asked any more has gone from here before; whatever else closes was put away.
    if (open.get(key) === prompt) {
      open.delete(key);
      dismissed.add(key);
    }
    considerAll();
  });
  await prompt.render({ force: true });
}

/** Takes a prompt away that nobody has put away: asked again, it comes back by itself. */
function withdraw(key: string, prompt: StepInPrompt): void {
  open.delete(key);
  void prompt.close();
}

/** Is this one asked about another action already? One is asked one thing at a time, in the order of the actions. */
const isAsked = (combatant: string): boolean => [...open.keys()].some((key) => key.endsWith(keyOf("", combatant)));

/** Opens and closes the prompts of one fight so that they fit what it says now. */
function consider(combat: Combat.Implementation): void {
  const wanted = new Set<string>();
  for (const entry of openExchanges(combat)) {
    const { card, asked, covered } = entry;
    const awaited = awaitedIds(combat, entry);
    for (const id of [...asked, ...covered]) {
      const key = keyOf(card, id);
      wanted.add(key);
      // Who fights on the same side steps in from the card, where its button is.
      if (!awaited.includes(id)) continue;
      const combatant = combat.combatants.get(id);
      const participant = combatant === undefined ? null : participantOf(combatant);
      if (combatant === undefined || participant === null || isAsked(id) || dismissed.has(key) || answererOf(participant)?.isSelf !== true) continue;
      void openStepIn(combatant, card, !asked.includes(id));
    }
  }
  for (const [key, prompt] of open) if (prompt.fight === combat.id && !wanted.has(key)) withdraw(key, prompt);
}

/** Looks at every fight; what is asked in one that is over is asked no more. */
function considerAll(): void {
  for (const [key, prompt] of open) if (game.combats?.has(prompt.fight ?? "") !== true) withdraw(key, prompt);
  game.combats?.contents.forEach((combat) => consider(combat));
}

/** Watches fights for actions that this person may step in before; at ready. */
export function watchForStepIns(): void {
  Hooks.on("updateCombat", (combat: Combat.Implementation) => consider(combat));
  Hooks.on("deleteCombat", considerAll);
  Hooks.on("deleteCombatant", considerAll);
  // The fight waits for a card before the card is there.
  Hooks.on("createChatMessage", (message: ChatMessage.Implementation) => {
    if (exchangeOf(message) !== null) considerAll();
  });
  Hooks.on("deleteChatMessage", considerAll);
  Hooks.on("userConnected", considerAll);
  considerAll();
}
