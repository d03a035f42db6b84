import { areSimultaneous, comesFirst, declaringIds, isDue, mayPreempt, sortedEntries } from "../../rules/clock/order";
import type { ClockEntry, ClockState } from "../../rules/clock/types";

/** What the tracker knows of a combatant beside the clock. */
export interface Person {
  readonly name: string;
  readonly img: string;
  readonly hidden: boolean;
  /** May this viewer act for it? */
  readonly isOwner: boolean;
  /** Does it belong to a player? */
  readonly isPlayers: boolean;
  /** Does it stand on the players' side though it is none of theirs? */
  readonly isFriend?: boolean;
  /** May this viewer read its numbers? */
  readonly numbersShown: boolean;
  /** What it is doing beside waiting, in a few words and in full; empty: nothing. */
  readonly doing: { readonly short: string; readonly full: string };
  /** It is dead, and that is all there is to say of it. */
  readonly isDead: boolean;
  /** How far it is with its secret declaration; null: it makes none. */
  readonly declaring: null | "declared" | "deciding" | "again" | "showing";
}

export interface Viewer {
  readonly isGM: boolean;
}

/** A sentence for the reader: a localisation key and its values. */
export interface Sentence {
  readonly key: string;
  readonly data: Readonly<Record<string, string>>;
}

