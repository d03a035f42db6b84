import { escapeText } from "../plain";

/**
 * The row of a folder in a directory or in the window of a pack; its menu is for `getFolderContextOptions`.
 * https://foundryvtt.com/api/v14/functions/hookEvents.getFolderContextOptions.html
 */
export function folderRow(name: string, id: string, uuid: string): string {
  return `<li class="directory-item folder" data-folder-id="${escapeText(id)}" data-uuid="${escapeText(uuid)}"><header class="folder-header">${escapeText(name)}</header></li>`;
}
