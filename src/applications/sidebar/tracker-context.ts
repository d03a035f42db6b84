import { openExchanges } from "../../flows/moment/open";
import { groupRoll, secretOf, seemsAlone } from "../../flows/moment/secret";
import { clockState, combatantData, combatData, imageOf, mayMoveClock } from "../../flows/clock";
import { eventLabel, mayReadEvent } from "../../flows/events";
import { memoryOf } from "../../flows/powers/memory";
import { say, sayOr } from "../../helpers/text";
import { freeEventId, isFreeAction, waitingFreeActions } from "../../rules/clock/free";
import { freeActionsOpen, nextDue } from "../../rules/clock/order";
import { secondsOf } from "../../rules/clock/time";
import type { ClockState } from "../../rules/clock/types";
import { lastText } from "../dialogs/movement-view";
import { ambushNotes } from "./ambush-notes";
import { awaits, fightsHere } from "./tracker-actions";
import { engagementNotes, type Note } from "./engagement-notes";
import { WRITTEN_KINDS } from "./event-form";
import { trackerGroups, type GroupKind, type Person, type Sentence, type TrackerRow } from "./tracker-rows";

const told = ({ key, data }: Sentence): string => say(key, data);

interface RowContext extends Omit<TrackerRow, "notes" | "doing"> {
  readonly note: string;
  /** The note in full, where it is shortened; empty: it is not. */
  readonly noteHint: string;
  readonly at: string;
  readonly away: string;
  readonly label: string;
  readonly side: string;
  readonly isActive: boolean;
  /** An attack waits for its answer, and this person may give it. */
  readonly awaited: boolean;
  readonly hasActions: boolean;
}

interface GroupContext {
  readonly kind: GroupKind;
  readonly title: string;
  /** What stands under this title. */
  readonly hint: string;
  readonly rows: readonly RowContext[];
}

/** Something on the clock that is nobody's turn. */
interface EventRow {
  readonly id: string;
  readonly tick: number;
  readonly away: string;
  readonly label: string;
  readonly note: string;
  /** A GM wrote it by hand, and may change it. */
  readonly editable: boolean;
  /** What it means, where its name says little; empty: nothing to add. */
  readonly hint: string;
  /** The last step of this tick: whoever wished it may think better of it. */
  readonly last: boolean;
  readonly withdraw: boolean;
}

/** What the tracker's templates show. */
export interface TrackerContext {
  readonly isGM: boolean;
  readonly hasCombat: boolean;
  readonly begun: boolean;
  readonly isEmpty: boolean;
  /** There is another fight here that this person may show. */
  readonly several: boolean;
  readonly tick: number;
  readonly seconds: string;
  readonly clock: string;
  readonly groups: readonly GroupContext[];
  readonly events: readonly EventRow[];
  /** What it is, and what that costs. */
  readonly kind: string;
  readonly kindHint: string;
  /** A sentence in place of, or above, the rows; empty: none. */
  readonly hint: string;
  readonly canRollAll: boolean;
  readonly canRollNPC: boolean;
  readonly canBegin: boolean;
  readonly next: { readonly label: string; readonly detail: string; readonly disabled: boolean; readonly reason: string; readonly hint: string } | null;
  /** What a simultaneous group has handed in; null: nothing. */
  readonly secret: { readonly text: string; readonly canShow: boolean } | null;
}

/** Does the world keep the numbers of the GM's creatures from players? */
const hidesNumbers = (): boolean => game.settings.get("fatewalker", "hideNpcNumbers") === true;

/** What this viewer may know of a combatant beside the clock. */
export function personOf(combatant: Combatant.Implementation): Person {
  const isGM = game.user?.isGM === true;
  const isPlayers = !combatant.isNPC;
  const numbersShown = isGM || combatant.isOwner || isPlayers || !hidesNumbers();
  return {
    name: combatant.name ?? game.i18n.localize("FATEWALKER.Clock.Someone"),
    img: imageOf(combatant),
    hidden: combatant.hidden,
    isOwner: combatant.isOwner,
    isPlayers,
    isFriend: combatant.token?.disposition === CONST.TOKEN_DISPOSITIONS.FRIENDLY,
    numbersShown,
    doing: doing(combatant, numbersShown),
    isDead: combatant.actor?.statuses.has("dead") === true,
    declaring: declaring(combatant),
  };
}

