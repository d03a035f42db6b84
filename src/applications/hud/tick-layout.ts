/** What stands on the axis of the tick bar. */
export interface AxisInput {
  /** Current tick; 0: the clock has not begun. */
  readonly now: number;
  /** Ticks of portraits, the ghost's among them; those before now are overdue and stand at now. */
  readonly portraits: readonly number[];
  /** Ticks of scheduled events. */
  readonly marks: readonly number[];
  /** Room for the axis, in pixels at text of the usual size: the bar grows with the text. */
  readonly width: number;
}

/** A point of the axis: positions are such pixels from its left edge, to the middle of what stands there. */
export interface Stop {
  readonly tick: number;
  readonly x: number;
}

/** A stretch of ticks on which nothing happens, drawn shorter than it is. */
export interface Break extends Stop {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** A line of the ruler. */
export interface Rule extends Stop {
  readonly labelled: boolean;
  /** Energy shields recharge on this tick: 7, 13, 19 ... */
  readonly sixth: boolean;
}

/** What comes long after everything else: one pile at the end of the axis. */
export interface FarEnd {
  /** The first tick of the pile and the last. */
  readonly from: number;
  readonly to: number;
  /** Where the pile begins. */
  readonly x: number;
}

export interface AxisLayout {
  /** Diameter of portraits, in pixels. */
  readonly size: number;
  /** Length of the axis; longer than the room when there is too much on it. */
  readonly length: number;
  readonly stops: readonly Stop[];
  readonly breaks: readonly Break[];
  readonly rules: readonly Rule[];
  readonly far: FarEnd | null;
}

const SIZES = [40, 34, 28] as const;
/** Most and least pixels of a tick. */
const WIDEST = 48;
const NARROWEST = 7;
/** Longer stretches without anything are broken. */
const LONGEST_GAP = 14;
const BREAK_WIDTH = 64;
/** What comes after a stretch longer than this, half a minute, stands in the pile at the end. */
const FAR_GAP = 60;
const FAR_BREAK_WIDTH = 24;
/** From each tick of the pile to the next, and all of them together at most. */
const PILE_STEP = 4;
const PILE_WIDTH = 16;
/** Between the middles of two portraits beside their diameter, and of anything beside a mark. */
const APART = 6;
const MARK_APART = 12;
const LABEL_WIDTH = 30;
const STEPS = [1, 2, 5, 10, 20, 50] as const;
const SHIELD_TICKS = 6;

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly broken: boolean;
}

const margin = (size: number): number => size / 2 + 10;

function segmentsOf(now: number, portraits: ReadonlySet<number>, ticks: readonly number[], size: number): Segment[] {
  return ticks.slice(1).map((to, index): Segment => {
    const from = ticks[index] ?? now;
    const faces = (portraits.has(from) || from === now) && portraits.has(to);
    return { from, to, least: faces ? size + APART : MARK_APART, broken: to - from > LONGEST_GAP };
  });
}

const lengthOf = ({ from, to, least, broken }: Segment, unit: number): number => (broken ? Math.max(BREAK_WIDTH, least) : Math.max(least, (to - from) * unit));

const total = (segments: readonly Segment[], unit: number): number => segments.reduce((sum, segment) => sum + lengthOf(segment, unit), 0);

