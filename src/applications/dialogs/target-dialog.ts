import { say } from "../../helpers/text";
import type { Candidate } from "../../flows/exchange/candidates";
import type { Participant } from "../../rules/exchange/types";
import { QuestionWindow } from "./question-window";
import { confirmSelf } from "./confirm-self";

/** Whom a person chose, and in whose place. */
export interface ChosenTarget {
  readonly participant: Participant;
  /** Place of the target that it takes; -1: it joins the others. */
  readonly instead: number;
}

export interface TargetRequest {
  /** Of the card, so that its window is there once. */
  readonly card: string;
  /** The attack in words. */
  readonly title: string;
  readonly candidates: readonly Candidate[];
  /** Those who may be put out of their place; empty: somebody is joined. */
  readonly former: readonly { readonly index: number; readonly name: string }[];
}

/** Chooses a target for an attack that waits: one that joins, or one in the place of another. Enter takes it, Escape changes nothing. */
export class TargetDialog extends QuestionWindow<ChosenTarget> {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    position: { width: 400, height: "auto" },
    window: { title: "FATEWALKER.Amend.Window.Join", icon: "fa-solid fa-bullseye", resizable: true },
  };

  static override PARTS = {
    target: { template: "systems/fatewalker/templates/dialogs/target.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #request: TargetRequest;

  constructor(request: TargetRequest) {
    super({ id: `fw-target-${request.card}` });
    this.#request = request;
  }

  override get title(): string {
    return say(this.#request.former.length === 0 ? "FATEWALKER.Amend.Window.Join" : "FATEWALKER.Amend.Window.Change");
  }

  protected override async _prepareContext(): Promise<never> {
    const { title, candidates, former } = this.#request;
    return {
      title,
      former: former.map(({ index, name }, place) => ({ index, name, chosen: place === 0 })),
      people: candidates.map((candidate, place) => ({ value: place, name: candidate.who.name, img: candidate.who.img, chosen: place === 0, detail: detailOf(candidate) })),
      confirm: say(former.length === 0 ? "FATEWALKER.Chat.Button.Join" : "FATEWALKER.Chat.Button.Change"),
    } as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.querySelector<HTMLElement>("input[name=target]:checked, [data-action=cancel]")?.focus();
  }

  /** Takes the chosen one; nobody is set against himself without a question. */
  override async confirm(): Promise<void> {
    const value = (selector: string): string | undefined => this.element.querySelector<HTMLInputElement | HTMLSelectElement>(selector)?.value;
    const chosen = this.#request.candidates[Number(value("input[name=target]:checked") ?? -1)];
    if (chosen === undefined || (chosen.self && !(await confirmSelf(chosen.who.participant)))) return;
    const instead = value("[name=former]");
    this.settle({ participant: chosen.who.participant, instead: instead === undefined ? -1 : Number(instead) });
    await this.close();
  }
}

function detailOf({ metres, self, targeted, far }: Candidate): string {
  return [
    ...(self ? [say("FATEWALKER.Amend.Candidate.Self")] : []),
    ...(targeted ? [say("FATEWALKER.Amend.Candidate.Targeted")] : []),
    ...(metres === null ? [] : [say("FATEWALKER.Amend.Candidate.Metres", { metres })]),
    ...(far ? [say("FATEWALKER.Amend.Candidate.Far")] : []),
  ].join(" · ");
}
