import type { ExchangeState, Participant } from "./types";

/** What a GM put in the place of what the dice say of the attack on one target; missing: the dice count. */
export interface Correction {
  /** Successes of the attack roll, 0 or more. */
  readonly successes?: number;
  /** Points of damage before a parry and Absorb, 0 or more. */
  readonly points?: number;
}

/** One change that somebody made to an exchange after it was declared: the trace that its card keeps. Names are those that everyone may see. */
export type Amendment = {
  /** Name of the person. */
  readonly by: string;
} & (
  | { readonly kind: "joined"; readonly name: string }
  | { readonly kind: "target"; readonly from: string; readonly to: string }
  | { readonly kind: "successes"; readonly of: Participant; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: "points"; readonly of: Participant; readonly name: string; readonly from: number; readonly to: number }
);

/** Keeps the trace of a change (readings, Attacks that are changed after they were declared). */
export function withAmendment(state: ExchangeState, amendment: Amendment): ExchangeState {
  return { ...state, amendments: [...(state.amendments ?? []), amendment] };
}

/** A change as a card may tell it: a localisation key with its values. */
export interface AmendmentNotice {
  readonly key: string;
  readonly data: Readonly<Record<string, string | number>>;
}

const KEYS = { joined: "FATEWALKER.Amend.Did.Joined", target: "FATEWALKER.Amend.Did.Target", successes: "FATEWALKER.Amend.Did.Successes", points: "FATEWALKER.Amend.Did.Points" } as const;

/**
 * The trace in words. How much damage was changed on somebody whose numbers are hidden stays with the GM: players read that it was
 * (Dramatic Scenes, The Attack Roll).
 */
export function amendmentNotices({ amendments = [] }: ExchangeState, hide: (participant: Participant) => boolean): AmendmentNotice[] {
  return amendments.map((entry): AmendmentNotice => {
    switch (entry.kind) {
      case "joined":
        return { key: KEYS.joined, data: { by: entry.by, name: entry.name } };
      case "target":
        return { key: KEYS.target, data: { by: entry.by, from: entry.from, to: entry.to } };
      default: {
        const { by, name, from, to } = entry;
        return entry.kind === "points" && hide(entry.of) ? { key: `${KEYS.points}Unseen`, data: { by, name } } : { key: KEYS[entry.kind], data: { by, name, from, to } };
      }
    }
  });
}
