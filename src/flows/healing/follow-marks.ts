import { actorData } from "../../data/access";
import type { StatusId } from "../../rules/keys";
import type { WoundChart } from "../../rules/wounds/types";

const isFull = ({ mortal }: WoundChart): boolean => mortal.max > 0 && mortal.value >= mortal.max;

/**
 * Statuses that follow from a chart that somebody marked by hand, on a bar or on the sheet, as they would from a blow: the last
 * Mortal box kills, others bleed until they are stabilized. A mark that is rubbed out takes back what it did (Dramatic Scenes,
 * Mortal Wounds).
 * @param before the chart as it was
 */
export async function followMarks(actor: Actor.Implementation, before: WoundChart): Promise<void> {
  const data = actorData(actor);
  if (data === null) return;
  const { chart } = data.derived;
  const changed = chart.mortal.value !== before.mortal.value;
  if (!changed) return;
  const dead = isFull(chart) || (actor.statuses.has("dead") && !isFull(before));
  const wanted: readonly (readonly [StatusId, boolean])[] = [["dead", dead], ["dying", !dead && chart.mortal.value > 0 && !data.wounds.stabilized]];
  for (const [status, active] of wanted) if (actor.statuses.has(status) !== active) await actor.toggleStatusEffect(status, { active });
}
