import { SchemaField, WholeField, flag } from "../fields";
import { ItemData, carriedSchema, commonSchema } from "./base";

const defineEnergyShieldSchema = () => ({
  ...commonSchema(),
  ...carriedSchema(),
  minActivation: new WholeField({ initial: 6 }),
  maxAbsorb: new WholeField({ initial: 20 }),
  /** Energy regained every 6 ticks. */
  recharge: new WholeField({ initial: 1 }),
  energy: new SchemaField({ value: new WholeField({ initial: 5 }), max: new WholeField({ initial: 5 }) }),
  on: flag(),
});

type EnergyShieldSchema = ReturnType<typeof defineEnergyShieldSchema>;

/** An energy shield (Dramatic Scenes, Energy Shields). */
export class EnergyShieldData extends ItemData<EnergyShieldSchema> {
  protected static override readonly shapes = { energy: "object" } as const;

  static override defineSchema(): EnergyShieldSchema {
    return defineEnergyShieldSchema();
  }
}
