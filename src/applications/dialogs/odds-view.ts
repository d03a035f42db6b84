import { say, signed } from "../../helpers/text";
import type { OddsAnswer, OddsOption } from "../../flows/odds/calculate";
import type { Distribution, HarmOdds } from "../../rules/odds/types";
import { percent, selectViews, type SumCell } from "./roll-view";

/** Columns of a chart; what comes after is told together. */
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

/** The last place that matters, and all beyond it in one. */
function trimmed(chances: Distribution): { readonly shown: readonly number[]; readonly gathered: boolean } {
  const last = chances.reduce((found, chance, place) => (chance >= NOTHING ? place : found), 0);
  if (last < MOST_COLUMNS) return { shown: chances.slice(0, last + 1), gathered: false };
  const kept = chances.slice(0, MOST_COLUMNS - 1);
  return { shown: [...kept, chances.slice(MOST_COLUMNS - 1).reduce((sum, chance) => sum + chance, 0)], gathered: true };
}

function chart(key: string, chances: Distribution): ChartView {
  const { shown, gathered } = trimmed(chances);
  const highest = Math.max(...shown, NOTHING);
  const mean = chances.reduce((sum, chance, place) => sum + chance * place, 0);
  return {
    title: say(`FATEWALKER.Odds.Chart.${key}`),
    unit: say(`FATEWALKER.Odds.Unit.${key}`),
    mean: say("FATEWALKER.Odds.Mean", { mean: oneDecimal(mean) }),
    columns: shown.map((chance, place) => ({
      label: gathered && place === shown.length - 1 ? `${place}+` : String(place),
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

/** What the calculator shows of an answer. */
export function oddsView({ menu, modifiers, odds, drop, cost, refusal }: OddsAnswer): object {
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
      sum("attacks", drop === null || drop.attacks === null ? say("FATEWALKER.Odds.Never") : oneDecimal(drop.attacks)),
      sum("ticks", drop === null || drop.ticks === null ? say("FATEWALKER.Odds.Never") : oneDecimal(drop.ticks)),
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
