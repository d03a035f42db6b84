import { handsOn } from "../flows/intents";

/** Of several windows of one GM the one commits that somebody works in, the pages of windows that were detached from it included. */
export function watchHands(): void {
  const watched = new WeakSet<Document>();
  Hooks.on("renderApplicationV2", ({ element }) => {
    const page = element.ownerDocument;
    if (watched.has(page)) return;
    watched.add(page);
    for (const sign of ["pointerdown", "keydown"] as const) page.addEventListener(sign, handsOn, true);
  });
}
