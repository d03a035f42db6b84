import type { ActorData } from "../../../data/actor/base";
import { newWoundByHand } from "../../../flows/healing/new-wound";
import type { MarkAct } from "../mark-controls";
import { clearFate, clearRow, clearWill, clearWound, markFate, markRow, markStun, markWill, markWound } from "../marks";

/**
 * The update that a click or key on a chart or track asks for; null when there is nothing to fill or clear.
 * @param control  `normal`, `temporary`, `mortal`, `will` or `fate`
 */
export function markUpdate(data: ActorData, control: string, { kind }: MarkAct): Record<string, unknown> | null {
  const { chart, will, fate } = data.derived;
  const clears = kind === "clear";
  switch (control) {
    case "normal": {
      const boxes = chart.normal.rows * chart.normal.columns;
      const marks = clears ? clearWound(chart.normal) : kind === "stun" ? markStun(chart.normal, boxes) : markWound(chart.normal, boxes);
      if (marks === null) return null;
      const care = kind === "mark" ? newWoundByHand(chart, { normal: marks.value, mortal: chart.mortal.value }) : {};
      return { ...care, wounds: { normal: { value: marks.value, stun: marks.stun } } };
    }
    case "temporary": {
      const value = clears ? clearRow(chart.temporary.value) : markRow(chart.temporary.value, chart.temporary.max);
      return value === null ? null : { wounds: { temporary: { value } } };
    }
    case "mortal": {
      const value = clears ? clearRow(chart.mortal.value) : markRow(chart.mortal.value, chart.mortal.max);
      return value === null ? null : foundry.utils.mergeObject(newWoundByHand(chart, { normal: chart.normal.value, mortal: value }), { wounds: { mortal: { value } } });
    }
    case "will": {
      const marks = clears ? clearWill(data.will) : markWill(data.will, will.max);
      return marks && { will: { spent: marks.spent, fatigue: marks.fatigue, exhaustion: marks.exhaustion } };
    }
    case "fate": {
      const marks = clears ? clearFate(data.fate) : markFate(data.fate, fate.max);
      return marks && { fate: { spent: marks.spent, apathy: marks.apathy } };
    }
    default:
      return null;
  }
}

/** Dots after a click: the clicked one, or one less when it was the last; without a click one more or one less. */
export function dotsAfter(value: number, max: number, { kind, dot }: MarkAct): number {
  if (kind === "clear") return Math.max(0, value - 1);
  if (dot === null) return Math.min(max, value + 1);
  return dot === value ? value - 1 : dot;
}
