import { CARRIED, ENCUMBRANCES, HANDS } from "../../rules/keys";
import { ChoiceField, MeasureField, OptionalChoiceField, WholeField, flag, html, text } from "../fields";
import { healShape, type Shape } from "../shapes";

/** What every item has (contract, Items). */
export const commonSchema = () => ({
  key: text(),
  description: html(),
  gmNotes: html(),
  house: flag(),
  source: text(),
  quantity: new WholeField({ initial: 1 }),
});

/** What things one carries have besides. Cost in firebirds, weight in kilograms. */
export const carriedSchema = () => ({
  cost: new MeasureField(),
  weight: new MeasureField(),
  techLevel: new WholeField({ max: 20 }),
  encumbrance: new ChoiceField(ENCUMBRANCES, "none"),
  carried: new ChoiceField(CARRIED, "stowed"),
  hand: new OptionalChoiceField(HANDS),
});

export type CommonSchema = ReturnType<typeof commonSchema>;
export type CarriedSchema = ReturnType<typeof carriedSchema>;

/** Common ground of the item models: a schema and the shapes that an old or broken source must be brought to. */
export abstract class ItemData<Schema extends CommonSchema & foundry.data.fields.DataSchema> extends foundry.abstract.TypeDataModel<Schema, foundry.abstract.Document.Any> {
  static override LOCALIZATION_PREFIXES = ["FATEWALKER.Item"];

  /** Fields of the type that are records or lists. */
  protected static readonly shapes: Readonly<Record<string, Shape>> = {};

  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    healShape(source, this.shapes);
    return super.migrateData(source) as Record<string, unknown>;
  }
}

