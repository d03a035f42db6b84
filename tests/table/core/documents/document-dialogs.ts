import type { Document } from "./document";
import { say, worldCollection } from "./lookup";
import { documentConfig, host } from "../host";
import { getProperty } from "../utils/objects";
import { escapeHTML } from "../utils/text";
import type { Data } from "../types";
import { isFunction } from "../types";

/** The questions that a person is asked before a document is made or deleted. A table without a page refuses to ask. */

type Ask = (options: Data) => Promise<unknown>;

function dialog(method: "confirm" | "prompt"): Ask {
  const found = getProperty(host().foundry, "applications.api.DialogV2");
  const ask: unknown = found === undefined ? undefined : Reflect.get(found as object, method);
  if (!isFunction(ask)) throw new Error(`There is no dialog to ask with: DialogV2.${method}.`);
  return async (options) => ask.call(found, options) as Promise<unknown>;
}

/**
 * Asks whether a document shall be deleted, and deletes it.
 * @returns The deleted document; false or null when it was not wanted.
 */
export async function askToDelete(document: Document, options: Data, operation: Data): Promise<Document | false | null | undefined> {
  const type = say(String((document.constructor as typeof Document).metadata.label));
  const yes = await dialog("confirm")({
    window: { icon: "fa-solid fa-trash", title: `${say("DOCUMENT.Delete", { type })}: ${document.name}` },
    content: `<p><strong>${say("COMMON.AreYouSure")}</strong> ${say("SIDEBAR.DeleteWarning", { type })}</p>`,
    ...options,
  });
  return yes === true ? document.delete(operation) : (yes as false | null | undefined);
}

interface CreateDialogOptions extends Data {
  types?: string[];
  folders?: { id: string; name: string }[];
}

/**
 * Asks for the name, the type and the folder of a new document, makes it and shows its sheet.
 * @returns The new document, or null when the dialog was closed.
 */
export async function askToCreate(Class: typeof Document, data: Data, operation: Data, options: CreateDialogOptions): Promise<Document | null> {
  const { types: allowed, folders: given, ...more } = options;
  const parent = (operation["parent"] ?? null) as Document | null;
  const pack = (operation["pack"] ?? null) as string | null;
  const labels = (documentConfig(Class.documentName)["typeLabels"] ?? {}) as Record<string, string>;
  const types = Class.hasTypeData ? Class.TYPES.filter((type) => type !== "base" && (allowed === undefined || allowed.includes(type))) : [];
  if (Class.hasTypeData && types.length === 0 && allowed !== undefined) throw new Error(`There is no type of ${Class.documentName} to choose from.`);
  const folders = parent !== null || pack !== null ? [] : (given ?? [...(worldCollection("Folder")?.values() ?? [])].filter((folder) => folder._source["type"] === Class.documentName));
  const chosen = String(data["type"] ?? documentConfig(Class.documentName)["defaultType"] ?? types[0] ?? "");
  const label = say(String(Class.metadata.label));
  const choice = (name: string, title: string, entries: readonly (readonly [string, string])[], selected: string): string =>
    `<div class="form-group"><label>${escapeHTML(title)}</label><div class="form-fields"><select name="${name}">${entries.map(([value, text]) => `<option value="${escapeHTML(value)}"${value === selected ? " selected" : ""}>${escapeHTML(text)}</option>`).join("")}</select></div></div>`;
  const content = [
    `<div class="form-group"><label>${say("Name")}</label><div class="form-fields"><input type="text" name="name" value="${escapeHTML(String(data["name"] ?? ""))}" placeholder="${escapeHTML(Class.defaultName({ type: chosen, parent, pack }))}" autofocus></div></div>`,
    types.length > 1 ? choice("type", say("Type"), types.map((type) => [type, say(labels[type] ?? type)]), chosen) : "",
    folders.length > 0 ? choice("folder", say("DOCUMENT.Folder"), [["", ""], ...folders.map((folder): [string, string] => [folder.id ?? "", folder.name])], String(data["folder"] ?? "")) : "",
  ].join("");
  const answer = await dialog("prompt")({
    window: { title: say("DOCUMENT.Create", { type: label }) },
    content,
    ok: { label: say("DOCUMENT.Create", { type: label }), callback: (_event: unknown, button: HTMLButtonElement) => Object.fromEntries(new FormData(button.form ?? undefined).entries()) },
    ...more,
  });
  if (typeof answer !== "object" || answer === null) return null;
  const { name, folder, type } = answer as { name?: string; folder?: string; type?: string };
  const kind = type ?? (Class.hasTypeData ? (types.length === 1 ? types[0] : chosen) : undefined);
  const source: Data = { ...data, ...(kind === undefined ? {} : { type: kind }), ...(folder ? { folder } : {}), name: name?.trim() ? name.trim() : Class.defaultName({ type: kind, parent, pack }) };
  const created = await Class.create(source, { renderSheet: true, ...operation });
  const document = Array.isArray(created) ? created[0] : created;
  return document ?? null;
}
