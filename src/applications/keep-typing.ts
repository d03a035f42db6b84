type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface Typing {
  readonly element: HTMLElement;
  /** Selector of the focused element, true again after the rendering; null: nothing names it. */
  readonly selector: string | null;
  /** What stands in the field but was not saved yet; null: nothing. */
  readonly unsaved: string | null;
  readonly selection: readonly [start: number, end: number] | null;
}

/**
 * Runs `replace`, which puts new HTML into `root`, without taking anything from the person who is typing there: focus,
 * caret and a text that was not saved yet are where they were. Such a text is saved when the field is left, although
 * the browser, which saw no typing in the new field, would not say so.
 * @param nextTo  what takes the keyboard when the element that had it is gone, by selectors, the best first; asked before `replace`
 */
export function keepTyping(root: HTMLElement, replace: () => void, nextTo: (lost: HTMLElement) => readonly string[] = () => ['button[type="submit"]:enabled']): void {
  const typing = capture(root);
  const others = typing === null ? [] : nextTo(typing.element);
  // A browser calls a half-typed text changed when its field is taken away; the person has not finished it.
  root.addEventListener("change", halt, true);
  try {
    replace();
  } finally {
    root.removeEventListener("change", halt, true);
  }
  if (typing) restore(root, typing);
  // What had the keyboard may be gone or closed to it now: it stays in the window, by itself on what confirms.
  if (typing && !root.contains(root.ownerDocument.activeElement)) focusFirst(root, others);
}

/** Puts the keyboard on the first that is there. */
export function focusFirst(root: HTMLElement, selectors: readonly string[]): void {
  for (const selector of selectors) {
    const found = root.querySelector<HTMLElement>(selector);
    if (found !== null) return found.focus({ preventScroll: true });
  }
}

const halt = (event: Event): void => event.stopImmediatePropagation();

function capture(root: HTMLElement): Typing | null {
  const focused = root.ownerDocument.activeElement;
  if (!(focused instanceof HTMLElement) || !root.contains(focused)) return null;
  const selector = selectorOf(focused);
  if (!isTextControl(focused)) return { element: focused, selector, unsaved: null, selection: null };
  const unsaved = focused.value === focused.defaultValue ? null : focused.value;
  return { element: focused, selector, unsaved, selection: selectionOf(focused) };
}

function restore(root: HTMLElement, typing: Typing): void {
  const field = typing.selector === null ? null : root.querySelector<HTMLElement>(typing.selector);
  if (!field) return;
  if (root.ownerDocument.activeElement !== field) field.focus({ preventScroll: true });
  if (!isTextControl(field)) return;
  if (typing.unsaved !== null && typing.unsaved !== field.value) putBack(field, typing.unsaved);
  if (typing.selection) select(field, typing.selection);
}

/** Writes an unsaved text into a freshly rendered field and makes sure that leaving the field saves it. */
function putBack(field: TextControl, text: string): void {
  field.value = text;
  let saved = false;
  field.addEventListener("change", () => { saved = true; }, { once: true });
  field.addEventListener("blur", () => {
    if (!saved && field.isConnected && field.value !== field.defaultValue) field.dispatchEvent(new Event("change", { bubbles: true }));
  }, { once: true });
}

/** A selector by what names the element in the template: name, id, or what it is for. */
function selectorOf(element: HTMLElement): string | null {
  const name = element.getAttribute("name");
  if (name) {
    const value = element instanceof HTMLInputElement && element.type === "radio" ? `[value="${CSS.escape(element.value)}"]` : "";
    const row = element.closest<HTMLElement>("[data-item-id]")?.dataset.itemId;
    return `${row ? `[data-item-id="${CSS.escape(row)}"] ` : ""}${element.localName}[name="${CSS.escape(name)}"]${value}`;
  }
  if (element.id) return `#${CSS.escape(element.id)}`;
  const focusKey = element.dataset.focus;
  return focusKey ? `[data-focus="${CSS.escape(focusKey)}"]` : selectorByData(element);
}

/** What an element is for: its own data, and the row it stands in; a window has one button that confirms. */
function selectorByData(element: HTMLElement): string | null {
  const own = [...element.attributes].filter(({ name }) => name.startsWith("data-") && !name.startsWith("data-tooltip"));
  if (own.length === 0) return element instanceof HTMLButtonElement && element.type === "submit" ? 'button[type="submit"]' : null;
  const row = element.parentElement?.closest<HTMLElement>("[data-item-id]")?.dataset.itemId;
  return `${row ? `[data-item-id="${CSS.escape(row)}"] ` : ""}${element.localName}${own.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("")}`;
}

function isTextControl(element: Element): element is TextControl {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(element.type));
}

/** Number fields know no selection: the browser throws or says null. */
function selectionOf(field: TextControl): Typing["selection"] {
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}

function select(field: TextControl, [start, end]: readonly [number, number]): void {
  if (field.selectionStart !== null) field.setSelectionRange(start, end);
}