/** How far a member of a simultaneous group is; null where it acts alone. */
function declaring({ id, combat }: Combatant.Implementation): Person["declaring"] {
  const roll = combat === null || combat.round < 1 ? null : groupRoll(combat);
  const secret = combat === null ? null : secretOf(combat);
  if (combat === null || id === null || roll === null || !roll.group.includes(id) || openExchanges(combat).length > 0 || seemsAlone(combat, roll)) return null;
  if (secret?.again.includes(id) === true) return "again";
  if (roll.missing.includes(id)) return "deciding";
  return secret?.phase === "showing" ? "showing" : "declared";
}

/** What the group whose turn it is has handed in, as everybody may know it. */
function secretContext(combat: Combat.Implementation, people: Readonly<Record<string, Person>>, isGM: boolean): TrackerContext["secret"] {
  const secret = secretOf(combat);
  const roll = groupRoll(combat);
  if (secret === null || roll === null || seemsAlone(combat, roll)) return null;
  const seen = Object.values(people).filter(({ hidden, declaring: how }) => how !== null && (isGM || !hidden));
  const declared = seen.filter(({ declaring: how }) => how === "declared" || how === "showing").length;
  const text = secret.phase === "showing" ? say("FATEWALKER.Moment.ShowingHint") : say("FATEWALKER.Moment.GroupHint", { declared, all: seen.length });
  return { text, canShow: isGM && secret.seals.length > 0 };
}

/** What somebody who still takes part is doing; whoever is out does nothing any more. */
function doing(combatant: Combatant.Implementation, numbersShown: boolean): Person["doing"] {
  if (combatant.isDefeated || combatant.actor?.statuses.has("dead") === true) return { short: "", full: "" };
  const data = combatantData(combatant);
  const parts: string[] = [];
  if (data?.movement) parts.push(game.i18n.localize(`FATEWALKER.Move.Doing.${data.movement.kind}`));
  if (data?.aim) parts.push(game.i18n.format("FATEWALKER.Tracker.Aiming", { bonus: String(data.aim.bonus) }));
  const { braced } = memoryOf(combatant);
  if (braced > 0 && numbersShown) parts.push(say("FATEWALKER.Tracker.Braced", { count: braced }));
  const notes = [...ambushNotes(combatant, numbersShown), ...parts.map((part): Note => ({ short: part, full: part })), ...lastNotes(combatant), ...engagementNotes(combatant)];
  const of = (words: "short" | "full"): string => notes.map((note) => note[words]).join(" · ");
  return { short: of("short"), full: of("full") };
}

/** What it does at the end of this tick, for those who may read it on the clock. */
function lastNotes({ combat, id }: Combatant.Implementation): Note[] {
  const event = combat === null ? undefined : clockState(combat).schedule[freeEventId(id ?? "")];
  if (combat === null || id === null || event === undefined || !mayReadEvent(combat, event)) return [];
  const text = lastText(combat, id);
  return [{ short: text, full: text }];
}

/** Letters of a note that its two lines in the narrowest sidebar hold. */
const MOST_NOTE = 56;

