import { say } from "../../helpers/text";
import { rivalKeys, type Choices } from "../../flows/exchange/choices";
import { certainRefusal, forecast, type Forecast } from "../../flows/exchange/forecast";
import { publicParticipant } from "../../flows/exchange/names";
import { asFreeShot } from "../../flows/exchange/free-shot";
import { prepareAttack, type AttackSetup } from "../../flows/exchange/setup";
import { outOfReach, warningOf } from "../../flows/exchange/warnings";
import { awaitedInterruption } from "../../flows/moment/client";
import { approachesTo } from "../../flows/movement";
import type { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { HIT_SUCCESSES } from "../../rules/exchange/thresholds";
import { poolSize } from "../../rules/dice/pool";
import { freeShotModifiers } from "../../rules/modifiers/overwatch";
import { isOpen } from "../is-open";
import { approach } from "./arrivals";
import { confirmSelf } from "./confirm-self";
import { AreaCircle, areaChips, areaView } from "./area-view";
import { RollDialog } from "./roll-dialog";
import { commonView, oddsBars, percent, selectViews, type RollView, type SumCell } from "./roll-view";

export interface DeclareRequest {
  readonly participant: Participant;
  readonly item: Item.Implementation;
  readonly targets: readonly Participant[];
  /** What is chosen at first. */
  readonly choices: Choices;
}

/** What opens and shuts the way to declare beside what the odds hang on. */
const ALSO_WATCHED = ["userConnected", "createCombat", "deleteCombat", "createCombatant", "deleteCombatant"] as const;

/** Declares a maneuver: dice, modifiers, exact odds, and what it costs on the clock. */
export class DeclareDialog extends RollDialog {
  static override DEFAULT_OPTIONS = {
    window: { icon: "fa-solid fa-dice" },
    actions: {
      pickCentre: async function pickCentre(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof DeclareDialog) await this.#pickCentre();
      },
      approach: async function approachFirst(this: foundry.applications.api.ApplicationV2, _event: PointerEvent, button: HTMLElement) {
        if (this instanceof DeclareDialog) await this.#approach(button.dataset.pace ?? "");
      },
      centreOnTarget: function centreOnTarget(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof DeclareDialog) this.#centreAt(null);
      },
    },
  };

  readonly #request: DeclareRequest;
  readonly #circle = new AreaCircle();
  #watched: readonly (readonly [(typeof ALSO_WATCHED)[number], number])[] = [];

  constructor(request: DeclareRequest) {
    super();
    this.#request = request;
    this.choices = request.choices;
  }

  override get title(): string {
    return say("FATEWALKER.Dialog.DeclareFor", { name: publicParticipant(this.#request.participant).name });
  }

  #setup(): AttackSetup {
    // Until it is asked, whoever has marked itself sees what it would do to itself.
    const setup = prepareAttack({ ...this.#request, choices: { ...this.choices, onSelf: this.choices.onSelf ?? true }, isGM: game.user?.isGM === true });
    return awaitedInterruption(this.#request.participant)?.free === true ? asFreeShot(setup, freeShotModifiers()) : setup;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    const anew = (): void => void (isOpen(this) && this.render());
    this.#watched = ALSO_WATCHED.map((name) => [name, Hooks.on(name, anew)] as const);
  }

  /** Why it would be refused for certain; null: it may go through. Whoever has marked itself may still leave itself out. */
  #refusal(setup: AttackSetup, now?: RuleError | null): string | null {
    const refusal = setup.self && this.choices.onSelf === undefined ? null : certainRefusal(setup, now);
    return refusal === null ? null : say(refusal.key, refusal.data);
  }

  /**
   * What would be refused is said here and wished of nobody: the window stays, with all that was chosen. Whoever has marked itself is asked
   * first; who says no sees the attack without that.
   */
  override confirm(): void {
    const setup = this.#setup();
    const refusal = this.#refusal(setup);
    if (refusal !== null) return void ui.notifications?.warn(refusal);
    if (!setup.self || this.choices.onSelf !== undefined) return super.confirm();
    void confirmSelf(this.#request.participant).then((onSelf) => {
      if (!isOpen(this)) return;
      this.choices = { ...this.choices, onSelf };
      if (onSelf) super.confirm();
      else void this.render();
    });
  }

  #centreAt(centre: Choices["centre"]): void {
    this.choices = { ...this.choices, centre };
    void this.render();
  }

  async #pickCentre(): Promise<void> {
    const point = await this.#circle.pick(this.#setup().blast);
    if (point !== null && isOpen(this)) this.#centreAt(point);
  }

  /** Sets out for the one who is out of reach; the maneuver is taken up again on arrival. */
  async #approach(pace: string): Promise<void> {
    const far = outOfReach(this.#setup());
    const { participant, item } = this.#request;
    const way = far === null ? undefined : approachesTo(participant, far.participant).find((one) => one.pace === pace);
    if (far === null || way === undefined) return;
    await this.close();
    await approach(participant, item, far.participant, way);
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#circle.remove();
    for (const [name, id] of this.#watched) Hooks.off(name, id);
  }

  protected override rivals(key: string): readonly string[] {
    return rivalKeys(this.#setup().modifiers, key);
  }

  protected override view(): RollView {
    const setup = this.#setup();
    const odds = forecast(setup);
    this.#circle.show(setup.blast);
    if (setup.fight && setup.isFree !== true) Hooks.callAll("fatewalker.preview", { combatant: setup.fight.id, tick: setup.fight.tick + setup.cost });
    return {
      ...commonView(setup.pool, setup.modifiers, this.choices, this.mode, { maneuver: this.#request.item.name, powers: setup.powers, support: setup.support }),
      title: setup.weapon ? say("FATEWALKER.Dialog.With", { maneuver: this.#request.item.name, weapon: setup.weapon.name }) : this.#request.item.name,
      chips: setup.blast === null ? targetChips(setup) : areaChips(setup),
      area: setup.blast === null ? null : areaView(setup.blast, this.choices.centre, this.#request.targets),
      weapons: setup.weapons.length > 1 ? setup.weapons.map(({ id, name }) => ({ id, name, chosen: id === setup.weapon?.id })) : [],
      selects: selectViews(setup.offers),
      runTicks: setup.runTicks,
      runsUp: setup.runTicks !== null,
      ticks: ticksView(setup),
      ...(setup.maneuver.roll === null ? { noRoll: true, dice: [], poolText: say("FATEWALKER.Dialog.NoRoll") } : {}),
      odds: setup.maneuver.roll === null ? [] : oddsBars(odds.successes, HIT_SUCCESSES),
      sums: sums(setup, odds),
      approaches: odds.refusal ? [] : approachViews(setup),
      note: odds.refusal ? say(odds.refusal.key, odds.refusal.data) : warningOf(setup),
      confirm: say("FATEWALKER.Dialog.Declare"),
      refusal: this.#refusal(setup, odds.refusal) ?? "",
    };
  }
}

/** The ticks that the user may choose between. */
function ticksView({ tickRange, cost }: AttackSetup): RollView["ticks"] {
  if (tickRange === null) return null;
  const { least, most } = tickRange;
  return { value: cost, limits: most === null ? say("FATEWALKER.Dialog.TicksFrom", { least }) : say("FATEWALKER.Dialog.TicksBetween", { least, most }) };
}

/** How to get to a target that is out of reach first, with the tick of the arrival. */
function approachViews(setup: AttackSetup): RollView["approaches"] {
  const far = outOfReach(setup);
  return far === null ? [] : approachesTo(setup.participant, far.participant).map(({ pace, tick }) => ({ pace, label: say(`FATEWALKER.Move.Approach.${pace}`, { tick }) }));
}

function targetChips({ targets }: AttackSetup): string[] {
  return targets.map((target) => (targets.length > 1 ? say("FATEWALKER.Dialog.TargetDice", { target: targetChip(target), count: poolSize(target.pool) }) : targetChip(target)));
}

function targetChip({ name, situation }: AttackSetup["targets"][number]): string {
  if (situation.engagement !== null) return say("FATEWALKER.Dialog.AtRange", { name, range: say(`FATEWALKER.Dialog.Engagement.${situation.engagement}`), value: situation.engagement });
  return situation.distance === null ? say("FATEWALKER.Dialog.At", { name }) : say("FATEWALKER.Dialog.AtDistance", { name, metres: situation.distance });
}

function sums({ fight, cost, maneuver, isFree }: AttackSetup, { hit, ifDodged, damage, damageIsRaw, hits }: Forecast): SumCell[] {
  const cell = (key: string, value: string, now = false): SumCell => ({ label: say(`FATEWALKER.Dialog.Sum.${key}`), value, now });
  return [
    ...(maneuver.roll === null ? [] : [cell(hits ? "Hits" : "Succeeds", percent(hit))]),
    ...(ifDodged === null ? [] : [cell("IfDodged", percent(ifDodged))]),
    ...(damage === null ? [] : [cell(damageIsRaw ? "DamageRaw" : "Damage", damage.toFixed(1))]),
    isFree === true ? cell("Ticks", say("FATEWALKER.Dialog.NoTicks"), true) : fight ? cell("NowNext", `${fight.tick} → ${fight.tick + cost}`, true) : cell("Ticks", String(cost), true),
  ];
}
