/** What a person does to a chart, a track or a row of dots. `dot`: the one that was clicked, counted from 1. */
export type MarkAct = { readonly kind: "mark" | "clear" | "stun"; readonly dot: number | null };

const KEYS: Readonly<Record<string, MarkAct["kind"]>> = {
  "Enter": "mark", " ": "mark", "+": "mark", "=": "mark", "ArrowUp": "mark", "ArrowRight": "mark",
  "Delete": "clear", "Backspace": "clear", "-": "clear", "ArrowDown": "clear", "ArrowLeft": "clear",
  "/": "stun",
};

/**
 * Listens once, on the root of a window, for acts on its `.fw-marks`: click fills, right-click clears, Shift and click
 * (or `/`) stuns; Enter and + fill, Delete and - clear. Read-only ones have no `tabindex` and do nothing. Keys that
 * are taken go no further, since Foundry binds some of them to tokens.
 */
export function listenToMarks(root: HTMLElement, act: (control: HTMLElement, act: MarkAct) => void): void {
  root.addEventListener("click", (event) => {
    const control = controlOf(event);
    if (control) act(control, { kind: event.shiftKey ? "stun" : "mark", dot: dotOf(event) });
  });
  root.addEventListener("contextmenu", (event) => {
    const control = controlOf(event);
    if (!control) return;
    event.preventDefault();
    act(control, { kind: "clear", dot: null });
  });
  root.addEventListener("keydown", (event) => {
    const control = controlOf(event);
    const kind = KEYS[event.key];
    if (!control || kind === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act(control, { kind, dot: null });
  });
}

/** Arrow keys, Home and End walk along a row of tabs. */
export function listenToTabs(root: HTMLElement): void {
  root.addEventListener("keydown", (event) => {
    const tab = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role="tab"]') : null;
    if (!tab) return;
    const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const index = tabs.indexOf(tab);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const target = tabs[(next + tabs.length) % tabs.length];
    target?.click();
    target?.focus();
  });
}

const MARKS = ".fw-marks[tabindex]";

function controlOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(MARKS) : null;
}

function dotOf(event: Event): number | null {
  const dot = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-dot]")?.dataset.dot : undefined;
  return dot === undefined ? null : Number(dot);
}
