/**
 * Is a window open, be it at rest or just being drawn anew? The host's `rendered` may say no while it is drawn: whoever
 * asked that in such a moment would leave the window with what is old, or open a second one in its place.
 */
export function isOpen({ state }: Pick<foundry.applications.api.ApplicationV2, "state">): boolean {
  const { RENDERING, RENDERED } = foundry.applications.api.ApplicationV2.RENDER_STATES;
  return state === RENDERING || state === RENDERED;
}
