import { nullableCount, nullableText, record } from "../../data/message/read";
import type { WaitingDice } from "../../rules/powers/timed";
import type { DocumentChange } from "../commit/types";

/** Where a combatant keeps what its powers began: it lasts no longer than the fight or scene that the combatant stands for. */
export const MEMORY = "flags.fatewalker.powers";

/** What powers have begun for one participant of a fight or scene (Powers, the Timing of each). */
export interface PowerMemory {
  /** Last tick of a berserk rage; null: none. */
  readonly berserk: number | null;
  /** Dice that wait for the next action. */
  readonly boon: WaitingDice | null;
  /** UUIDs of the actors on whom these lie: Fate's End, Balance, Justice. */
  readonly fatesEnd: string | null;
  readonly balance: string | null;
  readonly justice: string | null;
  /** Free points of Will that are spent. */
  readonly freeWill: number;
  /** How often a power is ready against the next harm by the clock (Tough). */
  readonly braced: number;
}

const NO_MEMORY: PowerMemory = { berserk: null, boon: null, fatesEnd: null, balance: null, justice: null, freeWill: 0, braced: 0 };

/** What the powers of a combatant have begun; nothing for somebody outside a fight. */
export function memoryOf(combatant: Combatant.Implementation | null): PowerMemory {
  if (combatant === null) return NO_MEMORY;
  const stored = record(foundry.utils.getProperty(combatant, MEMORY));
  const boon = record(stored.boon);
  const dice = nullableCount(boon.dice);
  return {
    berserk: nullableCount(stored.berserk),
    boon: dice === null ? null : { dice, until: nullableCount(boon.until) ?? 0 },
    fatesEnd: nullableText(stored.fatesEnd), balance: nullableText(stored.balance), justice: nullableText(stored.justice),
    freeWill: nullableCount(stored.freeWill) ?? 0,
    braced: nullableCount(stored.braced) ?? 0,
  };
}

/** The change that writes some of it down; it goes with a commit and back with its undo. */
export function memoryChange(combatant: Combatant.Implementation, changes: Partial<PowerMemory>): DocumentChange {
  return { action: "update", uuid: combatant.uuid, changes: Object.fromEntries(Object.entries(changes).map(([key, value]) => [`${MEMORY}.${key}`, value])) };
}
