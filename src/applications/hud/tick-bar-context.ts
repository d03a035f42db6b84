import { clockState } from "../../flows/clock";
import { combatData } from "../../flows/clock/state";
import { eventLabel, mayReadEvent } from "../../flows/events";
import { say, sayCount } from "../../helpers/text";
import { secondsOf } from "../../rules/clock/time";
import type { ClockState } from "../../rules/clock/types";
import { personOf } from "../sidebar/tracker-context";
import { trackerGroups, type TrackerRow } from "../sidebar/tracker-rows";
import { layoutAxis, xOfTick, type AxisLayout } from "./tick-layout";

/** Where somebody would land while an action is thought over. */
export interface Preview {
  readonly combatant: string;
  readonly tick: number;
}

interface PortraitView {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly classes: string;
  readonly style: string;
  readonly label: string;
  readonly tick: number;
  /** Those of one pile step apart together. */
  readonly pile: string;
  readonly first: boolean;
  readonly movable: boolean;
  readonly current: boolean;
  /** In a pile with others: how many, said on the one in front. */
  readonly count: string;
}

interface MarkView {
  readonly key: string;
  readonly label: string;
  readonly shown: boolean;
  readonly sentence: string;
  readonly style: string;
}

/** Context of `templates/hud/tick-bar.hbs`. */
export interface BarView {
  readonly begun: boolean;
  readonly collapsed: boolean;
  readonly tick: number;
  readonly seconds: string;
  readonly clock: string;
  readonly length: string;
  /** There is more on the axis than fits. */
  readonly long: boolean;
  readonly sizes: string;
  readonly now: string;
  readonly portraits: readonly PortraitView[];
  readonly ghost: { readonly img: string; readonly classes: string; readonly style: string; readonly label: string; readonly tick: number } | null;
  /** What comes long after everything else: how far away, and what it is. */
  readonly far: { readonly style: string; readonly distance: string; readonly sentence: string } | null;
  readonly held: readonly PortraitView[];
  readonly marks: readonly MarkView[];
  readonly breaks: readonly { readonly style: string; readonly label: string; readonly sentence: string; readonly key: string }[];
  readonly rules: readonly { readonly key: string; readonly style: string; readonly label: string; readonly classes: string }[];
  readonly layout: AxisLayout;
}

/** Marks beyond the last portrait, and marks in all. */
const MOST_BEYOND = 2;
const MOST_MARKS = 12;
/** Room that a letter of a mark's label takes, in pixels, and most letters shown. */
const LETTER = 6.2;
const MOST_LETTERS = 22;
/** A break is no wider than what it says. */
const BREAK_WIDEST = 52;

/** Pixels at text of the usual size, as a length that grows with the text. */
const rem = (value: number): string => `${Math.round((value / 16) * 1000) / 1000}rem`;
const at = (x: number): string => `left: ${rem(x)}`;
const grouped = (value: number): string => new Intl.NumberFormat(game.i18n.lang).format(value);

/** Between two portraits that have stepped apart. */
const STEP_GAP = 3;
/** Portraits of a pile that can be told from those in front of them. */
const MOST_OFFSET = 3;

type Side = "ours" | "foe" | "neutral";

function sideOf(combatant: Combatant.Implementation | undefined, row: TrackerRow): Side {
  if (row.isPlayers) return "ours";
  const disposition = combatant?.token?.disposition ?? CONST.TOKEN_DISPOSITIONS.HOSTILE;
  if (disposition === CONST.TOKEN_DISPOSITIONS.FRIENDLY) return "ours";
  return disposition === CONST.TOKEN_DISPOSITIONS.HOSTILE || disposition === CONST.TOKEN_DISPOSITIONS.SECRET ? "foe" : "neutral";
}

/** A full sentence on where somebody stands, with what it is doing beside that. */
function sentence(row: TrackerRow, side: Side, begun: boolean): string {
  const { doing: { full } } = row;
  const stands = standing(row, side, begun);
  return full === "" ? stands : say("FATEWALKER.TickBar.Also", { stands, doing: full });
}

function standing({ kind, name, tick, distance }: TrackerRow, side: Side, begun: boolean): string {
  const data = { name, tick: tick ?? 0, away: distance ?? 0, side: say(`FATEWALKER.TickBar.Side.${side}`) };
  if (!begun) return say("FATEWALKER.TickBar.Waits", data);
  if (kind === "now") return say("FATEWALKER.TickBar.ActsNow", data);
  if (kind === "due") return say("FATEWALKER.TickBar.IsDue", data);
  if (kind === "holding") return say((distance ?? 0) > 0 ? "FATEWALKER.TickBar.HoldsUntil" : "FATEWALKER.TickBar.Holds", data);
  return say("FATEWALKER.TickBar.Acts", data);
}

/** Name of the pile at the end. */
const FAR = "far";

