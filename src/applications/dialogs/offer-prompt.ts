import { say } from "../../helpers/text";
import { exchangeOf } from "../../data/message";
import { askedSides, offersFor } from "../../flows/exchange/card";
import { publicParticipant } from "../../flows/exchange/names";
import { stateOf } from "../../flows/exchange/react";
import { findActor } from "../../flows/commit/write";
import { noChoices } from "../../flows/exchange/choices";
import { makeIntent } from "../../flows/intents";
import { openOffers } from "../../flows/powers/held";
import { chartAfter, momentOf, resultOf, type Offer } from "../../rules/exchange/offers";
import { poolSize } from "../../rules/dice/pool";
import { atLeast } from "../../rules/odds/distribution";
import type { ExchangeState, Participant, RollRequest } from "../../rules/exchange/types";
import type { WoundChart } from "../../rules/wounds/types";
import { WindowBase } from "../base";
import { closeAndSend, takeUpUnsent } from "./answer-sending";
import { priceText } from "./powers-view";
import { percent } from "./roll-view";
import { joinPrompts, leavePrompts } from "./prompt-places";
import { closeOnEscape, renderOnChange } from "./window-habits";

interface OfferRow {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly cost: string;
  readonly chosen: boolean;
}

/** Context of `templates/dialogs/offers.hbs`. */
interface OffersView {
  readonly title: string;
  readonly subtitle: string;
  readonly img: string;
  readonly rows: readonly OfferRow[];
}

/** One thing that may be done, as it is sent. */
interface Doing {
  readonly offer: Offer;
  readonly uses: number;
}

/** No more than so many choices for the points of one hit. */
const MOST_ROWS = 12;

/**
 * Asks the owner of one side what to do about dice that lie there, without holding anything up: rolls that may be made again, damage
 * that may be ignored, each with what it costs and leaves. K keeps, and so does Enter until something is chosen; closing the window answers nothing.
 */
