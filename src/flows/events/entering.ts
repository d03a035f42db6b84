import { actorData } from "../../data/access";
import { combatData } from "../clock/state";
import { willExpense } from "../../rules/tracks/expenses";
import { forceWill, hasWill, woundsForWill } from "../../rules/tracks/will";
import type { ClockOperation } from "../../rules/clock/types";
import { focusEnds } from "../powers/focus";
import { chartOf, passivesOfActor, setChart } from "./body";
import type { EventLine } from "./lines";
import type { Pending } from "./pending";
import { registerStandingRule, type EventContext, type EventResult } from "./registry";

/** Stands on a combatant that has paid for entering, so that it pays once. */
const ENTERED = "flags.fatewalker.entered";

interface Payment {
  readonly lines: readonly EventLine[];
  readonly dies: boolean;
}

/**
 * Each participant pays a point of Will on entering; with none left it is a Normal Wound that skips Temporary. All characters have Will:
 * a creature that has no track at all, such as a beast or a machine, has none to lose and is not hurt, of which the GM is told
 * (Powers, Will; readings, section 10).
 */
function pay(combatant: Combatant.Implementation, actor: Actor.Implementation, pending: Pending, tick: number): Payment {
  const data = actorData(actor);
  const chart = chartOf(actor, pending);
  if (data === null || chart === null) return { lines: [], dies: false };
  const passives = passivesOfActor(actor);
  const points = willExpense("combat", { passives });
  if (points === 0) return { lines: [{ tick, who: combatant, key: "FATEWALKER.Event.EntersFree" }], dies: false };
  const marks = (path: string): number => pending.number(actor.uuid, `system.will.${path}`);
  const before = { rating: marks("rating"), bonus: marks("bonus"), spent: marks("spent"), fatigue: marks("fatigue"), exhaustion: marks("exhaustion") };
  if (!hasWill(before, passives)) return { lines: [{ tick, who: combatant, key: "FATEWALKER.Event.EntersWithoutWill", secret: true }], dies: false };
  const { track, wounds } = forceWill(before, points, passives);
  pending.add([{ action: "update", uuid: actor.uuid, changes: { "system.will.spent": track.spent, "system.will.fatigue": track.fatigue, "system.will.exhaustion": track.exhaustion } }]);
  if (wounds === 0) return { lines: [{ tick, who: combatant, key: "FATEWALKER.Event.Enters", data: { points } }], dies: false };
  const outcome = woundsForWill(chart, wounds);
  setChart(actor, pending, outcome, { tick, who: combatant });
  if (outcome.chart.mortal.value > 0 && !outcome.dies) pending.setStatus(actor, "dying", true);
  return { lines: [{ tick, who: combatant, key: "FATEWALKER.Event.EntersWounded", data: { points: wounds } }], dies: outcome.dies };
}

/** Whoever takes part in a fight that has begun has entered it: with its first Action Tick, early or late. A scene costs nothing. */
function stand({ combat, state, pending }: Omit<EventContext, "target">): EventResult {
  if (combatData(combat)?.kind !== "fight" || state.tick < 1) return {};
  const { contents } = combat.combatants;
  const entered = (combatant: Combatant.Implementation): boolean => pending.value(combatant.uuid, ENTERED) === true;
  const lines: EventLine[] = [];
  const operations: ClockOperation[] = [];
  for (const combatant of contents) {
    const { actor } = combatant;
    const entry = state.entries[combatant.id ?? ""];
    if (actor === null || entry === undefined || entry.state === "out" || entry.actionTick === null || entered(combatant)) continue;
    // Two tokens of one actor are one participant.
    const paid = contents.some((other) => other.id !== combatant.id && other.actor?.uuid === actor.uuid && entered(other));
    pending.add([{ action: "update", uuid: combatant.uuid, changes: { [ENTERED]: true } }]);
    const broken = focusEnds(actor).filter((change) => change.action === "delete" && !pending.isDeleted(change.uuid));
    pending.add(broken);
    if (broken.length > 0) lines.push({ tick: state.tick, who: combatant, key: "FATEWALKER.Event.LosesFocus" });
    if (paid) continue;
    const payment = pay(combatant, actor, pending, state.tick);
    lines.push(...payment.lines);
    if (payment.dies) operations.push({ kind: "defeat", id: combatant.id ?? "" });
  }
  return { lines, operations };
}

export function registerEntering(): void {
  registerStandingRule(stand);
}
