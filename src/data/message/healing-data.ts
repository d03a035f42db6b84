import { ReadObjectField } from "./fields";
import { flag, optionalText, text } from "../fields";
import { readNotice, readParticipant } from "./read-exchange";

/** A settled healing: who was treated, and what its ledger says. Counts only when a GM wrote it. */
export class HealingData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      kind: text(),
      participant: new ReadObjectField(readParticipant),
      healer: new ReadObjectField(readParticipant),
      applied: flag(),
      ledger: optionalText(),
      notice: new ReadObjectField((value) => readNotice(value)),
    };
  }
}
