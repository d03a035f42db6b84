import { ATTRIBUTE_KEYS, MANEUVER_GROUPS, SIZES, TIMINGS } from "../../rules/keys";
import type { ManeuverEffect, ManeuverTables } from "../../rules/fighter/types";
import { ArrayField, ChoiceField, KeyListField, NullableWholeField, OptionalChoiceField, SchemaField, WholeField, flag, optionalText, requisites, text } from "../fields";
import { isRecord } from "../shapes";
import { ItemData, commonSchema } from "./base";
import { TickCostField } from "./tick-cost";

const { ObjectField } = foundry.data.fields;

const DAMAGE_SOURCES = ["own", "weapon", "shield", "component"] as const;

/**
 * Does an update bring a part of a record? A document sends only what differs from what it holds, and merges it with the
 * rest: whatever is not there must not be completed here, or the rest would be overwritten.
 */
const isPart = (value: unknown, options: { readonly partial?: boolean | undefined } | undefined): boolean => options?.partial === true && isRecord(value);

/** The tables of a maneuver: its four lists, or null; a list that is missing becomes an empty one. */
class TablesField extends ObjectField<{ required: true; nullable: true; initial: null }, ManeuverTables | null, ManeuverTables | null, ManeuverTables | null> {
  constructor() {
    super({ required: true, nullable: true, initial: null });
  }

  override clean(...[value, options]: Parameters<InstanceType<typeof ObjectField>["clean"]>): ManeuverTables | null {
    if (isPart(value, options) && isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, list]) => [key, Array.isArray(list) ? rows(list) : list])) as unknown as ManeuverTables;
    return super.clean(value as never, options) as ManeuverTables | null;
  }

  protected override _cast(value: unknown): ManeuverTables {
    const given = isRecord(value) ? value : {};
    return { modes: rows(given["modes"]), variants: rows(given["variants"]), results: rows(given["results"]), rolls: rows(given["rolls"]) };
  }
}

/** The rows of a list that are records. */
function rows<Row>(list: unknown): Row[] {
  return Array.isArray(list) ? (list.filter(isRecord) as Row[]) : [];
}

const defineManeuverSchema = () => ({
  ...commonSchema(),
  group: new ChoiceField(MANEUVER_GROUPS, "common"),
  timings: new ArrayField(new ChoiceField(TIMINGS, "action"), { required: true, nullable: false, initial: ["action"] }),
  requisites: requisites(),
  requisitePerShield: flag(),
  roll: new SchemaField(
    {
      attribute: new OptionalChoiceField(ATTRIBUTE_KEYS),
      skill: optionalText(),
      modifier: new WholeField({ min: -20, max: 20 }),
      cases: new ArrayField(new SchemaField({ when: text(), modifier: new WholeField({ min: -20, max: 20 }) }), { required: true, nullable: false, initial: [] }),
      base: optionalText(),
    },
    { required: true, nullable: true, initial: null },
  ),
  ticks: new TickCostField(),
  damage: new SchemaField(
    {
      source: new ChoiceField(DAMAGE_SOURCES, "own"),
      pools: new ArrayField(new SchemaField({ count: new WholeField(), value: new WholeField({ initial: 1, min: 1 }) }), { required: true, nullable: false, initial: [] }),
      tn: new NullableWholeField({ max: 8 }),
      bonus: new WholeField({ min: -20 }),
      tnBonus: new WholeField({ min: -8, max: 8 }),
      stun: flag(),
      cancels: flag(),
    },
    { required: true, nullable: true, initial: null },
  ),
  answers: new KeyListField(),
  answeredBy: new KeyListField(),
  effects: new ArrayField(new ObjectField<{ required: true; nullable: false }, ManeuverEffect, ManeuverEffect, ManeuverEffect>({ required: true, nullable: false }), {
    required: true,
    nullable: false,
    initial: [],
  }),
  tables: new TablesField(),
  combatSize: new OptionalChoiceField(SIZES),
});

type ManeuverSchema = ReturnType<typeof defineManeuverSchema>;

/** A maneuver: one row of the tables, or one that a group wrote as data alone (Actions and Maneuvers). */
export class ManeuverData extends ItemData<ManeuverSchema> {
  protected static override readonly shapes = { timings: "list", requisites: "list", effects: "list" } as const;

  static override defineSchema(): ManeuverSchema {
    return defineManeuverSchema();
  }
}
