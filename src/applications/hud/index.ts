import { TickBar } from "./tick-bar";
import { addTokenButtons } from "./token-buttons";

/** Puts the tick bar over the canvas once there is an interface to put it into: views without one have no tracker either. */
export function openTickBar(): void {
  const open = (): void => new TickBar().watch();
  if (ui.combat?.rendered === true) open();
  else Hooks.once("renderCombatTracker" as "canvasReady", open);
}

/** Gives the menu of a token the buttons of a fighter. */
export function watchTokenMenus(): void {
  Hooks.on("renderTokenHUD", (menu, element) => {
    const { document } = menu as unknown as { document: TokenDocument.Implementation | null };
    if (document) addTokenButtons(document, element as unknown as HTMLElement);
  });
}
