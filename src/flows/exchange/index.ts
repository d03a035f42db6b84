import { handleWishes } from "../intents/registry";
import { fulfilAmend } from "./amend";
import { fulfilDeclare } from "./declare";
import { fulfilReact } from "./react";
import { fulfilPreempt } from "../moment/preempt";

export { perform, react, awaitedAnswer, showAwaited, useExchangeWindows } from "./perform";
export { participantOf, participantOfToken, currentTargets } from "./participants";

/** Who fulfils the wishes of an exchange. */
export function handleExchangeWishes(): void {
  handleWishes("declare", fulfilDeclare);
  handleWishes("react", fulfilReact);
  handleWishes("preempt", fulfilPreempt);
  handleWishes("amend", fulfilAmend);
}
