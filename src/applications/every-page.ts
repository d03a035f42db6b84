/**
 * Does something once with every page that shows a window: the host's own, and those that people detach from it.
 */
export function onEveryPage(watch: (page: Document) => void): void {
  const watched = new WeakSet<Document>();
  Hooks.on("renderApplicationV2", ({ element }) => {
    const page = element.ownerDocument;
    if (watched.has(page)) return;
    watched.add(page);
    watch(page);
  });
}
