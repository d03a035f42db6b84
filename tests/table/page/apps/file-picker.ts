import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { elementOf, escapeText, type PlainObject } from "../plain";

/**
 * A minimal file picker: a path to type, with a preview. The practice table keeps no user files.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.apps.FilePicker.html
 */
export class FilePicker extends ApplicationV2 {
  static implementation: typeof FilePicker = FilePicker;

  static override DEFAULT_OPTIONS: PlainObject = {
    id: "file-picker-{id}",
    classes: ["file-picker"],
    window: { title: "Choose a file" },
    position: { width: 460 },
    actions: { choose: FilePicker.#onChoose },
  };

  callback: ((path: string, picker: FilePicker) => unknown) | undefined;
  current: string;
  type: string;

  constructor(options: PlainObject = {}) {
    super(options);
    this.callback = typeof options.callback === "function" ? (options.callback as (path: string, picker: FilePicker) => unknown) : undefined;
    this.current = typeof options.current === "string" ? options.current : "";
    this.type = typeof options.type === "string" ? options.type : "any";
  }

  static async browse(_source?: string, target = ""): Promise<{ target: string; dirs: string[]; files: string[] }> {
    return { target, dirs: [], files: [] };
  }

  static fromButton(_button: HTMLElement): FilePicker {
    return new FilePicker();
  }

  async browse(): Promise<this> {
    return this.render({ force: true });
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    return elementOf(
      `<div class="standard-form"><div class="form-group"><label for="${this.id}-path">Path</label><div class="form-fields"><input type="text" id="${this.id}-path" value="${escapeText(this.current)}" placeholder="icons/svg/mystery-man.svg" autofocus></div></div>` +
        `<p class="hint">The practice table serves only the system's own files and its icons.</p>` +
        `<footer class="form-footer"><button type="button" data-action="choose"><i class="fa-solid fa-check" inert></i> Choose</button></footer></div>`,
    );
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  static async #onChoose(this: unknown): Promise<void> {
    if (!(this instanceof FilePicker)) return;
    const path = this.element?.querySelector("input")?.value ?? "";
    await this.callback?.(path, this);
    await this.close();
  }
}
