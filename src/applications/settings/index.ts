import { SYSTEM_ID } from "../../config/defaults";
import { StoredDataWindow } from "./stored-data-window";

export { watchWorld } from "./world-check";

/** The windows that the settings window opens. */
export function registerSettingsMenus(): void {
  game.settings.registerMenu(SYSTEM_ID, "storedData", {
    name: "FATEWALKER.Migration.MenuName",
    label: "FATEWALKER.Migration.MenuLabel",
    hint: "FATEWALKER.Migration.MenuHint",
    icon: "fa-solid fa-database",
    type: StoredDataWindow,
    restricted: true,
  });
}
