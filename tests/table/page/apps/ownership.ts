import { DialogV2 } from "../api/dialog-v2";
import { host, type HostDocument } from "../host";
import { escapeText } from "../plain";

const LEVELS = ["None", "Limited", "Observer", "Owner"];

/** Lets a GM say who may see and change a document. */
export async function configureOwnership(document: HostDocument | undefined): Promise<void> {
  if (!document) return;
  const select = (id: string, label: string, current: number | undefined): string => {
    const inherit = id === "default" ? "" : `<option value="-1"${current === undefined ? " selected" : ""}>Default</option>`;
    const options = LEVELS.map((level, value) => `<option value="${value}"${current === value ? " selected" : ""}>${level}</option>`).join("");
    return `<div class="form-group"><label for="own-${id}">${escapeText(label)}</label><select id="own-${id}" name="${id}" data-dtype="Number">${inherit}${options}</select></div>`;
  };
  const users = host.game.users.filter((user) => !user.isGM);
  const content = select("default", "All players", document.ownership.default ?? 0) + users.map((user) => select(user.id ?? "", user.name, document.ownership[user.id ?? ""])).join("");
  const chosen = (await DialogV2.input({ window: { title: `Ownership of ${document.name}` }, content })) as Record<string, number> | null;
  if (!chosen) return;
  const ownership = Object.fromEntries(Object.entries(chosen).filter(([, level]) => level >= 0));
  const kept = Object.fromEntries(Object.entries(document.ownership).filter(([id]) => !(id in chosen)));
  await document.update({ ownership: { ...kept, ...ownership } }, { diff: false, recursive: false });
}
