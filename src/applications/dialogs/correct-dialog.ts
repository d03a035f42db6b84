import { say, sayCount } from "../../helpers/text";
import { wholeNumber } from "../../helpers/numbers";
import type { Candidate } from "../../flows/exchange/candidates";
import { amountsOf, MOST_CORRECTED } from "../../rules/exchange/amend";
import { attackOn } from "../../rules/exchange/attacks";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import { isAttack } from "../../rules/maneuvers/kind";
import { laterThan, stackOf } from "../../flows/commit/ledger";
import { isOpen } from "../is-open";
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

/** What may be corrected of each target by a number. */
const AMOUNTS = ["successes", "points"] as const;

/** The log is kept in messages. */
const LOG_HOOKS = ["createChatMessage", "updateChatMessage", "deleteChatMessage"] as const;

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
  /** Names of the fields in which no amount stands. */
  #wrong: readonly string[] = [];
  /** Steps that would have to go first, as the window shows them. */
  #later: number;
  #watched: readonly (readonly [(typeof LOG_HOOKS)[number], number])[] = [];

  constructor(request: CorrectRequest) {
    super({ id: `fw-correct-${request.card}` });
    this.#request = request;
    this.#rows = rowsOf(request);
    this.#later = this.#laterSteps();
  }

  protected override async _prepareContext(): Promise<never> {
    const { title, candidates } = this.#request;
    return {
      title,
      most: MOST_CORRECTED,
      problem: this.#problem,
      later: this.#laterText(),
      targets: this.#rows.map(({ index, name, successes, points, mayHurt, mayChange }) => ({
        index, name, mayHurt, mayChange,
        successes: this.#written[`successes.${index}`] ?? successes, points: this.#written[`points.${index}`] ?? points ?? "",
        wrongSuccesses: this.#wrong.includes(`successes.${index}`), wrongPoints: this.#wrong.includes(`points.${index}`),
        people: candidates.map(({ who, self }, place) => ({ value: place, name: self ? say("FATEWALKER.Amend.Window.SelfOption", { name: who.name }) : who.name, chosen: this.#written[`to.${index}`] === String(place) })),
      })),
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    const fields = this.element.querySelector<HTMLInputElement>("input[data-amount=points]:enabled, input[data-amount=successes]:enabled");
    if (fields === null) this.element.querySelector<HTMLElement>("button[type=submit]")?.focus();
    else fields.select();
    this.#watched = LOG_HOOKS.map((name) => [name, Hooks.on(name, () => this.#look())] as const);
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    for (const [name, id] of this.#watched) Hooks.off(name, id);
  }

  #laterSteps(): number {
    return laterThan(stackOf(this.#request.card)).length;
  }

  /** Why it cannot be corrected as the log stands; empty: it can. */
  #laterText(): string {
    return this.#later === 0 ? "" : sayCount("FATEWALKER.Amend.LaterSteps", this.#later);
  }

  /** What stands on it may be taken back, or come, while the window is open: what is written stays. */
  #look(): void {
    const later = this.#laterSteps();
    if (later === this.#later || !isOpen(this)) return;
    this.#later = later;
    this.#keepWritten();
    void this.render();
  }

  #keepWritten(): void {
    this.#written = Object.fromEntries([...this.element.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[name], select[name]")].map(({ name, value }) => [name, value]));
  }

  /** Reads what was changed; what cannot be read is said in the window. */
  override async confirm(): Promise<void> {
    if (this.#later > 0) return void ui.notifications?.warn(this.#laterText());
    this.#keepWritten();
    this.#wrong = this.#rows.flatMap((row) => AMOUNTS.filter((name) => this.#amount(row, name) === "wrong").map((name) => `${name}.${row.index}`));
    const corrections = this.#wrong.length > 0 ? [] : this.#rows.map((row) => this.#read(row)).filter((entry) => Object.keys(entry).length > 1);
    this.#problem = this.#wrong.length > 0 ? say("FATEWALKER.Amend.BadAmount", { most: MOST_CORRECTED }) : corrections.length === 0 ? say("FATEWALKER.Amend.Nothing") : "";
    if (this.#problem !== "") return void (await this.#askAgain());
    for (const { to } of corrections) {
      if (to !== undefined && this.#request.state.attacker.participant.actor === to.actor && !(await confirmSelf(to))) return;
    }
    this.settle(corrections);
    await this.close();
  }

  /** Shows what is the matter, with the keyboard in the first field that it is about. */
  async #askAgain(): Promise<void> {
    await this.render();
    this.element.querySelector<HTMLInputElement>("input[aria-invalid=true]")?.select();
  }

  #field(row: Row, name: string): string {
    return this.#written[`${name}.${row.index}`]?.trim() ?? "";
  }

  #amount(row: Row, name: (typeof AMOUNTS)[number]): number | null | "wrong" {
    return name === "points" && !row.mayHurt ? row.points : amount(this.#field(row, name), row[name]);
  }

  /** What was changed of one target. */
  #read(row: Row): CorrectedTarget {
    const [successes, points] = [this.#amount(row, "successes"), this.#amount(row, "points")];
    const chosen = this.#field(row, "to");
    const to = this.#request.candidates[chosen === "" ? -1 : Number(chosen)]?.who.participant;
    return {
      target: row.index,
      ...(typeof successes === "number" && successes !== row.successes ? { successes } : {}),
      ...(typeof points === "number" && points !== row.points ? { points } : {}),
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
