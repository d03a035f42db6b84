import { localized } from "./fields/inputs";
import { say } from "./documents/document";
import type { Data } from "./types";

export interface Notified {
  id: number;
  type: "info" | "warning" | "error" | "success";
  message: string;
}

/** Records what a person would have read. https://foundryvtt.com/api/classes/foundry.applications.ui.Notifications.html */
export class RecordingNotifications {
  readonly messages: Notified[] = [];
  #next = 1;

  notify(message: unknown, type: Notified["type"] = "info", options: { localize?: boolean; format?: Data; console?: boolean } = {}): Notified & { remove(): void; update(): void } {
    const raw = message instanceof Error ? message.message : String(message);
    const text = options.format ? say(raw, options.format) : options.localize ? localized(raw) : raw;
    const notified: Notified = { id: this.#next++, type, message: text };
    this.messages.push(notified);
    return { ...notified, remove: () => this.remove(notified.id), update: () => undefined };
  }

  info(message: unknown, options?: object): Notified {
    return this.notify(message, "info", options);
  }

  warn(message: unknown, options?: object): Notified {
    return this.notify(message, "warning", options);
  }

  error(message: unknown, options?: object): Notified {
    return this.notify(message, "error", options);
  }

  success(message: unknown, options?: object): Notified {
    return this.notify(message, "success", options);
  }

  has(notification: number | Notified): boolean {
    const id = typeof notification === "number" ? notification : notification.id;
    return this.messages.some((entry) => entry.id === id);
  }

  remove(notification: number | Notified): void {
    const id = typeof notification === "number" ? notification : notification.id;
    const at = this.messages.findIndex((entry) => entry.id === id);
    if (at >= 0) this.messages.splice(at, 1);
  }

  clear(): void {
    this.messages.length = 0;
  }
}
