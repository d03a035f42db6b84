import { say } from "../../helpers/text";
import { movementNow, useMovementWindow } from "../../flows/movement";
import { isOpen } from "../is-open";
import { MovementDialog } from "./movement-dialog";

/** Open windows of this client, by combatant. */
const open = new Map<string, MovementDialog>();

/** Segments that this client has told its person of: the tick on which the running one began, by combatant. */
const begun = new Map<string, number>();

/** Opens the window of somebody's movement, or brings it to the front. What the tracker and the menu of a token call. */
export async function openMovement(combatant: Combatant.Implementation): Promise<void> {
  const id = combatant.id ?? "";
  const known = open.get(id);
  if (known && isOpen(known)) {
    await known.render();
    known.bringToFront();
    return;
  }
  const dialog = new MovementDialog(combatant);
  open.set(id, dialog);
  await dialog.render({ force: true });
}

/** Is this the person who says how a combatant moves on? Its player, or the GM where no player owns it. */
const isInCharge = (combatant: Combatant.Implementation): boolean => (game.user?.isGM === true ? !combatant.hasPlayerOwner : combatant.isOwner);

/** A segment is over: whoever is in charge may stop or change now, for nothing. It goes on where nobody says a word. */
function onUpdate(combatant: Combatant.Implementation): void {
  const id = combatant.id ?? "";
  const movement = movementNow(combatant);
  const before = begun.get(id);
  if (movement === null) {
    begun.delete(id);
    return;
  }
  begun.set(id, movement.startedAt);
  if (before === undefined || movement.startedAt <= before || !isInCharge(combatant)) return;
  // The GM reads it on the card of the fight, which counts on; a player has a token to move.
  if (game.user?.isGM === true) return;
  ui.notifications?.info(say("FATEWALKER.Move.SegmentOver", { name: combatant.name ?? "", metres: movement.metres }));
  void openMovement(combatant);
}

/** Nobody moves on the clock of a fight that is over, or that it has left. */
function onGone(ids: readonly (string | null)[]): void {
  for (const id of ids) {
    begun.delete(id ?? "");
    const window = open.get(id ?? "");
    open.delete(id ?? "");
    if (window && isOpen(window)) void window.close();
  }
}

/** What runs already when this client comes: the next end of it is asked about as if it had been here from its beginning. */
function rememberRunning(): void {
  for (const combat of game.combats?.contents ?? []) {
    for (const combatant of combat.combatants.contents) {
      const movement = movementNow(combatant);
      if (movement !== null) begun.set(combatant.id ?? "", movement.startedAt);
    }
  }
}

/** Gives movement its window, and asks at the end of each segment; at init. */
export function registerMovementWindows(): void {
  Hooks.once("ready", rememberRunning);
  useMovementWindow((combatant) => void openMovement(combatant));
  Hooks.on("deleteCombat", (combat: Combat.Implementation) => onGone(combat.combatants.contents.map(({ id }) => id)));
  Hooks.on("deleteCombatant", (combatant: Combatant.Implementation) => onGone([combatant.id]));
  Hooks.on("updateCombatant", (combatant: Combatant.Implementation) => onUpdate(combatant));
}
