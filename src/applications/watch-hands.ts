import { handsOn } from "../flows/intents";
import { onEveryPage } from "./every-page";

/** Of several windows of one GM the one commits that somebody works in. */
export const watchHands = (): void => onEveryPage((page) => {
  for (const sign of ["pointerdown", "keydown"] as const) page.addEventListener(sign, handsOn, true);
});
