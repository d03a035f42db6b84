import { WindowBase } from "../base";
import { closeOnEscape } from "./window-habits";

/**
 * A window that a person answers: it is opened for an answer, Enter and its main button confirm, Escape and closing it change nothing. Its
 * own windows say what it shows and what confirming answers.
 */
export abstract class QuestionWindow<Answer> extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog"],
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof QuestionWindow) await this.confirm();
      },
    },
    actions: {
      cancel: function cancel(this: foundry.applications.api.ApplicationV2) {
        void this.close();
      },
    },
  };

  #answer: ((answer: Answer | null) => void) | null = null;

  /** Opens the window and waits for the person. @returns null when nothing shall change */
  async ask(): Promise<Answer | null> {
    const answered = new Promise<Answer | null>((resolve) => {
      this.#answer = resolve;
    });
    await this.render({ force: true });
    return answered;
  }

  /** Answers with what stands in the window, where it can be so. */
  abstract confirm(): void | Promise<void>;

  /** Does somebody still wait for an answer? */
  protected get isAwaited(): boolean {
    return this.#answer !== null;
  }

  /** Gives the answer, once. */
  protected settle(answer: Answer | null): void {
    this.#answer?.(answer);
    this.#answer = null;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.settle(null);
  }
}
