import { HandlebarsWindow, type HandlebarsTemplatePart } from "../api/handlebars-application";
import type { ApplicationPosition, ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostActor, type HostTokenDocument, type StatusEffectRecord } from "../host";
import type { PlainObject } from "../plain";
import type { Point } from "../../core/grid";
import type { Token } from "./token";

interface StatusChoice {
  id: string;
  title: string;
  src: string;
  isActive: boolean;
  isOverlay: boolean;
  cssClass: string;
}

/**
 * The controls around a token.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.hud.TokenHUD.html
 */
export class TokenHUD extends HandlebarsWindow {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "token-hud",
    classes: ["placeable-hud"],
    window: { frame: false, positioned: true },
    actions: {
      togglePalette: TokenHUD.#onTogglePalette,
      combat: TokenHUD.#onToggleCombat,
      target: TokenHUD.#onToggleTarget,
      visibility: TokenHUD.#onToggleVisibility,
      effect: { handler: TokenHUD.#onToggleEffect, buttons: [0, 2] },
      sheet: TokenHUD.#onOpenSheet,
    },
  };

  static override PARTS: Record<string, HandlebarsTemplatePart> = { hud: { root: true, template: "templates/hud/token-hud.hbs" } };

  #object: Token | null = null;
  #palette = "";
  toClient: (point: Point) => Point = (point) => point;
  scaleOf: () => number = () => 1;

  get object(): Token | null {
    return this.#object;
  }
  get document(): HostTokenDocument | null {
    return this.#object?.document ?? null;
  }
  get actor(): HostActor | null {
    return this.#object?.actor ?? null;
  }

  async bind(object: Token): Promise<void> {
    if (this.#object && this.#object !== object) await this.close();
    this.#object = object;
    this.#palette = "";
    await this.render({ force: true });
  }

  async clear(): Promise<void> {
    await this.close();
  }

  /** Renders again when the token it hangs on has changed. */
  follow(tokenId?: string): void {
    if (!this.rendered || !this.#object || (tokenId !== undefined && tokenId !== this.#object.id)) return;
    void this.render();
  }

  override _onClose(options: PlainObject): void {
    super._onClose(options);
    this.#object = null;
  }

  override _insertElement(element: HTMLElement): void {
    let layer = document.getElementById("hud");
    if (!layer) {
      layer = document.createElement("section");
      layer.id = "hud";
      document.body.append(layer);
    }
    layer.append(element);
  }

  override async _prepareContext(options: ApplicationRenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { document: token, actor } = this;
    const statusEffects = this._getStatusEffectChoices();
    const bar = (name: string): object | null => {
      const data = token?.getBarAttribute(name);
      return data ? { ...data, name: `${name}.value`, isBar: data.type === "bar", max: data.max } : null;
    };
    return Object.assign(context, {
      id: this.id,
      isGM: host.game.user.isGM,
      isOwner: token?.isOwner,
      hidden: token?.hidden,
      visibilityClass: token?.hidden ? "active" : "",
      inCombat: token?.inCombat,
      combatClass: token?.inCombat ? "active" : "",
      canToggleCombat: Boolean(actor),
      targetClass: this.#object?.isTargeted ? "active" : "",
      elevation: token?.elevation ?? 0,
      bar1: bar("bar1"),
      bar2: bar("bar2"),
      statusEffects: Object.values(statusEffects),
      statusClass: this.#palette === "effects" ? "active" : "",
      effectsClass: Object.values(statusEffects).some((status) => status.isActive) ? "active" : "",
    });
  }

  /** The palette: CONFIG.statusEffects that show in the HUD, with what the actor has. */
  _getStatusEffectChoices(): Record<string, StatusChoice> {
    const configured: unknown = host.config.statusEffects;
    const records: StatusEffectRecord[] = Array.isArray(configured) ? (configured as StatusEffectRecord[]) : Object.entries((configured ?? {}) as Record<string, StatusEffectRecord>).map(([id, record]) => ({ ...record, id }));
    const choices: Record<string, StatusChoice> = {};
    for (const status of [...records].sort((left, right) => (left.order ?? 0) - (right.order ?? 0))) {
      if (status.hud === false) continue;
      if (typeof status.hud === "object" && status.hud.actorTypes && !status.hud.actorTypes.includes(this.actor?.type ?? "")) continue;
      const isActive = this.actor?.statuses.has(status.id) ?? false;
      choices[status.id] = { id: status.id, title: host.localize(status.name ?? status.label ?? status.id), src: status.img ?? status.icon ?? "icons/svg/aura.svg", isActive, isOverlay: false, cssClass: isActive ? "active" : "" };
    }
    return choices;
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    for (const input of this.element?.querySelectorAll<HTMLInputElement>("input[name]") ?? []) {
      input.addEventListener("focus", () => input.select());
      input.addEventListener("change", () => void this._onUpdateAttribute(input));
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") input.blur();
        if (event.key === "Escape") void this.close();
      });
    }
    this.setPosition();
  }

  /** `5` sets, `+2` and `-2` change. */
  async _onUpdateAttribute(input: HTMLInputElement): Promise<void> {
    const token = this.document;
    const text = input.value.trim();
    const value = Number(text.replace(/^\+/, ""));
    if (!token || text === "" || Number.isNaN(value)) {
      host.notify("warn", `"${text}" is not a number.`);
      void this.render();
      return;
    }
    if (input.name === "elevation") {
      const isDelta = /^[+-]/.test(text);
      await token.update({ elevation: isDelta ? token.elevation + value : value });
      return;
    }
    const bar = token.getBarAttribute(input.name.split(".")[0] ?? "");
    if (!bar) return;
    const isDelta = text.startsWith("+") || text.startsWith("-");
    await this.actor?.modifyTokenAttribute(bar.attribute, value, isDelta, bar.type === "bar");
  }

  override setPosition(_position: Partial<ApplicationPosition> = {}): void {
    const { element } = this;
    const object = this.#object;
    if (!element || !object) return;
    const { x, y } = this.toClient({ x: object.x, y: object.y });
    const scale = this.scaleOf();
    Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${object.w * scale}px`, height: `${object.h * scale}px` });
  }

  static #onTogglePalette(this: unknown, _event: PointerEvent, target: HTMLElement): void {
    if (!(this instanceof TokenHUD)) return;
    this.togglePalette(target.dataset.palette ?? "effects");
  }

  togglePalette(palette: string, active = this.#palette !== palette): void {
    this.#palette = active ? palette : "";
    void this.render();
  }

  static async #onToggleCombat(this: unknown): Promise<void> {
    if (this instanceof TokenHUD) await this.document?.toggleCombatant();
  }

  static #onToggleTarget(this: unknown): void {
    if (!(this instanceof TokenHUD)) return;
    this.#object?.setTarget(!this.#object.isTargeted, { releaseOthers: false });
    void this.render();
  }

  static async #onToggleVisibility(this: unknown): Promise<void> {
    if (this instanceof TokenHUD) await this.document?.update({ hidden: !this.document.hidden });
  }

  static async #onToggleEffect(this: unknown, event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof TokenHUD)) return;
    if (!this.actor) {
      host.notify("warn", "This token has no actor.");
      return;
    }
    await this.actor.toggleStatusEffect(target.dataset.statusId ?? "", { overlay: event.button === 2 });
  }

  static async #onOpenSheet(this: unknown): Promise<void> {
    if (this instanceof TokenHUD) await this.actor?.sheet?.render({ force: true });
  }
}
