import { host } from "../host";
import type { PlainObject } from "../plain";
import { ApplicationV2 } from "./application-v2";
import type { ApplicationFormConfiguration, ApplicationRenderOptions, RenderContext } from "./types";

/** https://foundryvtt.com/api/v14/interfaces/foundry.applications.api.HandlebarsTemplatePart.html */
export interface HandlebarsTemplatePart {
  template: string;
  id?: string;
  root?: boolean;
  classes?: string[];
  templates?: string[];
  scrollable?: string[];
  forms?: Record<string, Partial<ApplicationFormConfiguration>>;
}

export interface PartState {
  focus?: string;
  selection?: [number, number];
  scrollPositions?: [string, number, number, number][];
  open?: number[];
  [key: string]: unknown;
}

interface HandlebarsStatics {
  PARTS: Record<string, HandlebarsTemplatePart>;
}

const IDENTIFYING_ATTRIBUTES = ["name", "data-action", "data-tab", "data-item-id", "data-combatant-id", "data-key", "data-uuid", "data-index", "data-part", "value"];

/** A selector that finds an equivalent of the focused element in a newly rendered part. */
function selectorOf(element: Element, root: Element): string | null {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const steps: string[] = [];
  let current: Element | null = element;
  while (current && current !== root) {
    const attributes = IDENTIFYING_ATTRIBUTES.filter((name) => current?.hasAttribute(name) && !(name === "value" && current.matches("input:not([type=radio], [type=checkbox]), textarea")));
    if (current === element || attributes.length > 0) {
      const tests = attributes.map((name) => `[${name}="${CSS.escape(current?.getAttribute(name) ?? "")}"]`).join("");
      steps.unshift(`${current.localName}${tests}`);
    }
    current = current.parentElement;
  }
  return steps.length > 0 ? steps.join(" ") : null;
}

/**
 * Adds rendering of named Handlebars parts to an application class.
 * https://foundryvtt.com/api/v14/functions/foundry.applications.api.HandlebarsApplicationMixin.html
 */
