import { NullableWholeField, optionalText, text, WholeField } from "../fields";
import { noticeField, optionalParticipantField, ReadListField } from "./fields";
import { list } from "./read";
import { readAgain, readModifier } from "./read-exchange";

const { BooleanField, SchemaField } = foundry.data.fields;

const orNull = { required: true, nullable: true, initial: null } as const;
const poolFields = () => ({ normal: new WholeField(), wounded: new WholeField(), tn: new WholeField({ max: 8 }), woundedTn: new WholeField({ max: 8 }) });
const paymentField = () => new SchemaField({ paid: new BooleanField(), refusal: noticeField() }, orNull);

/** `CheckMessageData`: a roll that is no exchange, made on its roller's own client. */
export class CheckData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      participant: optionalParticipantField(),
      title: text(),
      attribute: optionalText(),
      skill: optionalText(),
      pool: new SchemaField(poolFields()),
      modifiers: new ReadListField((value) => list(readModifier, value)),
      ticks: new NullableWholeField(),
      unpaid: new SchemaField(poolFields(), orNull),
      support: new SchemaField({ key: text(), name: text(), pool: new SchemaField(poolFields()) }, orNull),
      payment: paymentField(),
      supportPayment: paymentField(),
      again: new ReadListField((value) => list(readAgain, value)),
      saved: new SchemaField({ key: text(), name: text(), by: text() }, orNull),
    };
  }
}
