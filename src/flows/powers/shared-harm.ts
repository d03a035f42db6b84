import { actorData } from "../../data/access";
import type { ClockOperation } from "../../rules/clock/types";
import { applyWounds } from "../../rules/wounds/apply";
import { findActor } from "../commit/write";
import { chartOf, isOut, setChart } from "../events/body";
import { stayingAwake } from "../events/waking";
import type { EventLine } from "../events/lines";
import type { EventContext, EventResult } from "../events/registry";
import { sharingPower } from "./sharing";
import { memoryOf } from "./memory";

interface Harm {
  readonly tick: number;
  /** Points that were taken. */
  readonly points: number;
  readonly stun?: boolean;
}

/**
 * What an event of the clock does to whoever is bound to the fate of its victim: the very same points, one source, past armor
 * (Powers, Balance).
 */
export async function sharedHarm({ combat, pending, target }: EventContext, { tick, points, stun = false }: Harm): Promise<Required<EventResult>> {
  const nothing = { lines: [], operations: [] };
  const { balance } = memoryOf(target);
  const actor = balance === null ? null : findActor(balance);
  const holder = target?.actor ?? null;
  const power = holder === null ? null : sharingPower(holder as Actor.Implementation);
  const data = actorData(actor);
  if (points <= 0 || actor === null || data === null || power === null || isOut(actor, pending)) return nothing;
  const chart = chartOf(actor, pending);
  if (chart === null) return nothing;
  const who = combat.combatants.contents.find((combatant) => combatant.actor?.uuid === actor.uuid) ?? null;
  const outcome = applyWounds(chart, { points, stun, resilience: data.attributes.resilience.value });
  setChart(actor, pending, outcome, { tick, who, stun });
  const lines: EventLine[] = [{ tick, who, key: "FATEWALKER.Event.SharesFate", data: { power: power.name }, amount: points }];
  if (!outcome.dies) {
    if (outcome.chart.mortal.value > 0) pending.setStatus(actor, "dying", true);
    return { lines: [...lines, ...(outcome.consciousnessRoll ? await stayingAwake(actor, { tick, who, pending }) : [])], operations: [] };
  }
  pending.setStatus(actor, "dying", false);
  const defeat: ClockOperation[] = who?.id ? [{ kind: "defeat", id: who.id }] : [];
  if (defeat.length === 0) pending.setStatus(actor, "dead", true);
  return { lines: [...lines, { tick, who, key: "FATEWALKER.Event.Dies" }], operations: defeat };
}
