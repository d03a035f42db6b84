import { ArrayField, ChoiceField, NullableWholeField, SchemaField, TypedObjectField, WholeField, isRecordKey, optionalText, text } from "../fields";
import { healShape, isRecord } from "../shapes";

/** A fight costs each who enters it a point of Will; a scene only counts time. */
export const COMBAT_KINDS = ["fight", "scene"] as const;
export type CombatKind = (typeof COMBAT_KINDS)[number];

/** Greatest range between two fighters, where every engagement begins (Actions and Maneuvers, Engage/Disengage). */
export const LONGEST_ENGAGEMENT = 6;

/** One fighter holding another: who has the upper hand, and how firmly; null: nobody holds anybody. */
const grip = () => new SchemaField({ dominant: text(), level: new WholeField() }, { required: true, nullable: true, initial: null });

const engagements = () =>
  new TypedObjectField(
    new SchemaField({ range: new WholeField({ initial: LONGEST_ENGAGEMENT, min: 1, max: LONGEST_ENGAGEMENT }), grapple: grip(), ground: grip(), hold: grip() }),
    { required: true, nullable: false, validateKey: isRecordKey },
  );

const schedule = () =>
  new TypedObjectField(
    new SchemaField({
      tick: new WholeField({ initial: 1, min: 1 }),
      every: new NullableWholeField({ min: 1 }),
      left: new NullableWholeField(),
      kind: text(),
      target: optionalText(),
      data: new foundry.data.fields.ObjectField({ required: true, nullable: false, initial: {} }),
    }),
    { required: true, nullable: false, validateKey: isRecordKey },
  );

const log = () =>
  new TypedObjectField(
    new SchemaField({ kind: text(), ids: new ArrayField(text(), { required: true, nullable: false, initial: [] }), ledger: optionalText() }),
    { required: true, nullable: false, validateKey: isRecordKey },
  );

const defineCombatSchema = () => ({
  kind: new ChoiceField(COMBAT_KINDS, "fight"),
  active: optionalText(),
  pending: optionalText(),
  engagements: engagements(),
  schedule: schedule(),
  log: log(),
});

type CombatSchema = ReturnType<typeof defineCombatSchema>;

/** What a fight keeps beside its tick, which is the `round` of its Combat (contract, Combat and Combatant). */
export class CombatData extends foundry.abstract.TypeDataModel<CombatSchema, foundry.abstract.Document.Any> {
  static override LOCALIZATION_PREFIXES = ["FATEWALKER.Clock"];

  static override defineSchema(): CombatSchema {
    return defineCombatSchema();
  }

  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    healShape(source, { engagements: "object", schedule: "object", log: "object" });
    for (const key of ["engagements", "schedule", "log"]) dropBrokenRecords(source[key]);
    return super.migrateData(source) as Record<string, unknown>;
  }
}

/** An entry whose key or value is of no use is left out, so that the rest of the fight stays readable. Deletions of updates are not entries. */
function dropBrokenRecords(records: unknown): void {
  if (!isRecord(records)) return;
  for (const [key, value] of Object.entries(records)) {
    if (/^[-=]=/.test(key)) continue;
    if (!isRecordKey(key) || !isRecord(value)) delete records[key];
  }
}
