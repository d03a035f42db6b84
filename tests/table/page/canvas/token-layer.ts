import { host, type HostActor, type HostScene, type HostTokenDocument, type HostUser } from "../host";
import type { PlainObject } from "../plain";
import { SquareGrid, type BaseGrid, type Point } from "../../core/grid";
import { Token } from "./token";
import type { TokenHUD } from "./token-hud";
import type { RulerPoint } from "./token-ruler";

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** https://foundryvtt.com/api/v14/classes/foundry.canvas.layers.TokenLayer.html */
export class TokenLayer {
  static documentName = "Token";

  readonly element: HTMLElement;
  readonly controlledObjects = new Map<string, Token>();
  readonly #tokens = new Map<string, Token>();
  hover: Token | null = null;
  active = true;
  hud: TokenHUD | null = null;
  grid: BaseGrid = new SquareGrid({ size: 100 });
  readonly options = { name: "tokens", objectClass: Token };

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "canvas-tokens";
  }

  get name(): string {
    return "TokenLayer";
  }
  get documentCollection(): unknown {
    return this.#scene?.tokens ?? null;
  }
  get placeables(): Token[] {
    return [...this.#tokens.values()];
  }
  get objects(): { children: Token[]; visible: boolean } {
    return { children: this.placeables, visible: true };
  }
  get controlled(): Token[] {
    return [...this.controlledObjects.values()];
  }
  /** Tokens of the scene that this user owns. */
  get ownedTokens(): Token[] {
    return this.placeables.filter((token) => token.actor?.isOwner);
  }
  get quadtree(): { getObjects(rectangle: Rectangle, options?: { collisionTest?: (entry: { t: Token }) => boolean }): Set<Token> } {
    return {
      getObjects: (rectangle, options) =>
        new Set(
          this.placeables.filter((token) => {
            const apart = token.x >= rectangle.x + rectangle.width || token.x + token.w <= rectangle.x || token.y >= rectangle.y + rectangle.height || token.y + token.h <= rectangle.y;
            return !apart && (options?.collisionTest?.({ t: token }) ?? true);
          }),
        ),
    };
  }

  #scene: HostScene | null = null;

  get(id: string): Token | undefined {
    return this.#tokens.get(id);
  }

  activate(_options: object = {}): this {
    this.active = true;
    return this;
  }

  /** Draws all tokens of a scene anew. */
  draw(scene: HostScene): void {
    this.tearDown();
    this.#scene = scene;
    this.grid = scene.grid;
    for (const document of scene.tokens.contents) this.add(document);
  }

  tearDown(): void {
    for (const token of this.placeables) token.destroy();
    this.#tokens.clear();
    this.controlledObjects.clear();
    this.hover = null;
    this.#scene = null;
  }

  add(document: HostTokenDocument): Token | null {
    if (!document.id) return null;
    this.#tokens.get(document.id)?.destroy();
    const configured = host.documentConfig("Token").objectClass;
    const TokenClass = typeof configured === "function" ? (configured as typeof Token) : Token;
    const token = new TokenClass(document);
    token.layer = this;
    Reflect.set(document, "_object", token);
    this.#tokens.set(document.id, token);
    for (const user of host.game.users.contents) if (user.targets.ids?.includes(document.id)) token.targeted.add(user);
    this.element.append(token.element);
    token.refresh();
    host.hooks.callAll("drawToken", token);
    return token;
  }

  remove(id: string): void {
    const token = this.#tokens.get(id);
    if (!token) return;
    if (token.isTargeted) token.setTarget(false, { releaseOthers: false });
    for (const user of token.targeted) user.targets.delete(token);
    if (this.hover === token) this.hover = null;
    token.destroy();
    this.#tokens.delete(id);
    host.hooks.callAll("destroyToken", token);
  }

  refreshActor(actor: HostActor): void {
    for (const token of this.placeables) if (token.actor === actor || token.document.actorId === actor.id) token.refresh();
  }

  refreshAll(): void {
    for (const token of this.placeables) token.refresh();
  }

  releaseAll(_options: object = {}): number {
    const { controlled } = this;
    for (const token of controlled) token.release();
    return controlled.length;
  }

  controlAll(): Token[] {
    for (const token of this.ownedTokens) token.control({ releaseOthers: false });
    return this.controlled;
  }

  selectObjects({ x, y, width, height, releaseOptions = {} }: Rectangle & { releaseOptions?: object; controlOptions?: object }, { releaseOthers = true }: { releaseOthers?: boolean } = {}): boolean {
    const chosen = [...this.quadtree.getObjects({ x, y, width, height })].filter((token) => token.isVisible);
    if (releaseOthers) for (const token of this.controlled) if (!chosen.includes(token)) token.release(releaseOptions);
    for (const token of chosen) token.control({ releaseOthers: false });
    return true;
  }

  // ---------------------------------------------------------------- targets

  target(token: Token, targeted: boolean, user: HostUser, releaseOthers: boolean, quiet: boolean): void {
    if (targeted && releaseOthers) {
      for (const other of this.placeables) if (other !== token && other.targeted.has(user)) this.#mark(other, false, user);
    }
    if (token.targeted.has(user) !== targeted) this.#mark(token, targeted, user);
    if (user.isSelf && !quiet) this.broadcastTargets();
  }

  #mark(token: Token, targeted: boolean, user: HostUser): void {
    if (targeted) {
      token.targeted.add(user);
      user.targets.add(token);
    } else {
      token.targeted.delete(user);
      user.targets.delete(token);
    }
    token.refresh();
    host.hooks.callAll("targetToken", user, token, targeted);
  }

  /** V13: replaces (or adds to) this user's targets. */
  setTargets(targets: string[] | Set<string> | Token[], { mode = "replace" }: { mode?: "replace" | "acquire" | "release" } = {}): void {
    const ids = new Set([...targets].map((entry) => (typeof entry === "string" ? entry : entry.id)));
    const { user } = host.game;
    for (const token of this.placeables) {
      const wanted = ids.has(token.id);
      if (mode === "release" ? wanted && token.targeted.has(user) : mode === "replace" && !wanted && token.targeted.has(user)) this.#mark(token, false, user);
      if (mode !== "release" && wanted && !token.targeted.has(user)) this.#mark(token, true, user);
    }
    this.broadcastTargets();
  }

  /** Shows what another client says of its user's targets. */
  showTarget(user: HostUser, token: Token, targeted: boolean): void {
    const placeable = this.get(token.id);
    if (!placeable || placeable.targeted.has(user) === targeted) return;
    if (targeted) placeable.targeted.add(user);
    else placeable.targeted.delete(user);
    placeable.refresh();
  }

  broadcastTargets(): void {
    const { user } = host.game;
    const targets = this.placeables.filter((token) => token.targeted.has(user)).map((token) => token.id);
    user.broadcastActivity({ targets, sceneId: this.#scene?.id ?? null });
  }

  // ---------------------------------------------------------------- planned movement

  /** Shows the ways that another user plans while dragging, for tokens that this user may know of; null takes them away. */
  showPlans(user: HostUser, plans: Record<string, RulerPoint[]> | null): void {
    for (const token of this.placeables) token.plan(user, plans?.[token.id] ?? null);
  }

  // ---------------------------------------------------------------- movement and creation

  /** Moves several tokens, each along its own way: straight ways in one update, others waypoint after waypoint. */
  async moveMany(moves: { token: Token; path: RulerPoint[] }[], method: "dragging" | "keyboard"): Promise<void> {
    const straight = moves.filter(({ path }) => path.length === 1);
    const updates = straight.flatMap(({ token, path }) => path.map(({ x, y, elevation }) => ({ _id: token.id, x, y, elevation }))).filter(({ _id, x, y, elevation }) => {
      const document = this.get(_id)?.document;
      return document?.x !== x || document.y !== y || document.elevation !== elevation;
    });
    const movement = Object.fromEntries(updates.map(({ _id }) => [_id, { method }]));
    if (updates.length > 0 && this.#scene) await this.#scene.updateEmbeddedDocuments("Token", updates, { movement });
    for (const { token, path } of moves) if (path.length > 1) await token.document.move(path.map((point) => ({ ...point, explicit: true, checkpoint: true })), { method });
  }

  /** What happens to an Actor dropped on the canvas when no hook takes it. */
  async dropActor(event: DragEvent, data: PlainObject & Point): Promise<unknown> {
    const scene = this.#scene;
    if (!scene) return undefined;
    if (!host.game.user.hasPermission("TOKEN_CREATE") && !host.game.user.isGM) {
      host.notify("warn", "You do not have permission to create tokens.");
      return undefined;
    }
    let actor = (await host.documentClass("Actor").fromDropData(data)) as HostActor | null;
    if (!actor) return undefined;
    if (!actor.isOwner && !actor.pack) {
      host.notify("warn", `You do not own ${actor.name}.`);
      return undefined;
    }
    if (actor.pack) {
      const source = host.game.actors.fromCompendium?.(actor) ?? actor.toObject();
      actor = (await host.documentClass("Actor").create(source, { fromCompendium: true })) as HostActor | null;
      if (!actor) return undefined;
    }
    const prepared = await actor.getTokenDocument({ hidden: host.game.user.isGM && event.altKey });
    const placed = new (host.documentClass("Token"))({ ...prepared.toObject(), x: 0, y: 0 }, { parent: scene }) as HostTokenDocument;
    const { width, height } = placed.getSize();
    const free = { x: Math.round(data.x - width / 2), y: Math.round(data.y - height / 2) };
    const { x, y } = event.shiftKey ? free : placed.getSnappedPosition(free);
    return scene.createEmbeddedDocuments("Token", [{ ...prepared.toObject(), x, y }]);
  }
}
