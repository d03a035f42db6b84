/** What a drag along the bar tells on its way. */
export interface DragWatcher {
  /** The tick at a place of the screen. */
  tickAt(clientX: number): number;
  /** The portrait is dropped on a tick. */
  drop(combatantId: string, tick: number): void;
}

/** Pixels before a press becomes a drag, so that a click stays a click. */
const THRESHOLD = 5;

interface Drag {
  readonly button: HTMLElement;
  readonly place: HTMLElement;
  readonly startX: number;
  moved: boolean;
}

/**
 * Lets portraits that may be moved be dragged along the axis; Escape lets go of them where they were.
 * @returns stops it; to be called when the bar goes
 */
export function makeDraggable(root: HTMLElement, { tickAt, drop }: DragWatcher): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let drag: Drag | null = null;
  const bubble = document.createElement("span");
  bubble.className = "fw-bar-bubble";

  const end = (): void => {
    if (drag === null) return;
    drag.place.classList.remove("dragging");
    drag.place.style.removeProperty("--drag");
    bubble.remove();
    drag = null;
  };
  root.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(".fw-bar-portrait[data-movable]") : null;
    const place = button?.closest<HTMLElement>(".fw-bar-place") ?? null;
    if (button === null || place === null || event.button !== 0) return;
    drag = { button, place, startX: event.clientX, moved: false };
  });
  root.ownerDocument.addEventListener("pointermove", (event) => {
    if (drag === null) return;
    const by = event.clientX - drag.startX;
    if (!drag.moved && Math.abs(by) < THRESHOLD) return;
    drag.moved = true;
    drag.place.classList.add("dragging");
    drag.place.style.setProperty("--drag", `${by}px`);
    bubble.textContent = String(tickAt(event.clientX));
    if (!bubble.isConnected) drag.place.append(bubble);
  }, { signal });
  root.ownerDocument.addEventListener("pointerup", (event) => {
    if (drag === null) return;
    const { button, moved } = drag;
    end();
    if (!moved) return;
    // The click that may follow belongs to the drag.
    const swallow = (click: Event): void => click.stopImmediatePropagation();
    button.addEventListener("click", swallow, { capture: true });
    setTimeout(() => button.removeEventListener("click", swallow, { capture: true }), 0);
    drop(button.dataset.combatantId ?? "", tickAt(event.clientX));
  }, { signal });
  root.ownerDocument.addEventListener("pointercancel", end, { signal });
  root.ownerDocument.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || drag?.moved !== true) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }, { capture: true, signal });
  return () => {
    end();
    listening.abort();
  };
}
