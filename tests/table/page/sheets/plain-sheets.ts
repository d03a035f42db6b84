import { DocumentSheetV2 } from "../api/document-sheet";
import { DialogV2 } from "../api/dialog-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import type { HostMacro, HostScene } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { FormDataExtended } from "../ux/form-data-extended";
import { TextEditor } from "../ux/text-editor";

/** Sheets of documents for which a system need not bring one: plain forms. */
export abstract class PlainSheet extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["plain-sheet"],
    position: { width: 480 },
    window: { contentClasses: ["standard-form"] },
    form: { closeOnSubmit: true },
  };

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }
}

export const SAVE = '<footer class="form-footer"><button type="submit"><i class="fa-solid fa-floppy-disk" inert></i> Save</button></footer>';

function nameField(name: string): string {
  return `<div class="form-group"><label>Name</label><div class="form-fields"><input type="text" name="name" value="${escapeText(name)}" required></div></div>`;
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.MacroConfig.html */
export class MacroConfig extends PlainSheet {
  static override DEFAULT_OPTIONS: PlainObject = { classes: ["macro-config"], actions: { execute: MacroConfig.#onExecute } };

  get macro(): HostMacro {
    return this.document as HostMacro;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const { macro } = this;
    const option = (value: string): string => `<option value="${value}"${macro.type === value ? " selected" : ""}>${value}</option>`;
    return elementOf(
      `<div>${nameField(macro.name)}<div class="form-group"><label>Type</label><div class="form-fields"><select name="type">${option("script")}${option("chat")}</select></div></div>` +
        `<div class="form-group stacked"><label>Command</label><textarea name="command" rows="10" spellcheck="false">${escapeText(macro.command)}</textarea></div>` +
        `<footer class="form-footer"><button type="submit"><i class="fa-solid fa-floppy-disk" inert></i> Save</button><button type="button" data-action="execute"><i class="fa-solid fa-play" inert></i> Execute</button></footer></div>`,
    );
  }

  static async #onExecute(this: unknown): Promise<void> {
    if (!(this instanceof MacroConfig)) return;
    if (this.isEditable) await this.submit();
    await this.macro.execute();
  }
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.journal.JournalEntrySheet.html, reduced to text pages. */
export class JournalEntrySheet extends PlainSheet {
  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["journal-sheet", "journal-entry"],
    position: { width: 720, height: 600 },
    window: { resizable: true },
    actions: { editPage: JournalEntrySheet.#onEditPage, addPage: JournalEntrySheet.#onAddPage },
    viewPermission: 1,
  };

  override get title(): string {
    return this.document.name;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const pages = [...this.document.getEmbeddedCollection("JournalEntryPage").contents].sort((left, right) => left.sort - right.sort);
    const articles: string[] = [];
    for (const page of pages) {
      const text = Reflect.get(page, "text") as { content?: string } | undefined;
      const html = await TextEditor.implementation.enrichHTML(text?.content ?? "", { relativeTo: page, secrets: page.isOwner });
      const edit = this.isEditable ? ` <button type="button" class="icon fa-solid fa-pen-to-square" data-action="editPage" data-page-id="${page.id}" aria-label="Edit page"></button>` : "";
      articles.push(`<article class="journal-entry-page text" data-page-id="${page.id}"><h1 class="page-title">${escapeText(page.name)}${edit}</h1><section class="journal-page-content">${html}</section></article>`);
    }
    const list = pages.map((page) => `<li><a href="#" data-page="${page.id}">${escapeText(page.name)}</a></li>`).join("");
    const add = this.isEditable ? '<button type="button" data-action="addPage"><i class="fa-solid fa-plus" inert></i> Add page</button>' : "";
    const root = elementOf(`<div class="journal-layout"><nav class="journal-toc"><ol>${list}</ol>${add}</nav><div class="journal-entry-pages" tabindex="0">${articles.join("") || "<p>This journal has no page yet.</p>"}</div></div>`);
    root.querySelector(".journal-toc")?.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-page]") : null;
      if (!link) return;
      event.preventDefault();
      root.querySelector(`article[data-page-id="${link.dataset.page}"]`)?.scrollIntoView({ block: "start" });
    });
    return root;
  }

  static async #onAddPage(this: unknown): Promise<void> {
    if (this instanceof JournalEntrySheet) await this.document.createEmbeddedDocuments("JournalEntryPage", [{ name: "New page", type: "text", text: { content: "" } }]);
  }

  static async #onEditPage(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof JournalEntrySheet)) return;
    const page = this.document.getEmbeddedCollection("JournalEntryPage").get(target.dataset.pageId ?? "");
    if (!page) return;
    const text = Reflect.get(page, "text") as { content?: string } | undefined;
    const content = `<div class="form-group"><label>Name</label><input name="name" value="${escapeText(page.name)}" required></div><textarea name="content" rows="16">${escapeText(text?.content ?? "")}</textarea>`;
    const changed = await DialogV2.input({ window: { title: `Edit ${page.name}` }, content, position: { width: 600 } });
    if (changed && typeof changed === "object") {
      const { name, content: html } = changed as { name: string; content: string };
      await page.update({ name, text: { content: html } });
    }
  }
}

/** A scene's few settings that matter on this table. */
export class SceneConfig extends PlainSheet {
  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const scene = this.document as HostScene;
    const number = (label: string, name: string, value: number, unit: string): string =>
      `<div class="form-group"><label>${label} <span class="units">(${unit})</span></label><div class="form-fields"><input type="number" name="${name}" value="${value}" min="1" step="any"></div></div>`;
    return elementOf(
      `<div>${nameField(scene.name)}${number("Width", "width", scene.width, "px")}${number("Height", "height", scene.height, "px")}${number("Grid size", "grid.size", scene.grid.size, "px")}${number("Grid distance", "grid.distance", scene.grid.distance, scene.grid.units)}` +
        `<div class="form-group"><label>Background</label><div class="form-fields"><file-picker name="background.src" type="image" value="${escapeText(scene.background?.src ?? "")}"></file-picker></div></div>${SAVE}</div>`,
    );
  }

  override _processFormData(event: Event | null, form: HTMLFormElement, formData: FormDataExtended): PlainObject {
    if (formData.object["background.src"] === "") formData.object["background.src"] = null;
    return super._processFormData(event, form, formData);
  }
}
