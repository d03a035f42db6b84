import { wholeNumber } from "../../helpers/numbers";
import type { TickCost } from "../../rules/fighter/types";
import { isRecord } from "../shapes";

const { ObjectField } = foundry.data.fields;

const FALLBACK_TICKS: TickCost = { kind: "fixed", value: 5 };

/** Numbers of a cost, in ticks; the greatest of a range may be open. */
const NUMBERS = ["value", "min", "max", "offset"] as const;

/** What a kind of cost cannot do without. */
const NEEDS: Readonly<Record<string, (cost: Record<string, unknown>) => boolean>> = {
  fixed: ({ value }) => typeof value === "number" && value >= 0,
  range: ({ min }) => typeof min === "number",
  choice: ({ options }) => Array.isArray(options) && options.length > 0 && options.every((option) => isRecord(option) && Number.isInteger(option["value"])),
  weapon: ({ base, offset }) => typeof base === "string" && typeof offset === "number",
  relative: ({ base, offset }) => typeof base === "string" && typeof offset === "number",
  multiple: ({ op }) => typeof op === "string",
  special: () => true,
};

/** A cost, or a part of one, with whole numbers where numbers belong; what is none is left out. */
function withNumbers(cost: Record<string, unknown>): Record<string, unknown> {
  const read = { ...cost };
  for (const key of NUMBERS) {
    if (!(key in read) || (key === "max" && read[key] === null)) continue;
    const number = wholeNumber(read[key]);
    if (number === null) delete read[key];
    else read[key] = number;
  }
  return Object.fromEntries(Object.entries(read).filter(([, part]) => typeof part !== "number" || Number.isFinite(part)));
}

/** The tick cost of a table row, kept as the table prints it; what is none becomes a fixed cost of 5 ticks. */
export class TickCostField extends ObjectField<{ required: true; nullable: false; initial: TickCost }, TickCost, TickCost, TickCost> {
  constructor() {
    super({ required: true, nullable: false, initial: FALLBACK_TICKS });
  }

  override clean(...[value, options]: Parameters<InstanceType<typeof ObjectField>["clean"]>): TickCost {
    // A document sends only what differs: a part must not be completed here, or the rest would be overwritten.
    if (options?.partial === true && isRecord(value) && !("kind" in value)) return withNumbers(value) as TickCost;
    return super.clean(value as never, options) as TickCost;
  }

  protected override _cast(value: unknown): TickCost {
    if (!isRecord(value)) return FALLBACK_TICKS;
    const cost = withNumbers(value);
    const kind = String(cost["kind"]);
    return Object.hasOwn(NEEDS, kind) && NEEDS[kind]?.(cost) === true ? (cost as TickCost) : FALLBACK_TICKS;
  }
}
