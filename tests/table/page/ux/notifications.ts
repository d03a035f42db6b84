import { host } from "../host";
import { elementOf, type PlainObject } from "../plain";

export interface NotificationOptions {
  permanent?: boolean;
  localize?: boolean;
  console?: boolean;
  format?: PlainObject;
  escape?: boolean;
  clean?: boolean;
  progress?: boolean;
}

export interface ShownNotification {
  id: number;
  type: string;
  message: string;
  element: HTMLElement;
  remove(): void;
  update(changes: { message?: string; pct?: number }): void;
}

type Kind = "info" | "warning" | "error" | "success";

/**
 * Short messages at the top of the page, kept in `messages` so that a test can read what was said.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.ui.Notifications.html
 */
export class Notifications {
  readonly messages: { type: Kind; message: string }[] = [];
  readonly active: ShownNotification[] = [];
  readonly element: HTMLElement;
  #nextId = 1;
  readonly #lifetime = 6000;

  constructor() {
    this.element = elementOf('<ol id="notifications" aria-live="polite" role="status"></ol>');
    this.element.popover = "manual";
    document.body.append(this.element);
  }

  info(message: string, options: NotificationOptions = {}): ShownNotification {
    return this.notify(message, "info", options);
  }
  warn(message: string, options: NotificationOptions = {}): ShownNotification {
    return this.notify(message, "warning", options);
  }
  error(message: string | Error, options: NotificationOptions = {}): ShownNotification {
    return this.notify(message instanceof Error ? message.message : message, "error", options);
  }
  success(message: string, options: NotificationOptions = {}): ShownNotification {
    return this.notify(message, "success", options);
  }

  notify(message: string, type: Kind = "info", { localize = false, permanent = false, console: log = true, format }: NotificationOptions = {}): ShownNotification {
    const text = localize || format ? host.localize(message, format) : message;
    const element = document.createElement("li");
    element.className = `notification ${type}`;
    if (type === "error") element.setAttribute("role", "alert");
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    const close = elementOf('<button type="button" class="notification-close fa-solid fa-xmark" aria-label="Dismiss"></button>');
    element.append(paragraph, close);
    const shown: ShownNotification = {
      id: this.#nextId++,
      type,
      message: text,
      element,
      remove: () => {
        element.remove();
        const index = this.active.indexOf(shown);
        if (index >= 0) this.active.splice(index, 1);
      },
      update: ({ message: changed }) => {
        if (changed !== undefined) paragraph.textContent = changed;
      },
    };
    close.addEventListener("click", () => shown.remove());
    this.messages.push({ type, message: text });
    this.active.push(shown);
    this.element.append(element);
    // Shown anew, it lies above whatever dialog has been opened meanwhile.
    if (this.element.matches(":popover-open")) this.element.hidePopover();
    this.element.showPopover();
    while (this.active.length > 5) this.active[0]?.remove();
    if (!permanent) setTimeout(() => shown.remove(), this.#lifetime);
    if (log) console[type === "error" ? "error" : type === "warning" ? "warn" : "log"](`Notification: ${text}`);
    return shown;
  }

  remove(notification: number | ShownNotification): void {
    const id = typeof notification === "number" ? notification : notification.id;
    this.active.find((shown) => shown.id === id)?.remove();
  }

  update(notification: number | ShownNotification, changes: { message?: string; pct?: number }): void {
    const id = typeof notification === "number" ? notification : notification.id;
    this.active.find((shown) => shown.id === id)?.update(changes);
  }

  has(notification: number | ShownNotification): boolean {
    const id = typeof notification === "number" ? notification : notification.id;
    return this.active.some((shown) => shown.id === id);
  }

  clear(): void {
    for (const shown of [...this.active]) shown.remove();
  }
}
