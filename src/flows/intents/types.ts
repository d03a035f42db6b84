import type { IntentOperation, Participant } from "../../rules/exchange/types";

/** A wish as the active GM's client sees it: its author is vouched for by the server, the rest is only claimed. */
export interface Wish {
  readonly op: IntentOperation;
  readonly author: User.Implementation;
  /** For whom it is wished, with the actor that really stands there; the author owns it. Null for wishes about no one. */
  readonly subject: { readonly participant: Participant; readonly actor: Actor.Implementation } | null;
  readonly args: Readonly<Record<string, unknown>>;
  readonly nonce: string;
  /** Id of the message that carries it. */
  readonly message: string;
}

/**
 * Fulfils a wish. It runs inside the commit queue, so it must use `commitNow` and its kind, check clock and phase against
 * fresh documents, and never wait for a person.
 * @returns `waits` when a person has to decide first: the wish stays until another one settles it
 * @throws RuleError  the wish is refused with that reason
 */
export type WishHandler = (wish: Wish) => Promise<void | "waits">;
