import { standClearOnceDrawn } from "./first-place";
import { keepTyping } from "./keep-typing";

const { ApplicationV2, HandlebarsApplicationMixin } = foundry.applications.api;
const { ActorSheetV2, ItemSheetV2 } = foundry.applications.sheets;

/** One rendered part of a window: its template and the elements whose scroll position outlives a new rendering. */
export type WindowPart = foundry.applications.api.HandlebarsApplicationMixin.HandlebarsTemplatePart;

/**
 * The one cast of the system's windows: the compiler gives up (TS2321) on comparing a mixed document sheet with its own
 * base, so that the mixin's additions are taken for granted here and `PARTS` is declared by hand.
 */
const mixed = <Sheet>(sheet: Sheet): Sheet => HandlebarsApplicationMixin(sheet as never) as unknown as Sheet;
const MixedActorSheet = mixed(ActorSheetV2);
const MixedItemSheet = mixed(ItemSheetV2);

/** Base of actor sheets: templates by part; what a person is typing outlives every new rendering. */
export class ActorSheetBase extends MixedActorSheet {
  static PARTS: Record<string, WindowPart> = {};

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    standClearOnceDrawn(this);
  }

  protected override _replaceHTML(result: unknown, content: HTMLElement, options: object): void {
    keepTyping(content, () => super._replaceHTML(result, content, options));
  }
}

/** Base of item sheets: templates by part; what a person is typing outlives every new rendering. */
export class ItemSheetBase extends MixedItemSheet {
  static PARTS: Record<string, WindowPart> = {};

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    standClearOnceDrawn(this);
  }

  protected override _replaceHTML(result: unknown, content: HTMLElement, options: object): void {
    keepTyping(content, () => super._replaceHTML(result, content, options));
  }
}

/** Base of dialogs and other windows that show no document: templates by part, our look, typing kept. */
export class WindowBase extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    classes: ["fatewalker", "fw-window"],
  };

  /**
   * A field tells of its change in the middle of being left: what is drawn anew before the next one has the keyboard would take the
   * place that it is on its way to.
   */
  protected override async _preRender(context: never, options: never): Promise<void> {
    await super._preRender(context, options);
    await new Promise((resolve) => setTimeout(resolve));
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    standClearOnceDrawn(this);
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: object): void {
    keepTyping(content, () => super._replaceHTML(result, content, options));
  }
}
