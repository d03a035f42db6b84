import { instances } from "./api/application-v2";
import { host } from "./host";

/**
 * Light and dark: `body` carries `theme-light` or `theme-dark`, windows also `themed`.
 * https://foundryvtt.com/article/v13-css-styling/ (themes), https://foundryvtt.com/api/v14/modules/foundry.applications.html
 */
export type Theme = "light" | "dark";

const KEY = "practice-table.theme";

export function currentTheme(): Theme {
  return document.body.classList.contains("theme-light") ? "light" : "dark";
}

export function applyTheme(theme: Theme): void {
  const [on, off] = theme === "light" ? ["theme-light", "theme-dark"] : ["theme-dark", "theme-light"];
  const themed = [document.body, document.getElementById("interface"), ...document.querySelectorAll(".application.themed")];
  for (const element of themed) {
    element?.classList.remove(off);
    element?.classList.add(on);
  }
  document.documentElement.style.colorScheme = theme;
}

/** The remembered theme, else what the browser prefers. */
export function rememberedTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  if (kept === "light" || kept === "dark") return kept;
  return window.matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export async function chooseTheme(theme: Theme): Promise<void> {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
  if (host.game.settings.settings.has("core.uiConfig")) {
    const config = host.game.settings.get("core", "uiConfig");
    const plain = typeof config === "object" && config !== null ? { ...config } : {};
    await host.game.settings.set("core", "uiConfig", { ...plain, colorScheme: { applications: theme, interface: theme } });
  }
  for (const app of instances.values()) if (app.rendered && app.hasFrame) void app.render();
}
