import type { PowerCard, PowerSeats, Deed, Points } from "./seats";

/* The table of powers as cases: how each is used at the table, and what it comes to by hand. */

/** What is read at the end, by name. */
export type Numbers = Readonly<Record<string, unknown>>;

/** A power that is paid for. */
export interface SpendCase {
  /** What the rules print, in a few words. */
  readonly rule: string;
  /** Who has it and pays for it. */
  readonly payer?: "hero" | "friend" | "maker";
  /** Points that this use takes. */
  readonly cost: Points;
  /** What everybody is like, where that matters: applied before the power is used. */
  readonly prepare?: (t: PowerSeats) => Promise<void>;
  /** Everything up to the moment in which it may be used. */
  readonly before?: (t: PowerSeats) => Promise<void>;
  /** The wish that uses it. */
  readonly use: (t: PowerSeats) => Promise<Deed>;
  /** What is sent in its place by whoever does not use it; null: nothing has to be. */
  readonly instead?: (t: PowerSeats) => Promise<Deed | null>;
  /** From there to the end of it. */
  readonly after?: (t: PowerSeats) => Promise<void>;
  readonly read: (t: PowerSeats) => Promise<Numbers>;
  /** What is read without it, and with it. */
  readonly plain: Numbers;
  readonly used: Numbers;
  /** What is read once it was taken back, and how that is done: by the exchange that it was used in, or by its own card. */
  readonly undone: Numbers;
  readonly undo?: (t: PowerSeats) => Promise<void>;
  /** Key of the refusal without points; null: then nobody is even asked. */
  readonly broke: string | null;
  /** Where it has no place: how it is tried there, and the key of the refusal; null: it is not offered there. */
  readonly elsewhere: { readonly what: string; readonly try: (t: PowerSeats) => Promise<void>; readonly refusal: string | null };
  /**
   * A second active power on the same test: how it is tried, and the key of the refusal; null: nobody is asked about any of these rolls. A text
   * says why the power touches no test at all.
   */
  readonly second: string | { readonly what: string; readonly powers: readonly string[]; readonly about: readonly string[]; readonly try: (t: PowerSeats) => Promise<void>; readonly refusal: string | null };
}

/** A power that works by itself. */
export interface PassiveCase {
  readonly rule: string;
  /** Who has it: the numbers are those of somebody with it, and of the same person without. */
  readonly holder?: "hero" | "foe" | "maker";
  /** What happens, and what is read of it. */
  readonly act: (t: PowerSeats) => Promise<Numbers>;
  readonly without: Numbers;
  readonly withIt: Numbers;
}

/** Is anybody asked about this roll or damage? */
export const asksAbout = ({ offers }: PowerCard, what: string): boolean => offers.some(({ key }) => key.includes(`|${what}`));
