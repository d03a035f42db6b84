import { ArrayField, ChoiceField, MeasureField, NullableWholeField, SchemaField, WholeField, flag, optionalText, text } from "../fields";
import { healShape } from "../shapes";

/** Whether one waits for its Action Tick, holds an action back, or takes no part. */
export const COMBATANT_STATES = ["ready", "holding", "out"] as const;

const defineCombatantSchema = () => ({
  state: new ChoiceField(COMBATANT_STATES, "ready"),
  since: new WholeField(),
  movement: new SchemaField({ kind: text(), startedAt: new WholeField(), metres: new MeasureField() }, { required: true, nullable: true, initial: null }),
  aim: new SchemaField({ bonus: new WholeField(), target: optionalText(), kind: text() }, { required: true, nullable: true, initial: null }),
  footwork: new SchemaField({ dice: new WholeField(), until: new NullableWholeField() }, { required: true, nullable: true, initial: null }),
  shieldCover: flag(),
  awareOf: new ArrayField(text(), { required: true, nullable: false, initial: [] }),
});

type CombatantSchema = ReturnType<typeof defineCombatantSchema>;

/** What a fighter keeps during a fight beside its Action Tick, which is the `initiative` of its Combatant (contract, Combat and Combatant). */
export class CombatantData extends foundry.abstract.TypeDataModel<CombatantSchema, foundry.abstract.Document.Any> {
  static override LOCALIZATION_PREFIXES = ["FATEWALKER.Clock"];

  static override defineSchema(): CombatantSchema {
    return defineCombatantSchema();
  }

  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    healShape(source, { awareOf: "list" });
    for (const key of ["movement", "aim", "footwork"]) {
      if (source[key] !== null) healShape(source, { [key]: "object" });
    }
    return super.migrateData(source) as Record<string, unknown>;
  }
}
