import { host, type HostActor, type HostTokenDocument, type HostUser } from "../host";
import type { Point } from "../../core/grid";
import type { TokenLayer } from "./token-layer";
import { placeOf, rulerOf, type BaseTokenRuler, type RulerPoint, type RulerState } from "./token-ruler";

/** https://foundryvtt.com/api/variables/CONST.TOKEN_DISPOSITIONS.html */
const FRIENDLY = 1;

interface EffectLike {
  id: string;
  name: string;
  img?: string;
  disabled?: boolean;
  isTemporary?: boolean;
  statuses?: Set<string>;
  flags?: { core?: { overlay?: boolean } };
}

/** Is it this token's turn, as far as the person at this screen may know? */
const isMarked = (combatant: { tokenId: string | null; hidden?: boolean } | null | undefined, id: string | null): boolean =>
  combatant?.tokenId === id && id !== null && (combatant.hidden !== true || host.game.user.isGM);

/**
 * A token on the canvas, here an element of the page.
 * https://foundryvtt.com/api/v14/classes/foundry.canvas.placeables.Token.html
 */
export class Token {
  static embeddedName = "Token";

  readonly document: HostTokenDocument;
  readonly targeted = new Set<HostUser>();
  readonly element: HTMLElement;
  layer: TokenLayer | null = null;
  hover = false;
  readonly #plans: RulerState["plannedMovement"] = {};
  #ruler: BaseTokenRuler | null = null;
  #controlled = false;

