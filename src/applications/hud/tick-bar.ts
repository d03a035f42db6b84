import { submitClock, submitShift } from "../../flows/clock";
import type { WindowPart } from "../base";
import { isOpen } from "../is-open";
import { textScale } from "../text-scale";
import { barView, type BarView, type Preview } from "./tick-bar-context";
import { moveFocus } from "./bar-keys";
import { morph } from "./morph";
import { makeDraggable } from "./portrait-drag";
import { tickAtX } from "./tick-layout";
import { lightToken, openCombatantSheet, panToCombatant } from "./token-reach";

const { ApplicationV2, HandlebarsApplicationMixin } = foundry.applications.api;

/** Whatever changes who stands where on the clock, and who may see it. */
const WATCHED = [
  "createCombat", "updateCombat", "deleteCombat", "createCombatant", "updateCombatant", "deleteCombatant", "updateActor", "updateToken", "deleteToken", "updateItem",
  "createActiveEffect", "deleteActiveEffect", "canvasReady", "renderCombatTracker",
] as const;

/** Pixels between the bar and what is around it. */
const GAP = 8;
/** At text of the usual size. */
const NARROWEST = 320;
const LEAST_ROOM = 200;

/**
 * The tick bar: the coming ticks across the top of the canvas, with everybody at their Action Tick. It is drawn again
 * whenever the clock changes, and touches only what differs.
 */
