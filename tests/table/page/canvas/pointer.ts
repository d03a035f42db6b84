import { host } from "../host";
import type { Canvas } from "./canvas";
import { DIRECTIONS } from "../../core/grid";
import type { Token } from "./token";
import { TokenDrag } from "./token-drag";

/** True while a key belongs to a text field and not to the canvas. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable=true], prose-mirror") !== null;
}

function tokenOf(canvas: Canvas, target: EventTarget | null): Token | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(".token[data-token-id]") : null;
  return (element?.dataset.tokenId ? canvas.tokens.get(element.dataset.tokenId) : undefined) ?? null;
}

function activeTool(): string {
  const tool: unknown = Reflect.get(host.game, "activeTool");
  return typeof tool === "string" ? tool : "select";
}

/** Mouse, wheel and keyboard of the canvas. */
export function bindPointer(canvas: Canvas): void {
  const { board } = canvas;
  board.addEventListener("pointermove", (event) => {
    canvas.mousePosition = canvas.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY });
    const over = tokenOf(canvas, event.target);
    if (canvas.tokens.hover !== over) {
      canvas.tokens.hover?.setHover(false);
      over?.setHover(true);
    }
  });
  board.addEventListener("pointerleave", () => canvas.tokens.hover?.setHover(false));
  board.addEventListener("focusin", (event) => {
    const token = tokenOf(canvas, event.target);
    if (!token || canvas.tokens.hover === token) return;
    canvas.tokens.hover?.setHover(false);
    token.setHover(true);
  });
  board.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return beginPan(canvas, event);
    if (event.button !== 0) return;
    const token = tokenOf(canvas, event.target);
    if (token) beginToken(canvas, token, event);
    else beginSelection(canvas, event);
  });
  board.addEventListener("dblclick", (event) => void openSheet(tokenOf(canvas, event.target)));
  board.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (panned) return;
    openHud(canvas, tokenOf(canvas, event.target));
  });
  board.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const before = canvas.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY });
      const { x, y, scale } = canvas.view;
      const next = Math.min(3, Math.max(0.2, scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
      const kept = 1 - scale / next;
      canvas.pan({ x: x + (before.x - x) * kept, y: y + (before.y - y) * kept, scale: next });
    },
    { passive: false },
  );
  document.addEventListener("keydown", (event) => onKey(canvas, event));
}

let panned = false;

function beginPan(canvas: Canvas, down: PointerEvent): void {
  panned = false;
  const start = canvas.view;
  const move = (event: PointerEvent): void => {
    const dx = event.clientX - down.clientX;
    const dy = event.clientY - down.clientY;
    if (!panned && Math.hypot(dx, dy) < 6) return;
    panned = true;
    canvas.pan({ x: start.x - dx / start.scale, y: start.y - dy / start.scale });
  };
  follow(canvas.board, move, () => setTimeout(() => (panned = false)));
}

function follow(board: HTMLElement, move: (event: PointerEvent) => void, end: (event: PointerEvent) => void): void {
  const stop = (event: PointerEvent): void => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", stop);
    window.removeEventListener("pointercancel", stop);
    end(event);
  };
  void board;
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
  window.addEventListener("pointercancel", stop);
}

function beginToken(canvas: Canvas, token: Token, down: PointerEvent): void {
  if (activeTool() === "target") {
    token.setTarget(!token.isTargeted, { releaseOthers: !down.shiftKey });
    return;
  }
  if (!token.can(host.game.user, "control")) return;
  if (down.shiftKey && token.controlled) token.release();
  else if (!token.controlled) token.control({ releaseOthers: !down.shiftKey });
  const dragged = canvas.tokens.controlled.filter((other) => other.can(host.game.user, "drag"));
  if (host.game.paused && !host.game.user.isGM) return;
  new TokenDrag(canvas, dragged, down);
}

