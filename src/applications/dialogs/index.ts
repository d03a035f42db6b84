import { useCheckWindows } from "../../flows/checks";
import { useExchangeWindows } from "../../flows/exchange";
import { CheckDialog } from "./check-dialog";
import { confirmSelf } from "./confirm-self";
import { DeclareDialog } from "./declare-dialog";
import { watchEngagementWindow } from "./engagement-dialog";
import { useFocusWindow, useOfferWindows } from "../../flows/powers";
import { askFocus } from "./focus-dialog";
import { openOfferFor, openPrompt } from "./prompts";

export { makeAlone, openChange, openCorrect, openJoin } from "./amend-windows";
export { watchForArrivals } from "./arrivals";
export { openOffers, openPrompt, watchForPrompts } from "./prompts";
export { openStepIn, watchForStepIns } from "./step-in-prompts";

/** Gives the flows their windows. */
export function registerDialogs(): void {
  useExchangeWindows({
    declare: (request) => new DeclareDialog(request).ask(),
    react: openPrompt,
    confirmSelf,
  });
  useOfferWindows(openOfferFor);
  useFocusWindow(askFocus);
  watchEngagementWindow();
  useCheckWindows({ check: (request) => new CheckDialog(request).ask() });
}
