import type { Box } from "../box";
import { boxOf, freeRoom, standClear } from "../first-place";
import { placeFor } from "./prompt-layout";

type Window = foundry.applications.api.ApplicationV2;

/** A window that asks somebody something, and what it is about. */
interface Asking {
  readonly window: Window;
  readonly takeFocus: () => void;
}

/** The prompts that are open, the oldest first. */
const asking: Asking[] = [];

/** Where the tokens of these combatants or participants are on the screen of this person; none on another scene. */
function tokenBoxes(tokens: readonly (string | null)[]): Box[] {
  const scene = canvas;
  if (!scene?.ready) return [];
  return (scene.tokens?.placeables ?? []).flatMap(({ document: token, bounds }) => {
    if (!tokens.includes(token.uuid)) return [];
    const from = scene.clientCoordinatesFromCanvas({ x: bounds.x, y: bounds.y } as never);
    const to = scene.clientCoordinatesFromCanvas({ x: bounds.x + bounds.width, y: bounds.y + bounds.height } as never);
    return [{ left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y }];
  });
}

/** Does this person write somewhere, so that letters must not end up in a question? */
function isWriting(): boolean {
  const at = document.activeElement;
  return at instanceof HTMLTextAreaElement || (at instanceof HTMLElement && at.isContentEditable) || (at instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(at.type));
}

const isAnswering = (): boolean => asking.some(({ window: { element } }) => element?.contains(document.activeElement));

/**
 * A prompt has opened: it stands beside the sidebar, under those that were there before, and over none of the tokens that it is about.
 * It takes the keyboard, unless somebody is writing, or answers another prompt.
 * @param tokens uuids of the tokens that it is about
 */
export function joinPrompts(window: Window, tokens: readonly (string | null)[], takeFocus: () => void): void {
  const others = asking.map((entry) => entry.window.element);
  // A window is put in its first place when it is drawn, whatever was said before.
  window.addEventListener("render", () => {
    standClear(window);
    window.setPosition(placeFor(boxOf(window.element), freeRoom(), others.filter((element) => element.isConnected).map(boxOf), tokenBoxes(tokens)));
  }, { once: true });
  const mayTake = !isWriting() && !isAnswering();
  asking.push({ window, takeFocus });
  if (mayTake) takeFocus();
}

/** A prompt has closed: the keyboard goes on to the oldest of those that are left. */
export function leavePrompts(window: Window): void {
  const index = asking.findIndex((entry) => entry.window === window);
  if (index < 0) return;
  asking.splice(index, 1);
  // The element of the window that closes may still hold the focus.
  const free = document.activeElement === null || document.activeElement === document.body || window.element?.contains(document.activeElement) === true;
  if (free) asking[0]?.takeFocus();
}
