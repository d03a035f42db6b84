import { THEMES } from "../../rules/keys";
import { ChoiceField, OptionalChoiceField, SchemaField, WholeField, flag, text } from "../fields";
import { ItemData, commonSchema } from "./base";

export const POWER_TRACKS = ["will", "fate"] as const;
export const AUTOMATIONS = ["passive", "spend", "manual"] as const;

const definePowerSchema = () => ({
  ...commonSchema(),
  track: new ChoiceField(POWER_TRACKS, "will"),
  theme: new OptionalChoiceField(THEMES),
  tier: new WholeField({ max: 3 }),
  chain: text(),
  rank: new WholeField(),
  /** Points of each track that one use costs. */
  cost: new SchemaField({ will: new WholeField(), fate: new WholeField() }),
  active: flag(),
  timing: text(),
  automation: new ChoiceField(AUTOMATIONS, "manual"),
});

type PowerSchema = ReturnType<typeof definePowerSchema>;

/** A power of Will or Fate (Powers). */
export class PowerData extends ItemData<PowerSchema> {
  protected static override readonly shapes = { cost: "object" } as const;

  static override defineSchema(): PowerSchema {
    return definePowerSchema();
  }
}
