type Window = foundry.applications.api.ApplicationV2;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A window that asks somebody something, and what it is about. */
interface Asking {
  readonly window: Window;
  readonly takeFocus: () => void;
}

/** Pixels between a prompt and whatever is beside it. */
const GAP = 8;

/** The prompts that are open, the oldest first. */
const asking: Asking[] = [];

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top));

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

/** Where prompts may stand: beside the sidebar, below the bar of the clock. */
function room(): Box {
  const sidebar = document.getElementById("sidebar")?.getBoundingClientRect();
  const bar = document.getElementById("fatewalker-tick-bar")?.getBoundingClientRect();
  const right = sidebar !== undefined && sidebar.width > 0 ? sidebar.left : window.innerWidth;
  const top = bar !== undefined && bar.height > 0 ? bar.bottom + GAP : GAP;
  return { left: GAP, top, width: right - 2 * GAP, height: window.innerHeight - top - GAP };
}

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

/**
 * The best of the places where a window of this size could stand: over none of the tokens, over no other prompt, else over as little
 * of them as can be; as far to the right and as high as that allows.
 * @param others the prompts that stand already
 * @param tokens those that the question is about
 */
export function placeFor(size: { readonly width: number; readonly height: number }, within: Box, others: readonly Box[], tokens: readonly Box[]): { readonly left: number; readonly top: number } {
  const right = within.left + within.width;
  const bottom = within.top + within.height;
  const lefts = [right - size.width, right - 2 * size.width - GAP, ...tokens.map(({ left, width }) => left + width + GAP), ...tokens.map(({ left }) => left - size.width - GAP), within.left];
  const tops = [within.top, ...others.map(({ top, height }) => top + height + GAP), ...tokens.map(({ top, height }) => top + height + GAP), bottom - size.height];
  const places = lefts.flatMap((left) => tops.map((top) => ({ left: Math.max(within.left, Math.min(left, right - size.width)), top: Math.max(within.top, Math.min(top, bottom - size.height)) })));
  const covered = (place: { left: number; top: number }, boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + overlap({ ...place, ...size }, box), 0);
  const worth = places.map((place) => ({ place, others: covered(place, others), tokens: covered(place, tokens) }));
  // A question that lies under another is lost; a token can still be seen by moving the window.
  worth.sort((one, other) => one.others - other.others || one.tokens - other.tokens || other.place.left - one.place.left || one.place.top - other.place.top);
  return worth[0]?.place ?? { left: within.left, top: within.top };
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
  const { width, height } = boxOf(window.element);
  const size = { width: typeof window.position.width === "number" ? window.position.width : width, height };
  const others = asking.map((entry) => boxOf(entry.window.element));
  const place = placeFor(size, room(), others, tokenBoxes(tokens));
  window.setPosition(place);
  // A window is put in its first place when it is drawn, whatever was said before.
  window.addEventListener("render", () => void window.setPosition(place), { once: true });
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
