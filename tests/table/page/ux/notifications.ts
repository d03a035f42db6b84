import { host } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";

/** https://foundryvtt.com/api/v14/interfaces/foundry.NotificationOptions.html */
export interface NotificationOptions {
  permanent?: boolean;
  localize?: boolean;
  console?: boolean;
  format?: PlainObject;
  escape?: boolean;
  clean?: boolean;
  progress?: boolean;
}

/** https://foundryvtt.com/api/types/foundry.NotificationUpdateCallback.html; `pct` counts from 0 to 1. */
export interface NotificationUpdate extends Pick<NotificationOptions, "localize" | "format" | "escape" | "clean"> {
  message?: string;
  pct?: number;
}

type Kind = "info" | "warning" | "error" | "success";

/** https://foundryvtt.com/api/interfaces/foundry.Notification.html */
export interface Notification {
  readonly id: number;
  readonly type: Kind;
  readonly timestamp: number;
  message: string;
  error?: Error;
  active: boolean;
  readonly console: boolean;
  readonly permanent: boolean;
  readonly progress: boolean;
  pct: number;
  element?: HTMLLIElement;
  remove(): void;
  update(changes?: NotificationUpdate): void;
}

/** What a person reads, and its markup. */
interface Wording {
  text: string;
  markup: string;
}

function word(message: string, { localize = false, format, escape = true, clean = true }: NotificationOptions): Wording {
  if (format) {
    const values = escape ? Object.fromEntries(Object.entries(format).map(([key, value]) => [key, typeof value === "string" ? escapeText(value) : value])) : format;
    const markup = host.localize(message, values);
    return { text: host.localize(message, format), markup: escape || !clean ? markup : host.utils.cleanHTML(markup) };
  }
  const text = localize ? host.localize(message) : message;
  return { text, markup: localize || !clean ? text : host.utils.cleanHTML(text) };
}

/**
 * Short messages at the top of the page, some with a bar of how far something has come. Those for which there is no room
 * wait in a row. All are kept in `messages`, so that a test can read what was said.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.ui.Notifications.html
 */
export class Notifications {
  static MAX_ACTIVE = 5;
  static LIFETIME_MS = 5000;

  readonly messages: { type: Kind; message: string }[] = [];
  readonly queue: Notification[] = [];
  readonly active: Notification[] = [];
  readonly element: HTMLElement;
  readonly #markup = new WeakMap<Notification, string>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #nextId = 1;

  constructor() {
    this.element = elementOf('<ol id="notifications" aria-live="polite" role="status"></ol>');
    this.element.popover = "manual";
    document.body.append(this.element);
  }

  info(message: unknown, options: NotificationOptions = {}): Notification {
    return this.notify(message, "info", options);
  }
  warn(message: unknown, options: NotificationOptions = {}): Notification {
    return this.notify(message, "warning", options);
  }
  error(message: unknown, options: NotificationOptions = {}): Notification {
    return this.notify(message, "error", options);
  }
  success(message: unknown, options: NotificationOptions = {}): Notification {
    return this.notify(message, "success", options);
  }

  /** @param message A text, or an error, whose own words are shown. */
  notify(message: unknown, type: Kind = "info", options: NotificationOptions = {}): Notification {
    const error = message instanceof Error ? message : undefined;
    const { text, markup } = word(error ? error.message : String(message), options);
    const { permanent = false, progress = false, console: log = true } = options;
    const notification: Notification = {
      id: this.#nextId++, type, timestamp: Date.now(), message: text, ...(error ? { error } : {}), active: false, console: log, permanent, progress, pct: 0,
      remove: () => this.remove(notification),
      update: (changes = {}) => this.update(notification, changes),
    };
    this.#markup.set(notification, markup);
    this.messages.push({ type, message: text });
    if (log) console[type === "error" ? "error" : type === "warning" ? "warn" : "log"](`Notification: ${text}`);
    this.queue.push(notification);
    this.#fetch();
    return notification;
  }

  has(notification: number | Notification): boolean {
    return this.#find(notification) !== undefined;
  }

  /** Changes the words of a notification, or how far its bar has come. */
  update(notification: number | Notification, { message, pct, ...options }: NotificationUpdate = {}): void {
    const found = this.#find(notification);
    if (!found) return;
    if (message !== undefined) {
      const { text, markup } = word(message, options);
      found.message = text;
      this.#markup.set(found, markup);
    }
    if (pct !== undefined && found.progress) found.pct = Math.min(1, Math.max(0, pct));
    this.#refresh(found);
  }

  remove(notification: number | Notification): void {
    const found = this.#find(notification);
    if (!found) return;
    clearTimeout(this.#timers.get(found.id));
    this.#timers.delete(found.id);
    for (const list of [this.queue, this.active]) if (list.includes(found)) list.splice(list.indexOf(found), 1);
    found.active = false;
    found.element?.remove();
    this.#fetch();
  }

  clear(): void {
    for (const notification of [...this.queue, ...this.active]) this.remove(notification);
  }

  #find(notification: number | Notification): Notification | undefined {
    const id = typeof notification === "number" ? notification : notification.id;
    return [...this.active, ...this.queue].find((candidate) => candidate.id === id);
  }

  /** Shows what waits, as far as there is room. */
  #fetch(): void {
    while (this.active.length < Notifications.MAX_ACTIVE) {
      const next = this.queue.shift();
      if (!next) return;
      this.#show(next);
    }
  }

  #show(notification: Notification): void {
    const element = document.createElement("li");
    element.className = `notification ${notification.type}`;
    if (notification.type === "error") element.setAttribute("role", "alert");
    const bar = notification.progress ? '<div class="notification-progress" role="progressbar" aria-valuemin="0" aria-valuemax="100"></div>' : "";
    element.innerHTML = `<p></p><button type="button" class="notification-close fa-solid fa-xmark" aria-label="Dismiss"></button>${bar}`;
    element.querySelector(".notification-close")?.addEventListener("click", () => notification.remove());
    Object.assign(notification, { element, active: true });
    this.active.push(notification);
    this.#refresh(notification);
    this.element.append(element);
    // Shown anew, it lies above whatever dialog has been opened meanwhile.
    if (this.element.matches(":popover-open")) this.element.hidePopover();
    this.element.showPopover();
  }

  #refresh(notification: Notification): void {
    const { element, pct, progress, permanent, id } = notification;
    if (!element) return;
    const words = element.querySelector("p");
    if (words) words.innerHTML = this.#markup.get(notification) ?? "";
    const bar = element.querySelector<HTMLElement>(".notification-progress");
    if (bar) {
      bar.style.setProperty("--part", String(pct));
      bar.ariaValueNow = String(Math.round(pct * 100));
    }
    // What is under way stays until it is done.
    if (!permanent && (!progress || pct >= 1) && !this.#timers.has(id)) this.#timers.set(id, setTimeout(() => this.remove(notification), Notifications.LIFETIME_MS));
  }
}
