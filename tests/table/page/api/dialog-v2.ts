import { host } from "../host";
import { escapeText, expandPaths, mergeOptions, type PlainObject } from "../plain";
import { FormDataExtended } from "../ux/form-data-extended";
import { ApplicationV2 } from "./application-v2";
import type { ApplicationClosingOptions, ApplicationConfiguration, ApplicationRenderOptions, RenderContext } from "./types";

export type DialogCallback = (event: Event, button: HTMLButtonElement, dialog: DialogV2) => unknown;

export interface DialogButton {
  action: string;
  label: string;
  icon?: string;
  class?: string;
  style?: Record<string, string>;
  type?: string;
  disabled?: boolean;
  default?: boolean;
  callback?: DialogCallback;
  tooltip?: string;
}

export interface DialogWaitOptions extends PlainObject {
  buttons?: DialogButton[];
  content?: string | HTMLElement;
  modal?: boolean;
  rejectClose?: boolean;
  close?: (event: Event, dialog: DialogV2) => unknown;
  render?: (event: Event, dialog: DialogV2) => unknown;
  submit?: (result: unknown, dialog: DialogV2) => unknown;
}

function isElement(value: unknown): value is HTMLElement {
  return value instanceof HTMLElement;
}

/**
 * A small window with content and buttons.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.api.DialogV2.html
 */
