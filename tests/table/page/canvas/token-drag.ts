import { host } from "../host";
import { elementOf } from "../plain";
import type { Canvas } from "./canvas";
import type { Token } from "./token";
import { placeOf, type RulerPoint } from "./token-ruler";

/** Pixels of the screen that the pointer goes before a press is a drag. */
const SLACK = 5;

const HELP = "<kbd>=</kbd> waypoint · <kbd>-</kbd> take it back · <kbd>[</kbd> <kbd>]</kbd> lower, higher · <kbd>Shift</kbd> off the grid · <kbd>Esc</kbd> cancel";

/** One token that is being dragged, with the waypoints that were set on its way. */
interface Dragged {
  token: Token;
  start: RulerPoint;
  waypoints: RulerPoint[];
  destination: RulerPoint;
}

/**
 * Tokens under the pointer, with their rulers: https://foundryvtt.com/article/measurement (Token Drag Measurement). They
 * move when the button is let go, through the waypoints that were set.
 */
export class TokenDrag {
  readonly #canvas: Canvas;
  readonly #dragged: Dragged[];
  readonly #down: { x: number; y: number };
  #elevation = 0;
  #moved = false;
  /** What the others were told last. */
  #shared = "null";
  #last: PointerEvent | null = null;
  #help: HTMLElement | null = null;

  constructor(canvas: Canvas, tokens: readonly Token[], down: PointerEvent) {
    this.#canvas = canvas;
    this.#down = { x: down.clientX, y: down.clientY };
    this.#dragged = tokens.map((token) => ({ token, start: placeOf(token.document), waypoints: [], destination: placeOf(token.document) }));
    const onMove = (event: PointerEvent): void => this.#follow(event);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") finish(false);
      else this.#onKey(event);
      if (this.#moved) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    };
    const onUp = (event: PointerEvent): void => {
      if (event.button === 0) finish(event.type === "pointerup");
    };
    const finish = (goes: boolean): void => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
      window.removeEventListener("keydown", onKey, { capture: true });
      this.#end(goes);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onUp);
    window.addEventListener("keydown", onKey, { capture: true });
  }

  #follow(event: PointerEvent): void {
    if (!this.#moved && Math.hypot(event.clientX - this.#down.x, event.clientY - this.#down.y) < SLACK) return;
    if (!this.#moved) this.#help = this.#canvas.board.appendChild(elementOf(`<p class="drag-help">${HELP}</p>`));
    this.#moved = true;
    this.#last = event;
    const { scale } = this.#canvas.view;
    const [dx, dy] = [(event.clientX - this.#down.x) / scale, (event.clientY - this.#down.y) / scale];
    for (const dragged of this.#dragged) {
      const { token, start } = dragged;
      const free = { x: Math.round(start.x + dx), y: Math.round(start.y + dy), elevation: start.elevation + this.#elevation };
      dragged.destination = event.shiftKey ? free : token.document.getSnappedPosition({ ...free });
      token.element.classList.add("dragging");
      Object.assign(token.element.style, { left: `${dragged.destination.x}px`, top: `${dragged.destination.y}px` });
      token.plan(host.game.user, wayOf(dragged));
    }
    this.#share(event.altKey);
  }

  /** Lets the others see the ways, but for who may not show rulers or measures in secret: https://github.com/foundryvtt/foundryvtt/issues/11882 */
  #share(isSecret: boolean): void {
    const { user } = host.game;
    const plannedMovements = !isSecret && user.hasPermission("SHOW_RULER") ? Object.fromEntries(this.#dragged.map((dragged) => [dragged.token.id, wayOf(dragged)])) : null;
    const shared = JSON.stringify(plannedMovements);
    if (shared === this.#shared) return;
    user.broadcastActivity({ plannedMovements });
    this.#shared = shared;
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#moved || !this.#last) return;
    if (event.key === "=" || event.key === "+") {
      for (const { waypoints, destination, start } of this.#dragged) if (!isSame(waypoints.at(-1) ?? start, destination)) waypoints.push({ ...destination });
    } else if (event.key === "-") for (const { waypoints } of this.#dragged) waypoints.pop();
    else if (event.key === "[") this.#elevation -= this.#canvas.grid.distance;
    else if (event.key === "]") this.#elevation += this.#canvas.grid.distance;
    else return;
    this.#follow(this.#last);
  }

  #end(goes: boolean): void {
    this.#help?.remove();
    this.#share(true);
    for (const { token } of this.#dragged) {
      token.plan(host.game.user, null);
      token.element.classList.remove("dragging");
      token.refresh();
    }
    if (!goes || !this.#moved) return;
    const moves = this.#dragged.map(({ token, waypoints, destination }) => ({ token, path: [...waypoints, destination] }));
    this.#canvas.tokens.moveMany(moves, "dragging").catch((error: unknown) => host.notify("error", error instanceof Error ? error.message : String(error)));
  }
}

function wayOf({ start, waypoints, destination }: Dragged): RulerPoint[] {
  return [start, ...waypoints, destination];
}

function isSame(one: RulerPoint, other: RulerPoint): boolean {
  return one.x === other.x && one.y === other.y && one.elevation === other.elevation;
}
