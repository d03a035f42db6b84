import { localized } from "./fields/inputs";
import { say } from "./documents/document";
import type { Data } from "./types";

interface Wording {
  localize?: boolean;
  format?: Data;
}

interface NotifiedUpdate extends Wording {
  message?: string;
  pct?: number;
}

function word(message: string, { localize = false, format }: Wording): string {
  if (format) return say(message, format);
  return localize ? localized(message) : message;
}

/** What was said, plain but for its two methods. https://foundryvtt.com/api/interfaces/foundry.Notification.html */
export class Notified {
  pct = 0;
  readonly #all: RecordingNotifications;

  constructor(all: RecordingNotifications, readonly id: number, readonly type: "info" | "warning" | "error" | "success", public message: string, readonly progress: boolean) {
    this.#all = all;
  }

  remove(): void {
    this.#all.remove(this);
  }

  /** @param changes Other words, or how far the bar has come, from 0 to 1. */
  update(changes?: NotifiedUpdate): void {
    this.#all.update(this, changes);
  }
}

/** Records what a person would have read. https://foundryvtt.com/api/classes/foundry.applications.ui.Notifications.html */
export class RecordingNotifications {
  readonly messages: Notified[] = [];
  #next = 1;

  notify(message: unknown, type: Notified["type"] = "info", options: Wording & { progress?: boolean } = {}): Notified {
    const text = word(message instanceof Error ? message.message : String(message), options);
    const notified = new Notified(this, this.#next++, type, text, options.progress ?? false);
    this.messages.push(notified);
    return notified;
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
    return this.#find(notification) !== undefined;
  }

  update(notification: number | Notified, { message, pct, ...options }: NotifiedUpdate = {}): void {
    const found = this.#find(notification);
    if (!found) return;
    if (message !== undefined) found.message = word(message, options);
    if (pct !== undefined && found.progress) found.pct = Math.min(1, Math.max(0, pct));
  }

  remove(notification: number | Notified): void {
    const found = this.#find(notification);
    if (found) this.messages.splice(this.messages.indexOf(found), 1);
  }

  clear(): void {
    this.messages.length = 0;
  }

  #find(notification: number | Notified): Notified | undefined {
    const id = typeof notification === "number" ? notification : notification.id;
    return this.messages.find((entry) => entry.id === id);
  }
}
