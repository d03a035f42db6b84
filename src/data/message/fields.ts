import { optionalText, text, WholeField } from "../fields";

const { ArrayField, ObjectField, SchemaField } = foundry.data.fields;

/** A list of records that a reader brings into shape; entries it cannot read are dropped. */
export class ReadListField<T extends object> extends ArrayField<foundry.data.fields.ObjectField> {
  private readonly reader: (value: unknown) => T[];

  constructor(reader: (value: unknown) => T[]) {
    super(new ObjectField());
    this.reader = reader;
  }

  protected override _cast(value: unknown): never {
    // The field stores plain records; their exact shape is the reader's promise.
    return this.reader(value) as never;
  }
}

/** `Participant`: who takes part, by address. */
export const participantField = () => new SchemaField({ actor: text(), token: optionalText(), combatant: optionalText() });

const orNull = { required: true, nullable: true, initial: null } as const;

/*
 * Records that may be missing have a schema of their own, never a reader: what a client hears of an update is only what
 * differs, and a part of a record must not be taken for a broken one.
 */

/** A `Participant` or null. */
export const optionalParticipantField = () => new SchemaField({ actor: text(), token: optionalText(), combatant: optionalText() }, orNull);

/** Action Ticks before and after, or null. */
export const spanField = () => new SchemaField({ from: new WholeField(), to: new WholeField() }, orNull);

/** A text to be put into words on the reader's screen, or null. */
export const noticeField = () => new SchemaField({ key: text(), data: new ObjectField({ required: true, nullable: false, initial: {} }) }, orNull);

/** `PublicParticipant`: an address with the name and portrait that everyone may see. */
export const publicParticipantField = () => new SchemaField({ participant: participantField(), name: text(), img: text() });
