import { poolText } from "../../flows/exchange/pool-text";
import { payableSupport, type SupportOffer } from "../../flows/checks/support";
import type { Pool } from "../../rules/dice/types";
import { say } from "../../helpers/text";
import { costText } from "./powers-view";

/** The choice of a skill that supports a roll. */
export interface SupportView {
  readonly cost: string;
  /** The first one is none. */
  readonly options: readonly { readonly key: string; readonly name: string; readonly chosen: boolean }[];
  readonly disabled: boolean;
  /** Why it cannot be paid; empty: it can. */
  readonly problem: string;
}

/** Support that a roll may have, one roll of it at most, with what it costs (core rules, Dice; Powers, Basic Will Expenditures). */
export function supportView({ options, chosen, cost, refusal }: SupportOffer): SupportView | null {
  if (options.length === 0) return null;
  const named = options.map(({ key, name, branch, pool }) => ({
    key, chosen: key === chosen?.key,
    name: branch === null || branch === name ? say("FATEWALKER.Dialog.Support.Branch", { name, pool: poolText(pool) }) : say("FATEWALKER.Dialog.Support.Leaf", { name, branch, pool: poolText(pool) }),
  }));
  return {
    cost: costText({ will: cost, fate: 0 }),
    options: [{ key: "", chosen: chosen === null, name: say("FATEWALKER.Dialog.Support.None") }, ...named],
    // A choice that cannot stand any more can be taken back.
    disabled: refusal !== null && chosen === null,
    problem: refusal === null ? "" : say(refusal.key, refusal.data),
  };
}

/** The dice of a roll, with those of the skill that supports it. */
export function poolLine(pool: Pool, support: SupportOffer): string {
  const chosen = payableSupport(support);
  return chosen === null ? poolText(pool) : say("FATEWALKER.Dialog.Support.Pool", { pool: poolText(pool), skill: chosen.name, support: poolText(chosen.pool) });
}
