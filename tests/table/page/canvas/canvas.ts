import { host, type HostScene } from "../host";
import { clamp, type PlainObject } from "../plain";
import { TextEditor } from "../ux/text-editor";
import { SquareGrid, type BaseGrid, type Point } from "../../core/grid";
import { gridLines } from "./grid-lines";
import { bindPointer } from "./pointer";
import type { TokenHUD } from "./token-hud";
import { TokenLayer } from "./token-layer";

interface Dimensions {
  width: number;
  height: number;
  sceneX: number;
  sceneY: number;
  sceneWidth: number;
  sceneHeight: number;
  size: number;
  distance: number;
  distancePixels: number;
  ratio: number;
  rect: DOMRect;
  sceneRect: DOMRect;
}

/** A layer of which the thin canvas has nothing. */
const EMPTY_LAYER = { placeables: [], controlled: [], get: () => undefined, active: false };

/**
 * The canvas: a scene with its grid and its tokens, drawn with elements of the page.
 * https://foundryvtt.com/api/v14/classes/foundry.canvas.Canvas.html
 */
export class Canvas {
  readonly board: HTMLElement;
  readonly world: HTMLElement;
  readonly tokens = new TokenLayer();
  readonly hud: { token: TokenHUD | null } = { token: null };
  ready = false;
  scene: HostScene | null = null;
  grid: BaseGrid = new SquareGrid({ size: 100 });
  dimensions: Dimensions | null = null;
  mousePosition: Point = { x: 0, y: 0 };
  readonly #view = { x: 0, y: 0, scale: 1 };
  readonly #stageListeners = new Map<string, Set<(event: unknown) => unknown>>();

