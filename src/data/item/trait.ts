import { ChoiceField, WholeField, flag } from "../fields";
import { ItemData, commonSchema } from "./base";

export const TRAIT_KINDS = ["trait", "quirk"] as const;

const defineTraitSchema = () => ({
  ...commonSchema(),
  kind: new ChoiceField(TRAIT_KINDS, "trait"),
  /** Bonus dice when it adds to a roll, 1 to 4. */
  rating: new WholeField({ initial: 1, max: 4 }),
  /** Its rating is flat damage on melee, thrown and unarmed attacks instead (core rules, Brute). */
  brute: flag(),
});

type TraitSchema = ReturnType<typeof defineTraitSchema>;

/** A trait or quirk; at most one adds to a roll. */
export class TraitData extends ItemData<TraitSchema> {
  static override defineSchema(): TraitSchema {
    return defineTraitSchema();
  }
}