export class OfferPrompt extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-reaction", "fw-offers"],
    position: { width: 440, height: "auto" },
    window: { title: "FATEWALKER.Offer.Title", icon: "fa-solid fa-hand-sparkles", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof OfferPrompt) await this.useChosen();
      },
    },
    actions: {
      keep: function keep(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof OfferPrompt) void this.keep();
      },
    },
  };

  static override PARTS = {
    offers: { template: "systems/fatewalker/templates/dialogs/offers.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #message: ChatMessage.Implementation;
  readonly #actor: string;
  #chosen = "";
  /** The moment that was answered already. */
  #answered: string | null = null;
  #stop: (() => void) | null = null;

  readonly #reopen: () => Promise<void>;

  /** @param reopen  opens the prompt anew, where the answer could not be sent */
  constructor(message: ChatMessage.Implementation, participant: Participant, reopen: () => Promise<void>) {
    super({ id: `fw-offer-${message.id}-${participant.actor.replaceAll(".", "-")}` });
    this.#message = message;
    this.#actor = participant.actor;
    this.#reopen = reopen;
    this.#chosen = takeUpUnsent(this)?.chosen ?? "";
  }

  get #state(): ExchangeState | null {
    const card = exchangeOf(this.#message);
    return card === null ? null : stateOf(card);
  }

  #offers(): Offer[] {
    const state = this.#state;
    return state === null ? [] : offersFor(state, openOffers(state), this.#actor);
  }

  override get title(): string {
    const state = this.#state;
    const participant = state === null ? null : participantOf(state, this.#actor);
    return participant === null ? super.title : say("FATEWALKER.Offer.For", { name: publicParticipant(participant).name });
  }

  #doings(): Map<string, Doing> {
    const doings = this.#offers().flatMap((offer): [string, Doing][] => {
      const paid = offer.track ?? "";
      if (offer.kind === "reroll") return [[`${offer.item}|${offer.request.id}|${paid}`, { offer, uses: 1 }]];
      if (offer.kind === "intervene") return [[`${offer.item}|+${offer.by}|${paid}`, { offer, uses: 1 }]];
      return Array.from({ length: Math.min(MOST_ROWS, offer.most) }, (_, index): [string, Doing] => [`${offer.item}|${offer.taken.source}|${index + 1}|${paid}`, { offer, uses: index + 1 }]);
    });
    return new Map(doings);
  }

  protected override async _prepareContext(): Promise<never> {
    const card = exchangeOf(this.#message);
    const state = this.#state;
    const doings = [...this.#doings()];
    if (!doings.some(([id]) => id === this.#chosen)) this.#chosen = doings[0]?.[0] ?? "";
    const view: OffersView = {
      title: card ? say("FATEWALKER.Offer.Head", { attacker: card.attacker.name, maneuver: card.maneuver.name }) : "",
      subtitle: state === null ? "" : liesThere(state, this.#actor, this.#offers()),
      img: card?.attacker.img ?? "",
      rows: doings.map(([id, doing]) => ({ id, ...rowOf(doing, state), chosen: id === this.#chosen })),
    };
    // The mixin's context type knows nothing of our templates.
    return view as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", ({ target: field }) => {
      if (!(field instanceof HTMLInputElement) || field.name !== "offer") return;
      this.#chosen = field.value;
      void this.render();
    });
    this.element.addEventListener("dblclick", ({ target: place }) => {
      if (place instanceof Element && place.closest(".fw-reaction-option")) void this.useChosen();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "k" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      void this.keep();
    });
    closeOnEscape(this);
    this.#stop = renderOnChange(this);
    joinPrompts(this, [exchangeOf(this.#message)?.attacker.participant.token ?? null, ...(exchangeOf(this.#message)?.targets ?? []).map(({ who }) => who.participant.token)], () => this.takeFocus());
  }

  /** Puts the keyboard on the way that changes nothing. */
  takeFocus(): void {
    // A window that is just being closed has no element any more.
    const element: HTMLElement | null = this.element;
    element?.querySelector<HTMLElement>("button[data-action=keep]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    leavePrompts(this);
    this.#stop?.();
  }

  /** Lets the dice lie. */
  async keep(): Promise<void> {
    await this.#send({ keep: true });
  }

  /** Uses the chosen power. */
  async useChosen(): Promise<void> {
    const doing = this.#doings().get(this.#chosen);
    if (doing === undefined) return;
    const { offer, uses } = doing;
    await this.#send({ item: offer.item, uses, ...(offer.track === null ? {} : { track: offer.track }), ...namesOf(offer) });
  }

  async #send(what: Readonly<Record<string, unknown>>): Promise<void> {
    const state = this.#state;
    const participant = state === null ? null : participantOf(state, this.#actor);
    const moment = momentOf(this.#offers());
    if (participant === null || moment === "" || this.#answered === moment) return;
    this.#answered = moment;
    await closeAndSend(this, { chosen: this.#chosen, choices: noChoices() }, () => makeIntent("spend", participant, { exchange: this.#message.id, moment, ...what }), this.#reopen);
  }
}

function participantOf(state: ExchangeState, actor: string): Participant | null {
  const { attacker, targets } = state;
  const side = [attacker, ...targets.map((target) => target.side)].find(({ participant }) => participant.actor === actor);
  return side?.participant ?? askedSides(state).find(({ guard }) => guard?.actor === actor)?.guard ?? null;
}

/** What lies there now, in a sentence: the own and the opponent's successes, or the damage that would be taken. */
function liesThere(state: ExchangeState, actor: string, offers: readonly Offer[]): string {
  const damage = offers.find((offer) => offer.kind === "ignore");
  if (damage?.kind === "ignore") return say("FATEWALKER.Offer.Damage", { points: damage.taken.points, chart: chartText(chartAfter(damage.taken, 0, resilienceOf(state, actor))) });
  const guarded = offers.find((offer) => offer.kind === "intervene");
  if (guarded !== undefined) return say("FATEWALKER.Offer.Tragedy", { name: guardedName(state, guarded) });
  const reroll = offers.find((offer) => offer.kind === "reroll");
  return reroll?.kind === "reroll" ? rollText(reroll.request, resultOf(reroll.request, reroll.faces)) : "";
}

function rollText({ roll, id }: RollRequest, result: number): string {
  const name = say(`FATEWALKER.Modifier.Roll.${ROLL_NAMES[id.split(":")[0] ?? ""] ?? "Attack"}`);
  return say(roll.kind === "pool" ? "FATEWALKER.Offer.Successes" : "FATEWALKER.Offer.Points", { roll: name, count: result });
}

const ROLL_NAMES: Readonly<Record<string, string>> = {
  attack: "Attack", newAttack: "NewAttack", reaction: "Reaction", damage: "Damage", reactionDamage: "ReactionDamage", counterDamage: "CounterDamage", fallDamage: "FallDamage",
  riposte: "Riposte", consciousness: "Consciousness", leap: "Leap", landing: "Landing", footing: "Footing", fate: "Fate", support: "Support",
};

const resilienceOf = ({ attacker, targets }: ExchangeState, actor: string): number =>
  [attacker, ...targets.map(({ side }) => side)].find(({ participant }) => participant.actor === actor)?.fighter.attributes.resilience ?? 0;

/** What a wish names an offer by. */
function namesOf(offer: Offer): Readonly<Record<string, string>> {
  switch (offer.kind) {
    case "reroll":
      return { roll: offer.request.id };
    case "ignore":
      return { source: offer.taken.source };
    case "intervene":
      return { guarded: String(offer.by) };
  }
}

function guardedName(state: ExchangeState | null, { by }: Offer): string {
  const guarded = by === "attacker" ? state?.attacker : state?.targets[by]?.side;
  return guarded === undefined ? "" : publicParticipant(guarded.participant).name;
}

/** The boxes of a chart in words. */
function chartText({ temporary, normal, mortal }: WoundChart): string {
  return say("FATEWALKER.Offer.Chart", { temporary: temporary.value, temporaryMax: temporary.max, normal: normal.value + normal.stun, normalMax: normal.rows * normal.columns, mortal: mortal.value });
}

/** What so many uses cost, by the boxes that they mark. */
function paidText({ payments, cost }: Offer, uses: number): string {
  return priceText({ cost: { will: cost.will * uses, fate: cost.fate * uses }, payment: payments[uses - 1] ?? null });
}

function rowOf({ offer, uses }: Doing, state: ExchangeState | null): Omit<OfferRow, "id" | "chosen"> {
  if (offer.kind === "reroll") return { name: offer.name, text: rerollText(offer), cost: paidText(offer, 1) };
  if (offer.kind === "intervene") return { name: offer.name, text: say("FATEWALKER.Offer.Intervene", { name: guardedName(state, offer) }), cost: paidText(offer, 1) };
  const resilience = state === null ? 0 : resilienceOf(state, offer.taken.participant.actor);
  const ignored = Math.min(offer.taken.points, offer.points * uses);
  return {
    name: say("FATEWALKER.Offer.Ignore", { name: offer.name, points: ignored }),
    text: say("FATEWALKER.Offer.Leaves", { chart: chartText(chartAfter(offer.taken, ignored, resilience)) }),
    cost: paidText(offer, uses),
  };
}

/** What making a roll again means, and for an own pool how likely it is to be better. */
function rerollText({ request, rule, faces, by }: Extract<Offer, { kind: "reroll" }>): string {
  const result = resultOf(request, faces);
  const kind = rule.dice === "failures" ? "Failures" : rule.keep === "better" ? "Better" : "All";
  const mine = request.roller === by;
  const odds = mine && request.roll.kind === "pool" && rule.dice === "all" && poolSize(request.roll.pool) > 0 ? say("FATEWALKER.Offer.Chance", { percent: percent(atLeast(request.roll.pool, result + 1)), count: result + 1 }) : "";
  return [say(`FATEWALKER.Offer.Again.${mine ? kind : "Opponent"}`, { roll: rollText(request, result) }), odds].filter((part) => part !== "").join(" · ");
}

/** Names what a participant is asked now. */
export function askedMoment(message: ChatMessage.Implementation, { actor }: Participant): string {
  const card = exchangeOf(message);
  const state = card === null ? null : stateOf(card);
  return state === null ? "" : momentOf(offersFor(state, openOffers(state), actor));
}

/** Is somebody asked here, whom this person answers for? The participants, each once. */
export function askedParticipants(message: ChatMessage.Implementation): Participant[] {
  const card = exchangeOf(message);
  if (card?.phase !== "answering") return [];
  const state = game.user?.isGM === true || (card.offers ?? []).length > 0 ? stateOf(card) : null;
  if (state === null) return [];
  return askedSides(state).flatMap(({ side, guard }) => {
    const participant = guard ?? (side === "attacker" ? state.attacker : (state.targets[side]?.side ?? state.attacker)).participant;
    return findActor(participant.actor) === null ? [] : [participant];
  });
}
