import type { Fighter } from "./gather";
import type { Participant } from "./globals";
import type { HandDeed } from "./hands";
import type { Chance } from "./random";
import type { Situation } from "./situation";

/** Who sits at the table; `window` is a second window of the Gamemaster's. */
export const GMS = ["gamemaster", "assistant", "window"] as const;
export const PLAYERS = ["anna", "ben"] as const;
export type Seat = (typeof GMS)[number] | (typeof PLAYERS)[number];
export const SEATS: readonly Seat[] = [...GMS, ...PLAYERS];

/** What a GM has buttons for. */
export type Button = "next" | "back" | "begin" | "adjust" | "roll" | "rollAll";

/** One thing that happens in a soak; plain data, so that a failure can be printed and played again. */
export type Operation =
  | { readonly kind: "wish"; readonly seat: Seat; readonly op: string; readonly participant: Participant | null; readonly args: object; readonly times: number }
  | { readonly kind: "use"; readonly seat: Seat; readonly who: Participant; readonly key: string; readonly targets: readonly Participant[] }
  | { readonly kind: "press"; readonly seat: Seat; readonly button: Button; readonly id: string; readonly value: number }
  | { readonly kind: "together"; readonly seat: Seat; readonly ids: readonly string[]; readonly value: number }
  | { readonly kind: "hand"; readonly seat: Seat; readonly deed: HandDeed }
  | { readonly kind: "tamper"; readonly seat: Seat; readonly id: string }
  | { readonly kind: "setting"; readonly seat: Seat; readonly key: string; readonly value: boolean }
  | { readonly kind: "fault"; readonly seat: Seat; readonly fault: "drop" | "reload" | "kill" | "leave" | "delay" | "window" };

/** What the one who draws knows of the table. */
export interface Table {
  readonly present: readonly Seat[];
  /** Ids of the users. */
  readonly users: Readonly<Record<Seat, string>>;
  readonly fighters: readonly Fighter[];
  readonly now: Situation;
  /** May a step be taken back while later ones stand? What that cannot give back exactly stays as it is. */
  readonly rough: boolean;
}

export const NO_CHOICES = {};

export const isGm = (seat: Seat): boolean => GMS.some((gm) => gm === seat);

/** The one who draws, with who does it: someone at the table, a GM where there is one. */
export class Hand {
  readonly table: Table;
  readonly chance: Chance;

  constructor(table: Table, chance: Chance) {
    this.table = table;
    this.chance = chance;
  }

  anybody(): Seat {
    return this.chance.pick(this.table.present) ?? "gamemaster";
  }

  gm(): Seat {
    return this.chance.pick(this.table.present.filter(isGm)) ?? this.anybody();
  }

  /** A player who owns it, mostly; else a GM. */
  owner(fighter: Fighter): Seat {
    const { present, users } = this.table;
    const players = PLAYERS.filter((seat) => present.includes(seat) && fighter.owners.includes(users[seat]));
    return (players.length > 0 && this.chance.happens(0.85) ? this.chance.pick(players) : undefined) ?? this.gm();
  }

  /** Does somebody wish it twice? */
  times(): number {
    return this.chance.happens(0.05) ? 2 : 1;
  }

  wish(op: string, args: object, participant: Participant | null, seat: Seat): Operation {
    return { kind: "wish", seat, op, participant, args, times: this.times() };
  }

  press(button: Button, id = "", value = 0): Operation {
    return { kind: "press", seat: this.gm(), button, id, value };
  }

  /** A GM does something by hand. */
  hand(deed: HandDeed, seat = this.gm()): Operation {
    return { kind: "hand", seat, deed };
  }

  /** Those who fight, awake or not, beside one. */
  others(id: string): Fighter[] {
    return this.table.fighters.filter((fighter) => fighter.id !== id && fighter.participant !== null);
  }

  byActor(actor: string): Fighter | undefined {
    return this.table.fighters.find(({ participant }) => participant?.actor === actor);
  }

  byId(id: string): Fighter | undefined {
    return this.table.fighters.find((fighter) => fighter.id === id);
  }
}
