import { say } from "../../helpers/text";
import { clockState } from "../../flows/clock";
import { engagementBetween, freeAt, HOLDING_KINDS, LEAST_LEVEL, MOST_LEVEL, submitEngagement, type Engagement, type HoldingKind } from "../../flows/engagement";
import { isRange, positionsFrom } from "../../flows/engagement/read";
import { RuleError } from "../../rules/errors";
import { rangeOf } from "../../rules/exchange/engagements";
import { FIRST_ENGAGEMENT } from "../../rules/modifiers/situation";
import type { EngagementRange } from "../../rules/modifiers/types";
import { WindowBase } from "../base";
import { isOpen } from "../is-open";
import { closeOnEscape, renderOnChange } from "./window-habits";

type Window = foundry.applications.api.ApplicationV2;
type Between = Engagement["record"];

/** `Medium (5)`. */
export const rangeName = (range: number): string => say("FATEWALKER.Engagement.RangeOption", { name: say(`FATEWALKER.Dialog.Engagement.${range}`), range });

/** The GM's window on how two of a fight stand to each other: range, and who holds whom how firmly. Enter sets, Escape closes. */
export class EngagementDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog"],
    position: { width: 440, height: "auto" },
    window: { title: "FATEWALKER.Engagement.Title", icon: "fa-solid fa-people-arrows", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: Window) {
        if (this instanceof EngagementDialog) await this.set(this.draft);
      },
    },
    actions: {
      cancel: function cancel(this: Window) {
        void this.close();
      },
      end: async function end(this: Window) {
        if (this instanceof EngagementDialog) await this.set(null);
      },
    },
  };

  static override PARTS = {
    engagement: { template: "systems/fatewalker/templates/dialogs/engagement.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #combat: Combat.Implementation;
  #one: string;
  #other: string;
  /** What is set so far; null: as it is stored. */
  #draft: Between | null = null;
  #stop: (() => void) | null = null;

  /** @param ids  two combatants of the fight */
  constructor(combat: Combat.Implementation, [one, other]: readonly [string, string]) {
    super({ id: `fw-engagement-${combat.id}` });
    this.#combat = combat;
    this.#one = one;
    this.#other = other;
  }

  /** Is there nothing left to set? Nobody is engaged with who is defeated or gone. */
  get isOver(): boolean {
    if (game.combats?.has(this.#combat.id ?? "") !== true) return true;
    const { entries } = clockState(this.#combat);
    return [this.#one, this.#other].some((id) => entries[id] === undefined || entries[id].out === "defeated");
  }

  /** The record as the window shows it. */
  get draft(): Between {
    return this.#draft ?? engagementBetween(this.#combat, this.#one, this.#other)?.record ?? freeAt(FIRST_ENGAGEMENT);
  }

  #name(id: string): string {
    return this.#combat.combatants.get(id)?.name ?? say("FATEWALKER.Clock.Someone");
  }

  protected override async _prepareContext(): Promise<never> {
    const { draft } = this;
    // The two of whom it is stay in it when one falls unconscious: what it shows is what it sets.
    const ids = Object.values(clockState(this.#combat).entries).filter(({ id, state }) => state !== "out" || id === this.#one || id === this.#other).map(({ id }) => id);
    const people = (chosen: string, except: string) => ids.filter((id) => id !== except).map((id) => ({ id, name: this.#name(id), chosen: id === chosen }));
    return {
      one: people(this.#one, this.#other),
      other: people(this.#other, this.#one),
      ranges: [6, 5, 4, 3, 2, 1].map((range) => ({ range, name: rangeName(range), chosen: range === draft.range })),
      kinds: HOLDING_KINDS.map((kind) => ({
        kind, name: say(`FATEWALKER.Engagement.Kind.${kind}`), level: draft[kind]?.level ?? LEAST_LEVEL[kind], least: LEAST_LEVEL[kind], most: MOST_LEVEL[kind], free: draft[kind] === null,
        holders: [{ id: "", name: say("FATEWALKER.Engagement.None"), chosen: draft[kind] === null }, ...[this.#one, this.#other].map((id) => ({ id, name: this.#name(id), chosen: draft[kind]?.dominant === id }))],
      })),
      stored: engagementBetween(this.#combat, this.#one, this.#other) !== null,
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => this.#changed(event));
    closeOnEscape(this);
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLElement>("[name=range]")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
  }

  #changed({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const { draft } = this;
    const [field = "", kind = ""] = name.split(".");
    const held = HOLDING_KINDS.find((entry) => entry === kind);
    if (name === "one" || name === "other") {
      if (name === "one") this.#one = value;
      else this.#other = value;
      this.#draft = null;
    } else if (name === "range") this.#draft = { ...draft, range: readRange(value) };
    else if (held !== undefined && field === "dominant") this.#draft = atItsRange({ ...draft, [held]: value === "" ? null : { dominant: value, level: draft[held]?.level ?? LEAST_LEVEL[held] } });
    else if (held !== undefined && field === "level" && draft[held] !== null) this.#draft = atItsRange({ ...draft, [held]: { ...draft[held], level: readLevel(held, value) } });
    else return;
    void this.render();
  }

  /** Writes it as one commit that can be taken back, and closes; null ends the engagement. */
  async set(record: Between | null): Promise<void> {
    try {
      await submitEngagement(this.#combat, { ids: [this.#one, this.#other], record });
      await this.close();
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      ui.notifications?.warn(say(error.key, error.data));
    }
  }
}

/** A grapple or a ground fight has a range of its own; the GM may still choose another afterwards (Dramatic Scenes, Melee Combat Range). */
const atItsRange = (draft: Between): Between => ({ ...draft, range: rangeOf(positionsFrom(draft, null)) ?? draft.range });

function readRange(value: string): EngagementRange {
  const range = Number(value);
  return isRange(range) ? range : FIRST_ENGAGEMENT;
}

function readLevel(kind: HoldingKind, value: string): number {
  const level = Math.trunc(Number(value));
  return Number.isFinite(level) ? Math.max(LEAST_LEVEL[kind], Math.min(MOST_LEVEL[kind], level)) : LEAST_LEVEL[kind];
}

let open: EngagementDialog | null = null;

/** Closes the window when one of its two takes no part any more, or the fight is over; at init. */
export function watchEngagementWindow(): void {
  for (const name of ["updateCombat", "updateCombatant", "deleteCombat", "deleteCombatant"] as const) {
    Hooks.on(name, () => {
      if (open?.isOver === true && isOpen(open)) void open.close();
    });
  }
}

/**
 * Opens the GM's window on a combatant's engagement: with whomever it is engaged already, else with the one the GM has
 * targeted, else with anybody. What the tracker and the menu of a token call.
 */
export async function openEngagement(combatant: Combatant.Implementation): Promise<void> {
  const { combat, id } = combatant;
  if (combat === null || id === null || game.user?.isGM !== true) return void ui.notifications?.warn(say("FATEWALKER.Engagement.NoFight"));
  const others = Object.values(clockState(combat).entries).filter((entry) => entry.id !== id && entry.state !== "out").map((entry) => entry.id);
  const targeted = others.find((other) => [...(game.user?.targets ?? [])].some((token) => token.document.combatant?.id === other));
  const other = targeted ?? others.find((entry) => engagementBetween(combat, id, entry) !== null) ?? others[0];
  if (other === undefined) return void ui.notifications?.warn(say("FATEWALKER.Engagement.TooFew"));
  await open?.close();
  open = new EngagementDialog(combat, [id, other]);
  await open.render({ force: true });
}
