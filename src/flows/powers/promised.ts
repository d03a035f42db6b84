import { RuleError } from "../../rules/errors";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import type { Modifier, ModifierSource } from "../../rules/modifiers/types";
import type { PowerUser } from "../../rules/powers/use";
import { spendFate } from "../../rules/tracks/fate";
import { spendWill } from "../../rules/tracks/will";
import { findActor } from "../commit/write";
import { participantOf } from "../exchange/participants";
import { afterPaying, payerOf } from "./held";

/** What is declared with a roll and paid once that is made. */
const PROMISED: readonly ModifierSource[] = ["power", "support"];

/** Points that everybody has left while an exchange takes what was promised. */
class Purse {
  readonly #left = new Map<string, PowerUser>();

  /** Takes the cost of a power, whole or not at all. @returns false where it is not there */
  take({ cost: { will = 0, fate = 0 } = {}, payer }: Modifier, roller: Participant): boolean {
    const uuid = payer ?? roller.actor;
    const actor = findActor(uuid);
    if (actor === null) return true;
    const user = this.#left.get(uuid) ?? payerOf(actor, uuid === roller.actor ? roller : participantOf(actor));
    const { passives, free = { will: 0, fate: 0 } } = user;
    const refusal = RuleError.refusal(() => {
      spendWill(user.will, will, { passives, free: free.will });
      spendFate(user.fate, fate, { passives, free: free.fate });
    });
    if (refusal !== null) return false;
    this.#left.set(uuid, afterPaying(user, { will, fate }));
    return true;
  }

  /** The modifiers with the powers and the support off for which nobody can pay any more; where the points do for one of them, the power has them. */
  paid(modifiers: readonly Modifier[], roller: Participant): readonly Modifier[] {
    return modifiers.map((modifier) => (!PROMISED.includes(modifier.source) || !modifier.enabled || modifier.cost === undefined || this.take(modifier, roller) ? modifier : { ...modifier, enabled: false }));
  }
}

/** The parts of one action: what is paid with the first of them counts in the others. */
function paidParts<Half extends { readonly modifiers: readonly Modifier[] }>(purse: Purse, parts: readonly Half[], roller: Participant): readonly Half[] {
  const first = purse.paid(parts[0]?.modifiers ?? [], roller);
  return parts.map((part, place) => ({ ...part, modifiers: place === 0 ? first : purse.paid(alike(part.modifiers, first), roller) }));
}

/** Modifiers with those off that are off in a list of which these are a variant. */
const alike = (modifiers: readonly Modifier[], model: readonly Modifier[]): readonly Modifier[] =>
  modifiers.map((modifier) => (PROMISED.includes(modifier.source) && model.some(({ key, enabled }) => key === modifier.key && !enabled) ? { ...modifier, enabled: false } : modifier));

/**
 * An exchange before its first die: a power or support whose points have gone meanwhile, by a second exchange or by hand, brings nothing to its
 * roll, so that no dice count which nobody pays (Powers, Overview).
 */
export function withPaidPowers(state: ExchangeState): ExchangeState {
  const purse = new Purse();
  const { declaration, attacker } = state;
  const parts = declaration.parts === undefined ? undefined : paidParts(purse, declaration.parts, attacker.participant);
  const modifiers = parts?.[0]?.modifiers ?? purse.paid(declaration.modifiers, attacker.participant);
  return {
    ...state,
    declaration: { ...declaration, modifiers, ...(parts === undefined ? {} : { parts }) },
    targets: state.targets.map((target) => {
      const own = target.modifiers === undefined ? {} : { modifiers: alike(target.modifiers, parts?.[target.part ?? 0]?.modifiers ?? modifiers) };
      const { answer, side } = target;
      if (answer?.kind !== "reaction") return { ...target, ...own };
      const halves = answer.parts === undefined ? undefined : paidParts(purse, answer.parts, side.participant);
      const answered = halves?.[0]?.modifiers ?? purse.paid(answer.modifiers, side.participant);
      return { ...target, ...own, answer: { ...answer, modifiers: answered, ...(halves === undefined ? {} : { parts: halves }) } };
    }),
  };
}
