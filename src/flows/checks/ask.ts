import { audience } from "../../compat/message-modes";
import { RuleError } from "../../rules/errors";
import type { RequestRule } from "../../rules/checks/request";
import { CUSTOM_LIMIT } from "../exchange/choices";
import { HIGHEST_TN } from "../../rules/dice/pool";
import { publicParticipant, UNKNOWN_IMAGE } from "../exchange/names";
import { isUnseen, participantOf } from "../exchange/participants";
import { titleOf, type CheckRequest } from "./index";
import type { AskedEntry, RequestMode } from "./request";

/** What a GM asks for. */
export interface AskedFor {
  readonly actors: readonly Actor.Implementation[];
  readonly check: CheckRequest;
  /** Default public. */
  readonly mode?: RequestMode;
  /** Default everyone for themselves. */
  readonly rule?: RequestRule;
  readonly text?: string;
}

const isHidden = ({ participant }: AskedEntry): boolean => participant !== null && isUnseen(participant);

/** @throws RuleError with what is wrong */
function verify({ actors, check, rule }: AskedFor): void {
  if (game.user?.isGM !== true) throw new RuleError("FATEWALKER.Error.OnlyGM");
  if (actors.length === 0) throw new RuleError("FATEWALKER.Request.Nobody");
  if (rule === "contested" && actors.length !== 2) throw new RuleError("FATEWALKER.Request.NeedsTwo");
  const { tn, modifier = 0 } = check;
  if (tn !== undefined && !(Number.isInteger(tn) && tn >= 0 && tn <= HIGHEST_TN)) throw new RuleError("FATEWALKER.Request.BadTn", { most: HIGHEST_TN });
  if (!Number.isInteger(modifier) || Math.abs(modifier) > CUSTOM_LIMIT) throw new RuleError("FATEWALKER.Request.BadModifier", { most: CUSTOM_LIMIT });
}

/** Plain words, for the log's export and wherever our cards are not drawn. */
const plainText = (title: string, entries: readonly AskedEntry[]): string =>
  `<p>${foundry.utils.escapeHTML(`${title}: ${entries.map(({ name }) => name).join(", ")}`)}</p>`;

/**
 * Asks for rolls: posts a card with a button for everyone who is asked. It is the GM's plain message; whoever is hidden stands
 * on it as somebody, with the name in a message to the GMs.
 * @throws RuleError `FATEWALKER.Error.OnlyGM`, `FATEWALKER.Request.Nobody`, `NeedsTwo`, `BadTn`, `BadModifier`
 */
export async function requestRolls(asked: AskedFor): Promise<ChatMessage.Implementation | null> {
  const unique = [...new Map(asked.actors.map((actor) => [actor.uuid, actor])).values()];
  verify({ ...asked, actors: unique });
  const { check, mode = "public", rule = "each", text = "" } = asked;
  const entries = unique.map((actor): AskedEntry => publicParticipant(participantOf(actor)));
  const shown = entries.map((entry): AskedEntry => (isHidden(entry) ? { participant: null, name: game.i18n.localize("FATEWALKER.Clock.Someone"), img: UNKNOWN_IMAGE } : entry));
  const hidden = Object.fromEntries(entries.flatMap((entry, index) => (isHidden(entry) ? [[String(index), entry] as const] : [])));
  const id = foundry.utils.randomID();
  const title = titleOf(check);
  const create = async (source: object): Promise<ChatMessage.Implementation | null> =>
    ((await ChatMessage.implementation.create(source as never, { keepId: true } as never)) as ChatMessage.Implementation | undefined) ?? null;
  if (Object.keys(hidden).length > 0) {
    const content = plainText(game.i18n.format("FATEWALKER.Request.HiddenTitle", { title }), Object.values(hidden));
    await create({ content, ...audience("gm", game.user?.id ?? ""), flags: { fatewalker: { requestHidden: { request: id, entries: hidden } } } });
  }
  // Everyone who is hidden: nobody else has to know that there was a roll.
  const everyoneHidden = Object.keys(hidden).length === entries.length;
  const request = { check, mode, rule, text, entries: shown, results: {} };
  return create({ _id: id, content: plainText(title, shown), ...audience(everyoneHidden ? "gm" : "public", game.user?.id ?? ""), flags: { fatewalker: { request } } });
}
