import type { PowerEffect } from "../../rules/fighter/types";
import { THEMES } from "../../rules/keys";
import { ArrayField, ChoiceField, NullableWholeField, OptionalChoiceField, SchemaField, WholeField, flag, text } from "../fields";
import { ItemData, commonSchema } from "./base";

const { ObjectField } = foundry.data.fields;

export const POWER_TRACKS = ["will", "fate"] as const;
export const AUTOMATIONS = ["passive", "spend", "manual"] as const;
/** How the cost of one use is counted (Powers): as printed, the Fate rating, by the user's choice, by the options taken. */
export const COST_RULES = ["fixed", "fateRating", "chosen", "perOption"] as const;

const definePowerSchema = () => ({
  ...commonSchema(),
  track: new ChoiceField(POWER_TRACKS, "will"),
  theme: new OptionalChoiceField(THEMES),
  tier: new WholeField({ max: 3 }),
  chain: text(),
  rank: new WholeField(),
  /** Points of each track that one use costs. */
  cost: new SchemaField({ will: new WholeField(), fate: new WholeField() }),
  costBy: new ChoiceField(COST_RULES, "fixed"),
  /** Most units of a cost that counts; null: no limit. */
  costMost: new NullableWholeField(),
  active: flag(),
  timing: text(),
  automation: new ChoiceField(AUTOMATIONS, "manual"),
  effects: new ArrayField(new ObjectField<{ required: true; nullable: false }, PowerEffect, PowerEffect, PowerEffect>({ required: true, nullable: false }), {
    required: true,
    nullable: false,
    initial: [],
  }),
});

type PowerSchema = ReturnType<typeof definePowerSchema>;

/** A power of Will or Fate (Powers). */
export class PowerData extends ItemData<PowerSchema> {
  protected static override readonly shapes = { cost: "object", effects: "list" } as const;

  static override defineSchema(): PowerSchema {
    return definePowerSchema();
  }
}
