import type { FatewalkerChatMessage } from "../documents/chat-message";
import { FatewalkerRoll } from "../dice/roll";
import { checkOf } from "../data/message";
import { poolText } from "../flows/exchange/pool-text";
import { poolSize } from "../rules/dice/pool";
import { degreeLabel, readPool } from "../rules/dice/roll";
import { diceView } from "./dice-view";
import { say, signed } from "../helpers/text";

const TEMPLATE = "systems/fatewalker/templates/chat/check.hbs";

/** The card of a roll that is no exchange; null when its dice do not fit what it says of itself. */
export async function renderCheck(message: FatewalkerChatMessage): Promise<HTMLElement | null> {
  const check = checkOf(message);
  const [roll] = message.rolls;
  if (!check || !(roll instanceof FatewalkerRoll)) return null;
  const { pool, modifiers, title, ticks } = check;
  const faces = roll.faces;
  if (faces.length !== poolSize(pool)) return null;
  const result = readPool(pool, faces);
  const dice = diceView({
    id: "check", roller: "attacker", kind: "pool", label: "", tn: pool.tn, woundedTn: pool.woundedTn, successes: result.successes,
    dice: result.dice.map(({ face, wounded, success }) => ({ face, wounded, success, value: 1, penetrating: false })),
  });
  const enabled = modifiers.filter((modifier) => modifier.enabled && modifier.source !== "attribute");
  const context = {
    title,
    dice,
    successes: result.successes,
    degree: say(degreeLabel(result.outcome)),
    failure: result.outcome.kind === "failure",
    degreeOfFailure: result.degreeOfFailure,
    poolText: poolText(pool),
    modifiers: enabled.map(({ label, data, value }) => ({ name: say(label, data), value: signed(value) })),
    ticks: ticks === null ? "" : say("FATEWALKER.Chat.CheckTicks", { ticks }),
  };
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, context as never);
  return root;
}
