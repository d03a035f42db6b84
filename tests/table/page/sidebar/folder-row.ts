import { escapeText } from "../plain";

/**
 * The row of a folder in a directory or in the window of a pack, in the folder's colour; its menu is for `getFolderContextOptions`.
 * https://foundryvtt.com/api/v14/functions/hookEvents.getDocumentContextOptions.html
 */
export function folderRow(name: string, id: string, { uuid, color }: { readonly uuid: string; readonly color: unknown }): string {
  const colour = /^#[0-9a-f]{6}$/i.exec(String(color))?.[0];
  return `<li class="directory-item folder" data-folder-id="${escapeText(id)}" data-uuid="${escapeText(uuid)}"><header class="folder-header"${colour ? ` style="--folder-color: ${colour}"` : ""}>${escapeText(name)}</header></li>`;
}
