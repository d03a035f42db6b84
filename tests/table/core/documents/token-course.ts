import type { TokenDocument, TokenPlace } from "./token-document";
import { Hooks } from "../hooks";
import { host } from "../host";
import { randomID } from "../utils/text";
import type { Data } from "../types";
import { isObject } from "../types";

/**
 * The way that a token goes: its movement, how it is paused, resumed or stopped, and what is noted of it.
 * https://foundryvtt.com/api/v14/classes/foundry.documents.TokenDocument.html, https://github.com/foundryvtt/foundryvtt/issues/12240
 */

type Resumed = (resumed: boolean) => void;

/** A point that a token is told to go through. https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.TokenMeasuredMovementWaypoint.html */
export interface Waypoint extends TokenPlace {
  /** There is an update for each of these, and the token can be paused or stopped there. */
  checkpoint: boolean;
  explicit: boolean;
  snapped?: boolean;
  action?: string;
}

export class TokenCourse {
  readonly #token: TokenDocument;
  /** Where it went while a fight is on, the start included. */
  history: TokenPlace[] = [];
  /** Of the last update of its place that this client heard of. */
  #movement: Data | null = null;
  /** Who holds the token up, by key. */
  readonly #handles = new Map<string | symbol, Resumed>();
  #wake: (() => void) | null = null;

  constructor(token: TokenDocument) {
    this.#token = token;
  }

  get movement(): Data | null {
    return this.#movement;
  }

  get isMine(): boolean {
    return this.#movement?.["user"] === host().game["user"];
  }

  /** Takes over what an update says of its movement, before anybody is told of the update. */
  adopt(told: Data, updateOptions: Data, user: unknown): void {
    const { waypoints: passed } = told["passed"] as { waypoints: Data[] };
    const { waypoints: pending } = told["pending"] as { waypoints: Data[] };
    this.#movement = { ...told, user, updateOptions, state: pending.length > 0 ? "pending" : "completed" };
    if (!this.#token.isMovementRecorded) return;
    const between = passed.slice(0, -1).map(({ x, y, elevation }) => ({ x, y, elevation }) as TokenPlace);
    this.history.splice(this.history.length - 1, 0, ...between);
    this.#token._onMovementRecorded();
  }

  /** Notes where the token was before an update and is after it. */
  record(before: TokenPlace): void {
    const { x, y, elevation, isMovementRecorded } = this.#token;
    if (before.x === x && before.y === y && before.elevation === elevation) return;
    if (!isMovementRecorded) {
      this.history = [];
      return;
    }
    if (this.history.length === 0) this.history.push(before);
    this.history.push({ x, y, elevation });
  }

  clear(): void {
    if (this.history.length === 0) return;
    this.history = [];
    this.#token._onMovementRecorded();
  }

  #setState(state: string): void {
    if (this.#movement) this.#movement = { ...this.#movement, state };
  }

  #isUnderWay(): boolean {
    return this.isMine && ["pending", "paused"].includes(String(this.#movement?.["state"]));
  }

  stop(): boolean {
    if (!this.#isUnderWay()) return false;
    this.#setState("stopped");
    for (const resumed of this.#handles.values()) resumed(false);
    this.#handles.clear();
    this.#wake?.();
    this.#token._onMovementStopped();
    return true;
  }

  /** Holds the token up at the checkpoint where it stands. */
  pause(key: string | symbol): Promise<boolean> | null {
    if (!this.#isUnderWay()) return null;
    const wasPaused = this.#handles.size > 0;
    this.#setState("paused");
    const resumed = new Promise<boolean>((resolve) => this.#handles.set(key, resolve));
    if (!wasPaused) this.#token._onMovementPaused();
    return resumed;
  }

  /** Takes back one hold; the token goes on when there is no other. */
  resume(movementId: string, key: string | symbol): void {
    const resumed = this.#handles.get(key);
    if (!resumed || this.#movement?.["id"] !== movementId) return;
    this.#handles.delete(key);
    resumed(true);
    if (this.#handles.size > 0) return;
    this.#setState("pending");
    this.#wake?.();
  }

  /** @returns whether the token was not stopped, once nobody holds it up any more */
  async #mayGoOn(): Promise<boolean> {
    if (this.#handles.size > 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = null;
    return this.#movement?.["state"] !== "stopped";
  }

  /** Goes through points, with one update for each checkpoint. @returns whether the token came to the last of them */
  async go(waypoints: readonly Data[], { method, autoRotate, showRuler, ...options }: Data): Promise<boolean> {
    const stretches = stretchesOf(this.#token, waypoints);
    const chain: string[] = [];
    for (const [index, stretch] of stretches.entries()) {
      const place = stretch.at(-1);
      if (!place) continue;
      const id = randomID();
      const movement = { [this.#token.id ?? ""]: { id, chain: [...chain], method, autoRotate, showRuler, waypoints: stretch, pending: stretches.slice(index + 1).flat() } };
      const { x, y, elevation } = place;
      if ((await this.#token.update({ x, y, elevation }, { ...options, movement })) === undefined) return false;
      chain.push(id);
      if (!(await this.#mayGoOn())) return false;
    }
    return true;
  }
}

/** Points made whole, each from the one before it, in stretches that end at checkpoints; the last point is one. */
function stretchesOf(token: TokenDocument, waypoints: readonly Data[]): Waypoint[][] {
  const stretches: Waypoint[][] = [];
  let stretch: Waypoint[] = [];
  let last: TokenPlace = { x: token.x, y: token.y, elevation: token.elevation };
  const points = waypoints.map((given) => {
    last = { x: Number(given["x"] ?? last.x), y: Number(given["y"] ?? last.y), elevation: Number(given["elevation"] ?? last.elevation) };
    return { ...last, checkpoint: given["checkpoint"] === true, explicit: given["explicit"] === true, ...(typeof given["action"] === "string" ? { action: given["action"] } : {}), ...(typeof given["snapped"] === "boolean" ? { snapped: given["snapped"] } : {}) };
  });
  let before: TokenPlace = { x: token.x, y: token.y, elevation: token.elevation };
  for (const [index, point] of points.entries()) {
    const isLast = index === points.length - 1;
    const isSame = point.x === before.x && point.y === before.y && point.elevation === before.elevation;
    before = point;
    if (!isSame) stretch.push({ ...point, checkpoint: point.checkpoint || isLast });
    if (stretch.length === 0 || !(point.checkpoint || isLast)) continue;
    stretches.push(stretch);
    stretch = [];
  }
  return stretches;
}

/** The movement of one token within what an update carries. */
export function movementIn(options: Data, token: TokenDocument): Data | null {
  const movements = options["_movement"];
  const told = isObject(movements) ? movements[token.id ?? ""] : null;
  return isObject(told) ? told : null;
}

/** What a hook may be called for when a token has done something on its way. */
export function tellOf(name: "pauseToken" | "recordToken" | "stopToken", token: TokenDocument): void {
  Hooks.callAll(name, token);
}