function rowContext(row: TrackerRow, active: string | null, awaited: boolean): RowContext {
  const { doing: done, ...rest } = row;
  const words = (how: "short" | "full"): string => [done[how], ...row.notes.map(told)].filter((part) => part !== "").join(" · ");
  const note = words("short");
  const full = words("full");
  const at = row.tick === null ? "–" : String(row.tick);
  const away = distance(row);
  const label = [row.name, row.tick === null ? "" : game.i18n.format("FATEWALKER.Clock.AtTick", { tick: at }), away, full].filter((part) => part !== "").join(", ");
  const { can } = row;
  return {
    ...rest, note, noteHint: full === note && note.length <= MOST_NOTE ? "" : full, at, away, label, awaited,
    side: row.isPlayers || row.isFriend === true ? "pc" : "foe",
    isActive: row.id === active,
    hasActions: row.isOwner || Object.values(can).some(Boolean),
  };
}

function distance({ kind, distance: ticks }: TrackerRow): string {
  if (kind === "now") return game.i18n.localize("FATEWALKER.Tracker.Now");
  if (kind === "due") return game.i18n.localize("FATEWALKER.Tracker.Due");
  if (kind === "holding") return game.i18n.localize("FATEWALKER.Tracker.Held");
  return kind === "coming" && ticks !== null ? `+${ticks}` : "";
}

/** What the button that sends time on does now, and why it may not. */
function nextContext(combat: Combat.Implementation, state: ClockState, people: Readonly<Record<string, Person>>, isGM: boolean): TrackerContext["next"] {
  const user = game.user;
  if (state.tick < 1 || user === null) return null;
  const label = game.i18n.localize("FATEWALKER.Tracker.Next");
  const blocked = (reason: string) => ({ label, detail: "", disabled: true, reason, hint: reason });
  if (state.active !== null) {
    const person = people[state.active];
    const visible = person !== undefined && (isGM || !person.hidden);
    if (visible && combatData(combat)?.pending) return blocked(game.i18n.localize("FATEWALKER.Tracker.WaitForAnswers"));
    const deciding = Object.values(people).filter(({ declaring, hidden }) => (declaring === "deciding" || declaring === "again") && (isGM || !hidden));
    if (deciding.length > 0) return blocked(game.i18n.format("FATEWALKER.Tracker.WaitToDeclare", { names: deciding.map(({ name }) => name).join(", ") }));
    return blocked(visible ? game.i18n.format("FATEWALKER.Tracker.WaitFor", { name: person.name }) : game.i18n.localize("FATEWALKER.Tracker.WaitForGM"));
  }
  if (!mayMoveClock(combat, user)) return blocked(game.i18n.localize("FATEWALKER.Tracker.WaitForGM"));
  // Somebody whom this person cannot see is not next, nor is it told by silence that somebody else is.
  const known = Object.fromEntries(Object.entries(state.entries).filter(([id]) => isGM || people[id]?.hidden === false));
  const upcoming = nextDue({ ...state, entries: known });
  const shown = (upcoming?.ids ?? []).flatMap((id) => people[id]?.name ?? []);
  const detail = upcoming === null || shown.length === 0 ? "" : game.i18n.format("FATEWALKER.Tracker.NextDetail", { name: shown.join(", "), away: String(upcoming.tick - state.tick) });
  return { label, detail, disabled: false, reason: "", hint: isGM ? game.i18n.localize("FATEWALKER.Tracker.NextHint") : "" };
}

function hintFor(state: ClockState, isGM: boolean, visibleRows: readonly RowContext[]): string {
  if (visibleRows.length === 0) return game.i18n.localize(isGM ? "FATEWALKER.Tracker.EmptyGM" : "FATEWALKER.Tracker.Empty");
  if (state.tick < 1) return game.i18n.localize(isGM ? "FATEWALKER.Tracker.NotBegunGM" : "FATEWALKER.Tracker.NotBegun");
  if (visibleRows.some(({ kind }) => kind === "now")) return "";
  if (!freeActionsOpen(state)) return game.i18n.localize("FATEWALKER.Tracker.NobodyDue");
  const waiting = visibleRows.some(({ kind }) => kind === "coming");
  return game.i18n.localize(waiting || !visibleRows.some(({ kind }) => kind === "holding") ? "FATEWALKER.Tracker.FreeActions" : "FATEWALKER.Tracker.AllHolding");
}