export function HandlebarsApplicationMixin(BaseApplication: typeof ApplicationV2) {
  return class HandlebarsApplication extends BaseApplication {
    static PARTS: Record<string, HandlebarsTemplatePart> = {};

    #parts: Record<string, HTMLElement> = {};

    get parts(): Record<string, HTMLElement> {
      return this.#parts;
    }

    override _configureRenderOptions(options: ApplicationRenderOptions): void {
      super._configureRenderOptions(options);
      const all = Object.keys(this._configureRenderParts(options));
      options.parts ??= all;
      if (options.isFirstRender) options.parts = all.filter((part) => options.parts?.includes(part));
    }

    /** The parts to render; subclasses drop or add some here. */
    _configureRenderParts(_options: ApplicationRenderOptions): Record<string, HandlebarsTemplatePart> {
      const { PARTS } = this.constructor as unknown as HandlebarsStatics;
      return Object.fromEntries(Object.entries(PARTS).map(([partId, part]) => [partId, { ...part }]));
    }

    override async _preFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
      await super._preFirstRender(context, options);
      const paths = Object.values(this._configureRenderParts(options)).flatMap((part) => [part.template, ...(part.templates ?? [])]);
      const handlebars = (host.table.foundry.applications as { handlebars?: { loadTemplates?(paths: string[]): Promise<unknown> } }).handlebars;
      await handlebars?.loadTemplates?.([...new Set(paths)]);
    }

    override async _renderHTML(context: RenderContext, options: ApplicationRenderOptions): Promise<Record<string, HTMLElement>> {
      const rendered: Record<string, HTMLElement> = {};
      const configured = this._configureRenderParts(options);
      for (const partId of options.parts ?? []) {
        const part = configured[partId];
        if (!part) {
          console.warn(`Part "${partId}" is not a part of ${this.constructor.name}.`);
          continue;
        }
        const partContext = await this._preparePartContext(partId, { ...context }, options);
        try {
          const html = await host.renderTemplate(part.template, partContext as PlainObject);
          rendered[partId] = this.#parsePart(partId, part, html);
        } catch (error) {
          const reason = error instanceof Error ? error : new Error(String(error));
          throw new Error(`Failed to render template part "${partId}": ${reason.message}`, { cause: reason });
        }
      }
      return rendered;
    }

    /** Context of one part: `partId`, and `tab` when a tab of the same name is prepared. */
    async _preparePartContext(partId: string, context: RenderContext, _options: ApplicationRenderOptions): Promise<RenderContext> {
      context.partId = `${this.id}-${partId}`;
      const tabs = context.tabs;
      if (typeof tabs === "object" && tabs !== null && Object.hasOwn(tabs, partId)) context.tab = Reflect.get(tabs, partId);
      return context;
    }

    #parsePart(partId: string, part: HandlebarsTemplatePart, html: string): HTMLElement {
      const template = document.createElement("template");
      template.innerHTML = html.trim();
      let element: HTMLElement;
      if (part.root) {
        element = document.createElement("div");
        element.append(template.content);
        element.dataset.applicationRoot = "";
      } else {
        const [only, ...rest] = template.content.children;
        if (!(only instanceof HTMLElement) || rest.length > 0) throw new Error(`Template part "${partId}" must render a single HTML element.`);
        element = only;
      }
      element.dataset.applicationPart = partId;
      if (part.id) element.id = `${this.id}-${part.id}`;
      if (part.classes) element.classList.add(...part.classes);
      return element;
    }

    override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: ApplicationRenderOptions): void {
      const configured = this._configureRenderParts(options);
      const focused = document.activeElement;
      for (const [partId, element] of Object.entries(result)) {
        const part = configured[partId];
        const isRoot = part?.root ?? false;
        const prior = isRoot && this.#parts[partId] === content ? content : content.querySelector<HTMLElement>(`[data-application-part="${CSS.escape(partId)}"]`);
        const state: PartState = {};
        if (prior && options.isFirstRender !== true) this._preSyncPartState(partId, element, prior, state);
        let placed = element;
        if (isRoot) {
          content.replaceChildren(...element.childNodes);
          content.dataset.applicationPart = partId;
          placed = content;
        } else if (prior) prior.replaceWith(element);
        else this.#insertPart(partId, element, content, Object.keys(configured));
        this.#parts[partId] = placed;
        // Before focus comes back: what is in a tab that does not show cannot take it.
        this._applyTabs();
        if (prior && options.isFirstRender !== true) this._syncPartState(partId, placed, prior, state);
        this._attachPartListeners(partId, placed, options);
      }
      if (options.isFirstRender !== true) {
        for (const [partId, element] of Object.entries(this.#parts)) {
          if (partId in configured) continue;
          if (element !== content) element.remove();
          delete this.#parts[partId];
        }
      }
      if (focused instanceof HTMLElement && focused.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
    }

    #insertPart(partId: string, element: HTMLElement, content: HTMLElement, order: string[]): void {
      for (const later of order.slice(order.indexOf(partId) + 1)) {
        const follower = this.#parts[later];
        if (follower && follower !== content && follower.parentElement === content) {
          follower.before(element);
          return;
        }
      }
      content.append(element);
    }

    /** Notes what the new element must take over: focus, selection, scroll positions, open details. */
    _preSyncPartState(partId: string, _newElement: HTMLElement, priorElement: HTMLElement, state: PartState): void {
      const focused = document.activeElement;
      if (focused && focused !== priorElement && priorElement.contains(focused)) {
        state.focus = selectorOf(focused, priorElement) ?? undefined;
        if ((focused instanceof HTMLInputElement && /^(text|search|url|tel|password)$/.test(focused.type)) || focused instanceof HTMLTextAreaElement) {
          state.selection = [focused.selectionStart ?? 0, focused.selectionEnd ?? 0];
        }
      }
      const { PARTS } = this.constructor as unknown as HandlebarsStatics;
      const selectors = PARTS[partId]?.scrollable ?? [];
      state.scrollPositions = [];
      for (const selector of selectors) {
        const elements = selector === "" ? [priorElement] : [...priorElement.querySelectorAll<HTMLElement>(selector)];
        elements.forEach((element, index) => state.scrollPositions?.push([selector, index, element.scrollTop, element.scrollLeft]));
      }
      state.open = [...priorElement.querySelectorAll("details")].flatMap((details, index) => (details.open ? [index] : []));
    }

    _syncPartState(_partId: string, newElement: HTMLElement, _priorElement: HTMLElement, state: PartState): void {
      if (state.focus) {
        const target = newElement.querySelector<HTMLElement>(state.focus);
        target?.focus({ preventScroll: true });
        if (state.selection && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) target.setSelectionRange(...state.selection);
      }
      for (const [selector, index, top, left] of state.scrollPositions ?? []) {
        const element = selector === "" ? newElement : newElement.querySelectorAll<HTMLElement>(selector)[index];
        if (element) {
          element.scrollTop = top;
          element.scrollLeft = left;
        }
      }
    }

    _attachPartListeners(partId: string, htmlElement: HTMLElement, options: ApplicationRenderOptions): void {
      const forms = this._configureRenderParts(options)[partId]?.forms ?? {};
      for (const [selector, config] of Object.entries(forms)) {
        const form = htmlElement.matches(selector) ? htmlElement : htmlElement.querySelector(selector);
        if (form instanceof HTMLFormElement) this._attachFormListeners(form, config);
      }
    }

    override _tearDown(options: PlainObject): void {
      super._tearDown(options);
      this.#parts = {};
    }
  };
}

/** A ready application with Handlebars parts, for the page's own windows. */
export class HandlebarsWindow extends HandlebarsApplicationMixin(ApplicationV2) {}

type HandlebarsInstance = InstanceType<ReturnType<typeof HandlebarsApplicationMixin>>;

/** A class `T` with Handlebars parts mixed in. */
export type HandlebarsClass<T extends typeof ApplicationV2> = Omit<T, "prototype"> & {
  new (options?: PlainObject): InstanceType<T> & HandlebarsInstance;
  PARTS: Record<string, HandlebarsTemplatePart>;
};
