import { flag, optionalText, text } from "../fields";
import { noticeField, optionalParticipantField } from "./fields";

/** A settled healing: who was treated, and what its ledger says. Counts only when a GM wrote it. */
export class HealingData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      kind: text(),
      participant: optionalParticipantField(),
      healer: optionalParticipantField(),
      applied: flag(),
      ledger: optionalText(),
      notice: noticeField(),
    };
  }
}
