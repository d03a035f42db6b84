import { host, type HostMessage } from "../host";
import { elementOf } from "../plain";

/** Milliseconds that a card stays, unless somebody points at it. */
const LIFETIME = 15_000;

/**
 * New messages as cards beside the sidebar, for whoever has another tab than the chat open; a message that changes
 * changes its card. Only with the setting `core.uiConfig.chatNotifications` at `cards`; this table starts with `pip`, which
 * shows nothing. https://github.com/foundryvtt/foundryvtt/issues/12022
 */
export class ChatNotifications {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Shows a new message, in place of the log that is not in view. */
  async post(message: HostMessage): Promise<void> {
    if (!wantsCards() || chatIsOpen() || message.visible === false || !message.id) return;
    this.#list().append(await drawn(message));
    this.#letGo(message.id);
  }

  async update(message: HostMessage): Promise<void> {
    const card = this.#cardOf(message.id ?? "");
    if (card === null) return;
    if (message.visible === false) this.remove(message.id ?? "");
    else card.replaceWith(await drawn(message));
  }

  remove(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#cardOf(id)?.remove();
  }

  #cardOf(id: string): HTMLElement | null {
    return document.querySelector<HTMLElement>(`#chat-notifications [data-message-id="${CSS.escape(id)}"]`);
  }

  #list(): HTMLElement {
    const shown = document.querySelector<HTMLElement>("#chat-notifications .chat-log");
    if (shown !== null) return shown;
    const area = elementOf('<div id="chat-notifications" class="themed"><ol class="chat-log plain" aria-label="New messages"></ol></div>');
    document.getElementById("interface")?.append(area);
    return this.#list();
  }

  #letGo(id: string): void {
    const timer = setTimeout(() => {
      if (this.#cardOf(id)?.matches(":hover") === true) this.#letGo(id);
      else this.remove(id);
    }, LIFETIME);
    this.#timers.set(id, timer);
  }
}

const drawn = async (message: HostMessage): Promise<HTMLElement> => {
  const card = await message.renderHTML({ canDelete: false });
  card.dataset["messageId"] ??= message.id ?? "";
  return card;
};

const chatIsOpen = (): boolean => document.querySelector('#sidebar-tabs [data-tab="chat"]')?.getAttribute("aria-selected") === "true";

function wantsCards(): boolean {
  const config = host.game.settings.get("core", "uiConfig");
  return typeof config === "object" && config !== null && Reflect.get(config, "chatNotifications") === "cards";
}
