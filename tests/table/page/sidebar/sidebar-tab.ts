import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationClosingOptions, ApplicationConfiguration, ApplicationRenderOptions } from "../api/types";
import { host, type HostDocument } from "../host";
import type { PlainObject } from "../plain";

interface TabClass {
  tabName: string;
}

/** One tab of the sidebar: https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.AbstractSidebarTab.html */
export class AbstractSidebarTab extends ApplicationV2 {
  static tabName = "";
  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["tab", "sidebar-tab"],
    tag: "section",
    window: { frame: false, positioned: false },
  };

  get tabName(): string {
    return (this.constructor as unknown as TabClass).tabName;
  }

  get isPopout(): boolean {
    return this.options.window.frame === true;
  }

  get active(): boolean {
    return this.element?.classList.contains("active") ?? false;
  }

  override _initializeApplicationOptions(options: PlainObject): ApplicationConfiguration {
    const merged = super._initializeApplicationOptions(options);
    const { tabName } = this;
    merged.id = merged.window.frame ? `${tabName}-popout` : tabName;
    if (merged.window.frame) merged.classes = [...merged.classes.filter((name) => name !== "tab" && name !== "sidebar-tab"), "sidebar-popout"];
    return merged;
  }

  override _insertElement(element: HTMLElement): void {
    if (this.isPopout) return super._insertElement(element);
    element.dataset.group = "primary";
    element.dataset.tab = this.tabName;
    element.setAttribute("role", "tabpanel");
    const content = document.getElementById("sidebar-content");
    const existing = content?.querySelector(`#${this.tabName}`);
    if (existing) existing.replaceWith(element);
    else content?.append(element);
  }

  override _replaceHTML(result: unknown, content: HTMLElement, _options: ApplicationRenderOptions): void {
    if (!(result instanceof HTMLElement)) return;
    const scrolled = new Map([...content.querySelectorAll<HTMLElement>("[data-keep-scroll]")].map((element) => [element.dataset.keepScroll, element.scrollTop]));
    const focused = document.activeElement instanceof HTMLElement && content.contains(document.activeElement) ? document.activeElement : null;
    const focusKey = focused?.dataset.focusKey;
    content.replaceChildren(result);
    for (const element of content.querySelectorAll<HTMLElement>("[data-keep-scroll]")) element.scrollTop = scrolled.get(element.dataset.keepScroll) ?? 0;
    if (focusKey) content.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(focusKey)}"]`)?.focus({ preventScroll: true });
  }

  activate(): void {
    const sidebar = host.ui.sidebar as { changeTab(tab: string, group: string): void } | undefined;
    sidebar?.changeTab(this.tabName, "primary");
  }

  /** Opens the tab as a window of its own. */
  async renderPopout(): Promise<ApplicationV2> {
    const Popout = this.constructor as new (options: PlainObject) => ApplicationV2;
    this.popout ??= new Popout({ window: { frame: true, positioned: true, resizable: true, title: this.title }, position: { width: 340, height: 480 } });
    return this.popout.render({ force: true });
  }

  popout: ApplicationV2 | null = null;
  #listening = false;
  #due = false;

  /** Renders again whenever one of these hooks fires, once for all documents of one operation; told again, it does nothing. */
  protected renderOn(hooks: string[], concerns: (document: HostDocument) => boolean = () => true): void {
    if (this.#listening) return;
    this.#listening = true;
    for (const name of hooks) {
      host.hooks.on(name, (document: HostDocument) => {
        if (!this.rendered || !concerns(document) || this.#due) return;
        this.#due = true;
        queueMicrotask(() => {
          this.#due = false;
          void this.render();
        });
      });
    }
  }

  override async close(options: ApplicationClosingOptions = {}): Promise<this> {
    if (!this.isPopout && !options.force) return this;
    return super.close(options);
  }

  override render(options: ApplicationRenderOptions | boolean = {}, legacy: ApplicationRenderOptions = {}): Promise<this> {
    if (this.popout?.rendered) void this.popout.render();
    return super.render(options, legacy);
  }
}
