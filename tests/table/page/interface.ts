import { Canvas } from "./canvas/canvas";
import type { Token } from "./canvas/token";
import { TokenHUD } from "./canvas/token-hud";
import { host, type HostUser } from "./host";
import { listenToEscape } from "./escape";
import { listenToKeys } from "./keyboard";
import { elementOf, type PlainObject } from "./plain";
import { Sidebar } from "./sidebar/sidebar";
import { restoreLeft } from "./table/connection";
import { FaultPanel } from "./table/fault-panel";
import { applyTheme, currentTheme } from "./theme";
import type { SceneControls } from "./ui/fixed-parts";
import { Notifications } from "./ux/notifications";
import { TextEditor } from "./ux/text-editor";
import { TooltipManager } from "./ux/tooltip";

interface Renderable {
  render(options?: unknown): Promise<unknown>;
}

const FIXED = ["nav", "controls", "players", "pause", "hotbar"] as const;
const GM_ONLY: string[] = [];

let canvas: Canvas | null = null;

/** The places of the interface, notifications and tooltips: needed before the system's first words. */
export function prepareInterface(): void {
  document.body.append(
    elementOf(
      `<div id="interface" class="themed"><section id="ui-left"></section><section id="ui-middle"><header id="ui-top"></header><footer id="ui-bottom"></footer></section><section id="ui-right"></section></div>`,
    ),
    elementOf('<section id="hud"></section>'),
  );
  host.ui.notifications = new Notifications();
  document.body.append(new FaultPanel().element);
  host.ui.windows = {};
  host.ui.activeWindow = null;
  const tooltip = new TooltipManager();
  tooltip.activateEventListeners();
  host.game.tooltip = tooltip;
  TextEditor.activateListeners();
  applyTheme(currentTheme());
}

/** Builds `ui` from `CONFIG.ui`, and draws the canvas: after `setup`, before `ready`. */
export async function buildInterface(): Promise<void> {
  const classes = host.config.ui as Record<string, new (options?: PlainObject) => Renderable>;
  const make = (name: string): Renderable => {
    const Class = classes[name];
    if (!Class) throw new Error(`CONFIG.ui.${name} is not a class.`);
    const made = new Class();
    host.ui[name] = made;
    return made;
  };
  canvas = new Canvas();
  canvas.install(host.canvas);
  const configured: unknown = (host.config.Token as PlainObject).hudClass;
  const HudClass = typeof configured === "function" ? (configured as typeof TokenHUD) : TokenHUD;
  const hud = new HudClass();
  const view = canvas;
  hud.toClient = (point) => view.clientCoordinatesFromCanvas(point);
  hud.scaleOf = () => view.view.scale;
  canvas.hud.token = hud;
  for (const name of FIXED) await make(name).render({ force: true });
  await (host.ui.controls as SceneControls).activate({ tool: "select" });
  const sidebar = make("sidebar");
  await sidebar.render({ force: true });
  for (const name of Object.keys(Sidebar.SIDEBAR_TABS)) if (!GM_ONLY.includes(name) || host.game.user.isGM) await make(name).render({ force: true });
  (host.ui.sidebar as Sidebar).changeTab("chat", "primary");
  listenToTable();
  listenToKeys();
  listenToEscape();
  await canvas.draw(host.game.scenes.active ?? null);
}

/** What is left to do once `ready` has been called. */
export async function openTable(): Promise<void> {
  (host.ui.chat as { scrollBottom?(): void } | undefined)?.scrollBottom?.();
  if (canvas) await restoreLeft(canvas);
}

function listenToTable(): void {
  const { hooks } = host;
  // Targets of other users come to the documents; their marks on the canvas follow.
  hooks.on("targetToken", (user: HostUser, token: Token, targeted: boolean) => canvas?.tokens.showTarget(user, token, targeted));
  hooks.on("pauseGame", () => void (host.ui.pause as Renderable).render());
}
