import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";

export interface SidebarTabDescriptor {
  tooltip: string;
  icon: string;
  gmOnly?: boolean;
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.Sidebar.html */
export class Sidebar extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "sidebar",
    tag: "div",
    window: { frame: false, positioned: false },
    actions: { toggleState: Sidebar.#onToggle },
  };

  static override TABS = {};

  /** Tabs in their order; the documented static that systems may change. */
  static SIDEBAR_TABS: Record<string, SidebarTabDescriptor> = {
    chat: { tooltip: "Chat", icon: "fa-solid fa-comments" },
    combat: { tooltip: "Combat", icon: "fa-solid fa-hand-fist" },
    actors: { tooltip: "Actors", icon: "fa-solid fa-users" },
    items: { tooltip: "Items", icon: "fa-solid fa-suitcase" },
    journal: { tooltip: "Journal", icon: "fa-solid fa-book-open" },
    compendium: { tooltip: "Compendium packs", icon: "fa-solid fa-book-atlas" },
    settings: { tooltip: "Settings", icon: "fa-solid fa-gears" },
  };

  override tabGroups: Record<string, string | null> = { primary: "chat" };
  expanded = true;

  override _insertElement(element: HTMLElement): void {
    document.getElementById("ui-right")?.append(element);
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const tabs = Object.entries(Sidebar.SIDEBAR_TABS).map(
      ([name, tab]) =>
        `<li><button type="button" class="ui-control plain icon ${tab.icon}" role="tab" data-action="tab" data-tab="${name}" data-group="primary" aria-controls="${name}" aria-label="${escapeText(tab.tooltip)}" data-tooltip="${escapeText(tab.tooltip)}" data-tooltip-direction="LEFT"></button></li>`,
    );
    return elementOf(
      `<div class="sidebar-layout"><nav id="sidebar-tabs" class="tabs" role="tablist" data-group="primary"><menu>${tabs.join("")}<li><button type="button" class="collapse ui-control plain icon fa-solid fa-caret-right" data-action="toggleState" aria-label="Collapse or expand" data-tooltip-direction="LEFT"></button></li></menu></nav><div id="sidebar-content" class="expanded"></div></div>`,
    );
  }

  override _replaceHTML(result: unknown, content: HTMLElement, options: ApplicationRenderOptions): void {
    if (result instanceof HTMLElement && options.isFirstRender) content.replaceChildren(...result.childNodes);
  }

  override changeTab(tab: string, group: string, options: PlainObject = {}): void {
    super.changeTab(tab, group, { ...options, force: true });
    if (!this.expanded) this.toggleExpanded(true);
    host.hooks.callAll("changeSidebarTab", host.ui[tab]);
  }

  toggleExpanded(expanded = !this.expanded): void {
    this.expanded = expanded;
    this.element?.classList.toggle("collapsed", !expanded);
    this.element?.querySelector("#sidebar-content")?.classList.toggle("expanded", expanded);
    host.hooks.callAll("collapseSidebar", this, !expanded);
  }

  static #onToggle(this: unknown): void {
    if (this instanceof Sidebar) this.toggleExpanded();
  }
}
