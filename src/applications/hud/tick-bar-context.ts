import { clockState } from "../../flows/clock";
import { combatData } from "../../flows/clock/state";
import { eventLabel, mayReadEvent } from "../../flows/events";
import { say } from "../../helpers/text";
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
  readonly first: boolean;
  readonly movable: boolean;
  readonly current: boolean;
  /** Sharing the tick with others: how many, said on the one in front. */
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
  readonly length: number;
  /** There is more on the axis than fits. */
  readonly long: boolean;
  readonly size: number;
  readonly now: number;
  readonly portraits: readonly PortraitView[];
  readonly ghost: { readonly img: string; readonly style: string; readonly label: string; readonly tick: number } | null;
  readonly held: readonly PortraitView[];
  readonly marks: readonly MarkView[];
  readonly breaks: readonly { readonly style: string; readonly label: string; readonly key: string }[];
  readonly rules: readonly { readonly key: string; readonly style: string; readonly label: string; readonly classes: string }[];
  readonly layout: AxisLayout;
}

/** Marks beyond the last portrait, and marks in all. */
const MOST_BEYOND = 2;
const MOST_MARKS = 12;
/** Room that a letter of a mark's label takes, in pixels, and most letters shown. */
const LETTER = 6.2;
const MOST_LETTERS = 22;

const px = (value: number): string => `${Math.round(value * 10) / 10}px`;
const at = (x: number): string => `left: ${px(x)}`;

type Side = "ours" | "foe" | "neutral";

function sideOf(combatant: Combatant.Implementation | undefined, row: TrackerRow): Side {
  if (row.isPlayers) return "ours";
  const disposition = combatant?.token?.disposition ?? CONST.TOKEN_DISPOSITIONS.HOSTILE;
  if (disposition === CONST.TOKEN_DISPOSITIONS.FRIENDLY) return "ours";
  return disposition === CONST.TOKEN_DISPOSITIONS.HOSTILE || disposition === CONST.TOKEN_DISPOSITIONS.SECRET ? "foe" : "neutral";
}

/** A full sentence on where somebody stands. */
function sentence({ kind, name, tick, distance }: TrackerRow, side: Side, begun: boolean): string {
  const data = { name, tick: tick ?? 0, away: distance ?? 0, side: say(`FATEWALKER.TickBar.Side.${side}`) };
  if (!begun) return say("FATEWALKER.TickBar.Waits", data);
  if (kind === "now") return say("FATEWALKER.TickBar.ActsNow", data);
  if (kind === "due") return say("FATEWALKER.TickBar.IsDue", data);
  if (kind === "holding") return say((distance ?? 0) > 0 ? "FATEWALKER.TickBar.HoldsUntil" : "FATEWALKER.TickBar.Holds", data);
  return say("FATEWALKER.TickBar.Acts", data);
}

function portrait(combat: Combat.Implementation, row: TrackerRow, place: { readonly x: number | null; readonly index: number; readonly of: number; readonly flip: boolean }, begun: boolean): PortraitView {
  const { x, index, of, flip } = place;
  const side = sideOf(combat.combatants.get(row.id), row);
  return {
    key: row.id, id: row.id, name: row.name, img: row.img, tick: row.tick ?? 0, first: false,
    classes: [side, row.kind, ...(row.hidden ? ["unseen"] : []), ...(of > 1 ? ["stacked"] : []), ...(flip ? ["flip"] : [])].join(" "),
    style: x === null ? "" : `${at(x)}; --place: ${index}; --front: ${of - index}`,
    label: sentence(row, side, begun),
    movable: row.can.adjust,
    current: row.kind === "now",
    count: index === 0 && of > 1 ? `×${of}` : "",
  };
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
  return marks.map(({ tick, labels }, index): MarkView => {
    const whole = labels.join(" · ");
    const label = whole.length > MOST_LETTERS ? `${whole.slice(0, MOST_LETTERS - 1)}…` : whole;
    const x = xOfTick(layout, tick);
    const next = marks[index + 1];
    const room = (next === undefined ? layout.length : xOfTick(layout, next.tick)) - x;
    return { key: `mark-${tick}`, label, shown: room >= label.length * LETTER + 18, sentence: say("FATEWALKER.TickBar.Mark", { tick, event: whole }), style: at(x) };
  });
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
  const portraits = coming.map((row, index): PortraitView => {
    const tick = ticks[index] ?? 0;
    const group = coming.filter((_other, place) => ticks[place] === tick);
    const x = xOfTick(layout, tick);
    return portrait(combat, row, { x, index: group.indexOf(row), of: group.length, flip: x > layout.length / 2 }, begun);
  });
  const held = holding.map((row) => portrait(combat, row, { x: null, index: 0, of: 1, flip: false }, begun));
  const first = [...portraits, ...held].find(({ id }) => id === focused) ?? portraits[0] ?? held[0];
  const roving = (view: PortraitView): PortraitView => (view === first ? { ...view, first: true } : view);
  const seconds = secondsOf(state.tick).toFixed(1);
  return {
    begun, layout, seconds, tick: state.tick, length: layout.length, long: layout.length > width + 1, size: layout.size,
    collapsed: game.settings.get("fatewalker", "tickBarCollapsed") === true,
    clock: begun ? say("FATEWALKER.Tracker.Clock", { tick: state.tick, seconds }) : say("FATEWALKER.TickBar.NotBegun"),
    now: Math.round(xOfTick(layout, state.tick)),
    portraits: portraits.map(roving),
    held: held.map(roving),
    ghost: ghostOf === undefined || ghostTick === null ? null : { img: ghostOf.img, style: at(xOfTick(layout, ghostTick)), tick: ghostTick, label: say("FATEWALKER.TickBar.Ghost", { name: ghostOf.name, tick: ghostTick }) },
    marks: markViews(marks, layout),
    breaks: layout.breaks.map(({ x, from, to }) => ({ key: `break-${from}`, style: at(x), label: say("FATEWALKER.TickBar.Break", { ticks: to - from }) })),
    rules: layout.rules.map(({ tick, x, labelled, sixth }) => ({ key: `rule-${tick}`, style: at(x), label: labelled && tick > 0 ? String(tick) : "", classes: [...(sixth ? ["sixth"] : []), ...(labelled ? ["labelled"] : [])].join(" ") })),
  };
}
