import { onEveryPage } from "./every-page";

/** What the system draws anew while people click on it: its windows, bars and cards. */
const OURS = ".fatewalker, .fw-card-root";
const CONTROL = "button, a, input, label, summary, [data-action], .fw-marks[tabindex]";

/** What Space presses by itself. */
const BUTTON = "button, summary, input[type=checkbox], input[type=radio], input[type=submit], input[type=button]";

/** Pixels that a hand may slip while it clicks. */
const SLIP = 4;

/** A control that is held down, by what finds it again in what is drawn instead, and where it was pressed. */
interface Press {
  readonly control: Element;
  readonly name: string;
  /** Id of the window that it stands in; empty: in none. */
  readonly window: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Keeps clicks that a browser would lose. A click is a press and a release on the same control; where the window was
 * drawn anew between the two, the pressed control is gone and the browser makes no click. Then the control that stands
 * in its place, if it is the same by its names and by the row it stands in, gets the click with the keys that were held.
 * A window that grew moves its buttons away from under a hand that rests: then the one that was pressed gets it.
 */
function keepClicks(root: Document): void {
  let pressed: Press | null = null;
  root.addEventListener("pointerdown", (event) => {
    const control = event.button === 0 ? controlOf(event) : null;
    pressed = control && { control, name: nameOf(control), window: windowOf(control), x: event.clientX, y: event.clientY };
  }, true);
  root.addEventListener("pointercancel", () => { pressed = null; }, true);
  root.addEventListener("pointerup", (event) => {
    const before = pressed;
    pressed = null;
    if (before === null || before.control.isConnected) return;
    const control = controlOf(event);
    if (control && nameOf(control) === before.name) event.target?.dispatchEvent(clickLike(event));
    else if (Math.hypot(event.clientX - before.x, event.clientY - before.y) <= SLIP) movedAway(root, before)?.dispatchEvent(clickLike(event));
  }, true);
}

/**
 * Keeps presses of Space that a browser would lose in the same way: a button does its work when the key comes up again. Enter does it when the
 * key goes down, so that there is nothing to lose.
 */
function keepKeys(root: Document): void {
  let pressed: Press | null = null;
  root.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat) return;
    const button = event.target instanceof Element && event.target.closest(BUTTON) !== null ? controlOf(event) : null;
    pressed = button && { control: button, name: nameOf(button), window: windowOf(button), x: 0, y: 0 };
  }, true);
  root.addEventListener("keyup", (event) => {
    if (event.key !== " ") return;
    const before = pressed;
    pressed = null;
    if (before === null || before.control.isConnected) return;
    const focused = controlOf(event);
    // Whoever has gone to another control in the meantime means no press; where the keyboard is nowhere, the drawing has taken it away.
    const again = focused === null ? movedAway(root, before) : nameOf(focused) === before.name ? focused : null;
    if (again instanceof HTMLElement) again.click();
  }, true);
}

/** The pressed control where it stands now in its window; null where it is gone, or more than one could be it. */
function movedAway(root: Document, { name, window }: Press): Element | null {
  const around = window === "" ? null : root.getElementById(window);
  const same = [...(around?.querySelectorAll(CONTROL) ?? [])].filter((control) => nameOf(control) === name);
  return same.length === 1 ? (same[0] ?? null) : null;
}

const windowOf = (control: Element): string => control.closest(".fatewalker[id]")?.id ?? "";

/** Keeps the clicks and key presses of every page that shows a window; at init. */
export const watchClicks = (): void => onEveryPage((root) => {
  keepClicks(root);
  keepKeys(root);
});

function controlOf(event: Event): Element | null {
  const control = event.target instanceof Element ? event.target.closest(CONTROL) : null;
  return control?.closest(OURS) ? control : null;
}

/** A control's own names and those of the documents whose rows it stands in; what only tells about it may change. */
function nameOf(control: Element): string {
  const names = [control.localName, control.getAttribute("name")];
  const own = control instanceof HTMLElement ? Object.entries(control.dataset).filter(([key]) => !key.startsWith("tooltip")) : [];
  const rows: (readonly [string, string | undefined])[] = [];
  for (let around = control.parentElement; around !== null; around = around.parentElement) {
    rows.push(...Object.entries(around.dataset).filter(([key]) => key.endsWith("Id")));
  }
  return JSON.stringify([names, own, rows]);
}

function clickLike({ altKey, ctrlKey, metaKey, shiftKey, clientX, clientY, screenX, screenY }: PointerEvent): MouseEvent {
  return new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, detail: 1, altKey, ctrlKey, metaKey, shiftKey, clientX, clientY, screenX, screenY });
}
