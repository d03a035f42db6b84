import { say, sayCount } from "../../helpers/text";
import { wholeNumber } from "../../helpers/numbers";
import type { Candidate } from "../../flows/exchange/candidates";
import { amountsOf, MOST_CORRECTED } from "../../rules/exchange/amend";
import { attackOn } from "../../rules/exchange/attacks";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import { isAttack } from "../../rules/maneuvers/kind";
import { QuestionWindow } from "./question-window";
import { confirmSelf } from "./confirm-self";

/** What a GM changed of one target; nothing of what stayed as it was. */
export interface CorrectedTarget {
  readonly target: number;
  readonly successes?: number;
  readonly points?: number;
  readonly to?: Participant;
}

export interface CorrectRequest {
  /** Of the card, so that its window is there once. */
  readonly card: string;
  /** The attack in words. */
  readonly title: string;
  readonly state: ExchangeState;
  /** Names by the place of each target, as the card shows them. */
  readonly names: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Steps of the log that would have to go first. */
  readonly later: number;
}

interface Row {
  readonly index: number;
  readonly name: string;
  readonly successes: number;
  /** Null: it did not come to damage. */
  readonly points: number | null;
  readonly mayHurt: boolean;
  readonly mayChange: boolean;
}

/** Every target that the attack came to, with what counts of it now. */
function rowsOf({ state, names }: CorrectRequest): Row[] {
  return state.targets.flatMap((target, index): Row[] => {
    const { successes, points } = amountsOf(target);
    if (successes === null && points === null) return [];
    const landed = target.outcome === "hit" || target.outcome === "noDamage";
    return [{
      index, name: names[index] ?? "", successes: successes ?? 0, points, mayHurt: points !== null || (landed && isAttack(attackOn(state, target).maneuver)),
      mayChange: target.origin === undefined && (target.part ?? 0) === 0 && (state.declaration.area ?? null) === null,
    }];
  });
}

/** A GM corrects what came of an attack: successes, points of damage, or whom it was made on. Enter corrects, Escape changes nothing. */
export class CorrectDialog extends QuestionWindow<readonly CorrectedTarget[]> {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    position: { width: 440, height: "auto" },
    window: { title: "FATEWALKER.Amend.Window.Correct", icon: "fa-solid fa-pen-to-square", resizable: true },
  };

  static override PARTS = {
    correct: { template: "systems/fatewalker/templates/dialogs/correct.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #request: CorrectRequest;
  readonly #rows: readonly Row[];
  /** What stands in the fields, by their names: drawn anew the window keeps it. */
  #written: Readonly<Record<string, string>> = {};
  #problem = "";

  constructor(request: CorrectRequest) {
    super({ id: `fw-correct-${request.card}` });
    this.#request = request;
    this.#rows = rowsOf(request);
  }

  protected override async _prepareContext(): Promise<never> {
    const { title, candidates, later } = this.#request;
    return {
      title,
      most: MOST_CORRECTED,
      problem: this.#problem,
      later: later === 0 ? "" : sayCount("FATEWALKER.Amend.LaterSteps", later),
      targets: this.#rows.map(({ index, name, successes, points, mayHurt, mayChange }) => ({
        index, name, mayHurt, mayChange,
        successes: this.#written[`successes.${index}`] ?? successes, points: this.#written[`points.${index}`] ?? points ?? "",
        people: candidates.map(({ who, self }, place) => ({ value: place, name: self ? say("FATEWALKER.Amend.Window.SelfOption", { name: who.name }) : who.name, chosen: this.#written[`to.${index}`] === String(place) })),
      })),
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.querySelector<HTMLInputElement>("input[data-amount=points]:enabled, input[data-amount=successes]")?.select();
  }

  /** Reads what was changed; what cannot be read is said in the window. */
  override async confirm(): Promise<void> {
    this.#written = Object.fromEntries([...this.element.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[name], select[name]")].map(({ name, value }) => [name, value]));
    const changed = this.#rows.map((row) => this.#read(row));
    this.#problem = changed.includes(null) ? say("FATEWALKER.Amend.BadAmount", { most: MOST_CORRECTED }) : "";
    const corrections = changed.filter((entry) => entry !== null).filter((entry) => Object.keys(entry).length > 1);
    if (this.#problem === "" && corrections.length === 0) this.#problem = say("FATEWALKER.Amend.Nothing");
    if (this.#problem !== "") return void (await this.render());
    for (const { to } of corrections) {
      if (to !== undefined && this.#request.state.attacker.participant.actor === to.actor && !(await confirmSelf(to))) return;
    }
    this.settle(corrections);
    await this.close();
  }

  /** What was changed of one target; null where something that stands there is no amount. */
  #read({ index, successes, points, mayHurt }: Row): CorrectedTarget | null {
    const field = (name: string): string => this.#written[`${name}.${index}`]?.trim() ?? "";
    const amounts = { successes: amount(field("successes"), successes), points: mayHurt ? amount(field("points"), points) : points };
    if (Object.values(amounts).includes("wrong")) return null;
    const to = this.#request.candidates[Number(field("to") === "" ? -1 : field("to"))]?.who.participant;
    return {
      target: index,
      ...(typeof amounts.successes === "number" && amounts.successes !== successes ? { successes: amounts.successes } : {}),
      ...(typeof amounts.points === "number" && amounts.points !== points ? { points: amounts.points } : {}),
      ...(to === undefined ? {} : { to }),
    };
  }
}

/** A number that somebody wrote; an empty field stands for what was there. */
function amount(written: string, before: number | null): number | null | "wrong" {
  if (written === "") return before;
  const read = wholeNumber(written, { decimals: 2 });
  return read === null || !Number.isInteger(read) || read < 0 || read > MOST_CORRECTED ? "wrong" : read;
}