/** The widest tick with which everything fits; the narrowest when nothing does. */
function fittingUnit(segments: readonly Segment[], room: number): number {
  if (total(segments, WIDEST) <= room) return WIDEST;
  let [low, high] = [NARROWEST, WIDEST];
  for (let round = 0; round < 20; round += 1) {
    const middle = (low + high) / 2;
    if (total(segments, middle) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** How many of these ticks, which are in order, come before a stretch that is too long to be shown. */
function nearCount(ticks: readonly number[]): number {
  const index = ticks.findIndex((tick, place) => place > 0 && tick - (ticks[place - 1] ?? tick) > FAR_GAP);
  return index < 0 ? ticks.length : index;
}

/**
 * Places ticks on the axis. Ticks in order stand in order; two portraits never cover each other's middle; long stretches of
 * nothing are broken, visibly; with little on it the axis shows the ticks that follow, with much it grows longer than its room.
 * What comes half a minute and more after everything else takes no room from it: it is one pile at the end.
 */
export function layoutAxis({ now, portraits, marks, width }: AxisInput): AxisLayout {
  const start = Math.max(0, now);
  const faces = new Set(portraits.map((tick) => Math.max(start, tick)));
  const ticks = [...new Set([start, ...faces, ...marks.filter((tick) => tick >= start)])].sort((a, b) => a - b);
  const count = nearCount(ticks);
  const [near, far] = [ticks.slice(0, count), ticks.slice(count)];
  const pile = (size: number): number => (far.length === 0 ? 0 : FAR_BREAK_WIDTH + PILE_WIDTH + size + APART);
  const sized = SIZES.map((size) => ({ size, segments: segmentsOf(start, faces, near, size) }));
  const fits = ({ size, segments }: (typeof sized)[number]): boolean => total(segments, NARROWEST) + 2 * margin(size) + pile(size) <= width;
  const { size, segments } = sized.find(fits) ?? sized.at(-1) ?? { size: SIZES[0], segments: [] };
  const room = width - pile(size);
  const unit = fittingUnit(segments, room - 2 * margin(size));

  const stops: Stop[] = [{ tick: start, x: margin(size) }];
  const breaks: Break[] = [];
  for (const segment of segments) {
    const x = stops.at(-1)?.x ?? margin(size);
    const length = lengthOf(segment, unit);
    if (segment.broken) breaks.push({ tick: segment.from, from: segment.from, to: segment.to, x: x + length / 2, width: length });
    stops.push({ tick: segment.to, x: x + length });
  }
  const last = stops.at(-1) ?? { tick: start, x: margin(size) };
  const trail = Math.max(0, Math.min(Math.floor((room - margin(size) - last.x) / unit), (far[0] ?? Infinity) - last.tick - 1));
  if (trail > 0) stops.push({ tick: last.tick + trail, x: last.x + trail * unit });
  const rules = rulesOf(stops, breaks, new Set([start, ...near.filter((tick) => faces.has(tick))]), unit);
  const end = Math.max(room, last.x + margin(size));
  const shown = { size, stops, breaks, rules };
  return far.length === 0 ? { ...shown, length: end, far: null } : withPile(shown, far, end);
}

/** @param end where what is near ends */
function withPile({ size, stops, breaks, rules }: Pick<AxisLayout, "size" | "stops" | "breaks" | "rules">, ticks: readonly number[], end: number): AxisLayout {
  const before = stops.at(-1)?.tick ?? 0;
  const from = ticks[0] ?? before;
  const x = end + FAR_BREAK_WIDTH + size / 2;
  const step = Math.min(PILE_STEP, PILE_WIDTH / ticks.length);
  return {
    size, rules,
    length: x + PILE_WIDTH + size / 2 + APART,
    stops: [...stops, ...ticks.map((tick, place): Stop => ({ tick, x: x + place * step }))],
    breaks: [...breaks, { tick: before, from: before, to: from, x: end + FAR_BREAK_WIDTH / 2, width: FAR_BREAK_WIDTH }],
    far: { from, to: ticks.at(-1) ?? from, x },
  };
}

function rulesOf(stops: readonly Stop[], breaks: readonly Break[], named: ReadonlySet<number>, unit: number): Rule[] {
  const step = STEPS.find((ticks) => ticks * unit >= LABEL_WIDTH) ?? 50;
  const rules = stops.flatMap(({ tick, x }, index): Rule[] => {
    const before = stops[index - 1];
    const isBroken = before !== undefined && breaks.some(({ from }) => from === before.tick);
    const count = before === undefined || isBroken ? 1 : tick - before.tick;
    const width = before === undefined ? 0 : x - before.x;
    return Array.from({ length: count }, (_, place): Rule => {
      const at = tick - count + 1 + place;
      return { tick: at, x: x - (width * (count - 1 - place)) / count, labelled: named.has(at) || at % step === 0, sixth: at > 1 && at % SHIELD_TICKS === 1 };
    });
  });
  return spaced(rules, named);
}

/** Labels that would touch the one before are left out; those of portraits stay before others. */
function spaced(rules: readonly Rule[], named: ReadonlySet<number>): Rule[] {
  const kept = rules.filter(({ tick }) => named.has(tick));
  return rules.map((rule) => {
    if (!rule.labelled || named.has(rule.tick)) return rule;
    const near = kept.some(({ x }) => Math.abs(x - rule.x) < LABEL_WIDTH);
    return near ? { ...rule, labelled: false } : rule;
  });
}

/** Where a tick stands; before the first and beyond the last stop at these. */
export function xOfTick({ stops }: AxisLayout, tick: number): number {
  const [first] = stops;
  const last = stops.at(-1);
  if (first === undefined || last === undefined || tick <= first.tick) return first?.x ?? 0;
  const index = stops.findIndex((stop) => stop.tick >= tick);
  const to = stops[index];
  const from = stops[index - 1];
  if (to === undefined || from === undefined) return last.x;
  return from.x + ((tick - from.tick) / (to.tick - from.tick)) * (to.x - from.x);
}

/** The tick nearest to a place, never one before now; beyond the last stop the ticks go on as wide as before it. */
export function tickAtX({ stops }: AxisLayout, x: number): number {
  const [first] = stops;
  if (first === undefined) return 1;
  if (x <= first.x) return first.tick;
  const index = stops.findIndex((stop) => stop.x >= x);
  const to = index < 0 ? stops.at(-1) : stops[index];
  const from = index < 0 ? stops.at(-2) : stops[index - 1];
  if (to === undefined || from === undefined) return first.tick;
  return Math.round(from.tick + ((x - from.x) / (to.x - from.x)) * (to.tick - from.tick));
}
