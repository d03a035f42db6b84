import { NullableWholeField, optionalText, text, WholeField } from "../fields";
import { optionalParticipantField, ReadListField } from "./fields";
import { list } from "./read";
import { readAgain, readModifier } from "./read-exchange";

const { SchemaField } = foundry.data.fields;

/** `CheckMessageData`: a roll that is no exchange, made on its roller's own client. */
export class CheckData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      participant: optionalParticipantField(),
      title: text(),
      attribute: optionalText(),
      skill: optionalText(),
      pool: new SchemaField({ normal: new WholeField(), wounded: new WholeField(), tn: new WholeField({ max: 8 }), woundedTn: new WholeField({ max: 8 }) }),
      modifiers: new ReadListField((value) => list(readModifier, value)),
      ticks: new NullableWholeField(),
      again: new ReadListField((value) => list(readAgain, value)),
    };
  }
}
