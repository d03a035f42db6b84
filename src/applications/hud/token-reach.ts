interface Hoverable {
  _onHoverIn?(event: Event, options: object): void;
  _onHoverOut?(event: Event): void;
}

/** Marks the token of a combatant on the scene in view as if the pointer were over it. */
export function lightToken(combatant: Combatant.Implementation | null, event: Event, lit: boolean): void {
  const hoverable = (combatant?.token?.object ?? null) as Hoverable | null;
  if (!canvas?.ready || hoverable === null) return;
  if (lit) hoverable._onHoverIn?.(event, { hoverOutOthers: true });
  else hoverable._onHoverOut?.(event);
}

/** Brings the token of a combatant into view and takes hold of it where its owner does so; on another scene nothing moves. */
export async function panToCombatant({ token }: Combatant.Implementation): Promise<void> {
  const placeable = token?.object;
  if (!canvas?.ready || token?.parent?.id !== canvas.scene?.id || !placeable) return;
  if (placeable.isOwner) placeable.control({ releaseOthers: true });
  await canvas.animatePan({ x: placeable.center.x, y: placeable.center.y });
}

/** Opens the sheet of a combatant's own actor, an unlinked token's where there is one, with the keyboard in it. */
export async function openCombatantSheet({ actor }: Combatant.Implementation): Promise<void> {
  const sheet = actor?.sheet;
  if (!(sheet instanceof foundry.applications.api.ApplicationV2)) return;
  await sheet.render({ force: true });
  sheet.bringToFront();
  sheet.element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], [role="tab"]')?.focus();
}