function kindContext(combat: Combat.Implementation): Pick<TrackerContext, "kind" | "kindHint"> {
  const kind = combatData(combat)?.kind ?? "fight";
  return { kind: game.i18n.localize(`FATEWALKER.Tracker.Kind.${kind}`), kindHint: game.i18n.localize(`FATEWALKER.Tracker.KindHint.${kind}`) };
}

/** What this viewer may know of the events to come, the next first; free actions in the order in which they come. */
function eventRows(combat: Combat.Implementation, state: ClockState): EventRow[] {
  const free = waitingFreeActions(state);
  return Object.entries(state.schedule)
    .filter(([, event]) => mayReadEvent(combat, event))
    .sort(([one, a], [other, b]) => a.tick - b.tick || free.indexOf(one) - free.indexOf(other) || one.localeCompare(other))
    .map(([id, event]) => ({
      id, tick: event.tick,
      away: isFreeAction(event) ? game.i18n.localize("FATEWALKER.Tracker.Last") : state.tick >= 1 ? `+${event.tick - state.tick}` : "",
      label: eventLabel(event),
      hint: sayOr(`FATEWALKER.Event.Hint.${event.kind}`, ""),
      last: isFreeAction(event),
      withdraw: isFreeAction(event) && combat.combatants.get(event.target ?? "")?.isOwner === true,
      note: [combat.combatants.get(event.target ?? "")?.name ?? "", event.every === null ? "" : say("FATEWALKER.Event.Every", { ticks: event.every })].filter((part) => part !== "").join(" · "),
      editable: game.user?.isGM === true && WRITTEN_KINDS.some((kind) => kind === event.kind),
    }));
}

/** Everything the tracker shows of a fight to this user; of none when there is none. */
export function trackerContext(combat: Combat.Implementation | null): TrackerContext {
  const isGM = game.user?.isGM === true;
  const several = isGM && fightsHere().length > 1;
  const none = {
    isGM, several, hasCombat: false, begun: false, isEmpty: true, tick: 0, seconds: "", clock: "", groups: [], events: [], kind: "", kindHint: "",
    hint: game.i18n.localize(isGM ? "FATEWALKER.Tracker.NoFightGM" : "FATEWALKER.Tracker.NoFight"),
    canRollAll: false, canRollNPC: false, canBegin: false, next: null, secret: null,
  };
  if (combat === null) return none;
  const state = clockState(combat);
  const combatants = combat.combatants.contents;
  const people = Object.fromEntries(combatants.map((combatant) => [combatant.id ?? "", personOf(combatant)]));
  const awaiting = new Set(combatants.filter(awaits).map(({ id }) => id));
  const groups = trackerGroups(state, people, { isGM }).map(({ kind, rows }): GroupContext => ({
    kind,
    title: game.i18n.localize(`FATEWALKER.Tracker.Group.${kind}`),
    hint: game.i18n.localize(`FATEWALKER.Tracker.GroupHint.${kind}`),
    rows: rows.map((row) => rowContext(row, state.active, awaiting.has(row.id))),
  }));
  const visible = groups.flatMap(({ rows }) => rows);
  const begun = state.tick >= 1;
  const seconds = secondsOf(state.tick).toFixed(1);
  return {
    ...none, ...kindContext(combat), events: eventRows(combat, state), hasCombat: true, begun, isEmpty: visible.length === 0, tick: state.tick, seconds, groups,
    clock: begun ? game.i18n.format("FATEWALKER.Tracker.Clock", { tick: String(state.tick), seconds }) : "",
    hint: hintFor(state, isGM, visible),
    canRollAll: visible.some(({ can }) => can.roll),
    canRollNPC: isGM && visible.some(({ can, isPlayers }) => can.roll && !isPlayers),
    canBegin: isGM && !begun && visible.length > 0,
    next: nextContext(combat, state, people, isGM),
    secret: secretContext(combat, people, isGM),
  };
}
