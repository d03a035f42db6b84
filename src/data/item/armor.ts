import { ENCUMBRANCES } from "../../rules/keys";
import { ChoiceField, MeasureField, SchemaField, WholeField, flag, optionalText, text } from "../fields";
import { ItemData, carriedSchema, commonSchema } from "./base";

const deflection = () => new SchemaField({ physical: new WholeField(), ballistic: new WholeField(), energy: new WholeField() });

const defineArmorSchema = () => ({
  ...commonSchema(),
  ...carriedSchema(),
  era: text(),
  absorb: new WholeField(),
  deflection: deflection(),
  underShield: flag(),
  /** A row that is laid over another armor (Plasteel): factors and differences. */
  upgrade: new SchemaField(
    { costFactor: new MeasureField({ initial: 1 }), techLevel: new WholeField(), absorb: new WholeField(), deflection: deflection() },
    { required: true, nullable: true, initial: null },
  ),
  powered: new SchemaField({ encumbrance: new ChoiceField(ENCUMBRANCES, "medium"), brute: new WholeField() }, { required: true, nullable: true, initial: null }),
  powerOn: flag(),
  appliedUpgrade: optionalText(),
});

type ArmorSchema = ReturnType<typeof defineArmorSchema>;

/** Worn armor: Absorb and Deflection by damage type (Armor). */
export class ArmorData extends ItemData<ArmorSchema> {
  protected static override readonly shapes = { deflection: "object" } as const;

  static override defineSchema(): ArmorSchema {
    return defineArmorSchema();
  }
}
