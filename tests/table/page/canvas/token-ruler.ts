import { host, type HostTokenDocument } from "../host";
import { elementOf, type PlainObject } from "../plain";
import type { BaseGrid, MeasuredWaypoint, Offset, Point } from "../../core/grid";
import type { Token } from "./token";

/** A place of a way; what is left out stays as it is with the token. */
export interface RulerPoint extends Point {
  elevation: number;
}

/** https://foundryvtt.com/api/interfaces/foundry.types._TokenRulerWaypoint.html */
export interface TokenRulerWaypoint extends RulerPoint {
  width: number;
  height: number;
  action: string;
  actionConfig: PlainObject;
  explicit: boolean;
  checkpoint: boolean;
  intermediate: boolean;
  snapped: boolean;
  userId: string | null;
  center: Point;
  size: { width: number; height: number };
  hidden: boolean;
  unreachable: boolean;
  index: number;
  measurement: MeasuredWaypoint;
  movementId: string | null;
  subpathId: string | null;
  previous: TokenRulerWaypoint | null;
  next: TokenRulerWaypoint | null;
  ray: { A: Point; B: Point; distance: number } | null;
  stage: "passed" | "pending" | "planned";
}

export interface RulerState {
  passedWaypoints: readonly RulerPoint[];
  pendingWaypoints: readonly RulerPoint[];
  /** By the id of the user who plans. */
  plannedMovement: { [userId: string]: { foundPath: readonly RulerPoint[]; unreachableWaypoints?: readonly RulerPoint[]; hidden?: boolean } };
}

interface LabelState {
  hasElevation?: boolean;
  previousElevation?: number;
}

/** https://foundryvtt.com/api/v14/classes/foundry.canvas.placeables.tokens.BaseTokenRuler.html */
export abstract class BaseTokenRuler {
  readonly token: Token;
  #visible = true;

  constructor(token: Token) {
    this.token = token;
  }

  get visible(): boolean {
    return this.#visible;
  }
  set visible(value: boolean) {
    if (value === this.#visible) return;
    this.#visible = value;
    this._onVisibleChange();
  }

  async draw(): Promise<void> { /* for subclasses */ }
  abstract clear(): void;
  abstract refresh(state: RulerState): void;
  abstract destroy(): void;
  protected _onVisibleChange(): void { /* for subclasses */ }
}

const SVG = "http://www.w3.org/2000/svg";

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function cssColour(colour: unknown): string {
  return typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : String(colour);
}

/** At most two decimals, and no zeros after them. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/**
 * The way of a token that is dragged: its segments, the spaces it leads through, and a label at each waypoint.
 * https://foundryvtt.com/api/v14/classes/foundry.canvas.placeables.tokens.TokenRuler.html
 */
export class TokenRuler extends BaseTokenRuler {
  static WAYPOINT_LABEL_TEMPLATE = "templates/hud/waypoint-label.hbs";

  #paths: SVGElement | null = null;
  #labels: HTMLElement | null = null;
  #drawing = 0;

  override async draw(): Promise<void> {
    this.#ensure();
    return Promise.resolve();
  }

