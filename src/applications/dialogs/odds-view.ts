import { say, signed } from "../../helpers/text";
import type { OddsAnswer, OddsOption } from "../../flows/odds/calculate";
import type { Distribution, DropOdds, HarmOdds } from "../../rules/odds/types";
import { percent, selectViews, type SumCell } from "./roll-view";

/** Columns of a chart; more places than that are told several in one. */
const MOST_COLUMNS = 16;
/** Less than this is nothing to draw. */
const NOTHING = 0.0005;

interface Column {
  readonly label: string;
  readonly percent: string;
  /** Height, 0 to 100, of the highest column. */
  readonly part: number;
}

/** A distribution as columns, and as a table for whoever hears it. */
export interface ChartView {
  readonly title: string;
  readonly unit: string;
  readonly mean: string;
  readonly columns: readonly Column[];
}

const oneDecimal = (value: number): string => (Math.round(value * 10) / 10).toFixed(1);

/** Places 0 to the last that matters: nothing at all stands alone, the others in groups of one size, `1-3`, `4-6`. */
function grouped(chances: Distribution): { readonly label: string; readonly chance: number }[] {
  const last = chances.reduce((found, chance, place) => (chance >= NOTHING ? place : found), 0);
  const width = Math.max(1, Math.ceil(last / (MOST_COLUMNS - 1)));
  const groups = [{ label: "0", chance: chances[0] ?? 0 }];
  for (let from = 1; from <= last; from += width) {
    const to = from + width - 1;
    groups.push({ label: width === 1 ? String(from) : `${from}–${to}`, chance: chances.slice(from, to + 1).reduce((sum, chance) => sum + chance, 0) });
  }
  return groups;
}

function chart(key: string, chances: Distribution): ChartView {
  const groups = grouped(chances);
  const highest = Math.max(...groups.map(({ chance }) => chance), NOTHING);
  const mean = chances.reduce((sum, chance, place) => sum + chance * place, 0);
  return {
    title: say(`FATEWALKER.Odds.Chart.${key}`),
    unit: say(`FATEWALKER.Odds.Unit.${key}`),
    mean: say("FATEWALKER.Odds.Mean", { mean: oneDecimal(mean) }),
    columns: groups.map(({ label, chance }) => ({
      label,
      percent: chance > 0 && chance < 0.005 ? "<1%" : percent(chance),
      part: Math.round((chance / highest) * 100),
    })),
  };
}

/** Chance to be out after so many attacks: no distribution, but drawn as one. */
function dropChart(after: readonly number[]): ChartView {
  const shown = after.slice(1, 11);
  return {
    title: say("FATEWALKER.Odds.Chart.drop"), unit: say("FATEWALKER.Odds.Unit.drop"), mean: "",
    columns: shown.map((chance, place) => ({ label: String(place + 1), percent: percent(chance), part: Math.round(chance * 100) })),
  };
}

/** Some boxes of this kind may be marked. */
const happens = (chances: Distribution): boolean => chances.slice(1).some((chance) => chance >= NOTHING);

function boxCharts(harm: HarmOdds): ChartView[] {
  return (["temporary", "normal", "stun", "mortal"] as const).filter((key) => happens(harm[key])).map((key) => chart(key, harm[key]));
}

const named = (options: readonly OddsOption[], none = ""): object[] => options.map(({ key, name, chosen }) => ({ key, name: key === "" ? none : name, chosen }));

/** One number of what it takes to drop the target: still at work, never, or so many. */
function dropSum(drop: DropOdds | null, of: "attacks" | "ticks"): string {
  if (drop === null) return say("FATEWALKER.Odds.Working");
  const value = drop[of];
  return value === null ? say("FATEWALKER.Odds.Never") : oneDecimal(value);
}

/**
 * What the calculator shows of an answer.
 * @param drop  how long it takes to drop the target; null: it is being worked out
 */
export function oddsView({ menu, modifiers, odds, cost, refusal }: OddsAnswer, drop: DropOdds | null): object {
  const sum = (label: string, value: string): SumCell => ({ label: say(`FATEWALKER.Odds.Sum.${label}`), value, now: false });
  return {
    maneuvers: named(menu.maneuvers),
    weapons: named(menu.weapons),
    selects: selectViews(menu.offers),
    reactions: named(menu.reactions, say("FATEWALKER.Odds.NoReaction")),
    reactionWeapons: menu.reactionWeapons.length > 1 ? named(menu.reactionWeapons) : [],
    modifiers: modifiers.filter(({ enabled, value }) => enabled && value !== 0).map((entry) => ({
      name: say(entry.label, entry.data ?? {}),
      value: entry.source === "attribute" ? String(entry.value) : signed(entry.value),
      tone: entry.source === "attribute" ? "" : entry.value > 0 ? "fw-plus" : "fw-minus",
    })),
    problem: refusal === null ? "" : say(refusal.key, refusal.data),
    sums: odds === null ? [] : [
      sum("hit", percent(odds.hit)),
      sum("mean", oneDecimal(odds.mean)),
      sum("meanOnHit", oneDecimal(odds.meanOnHit)),
      sum("out", percent(odds.target.out)),
      { ...sum("attacks", dropSum(drop, "attacks")), waits: drop === null },
      { ...sum("ticks", dropSum(drop, "ticks")), waits: drop === null },
      ...(cost === null ? [] : [sum("cost", String(cost))]),
    ],
    charts: odds === null ? [] : [
      chart("successes", odds.successes),
      ...(odds.answer === null ? [] : [chart("answer", odds.answer)]),
      chart("points", odds.damage),
      ...boxCharts(odds.target),
      ...(happens(odds.attacker.points) ? [chart("back", odds.attacker.points)] : []),
      ...(drop === null || drop.attacks === null ? [] : [dropChart(drop.after)]),
    ],
  };
}
