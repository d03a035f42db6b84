import { host } from "../host";
import { isPlain, mergeOptions, readPath, type PlainObject } from "../plain";
import { FormDataExtended } from "../ux/form-data-extended";
import { makeDraggable } from "../ux/draggable";
import { describeTabs, showTab } from "./tab-display";
import { controlsMenu, fillFrame, placeWindow } from "./window-frame";
import type {
  ApplicationAction,
  ApplicationClosingOptions,
  ApplicationConfiguration,
  ApplicationFormConfiguration,
  ApplicationHeaderControlsEntry,
  ApplicationPosition,
  ApplicationRenderOptions,
  ApplicationTab,
  ApplicationTabsConfiguration,
  RenderContext,
} from "./types";

export const RENDER_STATES = { ERROR: -3, CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2 } as const;
export type RenderState = (typeof RENDER_STATES)[keyof typeof RENDER_STATES];

/** Rendered applications by id: https://foundryvtt.com/api/v14/variables/foundry.applications.instances.html */
export const instances = new Map<string, ApplicationV2>();

interface ApplicationClass {
  name: string;
  BASE_APPLICATION: unknown;
  DEFAULT_OPTIONS?: PlainObject;
  TABS?: Record<string, ApplicationTabsConfiguration>;
}

function* chainOf(cls: unknown, base: unknown): Generator<typeof ApplicationV2> {
  if (typeof cls !== "function" || cls === EventTarget || cls === Function.prototype) return;
  yield cls as typeof ApplicationV2;
  if (cls !== base) yield* chainOf(Object.getPrototypeOf(cls), base);
}

let nextApplicationId = 1;
let topZ = 100;

/**
 * A window or a fixed piece of the interface.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.api.ApplicationV2.html,
 * https://foundryvtt.com/api/modules/foundry.applications.html
 */
export class ApplicationV2 extends EventTarget {
  static BASE_APPLICATION: unknown = ApplicationV2;
  static RENDER_STATES = RENDER_STATES;
  static TABS: Record<string, ApplicationTabsConfiguration> = {};
  static DEFAULT_OPTIONS: PlainObject = {
    id: "app-{id}",
    classes: [],
    tag: "div",
    window: {
      frame: true,
      positioned: true,
      title: "",
      icon: "",
      controls: [],
      minimizable: true,
      resizable: false,
      contentTag: "section",
      contentClasses: [],
    },
    actions: {},
    form: undefined,
    position: {},
  };

  readonly options: ApplicationConfiguration;
  readonly position: ApplicationPosition;
  tabGroups: Record<string, string | null> = {};

  #element: HTMLElement | null = null;
  #content: HTMLElement | null = null;
  /** While it is made. */
  #frame: HTMLElement | null = null;
  #state: RenderState = RENDER_STATES.NONE;
  #minimized = false;
  #queue: Promise<unknown> = Promise.resolve();
  #listeners = new AbortController();
  readonly #appId = nextApplicationId++;

