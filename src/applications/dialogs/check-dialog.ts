import type { MessageMode } from "../../compat/message-modes";
import { say } from "../../helpers/text";
import { prepareCheck, type CheckRequest } from "../../flows/checks";
import { rivalKeys } from "../../flows/exchange/choices";
import { poolSize } from "../../rules/dice/pool";
import { declaredSuccesses } from "../../rules/odds/declared";
import { tail } from "../../rules/odds/distribution";
import { RollDialog } from "./roll-dialog";
import { commonView, oddsBars, percent, type RollView } from "./roll-view";

/** Chances are told up to an exceptional success. */
const MOST_ASKED = 4;

/** A plain roll of Attribute(Skill): modifiers, one trait at most, and the odds of one to four successes. */
export class CheckDialog extends RollDialog {
  static override DEFAULT_OPTIONS = {
    window: { title: "FATEWALKER.Dialog.CheckWindow", icon: "fa-solid fa-dice" },
  };

  readonly #actor: Actor.Implementation;
  readonly #check: CheckRequest;

  /** Who asked for the roll has said who sees it. */
  readonly #isModeGiven: boolean;

  constructor({ actor, check, mode }: { actor: Actor.Implementation; check: CheckRequest; mode: MessageMode | null }) {
    super();
    this.#actor = actor;
    this.#check = check;
    this.#isModeGiven = mode !== null;
  }

  protected override rivals(key: string): readonly string[] {
    return rivalKeys(prepareCheck(this.#actor, this.#check, this.choices).modifiers, key);
  }

  protected override view(): RollView {
    const { title, pool, modifiers, powers } = prepareCheck(this.#actor, this.#check, this.choices);
    const chances = declaredSuccesses(pool, modifiers);
    const asked = Array.from({ length: Math.min(MOST_ASKED, Math.max(1, poolSize(pool))) }, (_, index) => index + 1);
    return {
      ...commonView(pool, modifiers, this.choices, this.mode, { powers }),
      title,
      chips: [this.#actor.name],
      weapons: [],
      selects: [],
      odds: oddsBars(chances, 1),
      sums: asked.map((count) => ({ label: say("FATEWALKER.Dialog.Sum.AtLeast", { count }), value: percent(tail(chances, count)), now: false })),
      ...(this.#isModeGiven ? { modes: [] } : {}),
      note: "",
      confirm: say("FATEWALKER.Dialog.Roll"),
    };
  }
}
