import type { ApplicationPosition } from "../api/types";
import { clamp } from "../plain";

interface Movable {
  position: ApplicationPosition;
  minimized: boolean;
  setPosition(position?: Partial<ApplicationPosition>): unknown;
}

/** Moves a window by its header and resizes it by its corner, with pointer capture so that nothing is lost outside. */
export function makeDraggable(app: Movable, element: HTMLElement, header: HTMLElement, handle: HTMLElement | null, signal?: AbortSignal): void {
  track(header, signal, (event) => {
    if (event.target instanceof Element && event.target.closest("button, a, input, select")) return null;
    const start = { ...app.position };
    return (dx, dy) => {
      const left = (Number.isFinite(start.left) ? start.left : element.offsetLeft) + dx;
      const top = (Number.isFinite(start.top) ? start.top : element.offsetTop) + dy;
      app.setPosition({ left, top });
    };
  });
  if (!handle) return;
  track(handle, signal, () => {
    const width = element.offsetWidth;
    const height = element.offsetHeight;
    return (dx, dy) => {
      if (app.minimized) return;
      const box = element.getBoundingClientRect();
      app.setPosition({
        width: clamp(width + dx, 200, window.innerWidth - box.left),
        height: clamp(height + dy, 80, window.innerHeight - box.top),
      });
    };
  });
}

type Move = (dx: number, dy: number) => void;

function track(grip: HTMLElement, signal: AbortSignal | undefined, begin: (event: PointerEvent) => Move | null): void {
  grip.addEventListener(
    "pointerdown",
    (down) => {
      if (down.button !== 0) return;
      const move = begin(down);
      if (!move) return;
      down.preventDefault();
      grip.setPointerCapture(down.pointerId);
      const onMove = (event: PointerEvent): void => move(event.clientX - down.clientX, event.clientY - down.clientY);
      const stop = (): void => {
        grip.removeEventListener("pointermove", onMove);
        grip.removeEventListener("pointerup", stop);
        grip.removeEventListener("pointercancel", stop);
      };
      grip.addEventListener("pointermove", onMove);
      grip.addEventListener("pointerup", stop);
      grip.addEventListener("pointercancel", stop);
    },
    { signal },
  );
}

/** `foundry.applications.ux.Draggable`: the documented constructor over the same behaviour. */
export class Draggable {
  readonly app: Movable;
  readonly element: HTMLElement;
  readonly handle: HTMLElement;
  readonly resizable: boolean;

  constructor(app: Movable, element: HTMLElement, handle: HTMLElement | false = element, resizable: boolean | object = false) {
    this.app = app;
    this.element = element;
    this.handle = handle || element;
    this.resizable = Boolean(resizable);
    const corner = this.resizable ? document.createElement("div") : null;
    if (corner) {
      corner.className = "window-resize-handle";
      element.append(corner);
    }
    makeDraggable(app, element, this.handle, corner);
  }
}
