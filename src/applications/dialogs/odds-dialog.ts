import { calculateOdds, maySee } from "../../flows/odds/calculate";
import { noOddsChoices, type OddsChoices, type OddsPlace, type PlainAttack, type PlainDefence } from "../../flows/odds/choices";
import { findActor } from "../../flows/commit/write";
import { participantOf } from "../../flows/exchange";
import { noChoices } from "../../flows/exchange/choices";
import { measureSituation } from "../../flows/exchange/measure";
import { isRange } from "../../flows/engagement/read";
import { SteadyWork } from "../../helpers/steady-work";
import { say } from "../../helpers/text";
import type { ExchangeState } from "../../rules/exchange/types";
import { DAMAGE_TYPES } from "../../rules/keys";
import { dropOddsInSteps } from "../../rules/odds/drop";
import type { DropOdds } from "../../rules/odds/types";
import { WindowBase } from "../base";
import { isOpen } from "../is-open";
import { rangeName } from "./engagement-dialog";
import { oddsView } from "./odds-view";
import { withChoice } from "./roll-view";
import { closeOnEscape, renderOnChange } from "./window-habits";

type Window = foundry.applications.api.ApplicationV2;

const COVERS = ["none", "cover50", "cover90"] as const;
const MOVEMENTS = ["none", "walk", "run"] as const;

export interface OddsRequest {
  readonly attacker?: Actor.Implementation | null;
  readonly defender?: Actor.Implementation | null;
}

