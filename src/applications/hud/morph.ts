/**
 * Brings an element to look like another one, touching only what differs: children are matched by `data-key`, else by
 * their place and name. What stays keeps its focus, its listeners and its motion.
 */
export function morph(live: HTMLElement, wanted: HTMLElement): void {
  morphAttributes(live, wanted);
  const byKey = new Map<string, HTMLElement>();
  for (const child of live.children) {
    if (child instanceof HTMLElement && child.dataset.key !== undefined) byKey.set(child.dataset.key, child);
  }
  let place: ChildNode | null = live.firstChild;
  for (const next of [...wanted.childNodes]) {
    const match: ChildNode | null = matching(next, place, byKey);
    if (match === null) {
      live.insertBefore(next, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else live.insertBefore(match, place);
    if (match instanceof HTMLElement && next instanceof HTMLElement) morph(match, next);
    else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
  }
  while (place !== null) {
    const rest: ChildNode | null = place.nextSibling;
    place.remove();
    place = rest;
  }
}

/** The node that stands for the wanted one already; a key that is gone from its place is found by its key. */
function matching(next: ChildNode, place: ChildNode | null, byKey: ReadonlyMap<string, HTMLElement>): ChildNode | null {
  const key = next instanceof HTMLElement ? next.dataset.key : undefined;
  if (key !== undefined) return byKey.get(key) ?? null;
  if (place === null || place.nodeName !== next.nodeName) return null;
  return place instanceof HTMLElement && place.dataset.key !== undefined ? null : place;
}

function morphAttributes(live: HTMLElement, wanted: HTMLElement): void {
  for (const { name } of [...live.attributes]) {
    if (!wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}
