import { TickBar } from "./tick-bar";

/** Puts the tick bar over the canvas once there is an interface to put it into: views without one have no tracker either. */
export function openTickBar(): void {
  const open = (): void => new TickBar().watch();
  if (ui.combat?.rendered === true) open();
  else Hooks.once("renderCombatTracker" as "canvasReady", open);
}