/** Everyone whose numbers this person may use: on the scene in view and in the world; each once, by the name in the world where it has one. */
function known(): { readonly uuid: string; readonly name: string }[] {
  const tokens = (canvas?.scene?.tokens.contents ?? []).flatMap(({ actor, name }) => (actor === null ? [] : [{ actor: actor as Actor.Implementation, name }]));
  const world = (game.actors?.contents ?? []).map((actor) => ({ actor: actor as Actor.Implementation, name: actor.name }));
  const found = new Map([...tokens, ...world].filter(({ actor }) => maySee(actor)).map(({ actor, name }) => [actor.uuid, { uuid: actor.uuid, name }]));
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The odds calculator: one attack against one defender, actors or plain numbers, and everything that may come of it. Nothing is
 * rolled, written or sent; a player has the numbers of the own actors only.
 */
export class OddsDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    id: "fatewalker-odds",
    classes: ["fw-dialog", "fw-odds-window"],
    position: { width: 860, height: 720 },
    window: { title: "FATEWALKER.Odds.Title", icon: "fa-solid fa-chart-column", resizable: true },
    actions: {
      swap: function swap(this: Window) {
        if (this instanceof OddsDialog) this.swap();
      },
    },
  };

  static override PARTS = {
    odds: { template: "systems/fatewalker/templates/dialogs/odds.hbs", scrollable: [".fw-odds-form", ".fw-odds-results"] },
  };

  #choices: OddsChoices = noOddsChoices();
  #stop: (() => void) | null = null;
  /** The exchange that is shown, and what is known of dropping its target. */
  #drop: { readonly exchange: string; readonly odds: DropOdds } | null = null;
  #work: SteadyWork<DropOdds> | null = null;

  constructor({ attacker = null, defender = null }: OddsRequest = {}) {
    super();
    this.#choices = { ...this.#choices, attacker: attacker !== null && maySee(attacker) ? attacker.uuid : "", defender: defender !== null && maySee(defender) ? defender.uuid : "" };
    this.#measure();
  }

  /** The two change places. */
  swap(): void {
    const { attacker, defender } = this.#choices;
    this.#choices = { ...this.#choices, attacker: defender, defender: attacker, maneuver: "", weapon: "", reaction: "", reactionWeapon: "" };
    this.#measure();
    void this.render();
  }

  /** Takes distance, postures and cover as they are between the two now. */
  #measure(): void {
    const attacker = this.#choices.attacker === "" ? null : findActor(this.#choices.attacker);
    const defender = this.#choices.defender === "" ? null : findActor(this.#choices.defender);
    if (attacker === null) return;
    const now = measureSituation(participantOf(attacker), defender === null || defender === attacker ? null : participantOf(defender));
    const { distance, height, engagement, attacker: own, target } = now;
    this.#choices = {
      ...this.#choices,
      place: {
        distance: distance === null ? "" : String(distance), height: height === 0 ? "" : String(Math.trunc(height)), engagement,
        attackerProne: own.prone, attackerMovement: own.movement,
        targetProne: target.prone, targetImmobile: target.immobile, targetMoving: target.moving === 0 ? "" : String(target.moving), targetCover: target.cover, targetInMelee: target.inMelee,
      },
    };
  }

  protected override async _prepareContext(): Promise<never> {
    const choices = this.#choices;
    const people = known();
    const list = (uuid: string): object[] => [{ uuid: "", name: say("FATEWALKER.Odds.Plain"), chosen: uuid === "" }, ...people.map((one) => ({ ...one, chosen: one.uuid === uuid }))];
    const option = <Key extends string>(keys: readonly Key[], area: string, now: Key): object[] => keys.map((key) => ({ key, name: say(`${area}.${key}`), chosen: key === now }));
    const { place, plainAttack, plainDefence } = choices;
    const answer = calculateOdds(choices);
    return {
      attackers: list(choices.attacker), defenders: list(choices.defender),
      plainAttack: choices.attacker === "" ? { ...plainAttack, types: option(DAMAGE_TYPES, "FATEWALKER.DamageType", plainAttack.type) } : null,
      plainDefence: choices.defender === "" ? plainDefence : null,
      custom: choices.custom,
      place,
      ranges: [{ key: "", name: say("FATEWALKER.Odds.NoRange"), chosen: place.engagement === null }, ...[6, 5, 4, 3, 2, 1].map((range) => ({ key: String(range), name: rangeName(range), chosen: range === place.engagement }))],
      covers: option(COVERS, "FATEWALKER.Odds.Cover", place.targetCover),
      movements: option(MOVEMENTS, "FATEWALKER.Odds.Movement", place.attackerMovement),
      ...oddsView(answer, this.#dropOf(answer.exchange)),
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
    const soon = foundry.utils.debounce(() => {
      if (isOpen(this)) void this.render();
    }, 200);
    this.element.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "text" && this.#take(target.name, target.value)) soon();
    });
    this.element.addEventListener("change", ({ target }) => {
      const taken = target instanceof HTMLInputElement ? this.#take(target.name, target.type === "checkbox" ? target.checked : target.value) : target instanceof HTMLSelectElement && this.#take(target.name, target.value);
      if (taken) void this.render();
    });
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLElement>("[name=attacker]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
    this.#work?.stop();
  }

  /** What is known of dropping the target of this exchange; what is not is begun once the person pauses, and shown when it is there. */
  #dropOf(exchange: ExchangeState | null): DropOdds | null {
    this.#work?.stop();
    this.#work = null;
    if (exchange === null) return null;
    const text = JSON.stringify(exchange);
    if (this.#drop?.exchange === text) return this.#drop.odds;
    this.#work = new SteadyWork(() => dropOddsInSteps(exchange, 0), (odds) => {
      this.#drop = { exchange: text, odds };
      if (isOpen(this)) void this.render();
    });
    return null;
  }

  /** Takes one field over. @returns whether it was one of ours */
  #take(name: string, value: string | boolean): boolean {
    const [area = "", field = ""] = name.split(".");
    const text = String(value);
    const before = this.#choices;
    switch (area) {
      case "attacker":
      case "defender":
        this.#choices = { ...before, [area]: text, ...(area === "attacker" ? { maneuver: "", weapon: "", variant: null, mode: null, base: null, baseMode: null } : {}), reaction: "", reactionWeapon: "" };
        this.#measure();
        return true;
      case "maneuver":
        this.#choices = { ...before, maneuver: text, variant: null, mode: null, base: null, baseMode: null };
        return true;
      case "weapon":
      case "reaction":
      case "reactionWeapon":
      case "custom":
        this.#choices = { ...before, [area]: text };
        return true;
      case "choice": {
        const { variant, mode, base, baseMode } = withChoice({ ...noChoices(), variant: before.variant, mode: before.mode, base: before.base, baseMode: before.baseMode }, field, text);
        this.#choices = { ...before, variant, mode, base, baseMode };
        return true;
      }
      case "attack":
        this.#choices = { ...before, plainAttack: { ...before.plainAttack, [field]: value } as PlainAttack };
        return true;
      case "defence":
        this.#choices = { ...before, plainDefence: { ...before.plainDefence, [field]: text } as PlainDefence };
        return true;
      case "place":
        this.#choices = { ...before, place: { ...before.place, [field]: field === "engagement" ? rangeOrNone(text) : value } as OddsPlace };
        return true;
      default:
        return false;
    }
  }
}

function rangeOrNone(text: string): OddsPlace["engagement"] {
  const range = Number(text);
  return text !== "" && isRange(range) ? range : null;
}
