import { flag, optionalText, text } from "../fields";
import { noticeField, optionalParticipantField, ReadListField } from "./fields";
import { list } from "./read";
import { readHealingEntry } from "./read-healing";

/** A settled healing, damage or rest: who was treated, what came of it, and the ledger that takes it back. Counts only when a GM wrote it. */
export class HealingData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      kind: text(),
      participant: optionalParticipantField(),
      healer: optionalParticipantField(),
      entries: new ReadListField((value) => list(readHealingEntry, value)),
      applied: flag(),
      ledger: optionalText(),
      notice: noticeField(),
    };
  }
}
