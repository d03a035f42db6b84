/** What goes on with the fight, or begins it, or makes one; the last of all is there for everybody. */
const ONWARD = ['[data-action="fwNext"]', '[data-action="fwBegin"]', '[data-action="fwUndoEnd"]', '[data-action="fwCreate"]', ".fw-row-main"] as const;

const among = (name: string, value: string): string => `[data-${name}="${CSS.escape(value)}"]`;

/** Those that stand beside this one in a list, the next first, then the one before. */
function neighbours(own: Element | null, rows: string, named: (row: HTMLElement) => string | null): string[] {
  const all = [...(own?.parentElement?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const index = all.findIndex((row) => row === own);
  return [...all.slice(index + 1), ...all.slice(0, Math.max(0, index)).reverse()].flatMap((row) => named(row) ?? []);
}

const eventButton = (row: HTMLElement): string | null => {
  const id = row.querySelector<HTMLElement>("[data-event-id]")?.dataset.eventId;
  return id === undefined ? null : `button${among("event-id", id)}`;
};

const requestButton = (row: HTMLElement): string | null => {
  const id = row.querySelector<HTMLElement>("[data-request]")?.dataset.request;
  return id === undefined ? null : `button${among("request", id)}`;
};

/** A hand on the mouse leaves the keyboard to the canvas. */
const isByKeyboard = (element: HTMLElement): boolean => element.matches(":focus-visible");

/**
 * Where the keyboard goes in the tracker when the button that it was on is no longer there: to the row of the same
 * fighter, to the event or the request beside it, to the log; else to what goes on with the fight.
 * @returns selectors, the best first; none where nobody was at the keyboard
 */
export const nextToLost = (lost: HTMLElement): string[] => (isByKeyboard(lost) ? besides(lost) : []);

/** Where the keyboard comes back to from a question that a button has asked: to the button, else as if that were lost. */
export function backTo(button: HTMLElement): string[] {
  const { focus } = button.dataset;
  return focus === undefined || !isByKeyboard(button) ? nextToLost(button) : [among("focus", focus), ...besides(button)];
}

function besides(lost: HTMLElement): string[] {
  const { combatantId } = lost.closest<HTMLElement>("[data-combatant-id]")?.dataset ?? {};
  if (combatantId !== undefined) return [`${among("combatant-id", combatantId)} .fw-row-main`, ...ONWARD];
  if (lost.dataset.eventId !== undefined) return [`button${among("event-id", lost.dataset.eventId)}`, ...neighbours(lost.closest(".fw-event-row"), ".fw-event-row", eventButton), '[data-action="fwAddEvent"]', ...ONWARD];
  if (lost.closest(".fw-log") !== null) return [...neighbours(lost.closest(".fw-log-request"), ".fw-log-request", requestButton), '[data-action="fwLogFold"]', ...ONWARD];
  return [...ONWARD];
}