export const GROUP_KINDS = ["now", "due", "coming", "undecided", "holding", "out"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface TrackerRow extends Person {
  readonly id: string;
  readonly kind: GroupKind;
  /** Action Tick, or the tick from which a holder may preempt; null: no initiative. */
  readonly tick: number | null;
  /** Ticks from now; negative when overdue; null without a tick or before the clock runs. */
  readonly distance: number | null;
  /** Why it stands where it stands, or what it may do. */
  readonly notes: readonly Sentence[];
  readonly can: {
    readonly hold: boolean;
    readonly release: boolean;
    readonly act: boolean;
    /** Say how it moves. */
    readonly move: boolean;
    /** Say how it stands to another. */
    readonly engage: boolean;
    readonly roll: boolean;
    readonly adjust: boolean;
    readonly defeat: boolean;
    readonly revive: boolean;
    /** Have it declare anew what it has declared in secret. */
    readonly again: boolean;
  };
}

export interface TrackerGroup {
  readonly kind: GroupKind;
  readonly rows: readonly TrackerRow[];
}

function kindOf(state: ClockState, entry: ClockEntry, declaring: readonly string[]): GroupKind {
  if (entry.state === "out") return "out";
  if (entry.state === "holding") return "holding";
  if (entry.actionTick === null) return "undecided";
  if (!isDue(state, entry)) return "coming";
  return declaring.includes(entry.id) ? "now" : "due";
}

/**
 * Why one stands before or behind another on the same tick, in the words of the rules. Numbers of Awareness stay with
 * those who may read them; names of those whom the viewer does not see are never told.
 */
function tieNotes(entry: ClockEntry, seen: readonly ClockEntry[], people: Readonly<Record<string, Person>>): Sentence[] {
  if (entry.state !== "ready" || entry.actionTick === null) return [];
  const sharing = seen.filter((other) => other.id !== entry.id && other.state === "ready" && other.actionTick === entry.actionTick);
  if (sharing.length === 0) return [];
  const group = sharing.filter((other) => areSimultaneous(entry, other));
  if (group.length > 0) {
    // Why they act together would tell everyone's Awareness to whoever knows the own one.
    const told = [entry, ...group].every(({ id }) => people[id]?.numbersShown === true);
    return [{ key: `FATEWALKER.Tracker.Together${told ? "Awareness" : ""}`, data: { names: group.map(({ id }) => people[id]?.name ?? "").join(", ") } }];
  }
  const first = sharing.every((other) => other.awareness < entry.awareness);
  const last = sharing.every((other) => other.awareness > entry.awareness);
  const place = first ? "First" : last ? "Last" : "Between";
  const numbers = people[entry.id]?.numbersShown === true;
  return numbers
    ? [{ key: `FATEWALKER.Tracker.Tie${place}Awareness`, data: { awareness: String(entry.awareness) } }]
    : [{ key: `FATEWALKER.Tracker.Tie${place}`, data: {} }];
}

function stateNotes(state: ClockState, entry: ClockEntry, kind: GroupKind, person: Person): Sentence[] {
  switch (kind) {
    case "holding": {
      // Whose Awareness is higher is for those to know who act for it.
      const waits = person.isOwner && !comesFirst(state, entry.id) ? [{ key: "FATEWALKER.Tracker.HolderWaits", data: {} }] : [];
      if (mayPreempt(state, entry.id)) return [{ key: "FATEWALKER.Tracker.MayPreempt", data: {} }, ...waits];
      return [{ key: "FATEWALKER.Tracker.MayPreemptFrom", data: { tick: String(entry.actionTick ?? state.tick) } }, ...waits];
    }
    case "undecided": return [{ key: "FATEWALKER.Tracker.NoInitiative", data: {} }];
    case "out": return [person.isDead ? { key: "FATEWALKER.Tracker.Dead", data: {} } : outNote(state, entry, person)];
    default: return [];
  }
}

/** Why somebody takes no part, and when that may change: that tells of its wounds, and is for those who may read its numbers. */
function outNote({ schedule }: ClockState, { id, out }: ClockEntry, { numbersShown }: Person): Sentence {
  if (out !== "unconscious") return { key: "FATEWALKER.Tracker.OutOfFight", data: {} };
  const waking = Object.values(schedule).find(({ kind, target }) => kind === "waking" && target === id);
  return waking === undefined || !numbersShown ? { key: "FATEWALKER.Tracker.Unconscious", data: {} } : { key: "FATEWALKER.Tracker.UnconsciousUntil", data: { tick: String(waking.tick) } };
}

const DECLARING = { declared: "FATEWALKER.Moment.Declared", deciding: "FATEWALKER.Moment.Deciding", again: "FATEWALKER.Moment.DeclaresAgain", showing: "FATEWALKER.Moment.Shows" } as const;

/** Who of a simultaneous group has declared and who has not: everybody sees that, and nothing else of it. */
const secretNotes = ({ declaring }: Person): Sentence[] => (declaring === null ? [] : [{ key: DECLARING[declaring], data: {} }]);

/**
 * The rows of the tracker as this viewer may see them, in the order of the clock; groups without rows are left out.
 * Hidden combatants do not exist for players.
 */
export function trackerGroups(state: ClockState, people: Readonly<Record<string, Person>>, viewer: Viewer): TrackerGroup[] {
  const seen = sortedEntries(state).filter(({ id }) => {
    const person = people[id];
    return person !== undefined && (viewer.isGM || !person.hidden);
  });
  const declaring = declaringIds(state);
  const rows = seen.flatMap((entry): TrackerRow[] => {
    const person = people[entry.id];
    if (person === undefined) return [];
    const kind = kindOf(state, entry, declaring);
    const canDeclare = person.isOwner && (kind === "now" || (kind === "due" && viewer.isGM));
    return [{
      ...person,
      id: entry.id,
      kind,
      tick: entry.actionTick,
      distance: entry.actionTick === null || state.tick < 1 ? null : entry.actionTick - state.tick,
      notes: [...secretNotes(person), ...tieNotes(entry, seen, people), ...stateNotes(state, entry, kind, person)],
      can: {
        hold: canDeclare,
        release: person.isOwner && kind === "holding",
        act: canDeclare || (person.isOwner && kind === "holding" && (viewer.isGM || comesFirst(state, entry.id))),
        move: person.isOwner && state.tick >= 1 && kind !== "out",
        engage: viewer.isGM && kind !== "out",
        roll: person.isOwner && kind === "undecided",
        adjust: viewer.isGM && (kind === "now" || kind === "due" || kind === "coming"),
        defeat: viewer.isGM && kind !== "out",
        revive: viewer.isGM && entry.out === "defeated",
        again: viewer.isGM && (person.declaring === "declared" || person.declaring === "showing"),
      },
    }];
  });
  // Without initiative nobody comes first, and the clock's order would tell players who has the higher Awareness.
  const placed = (kind: GroupKind, members: TrackerRow[]): TrackerRow[] => (kind === "undecided" && !viewer.isGM ? members.sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id)) : members);
  return GROUP_KINDS.map((kind) => ({ kind, rows: placed(kind, rows.filter((row) => row.kind === kind)) })).filter(({ rows: members }) => members.length > 0);
}
