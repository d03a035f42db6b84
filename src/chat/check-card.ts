import type { FatewalkerChatMessage } from "../documents/chat-message";
import { FatewalkerRoll } from "../dice/roll";
import { costText } from "../applications/dialogs/powers-view";
import { checkOf } from "../data/message";
import { findActor } from "../flows/commit/write";
import { makeIntent } from "../flows/intents";
import { againOffers, outcomeOf, unpaidOf } from "../flows/powers/check";
import { poolText } from "../flows/exchange/pool-text";
import { poolSize } from "../rules/dice/pool";
import { degreeLabel } from "../rules/dice/roll";
import type { RollResult } from "../rules/dice/types";
import { diceView, type DieView } from "./dice-view";
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
  const outcome = outcomeOf(message);
  if (outcome === null) return null;
  const { roll: result, earlier, named, fate } = outcome;
  const unpaid = unpaidOf(message);
  const diceOf = (made: RollResult, { tn, woundedTn }: { readonly tn: number; readonly woundedTn: number } = pool): DieView[] => diceView({
    id: "check", roller: "attacker", kind: "pool", label: "", tn, woundedTn, successes: made.successes,
    dice: made.dice.map(({ face, wounded, success }) => ({ face, wounded, success, value: 1, penetrating: false })),
  });
  const actor = check.participant === null ? null : findActor(check.participant.actor);
  const again = actor?.isOwner === true ? againOffers(message, actor) : [];
  const enabled = modifiers.filter((modifier) => modifier.enabled && modifier.source !== "attribute");
  const context = {
    title,
    dice: diceOf(result),
    earlier: earlier.map(({ power, roll: made }) => ({ text: say("FATEWALKER.Chat.Again", { roll: title, power }), dice: diceOf(made) })),
    named: named === null ? "" : say("FATEWALKER.Chat.NamedSuccesses", { named: named.named, rolled: named.rolled }),
    fate: fate === null ? null : { text: say("FATEWALKER.Chat.FateBesides", { successes: fate.roll.successes, points: fate.selfDamage }), dice: diceOf(fate.roll, fate.pool) },
    unpaid: unpaid === null ? "" : say("FATEWALKER.Chat.Unpaid", { reason: say(unpaid.key, unpaid.data) }),
    again: again.map(({ held, cost }) => ({ item: held.item, label: say("FATEWALKER.Chat.Button.Again", { name: held.name, cost: costText(cost) }) })),
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
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-again]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      button.disabled = true;
      if (check.participant !== null) void makeIntent("spend", check.participant, { check: message.id, item: button.dataset.again });
    });
  }
  return root;
}
