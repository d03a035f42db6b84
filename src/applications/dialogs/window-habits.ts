import { isOpen } from "../is-open";

type Window = foundry.applications.api.ApplicationV2;

/** Escape closes a window that has the focus, and nothing else hears of it. */
export function closeOnEscape(window: Window): void {
  window.element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    void window.close();
  });
}

/** Whatever changes what is on the table changes the odds. */
const WATCHED = [
  "updateActor", "updateCombat", "updateCombatant", "updateToken", "deleteToken", "createItem", "updateItem", "deleteItem", "createActiveEffect", "updateActiveEffect", "deleteActiveEffect",
] as const;

/**
 * Renders a window anew when documents change, several changes at once only once.
 * @returns stops it; to be called when the window closes
 */
export function renderOnChange(window: Window): () => void {
  const render = foundry.utils.debounce(() => {
    if (isOpen(window)) void window.render();
  }, 50);
  const ids = WATCHED.map((name) => [name, Hooks.on(name, () => render())] as const);
  return () => {
    for (const [name, id] of ids) Hooks.off(name, id);
  };
}

/** Brings a window that asks somebody back to the front, with the keyboard in it, once it is drawn. */
export async function bringBack(window: Window & { takeFocus(): void }): Promise<void> {
  await window.render();
  if (!isOpen(window)) return;
  window.bringToFront();
  window.takeFocus();
}
