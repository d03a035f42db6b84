import { GAP, type Box } from "./box";
import { textScale } from "./text-scale";

type Window = foundry.applications.api.ApplicationV2;

/** Below the bar of the clock there must be room for this much, at text of the usual size; else windows use the whole height. */
const LEAST_HEIGHT = 416;
/** With less height than this everything in a dialog but its buttons scrolls. */
const TIGHT_HEIGHT = 480;

export const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

/** Where windows stand without hiding the fight: beside the sidebar, below the bar of the clock. */
export function freeRoom(): Box {
  const sidebar = document.getElementById("sidebar")?.getBoundingClientRect();
  const bar = document.getElementById("fatewalker-tick-bar")?.getBoundingClientRect();
  const right = sidebar !== undefined && sidebar.width > 0 ? sidebar.left : window.innerWidth;
  const below = bar !== undefined && bar.height > 0 ? bar.bottom + GAP : GAP;
  const top = window.innerHeight - below - GAP >= LEAST_HEIGHT * textScale() ? below : GAP;
  return { left: GAP, top, width: right - 2 * GAP, height: window.innerHeight - top - GAP };
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** Windows that have stood somewhere: from then on they stay where people put them. */
const placed = new WeakSet<Window>();

/**
 * Puts a window that is drawn for the first time where it hides neither the clock nor the sidebar, as far as there is room for it, and
 * makes it as much wider as the text is larger.
 */
export function standClear(app: Window): void {
  if (placed.has(app) || app.element === null) return;
  placed.add(app);
  const room = freeRoom();
  const { width, height } = app.position;
  app.element.style.setProperty("--fw-room", `${room.height - (app.element.querySelector(".window-header")?.clientHeight ?? 0)}px`);
  app.element.classList.toggle("fw-tight", room.height < TIGHT_HEIGHT * textScale());
  if (typeof width === "number") {
    const widest = width > room.width ? window.innerWidth - 2 * GAP : room.width;
    app.setPosition({ width: Math.min(width * textScale(), widest), ...(typeof height === "number" ? { height: Math.min(height * textScale(), room.height) } : {}) });
  }
  const box = boxOf(app.element);
  const right = box.width > room.width ? window.innerWidth - GAP : room.left + room.width;
  app.setPosition({ left: between(GAP, box.left, right - box.width), top: between(room.top, box.top, room.top + room.height - box.height) });
}

/** Has it done once the host has put the window in its first place. */
export const standClearOnceDrawn = (app: Window): void => app.addEventListener("render", () => standClear(app), { once: true });