const isFar = ({ far }: AxisLayout, tick: number): boolean => far !== null && tick >= far.from;

/** Where a portrait stands, and with whom. */
interface Place {
  readonly pile: string;
  /** Null: among the holders. */
  readonly x: number | null;
  readonly index: number;
  readonly of: number;
}

/** Those of a pile stand a little apart, and step apart as far as there is room, towards the middle. */
function placeStyle({ x, index, of }: Place, { length, size }: AxisLayout): string {
  if (x === null) return "";
  const room = (x > length / 2 ? x : length - x) - size;
  const step = Math.min(size + STEP_GAP, room / Math.max(1, of - 1));
  return `${at(x)}; --place: ${index}; --offset: ${Math.min(index, MOST_OFFSET)}; --front: ${of - index}; --step: ${rem(step)}`;
}

function portrait(combat: Combat.Implementation, row: TrackerRow, place: Place, layout: AxisLayout, begun: boolean): PortraitView {
  const { pile, x, index, of } = place;
  const side = sideOf(combat.combatants.get(row.id), row);
  const flip = x !== null && x > layout.length / 2;
  return {
    pile, key: row.id, id: row.id, name: row.name, img: row.img, tick: row.tick ?? 0, first: false,
    classes: [side, row.kind, ...(row.hidden ? ["unseen"] : []), ...(of > 1 ? ["stacked"] : []), ...(flip ? ["flip"] : [])].join(" "),
    style: placeStyle(place, layout),
    label: sentence(row, side, begun),
    movable: row.can.adjust,
    current: row.kind === "now",
    count: index === 0 && of > 1 ? `×${of}` : "",
  };
}

/** The portraits in the order of the clock, each with those that share its place. */
function portraitsOn(combat: Combat.Implementation, rows: readonly TrackerRow[], now: number, layout: AxisLayout): PortraitView[] {
  const placed = rows.map((row) => {
    const tick = Math.max(now, row.tick ?? 0);
    return isFar(layout, tick) ? { row, pile: FAR, x: layout.far?.x ?? 0 } : { row, pile: String(tick), x: xOfTick(layout, tick) };
  });
  return placed.map(({ row, pile, x }): PortraitView => {
    const group = placed.filter((other) => other.pile === pile).map((other) => other.row);
    return portrait(combat, row, { pile, x, index: group.indexOf(row), of: group.length }, layout, now >= 1);
  });
}

interface Marked {
  readonly tick: number;
  readonly labels: readonly string[];
}

/** Scheduled events that this viewer may see, by tick; those far beyond the last fighter are left to the tracker. */
function marksOf(combat: Combat.Implementation, state: ClockState, last: number): Marked[] {
  const byTick = new Map<number, string[]>();
  const events = Object.values(state.schedule).filter((event) => event.tick >= state.tick && mayReadEvent(combat, event)).sort((a, b) => a.tick - b.tick);
  for (const event of events) {
    const name = (event.target === null ? null : combat.combatants.get(event.target)?.name) ?? null;
    const label = name === null ? eventLabel(event) : say("FATEWALKER.TickBar.MarkOf", { name, event: eventLabel(event) });
    byTick.set(event.tick, [...(byTick.get(event.tick) ?? []), label]);
  }
  const marks = [...byTick].map(([tick, labels]): Marked => ({ tick, labels }));
  const near = marks.filter(({ tick }) => tick <= last);
  return [...near, ...marks.filter(({ tick }) => tick > last).slice(0, MOST_BEYOND)].slice(0, MOST_MARKS);
}

function markViews(marks: readonly Marked[], layout: AxisLayout): MarkView[] {
  const near = marks.filter(({ tick }) => !isFar(layout, tick));
  return near.map(({ tick, labels }, index): MarkView => {
    const whole = labels.join(" · ");
    const label = whole.length > MOST_LETTERS ? `${whole.slice(0, MOST_LETTERS - 1)}…` : whole;
    const x = xOfTick(layout, tick);
    const next = near[index + 1];
    const room = (next === undefined ? layout.length : xOfTick(layout, next.tick)) - x;
    return { key: `mark-${tick}`, label, shown: room >= label.length * LETTER + 18, sentence: say("FATEWALKER.TickBar.Mark", { tick, event: whole }), style: at(x) };
  });
}

/**
 * What comes long after everything else; its events are one mark. How far away it is, is said of the first fighter, of events only where there are no fighters.
 * @param people ticks of the fighters that are there, in order
 */
