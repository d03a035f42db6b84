import { host } from "../host";

interface ActivateOptions {
  text?: string;
  html?: string | HTMLElement;
  direction?: string;
  cssClass?: string;
  locked?: boolean;
}

/**
 * One tooltip for the whole page, on hover and on keyboard focus of `[data-tooltip]`, `[data-tooltip-html]`, `[data-tooltip-text]`.
 * https://foundryvtt.com/api/v14/classes/foundry.helpers.interaction.TooltipManager.html
 */
export class TooltipManager {
  static TOOLTIP_ACTIVATION_MS = 300;
  static TOOLTIP_MARGIN_PX = 5;
  static TOOLTIP_DIRECTIONS = { UP: "UP", DOWN: "DOWN", LEFT: "LEFT", RIGHT: "RIGHT", CENTER: "CENTER" } as const;

  element: HTMLElement | null = null;
  readonly tooltip: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.tooltip = document.createElement("aside");
    this.tooltip.id = "tooltip";
    this.tooltip.setAttribute("role", "tooltip");
    this.tooltip.popover = "manual";
  }

  activateEventListeners(): void {
    document.body.append(this.tooltip);
    document.body.addEventListener("pointerenter", (event) => this.#onEnter(event), true);
    document.body.addEventListener("pointerleave", (event) => this.#onLeave(event), true);
    document.body.addEventListener("focusin", (event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>(TOOLTIP_SELECTOR) : null;
      if (target?.matches(":focus-visible")) this.activate(target);
    });
    document.body.addEventListener("focusout", () => this.deactivate());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.deactivate();
    });
    document.addEventListener("pointerdown", () => this.deactivate(), true);
  }

  #onEnter(event: Event): void {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(TOOLTIP_SELECTOR)) return;
    const { target } = event;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (target.isConnected) this.activate(target);
    }, TooltipManager.TOOLTIP_ACTIVATION_MS);
  }

  #onLeave(event: Event): void {
    if (event.target !== this.element && !(event.target instanceof HTMLElement && event.target.matches(TOOLTIP_SELECTOR))) return;
    clearTimeout(this.#timer);
    this.deactivate();
  }

  activate(element: HTMLElement, { text, html, direction, cssClass }: ActivateOptions = {}): void {
    const given = html ?? element.dataset.tooltipHtml;
    const plain = text ?? element.dataset.tooltipText ?? element.dataset.tooltip ?? "";
    const shown = plain || (element.hasAttribute("data-tooltip") ? (element.getAttribute("aria-label") ?? "") : "");
    this.tooltip.replaceChildren();
    this.tooltip.className = [cssClass ?? element.dataset.tooltipClass ?? "", "active"].filter(Boolean).join(" ");
    if (given instanceof HTMLElement) this.tooltip.append(given);
    else if (given) this.tooltip.innerHTML = given;
    else if (shown) {
      // Markup in data-tooltip, data-tooltip-text and the option `text`, cleaned: https://github.com/foundryvtt/foundryvtt/issues/12356
      this.tooltip.innerHTML = host.utils.cleanHTML(host.localize(shown));
    } else return;
    this.element = element;
    if (element.closest("dialog[open]") && this.tooltip.matches(":popover-open")) this.tooltip.hidePopover();
    if (!this.tooltip.matches(":popover-open")) this.tooltip.showPopover();
    element.setAttribute("aria-describedby", "tooltip");
    this.#place(element, direction ?? element.closest<HTMLElement>("[data-tooltip-direction]")?.dataset.tooltipDirection);
  }

  #place(element: HTMLElement, direction = "DOWN"): void {
    const margin = TooltipManager.TOOLTIP_MARGIN_PX;
    const box = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.tooltip;
    let left = box.left + (box.width - offsetWidth) / 2;
    let top = box.bottom + margin;
    if (direction === "UP" || top + offsetHeight > window.innerHeight) top = box.top - offsetHeight - margin;
    if (direction === "LEFT" || direction === "RIGHT") {
      top = box.top + (box.height - offsetHeight) / 2;
      left = direction === "LEFT" ? box.left - offsetWidth - margin : box.right + margin;
    }
    this.tooltip.style.left = `${Math.max(2, Math.min(left, window.innerWidth - offsetWidth - 2))}px`;
    this.tooltip.style.top = `${Math.max(2, Math.min(top, window.innerHeight - offsetHeight - 2))}px`;
  }

  deactivate(): void {
    clearTimeout(this.#timer);
    if (!this.element) return;
    if (this.element.getAttribute("aria-describedby") === "tooltip") this.element.removeAttribute("aria-describedby");
    this.element = null;
    this.tooltip.className = "";
    if (this.tooltip.matches(":popover-open")) this.tooltip.hidePopover();
  }

  clearPending(): void {
    clearTimeout(this.#timer);
  }

  dismissLockedTooltips(): void {
    this.deactivate();
  }
}

const TOOLTIP_SELECTOR = "[data-tooltip], [data-tooltip-html], [data-tooltip-text]";