  constructor(options: PlainObject = {}) {
    super();
    this.options = this._initializeApplicationOptions(options);
    this.position = { top: Number.NaN, left: Number.NaN, width: "auto", height: "auto", scale: 1, zIndex: topZ, ...this.options.position };
    for (const [group, config] of Object.entries(this.#class.TABS ?? {})) this.tabGroups[group] ??= config.initial ?? null;
  }

  get #class(): ApplicationClass {
    return this.constructor as unknown as ApplicationClass;
  }

  /** The classes from the most derived one up to BASE_APPLICATION. */
  static *inheritanceChain(): Generator<typeof ApplicationV2> {
    yield* chainOf(this, this.BASE_APPLICATION);
  }

  /** Waits until the pictures of an element can be measured. */
  static async waitForImages(element: HTMLElement): Promise<void> {
    await Promise.all([...element.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));
  }

  static parseCSSDimension(style: string, parentDimension: number): number | undefined {
    if (style.endsWith("px")) return Number.parseFloat(style);
    if (style.endsWith("%")) return (parentDimension * Number.parseFloat(style)) / 100;
    return undefined;
  }

  get appId(): number {
    return this.#appId;
  }
  get id(): string {
    return this.options.id;
  }
  get title(): string {
    return host.localize(this.options.window.title ?? "");
  }
  get element(): HTMLElement | null {
    return this.#element;
  }
  get form(): HTMLFormElement | null {
    if (this.options.tag === "form" && this.#element instanceof HTMLFormElement) return this.#element;
    return null;
  }
  get window(): { header: HTMLElement | null; title: HTMLElement | null; content: HTMLElement | null; close: HTMLElement | null; icon: HTMLElement | null; controls: HTMLElement | null } {
    const frame = this.#element ?? this.#frame;
    const header = frame?.querySelector<HTMLElement>(":scope > .window-header") ?? null;
    return {
      header,
      title: header?.querySelector<HTMLElement>(".window-title") ?? null,
      content: this.#content ?? frame?.querySelector<HTMLElement>(":scope > .window-content") ?? null,
      close: header?.querySelector<HTMLElement>('[data-action="close"]') ?? null,
      icon: header?.querySelector<HTMLElement>(".window-icon") ?? null,
      controls: header?.querySelector<HTMLElement>('[data-action="toggleControls"]') ?? null,
    };
  }
  get classList(): DOMTokenList | undefined {
    return this.#element?.classList;
  }
  get rendered(): boolean {
    return this.#state === RENDER_STATES.RENDERED;
  }
  get state(): RenderState {
    return this.#state;
  }
  get hasFrame(): boolean {
    return this.options.window.frame ?? true;
  }
  get minimized(): boolean {
    return this.#minimized;
  }

  /** Merges DEFAULT_OPTIONS of all classes, base first, then the options of this instance. */
  _initializeApplicationOptions(options: PlainObject): ApplicationConfiguration {
    let merged: PlainObject = {};
    const chain = [...(this.constructor as typeof ApplicationV2).inheritanceChain()].reverse();
    for (const cls of chain) {
      if (Object.hasOwn(cls, "DEFAULT_OPTIONS") && isPlain(cls.DEFAULT_OPTIONS)) merged = mergeOptions(merged, cls.DEFAULT_OPTIONS);
    }
    merged = mergeOptions(merged, options);
    const uniqueId = typeof merged.uniqueId === "string" ? merged.uniqueId : String(this.#appId);
    merged.uniqueId = uniqueId;
    merged.id = String(merged.id).replace("{id}", uniqueId);
    return merged as unknown as ApplicationConfiguration;
  }

  // ---------------------------------------------------------------- rendering

  /** Renders, or with `force` brings into existence. `render(true)` is `render({force: true})`. */
  render(options: ApplicationRenderOptions | boolean = {}, legacy: ApplicationRenderOptions = {}): Promise<this> {
    const given: ApplicationRenderOptions = typeof options === "boolean" ? { ...legacy, force: options } : { ...options };
    const run = this.#queue.then(
      () => this.#render(given),
      () => this.#render(given),
    );
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #render(options: ApplicationRenderOptions): Promise<this> {
    const first = this.#state !== RENDER_STATES.RENDERED;
    if (first && !options.force) return this;
    options.isFirstRender = first;
    this._configureRenderOptions(options);
    if (this._canRender(options) === false) return this;
    const before = this.#state;
    this.#state = RENDER_STATES.RENDERING;
    try {
      const context = await this._prepareContext(options);
      if (first) await this._preFirstRender(context, options);
      await this._preRender(context, options);
      let created: HTMLElement | null = null;
      if (first || !this.#element) {
        created = await this._renderFrame(options);
        this.#element = created;
        this.#frame = null;
        this.#content = this.hasFrame ? created.querySelector<HTMLElement>(":scope > .window-content") : created;
        instances.set(this.id, this);
      } else this._updateFrame(options);
      const result = await this._renderHTML(context, options);
      const content = this.#content;
      if (!content || !this.#element) throw new Error(`${this.constructor.name} has no content element.`);
      this._replaceHTML(result, content, options);
      if (created) {
        this._insertElement(created);
        this._attachFrameListeners();
      }
      this.#state = RENDER_STATES.RENDERED;
      if (created) this.#dressFrame();
      if (this.hasFrame && options.window?.title !== undefined && this.window.title) this.window.title.textContent = options.window.title;
      if (first) await this._onFirstRender(context, options);
      await this._onRender(context, options);
      this._applyTabs();
      if (this.options.window.positioned !== false && (this.hasFrame || options.position)) this.setPosition(options.position ?? {});
      this.#callHooks("render", [this.#element, context, options]);
      if (first || options.force) this.bringToFront();
      await this._postRender(context, options);
      this.dispatchEvent(new Event("render"));
    } catch (error) {
      this.#state = first ? RENDER_STATES.ERROR : before;
      if (first) {
        this.#element?.remove();
        this.#element = null;
        instances.delete(this.id);
      }
      const reason = error instanceof Error ? error : new Error(String(error));
      console.error(`Failed to render Application "${this.id}":`, reason);
      throw reason;
    }
    return this;
  }

  _configureRenderOptions(options: ApplicationRenderOptions): void {
    options.window ??= {};
    if (options.isFirstRender) {
      options.position = { ...this.options.position, ...(options.position ?? {}) };
      if (this.hasFrame) options.window.title ??= this.title;
    } else if (this.hasFrame && this.title !== this.window.title?.textContent) options.window.title ??= this.title;
    if (typeof options.tab === "string") for (const group of Object.keys(this.tabGroups)) this.tabGroups[group] = options.tab;
    else if (options.tab) Object.assign(this.tabGroups, options.tab);
  }

  _canRender(_options: ApplicationRenderOptions): false | void {}

  async _prepareContext(_options: ApplicationRenderOptions): Promise<RenderContext> {
    const groups = Object.keys(this.#class.TABS ?? {});
    const only = groups[0];
    return groups.length === 1 && only !== undefined ? { tabs: this._prepareTabs(only) } : {};
  }

  _getTabsConfig(group: string): ApplicationTabsConfiguration | null {
    return this.#class.TABS?.[group] ?? null;
  }

  /** Tabs of a group as a record by id, with `active` and `cssClass`. */
  _prepareTabs(group: string): Record<string, ApplicationTab> {
    const config = this._getTabsConfig(group);
    if (!config) return {};
    this.tabGroups[group] ??= config.initial ?? null;
    return describeTabs(group, config, this.tabGroups[group] ?? null);
  }

  async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<unknown> {
    throw new Error(`${this.constructor.name} must implement _renderHTML.`);
  }

  _replaceHTML(_result: unknown, _content: HTMLElement, _options: ApplicationRenderOptions): void {
    throw new Error(`${this.constructor.name} must implement _replaceHTML.`);
  }

  async _preFirstRender(_context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {}
  async _preRender(_context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {}
  async _onFirstRender(_context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {}
  async _onRender(_context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {}
  async _postRender(_context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {}

  _insertElement(element: HTMLElement): void {
    const existing = document.getElementById(element.id);
    if (existing && existing !== element) existing.replaceWith(element);
    else document.body.append(element);
    element.querySelector<HTMLElement>("[autofocus]")?.focus();
  }

  // ---------------------------------------------------------------- frame

  async _renderFrame(_options: ApplicationRenderOptions): Promise<HTMLElement> {
    const frame = document.createElement(this.options.tag);
    frame.id = this.id;
    frame.classList.add("application", ...this.options.classes.filter(Boolean));
    if (!this.hasFrame) return frame;
    fillFrame(frame, this.options.window, this.title);
    // Subclasses add to the parts of `window` before the frame is the element.
    this.#frame = frame;
    return frame;
  }

  _updateFrame(options: ApplicationRenderOptions): void {
    if (!this.hasFrame || !this.window.title) return;
    const title = options.window?.title;
    if (title !== undefined) this.window.title.textContent = title;
    this.#updateControlsButton();
  }

  /** The header's menu: options.window.controls, then the `getHeaderControls` hooks. */
  _getHeaderControls(): ApplicationHeaderControlsEntry[] {
    return [...(this.options.window.controls ?? [])];
  }

  *_headerControlButtons(): Generator<ApplicationHeaderControlsEntry> {
    const controls = this._getHeaderControls();
    this.#callHooks("getHeaderControls", [controls]);
    for (const control of controls) {
      const visible = typeof control.visible === "function" ? control.visible.call(this) : (control.visible ?? true);
      if (visible && this._canSeeControl(control)) yield control;
    }
  }

  /** Whether the user's permission shows a header control; document sheets look at `ownership`. */
  _canSeeControl(_control: ApplicationHeaderControlsEntry): boolean {
    return true;
  }

  #updateControlsButton(): void {
    const button = this.window.controls;
    if (button) button.hidden = [...this._headerControlButtons()].length === 0;
  }

  #dressFrame(): void {
    const element = this.#element;
    if (!element) return;
    if (this.hasFrame) {
      this.#updateControlsButton();
      element.setAttribute("role", element.getAttribute("role") ?? "dialog");
      element.setAttribute("aria-label", this.title);
      const scheme = document.body.classList.contains("theme-light") ? "theme-light" : "theme-dark";
      if (!element.classList.contains("theme-light") && !element.classList.contains("theme-dark")) element.classList.add("themed", scheme);
    }
  }

  _attachFrameListeners(): void {
    const element = this.#element;
    if (!element) return;
    this.#listeners.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const onAction = (event: Event): void => this.#onAction(event);
    element.addEventListener("click", onAction, { signal });
    element.addEventListener("contextmenu", onAction, { signal });
    element.addEventListener("auxclick", onAction, { signal });
    if (this.hasFrame) {
      element.addEventListener("pointerdown", () => this.bringToFront(), { signal, capture: true });
      const header = this.window.header;
      if (header) {
        makeDraggable(this, element, header, element.querySelector<HTMLElement>(":scope > .window-resize-handle"), signal);
        header.addEventListener(
          "dblclick",
          (event) => {
            if (event.target instanceof Element && event.target.closest("button")) return;
            if (this.options.window.minimizable === false) return;
            void (this.#minimized ? this.maximize() : this.minimize());
          },
          { signal },
        );
      }
    }
    const form = this.form;
    if (form) this._attachFormListeners(form, this.options.form ?? {}, signal);
  }

  /** Submit and change listeners of a form, be it the application or one of its parts. */
  _attachFormListeners(form: HTMLFormElement, config: Partial<ApplicationFormConfiguration>, signal?: AbortSignal): void {
    const full: ApplicationFormConfiguration = { submitOnChange: false, closeOnSubmit: false, ...config };
    form.autocomplete = "off";
    form.addEventListener("submit", (event) => void this._onSubmitForm(full, event), { signal });
    form.addEventListener("change", (event) => this._onChangeForm(full, event), { signal });
  }

  #onAction(event: Event): void {
    if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
    const target = event.target.closest<HTMLElement>("[data-action]");
    if (!target || !this.#element?.contains(target)) return;
    const inner = target.closest(".application");
    if (inner && inner !== this.#element && this.#element.contains(inner)) return;
    if (target.matches(":disabled")) return;
    const action = target.dataset.action ?? "";
    const button = event.type === "contextmenu" ? 2 : event.button;
    if (event.type === "auxclick" && button === 2) return;
    const pointer = event as PointerEvent;
    const configured = this.options.actions[action];
    const entry: ApplicationAction | null = configured === undefined ? null : typeof configured === "function" ? { handler: configured, buttons: [0] } : configured;
    if (entry) {
      if (!entry.buttons.includes(button)) return;
      if (button === 2) event.preventDefault();
      this.#run(() => entry.handler.call(this, pointer, target), action);
      return;
    }
    if (button !== 0) return;
    switch (action) {
      case "close":
        event.stopPropagation();
        void this.close();
        return;
      case "toggleControls":
        event.stopPropagation();
        this.toggleControls();
        return;
      case "tab":
        this._onClickTab(pointer);
        return;
      default: {
        const control = [...this._headerControlButtons()].find((candidate) => candidate.action === action && candidate.onClick);
        if (control?.onClick) {
          const handler = control.onClick;
          this.#run(() => handler(pointer), action);
        } else this.#run(() => this._onClickAction(pointer, target), action);
      }
    }
  }

  #run(job: () => unknown, action: string): void {
    const report = (error: unknown): void => {
      const reason = error instanceof Error ? error : new Error(String(error));
      console.error(`Action "${action}" of ${this.constructor.name} failed:`, reason);
      if (host.bound) host.notify("error", reason.message);
    };
    try {
      const result = job();
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  }

  /** For actions that are not in `options.actions`. */
  _onClickAction(_event: PointerEvent, _target: HTMLElement): unknown {
    return undefined;
  }

  _onClickTab(event: PointerEvent): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tab]") : null;
    const tab = button?.dataset.tab;
    if (!button || !tab) return;
    const group = button.dataset.group ?? button.closest<HTMLElement>("[data-group]")?.dataset.group ?? "primary";
    this.changeTab(tab, group, { event, navElement: button });
  }

  /** Shows or hides the header's menu of controls. */
  toggleControls(expanded?: boolean): void {
    const element = this.#element;
    const button = this.window.controls;
    if (!element || !button) return;
    const open = element.querySelector(":scope > .controls-dropdown");
    if (open || expanded === false) {
      open?.remove();
      button.setAttribute("aria-expanded", "false");
      return;
    }
    const menu = controlsMenu(this._headerControlButtons());
    // Only after the click has come to the window, which looks for what was clicked among its own elements.
    menu.addEventListener("click", () => setTimeout(() => this.toggleControls(false)));
    element.append(menu);
    button.setAttribute("aria-expanded", "true");
    menu.querySelector("button")?.focus();
  }

  // ---------------------------------------------------------------- position

  setPosition(position: Partial<ApplicationPosition> = {}): ApplicationPosition | void {
    const element = this.#element;
    if (!element || this.options.window.positioned === false) return;
    const wanted = { ...this.position, ...position };
    this._prePosition(wanted);
    this._updatePosition(wanted);
    Object.assign(this.position, wanted);
    element.style.zIndex = String(this.position.zIndex);
    this._onPosition(this.position);
    return this.position;
  }

  _prePosition(_position: Partial<ApplicationPosition>): void {}
  _onPosition(_position: ApplicationPosition): void {}

  /** Measures, centres what has no place yet, and keeps the header reachable. */
  _updatePosition(position: ApplicationPosition): ApplicationPosition {
    const element = this.#element;
    if (!element) return position;
    placeWindow(element, position, this.#minimized);
    return position;
  }

  bringToFront(): void {
    const element = this.#element;
    if (!element || !this.hasFrame) return;
    if (host.bound) host.ui.activeWindow = this;
    if (this.position.zIndex === topZ && element.style.zIndex === String(topZ)) return;
    this.position.zIndex = ++topZ;
    element.style.zIndex = String(topZ);
  }

  async minimize(): Promise<void> {
    if (!this.hasFrame || this.#minimized || this.options.window.minimizable === false) return;
    this.#minimized = true;
    this.#element?.classList.add("minimized");
    this.setPosition();
  }

  async maximize(): Promise<void> {
    if (!this.#minimized) return;
    this.#minimized = false;
    this.#element?.classList.remove("minimized");
    this.setPosition();
    this.bringToFront();
  }

  // ---------------------------------------------------------------- tabs

  changeTab(tab: string, group: string, { event, navElement, force = false, updatePosition = true }: { event?: Event; navElement?: HTMLElement; force?: boolean; updatePosition?: boolean } = {}): void {
    void event;
    void navElement;
    if (!tab || !group) throw new Error("A tab and its group are needed.");
    if (this.tabGroups[group] === tab && !force) return;
    const content = this.#content ?? this.#element;
    if (!content) {
      this.tabGroups[group] = tab;
      return;
    }
    this.tabGroups[group] = tab;
    showTab(content, group, tab);
    if (updatePosition && this.hasFrame && this.position.height === "auto") this.setPosition();
  }

  /** Shows the active tab of every group, also in what has just been rendered. */
  _applyTabs(): void {
    const root = this.#element;
    if (!root) return;
    for (const [group, tab] of Object.entries(this.tabGroups)) if (tab) showTab(root, group, tab);
  }

  // ---------------------------------------------------------------- forms

  _onChangeForm(formConfig: ApplicationFormConfiguration, event: Event): void {
    if (formConfig.submitOnChange) void this._onSubmitForm(formConfig, event);
  }

  async _onSubmitForm(formConfig: ApplicationFormConfiguration, event: Event): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const formData = new FormDataExtended(form);
    try {
      if (formConfig.handler) await formConfig.handler.call(this, event, form, formData);
      if (formConfig.closeOnSubmit && event.type === "submit") await this.close({ submitted: true });
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      console.error(reason);
      if (host.bound) host.notify("error", reason.message);
    }
  }

  /** Submits the application's own form from code. */
  async submit(submitOptions: PlainObject = {}): Promise<unknown> {
    const form = this.form;
    const config = this.options.form;
    if (!form || !config?.handler) throw new Error(`${this.constructor.name} has no form to submit.`);
    const event = new Event("submit", { cancelable: true });
    const formData = new FormDataExtended(form);
    const result = await config.handler.call(this, event, form, formData, submitOptions);
    if (config.closeOnSubmit) await this.close({ submitted: true });
    return result;
  }

  // ---------------------------------------------------------------- closing

  close(options: ApplicationClosingOptions = {}): Promise<this> {
    const run = this.#queue.then(
      () => this.#close(options),
      () => this.#close(options),
    );
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #close(options: ApplicationClosingOptions): Promise<this> {
    if (this.#state !== RENDER_STATES.RENDERED && this.#state !== RENDER_STATES.ERROR) return this;
    this.#state = RENDER_STATES.CLOSING;
    await this._preClose(options);
    this._tearDown(options);
    this.#removeElement();
    instances.delete(this.id);
    if (host.bound && host.ui.activeWindow === this) host.ui.activeWindow = null;
    this.#state = RENDER_STATES.CLOSED;
    this.#minimized = false;
    this._onClose(options);
    this.#callHooks("close", []);
    this.dispatchEvent(new Event("close"));
    return this;
  }

  #removeElement(): void {
    this.#listeners.abort();
    this._removeElement(this.#element);
    this.#element = null;
    this.#content = null;
  }

  _removeElement(element: HTMLElement | null): void {
    element?.remove();
  }

  async _preClose(_options: ApplicationClosingOptions): Promise<void> {}
  _onClose(_options: ApplicationClosingOptions): void {}
  _tearDown(_options: ApplicationClosingOptions): void {}

  // ---------------------------------------------------------------- helpers

  /** Fires `<prefix><ClassName>` for this class and its parents up to BASE_APPLICATION. */
  #callHooks(prefix: string, args: unknown[]): void {
    if (!host.bound) return;
    for (const cls of (this.constructor as typeof ApplicationV2).inheritanceChain()) {
      if (cls.name) host.hooks.callAll(`${prefix}${cls.name}`, this, ...args);
    }
  }

  /** Builds a context menu on the application's element, with the documented hook for its entries. */
  _createContextMenu(handler: () => object[], selector: string, options: PlainObject & { hookName?: string; parentClassHooks?: boolean; container?: HTMLElement; fixed?: boolean } = {}): unknown {
    const entries = handler.call(this);
    const hookName = options.hookName ?? "EntryContext";
    if (host.bound) {
      if (hookName.startsWith("get")) host.hooks.callAll(hookName, this, entries);
      else if (options.parentClassHooks === false) host.hooks.callAll(`get${hookName}`, this, entries);
      else {
        host.hooks.callAll(`get${hookName}`, this, entries);
        for (const cls of (this.constructor as typeof ApplicationV2).inheritanceChain()) host.hooks.callAll(`get${cls.name}${hookName}`, this, entries);
      }
    }
    const container = options.container ?? this.#element;
    const applications = host.table.foundry.applications;
    const menuClass = readPath(applications, "ux.ContextMenu.implementation") ?? readPath(applications, "ux.ContextMenu");
    if (!container || typeof menuClass !== "function") return null;
    const Menu = menuClass as new (container: HTMLElement, selector: string, entries: object[], options: PlainObject) => unknown;
    return new Menu(container, selector, entries, { ...options, jQuery: false });
  }
}