function beginSelection(canvas: Canvas, down: PointerEvent): void {
  canvas.board.focus({ preventScroll: true });
  void canvas.hud.token?.close();
  const from = canvas.canvasCoordinatesFromClient({ x: down.clientX, y: down.clientY });
  const box = document.createElement("div");
  box.className = "canvas-selection";
  let drawn = false;
  const rectangle = (event: PointerEvent): { x: number; y: number; width: number; height: number } => {
    const to = canvas.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY });
    return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
  };
  follow(
    canvas.board,
    (event) => {
      if (!drawn && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
      if (!drawn) canvas.world.append(box);
      drawn = true;
      const { x, y, width, height } = rectangle(event);
      Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    },
    (event) => {
      box.remove();
      if (!drawn) {
        if (!down.shiftKey && activeTool() !== "target") canvas.tokens.releaseAll();
        canvas.emitStage("pointerup", event);
        return;
      }
      const area = rectangle(event);
      if (activeTool() === "target") {
        const ids = [...canvas.tokens.quadtree.getObjects(area)].filter((token) => token.isVisible).map((token) => token.id);
        canvas.tokens.setTargets(ids, { mode: down.shiftKey ? "acquire" : "replace" });
      } else canvas.tokens.selectObjects(area, { releaseOthers: !down.shiftKey });
    },
  );
}

/** @returns the sheet, once it is drawn; null where there is none to be seen */
async function openSheet(token: Token | null): Promise<{ readonly element: HTMLElement | null } | null> {
  if (!token?.actor || activeTool() === "target" || !token.can(host.game.user, "view")) return null;
  const { sheet } = token.actor as { sheet?: { readonly element: HTMLElement | null; render(options: object): Promise<unknown> } | null };
  await sheet?.render({ force: true });
  return sheet ?? null;
}

/** Whoever opens a sheet with the keyboard goes on in it. */
async function enterSheet(token: Token): Promise<void> {
  const sheet = await openSheet(token);
  sheet?.element?.querySelector<HTMLElement>(".window-content :is(a[href], button, input, select, textarea, [tabindex]):not([disabled], [tabindex='-1'])")?.focus();
}

function openHud(canvas: Canvas, token: Token | null): void {
  const { hud } = canvas;
  if (!token) {
    void hud.token?.close();
    return;
  }
  if (!token.can(host.game.user, "HUD")) return;
  if (hud.token?.object === token) void hud.token.close();
  else {
    // Several that are controlled stay so: what the menu does, it does to all of them.
    if (!token.controlled) token.control();
    void hud.token?.bind(token);
  }
}

const STEPS: Record<string, number> = { ArrowLeft: DIRECTIONS.LEFT, ArrowRight: DIRECTIONS.RIGHT, ArrowUp: DIRECTIONS.UP, ArrowDown: DIRECTIONS.DOWN };

function onKey(canvas: Canvas, event: KeyboardEvent): void {
  if (!canvas.ready || isTyping(event.target) || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (document.querySelector("dialog:modal")) return;
  const onBoard = event.target === document.body || (event.target instanceof Element && event.target.closest("#board") !== null);
  const focused = tokenOf(canvas, event.target);
  if (event.key.toLowerCase() === "t" && !event.altKey) {
    const { hover } = canvas.tokens;
    if (hover?.isVisible) hover.setTarget(!hover.isTargeted, { releaseOthers: !event.shiftKey });
    return;
  }
  if (!onBoard) return;
  const step = STEPS[event.key];
  if (step !== undefined) {
    if (host.game.paused && !host.game.user.isGM) return;
    event.preventDefault();
    const movers = canvas.tokens.controlled.filter((token) => token.can(host.game.user, "drag"));
    void canvas.tokens.moveMany(movers.map((token) => ({ token, path: [token.shifted(step)] })), "keyboard");
  } else if (event.key === "Enter" && focused) void enterSheet(focused);
  else if (event.key === " " && focused) {
    event.preventDefault();
    if (focused.controlled) focused.release();
    else focused.control({ releaseOthers: !event.shiftKey });
  } else if ((event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) && focused) {
    event.preventDefault();
    openHud(canvas, focused);
  } else if (event.key === "Delete" && host.game.user.isGM && canvas.scene) {
    const ids = canvas.tokens.controlled.map((token) => token.id);
    if (ids.length > 0) void canvas.scene.deleteEmbeddedDocuments("Token", ids);
  }
}
