import { instances } from "./api/application-v2";
import { host } from "./host";
import type { Canvas } from "./canvas/canvas";

/** Escape belongs to a field while one writes there. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=true], prose-mirror") !== null;
}

/** The window that lies over all others. */
function topmost() {
  const open = [...instances.values()].filter((app) => app.rendered && app.hasFrame && app.element?.isConnected === true);
  return open.sort((one, other) => one.position.zIndex - other.position.zIndex).at(-1) ?? null;
}

/** What Escape does where nothing has taken it: it closes the topmost window, else the menu of a token, else it lets go of the controlled tokens. */
function onEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || isWriting(event.target) || document.querySelector("dialog:modal") !== null) return;
  const canvas = host.canvas as unknown as Canvas;
  const front = topmost();
  if (front !== null) void front.close();
  else if (canvas.hud?.token?.rendered === true) void canvas.hud.token.close();
  else if (canvas.ready) canvas.tokens.releaseAll();
  else return;
  event.preventDefault();
}

/** "Close Window / Cancel Operation: Esc": https://foundryvtt.com/article/controls/ */
export function listenToEscape(): void {
  window.addEventListener("keydown", onEscape);
}
