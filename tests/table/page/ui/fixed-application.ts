import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationClosingOptions, ApplicationRenderOptions } from "../api/types";
import type { PlainObject } from "../plain";

/** A frameless part of the interface that lives in one place of the layout and is never closed. */
export abstract class FixedApplication extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = { window: { frame: false, positioned: false }, classes: ["faded-ui"] };

  /** Id of the element that holds it. */
  protected abstract get place(): string;

  override _insertElement(element: HTMLElement): void {
    const existing = document.getElementById(element.id);
    if (existing) existing.replaceWith(element);
    else document.getElementById(this.place)?.append(element);
  }

  override _replaceHTML(result: unknown, content: HTMLElement, _options: ApplicationRenderOptions): void {
    if (!(result instanceof HTMLElement)) return;
    const key = document.activeElement instanceof HTMLElement && content.contains(document.activeElement) ? document.activeElement.dataset.focusKey : undefined;
    content.replaceChildren(...result.childNodes);
    if (key) content.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  override async close(_options: ApplicationClosingOptions = {}): Promise<this> {
    return this;
  }
}
