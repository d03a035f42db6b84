import { LEDGER_STATES } from "../../rules/exchange/types";
import { ChoiceField, optionalText, text } from "../fields";
import { ReadListField } from "./fields";
import { list } from "./read";
import { readLedgerDocument } from "./read-exchange";

const { ObjectField } = foundry.data.fields;

/** `LedgerMessageData`: one commit with all that is needed to take it back. Whispered to GMs, and counts only from a GM. */
export class LedgerData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      state: new ChoiceField(LEDGER_STATES, "applying"),
      kind: text(),
      combat: optionalText(),
      exchange: optionalText(),
      documents: new ReadListField((value) => list(readLedgerDocument, value)),
      // Read when it is used: an update brings only the part of it that differs.
      record: new ObjectField({ required: true, nullable: true, initial: null }),
    };
  }
}
