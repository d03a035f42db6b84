import { isDose } from "../../flows/events";
import { checkEvent, LAST_TICK } from "../../rules/clock/check";
import type { ClockState, ScheduledEvent } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";

/** Kinds that a GM writes by hand; everything else the rules put on the clock themselves. */
export const WRITTEN_KINDS = ["note", "reinforcements", "damage"] as const;
/** Where a new event stands at first. */
const FIRST_TICK = "+12";

/** What stands in the fields, as it was written. */
export interface EventValues {
  readonly kind: string;
  readonly tick: string;
  readonly every: string;
  readonly times: string;
  readonly text: string;
  readonly target: string;
  readonly damage: string;
  readonly type: string;
  readonly stun: boolean;
  readonly armor: boolean;
  readonly public: boolean;
}

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const numberText = (value: number | null): string => (value === null ? "" : String(value));

/** The fields of an event that stands on the clock, or of a new one. */
export function valuesOf(event: ScheduledEvent | null): EventValues {
  const data = event?.data ?? {};
  return {
    kind: event?.kind ?? "note", tick: event === null ? FIRST_TICK : String(event.tick), target: event?.target ?? "",
    every: numberText(event?.every ?? null), times: numberText(event === null || event.left === null ? null : event.left + 1),
    text: words(data.text), damage: words(data.damage), type: words(data.type), stun: data.stun === true, armor: data.armor === true, public: data.public === true,
  };
}

/** The fields as they stand in the window. */
export function valuesIn(form: HTMLElement): EventValues {
  const field = (name: string): string => form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value.trim() ?? "";
  const checked = (name: string): boolean => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.checked === true;
  return {
    kind: field("kind"), tick: field("tick"), every: field("every"), times: field("times"), text: field("text"), target: field("target"),
    damage: field("damage"), type: field("type"), stun: checked("stun"), armor: checked("armor"), public: checked("public"),
  };
}

/**
 * A tick as a GM writes it: `40`, or `+12` from now.
 * @throws RuleError `FATEWALKER.Error.BadTicks` for anything else
 */
function readTick(text: string, now: number): number {
  const match = /^(\+?)\s*(\d{1,6})$/.exec(text);
  if (match === null) throw new RuleError("FATEWALKER.Error.BadTicks", { value: text });
  return Math.min(LAST_TICK, (match[1] === "+" ? now : 0) + Number(match[2]));
}

function readCount(text: string): number | null {
  if (text === "") return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RuleError("FATEWALKER.Error.BadTicks", { value: text });
  return value;
}

/** A field that cannot be as it stands, and why. */
export interface FieldProblem {
  readonly field: keyof EventValues;
  readonly reason: RuleError;
}

/** The event that the fields describe, as the clock would take it now; else the first field that is wrong. */
export function readEvent(values: EventValues, state: ClockState): ScheduledEvent | FieldProblem {
  let field: keyof EventValues = "tick";
  const at = <Value>(name: keyof EventValues, read: () => Value): Value => {
    field = name;
    return read();
  };
  const { kind, text, damage, type, stun, armor, public: open } = values;
  try {
    const tick = at("tick", () => readTick(values.tick, state.tick));
    const every = at("every", () => readCount(values.every));
    const times = at("times", () => readCount(values.times));
    const target = values.target === "" ? null : values.target;
    at("target", () => {
      if (kind === "damage" && target === null) throw new RuleError("FATEWALKER.Error.EventNeedsTarget");
    });
    at("damage", () => {
      if (kind === "damage" && !isDose(damage)) throw new RuleError("FATEWALKER.Error.DamageFormula", { formula: damage });
    });
    const event: ScheduledEvent = { kind, target, every, tick, left: every === null || times === null ? null : times - 1, data: { text, public: open, damage, type, stun, armor } };
    at("tick", () => checkEvent(state, event));
    return event;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { field, reason: error };
  }
}
