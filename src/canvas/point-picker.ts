import { say } from "../helpers/text";
import { AreaRing, type Point } from "./area-ring";

const ARROWS: Readonly<Record<string, Point>> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

/**
 * Lets a person choose a point of the scene in view for the centre of an area: a click takes it, the arrow keys move the
 * circle by a space of the grid (with Shift by a fifth of one), Enter takes it, Escape and a right click give up.
 * @param radius  of the area, in pixels of the scene
 * @param start   where the circle is at first
 * @returns the point, or null when given up or without a scene
 */
export function pickPoint({ radius, start }: { readonly radius: number; readonly start: Point }): Promise<Point | null> {
  const scene = canvas?.scene ?? null;
  if (!canvas?.ready || scene === null) return Promise.resolve(null);
  const before = document.activeElement;
  const ring = new AreaRing(start, radius);
  const cover = coverPage();
  let point = start;
  const move = (to: Point): void => {
    point = to;
    ring.moveTo(to);
  };
  return new Promise((resolve) => {
    const finish = (answer: Point | null): void => {
      ring.remove();
      cover.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(answer);
    };
    cover.addEventListener("pointermove", ({ clientX, clientY }) => move(pointUnder(clientX, clientY)));
    cover.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      finish(event.button === 0 ? pointUnder(event.clientX, event.clientY) : null);
    });
    cover.addEventListener("contextmenu", (event) => event.preventDefault());
    cover.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      if (step === undefined && event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") finish(point);
      else if (event.key === "Escape") finish(null);
      else if (step !== undefined) {
        const pixels = scene.grid.size / (event.shiftKey ? 5 : 1);
        move({ x: point.x + step.x * pixels, y: point.y + step.y * pixels });
      }
    });
    cover.focus();
  });
}

function pointUnder(clientX: number, clientY: number): Point {
  const { x, y } = canvas?.canvasCoordinatesFromClient({ x: clientX, y: clientY } as never) ?? { x: 0, y: 0 };
  return { x: Math.round(x), y: Math.round(y) };
}

/** Takes all clicks and keys while the choice lasts, and says what they do. */
function coverPage(): HTMLElement {
  const cover = document.createElement("div");
  cover.className = "fatewalker fw-point-picker";
  cover.tabIndex = 0;
  cover.setAttribute("role", "application");
  const hint = document.createElement("p");
  hint.textContent = say("FATEWALKER.Area.PickHint");
  cover.setAttribute("aria-label", hint.textContent);
  cover.append(hint);
  document.body.append(cover);
  return cover;
}
