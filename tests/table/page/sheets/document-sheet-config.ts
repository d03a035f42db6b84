import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostDocument, type HostDocumentClass, type SheetRecord } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { FormDataExtended } from "../ux/form-data-extended";

export interface SheetRegistration {
  label?: string | (() => string);
  types?: string[];
  themes?: Record<string, string> | null;
  makeDefault?: boolean;
  canBeDefault?: boolean;
  canConfigure?: boolean;
}

type SheetClass = SheetRecord["cls"] & { name: string };

/** Subtypes that a document can have, `base` when it has none. */
function typesOf(documentClass: HostDocumentClass): string[] {
  const types = documentClass.TYPES ?? [];
  return types.length > 0 ? types : ["base"];
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.apps.DocumentSheetConfig.html */
export class DocumentSheetConfig extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "document-sheet-config-{id}",
    classes: ["sheet-config"],
    tag: "form",
    window: { title: "Configure sheet", contentClasses: ["standard-form"] },
    position: { width: 420 },
    form: { handler: DocumentSheetConfig.#onSubmit, closeOnSubmit: true },
  };

  get document(): HostDocument {
    return this.options.document as HostDocument;
  }

  static registerSheet(documentClass: HostDocumentClass, scope: string, sheetClass: SheetClass, options: SheetRegistration = {}): void {
    const { label, types, themes = null, makeDefault = false, canBeDefault = true, canConfigure = true } = options;
    const config = host.documentConfig(documentClass.documentName);
    const classes = (config.sheetClasses ??= {});
    const id = `${scope}.${sheetClass.name}`;
    for (const type of types ?? typesOf(documentClass)) {
      const registered = (classes[type] ??= {});
      if (makeDefault) for (const other of Object.values(registered)) other.default = false;
      const name = typeof label === "function" ? label() : (label ?? sheetClass.name);
      registered[id] = { id, label: name, cls: sheetClass, default: makeDefault, canBeDefault, canConfigure, themes };
    }
  }

  static unregisterSheet(documentClass: HostDocumentClass, scope: string, sheetClass: SheetClass, { types }: { types?: string[] } = {}): void {
    const config = host.documentConfig(documentClass.documentName);
    const id = `${scope}.${sheetClass.name}`;
    for (const type of types ?? Object.keys(config.sheetClasses ?? {})) delete config.sheetClasses?.[type]?.[id];
  }

  /**
   * Makes the sheets that a world has chosen (`core.sheetClasses`, by document and type) the defaults, and shows documents that are open on them anew.
   * https://foundryvtt.com/api/classes/foundry.applications.apps.DocumentSheetConfig.html#updatedefaultsheets
   */
  static updateDefaultSheets(setting: Record<string, Record<string, string>> = {}): void {
    for (const [documentName, types] of Object.entries(setting)) {
      for (const [type, id] of Object.entries(types)) {
        const records = host.documentConfig(documentName).sheetClasses?.[type] ?? {};
        const chosen = records[id];
        if (!chosen?.canBeDefault) continue;
        for (const record of Object.values(records)) record.default = record === chosen;
        const shown = host.game.collections.get(documentName)?.filter((document) => (document.type ?? "base") === type && document._sheet !== null) ?? [];
        for (const document of shown) void document._onSheetChange({ sheetOpen: document._sheet?.rendered === true });
      }
    }
  }

  static getSheetClassesForSubType(documentName: string, subType: string): { sheetClasses: Record<string, string>; defaultClasses: Record<string, string>; defaultClass: string } {
    const records = Object.values(host.documentConfig(documentName).sheetClasses?.[subType] ?? {});
    return {
      sheetClasses: Object.fromEntries(records.filter((record) => record.canConfigure).map((record) => [record.id, host.localize(record.label)])),
      defaultClasses: Object.fromEntries(records.filter((record) => record.canBeDefault).map((record) => [record.id, host.localize(record.label)])),
      defaultClass: records.find((record) => record.default)?.id ?? records[0]?.id ?? "",
    };
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const { documentName, type } = this.document;
    const { sheetClasses } = DocumentSheetConfig.getSheetClassesForSubType(documentName, type ?? "base");
    const chosen = this.document.getFlag("core", "sheetClass");
    const choices = Object.entries(sheetClasses).map(([id, label]) => `<option value="${escapeText(id)}"${id === chosen ? " selected" : ""}>${escapeText(label)}</option>`);
    return elementOf(
      `<div><div class="form-group"><label for="${this.id}-sheet">Sheet of this document</label><div class="form-fields"><select id="${this.id}-sheet" name="sheetClass"><option value="">Default</option>${choices.join("")}</select></div></div>` +
        `<footer class="form-footer"><button type="submit"><i class="fa-solid fa-floppy-disk" inert></i> Save</button></footer></div>`,
    );
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  static async #onSubmit(this: unknown, _event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    if (!(this instanceof DocumentSheetConfig)) return;
    const { sheetClass } = formData.object;
    const { document } = this;
    await document.sheet?.close();
    if (typeof sheetClass === "string" && sheetClass) await document.setFlag("core", "sheetClass", sheetClass);
    else await document.unsetFlag("core", "sheetClass");
  }
}
