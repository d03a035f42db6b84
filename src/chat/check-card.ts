import type { FatewalkerChatMessage } from "../documents/chat-message";
import { FatewalkerRoll } from "../dice/roll";
import { costText, priceText } from "../applications/dialogs/powers-view";
import { checkOf } from "../data/message";
import { makeIntent } from "../flows/intents";
import { checkOffers, type CheckOffer } from "../flows/powers/check-offers";
import { readCheck } from "../flows/powers/check-outcome";
import { publicParticipant } from "../flows/exchange/names";
import { poolText } from "../flows/exchange/pool-text";
import { poolSize } from "../rules/dice/pool";
import { degreeLabel } from "../rules/dice/roll";
import type { Face } from "../rules/dice/types";
import type { CheckMessageData } from "../rules/exchange/types";
import { paymentState } from "../rules/powers/payment";
import { rollDice } from "./check-dice";
import type { DieView } from "./dice-view";
import { supportRow } from "./support-row";
import { say, signed } from "../helpers/text";

const TEMPLATE = "systems/fatewalker/templates/chat/check.hbs";

/** A power that may still do something about the dice, as its button. */
interface OfferButton {
  readonly actor: string;
  readonly item: string;
  readonly label: string;
  /** Why it cannot be used now; empty: it can. */
  readonly refusal: string;
}

/** The card of a roll that is no exchange; null when its dice do not fit what it says of itself. */
export async function renderCheck(message: FatewalkerChatMessage): Promise<HTMLElement | null> {
  const check = checkOf(message);
  const [roll] = message.rolls;
  if (!check || !(roll instanceof FatewalkerRoll) || roll.faces.length !== poolSize(check.pool)) return null;
  const read = readCheck(message);
  if (read === null) return null;
  const { counted: { pool, modifiers, left }, outcome: { roll: result, earlier, named, fate, saved } } = read;
  const support = supportRow(check, read);
  const { title, ticks } = check;
  // What the other side of a contest may do stands on the card of the contest, which that side sees.
  const offers = checkOffers(message).filter(({ actor, kind }) => actor.isOwner && kind !== "against");
  const context = {
    title,
    support,
    dice: rollDice(result, pool),
    // Every row of dice says what it is where the support roll stands above them.
    main: support === null ? "" : say("FATEWALKER.Chat.Support.Main"),
    left: leftDice(left),
    earlier: earlier.map(({ power, roll: made }) => ({ text: say("FATEWALKER.Chat.Again", { roll: title, power }), dice: rollDice(made, pool) })),
    named: named === null ? "" : say("FATEWALKER.Chat.NamedSuccesses", { named: named.named, rolled: named.rolled }),
    fate: fate === null ? null : { text: say("FATEWALKER.Chat.FateBesides", { successes: fate.roll.successes, points: fate.selfDamage }), dice: rollDice(fate.roll, fate.pool) },
    saved: saved === null ? "" : say("FATEWALKER.Chat.Saved", { name: saved.by, power: saved.name, rolled: saved.rolled, successes: result.successes }),
    paid: paidText(check),
    unpaid: unpaidText(check),
    offers: offers.map(buttonOf),
    successes: result.successes,
    degree: say(degreeLabel(result.outcome)),
    failure: result.outcome.kind === "failure",
    degreeOfFailure: result.degreeOfFailure,
    poolText: poolText(pool),
    modifiers: modifiers.filter(({ enabled, source }) => enabled && source !== "attribute").map(({ label, data, value }) => ({ name: say(label, data), value: signed(value) })),
    ticks: ticks === null ? "" : say("FATEWALKER.Chat.CheckTicks", { ticks }),
  };
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, context as never);
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-offer]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const offer = offers.find(({ actor, held }) => held.item === button.dataset.offer && actor.uuid === button.dataset.actor);
      if (offer === undefined || button.ariaDisabled === "true") return;
      button.disabled = true;
      void makeIntent("spend", offer.participant, { check: message.id, item: offer.held.item });
    });
  }
  return root;
}

/** Dice that fell for a power which nobody has paid: each says that it is no part of the roll. */
const leftDice = (faces: readonly Face[]): DieView[] => faces.map((face) => ({ face, classes: "fw-die left", title: [say("FATEWALKER.Chat.Die.Face", { face }), say("FATEWALKER.Chat.Die.Left")].join(" · ") }));

const powerIn = ({ modifiers }: CheckMessageData) => modifiers.find(({ enabled, source }) => enabled && source === "power");

/** What the power in it cost. */
function paidText(check: CheckMessageData): string {
  const power = powerIn(check);
  const { will = 0, fate = 0 } = power?.cost ?? {};
  return power === undefined || paymentState(check) !== "paid" ? "" : say("FATEWALKER.Chat.Paid", { power: say(power.label, power.data), cost: costText({ will, fate }) });
}

/** Why the power in it does not count; empty where it does, or where there is none. */
function unpaidText(check: CheckMessageData): string {
  const power = powerIn(check);
  const state = paymentState(check);
  if (power === undefined || state === "none" || state === "paid") return "";
  const name = say(power.label, power.data);
  const refusal = check.payment?.refusal ?? null;
  return refusal === null ? say("FATEWALKER.Chat.NotPaidYet", { power: name }) : say("FATEWALKER.Chat.Unpaid", { power: name, reason: say(refusal.key, refusal.data) });
}

function buttonOf({ kind, actor, participant, held, refusal, ...offer }: CheckOffer): OfferButton {
  const cost = priceText(offer);
  const label = kind === "again" ? say("FATEWALKER.Chat.Button.Again", { name: held.name, cost }) : say("FATEWALKER.Chat.Button.Save", { name: publicParticipant(participant).name, power: held.name, cost });
  return { actor: actor.uuid, item: held.item, label, refusal: refusal === null ? "" : say(refusal.key, refusal.data) };
}
