import { MESSAGE_MODES, type MessageMode } from "../../compat/message-modes";
import { knownName } from "../../helpers/known-name";
import { say } from "../../helpers/text";
import { prepareCheck, type CheckRequest } from "../../flows/checks";
import { trueMode } from "../../flows/checks/audience";
import { payableSupport } from "../../flows/checks/support";
import { publicParticipant } from "../../flows/exchange/names";
import { rivalKeys } from "../../flows/exchange/choices";
import { poolSize } from "../../rules/dice/pool";
import type { Participant } from "../../rules/exchange/types";
import { declaredSuccesses } from "../../rules/odds/declared";
import { tail } from "../../rules/odds/distribution";
import { supportedSuccesses } from "../../rules/odds/support";
import { RollDialog } from "./roll-dialog";
import { commonView, modeOptions, oddsBars, percent, type RollView } from "./roll-view";

/** Chances are told up to an exceptional success. */
const MOST_ASKED = 4;

/** A plain roll of Attribute(Skill): modifiers, one trait and one support roll at most, and the odds of one to four successes. */
export class CheckDialog extends RollDialog {
  static override DEFAULT_OPTIONS = {
    window: { title: "FATEWALKER.Dialog.CheckWindow", icon: "fa-solid fa-dice" },
  };

  readonly #actor: Actor.Implementation;
  readonly #check: CheckRequest;

  /** What whoever asked for the roll has said about who sees it. */
  readonly #given: MessageMode | null;

  constructor({ actor, check, mode }: { actor: Actor.Implementation; check: CheckRequest; mode: MessageMode | null }) {
    super();
    this.#actor = actor;
    this.#check = check;
    this.#given = mode;
  }

  protected override rivals(key: string): readonly string[] {
    return rivalKeys(prepareCheck(this.#actor, this.#check, this.choices).modifiers, key);
  }

  protected override view(): RollView {
    const { title, pool, modifiers, powers, participant, fighter, support } = prepareCheck(this.#actor, this.#check, this.choices);
    const supporting = payableSupport(support);
    const alone = declaredSuccesses(pool, modifiers, fighter);
    const chances = supporting === null ? alone : supportedSuccesses(alone, supporting.pool);
    const dice = poolSize(pool) + (supporting === null ? 0 : poolSize(supporting.pool));
    const asked = Array.from({ length: Math.min(MOST_ASKED, Math.max(1, dice)) }, (_, index) => index + 1);
    return {
      ...commonView(pool, modifiers, this.choices, this.mode, { powers, support }),
      title,
      chips: [knownName(this.#actor)],
      weapons: [],
      selects: [],
      odds: oddsBars(chances, 1),
      sums: asked.map((count) => ({ label: say("FATEWALKER.Dialog.Sum.AtLeast", { count }), value: percent(tail(chances, count)), now: false })),
      ...this.#audience(participant),
      note: "",
      confirm: say("FATEWALKER.Dialog.Roll"),
    };
  }

  /** Who may be chosen to see it, and in words where that is not everybody: a roll for all is none of somebody whose numbers are the GM's. */
  #audience(participant: Participant): Pick<RollView, "modes" | "audience"> {
    const isKept = trueMode("public", participant) !== "public";
    const audience = isKept && (this.#given ?? "public") === "public" ? say("FATEWALKER.Dialog.ModeKept", { name: publicParticipant(participant).name }) : "";
    const possible = MESSAGE_MODES.filter((mode) => trueMode(mode, participant) === mode);
    return { audience, modes: this.#given === null ? modeOptions(trueMode(this.mode, participant), possible) : [] };
  }
}
