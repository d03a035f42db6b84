import { host, type HostActor, type HostScene, type HostTokenDocument, type HostUser } from "../host";
import type { PlainObject } from "../plain";
import type { Point } from "./grid";
import { Token } from "./token";
import type { TokenHUD } from "./token-hud";

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
  gridSize = 100;
  gridUnits = "";
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
    this.gridSize = scene.grid.size;
    this.gridUnits = scene.grid.units;
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

  // ---------------------------------------------------------------- movement and creation

  /** Moves several tokens by grid spaces or to places, in one update. */
  async moveMany(moves: { token: Token; x: number; y: number }[]): Promise<void> {
    const updates = moves.filter(({ token, x, y }) => x !== token.x || y !== token.y).map(({ token, x, y }) => ({ _id: token.id, x, y }));
    if (updates.length > 0 && this.#scene) await this.#scene.updateEmbeddedDocuments("Token", updates);
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
    const { width, height } = prepared as HostTokenDocument;
    let x = data.x - (width * this.gridSize) / 2;
    let y = data.y - (height * this.gridSize) / 2;
    if (!event.shiftKey) {
      x = Math.round(x / this.gridSize) * this.gridSize;
      y = Math.round(y / this.gridSize) * this.gridSize;
    }
    return scene.createEmbeddedDocuments("Token", [{ ...prepared.toObject(), x, y }]);
  }
}
