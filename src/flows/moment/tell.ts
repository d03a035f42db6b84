import { writeOne } from "../../compat/operations";
import type { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { publicParticipant } from "../exchange/names";

/** Tells one person, and nobody else, why something that he declared in secret cannot be. */
export async function tellRefusal(author: User.Implementation, participant: Participant | null, { key, data }: RuleError): Promise<void> {
  const attacker = participant ? publicParticipant(participant) : { participant: { actor: "", token: null, combatant: null }, name: author.name, img: author.avatar ?? "" };
  await writeOne({
    action: "create", documentName: "ChatMessage", parent: null,
    source: { _id: foundry.utils.randomID(), type: "exchange", author: game.user?.id, whisper: [author.id], content: "", system: { phase: "refused", attacker, notice: { key, data } } },
  });
}
