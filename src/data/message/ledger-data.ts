import { LEDGER_STATES } from "../../rules/exchange/types";
import { ChoiceField, optionalText, text } from "../fields";
import { ReadListField, ReadObjectField } from "./fields";
import { list } from "./read";
import { readExchangeState, readLedgerDocument } from "./read-exchange";

/** `LedgerMessageData`: one commit with all that is needed to take it back. Whispered to GMs, and counts only from a GM. */
export class LedgerData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      state: new ChoiceField(LEDGER_STATES, "applying"),
      kind: text(),
      combat: optionalText(),
      exchange: optionalText(),
      documents: new ReadListField((value) => list(readLedgerDocument, value)),
      record: new ReadObjectField((value) => readExchangeState(value)),
    };
  }
}
