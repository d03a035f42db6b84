import type { ActorData } from "../../../data/actor/base";
import { say, signed } from "../../../helpers/text";
import { reachedColumn } from "../../../rules/wounds/penalty";

export interface BoxContext {
  readonly mark: string;
  readonly css: string;
}

/** A row of boxes that one control fills and clears: what it is called, what a screen reader says, and the boxes. */
export interface TrackContext {
  readonly key: "temporary" | "mortal" | "will" | "fate";
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly max: number;
  readonly spoken: string;
  readonly hint: string;
  readonly boxes: readonly BoxContext[];
}

export interface ChartContext {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly max: number;
  readonly spoken: string;
  readonly hint: string;
  readonly columns: readonly { readonly penalty: string; readonly reached: boolean; readonly boxes: readonly BoxContext[] }[];
}

export interface ConditionContext {
  readonly temporary: TrackContext;
  readonly chart: ChartContext;
  readonly mortal: TrackContext;
  readonly will: TrackContext;
  readonly fate: TrackContext;
  readonly bleeding: string | null;
  readonly stabilized: boolean;
}

/** Wound chart and tracks as boxes with the marks that players draw on paper. */
export function conditionContext(data: ActorData): ConditionContext {
  const { chart, will, fate } = data.derived;
  return {
    temporary: track("temporary", chart.temporary.value, chart.temporary.max, repeat(chart.temporary.value, "X", "x"), "temporary"),
    chart: chartContext(data),
    mortal: track("mortal", chart.mortal.value, chart.mortal.max, repeat(chart.mortal.value, "X", "x mortal"), "mortal", "mortal"),
    will: track(
      "will", will.value, will.max,
      [...repeat(data.will.exhaustion, "*", "will"), ...repeat(data.will.fatigue, "X", "will"), ...repeat(data.will.spent, "/", "will")], "will",
    ),
    fate: track("fate", fate.value, fate.max, [...repeat(data.fate.apathy, "X", "fate"), ...repeat(data.fate.spent, "/", "fate")], "fate"),
    bleeding: data.wounds.bleeding === null ? null : say("FATEWALKER.Sheet.BleedsAt", { tick: data.wounds.bleeding.tick }),
    stabilized: data.wounds.stabilized,
  };
}

const KEY_NAMES = { temporary: "Temporary", mortal: "Mortal", will: "Will", fate: "Fate" } as const;

/** `value` of `max`: marks filled for wounds, boxes left for Will and Fate. */
function track(key: TrackContext["key"], value: number, max: number, marks: readonly BoxContext[], hint: string, emptyCss = ""): TrackContext {
  const name = KEY_NAMES[key];
  const text = say("FATEWALKER.Sheet.ValueOfMax", { value, max });
  return {
    key, value, max, text,
    label: say(`FATEWALKER.Sheet.Track.${name}`),
    spoken: say(key === "will" || key === "fate" ? "FATEWALKER.Sheet.SpokenLeft" : "FATEWALKER.Sheet.SpokenFilled", { value, max }),
    hint: say(`FATEWALKER.Sheet.Hint.${KEY_NAMES[hint as TrackContext["key"]]}`),
    boxes: Array.from({ length: Math.max(max, marks.length) }, (_box, index) => marks[index] ?? { mark: "", css: emptyCss }),
  };
}

function chartContext(data: ActorData): ChartContext {
  const { chart, woundPenalty } = data.derived;
  const { rows, columns, value, stun, penalties } = chart.normal;
  const boxes = rows * columns;
  const reached = reachedColumn(chart);
  const text = say(woundPenalty > 0 ? "FATEWALKER.Sheet.WoundsWithPenalty" : "FATEWALKER.Sheet.ValueOfMax", { value: value + stun, max: boxes, penalty: signed(-woundPenalty) });
  const boxAt = (index: number): BoxContext => (index < value ? { mark: "X", css: "x" } : index < value + stun ? { mark: "/", css: "stun" } : { mark: "", css: "" });
  return {
    text,
    value: value + stun,
    max: boxes,
    label: say("FATEWALKER.Sheet.Track.Wounds"),
    spoken: say("FATEWALKER.Sheet.SpokenWounds", { value, stun, max: boxes, penalty: signed(-woundPenalty) }),
    hint: say("FATEWALKER.Sheet.Hint.Wounds"),
    columns: Array.from({ length: columns }, (_column, index) => ({
      penalty: signed(-(penalties[index] ?? penalties.at(-1) ?? 0)),
      reached: value + stun > 0 && index === reached,
      boxes: Array.from({ length: rows }, (_row, row) => boxAt(index * rows + row)),
    })),
  };
}

const repeat = (count: number, mark: string, css: string): BoxContext[] => Array.from({ length: Math.max(0, count) }, () => ({ mark, css }));
