import { record, text } from "../../data/message/read";

/*
 * One person may have the table open in several windows, on one computer or on two; all of them are the active GM. Only one of them
 * may commit: the one that sat down last, by a name that it writes on its own user. A window sits down when it begins to commit, when
 * somebody lays hands on it, and when a wish has waited too long for the window that has the seat, which may be gone. One that is long at
 * work, since dice fall or the table is slow, gives signs of life.
 */

/** Another window commits now: what this one was about to write is the other's to do, or is done already. Nobody is told. */
export class SeatLost extends Error {
  override readonly name = "SeatLost";

  constructor() {
    super("Another window commits.");
  }
}

/** This window's own name; every page that is loaded has another. */
let own = "";
/** Has the table heard of it? Until then nobody else knows better. */
let seated = false;

const ownName = (): string => (own ||= foundry.utils.randomID());

/** Name of the window that commits for a user; empty: none has ever. */
export const seatOf = (user: User.Implementation | null): string => text(record(record(user?.flags).fatewalker).seat);

/** Does this window commit, where its user does? */
export const hasSeat = (): boolean => !seated || seatOf(game.user) === ownName();

/**
 * Sits down: from now on this window commits and every other of the same user does not.
 * @returns true when another window had the seat, whose last writes may be on their way
 */
export async function takeSeat(): Promise<boolean> {
  const before = seatOf(game.user);
  if (before === ownName()) return false;
  await game.user?.update({ flags: { fatewalker: { seat: ownName() } } } as never);
  seated = true;
  return before !== "";
}

/** The last sign of life of the window that commits for a user; another one each time. */
export const pulseOf = (user: User.Implementation | null): string => text(record(record(user?.flags).fatewalker).pulse);

/** This window is still at work. */
export async function givePulse(): Promise<void> {
  await game.user?.update({ flags: { fatewalker: { pulse: foundry.utils.randomID() } } } as never);
}
