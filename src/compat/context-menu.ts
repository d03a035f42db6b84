/** An entry of a context menu, whatever the Foundry in use calls its parts. */
export interface MenuEntry {
  /** Localisation key. */
  readonly label: string;
  /** Classes of an icon: `fa-solid fa-file-export`. */
  readonly icon: string;
  visible(target: HTMLElement): boolean;
  run(target: HTMLElement): unknown;
}

interface ForeignEntry {
  readonly label?: string;
  readonly name?: string;
}

/** Adds an entry to a menu once: V14 reads `label visible onClick`, V13 `name condition callback` and an icon as HTML. */
export function addMenuEntry(entries: object[], { label, icon, visible, run }: MenuEntry): void {
  if (entries.some((entry) => (entry as ForeignEntry).label === label || (entry as ForeignEntry).name === label)) return;
  if (game.release.generation >= 14) entries.push({ label, icon, visible, onClick: (_event: Event, target: HTMLElement) => run(target) });
  else entries.push({ name: label, icon: `<i class="${icon}"></i>`, condition: visible, callback: run });
}
