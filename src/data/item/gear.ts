import { ChoiceField, WholeField } from "../fields";
import { ItemData, carriedSchema, commonSchema } from "./base";

export const GEAR_KINDS = ["medkit", "facility", "serum", "ammunition", "helmet", "bracers", "optic", "light", "other"] as const;

const defineGearSchema = () => ({
  ...commonSchema(),
  ...carriedSchema(),
  kind: new ChoiceField(GEAR_KINDS, "other"),
  rating: new WholeField(),
});

type GearSchema = ReturnType<typeof defineGearSchema>;

/** Anything else that one carries. The rating of an optic is its magnification (1: infrared), that of a light its radius in metres. */
export class GearData extends ItemData<GearSchema> {
  static override defineSchema(): GearSchema {
    return defineGearSchema();
  }
}
