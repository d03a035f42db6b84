import { say } from "../helpers/text";
import { give } from "../flows/items/give";
import { currentTargets, participantOfToken, perform } from "../flows/exchange";
import { fightOf } from "../flows/exchange/setup";
import { clockState } from "../flows/clock/state";
import { dueIds } from "../rules/clock/order";
import type { Participant } from "../rules/exchange/types";
import { askAtToken, giveChoice, performChoice } from "./drop-menu";
import { tokenAt } from "./token-at";

/** Types of items that a token takes. */
const TAKEN: readonly string[] = ["maneuver", "power", "weapon", "armor", "energyShield", "handShield", "gear", "trait"];

interface DropData {
  readonly type?: string;
  readonly uuid?: string;
  readonly x?: number;
  readonly y?: number;
}

/** Type of an item without loading it: from the document at hand, or from the index of its compendium. */
function itemType(uuid: string): string | null {
  const found: unknown = foundry.utils.fromUuidSync(uuid as "Item.id", { strict: false } as never);
  const type = (found as { type?: unknown } | null)?.type;
  return typeof type === "string" ? type : null;
}

/**
 * Takes one of our items that is dropped on a token, and nothing else: whatever is meant for others passes on untouched.
 * @returns false when the drop is ours, which tells Foundry that it is handled
 */
export function onDropCanvasData(data: DropData, event: DragEvent | undefined): false | undefined {
  if (data.type !== "Item" || typeof data.uuid !== "string" || typeof data.x !== "number" || typeof data.y !== "number") return undefined;
  const type = itemType(data.uuid);
  if (type === null || !TAKEN.includes(type)) return undefined;
  const token = tokenAt({ x: data.x, y: data.y });
  if (!token?.actor) return undefined;
  if (!token.actor.isOwner) {
    ui.notifications?.warn(say("FATEWALKER.Drop.NotYours", { name: token.document.name }));
    return false;
  }
  const quick = event?.shiftKey ? "give" : event?.altKey && type === "maneuver" ? "perform" : null;
  void settle(token, data.uuid, type, quick, { x: event?.clientX ?? 0, y: event?.clientY ?? 0 });
  return false;
}

/** Is it this one's turn to declare? */
function isDue(participant: Participant): boolean {
  const fight = fightOf(participant);
  return fight !== null && dueIds(clockState(fight.combat)).includes(fight.id);
}

async function settle(token: Token.Implementation, uuid: string, type: string, quick: "give" | "perform" | null, at: { x: number; y: number }): Promise<void> {
  const found: unknown = await foundry.utils.fromUuid(uuid as "Item.id");
  const participant = participantOfToken(token.document);
  const actor = token.actor;
  if (!(found instanceof Item) || !participant || !actor) {
    ui.notifications?.warn(say("FATEWALKER.Drop.Gone"));
    return;
  }
  const item = found as unknown as Item.Implementation;
  const choices = type === "maneuver" ? [giveChoice(), performChoice()] : [giveChoice()];
  const sensible = type === "maneuver" && isDue(participant) ? "perform" : "give";
  const title = say("FATEWALKER.Drop.Title", { item: item.name, token: token.document.name });
  const choice = quick ?? (await askAtToken({ title, choices, chosen: sensible, at }));
  if (choice === "give") await giveTo(token, item);
  else if (choice === "perform") await perform(participant, item, { targets: currentTargets() });
}

async function giveTo(token: Token.Implementation, item: Item.Implementation): Promise<void> {
  if (!token.actor) return;
  const result = await give(token.actor, item);
  const data = { token: token.document.name, item: result.name, quantity: result.kind === "added" ? result.quantity : 1 };
  const keys = { given: "FATEWALKER.Drop.Given", added: "FATEWALKER.Drop.Added", had: "FATEWALKER.Drop.Had" } as const;
  ui.notifications?.info(say(keys[result.kind], data));
}

/** Listens for drops on the canvas; at init. */
export function watchDrops(): void {
  Hooks.on("dropCanvasData", (_canvas: unknown, data: unknown, event: DragEvent | undefined) => onDropCanvasData(data as DropData, event));
}
