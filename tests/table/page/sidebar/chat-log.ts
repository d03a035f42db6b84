import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { DialogV2 } from "../api/dialog-v2";
import { host, type HostMessage } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { ContextMenuEntry } from "../ux/context-menu";
import { paragraphs, parseChatCommand, speakerRollData, whisperRecipients } from "./chat-commands";
import { ChatNotifications } from "./chat-notifications";
import { menuEntry } from "./menu-entry";
import { welcomeElement } from "../table/welcome";
import { AbstractSidebarTab } from "./sidebar-tab";

/** Pixels from the top of the log at which a reader gets older messages. */
const NEAR_TOP = 40;

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.tabs.ChatLog.html */
export class ChatLog extends AbstractSidebarTab {
  static override tabName = "chat";
  static CHAT_BATCH = 100;

  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["chat-sidebar"],
    window: { title: "Chat" },
    actions: {
      jumpToBottom: ChatLog.#onJumpToBottom,
      flush: ChatLog.#onFlush,
      deleteMessage: ChatLog.#onDeleteMessage,
      expandRoll: ChatLog.#onExpandRoll,
    },
  };

  readonly #notifications = new ChatNotifications();
  readonly #history: string[] = [];
  #historyAt = -1;
  #pending: Promise<unknown> = Promise.resolve();
  /** Does the reader follow the newest message? */
  #follows = true;

  get #list(): HTMLElement | null {
    return this.element?.querySelector<HTMLElement>(".chat-log") ?? null;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const flush = host.game.user.isGM ? '<button type="button" class="icon fa-solid fa-trash" data-action="flush" aria-label="Clear the chat log" data-tooltip="Clear the chat log"></button>' : "";
    return elementOf(
      `<div class="chat-layout"><div class="chat-scroll" data-keep-scroll="chat" tabindex="-1"><ol class="chat-log plain" aria-label="Chat messages" role="log"></ol></div>` +
        `<button type="button" class="jump-to-bottom" data-action="jumpToBottom" hidden><i class="fa-solid fa-angles-down" inert></i> Jump to bottom</button>` +
        `<div class="chat-controls"><label class="roll-mode"><span class="visually-hidden">Roll mode</span><select name="rollMode" data-focus-key="rollMode">${rollModeOptions()}</select></label>${flush}</div>` +
        `<textarea id="chat-message" class="chat-input" rows="3" placeholder="Message, or /r 6dz" aria-label="Chat message" data-focus-key="chat-message"></textarea></div>`,
    );
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    const { element } = this;
    if (!element) return;
    if (this.isPopout) element.querySelector("#chat-message")?.removeAttribute("id");
    const input = element.querySelector<HTMLTextAreaElement>(".chat-input");
    input?.addEventListener("keydown", (event) => this.#onKey(event, input));
    const select = element.querySelector<HTMLSelectElement>("select[name=rollMode]");
    select?.addEventListener("change", () => void setRollMode(select.value));
    const scroll = element.querySelector<HTMLElement>(".chat-scroll");
    if (scroll) this.#follow(scroll);
    this.#pending = this.#pending.then(async () => {
      for (const message of inOrder().slice(-ChatLog.CHAT_BATCH)) await this.#put(message);
      this.scrollBottom();
    });
    await this.#pending;
    const welcome = welcomeElement();
    if (welcome) scroll?.prepend(welcome);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const entries = (): object[] => this._getEntryContextOptions();
    this._createContextMenu(entries, ".message[data-message-id]", { hookName: "getChatMessageContextOptions", parentClassHooks: false });
  }

  /** Adds a message at the end, one after the other in the order of their making. */
  async postOne(message: HostMessage, { notify = false }: { notify?: boolean } = {}): Promise<void> {
    if (notify) void this.#notifications.post(message);
    if (this.popout instanceof ChatLog && this.popout.rendered) void this.popout.postOne(message);
    this.#pending = this.#pending.then(async () => {
      await this.#put(message);
      if (this.#follows || message.isAuthor) this.scrollBottom();
      this.#showJump();
    });
    await this.#pending;
  }

  /** Puts so many of the messages before the first that is shown in front of it; what is read stays where it is. */
  async renderBatch(size: number): Promise<void> {
    this.#pending = this.#pending.then(async () => {
      const list = this.#list;
      const scroll = this.element?.querySelector<HTMLElement>(".chat-scroll");
      const first = list?.querySelector<HTMLElement>("[data-message-id]") ?? null;
      const messages = inOrder();
      const place = messages.findIndex(({ id }) => id === first?.dataset.messageId);
      if (!list || !scroll || place <= 0) return;
      const below = scroll.scrollHeight - scroll.scrollTop;
      for (const message of messages.slice(Math.max(0, place - size), place)) await this.#put(message, first);
      scroll.scrollTop = scroll.scrollHeight - below;
    });
    await this.#pending;
  }

  async updateMessage(message: HostMessage, _notify = false): Promise<void> {
    void this.#notifications.update(message);
    if (this.popout instanceof ChatLog && this.popout.rendered) void this.popout.updateMessage(message);
    this.#pending = this.#pending.then(() => this.#put(message));
    await this.#pending;
  }

  deleteMessage(messageId: string, _options: object = {}): void {
    this.#notifications.remove(messageId);
    if (this.popout instanceof ChatLog) this.popout.deleteMessage(messageId);
    this.#list?.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`)?.remove();
  }

  async #put(message: HostMessage, before: HTMLElement | null = null): Promise<void> {
    const list = this.#list;
    if (!list || !message.id) return;
    const existing = list.querySelector(`[data-message-id="${CSS.escape(message.id)}"]`);
    if (message.visible === false) {
      existing?.remove();
      return;
    }
    try {
      const html = await message.renderHTML({ canDelete: host.game.user.isGM || message.isAuthor });
      html.dataset.messageId ??= message.id;
      const time = html.querySelector<HTMLTimeElement>("time.message-timestamp");
      if (time && !time.textContent) time.textContent = new Date(message.timestamp).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      if (existing?.isConnected) existing.replaceWith(html);
      else if (host.game.messages.has(message.id)) list.insertBefore(html, before);
    } catch (error) {
      console.error(`Message ${message.id} could not be rendered:`, error);
      const broken = elementOf(`<li class="chat-message message broken" data-message-id="${escapeText(message.id)}"><p>${escapeText(error instanceof Error ? error.message : String(error))}</p></li>`);
      if (existing) existing.replaceWith(broken);
      else list.insertBefore(broken, before);
    }
  }

  /** Whoever reads the newest message goes on doing so: also when the log was filled behind another tab, where nothing has a height. */
  #follow(scroll: HTMLElement): void {
    let height = scroll.clientHeight;
    scroll.addEventListener("scroll", () => {
      // What the browser scrolls because the log is hidden or shown is nobody's wish.
      if (scroll.clientHeight === height && height > 0) this.#follows = this.isAtBottom;
      if (scroll.clientHeight > 0 && scroll.scrollTop < NEAR_TOP && !this.#follows) void this.renderBatch(ChatLog.CHAT_BATCH);
      this.#showJump();
    });
    new ResizeObserver(() => {
      height = scroll.clientHeight;
      if (this.#follows) this.scrollBottom();
    }).observe(scroll);
  }

  get isAtBottom(): boolean {
    const scroll = this.element?.querySelector<HTMLElement>(".chat-scroll");
    return !scroll || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  }

  scrollBottom(_options: object = {}): void {
    const scroll = this.element?.querySelector<HTMLElement>(".chat-scroll");
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
    this.#showJump();
  }

  #showJump(): void {
    const button = this.element?.querySelector<HTMLElement>(".jump-to-bottom");
    if (button) button.hidden = this.isAtBottom;
  }

  // ---------------------------------------------------------------- input

  #onKey(event: KeyboardEvent, input: HTMLTextAreaElement): void {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const text = input.value;
      if (!text.trim()) return;
      input.value = "";
      this.#history.unshift(text);
      this.#historyAt = -1;
      this.processMessage(text).catch((error: unknown) => {
        host.notify("error", error instanceof Error ? error.message : String(error));
        input.value = text;
      });
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && (input.value === "" || this.#historyAt >= 0)) {
      event.preventDefault();
      this.#historyAt = Math.max(-1, Math.min(this.#history.length - 1, this.#historyAt + (event.key === "ArrowUp" ? 1 : -1)));
      input.value = this.#history[this.#historyAt] ?? "";
    }
  }

  /** Does what a line of chat asks: https://foundryvtt.com/article/chat/ */
  async processMessage(text: string, { speaker }: { speaker?: PlainObject } = {}): Promise<unknown> {
    const messages = host.documentClass("ChatMessage");
    const chatData = { user: host.game.user.id, speaker: speaker ?? messages.getSpeaker?.() ?? {} };
    if (host.hooks.call("chatMessage", this, text, chatData) === false) return undefined;
    const command = parseChatCommand(text);
    const author = { author: host.game.user.id, speaker: chatData.speaker };
    switch (command.kind) {
      case "unknown":
        throw new Error(`"/${command.command}" is not a chat command.`);
      case "roll": {
        if (!command.formula) throw new Error("A roll needs a formula, like /r 6dztn4.");
        const roll = host.roll.create(command.formula, speakerRollData());
        const mode = command.mode === "roll" ? rollMode() : modeOfGeneration(command.mode);
        return roll.toMessage({ speaker: chatData.speaker, ...(command.flavor ? { flavor: command.flavor } : {}) }, { rollMode: mode });
      }
      case "whisper": {
        const whisper = [...new Set(command.names.flatMap(whisperRecipients))];
        if (whisper.length === 0) throw new Error(`Nobody is called "${command.names.join(", ")}".`);
        if (!command.text) throw new Error("A whisper needs a text.");
        return messages.create({ ...author, content: paragraphs(command.text), whisper, style: 0 });
      }
      case "message": {
        const style = { plain: 1, ooc: 1, ic: 2, emote: 3 }[command.style];
        if (!command.text) return undefined;
        const hasActor = Boolean((chatData.speaker as { actor?: unknown }).actor);
        return messages.create({ ...author, content: paragraphs(command.text), style: command.style === "plain" && hasActor ? 2 : style });
      }
    }
  }

  _getEntryContextOptions(): ContextMenuEntry[] {
    const find = (element: HTMLElement): HostMessage | undefined => host.game.messages.get(element.dataset.messageId ?? "");
    return [
      menuEntry({
        label: "Reveal to everyone",
        icon: "fa-solid fa-eye",
        visible: (element) => {
          const message = find(element);
          return Boolean(message && (host.game.user.isGM || message.isAuthor) && (message.whisper.length > 0 || message.blind));
        },
        run: (element) => find(element)?.update({ whisper: [], blind: false }),
      }),
      menuEntry({
        label: "Whisper to the GM",
        icon: "fa-solid fa-eye-slash",
        visible: (element) => {
          const message = find(element);
          return Boolean(message && (host.game.user.isGM || message.isAuthor) && message.whisper.length === 0);
        },
        run: (element) => find(element)?.update({ whisper: whisperRecipients("gm") }),
      }),
      menuEntry({
        label: "Delete",
        icon: "fa-solid fa-trash",
        visible: (element) => {
          const message = find(element);
          return Boolean(message && (host.game.user.isGM || message.isAuthor));
        },
        run: (element) => find(element)?.delete(),
      }),
    ];
  }

  static #onJumpToBottom(this: unknown): void {
    if (this instanceof ChatLog) this.scrollBottom();
  }

  static async #onFlush(this: unknown): Promise<void> {
    const sure = await DialogV2.confirm({ window: { title: "Clear the chat log" }, content: "<p>Delete all messages?</p>" });
    if (sure === true) await Reflect.get(host.documentClass("ChatMessage"), "deleteDocuments")?.call(host.documentClass("ChatMessage"), [...host.game.messages.keys()]);
  }

  static #onExpandRoll(this: unknown, _event: PointerEvent, target: HTMLElement): void {
    const roll = target.closest(".dice-roll");
    roll?.classList.toggle("expanded");
    roll?.querySelector(".dice-tooltip")?.classList.toggle("expanded", roll.classList.contains("expanded"));
  }

  static async #onDeleteMessage(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const id = target.closest<HTMLElement>("[data-message-id]")?.dataset.messageId ?? "";
    await host.game.messages.get(id)?.delete();
  }
}

