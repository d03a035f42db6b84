/** Tab navigation outside of ApplicationV2: https://foundryvtt.com/api/v14/classes/foundry.applications.ux.Tabs.html */
export interface TabsConfiguration {
  navSelector: string;
  contentSelector: string;
  initial?: string;
  group?: string;
  callback?: ((event: Event | null, tabs: Tabs, active: string) => unknown) | null;
}

export class Tabs {
  active: string | undefined;
  readonly group: string | undefined;
  readonly callback: TabsConfiguration["callback"];
  readonly #navSelector: string;
  readonly #contentSelector: string;
  #nav: HTMLElement | null = null;
  #content: HTMLElement | null = null;

  constructor({ navSelector, contentSelector, initial, group, callback }: TabsConfiguration) {
    this.active = initial;
    this.group = group;
    this.callback = callback;
    this.#navSelector = navSelector;
    this.#contentSelector = contentSelector;
  }

  bind(html: HTMLElement): void {
    this.#nav = html.querySelector<HTMLElement>(this.#navSelector);
    this.#content = this.#contentSelector && html.matches(this.#contentSelector) ? html : html.querySelector<HTMLElement>(this.#contentSelector);
    this.#nav?.addEventListener("click", (event) => {
      const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tab]") : null;
      if (!tab?.dataset.tab) return;
      event.preventDefault();
      const name = tab.dataset.tab;
      if (name !== this.active) this.activate(name, { triggerCallback: true, event });
    });
    const first = this.active ?? this.#nav?.querySelector<HTMLElement>("[data-tab]")?.dataset.tab;
    if (first) this.activate(first);
  }

  activate(name: string, { triggerCallback = false, event = null }: { triggerCallback?: boolean; event?: Event | null } = {}): void {
    const own = (element: HTMLElement): boolean => !this.group || !element.dataset.group || element.dataset.group === this.group;
    for (const element of this.#nav?.querySelectorAll<HTMLElement>("[data-tab]") ?? []) if (own(element)) element.classList.toggle("active", element.dataset.tab === name);
    for (const element of this.#content?.querySelectorAll<HTMLElement>(".tab[data-tab]") ?? []) if (own(element)) element.classList.toggle("active", element.dataset.tab === name);
    this.active = name;
    if (triggerCallback) this.callback?.(event, this, name);
  }
}