function farView(marks: readonly Marked[], people: readonly number[], now: number, layout: AxisLayout): { readonly far: BarView["far"]; readonly mark: MarkView | null } {
  const { far } = layout;
  if (far === null) return { far, mark: null };
  const there = marks.filter(({ tick }) => isFar(layout, tick));
  const count = there.reduce((sum, { labels }) => sum + labels.length, 0);
  const sentences = there.map(({ tick, labels }) => say("FATEWALKER.TickBar.Mark", { tick, event: labels.join(" · ") }));
  const style = at(far.x);
  const what = [...(people.length > 0 ? [sayCount("FATEWALKER.TickBar.Fighters", people.length)] : []), ...(count > 0 ? [sayCount("FATEWALKER.TickBar.Events", count)] : [])];
  const data = { what: what.join(", "), from: grouped(far.from), to: grouped(far.to), away: grouped(far.from - now) };
  return {
    far: { style, distance: say("FATEWALKER.TickBar.FarAway", { away: grouped((people[0] ?? far.from) - now) }), sentence: say(far.from === far.to ? "FATEWALKER.TickBar.FarAt" : "FATEWALKER.TickBar.FarBetween", data) },
    mark: count === 0 ? null : { key: "mark-far", label: count > 1 ? `×${count}` : "", shown: count > 1, sentence: sentences.join(" "), style },
  };
}

/**
 * What the bar shows of a fight to this viewer.
 * @param width room for the axis, in pixels
 * @returns null when there is nothing that this viewer may see
 */
export function barView(combat: Combat.Implementation | null, width: number, preview: Preview | null, focused: string | null): BarView | null {
  if (combat === null || combatData(combat) === null) return null;
  const state = clockState(combat);
  const isGM = game.user?.isGM === true;
  const people = Object.fromEntries(combat.combatants.contents.map((combatant) => [combatant.id ?? "", personOf(combatant)]));
  const rows = trackerGroups(state, people, { isGM }).flatMap((group) => group.rows);
  const coming = rows.filter(({ kind, tick }) => tick !== null && (kind === "now" || kind === "due" || kind === "coming"));
  const holding = rows.filter(({ kind }) => kind === "holding");
  if (coming.length + holding.length === 0) return null;

  const ghostOf = preview === null ? undefined : rows.find(({ id }) => id === preview.combatant);
  const ticks = coming.map(({ tick }) => Math.max(state.tick, tick ?? 0));
  const ghostTick = ghostOf === undefined || preview === null ? null : preview.tick;
  const last = Math.max(state.tick, ...ticks, ghostTick ?? 0);
  const marks = marksOf(combat, state, last);
  const layout = layoutAxis({ now: state.tick, portraits: ghostTick === null ? ticks : [...ticks, ghostTick], marks: marks.map(({ tick }) => tick), width });
  const begun = state.tick >= 1;
  const portraits = portraitsOn(combat, coming, state.tick, layout);
  const held = holding.map((row) => portrait(combat, row, { pile: "", x: null, index: 0, of: 1 }, layout, begun));
  const first = [...portraits, ...held].find(({ id }) => id === focused) ?? portraits[0] ?? held[0];
  const roving = (view: PortraitView): PortraitView => (view === first ? { ...view, first: true } : view);
  const seconds = secondsOf(state.tick).toFixed(1);
  const { far, mark } = farView(marks, ticks.filter((tick) => isFar(layout, tick)).sort((one, other) => one - other), state.tick, layout);
  return {
    begun, layout, seconds, tick: state.tick, length: rem(layout.length), long: layout.length > width + 1,
    sizes: `--size: ${rem(layout.size)}`,
    far,
    collapsed: game.settings.get("fatewalker", "tickBarCollapsed") === true,
    clock: begun ? say("FATEWALKER.Tracker.Clock", { tick: state.tick, seconds }) : say("FATEWALKER.TickBar.NotBegun"),
    now: at(xOfTick(layout, state.tick)),
    portraits: portraits.map(roving),
    held: held.map(roving),
    ghost: ghostOf === undefined || ghostTick === null ? null : { img: ghostOf.img, classes: sideOf(combat.combatants.get(ghostOf.id), ghostOf), style: at(xOfTick(layout, ghostTick)), tick: ghostTick, label: say("FATEWALKER.TickBar.Ghost", { name: ghostOf.name, tick: ghostTick }) },
    marks: [...markViews(marks, layout), ...(mark === null ? [] : [mark])],
    breaks: layout.breaks.map(({ x, from, to, width: wide }) => {
      const sentence = say("FATEWALKER.TickBar.Break", { ticks: grouped(to - from) });
      return { key: `break-${from}`, style: `${at(x)}; width: ${rem(Math.min(wide, BREAK_WIDEST))}`, sentence, label: to === layout.far?.from ? "" : sentence };
    }),
    rules: layout.rules.map(({ tick, x, labelled, sixth }) => ({ key: `rule-${tick}`, style: at(x), label: labelled && tick > 0 ? String(tick) : "", classes: [...(sixth ? ["sixth"] : []), ...(labelled ? ["labelled"] : [])].join(" ") })),
  };
}
