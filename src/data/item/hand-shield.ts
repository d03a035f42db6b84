import { SIZES } from "../../rules/keys";
import { ArrayField, ChoiceField, SchemaField, WholeField, requisites, text } from "../fields";
import { ItemData, carriedSchema, commonSchema } from "./base";

const defineHandShieldSchema = () => ({
  ...commonSchema(),
  ...carriedSchema(),
  size: new ChoiceField(SIZES, "M"),
  deflection: new WholeField(),
  absorb: new WholeField(),
  block: new SchemaField({ formula: text("5x1"), tn: new WholeField({ initial: 5, max: 8 }), ticks: new WholeField({ initial: 5 }) }),
  requisites: requisites(),
  /** Percentages of cover it can give: 50, 90. */
  cover: new ArrayField(new WholeField({ max: 100 }), { required: true, nullable: false, initial: [] }),
});

type HandShieldSchema = ReturnType<typeof defineHandShieldSchema>;

/** A shield in the hand (core rules, House defaults). */
export class HandShieldData extends ItemData<HandShieldSchema> {
  protected static override readonly shapes = { block: "object", requisites: "list", cover: "list" } as const;

  static override defineSchema(): HandShieldSchema {
    return defineHandShieldSchema();
  }
}
