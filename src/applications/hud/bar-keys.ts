const PORTRAITS = "button.fw-bar-portrait";

/**
 * Moves the focus along the portraits, as in any bar of tools: one of them is reached by Tab, the arrows go on from there.
 * @returns false for a key that moves nothing
 */
export function moveFocus(root: HTMLElement, from: HTMLElement, key: string): boolean {
  const portraits = [...root.querySelectorAll<HTMLElement>(PORTRAITS)];
  const index = portraits.indexOf(from);
  const to: Readonly<Record<string, number>> = { ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1, Home: 0, End: portraits.length - 1 };
  const wanted = to[key];
  if (wanted === undefined || index < 0) return false;
  const next = portraits[Math.max(0, Math.min(portraits.length - 1, wanted))];
  if (next === undefined) return true;
  for (const portrait of portraits) portrait.tabIndex = portrait === next ? 0 : -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}
