import { EXCHANGE_PHASES } from "../../rules/exchange/types";
import { ChoiceField, flag, NullableWholeField, optionalText, text } from "../fields";
import { noticeField, publicParticipantField, ReadListField, spanField } from "./fields";
import { list } from "./read";
import { readNotice, readOffer, readPublicRoll, readPublicTarget } from "./read-exchange";

const { SchemaField } = foundry.data.fields;

/** `ExchangeMessageData`: the public card of an exchange. It counts only when a GM wrote it. */
export class ExchangeData extends foundry.abstract.TypeDataModel<foundry.data.fields.DataSchema, ChatMessage.Implementation> {
  static override defineSchema(): foundry.data.fields.DataSchema {
    return {
      phase: new ChoiceField(EXCHANGE_PHASES, "declared"),
      tick: new NullableWholeField(),
      attacker: publicParticipantField(),
      maneuver: new SchemaField({ key: text(), name: text(), img: text() }),
      weapon: optionalText(),
      ticks: spanField(),
      targets: new ReadListField((value) => list(readPublicTarget, value)),
      rolls: new ReadListField((value) => list(readPublicRoll, value)),
      offers: new ReadListField((value) => list(readOffer, value)),
      ledger: optionalText(),
      awaitsTarget: flag(),
      amendments: new ReadListField((value) => list(readNotice, value)),
      lasting: new ReadListField((value) => list(readNotice, value)),
      notice: noticeField(),
    };
  }
}
