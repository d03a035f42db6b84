import { host } from "../host";
import { elementOf, escapeText } from "../plain";

type Callback13 = (target: HTMLElement) => unknown;
type Callback14 = (event: Event, target: HTMLElement) => unknown;
type Condition = boolean | ((target: HTMLElement) => boolean);

/** Entries of V13 (`name condition callback`) and of V14 (`label visible onClick`). */
export interface ContextMenuEntry {
  name?: string;
  label?: string;
  icon?: string;
  classes?: string;
  group?: string;
  condition?: Condition;
  visible?: Condition;
  callback?: Callback13;
  onClick?: Callback14;
}

interface PreparedEntry {
  label: string;
  icon: string;
  classes: string;
  group: string;
  run(event: Event): unknown;
}

export interface ContextMenuOptions {
  eventName?: string;
  fixed?: boolean;
  jQuery?: boolean;
  onOpen?: (target: HTMLElement) => unknown;
  onClose?: (target: HTMLElement) => unknown;
  relative?: string;
}

function holds(condition: Condition | undefined, target: HTMLElement): boolean {
  if (condition === undefined) return true;
  return typeof condition === "function" ? condition(target) : condition;
}

/**
 * A menu on right click (and the menu key).
 * https://foundryvtt.com/api/v14/classes/foundry.applications.ux.ContextMenu.html,
 * https://foundryvtt.com/api/v14/interfaces/foundry.ContextMenuEntry.html, V13: https://foundryvtt.com/api/interfaces/client.ContextMenuEntry.html
 */
export class ContextMenu {
  static implementation: typeof ContextMenu = ContextMenu;
  static #open: ContextMenu | null = null;

  readonly container: HTMLElement;
  readonly selector: string;
  menuItems: ContextMenuEntry[];
  element: HTMLElement | null = null;
  target: HTMLElement | null = null;
  readonly options: ContextMenuOptions;

  constructor(container: HTMLElement, selector: string, menuItems: ContextMenuEntry[], options: ContextMenuOptions = {}) {
    this.container = container;
    this.selector = selector;
    this.menuItems = menuItems;
    this.options = options;
    container.addEventListener(options.eventName ?? "contextmenu", (event) => this.#activate(event));
  }

  static create(_app: unknown, container: HTMLElement, selector: string, menuItems: ContextMenuEntry[], options: ContextMenuOptions = {}): ContextMenu {
    return new this.implementation(container, selector, menuItems, options);
  }

  #activate(event: Event): void {
    if (!(event.target instanceof Element)) return;
    const target = this.selector ? event.target.closest<HTMLElement>(this.selector) : this.container;
    if (!target || !this.container.contains(target)) return;
    event.preventDefault();
    event.stopPropagation();
    void this.render(target, { event });
  }

  #prepare(target: HTMLElement): PreparedEntry[] {
    const prepared: PreparedEntry[] = [];
    for (const entry of this.menuItems) {
      const generation = host.bound ? host.generation : 13;
      if (generation < 14 && entry.label !== undefined && entry.name === undefined) console.warn(`Context menu entry "${entry.label}" is written for V14; V13 reads "name", "condition" and "callback".`);
      if (generation >= 14 && entry.name !== undefined) console.warn(`Context menu entry "${entry.name}": "name", "condition" and "callback" are deprecated, use "label", "visible" and "onClick".`);
      const label = generation >= 14 ? (entry.label ?? entry.name) : entry.name;
      if (label === undefined) continue;
      if (!holds(generation >= 14 ? (entry.visible ?? entry.condition) : entry.condition, target)) continue;
      const { callback } = entry;
      const onClick = generation >= 14 ? entry.onClick : undefined;
      prepared.push({
        label: host.localize(label),
        icon: entry.icon ?? "",
        classes: entry.classes ?? "",
        group: entry.group ?? "",
        run: (event) => (onClick ? onClick(event, target) : callback?.(target)),
      });
    }
    return prepared;
  }

  async render(target: HTMLElement, { event }: { event?: Event; animate?: boolean } = {}): Promise<void> {
    await ContextMenu.#open?.close();
    const entries = this.#prepare(target);
    if (entries.length === 0) return;
    this.target = target;
    const menu = elementOf('<nav id="context-menu" class="themed context-menu" role="menu"><menu class="context-items"></menu></nav>');
    menu.classList.add(document.body.classList.contains("theme-light") ? "theme-light" : "theme-dark");
    const list = menu.firstElementChild;
    for (const entry of [...entries].sort((left, right) => left.group.localeCompare(right.group))) {
      const icon = entry.icon.trim().startsWith("<") ? entry.icon : entry.icon ? `<i class="${escapeText(entry.icon)} fa-fw" inert></i>` : "";
      const item = elementOf(`<li class="context-item ${escapeText(entry.classes)}" role="menuitem" tabindex="-1">${icon}<span>${escapeText(entry.label)}</span></li>`);
      const take = (happening: Event): void => {
        happening.preventDefault();
        happening.stopPropagation();
        void this.close();
        try {
          const result = entry.run(happening);
          if (result instanceof Promise) result.catch((error: unknown) => host.notify("error", error instanceof Error ? error.message : String(error)));
        } catch (error) {
          host.notify("error", error instanceof Error ? error.message : String(error));
        }
      };
      item.addEventListener("click", take);
      item.addEventListener("keydown", (happening) => {
        if (happening.key === "Enter" || happening.key === " ") take(happening);
      });
      list?.append(item);
    }
    const dialog = target.closest("dialog[open]");
    (dialog ?? document.body).append(menu);
    this.#place(menu, target, event);
    this.element = menu;
    ContextMenu.#open = this;
    target.classList.add("context");
    this.options.onOpen?.(target);
    menu.querySelector<HTMLElement>(".context-item")?.focus({ preventScroll: true });
    menu.addEventListener("keydown", (happening) => this.#onKey(happening));
    setTimeout(() => {
      const away = (happening: Event): void => {
        if (happening.target instanceof Node && menu.contains(happening.target)) return;
        document.removeEventListener("pointerdown", away, true);
        void this.close();
      };
      document.addEventListener("pointerdown", away, true);
    });
  }

  #place(menu: HTMLElement, target: HTMLElement, event?: Event): void {
    const box = target.getBoundingClientRect();
    const pointer = event instanceof MouseEvent && (event.clientX !== 0 || event.clientY !== 0);
    const x = pointer ? event.clientX : box.left;
    const y = pointer ? event.clientY : box.bottom;
    menu.style.left = `${Math.max(4, Math.min(x, window.innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, window.innerHeight - menu.offsetHeight - 4))}px`;
  }

  #onKey(event: KeyboardEvent): void {
    const items = [...(this.element?.querySelectorAll<HTMLElement>(".context-item") ?? [])];
    const current = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") {
      event.stopPropagation();
      const { target } = this;
      void this.close();
      target?.focus();
    } else if (event.key === "ArrowDown") items[(current + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp") items[(current - 1 + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  }

  async close(): Promise<void> {
    if (!this.element) return;
    this.element.remove();
    this.element = null;
    if (ContextMenu.#open === this) ContextMenu.#open = null;
    const { target } = this;
    target?.classList.remove("context");
    if (target) this.options.onClose?.(target);
  }
}