  constructor() {
    this.board = document.createElement("div");
    this.board.id = "board";
    this.board.tabIndex = 0;
    this.board.setAttribute("role", "application");
    this.board.setAttribute("aria-label", "Scene");
    this.world = document.createElement("div");
    this.world.className = "canvas-world";
    this.board.append(this.world);
    this.world.append(this.tokens.element);
    document.body.prepend(this.board);
    this.board.addEventListener("dragover", (event) => event.preventDefault());
    this.board.addEventListener("drop", (event) => void this.#onDrop(event));
    bindPointer(this);
    this.#listenToDocuments();
  }

  // ---------------------------------------------------------------- the documented members

  get id(): string | null {
    return this.scene?.id ?? null;
  }
  get loading(): boolean {
    return false;
  }
  get initialized(): boolean {
    return true;
  }
  get activeLayer(): TokenLayer {
    return this.tokens;
  }
  get app(): { view: HTMLElement; ticker: object; renderer: object } {
    return { view: this.board, ticker: { add: () => undefined, remove: () => undefined }, renderer: { events: {} } };
  }
  get layers(): TokenLayer[] {
    return [this.tokens];
  }
  get stage(): object {
    const { x, y, scale } = this.#view;
    return {
      pivot: { x, y },
      scale: { x: scale, y: scale },
      position: { x: this.board.clientWidth / 2, y: this.board.clientHeight / 2 },
      worldTransform: { a: scale, b: 0, c: 0, d: scale, tx: this.board.clientWidth / 2 - x * scale, ty: this.board.clientHeight / 2 - y * scale },
      children: [],
      on: (name: string, listener: (event: unknown) => unknown) => {
        const listeners = this.#stageListeners.get(name) ?? new Set();
        listeners.add(listener);
        this.#stageListeners.set(name, listeners);
      },
      off: (name: string, listener: (event: unknown) => unknown) => this.#stageListeners.get(name)?.delete(listener),
    };
  }
  get interface(): { createScrollingText(origin: Point, content: string, options?: PlainObject): Promise<null> } {
    return { createScrollingText: async (origin, content, options = {}) => this.#scrollText(origin, content, options) };
  }
  get perception(): object {
    return { update: () => undefined };
  }

  async draw(scene: HostScene | null = host.game.scenes.active ?? null): Promise<void> {
    // Who looks at another scene aims at nobody of the last one.
    if (this.scene && this.scene.id !== scene?.id) this.tokens.setTargets([]);
    this.tearDown();
    this.scene = scene;
    if (!scene) {
      this.board.classList.add("no-scene");
      return;
    }
    this.board.classList.remove("no-scene");
    this.grid = scene.grid;
    this.dimensions = this.#measure(scene);
    this.#drawBackground(scene);
    host.hooks.callAll("canvasInit", this.global);
    this.tokens.hud = this.hud.token;
    this.tokens.draw(scene);
    this.ready = true;
    this.#fit();
    Reflect.set(host.game.user, "viewedScene", scene.id);
    host.hooks.callAll("canvasReady", this.global);
    host.game.user.broadcastActivity({ sceneId: scene.id });
  }

  tearDown(): void {
    if (!this.scene) return;
    host.hooks.callAll("canvasTearDown", this.global);
    void this.hud.token?.close();
    this.tokens.tearDown();
    this.ready = false;
    this.scene = null;
  }

  canvasCoordinatesFromClient({ x, y }: Point): Point {
    const box = this.board.getBoundingClientRect();
    const { scale } = this.#view;
    return { x: (x - box.left - box.width / 2) / scale + this.#view.x, y: (y - box.top - box.height / 2) / scale + this.#view.y };
  }

  clientCoordinatesFromCanvas({ x, y }: Point): Point {
    const box = this.board.getBoundingClientRect();
    const { scale } = this.#view;
    return { x: (x - this.#view.x) * scale + box.left + box.width / 2, y: (y - this.#view.y) * scale + box.top + box.height / 2 };
  }

  pan({ x, y, scale }: { x?: number; y?: number; scale?: number } = {}): void {
    this.#view.x = x ?? this.#view.x;
    this.#view.y = y ?? this.#view.y;
    this.#view.scale = clamp(scale ?? this.#view.scale, 0.2, 3);
    this.#applyView();
    host.hooks.callAll("canvasPan", this.global, { ...this.#view });
  }

  async animatePan(view: { x?: number; y?: number; scale?: number; duration?: number } = {}): Promise<boolean> {
    this.pan(view);
    return true;
  }

  async recenter(): Promise<void> {
    this.#fit();
  }

  async ping(origin: Point): Promise<boolean> {
    await this.#scrollText(origin, "◎", {});
    return true;
  }

  getLayerByEmbeddedName(name: string): TokenLayer | null {
    return name === "Token" ? this.tokens : null;
  }

  /** The global `canvas`, which hooks hand out. */
  get global(): unknown {
    return Reflect.get(globalThis, "canvas");
  }

  get view(): { x: number; y: number; scale: number } {
    return { ...this.#view };
  }

  /** Puts the documented members on the table's `canvas` namespace. */
  install(target: Record<string, unknown>): void {
    const values = ["id", "ready", "scene", "grid", "dimensions", "tokens", "hud", "stage", "interface", "mousePosition", "activeLayer", "app", "layers", "perception", "loading", "initialized"] as const;
    for (const name of values) Object.defineProperty(target, name, { configurable: true, enumerable: true, get: () => this[name] });
    const methods = ["draw", "tearDown", "pan", "animatePan", "recenter", "ping", "canvasCoordinatesFromClient", "clientCoordinatesFromCanvas", "getLayerByEmbeddedName"] as const;
    for (const name of methods) target[name] = (this[name] as (...values: unknown[]) => unknown).bind(this);
    for (const name of ["notes", "templates", "walls", "lighting", "sounds", "drawings", "tiles", "regions", "controls", "effects"]) target[name] = EMPTY_LAYER;
  }

  // ---------------------------------------------------------------- view

  #measure(scene: HostScene): Dimensions {
    const { size, distance } = scene.grid;
    const pad = (length: number): number => Math.ceil((length * (scene.padding ?? 0)) / size) * size;
    const [sceneX, sceneY] = [pad(scene.width), pad(scene.height)];
    const [width, height] = [scene.width + 2 * sceneX, scene.height + 2 * sceneY];
    return {
      width, height, sceneX, sceneY, sceneWidth: scene.width, sceneHeight: scene.height, size, distance, distancePixels: size / distance, ratio: width / height,
      rect: new DOMRect(0, 0, width, height),
      sceneRect: new DOMRect(sceneX, sceneY, scene.width, scene.height),
    };
  }

  #drawBackground(scene: HostScene): void {
    const { dimensions } = this;
    if (!dimensions) return;
    this.world.style.width = `${dimensions.width}px`;
    this.world.style.height = `${dimensions.height}px`;
    this.world.querySelector(".canvas-scene")?.remove();
    const background = document.createElement("div");
    background.className = "canvas-scene";
    Object.assign(background.style, { left: `${dimensions.sceneX}px`, top: `${dimensions.sceneY}px`, width: `${scene.width}px`, height: `${scene.height}px` });
    const source = scene.background?.src;
    if (source) {
      const image = document.createElement("img");
      image.src = source;
      image.alt = "";
      image.draggable = false;
      background.append(image);
    }
    const lines = gridLines(scene.grid, scene.width, scene.height);
    if (lines) background.append(lines);
    this.world.prepend(background);
  }

  #fit(): void {
    const { dimensions } = this;
    if (!dimensions) return;
    const room = { width: Math.max(320, this.board.clientWidth - 360), height: Math.max(240, this.board.clientHeight - 120) };
    const scale = clamp(Math.min(room.width / dimensions.sceneWidth, room.height / dimensions.sceneHeight), 0.25, 1);
    this.pan({ x: dimensions.sceneX + dimensions.sceneWidth / 2 + 150 / scale, y: dimensions.sceneY + dimensions.sceneHeight / 2, scale });
  }

  #applyView(): void {
    const { x, y, scale } = this.#view;
    this.world.style.transform = `translate(${this.board.clientWidth / 2 - x * scale}px, ${this.board.clientHeight / 2 - y * scale}px) scale(${scale})`;
    this.world.style.setProperty("--unscaled", String(1 / scale));
    this.hud.token?.setPosition();
  }

  async #scrollText(origin: Point, content: string, options: PlainObject): Promise<null> {
    const text = document.createElement("span");
    text.className = "scrolling-text";
    text.textContent = content;
    if (typeof options.fill === "string") text.style.color = options.fill;
    text.style.left = `${origin.x}px`;
    text.style.top = `${origin.y}px`;
    this.world.append(text);
    setTimeout(() => text.remove(), typeof options.duration === "number" ? options.duration : 2000);
    return null;
  }

  // ---------------------------------------------------------------- drops

  async #onDrop(event: DragEvent): Promise<void> {
    event.preventDefault();
    if (!this.ready) return;
    const point = this.canvasCoordinatesFromClient({ x: event.clientX, y: event.clientY });
    const data: PlainObject & Point = { ...TextEditor.implementation.getDragEventData(event), x: point.x, y: point.y };
    if (host.hooks.call("dropCanvasData", this.global, data, event) === false) return;
    if (data.type !== "Actor") return;
    try {
      await this.tokens.dropActor(event, data);
    } catch (error) {
      host.notify("error", error instanceof Error ? error.message : String(error));
    }
  }

  // ---------------------------------------------------------------- documents

  #listenToDocuments(): void {
    const hooks = host.hooks;
    type Parented = { id: string; parent: { id: string; parent?: unknown; documentName?: string } | null };
    const onScene = (document: Parented): boolean => this.ready && document.parent?.id === this.scene?.id;
    hooks.on("createToken", (document: Parented) => {
      if (onScene(document)) this.tokens.add(document as never);
    });
    hooks.on("updateToken", (document: Parented) => {
      if (!onScene(document)) return;
      const token = this.tokens.get(document.id);
      if (token && token.document !== (document as unknown)) this.tokens.add(document as never);
      token?.refresh();
      this.hud.token?.follow(document.id);
    });
    hooks.on("deleteToken", (document: Parented) => {
      if (onScene(document)) this.tokens.remove(document.id);
    });
    const refresh = (): void => {
      if (!this.ready) return;
      this.tokens.refreshAll();
      this.hud.token?.follow();
    };
    for (const name of ["Actor", "ActorDelta", "Item", "ActiveEffect", "Combat", "Combatant", "User"]) for (const action of ["create", "update", "delete"]) hooks.on(`${action}${name}`, refresh);
    hooks.on("updateScene", (scene: HostScene, changes: PlainObject) => {
      if (changes.active === true && scene.id !== this.scene?.id) void this.draw(scene);
      else if (scene.id === this.scene?.id && ["width", "height", "grid", "background", "padding"].some((key) => key in changes)) void this.draw(scene);
    });
    hooks.on("deleteScene", (scene: HostScene) => {
      if (scene.id === this.scene?.id) void this.draw(host.game.scenes.active ?? null);
    });
    window.addEventListener("resize", () => this.#applyView());
  }

  emitStage(name: string, event: unknown): void {
    for (const listener of this.#stageListeners.get(name) ?? []) listener(event);
  }
}
