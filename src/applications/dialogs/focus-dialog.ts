import { wholeNumber } from "../../helpers/numbers";
import { knownName } from "../../helpers/known-name";
import { say } from "../../helpers/text";
import { actorData } from "../../data/access";
import { focusOf, type FocusRequest } from "../../flows/powers/focus-cost";
import { ATTRIBUTE_KEYS } from "../../rules/keys";
import type { AttributeBoost } from "../../rules/powers/effects";
import { QuestionWindow } from "./question-window";
import { costText } from "./powers-view";
import { renderOnChange } from "./window-habits";

/** Context of `templates/dialogs/focus.hbs`. */
interface FocusView {
  readonly title: string;
  readonly question: string;
  readonly img: string;
  readonly rows: readonly { readonly key: string; readonly label: string; readonly points: number; readonly value: string; readonly raised: boolean }[];
  readonly cost: string;
  /** Why it cannot be had so; empty: it can. */
  readonly refusal: string;
  readonly notes: readonly string[];
}

const MOST_POINTS = 99;

/** Asks how the points of a power are spread over the attributes: what each would be then, what it costs, and why not where it cannot be. */
class FocusDialog extends QuestionWindow<AttributeBoost> {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    classes: ["fw-focus"],
    position: { width: 400, height: "auto" },
    window: { icon: "fa-solid fa-brain", resizable: true },
  };

  static override PARTS = {
    focus: { template: "systems/fatewalker/templates/dialogs/focus.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #request: FocusRequest;
  #spread: AttributeBoost = {};
  /** Somebody wanted it as it stands: only then is it said why that cannot be. */
  #asked = false;
  #stop: (() => void) | null = null;

  constructor(request: FocusRequest) {
    super({ id: `fw-focus-${request.item.uuid.replaceAll(".", "-")}` });
    this.#request = request;
  }

  override get title(): string {
    return this.#request.item.name;
  }

  protected override async _prepareContext(): Promise<never> {
    const { actor, item } = this.#request;
    const { cost, marks, refusal, perPoint } = focusOf(this.#request, this.#spread);
    const isEmpty = Object.values(this.#spread).every((points) => points === 0);
    const view: FocusView = {
      title: say("FATEWALKER.PowerUse.FocusTitle", { name: knownName(actor), power: item.name }),
      question: say("FATEWALKER.PowerUse.SpreadQuestion", { points: perPoint }),
      img: item.img ?? "",
      rows: ATTRIBUTE_KEYS.map((key) => {
        const now = actorData(actor)?.attributes[key].value ?? 0;
        const points = this.#spread[key] ?? 0;
        return { key, points, label: say(`FATEWALKER.Attribute.${key}`), value: points > 0 ? `${now} → ${now + points}` : String(now), raised: points > 0 };
      }),
      cost: isEmpty ? "" : [costText(cost), ...marks.map((mark) => say(`FATEWALKER.Dialog.Power.Mark.${mark}`))].join(" · "),
      // Nobody is told off for what is still to be filled in.
      refusal: refusal !== null && (this.#asked || !isEmpty || refusal.key !== "FATEWALKER.Power.BoostPoints") ? say(refusal.key, refusal.data) : "",
      notes: [say("FATEWALKER.PowerUse.FocusEnds")],
    };
    // The mixin's context type knows nothing of our templates.
    return view as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", () => {
      this.#read();
      void this.render();
    });
    // What is typed replaces the 0 that stands there.
    this.element.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLInputElement) target.select();
    });
    // Enter takes what stands in the field: drawing the window anew would swallow the key.
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      void this.confirm();
    });
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLInputElement>("input")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
  }

  #read(): void {
    // A field that is called `focus` would stand in the place of the form's own method.
    const fields = [...this.element.querySelectorAll<HTMLInputElement>("input[data-attribute]")].map(({ dataset: { attribute = "" }, value }) => [attribute, wholeNumber(value, { min: 0, max: MOST_POINTS }) ?? 0] as const);
    this.#spread = Object.fromEntries(fields.filter(([, points]) => points > 0));
  }

  /** Answers with what stands in the fields, where that can be had. */
  override async confirm(): Promise<void> {
    this.#read();
    this.#asked = true;
    if (focusOf(this.#request, this.#spread).refusal !== null) {
      await this.render();
      return;
    }
    this.settle(this.#spread);
    await this.close();
  }
}

/** Asks how many points of which attribute a power shall raise. @returns null when the person thought better of it */
export const askFocus = (request: FocusRequest): Promise<AttributeBoost | null> => new FocusDialog(request).ask();
