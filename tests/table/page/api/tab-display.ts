import type { ApplicationTab, ApplicationTabsConfiguration } from "./types";

/** Tabs of a group as a record by id, with `active` and `cssClass`. */
export function describeTabs(group: string, config: ApplicationTabsConfiguration, active: string | null): Record<string, ApplicationTab> {
  const tabs: Record<string, ApplicationTab> = {};
  for (const tab of config.tabs) {
    const isActive = active === tab.id;
    const cssClass = [tab.cssClass ?? "", isActive ? "active" : ""].filter(Boolean).join(" ");
    const label = tab.label ?? (config.labelPrefix ? `${config.labelPrefix}.${tab.id}` : undefined);
    tabs[tab.id] = { ...tab, group, active: isActive, cssClass, ...(label === undefined ? {} : { label }) };
  }
  return tabs;
}

/** Marks the active tab of a group: its button in the navigation, and its panel. */
export function showTab(root: HTMLElement, group: string, tab: string): void {
  const name = CSS.escape(group);
  for (const button of root.querySelectorAll<HTMLElement>(`nav [data-group="${name}"][data-tab], .tabs [data-group="${name}"][data-tab], .tabs[data-group="${name}"] [data-tab]`)) {
    const active = button.dataset.tab === tab;
    button.classList.toggle("active", active);
    if (button.getAttribute("role") === "tab") button.setAttribute("aria-selected", String(active));
    else if (button.matches("button, a")) button.setAttribute("aria-pressed", String(active));
  }
  for (const panel of root.querySelectorAll<HTMLElement>(`.tab[data-group="${name}"][data-tab]`)) panel.classList.toggle("active", panel.dataset.tab === tab);
}
