import { actorData } from "../../data/access";
import { FatewalkerRoll } from "../../dice/roll";
import { absorb } from "../../rules/damage/absorb";
import { damagePool, parseDamage } from "../../rules/damage/formula";
import { shift } from "../../rules/damage/ladder";
import { readDamage } from "../../rules/damage/roll";
import type { DamagePoints } from "../../rules/damage/types";
import type { ScheduledEvent } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import { DAMAGE_TYPES, type DamageType } from "../../rules/keys";
import { applyWounds } from "../../rules/wounds/apply";
import { bracedHarm } from "../powers/braced";
import { sharedHarm } from "../powers/shared-harm";
import { chartOf, isOut, setChart } from "./body";
import type { EventLine, LineDice } from "./lines";
import { registerEvent, type EventContext, type EventKind, type EventResult, type Occurrence } from "./registry";
import { stayingAwake } from "./waking";

/** Damage TN where a formula names none. */
const DEFAULT_TN = 5;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const typeOf = (value: unknown): DamageType => DAMAGE_TYPES.find((type) => type === value) ?? "physical";

/** What the next dose does before armor: a plain number of points, or dice thrown by the client that commits. */
async function dose({ data }: ScheduledEvent, deflection: number): Promise<{ readonly points: DamagePoints; readonly dice: LineDice | null }> {
  const amount = text(data.damage).trim();
  if (/^\d{1,3}$/.test(amount)) return { points: { ordinary: Number(amount), penetrating: 0 }, dice: null };
  const thrown = shift(damagePool({ formula: amount, tn: parseDamage(amount).tn ?? DEFAULT_TN, ladder: "standard" }), -deflection);
  const roll = FatewalkerRoll.fromDamage(thrown);
  await roll.evaluate({ allowInteractive: false });
  return { points: readDamage(thrown, roll.faces, 0).points, dice: { faces: roll.faces, tn: thrown.tn } };
}

/** Can this be read as damage: a number of points, or dice? */
export function isDose(amount: string): boolean {
  return /^\d{1,3}$/.test(amount.trim()) || (RuleError.orNull(() => parseDamage(amount))?.dice.length ?? 0) > 0;
}

/** Damage over time; armor counts only where the event says so (Dramatic Scenes, Damage over Time). */
async function fire({ tick, event }: Occurrence, context: EventContext): Promise<EventResult> {
  const { pending, target } = context;
  const actor = target?.actor ?? null;
  const data = actorData(actor);
  if (target === null || actor === null || data === null || isOut(actor, pending)) return {};
  const chart = chartOf(actor, pending);
  if (chart === null) return {};
  // Time never stands still for a slip of the pen.
  if (!isDose(text(event.data.damage))) return { lines: [{ tick, who: target, key: "FATEWALKER.Event.Unreadable", data: { damage: text(event.data.damage) }, secret: true }] };
  const protection = event.data.armor === true ? data.derived.equipment.protection : null;
  const { points, dice } = await dose(event, protection?.deflection[typeOf(event.data.type)] ?? 0);
  const { points: left, lines: ignored } = bracedHarm(context, { tick, points: absorb(points, protection?.absorb ?? 0).left });
  const stun = event.data.stun === true;
  const outcome = applyWounds(chart, { points: left, stun, resilience: data.attributes.resilience.value });
  if (left > 0) setChart(actor, pending, outcome, { tick, who: target, stun });
  const lines: EventLine[] = [...ignored, { tick, who: target, key: stun ? "FATEWALKER.Event.TakesStun" : "FATEWALKER.Event.TakesDamage", data: { text: text(event.data.text) }, amount: left, ...(dice === null ? {} : { dice }) }];
  const shared = await sharedHarm(context, { tick, points: left, stun });
  lines.push(...shared.lines);
  if (outcome.dies) {
    pending.setStatus(actor, "dying", false);
    return { lines: [...lines, { tick, who: target, key: "FATEWALKER.Event.Dies" }], operations: [{ kind: "defeat", id: target.id ?? "" }, ...shared.operations] };
  }
  if (outcome.chart.mortal.value > 0) pending.setStatus(actor, "dying", true);
  if (outcome.consciousnessRoll) lines.push(...(await stayingAwake(actor, { tick, who: target, pending })));
  return { lines, operations: shared.operations };
}

export function registerDamage(): void {
  registerEvent("damage", {
    fire,
    label: ({ data }): ReturnType<EventKind["label"]> => {
      const named = text(data.text);
      if (named !== "") return { key: "FATEWALKER.Event.Label.note", data: { text: named } };
      return { key: "FATEWALKER.Event.Label.damage", data: { damage: text(data.damage) } };
    },
  });
}
