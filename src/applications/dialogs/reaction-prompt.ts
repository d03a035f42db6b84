import { say } from "../../helpers/text";
import { exchangeOf } from "../../data/message";
import { noChoices, rivalKeys, type Choices } from "../../flows/exchange/choices";
import { react } from "../../flows/exchange/perform";
import { isEscapeCard } from "../../flows/exchange/maneuver";
import { publicParticipant } from "../../flows/exchange/names";
import { stateOf } from "../../flows/exchange/react";
import { reactionOption, reactionsTo, type ReactionOption, type RefusedReaction } from "../../flows/exchange/reactions";
import { poolSize } from "../../rules/dice/pool";
import type { ExchangeMessageData, PublicTarget } from "../../rules/exchange/types";
import { WindowBase } from "../base";
import { NO_ENTRY, readCustom, type CustomEntry } from "./custom-dice";
import { joinPrompts, leavePrompts } from "./prompt-places";
import { closeAndSend, takeUpUnsent } from "./answer-sending";
import { closeOnEscape, renderOnChange } from "./window-habits";
import { POWERS_TEMPLATE, powerRows, withPowerField, type PowerRow } from "./powers-view";
import { modifierRows, percent, selectViews, withChoice, withoutChosen, type ModifierRow, type SelectView } from "./roll-view";
import { poolLine, supportView, type SupportView } from "./support-view";

interface OptionView {
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly detail: string;
  readonly dice: number;
  readonly tn: string;
  readonly ticks: string;
  /** What the chance is that of. */
  readonly outcome: string;
  readonly chance: string;
  readonly part: number;
  readonly chosen: boolean;
}

interface RefusedView {
  readonly names: string;
  readonly reason: string;
}

/** Context of `templates/dialogs/reaction.hbs`. */
interface PromptView {
  readonly title: string;
  readonly subtitle: string;
  readonly img: string;
  readonly options: readonly OptionView[];
  /** What would answer the attack and cannot be used now, by the reason. */
  readonly refused: readonly RefusedView[];
  readonly poolText: string;
  readonly modifiers: readonly ModifierRow[];
  readonly powers: readonly PowerRow[];
  readonly weapons: readonly { readonly id: string; readonly name: string; readonly chosen: boolean }[];
  readonly selects: readonly SelectView[];
  readonly support: SupportView | null;
  readonly custom: number | string;
  readonly customProblem: string;
  /** The modifiers are unfolded. */
  readonly unfolded: boolean;
  readonly unknown: boolean;
}

/**
 * Asks one target's owner for the answer to an attack, without holding anything up: every reaction that fits, with its
 * dice, its ticks and its exact chance. Enter answers with the chosen one, N with none; closing the window answers nothing.
 */