export class DialogV2 extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "dialog-{id}",
    classes: ["dialog"],
    tag: "dialog",
    form: { closeOnSubmit: true },
    window: { frame: true, positioned: true, minimizable: false },
    position: { width: "auto" },
    buttons: [],
    content: "",
    modal: false,
  };

  #submitted = false;

  get #buttons(): Record<string, DialogButton> {
    return this.options.buttons as Record<string, DialogButton>;
  }

  override get form(): HTMLFormElement | null {
    return this.element?.querySelector<HTMLFormElement>("form.dialog-form") ?? null;
  }

  override _initializeApplicationOptions(options: PlainObject): ApplicationConfiguration {
    const merged = super._initializeApplicationOptions(options);
    const buttons = Array.isArray(merged.buttons) ? (merged.buttons as DialogButton[]) : [];
    if (buttons.length === 0) throw new Error("A dialog needs at least one button.");
    merged.buttons = Object.fromEntries(buttons.map((button) => [button.action, button]));
    // A dialog's own buttons go before the window's built-in actions of the same name (`close`).
    for (const button of buttons) merged.actions[button.action] ??= () => undefined;
    return merged;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLFormElement> {
    const form = document.createElement("form");
    form.className = "dialog-form standard-form";
    form.autocomplete = "off";
    const content = this.options.content;
    const body = document.createElement("div");
    body.className = "dialog-content standard-form";
    if (isElement(content)) {
      if (content.localName === "div" && !content.parentElement) {
        content.classList.add("dialog-content");
        form.append(content);
      } else {
        body.append(content);
        form.append(body);
      }
    } else if (typeof content === "string" && content) {
      body.innerHTML = content;
      form.append(body);
    }
    const footer = document.createElement("footer");
    footer.className = "form-footer";
    footer.innerHTML = this._renderButtons();
    form.append(footer);
    form.addEventListener("submit", (event) => void this._onSubmit(event.submitter instanceof HTMLButtonElement ? event.submitter : null, event));
    return form;
  }

  _renderButtons(): string {
    return Object.values(this.#buttons)
      .map((button) => {
        const icon = button.icon ? `<i class="${escapeText(button.icon)}" inert></i> ` : "";
        const style = Object.entries(button.style ?? {}).map(([name, value]) => `${name}:${value}`).join(";");
        const type = button.type ?? "submit";
        return (
          `<button type="${type}" data-action="${escapeText(button.action)}" class="${escapeText(button.class ?? "")}"` +
          `${style ? ` style="${escapeText(style)}"` : ""}${button.disabled ? " disabled" : ""}${button.default ? " autofocus data-default" : ""}` +
          `${button.tooltip ? ` data-tooltip="${escapeText(button.tooltip)}"` : ""}>${icon}<span>${escapeText(host.localize(button.label))}</span></button>`
        );
      })
      .join("");
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    if (!(element instanceof HTMLDialogElement)) return;
    if (this.options.modal) element.showModal();
    else element.show();
    element.addEventListener("keydown", (event) => this._onKeyDown(event));
    element.addEventListener("cancel", (event) => {
      event.preventDefault();
      void this.close();
    });
    const wanted = element.querySelector<HTMLElement>(".dialog-content [autofocus]") ?? element.querySelector<HTMLElement>("button[data-default]");
    wanted?.focus();
  }

  override _attachFrameListeners(): void {
    super._attachFrameListeners();
    this.element?.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(".form-footer button[data-action]") : null;
      if (!button || button.type === "submit" || button.disabled || !this.#buttons[button.dataset.action ?? ""]) return;
      void this._onSubmit(button, event);
    });
  }

  /** Enter takes the default button, Escape closes. */
  _onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      void this.close();
      return;
    }
    if (event.key !== "Enter") return;
    if (event.target instanceof Element && event.target.closest("textarea, button, a, prose-mirror, [contenteditable=true]")) return;
    const button = this.element?.querySelector<HTMLButtonElement>("button[data-default]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  }

  async _onSubmit(target: HTMLButtonElement | null, event: Event): Promise<this> {
    event.preventDefault();
    const chosen = target ?? this.element?.querySelector<HTMLButtonElement>("button[data-default], .form-footer button") ?? null;
    const button = this.#buttons[chosen?.dataset.action ?? ""];
    if (!chosen || !button) return this;
    let result: unknown;
    try {
      result = (await button.callback?.call(this, event, chosen, this)) ?? button.action;
      const submit = this.options.submit;
      if (typeof submit === "function") await submit(result, this);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      console.error(reason);
      host.notify("error", reason.message);
      return this;
    }
    this.#submitted = true;
    return this.options.form?.closeOnSubmit === false ? this : this.close({ submitted: true });
  }

  override async _preClose(options: ApplicationClosingOptions): Promise<void> {
    await super._preClose(options);
    if (this.element instanceof HTMLDialogElement) this.element.close();
  }

  get submitted(): boolean {
    return this.#submitted;
  }

  // ---------------------------------------------------------------- factories

  /** Resolves true for yes, false for no, null when closed (or rejects with `rejectClose`). */
  static async confirm({ yes = {}, no = {}, ...options }: DialogWaitOptions & { yes?: Partial<DialogButton>; no?: Partial<DialogButton> } = {}): Promise<unknown> {
    const buttons: DialogButton[] = [
      { action: "yes", label: "Yes", icon: "fa-solid fa-check", default: !no.default, callback: () => true, ...yes },
      { action: "no", label: "No", icon: "fa-solid fa-xmark", callback: () => false, ...no },
    ];
    return this.wait({ ...options, buttons: [...buttons, ...(options.buttons ?? [])] });
  }

  /** Resolves to what the button's callback returned, or its action. */
  static async prompt({ ok = {}, ...options }: DialogWaitOptions & { ok?: Partial<DialogButton> } = {}): Promise<unknown> {
    const button: DialogButton = { action: "ok", label: "Confirm", icon: "fa-solid fa-check", default: true, ...ok };
    return this.wait({ ...options, buttons: [button, ...(options.buttons ?? [])] });
  }

  /** Like `prompt`, resolving to the form's data as an object. */
  static async input({ ok = {}, ...options }: DialogWaitOptions & { ok?: Partial<DialogButton> } = {}): Promise<unknown> {
    const callback: DialogCallback = async (event, button, dialog) => {
      const data = button.form ? expandPaths(new FormDataExtended(button.form).object) : {};
      const own = await ok.callback?.(event, button, dialog);
      return own ?? data;
    };
    return this.prompt({ ...options, ok: { ...ok, callback } });
  }

  /** Renders a dialog and waits for its result. */
  static async wait({ rejectClose = false, close, render, ...options }: DialogWaitOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const given = options.submit;
      const dialog = new this(
        mergeOptions(options, {
          submit: async (result: unknown, self: DialogV2) => {
            await given?.(result, self);
            resolve(result);
          },
        }),
      );
      dialog.addEventListener(
        "close",
        (event) => {
          // Called however the dialog was closed: https://foundryvtt.com/api/v14/interfaces/foundry.DialogV2WaitOptions.html
          const own = close?.(event, dialog);
          if (dialog.submitted) return;
          if (close) void Promise.resolve(own).then((result) => resolve(result ?? null), reject);
          else if (rejectClose) reject(new Error("Dialog was dismissed without pressing a button."));
          else resolve(null);
        },
        { once: true },
      );
      if (render) dialog.addEventListener("render", (event) => render(event, dialog));
      dialog.render({ force: true }).catch(reject);
    });
  }

  /** Shows a dialog at another user: `user.query("dialog", ...)`. */
  static async query(user: string | { id?: string | null; isSelf?: boolean; query?(name: string, data: unknown, options?: PlainObject): Promise<unknown> }, type: "prompt" | "confirm" | "input" | "wait", config: DialogWaitOptions & { timeout?: number } = {}): Promise<unknown> {
    const target = typeof user === "string" ? host.game.users.get(user) : user;
    if (!target) throw new Error("There is no such user.");
    if (target.isSelf) return this[type](config);
    const { timeout, ...rest } = config;
    const query = Reflect.get(target, "query") as ((name: string, data: unknown, options?: PlainObject) => Promise<unknown>) | undefined;
    return query?.call(target, "dialog", { type, config: rest }, timeout === undefined ? {} : { timeout });
  }

  /** Answers `DialogV2.query` on the other side. */
  static async _handleQuery({ type, config }: { type: "prompt" | "confirm" | "input" | "wait"; config: DialogWaitOptions }): Promise<unknown> {
    return this[type](config);
  }
}
