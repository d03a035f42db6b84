import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostScene } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import { FixedApplication } from "./fixed-application";

/** https://foundryvtt.com/api/v14/classes/foundry.applications.ui.Players.html */
export class Players extends FixedApplication {
  static override DEFAULT_OPTIONS: PlainObject = { id: "players", tag: "aside" };

  protected override get place(): string {
    return "ui-left";
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const rows = host.game.users.contents.map((user) => {
      const color = typeof user.color === "string" ? user.color : (user.color?.css ?? String(user.color ?? ""));
      const role = user.isGM ? "GM" : (user.character?.name ?? "");
      return `<li class="player ${user.active ? "active" : "inactive"} ${user.isSelf ? "self" : ""}" data-user-id="${user.id}"><span class="player-active" style="background:${escapeText(color)}"></span><span class="player-name">${escapeText(user.name)}</span> <small>${escapeText(role)}</small><span class="visually-hidden">${user.active ? "connected" : "away"}</span></li>`;
    });
    return elementOf(`<div><ol class="players-list plain" aria-label="Players">${rows.join("")}</ol></div>`);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    for (const name of ["userConnected", "createUser", "updateUser", "deleteUser", "updateActor"]) host.hooks.on(name, () => void this.render());
  }
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.ui.GamePause.html */
export class GamePause extends FixedApplication {
  static override DEFAULT_OPTIONS: PlainObject = { id: "pause", tag: "figure" };

  protected override get place(): string {
    return "ui-middle";
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    return elementOf(`<div><i class="fa-solid fa-hourglass-half" inert></i><figcaption>Game paused</figcaption></div>`);
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    if (this.element) this.element.hidden = !host.game.paused;
  }
}

/** Scenes that can be viewed. https://foundryvtt.com/api/v14/classes/foundry.applications.ui.SceneNavigation.html */
export class SceneNavigation extends FixedApplication {
  static override DEFAULT_OPTIONS: PlainObject = { id: "scene-navigation", tag: "nav", actions: { viewScene: SceneNavigation.#onView, activateScene: { handler: SceneNavigation.#onActivate, buttons: [2] } } };

  protected override get place(): string {
    return "ui-top";
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const viewed = (host.canvas as { scene?: { id: string } | null }).scene?.id;
    const scenes = host.game.scenes.filter((scene) => scene.active || (host.game.user.isGM && scene.navigation !== false));
    const rows = scenes.map(
      (scene) => `<li><button type="button" class="scene ui-control ${scene.active ? "active" : ""} ${scene.id === viewed ? "view" : ""}" data-action="viewScene" data-scene-id="${scene.id}" data-focus-key="scene-${scene.id}">${scene.active ? '<i class="fa-solid fa-bullseye" inert></i> ' : ""}${escapeText(scene.name)}</button></li>`,
    );
    return elementOf(`<div><menu class="plain scene-list">${rows.join("")}</menu></div>`);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    for (const name of ["canvasReady", "createScene", "updateScene", "deleteScene"]) host.hooks.on(name, () => void this.render());
    this.element?.addEventListener("contextmenu", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-scene-id]") : null;
      event.preventDefault();
      if (button && host.game.user.isGM) void host.game.scenes.get(button.dataset.sceneId ?? "")?.activate();
    });
  }

  static async #onView(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const scene = host.game.scenes.get(target.dataset.sceneId ?? "");
    if (scene) await drawScene(scene);
  }

  static async #onActivate(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await host.game.scenes.get(target.dataset.sceneId ?? "")?.activate();
  }
}

async function drawScene(scene: HostScene): Promise<void> {
  const draw = host.canvas.draw as ((scene: HostScene) => Promise<void>) | undefined;
  await draw?.(scene);
}

export interface SceneControlTool {
  name: string;
  title: string;
  icon: string;
  order?: number;
  toggle?: boolean;
  active?: boolean;
  button?: boolean;
  visible?: boolean;
  onChange?: (event: Event, active: boolean) => unknown;
}

export interface SceneControl {
  name: string;
  title: string;
  icon: string;
  order?: number;
  visible?: boolean;
  activeTool?: string;
  tools: Record<string, SceneControlTool>;
}

/**
 * Tools of the canvas: select and target; systems add their own.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.ui.SceneControls.html,
 * https://foundryvtt.com/api/v14/functions/hookEvents.getSceneControlButtons.html
 */
export class SceneControls extends FixedApplication {
  static override DEFAULT_OPTIONS: PlainObject = { id: "scene-controls", tag: "aside", actions: { tool: SceneControls.#onTool } };

  controls: Record<string, SceneControl> = {};
  #tool = "select";

  protected override get place(): string {
    return "ui-left";
  }

  get control(): SceneControl | null {
    return this.controls.tokens ?? null;
  }
  get tool(): SceneControlTool | null {
    return this.control?.tools[this.#tool] ?? null;
  }

  /** Collects the controls, with the documented hook. */
  initialize(): void {
    this.controls = {
      tokens: {
        name: "tokens", title: "Tokens", icon: "fa-solid fa-user-large", order: 1, activeTool: this.#tool,
        tools: {
          select: { name: "select", title: "Select tokens", icon: "fa-solid fa-expand", order: 1 },
          target: { name: "target", title: "Select targets", icon: "fa-solid fa-bullseye", order: 2 },
        },
      },
    };
    host.hooks.callAll("getSceneControlButtons", this.controls);
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    this.initialize();
    const buttons = Object.values(this.controls).flatMap((control) =>
      Object.values(control.tools)
        .filter((tool) => tool.visible !== false)
        .sort((left, right) => (left.order ?? 0) - (right.order ?? 0))
        .map((tool) => {
          const pressed = tool.toggle ? tool.active === true : tool.name === this.#tool && control.name === "tokens";
          const label = host.localize(tool.title);
          return `<li><button type="button" class="control ui-control tool icon ${escapeText(tool.icon)}" data-action="tool" data-control="${escapeText(control.name)}" data-tool="${escapeText(tool.name)}" data-focus-key="tool-${escapeText(tool.name)}" aria-pressed="${pressed}" aria-label="${escapeText(label)}" data-tooltip="${escapeText(label)}" data-tooltip-direction="RIGHT"></button></li>`;
        }),
    );
    return elementOf(`<div><menu class="plain" id="scene-controls-tools" aria-label="Tools">${buttons.join("")}</menu></div>`);
  }

  async activate({ tool }: { control?: string; tool?: string } = {}): Promise<void> {
    if (tool) this.#tool = tool;
    Reflect.set(host.game, "activeTool", this.#tool);
    document.getElementById("board")?.setAttribute("data-tool", this.#tool);
    await this.render();
  }

  static async #onTool(this: unknown, event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof SceneControls)) return;
    const tool = this.controls[target.dataset.control ?? ""]?.tools[target.dataset.tool ?? ""];
    if (!tool) return;
    if (tool.toggle) {
      tool.active = !tool.active;
      tool.onChange?.(event, tool.active);
      target.setAttribute("aria-pressed", String(tool.active));
      return;
    }
    if (tool.button) {
      tool.onChange?.(event, true);
      return;
    }
    tool.onChange?.(event, true);
    await this.activate({ tool: tool.name });
  }
}
