import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host } from "../host";
import { SettingsConfig } from "../apps/settings-config";
import { elementOf, escapeText, type PlainObject } from "../plain";
import { chooseTheme, currentTheme } from "../theme";
import { AbstractSidebarTab } from "./sidebar-tab";

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.tabs.Settings.html */
export class Settings extends AbstractSidebarTab {
  static override tabName = "settings";
  static override DEFAULT_OPTIONS: PlainObject = {
    window: { title: "Settings" },
    actions: {
      configure: Settings.#onConfigure,
      theme: Settings.#onTheme,
      logout: Settings.#onLeave,
      pause: Settings.#onPause,
    },
  };

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const { game } = host;
    const pause = game.user.isGM ? '<button type="button" data-action="pause"><i class="fa-solid fa-pause" inert></i> Pause or resume</button>' : "";
    return elementOf(
      `<div class="settings-layout scrollable" data-keep-scroll="settings"><section class="info"><h4 class="divider">Game</h4><dl><dt>System</dt><dd>${escapeText(game.system.title)} ${escapeText(game.system.version)}</dd><dt>World</dt><dd>${escapeText(game.world.title)}</dd><dt>Host</dt><dd class="build">Practice table, generation ${game.release.generation} (${escapeText(game.release.version)})</dd><dt>You are</dt><dd>${escapeText(game.user.name)}</dd></dl></section>` +
        `<section class="settings"><h4 class="divider">Settings</h4><button type="button" data-action="configure" data-app="configure"><i class="fa-solid fa-gears" inert></i> Configure settings</button>` +
        `<button type="button" data-action="theme" data-focus-key="theme"><i class="fa-solid fa-circle-half-stroke" inert></i> ${currentTheme() === "light" ? "Switch to dark" : "Switch to light"}</button>${pause}` +
        `<button type="button" data-action="logout"><i class="fa-solid fa-door-open" inert></i> Leave the table</button></section></div>`,
    );
  }

  static async #onConfigure(this: unknown): Promise<void> {
    await new SettingsConfig().render({ force: true });
  }

  static async #onTheme(this: unknown): Promise<void> {
    await chooseTheme(currentTheme() === "light" ? "dark" : "light");
    if (this instanceof Settings) await this.render();
  }

  static #onPause(this: unknown): void {
    host.game.togglePause?.(!host.game.paused, { broadcast: true });
  }

  static #onLeave(this: unknown): void {
    window.location.assign("/join");
  }
}