  #ensure(): { paths: SVGElement; labels: HTMLElement } | null {
    const world = this.token.layer?.element.parentElement;
    if (!world) return null;
    this.#paths ??= shape("svg", { class: "token-ruler", "aria-hidden": "true" });
    this.#labels ??= elementOf('<div class="token-ruler-labels" role="status"></div>');
    if (!this.#paths.isConnected) world.append(this.#paths, this.#labels);
    return { paths: this.#paths, labels: this.#labels };
  }

  override clear(): void {
    this.#drawing += 1;
    this.#paths?.replaceChildren();
    this.#labels?.replaceChildren();
  }

  override destroy(): void {
    this.clear();
    this.#paths?.remove();
    this.#labels?.remove();
  }

  protected override _onVisibleChange(): void {
    for (const element of [this.#paths, this.#labels]) if (element) element.style.display = this.visible ? "" : "none";
  }

  override refresh(state: RulerState): void {
    this.clear();
    const drawn = this.#ensure();
    if (!drawn) return;
    for (const waypoints of this.#ways(state)) {
      for (const waypoint of waypoints) this.#drawSpaces(drawn.paths, waypoint);
      for (const waypoint of waypoints) this.#drawSegment(drawn.paths, waypoint);
      for (const waypoint of waypoints) this.#drawWaypoint(drawn.paths, waypoint);
      void this.#drawLabels(drawn.labels, waypoints, this.#drawing);
    }
  }

  /** One way for each user who plans: what was gone, what is being gone, what is planned. */
  #ways({ passedWaypoints, pendingWaypoints, plannedMovement }: RulerState): TokenRulerWaypoint[][] {
    const gone = [...passedWaypoints.map((point) => ({ point, stage: "passed" as const })), ...pendingWaypoints.map((point) => ({ point, stage: "pending" as const }))];
    const planned = Object.entries(plannedMovement);
    if (planned.length === 0) return gone.length > 0 ? [this.#chain(gone, null, false)] : [];
    return planned.map(([userId, { foundPath, hidden = false }]) => {
      const [first, ...rest] = foundPath;
      const last = gone.at(-1)?.point;
      // The way that is planned begins where the token stands, which is where the way so far ends.
      const isGoneOn = first && last && first.x === last.x && first.y === last.y && first.elevation === last.elevation;
      const path = first === undefined || isGoneOn ? rest : foundPath;
      return this.#chain([...gone, ...path.map((point) => ({ point, stage: "planned" as const }))], userId, hidden);
    });
  }

  #chain(points: { point: RulerPoint; stage: TokenRulerWaypoint["stage"] }[], userId: string | null, hidden: boolean): TokenRulerWaypoint[] {
    const { document } = this.token;
    const { width, height } = document;
    const size = document.getSize();
    const action = "walk";
    const actions = (host.config.Token as { movement?: { actions?: Record<string, PlainObject> } }).movement?.actions ?? {};
    const { waypoints: measured } = document.measureMovementPath(points.map(({ point }) => ({ ...point })));
    const chain: TokenRulerWaypoint[] = [];
    for (const [index, { point, stage }] of points.entries()) {
      const measurement = measured[index];
      if (!measurement) continue;
      const previous = chain.at(-1) ?? null;
      const { x, y } = document.getCenterPoint({ ...point });
      const center = { x, y };
      const waypoint: TokenRulerWaypoint = {
        ...point, width, height, action, actionConfig: actions[action] ?? {}, explicit: true, checkpoint: true, intermediate: false, snapped: true, userId: userId ?? host.game.userId, center, size, hidden, unreachable: false, index, measurement,
        movementId: null, subpathId: null, previous, next: null, stage, ray: previous && { A: previous.center, B: center, distance: Math.hypot(center.x - previous.center.x, center.y - previous.center.y) },
      };
      if (previous) previous.next = waypoint;
      chain.push(waypoint);
    }
    return chain;
  }

  #drawSpaces(paths: SVGElement, waypoint: TokenRulerWaypoint): void {
    const grid: BaseGrid | undefined = this.token.layer?.grid;
    if (!grid || grid.isGridless || !waypoint.previous) return;
    for (const offset of grid.getDirectPath([waypoint.previous.center, waypoint.center])) {
      const { color, alpha = 0.2 } = this._getGridHighlightStyle(waypoint, offset);
      if (alpha <= 0) continue;
      const points = grid.getVertices(offset).map(({ x, y }) => `${x},${y}`).join(" ");
      paths.append(shape("polygon", { points, fill: cssColour(color ?? this.#colour(waypoint)), "fill-opacity": alpha }));
    }
  }

  #drawSegment(paths: SVGElement, waypoint: TokenRulerWaypoint): void {
    const { ray } = waypoint;
    if (!ray) return;
    const { width, color, alpha = 1 } = this._getSegmentStyle(waypoint);
    if (width <= 0) return;
    const ends = { x1: ray.A.x, y1: ray.A.y, x2: ray.B.x, y2: ray.B.y, "stroke-linecap": "round", "stroke-opacity": alpha };
    paths.append(shape("line", { ...ends, stroke: "#000", "stroke-width": width + 4 }), shape("line", { ...ends, class: "segment", stroke: cssColour(color ?? this.#colour(waypoint)), "stroke-width": width }));
  }

  #drawWaypoint(paths: SVGElement, waypoint: TokenRulerWaypoint): void {
    const { radius, color, alpha = 1 } = this._getWaypointStyle(waypoint);
    if (radius <= 0) return;
    paths.append(shape("circle", { cx: waypoint.center.x, cy: waypoint.center.y, r: radius, fill: cssColour(color ?? this.#colour(waypoint)), stroke: "#000", "stroke-width": 2, "fill-opacity": alpha }));
  }

  async #drawLabels(labels: HTMLElement, waypoints: TokenRulerWaypoint[], drawing: number): Promise<void> {
    const state: LabelState = {};
    const contexts = waypoints.map((waypoint) => this._getWaypointLabelContext(waypoint, state)).filter((context) => context !== null && context !== undefined);
    const { WAYPOINT_LABEL_TEMPLATE: template } = this.constructor as typeof TokenRuler;
    const rendered = await Promise.all(contexts.map((context) => host.renderTemplate(template, context)));
    if (drawing !== this.#drawing) return;
    labels.append(...rendered.map((markup) => elementOf(markup)));
  }

  #colour(waypoint: TokenRulerWaypoint): string {
    const user = host.game.users.get(waypoint.userId ?? "") ?? host.game.user;
    return typeof user.color === "string" ? user.color : (user.color?.css ?? "#ffffff");
  }

  /** What the label of a waypoint says; nothing at the start, and at what is behind the token. */
  protected _getWaypointLabelContext(waypoint: TokenRulerWaypoint, state: LabelState): PlainObject | null | undefined {
    const before = state.previousElevation ?? this.token.document.elevation;
    state.previousElevation = waypoint.elevation;
    if (waypoint.elevation !== before) state.hasElevation = true;
    if (!waypoint.explicit || !waypoint.previous || waypoint.stage === "passed") return null;
    const { distance, cost, backward } = waypoint.measurement;
    const delta = waypoint.elevation - before;
    return {
      action: waypoint.actionConfig, cssClass: [waypoint.next ? "" : "last", waypoint.hidden ? "secret" : ""].join(" ").trim(), secret: waypoint.hidden,
      units: this.token.layer?.grid.units ?? "", uiScale: 1, position: { x: waypoint.center.x, y: waypoint.center.y },
      distance: { total: short(distance), delta: waypoint.previous.previous && backward ? short(backward.distance) : undefined }, cost: { total: short(cost), units: this.token.layer?.grid.units ?? "" },
      displayElevation: state.hasElevation === true, elevation: { total: waypoint.elevation, icon: "fa-solid fa-arrow-up", hidden: !state.hasElevation, delta: delta > 0 ? `+${short(delta)}` : short(delta) },
    };
  }

  protected _getSegmentStyle(waypoint: TokenRulerWaypoint): { width: number; color?: unknown; alpha?: number } {
    return { width: 6, color: this.#colour(waypoint), alpha: waypoint.stage === "passed" ? 0.5 : 1 };
  }

  protected _getWaypointStyle(waypoint: TokenRulerWaypoint): { radius: number; color?: unknown; alpha?: number } {
    return { radius: waypoint.stage === "passed" ? 5 : 8, color: this.#colour(waypoint), alpha: 1 };
  }

  protected _getGridHighlightStyle(waypoint: TokenRulerWaypoint, _offset: Offset): { color?: unknown; alpha?: number } {
    return { color: this.#colour(waypoint), alpha: waypoint.stage === "passed" ? 0.1 : 0.25 };
  }
}

/** The ruler of a token, of the class that is configured; null when there is none. */
export function rulerOf(token: Token): BaseTokenRuler | null {
  const configured = (host.config.Token as { rulerClass?: unknown }).rulerClass;
  return typeof configured === "function" ? new (configured as new (token: Token) => BaseTokenRuler)(token) : null;
}

/** Where a token stands, as a point of a way. */
export function placeOf({ x, y, elevation }: HostTokenDocument): RulerPoint {
  return { x, y, elevation };
}
