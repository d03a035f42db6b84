import { SYSTEM_ID } from "../../config/defaults";
import { StoredDataWindow } from "./stored-data-window";
import { watchMenus } from "./transfer-menus";
import { TransferWindow } from "./transfer-window";

export { watchWorld } from "./world-check";

/** The windows that the settings window opens, and the entries of the directories' menus. */
export function registerSettingsMenus(): void {
  game.settings.registerMenu(SYSTEM_ID, "storedData", {
    name: "FATEWALKER.Migration.MenuName",
    label: "FATEWALKER.Migration.MenuLabel",
    hint: "FATEWALKER.Migration.MenuHint",
    icon: "fa-solid fa-database",
    type: StoredDataWindow,
    restricted: true,
  });
  game.settings.registerMenu(SYSTEM_ID, "transfer", {
    name: "FATEWALKER.Transfer.MenuName",
    label: "FATEWALKER.Transfer.MenuLabel",
    hint: "FATEWALKER.Transfer.MenuHint",
    icon: "fa-solid fa-file-import",
    type: TransferWindow,
    restricted: false,
  });
  watchMenus();
}