export class TickBar extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    id: "fatewalker-tick-bar",
    classes: ["fatewalker", "fw-tick-bar"],
    window: { frame: false, positioned: false },
    actions: {
      collapse: function collapse(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof TickBar) void this.toggle();
      },
    },
  };

  static override PARTS: Record<string, WindowPart> = { bar: { template: "systems/fatewalker/templates/hud/tick-bar.hbs" } };

  readonly #draw = foundry.utils.debounce(() => void this.refresh(), 20);
  #preview: Preview | null = null;
  #view: BarView | null = null;
  #shownTick: number | null = null;
  /** The portrait that the keyboard is on. */
  #focused: string | null = null;
  #stopDragging: (() => void) | null = null;

  /** Watches the clock from now on; at ready. */
  watch(): void {
    for (const name of WATCHED) Hooks.on(name as "canvasReady", () => this.#draw());
    Hooks.on("fatewalker.preview", ({ combatant, tick }) => {
      this.#preview = tick === null ? null : { combatant, tick };
      this.#draw();
    });
    window.addEventListener("resize", () => this.#draw());
    const middle = document.getElementById("ui-middle");
    if (middle !== null) new ResizeObserver(() => this.#draw()).observe(middle);
    this.#draw();
  }

  /** Draws what the clock says now; without anything to show the bar is gone. */
  async refresh(): Promise<void> {
    this.#view = barView(game.combat, this.#room(), this.#preview, this.#focused);
    if (this.#view !== null) await this.render({ force: true });
    else if (isOpen(this)) await this.close({ animate: false });
  }

  async toggle(): Promise<void> {
    await game.settings.set("fatewalker", "tickBarCollapsed", game.settings.get("fatewalker", "tickBarCollapsed") !== true);
    await this.refresh();
  }

  protected override async _prepareContext(): Promise<never> {
    // The mixin's context type knows nothing of our templates.
    return (this.#view ?? {}) as never;
  }

  /** It belongs to the interface, not to the windows: it has the interface's theme and lies below every window. */
  protected override _insertElement(element: HTMLElement): void {
    document.getElementById(element.id)?.remove();
    (document.getElementById("interface") ?? document.body).append(element);
  }

  /** Only what differs is touched: motion and a drag under way outlive the drawing, and the keyboard stays on its portrait wherever that goes. */
  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: never): void {
    const next = result["bar"];
    const live = content.querySelector<HTMLElement>('[data-application-part="bar"]');
    if (next === undefined || live === null) {
      super._replaceHTML(result, content, options);
      return;
    }
    next.dataset.applicationPart = "bar";
    const focused = live.ownerDocument.activeElement;
    const held = focused instanceof HTMLElement && live.contains(focused) ? focused : null;
    morph(live, next);
    if (held === null || live.contains(live.ownerDocument.activeElement)) return;
    const id = held.dataset.combatantId;
    const same = id === undefined ? null : live.querySelector<HTMLElement>(`.fw-bar-portrait[data-combatant-id="${CSS.escape(id)}"]`);
    // Who has left hands the keyboard to the one that Tab reaches.
    (same ?? live.querySelector<HTMLElement>('.fw-bar-portrait[tabindex="0"]'))?.focus({ preventScroll: true });
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    element.addEventListener("click", (event) => void this.#reach(event, panToCombatant));
    element.addEventListener("dblclick", (event) => void this.#reach(event, async (combatant) => {
      if (combatant.isOwner) await openCombatantSheet(combatant);
    }));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("wheel", (event) => this.#scroll(event), { passive: false });
    for (const [name, lit] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]] as const) {
      element.addEventListener(name, (event) => this.#light(event, lit));
    }
    this.#stopDragging = makeDraggable(element, {
      tickAt: (clientX) => this.#tickAt(clientX),
      drop: (id, tick) => void this.#move(id, tick),
    });
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stopDragging?.();
  }

  protected override async _onRender(context: never, options: never): Promise<void> {
    await super._onRender(context, options);
    this.#place();
    // Time has moved: what is next is at the beginning of the axis.
    if (this.#shownTick !== this.#view?.tick) this.element.querySelector(".fw-bar-axis")?.scrollTo({ left: 0 });
    this.#shownTick = this.#view?.tick ?? null;
  }

  /** A wheel goes along the axis where there is more on it than fits. */
  #scroll(event: WheelEvent): void {
    const axis = this.element.querySelector(".fw-bar-axis.long");
    if (axis === null || event.deltaY === 0) return;
    event.preventDefault();
    axis.scrollBy({ left: event.deltaY });
  }

  /** The combatant under an event; null for none. */
  #combatantOf(event: Event): Combatant.Implementation | null {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-combatant-id]") : null;
    return (button?.dataset.combatantId !== undefined && game.combat?.combatants.get(button.dataset.combatantId)) || null;
  }

  async #reach(event: Event, deed: (combatant: Combatant.Implementation) => Promise<void>): Promise<void> {
    const combatant = this.#combatantOf(event);
    if (combatant !== null) await deed(combatant);
  }

  #light(event: Event, lit: boolean): void {
    const combatant = this.#combatantOf(event);
    if (combatant === null) return;
    lightToken(combatant, event, lit);
    const pile = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-pile]")?.dataset.pile : undefined;
    // Those of a pile step apart, so that each can be seen and taken.
    for (const place of this.element.querySelectorAll<HTMLElement>(".fw-bar-portraits .stacked")) place.classList.toggle("apart", lit && place.dataset.pile === pile);
    if (event.type === "focusin") this.#focused = combatant.id;
  }

  #key(event: KeyboardEvent): void {
    const combatant = this.#combatantOf(event);
    if (combatant === null) return;
    const { key, shiftKey } = event;
    const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    const button = event.target;
    if (by !== 0 && shiftKey && button instanceof HTMLElement && button.dataset.movable !== undefined) void this.#moveBy(combatant, by);
    else if (key === "Enter" && shiftKey) void (combatant.isOwner ? openCombatantSheet(combatant) : Promise.resolve());
    else if (key === "Enter" || key === " ") void panToCombatant(combatant);
    else if (!(button instanceof HTMLElement && moveFocus(this.element, button, key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #tickAt(clientX: number): number {
    const axis = this.element.querySelector(".fw-bar-length");
    if (axis === null || this.#view === null) return 1;
    return Math.max(1, tickAtX(this.#view.layout, (clientX - axis.getBoundingClientRect().left) / textScale()));
  }

  async #move(id: string, tick: number): Promise<void> {
    const { combat } = game;
    if (combat) await submitClock(combat, { kind: "adjust", operations: [{ kind: "adjust", id, tick }] });
  }

  /** Counted from where the clock stands when its turn has come: five fast presses are five ticks. */
  async #moveBy(combatant: Combatant.Implementation, by: number): Promise<void> {
    const id = combatant.id ?? "";
    const { combat } = game;
    if (combat) await submitShift(combat, { id, by });
  }

  /** Room for the axis, in pixels at text of the usual size: the middle of the interface without clock, holders and button. */
  #room(): number {
    const bar = document.getElementById(this.id);
    const others = [".fw-bar-clock", ".fw-bar-held", ".fw-bar-collapse"].map((part) => (bar === null ? 60 : (bar.querySelector<HTMLElement>(part)?.offsetWidth ?? 0)));
    return Math.max(LEAST_ROOM, this.#space().width - others.reduce((sum, width) => sum + width, 0) - 2) / textScale();
  }

  #space(): { readonly left: number; readonly top: number; readonly width: number } {
    const middle = document.getElementById("ui-middle")?.getBoundingClientRect();
    const above = document.getElementById("ui-top")?.getBoundingClientRect();
    const tools = [...document.querySelectorAll("#scene-controls button")];
    const beside = Math.max(0, ...tools.map((tool) => tool.getBoundingClientRect().right));
    const left = (middle?.left ?? 0) + GAP;
    const right = (middle?.right ?? window.innerWidth) - GAP;
    // What is too wide for the middle goes over the empty left of the scene, not over the tools or the sidebar's tabs.
    const width = Math.max(right - left, Math.min(NARROWEST * textScale(), right - beside - GAP));
    return { left: Math.min(left, right - width), top: (above !== undefined && above.height > 0 ? above.bottom : 0) + GAP, width };
  }

  #place(): void {
    const { left, top, width } = this.#space();
    Object.assign(this.element.style, { left: `${left}px`, top: `${top}px`, width: this.#view?.collapsed === true ? "auto" : `${width}px` });
  }
}
