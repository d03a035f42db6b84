/** A point of the scene in view, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A circle on the scene in view that shows how far an area reaches. It lies over the canvas as an element of the page, so
 * that it needs no layer of its own, and stays where it belongs when the scene is moved or zoomed.
 */
export class AreaRing {
  readonly element: HTMLElement;
  readonly #radius: number;
  readonly #hook: number;
  #point: Point;

  /** @param radius pixels of the scene */
  constructor(point: Point, radius: number) {
    this.#point = point;
    this.#radius = radius;
    this.element = document.createElement("div");
    this.element.className = "fatewalker fw-area-ring";
    this.element.setAttribute("aria-hidden", "true");
    document.body.append(this.element);
    this.#hook = Hooks.on("canvasPan", () => this.#place());
    this.#place();
  }

  moveTo(point: Point): void {
    this.#point = point;
    this.#place();
  }

  remove(): void {
    Hooks.off("canvasPan", this.#hook);
    this.element.remove();
  }

  #place(): void {
    if (!canvas?.ready) return;
    const middle = canvas.clientCoordinatesFromCanvas(this.#point as never);
    const edge = canvas.clientCoordinatesFromCanvas({ x: this.#point.x + this.#radius, y: this.#point.y } as never);
    const radius = Math.abs(edge.x - middle.x);
    Object.assign(this.element.style, { left: `${middle.x - radius}px`, top: `${middle.y - radius}px`, width: `${radius * 2}px`, height: `${radius * 2}px` });
  }
}
