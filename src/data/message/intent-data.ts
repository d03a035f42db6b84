import { INTENT_OPERATIONS } from "../../rules/exchange/types";
import { ChoiceField, text } from "../fields";
import { optionalParticipantField } from "./fields";

const { ObjectField } = foundry.data.fields;

/** `IntentMessageData`: a wish for the GM's client. Nothing in it is trusted but the message's author. */
export class IntentData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      op: new ChoiceField(INTENT_OPERATIONS, "act"),
      participant: optionalParticipantField(),
      args: new ObjectField({ required: true, nullable: false, initial: {} }),
      nonce: text(),
    };
  }
}