/** All messages, the oldest first. */
const inOrder = (): HostMessage[] => [...host.game.messages.contents].sort((left, right) => left.timestamp - right.timestamp);

interface ModeRecord {
  label: string;
}

function modes(): Record<string, string> {
  const chat = host.config.ChatMessage as { modes?: Record<string, ModeRecord> } | undefined;
  const dice = host.config.Dice as { rollModes?: Record<string, ModeRecord | string> } | undefined;
  const source: Record<string, ModeRecord | string> = (host.generation >= 14 ? chat?.modes : undefined) ?? dice?.rollModes ?? { publicroll: "Public", gmroll: "Private to GM", blindroll: "Blind GM", selfroll: "Self" };
  return Object.fromEntries(Object.entries(source).map(([id, mode]) => [id, host.localize(typeof mode === "string" ? mode : mode.label)]));
}

/** V13 keeps `core.rollMode`, V14 `core.messageMode`. */
const MODE_SETTINGS = ["messageMode", "rollMode"];

/** V14 names the modes `public gm blind self`. */
function modeOfGeneration(mode: string): string {
  return host.generation >= 14 && mode.endsWith("roll") ? mode.slice(0, -"roll".length) : mode;
}

export function rollMode(): string {
  for (const key of MODE_SETTINGS) {
    if (!host.game.settings.settings.has(`core.${key}`)) continue;
    const mode = host.game.settings.get("core", key);
    if (typeof mode === "string" && mode) return mode;
  }
  return Object.keys(modes())[0] ?? "publicroll";
}

async function setRollMode(mode: string): Promise<void> {
  for (const key of MODE_SETTINGS) if (host.game.settings.settings.has(`core.${key}`)) await host.game.settings.set("core", key, mode);
}

function rollModeOptions(): string {
  const current = rollMode();
  return Object.entries(modes())
    .map(([id, label]) => `<option value="${escapeText(id)}"${id === current ? " selected" : ""}>${escapeText(label)}</option>`)
    .join("");
}
