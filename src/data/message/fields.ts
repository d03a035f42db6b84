import { optionalText, text } from "../fields";
import { isRecord, type Reader } from "./read";

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

/** A record that a reader brings into shape, or null. */
export class ReadObjectField<T extends object> extends ObjectField<{ required: true; nullable: true; initial: null }> {
  private readonly reader: Reader<T>;

  constructor(reader: Reader<T>) {
    super({ required: true, nullable: true, initial: null });
    this.reader = reader;
  }

  protected override _cast(value: unknown): never {
    return (isRecord(value) ? this.reader(value) : null) as never;
  }
}

/** `Participant`: who takes part, by address. */
export const participantField = () => new SchemaField({ actor: text(), token: optionalText(), combatant: optionalText() });

/** `PublicParticipant`: an address with the name and portrait that everyone may see. */
export const publicParticipantField = () => new SchemaField({ participant: participantField(), name: text(), img: text() });