  constructor(document: HostTokenDocument) {
    this.document = document;
    this.element = globalThis.document.createElement("div");
    this.element.className = "token";
    this.element.dataset.tokenId = document.id ?? "";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "button");
  }

  get id(): string {
    return this.document.id ?? "";
  }
  get objectId(): string {
    return this.document.uuid;
  }
  get name(): string {
    return this.document.name;
  }
  get actor(): HostActor | null {
    return this.document.actor;
  }
  get scene(): unknown {
    return this.document.parent;
  }
  get isOwner(): boolean {
    return this.document.isOwner;
  }
  get controlled(): boolean {
    return this.#controlled;
  }
  get isPreview(): boolean {
    return false;
  }
  get combatant(): unknown {
    return this.document.combatant;
  }
  get inCombat(): boolean {
    return this.document.inCombat;
  }
  get x(): number {
    return this.document.x;
  }
  get y(): number {
    return this.document.y;
  }
  get w(): number {
    return this.document.getSize().width;
  }
  get h(): number {
    return this.document.getSize().height;
  }
  get center(): Point {
    return this.getCenterPoint();
  }
  get bounds(): DOMRect & { contains(x: number, y: number): boolean } {
    const box = new DOMRect(this.x, this.y, this.w, this.h);
    return Object.assign(box, { contains: (x: number, y: number) => x >= box.left && x < box.right && y >= box.top && y < box.bottom });
  }
  /** On hexes a token of one space has the shape of a hex, everywhere else that of its box. */
  get shape(): { contains(x: number, y: number): boolean } {
    const grid = this.layer?.grid;
    const { w, h } = this;
    const isHex = grid?.isHexagonal === true && this.document.width === 1 && this.document.height === 1;
    return { contains: (x, y) => x >= 0 && y >= 0 && x < w && y < h && !(isHex && !insideOf(grid.getShape(), { x: x - w / 2, y: y - h / 2 })) };
  }
  get isTargeted(): boolean {
    return this.targeted.has(host.game.user);
  }
  /** Hidden tokens exist only for GMs. */
  get isVisible(): boolean {
    return !this.document.hidden || host.game.user.isGM;
  }
  get visible(): boolean {
    return this.isVisible;
  }
  get destroyed(): boolean {
    return !this.element.isConnected;
  }

  getCenterPoint(position: Partial<Point> = {}): Point {
    return { x: (position.x ?? this.x) + this.w / 2, y: (position.y ?? this.y) + this.h / 2 };
  }

  /** The ruler that shows where this token is dragged. */
  get ruler(): BaseTokenRuler | null {
    if (!this.#ruler) {
      this.#ruler = rulerOf(this);
      void this.#ruler?.draw();
    }
    return this.#ruler;
  }

  /**
   * Shows the way that a user plans for this token, or none. Of others' ways those of friendly tokens are shown to everybody,
   * the rest to who owns the token. https://github.com/foundryvtt/foundryvtt/issues/13561
   */
  plan(user: HostUser, foundPath: readonly RulerPoint[] | null): void {
    const isKnown = user.isSelf || this.isOwner || (this.isVisible && this.document.disposition === FRIENDLY);
    if (foundPath && isKnown) this.#plans[user.id ?? ""] = { foundPath };
    else if (user.id && user.id in this.#plans) delete this.#plans[user.id];
    else return;
    if (Object.keys(this.#plans).length > 0) this.ruler?.refresh({ passedWaypoints: this.document.movementHistory ?? [], pendingWaypoints: [], plannedMovement: this.#plans });
    else this.ruler?.clear();
  }

  /** The place one space further on, in one of CONST.MOVEMENT_DIRECTIONS. */
  shifted(direction: number): RulerPoint {
    const place = placeOf(this.document);
    const grid = this.layer?.grid;
    if (!grid) return place;
    const [halfX, halfY] = [grid.sizeX / 2, grid.sizeY / 2];
    const { x, y } = grid.getShiftedPoint({ x: place.x + halfX, y: place.y + halfY }, direction);
    return { ...place, x: Math.round(x - halfX), y: Math.round(y - halfY) };
  }

  can(user: HostUser, action: string): boolean {
    if (action === "control" || action === "drag" || action === "HUD") return user.isGM || this.document.testUserPermission(user, "OWNER");
    if (action === "view") return this.actor?.testUserPermission(user, "LIMITED") ?? false;
    return true;
  }

  /** Takes control; by default releasing all other tokens. */
  control({ releaseOthers = true }: { releaseOthers?: boolean; pan?: boolean } = {}): boolean {
    if (!this.layer || !this.can(host.game.user, "control")) return false;
    if (releaseOthers) for (const other of [...this.layer.controlled]) if (other !== this) other.release();
    if (this.#controlled) return true;
    this.#controlled = true;
    this.layer.controlledObjects.set(this.id, this);
    this.refresh();
    host.hooks.callAll("controlToken", this, true);
    return true;
  }

  release(_options: object = {}): boolean {
    if (!this.#controlled) return true;
    this.#controlled = false;
    this.layer?.controlledObjects.delete(this.id);
    if (this.layer?.hud?.object === this) void this.layer.hud.close();
    this.refresh();
    host.hooks.callAll("controlToken", this, false);
    return true;
  }

  /** Marks this token as a target of a user, and tells the other clients when it is this one's. */
  setTarget(targeted = true, { user = host.game.user, releaseOthers = true, groupSelection = false }: { user?: HostUser | null; releaseOthers?: boolean; groupSelection?: boolean } = {}): void {
    this.layer?.target(this, targeted, user ?? host.game.user, releaseOthers, groupSelection);
  }

  setHover(hover: boolean): void {
    if (this.hover === hover) return;
    this.hover = hover;
    if (this.layer) this.layer.hover = hover ? this : this.layer.hover === this ? null : this.layer.hover;
    this.refresh();
    host.hooks.callAll("hoverToken", this, hover);
  }

  /** As if the pointer came over it. */
  _onHoverIn(_event: Event | null, { hoverOutOthers = false }: { hoverOutOthers?: boolean } = {}): void {
    if (!this.isVisible) return;
    if (hoverOutOthers) for (const other of this.layer?.placeables ?? []) if (other !== this) other.setHover(false);
    this.setHover(true);
  }

  _onHoverOut(_event: Event | null, _options: object = {}): void {
    this.setHover(false);
  }

  // ---------------------------------------------------------------- drawing

  async draw(): Promise<this> {
    this.refresh();
    return this;
  }

  /** Shows the document as it is now. */
  refresh(): this {
    const { element, document } = this;
    const seen = this.isVisible;
    element.hidden = !seen;
    if (!seen) {
      element.replaceChildren();
      return this;
    }
    Object.assign(element.style, { left: `${this.x}px`, top: `${this.y}px`, width: `${this.w}px`, height: `${this.h}px`, zIndex: String(this.#controlled ? 3 : this.hover ? 2 : 1) });
    element.classList.toggle("controlled", this.#controlled);
    element.classList.toggle("secret", document.hidden);
    element.classList.toggle("owned", this.isOwner);
    element.classList.toggle("in-combat", document.inCombat);
    element.classList.toggle("current-turn", isMarked(host.game.combat?.combatant, document.id));
    element.classList.toggle("targeted", this.isTargeted);
    element.dataset.disposition = String(document.disposition);
    const targeting = [...this.targeted].map((user) => user.name);
    element.setAttribute("aria-label", [document.name, this.#controlled ? "controlled" : "", targeting.length > 0 ? `targeted by ${targeting.join(", ")}` : ""].filter(Boolean).join(", "));
    element.setAttribute("aria-pressed", String(this.#controlled));
    element.replaceChildren(this.#image(), this.#border(), ...this.#targetMarks(), this.#nameplate(), this.#bars(), this.#effects(), ...this.#elevation());
    return this;
  }

  drawBars(): void {
    this.refresh();
  }
  async drawEffects(): Promise<void> {
    this.refresh();
  }
  renderFlags = { set: (): void => void this.refresh() };

  #image(): HTMLElement {
    const image = globalThis.document.createElement("img");
    image.className = "token-image";
    image.src = this.document.texture?.src || "icons/svg/mystery-man.svg";
    image.alt = "";
    image.draggable = false;
    image.addEventListener("error", () => {
      const letter = globalThis.document.createElement("span");
      letter.className = "token-image token-letter";
      letter.textContent = this.name.slice(0, 1).toUpperCase();
      image.replaceWith(letter);
    });
    return image;
  }

  #border(): HTMLElement {
    const border = globalThis.document.createElement("span");
    border.className = "token-border";
    return border;
  }

  #targetMarks(): HTMLElement[] {
    if (this.targeted.size === 0) return [];
    const marks = globalThis.document.createElement("span");
    marks.className = "token-targets";
    for (const user of this.targeted) {
      const mark = globalThis.document.createElement("i");
      mark.className = user.isSelf ? "fa-solid fa-crosshairs own" : "fa-solid fa-crosshairs";
      mark.style.color = typeof user.color === "string" ? user.color : (user.color?.css ?? String(user.color ?? ""));
      mark.title = user.name;
      marks.append(mark);
    }
    return [marks];
  }

  /** Whether a display mode shows its part just now. */
  #shows(mode: number): boolean {
    const owner = this.isOwner;
    switch (mode) {
      case 50:
        return true;
      case 40:
        return owner;
      case 30:
        return this.hover;
      case 20:
        return owner && this.hover;
      case 10:
        return this.#controlled;
      default:
        return false;
    }
  }

  #nameplate(): HTMLElement {
    const plate = globalThis.document.createElement("span");
    plate.className = "nameplate";
    plate.textContent = this.document.name;
    plate.hidden = !this.#shows(this.document.displayName);
    return plate;
  }

  #bars(): HTMLElement {
    const bars = globalThis.document.createElement("span");
    bars.className = "token-bars";
    bars.hidden = !this.#shows(this.document.displayBars);
    if (bars.hidden) return bars;
    for (const name of ["bar1", "bar2"] as const) {
      const attribute = this.document.getBarAttribute(name);
      if (!attribute || attribute.type !== "bar" || !attribute.max) continue;
      const bar = globalThis.document.createElement("span");
      bar.className = `token-bar ${name}`;
      bar.style.setProperty("--part", String(Math.max(0, Math.min(1, attribute.value / attribute.max))));
      bar.title = `${attribute.attribute}: ${attribute.value} / ${attribute.max}`;
      bars.append(bar);
    }
    return bars;
  }

  #effects(): HTMLElement {
    const effects = globalThis.document.createElement("span");
    effects.className = "token-effects";
    const temporary = this.actor ? (Reflect.get(this.actor, "temporaryEffects") as Iterable<EffectLike> | undefined) : undefined;
    const shown = temporary ? [...temporary] : [...(this.actor?.effects.contents ?? [])].map((effect) => effect as unknown as EffectLike).filter((effect) => !effect.disabled && (effect.isTemporary || (effect.statuses?.size ?? 0) > 0));
    for (const effect of shown) {
      const icon = globalThis.document.createElement("img");
      icon.src = effect.img ?? "icons/svg/aura.svg";
      icon.alt = effect.name;
      icon.title = effect.name;
      icon.draggable = false;
      icon.dataset.statuses = [...(effect.statuses ?? [])].join(" ");
      if (effect.flags?.core?.overlay) icon.className = "overlay";
      effects.append(icon);
    }
    return effects;
  }

  #elevation(): HTMLElement[] {
    const { elevation } = this.document;
    if (!elevation) return [];
    const text = globalThis.document.createElement("span");
    text.className = "token-elevation";
    text.textContent = `${elevation > 0 ? "+" : ""}${elevation} ${this.layer?.grid.units ?? ""}`;
    return [text];
  }

  destroy(): void {
    this.release();
    this.#ruler?.destroy();
    this.targeted.clear();
    this.element.remove();
    Reflect.set(this.document, "_object", null);
  }
}

/** Is a point inside of an outline without dents, both around the same middle? */
function insideOf(outline: readonly Point[], point: Point): boolean {
  return outline.every((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0;
  });
}
