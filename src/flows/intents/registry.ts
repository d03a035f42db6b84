import { RuleError } from "../../rules/errors";
import type { IntentOperation } from "../../rules/exchange/types";
import type { WishHandler } from "./types";

const handlers = new Map<IntentOperation, WishHandler>();

/** Says who fulfils wishes of one kind; each kind has one handler. */
export function handleWishes(op: IntentOperation, handler: WishHandler): void {
  handlers.set(op, handler);
}

/** @throws RuleError when nobody fulfils such wishes */
export function handlerOf(op: IntentOperation): WishHandler {
  const handler = handlers.get(op);
  if (handler === undefined) throw new RuleError("FATEWALKER.Intent.Unknown", { op });
  return handler;
}
