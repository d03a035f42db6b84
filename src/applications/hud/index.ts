import { TickBar } from "./tick-bar";

/** Puts the tick bar over the canvas; at ready. */
export function openTickBar(): void {
  new TickBar().watch();
}