export class ReactionPrompt extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-reaction"],
    position: { width: 440, height: "auto" },
    window: { title: "FATEWALKER.Dialog.ReactionTitle", icon: "fa-solid fa-shield-halved", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof ReactionPrompt) await this.answerChosen();
      },
    },
    actions: {
      none: function none(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof ReactionPrompt) void this.answerNone();
      },
    },
  };

  static override PARTS = {
    reaction: { template: "systems/fatewalker/templates/dialogs/reaction.hbs", templates: [POWERS_TEMPLATE], scrollable: [".fw-dialog-body"] },
  };

  readonly #message: ChatMessage.Implementation;
  readonly #target: number;
  #chosen: string | null = null;
  #choices: Choices = noChoices();
  #custom: CustomEntry = NO_ENTRY;
  #unfolded = false;
  #answered = false;
  #stop: (() => void) | null = null;

  readonly #reopen: () => Promise<void>;

  /** @param reopen  opens the prompt anew, where the answer could not be sent */
  constructor(message: ChatMessage.Implementation, target: number, reopen: () => Promise<void>) {
    // Another one may take the place of whom it asks, while it is closing.
    const actor = exchangeOf(message)?.targets[target]?.who.participant.actor ?? "";
    super({ id: `fw-reaction-${message.id}-${target}-${actor.replaceAll(".", "-")}` });
    this.#message = message;
    this.#target = target;
    this.#reopen = reopen;
    const unsent = takeUpUnsent(this);
    this.#chosen = unsent?.chosen ?? null;
    this.#choices = unsent?.choices ?? noChoices();
  }

  get #card(): ExchangeMessageData | null {
    return exchangeOf(this.#message);
  }

  get #who(): PublicTarget | null {
    return this.#card?.targets[this.#target] ?? null;
  }

  override get title(): string {
    const card = this.#card;
    const who = this.#who;
    return card && who ? say("FATEWALKER.Dialog.ReactionFor", { name: who.who.name, attacker: card.attacker.name }) : super.title;
  }

  #reactions(): ReturnType<typeof reactionsTo> {
    const state = this.#card && stateOf(this.#card);
    return state ? reactionsTo(state, this.#target) : { options: [], refused: [] };
  }

  /** The chosen reaction with its switches. */
  #current(options: readonly ReactionOption[]): ReactionOption | null {
    const option = options.find(({ item }) => item.id === this.#chosen) ?? options[0] ?? null;
    const state = this.#card && stateOf(this.#card);
    if (!option || !state) return null;
    return reactionOption(state, this.#target, option.item, { choices: this.#choices, isGM: game.user?.isGM === true }) ?? option;
  }

  protected override async _prepareContext(): Promise<never> {
    const { options, refused } = this.#reactions();
    const current = this.#current(options);
    const card = this.#card;
    Hooks.callAll("fatewalker.preview", { combatant: this.#who?.who.participant.combatant ?? "", tick: current?.ticks?.to ?? null });
    const view: PromptView = {
      title: card ? say(isEscapeCard(card) ? "FATEWALKER.Dialog.EscapeHead" : "FATEWALKER.Dialog.ReactionHead", { attacker: card.attacker.name, maneuver: card.maneuver.name }) : "",
      subtitle: card ? (card.weapon ?? "") : "",
      img: card?.attacker.img ?? "",
      options: options.map((option) => optionView(option.item.id === current?.item.id ? (current ?? option) : option, option.item.id === current?.item.id)),
      refused: refusedViews(refused),
      poolText: current ? poolLine(current.pool, current.support) : "",
      modifiers: current ? modifierRows(withoutChosen(current.modifiers, current.powers), current.pool, current.item.name) : [],
      powers: current ? powerRows(current.powers) : [],
      weapons: current && current.weapons.length > 1 ? current.weapons.map(({ id, name }) => ({ id, name, chosen: id === current.weapon?.id })) : [],
      selects: current ? [...selectViews(current.offers), ...newTargetView(current, this.#choices)] : [],
      support: current ? supportView(current.support) : null,
      custom: this.#custom.problem === "" ? this.#choices.custom : this.#custom.text,
      customProblem: this.#custom.problem,
      unfolded: this.#unfolded || this.#custom.problem !== "",
      unknown: options.length === 0,
    };
    // The mixin's context type knows nothing of our templates.
    return view as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => this.#changed(event));
    // What a person has unfolded stays so when the window is drawn anew.
    this.element.addEventListener("toggle", (event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.isConnected) this.#unfolded = event.target.open;
    }, true);
    this.element.addEventListener("dblclick", (event) => {
      if (event.target instanceof Element && event.target.closest(".fw-reaction-option")) void this.answerChosen();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "n" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // Letters choose in a list and are written in a field.
      if (event.target instanceof HTMLSelectElement || (event.target instanceof HTMLInputElement && event.target.name === "custom")) return;
      event.preventDefault();
      event.stopPropagation();
      void this.answerNone();
    });
    this.element.addEventListener("keydown", (event) => this.#enter(event));
    closeOnEscape(this);
    this.#stop = renderOnChange(this);
    joinPrompts(this, [this.#card?.attacker.participant.token ?? null, this.#who?.who.participant.token ?? null], () => this.takeFocus());
  }

  /** Puts the keyboard on the chosen reaction, so that Enter, N and Escape mean this window. */
  takeFocus(): void {
    this.element.querySelector<HTMLElement>("input[type=radio]:checked, button[data-action=none]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    leavePrompts(this);
    Hooks.callAll("fatewalker.preview", { combatant: "", tick: null });
    this.#stop?.();
  }

  /** Enter in the field for custom dice takes what stands there and answers: drawing the window anew would swallow the key. */
  #enter(event: KeyboardEvent): void {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || field.name !== "custom") return;
    event.preventDefault();
    this.#takeCustom(field.value);
    if (this.#custom.problem === "") void this.answerChosen();
    else void this.render();
  }

  #takeCustom(text: string): void {
    this.#custom = readCustom(text);
    if (this.#custom.dice !== null) this.#choices = { ...this.#choices, custom: this.#custom.dice };
  }

  #changed(event: Event): void {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.name === "reaction") {
      this.#chosen = field.value;
      this.#choices = noChoices();
      this.#custom = NO_ENTRY;
    } else if (withPowerField(this.#choices, field) !== null) {
      this.#choices = withPowerField(this.#choices, field) ?? this.#choices;
    } else if (field instanceof HTMLInputElement && field.dataset.modifier) {
      const key = field.dataset.modifier;
      const rivals = field.checked ? rivalKeys(this.#current(this.#reactions().options)?.modifiers ?? [], key) : [];
      this.#choices = { ...this.#choices, switched: { ...this.#choices.switched, ...Object.fromEntries(rivals.map((rival) => [rival, false])), [key]: field.checked } };
    } else if (field instanceof HTMLInputElement && field.name === "custom") {
      this.#takeCustom(field.value);
    } else if (field instanceof HTMLSelectElement && field.dataset.choice) {
      this.#choices = withChoice(this.#choices, field.dataset.choice, field.value);
    } else if (field instanceof HTMLSelectElement && field.name === "weapon") {
      this.#choices = { ...this.#choices, weapon: field.value };
    } else return;
    void this.render();
  }

  /** No reaction: straight on, nothing is asked. */
  async answerNone(): Promise<void> {
    await this.#send(null);
  }

  /** Answers with the chosen reaction; without one, with none; not with a field that cannot be read. */
  async answerChosen(): Promise<void> {
    if (this.#custom.problem !== "") {
      this.element.querySelector<HTMLInputElement>("input[name=custom]")?.focus();
      return;
    }
    const current = this.#current(this.#reactions().options);
    await this.#send(current?.item.id ?? null);
  }

  async #send(reaction: string | null): Promise<void> {
    const who = this.#who;
    if (this.#answered || !who) return;
    this.#answered = true;
    await closeAndSend(this, { chosen: reaction, choices: this.#choices }, () => react(who.who.participant, this.#message, this.#target, reaction, this.#choices), this.#reopen);
  }
}

/** On whom a Friendly Fire shall turn the attack; nobody at first, and then it is a plain dodge. */
function newTargetView({ newTargets }: ReactionOption, { newTarget }: Choices): SelectView[] {
  if (newTargets.length === 0) return [];
  const nobody = { key: "", name: say("FATEWALKER.Dialog.NoNewTarget"), chosen: newTargets.every(({ actor }) => actor !== newTarget) };
  return [{
    choice: "newTarget", label: say("FATEWALKER.Dialog.Choice.newTarget"),
    options: [nobody, ...newTargets.map((participant) => ({ key: participant.actor, name: publicParticipant(participant).name, chosen: participant.actor === newTarget }))],
  }];
}

/** Those that cannot be used, by the reason. */
function refusedViews(refused: readonly RefusedReaction[]): RefusedView[] {
  const byReason = new Map<string, string[]>();
  for (const { item, key, data } of refused) {
    const reason = say(key, data);
    byReason.set(reason, [...(byReason.get(reason) ?? []), item.name]);
  }
  return [...byReason].map(([reason, names]) => ({ reason, names: names.join(", ") }));
}

/** What an answer does, in words: the points that a parry takes off are the answerer's own, what is left would tell the attacker's dice. */
function outcomeText({ maneuver, odds: { softens, takesOff } }: ReactionOption): string {
  if (softens > 0) return say("FATEWALKER.Dialog.Outcome.TakesOff", { points: takesOff.toFixed(1) });
  return say(maneuver.group === "evasion" ? "FATEWALKER.Dialog.Outcome.Evades" : "FATEWALKER.Dialog.Outcome.Turns");
}

function optionView(option: ReactionOption, chosen: boolean): OptionView {
  const { item, weapon, pool, ticks, cost, odds } = option;
  const chance = odds.escapes + odds.softens;
  return {
    id: item.id ?? "",
    name: item.name,
    img: item.img ?? "",
    detail: weapon?.name ?? "",
    dice: poolSize(pool),
    tn: pool.wounded > 0 ? `${pool.tn}/${pool.woundedTn}` : String(pool.tn),
    ticks: ticks ? say("FATEWALKER.Dialog.NextTicks", ticks) : say("FATEWALKER.Dialog.TickCost", { count: cost }),
    outcome: outcomeText(option),
    chance: percent(chance),
    part: Math.round(chance * 100),
    chosen,
  };
}
