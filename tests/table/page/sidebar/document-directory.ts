import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { DialogV2 } from "../api/dialog-v2";
import { host, type HostDocument, type HostWorldCollection } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import { configureOwnership } from "../apps/ownership";
import type { ContextMenuEntry } from "../ux/context-menu";
import { TextEditor } from "../ux/text-editor";
import { folderedRows, ListSearch, openByKeyboard } from "./directory-list";
import { menuEntry } from "./menu-entry";
import { AbstractSidebarTab } from "./sidebar-tab";

interface DirectoryClass {
  documentName: string;
}

/** A list of the documents of one world collection. https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.DocumentDirectory.html */
export class DocumentDirectory extends AbstractSidebarTab {
  static documentName = "";

  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["directory"],
    actions: {
      activateEntry: DocumentDirectory.#onActivateEntry,
      createEntry: DocumentDirectory.#onCreateEntry,
      createFolder: DocumentDirectory.#onCreateFolder,
    },
  };

  readonly #search = new ListSearch();

  get documentName(): string {
    return (this.constructor as unknown as DirectoryClass).documentName;
  }

  get collection(): HostWorldCollection<HostDocument> {
    const collection = host.game.collections.get(this.documentName);
    if (!collection) throw new Error(`There is no collection of ${this.documentName}.`);
    return collection;
  }

  #canCreate(): boolean {
    return host.documentClass(this.documentName).canUserCreate?.(host.game.user) ?? host.game.user.isGM;
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const create = this.#canCreate() ? `<button type="button" class="create-entry" data-action="createEntry"><i class="fa-solid fa-plus" inert></i> Create</button>` : "";
    const folder = host.game.user.isGM ? `<button type="button" class="icon create-folder fa-solid fa-folder-plus" data-action="createFolder" aria-label="Create a folder" data-tooltip="Create a folder"></button>` : "";
    const seen = this.collection.filter((document) => document.visible !== false).sort((left, right) => left.name.localeCompare(right.name));
    // A folder without documents is seen by those who may fill it.
    const folders = host.game.user.isGM ? host.game.folders.filter(({ type }) => type === this.documentName) : [];
    const row = (document: HostDocument): string =>
      `<li class="directory-item entry document ${document.documentName.toLowerCase()}" data-entry-id="${document.id}" data-document-id="${document.id}" draggable="true">` +
      `${document.img ? `<img class="thumbnail" src="${escapeText(document.img)}" alt="" draggable="false">` : ""}` +
      `<a class="entry-name" role="button" tabindex="0" data-action="activateEntry">${escapeText(document.name)}</a></li>`;
    const rows = folderedRows({ entries: seen, folderOf: (document) => document.folder, folders, row, scope: "Folder." });
    const empty = seen.length === 0 ? `<li class="empty">Nothing here yet.</li>` : "";
    return elementOf(
      `<div class="directory-layout"><header class="directory-header"><div class="header-actions">${create}${folder}</div><search><input type="search" placeholder="Search" value="${escapeText(this.#search.query)}" aria-label="Search ${this.documentName}" data-focus-key="search"></search></header>` +
        `<ol class="directory-list plain" data-keep-scroll="list">${rows}${empty}</ol></div>`,
    );
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const name = this.documentName;
    const hooks = ["create", "update", "delete"].flatMap((action) => [`${action}${name}`, `${action}Folder`]);
    this.renderOn(hooks, (document) => !document.parent && !document.pack);
    const entries = (): object[] => this._getEntryContextOptions();
    this._createContextMenu(entries, ".directory-item[data-entry-id]", { hookName: `get${name}ContextOptions`, parentClassHooks: false });
    const folderEntries = (): object[] => [
      menuEntry({ label: "Edit folder", icon: "fa-solid fa-pen-to-square", visible: () => host.game.user.isGM, run: ({ dataset }) => host.game.folders.get(dataset["folderId"] ?? "")?.sheet?.render({ force: true }) }),
    ];
    this._createContextMenu(folderEntries, ".directory-item.folder[data-folder-id]", { hookName: "getFolderContextOptions", parentClassHooks: false });
    const { element } = this;
    element?.addEventListener("dragstart", (event) => this._onDragStart(event));
    element?.addEventListener("dragover", (event) => event.preventDefault());
    element?.addEventListener("drop", (event) => void this._onDrop(event));
    openByKeyboard(element);
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.#search.bind(this.element);
  }

  #documentOf(element: Element | null): HostDocument | undefined {
    const id = element?.closest<HTMLElement>("[data-entry-id]")?.dataset.entryId;
    return id ? this.collection.get(id) : undefined;
  }

  _onDragStart(event: DragEvent): void {
    const document = event.target instanceof Element ? this.#documentOf(event.target) : undefined;
    if (document) event.dataTransfer?.setData("text/plain", JSON.stringify(document.toDragData()));
  }

  /** A document from a compendium or from another document becomes one of the world. */
  async _onDrop(event: DragEvent): Promise<void> {
    event.preventDefault();
    const data = TextEditor.implementation.getDragEventData(event);
    if (data.type !== this.documentName || !this.#canCreate()) return;
    const documentClass = host.documentClass(this.documentName);
    const document = await documentClass.fromDropData(data);
    if (!document || (document.id && this.collection.get(document.id) === document)) return;
    const source = document.pack && this.collection.fromCompendium ? this.collection.fromCompendium(document) : document.toObject();
    await documentClass.create(source);
  }

  _getEntryContextOptions(): ContextMenuEntry[] {
    const owner = (element: HTMLElement): boolean => this.#documentOf(element)?.isOwner ?? false;
    const gm = (): boolean => host.game.user.isGM;
    return [
      menuEntry({ label: "Configure ownership", icon: "fa-solid fa-lock", visible: gm, run: (element) => configureOwnership(this.#documentOf(element)) }),
      menuEntry({
        label: "Duplicate",
        icon: "fa-solid fa-copy",
        visible: (element) => owner(element) && this.#canCreate(),
        run: (element) => {
          const document = this.#documentOf(element);
          if (!document) return undefined;
          const { _id, ...source } = document.toObject();
          void _id;
          return host.documentClass(this.documentName).create({ ...source, name: `${document.name} (copy)` });
        },
      }),
      menuEntry({
        label: "Delete",
        icon: "fa-solid fa-trash",
        visible: owner,
        run: async (element) => {
          const document = this.#documentOf(element);
          if (!document) return;
          const sure = await DialogV2.confirm({ window: { title: `Delete ${document.name}` }, content: "<p>This cannot be undone.</p>" });
          if (sure === true) await document.delete();
        },
      }),
    ];
  }

  static async #onActivateEntry(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof DocumentDirectory)) return;
    await this._onClickEntry(this.#documentOf(target));
  }

  async _onClickEntry(document: HostDocument | undefined): Promise<void> {
    await document?.sheet?.render({ force: true });
  }

  static async #onCreateFolder(this: unknown): Promise<void> {
    if (!(this instanceof DocumentDirectory)) return;
    const created = await host.documentClass("Folder").create({ name: "New folder", type: this.documentName });
    await created?.sheet?.render({ force: true });
  }

  static async #onCreateEntry(this: unknown): Promise<void> {
    if (!(this instanceof DocumentDirectory)) return;
    const { documentName } = this;
    const types = (host.documentClass(documentName).TYPES ?? []).filter((type) => type !== "base");
    const labels = host.documentConfig(documentName).typeLabels ?? {};
    const options = types.map((type) => `<option value="${escapeText(type)}">${escapeText(typeLabel(documentName, type, labels[type]))}</option>`).join("");
    const content = `<div class="form-group"><label>Name</label><input name="name" autofocus placeholder="New ${documentName}"></div>${types.length > 0 ? `<div class="form-group"><label>Type</label><select name="type">${options}</select></div>` : ""}`;
    const answer = (await DialogV2.input({ window: { title: `Create ${documentName}` }, content })) as { name?: string; type?: string } | null;
    if (!answer) return;
    const created = await host.documentClass(documentName).create({ ...answer, name: answer.name || `New ${documentName}` });
    await created?.sheet?.render({ force: true });
  }
}

export class ActorDirectory extends DocumentDirectory {
  static override tabName = "actors";
  static override documentName = "Actor";
  static override DEFAULT_OPTIONS: PlainObject = { window: { title: "Actors" } };
}

export class ItemDirectory extends DocumentDirectory {
  static override tabName = "items";
  static override documentName = "Item";
  static override DEFAULT_OPTIONS: PlainObject = { window: { title: "Items" } };
}

export class JournalDirectory extends DocumentDirectory {
  static override tabName = "journal";
  static override documentName = "JournalEntry";
  static override DEFAULT_OPTIONS: PlainObject = { window: { title: "Journal" } };
}

function typeLabel(documentName: string, type: string, configured: string | undefined): string {
  const key = configured ?? `TYPES.${documentName}.${type}`;
  return host.game.i18n.has(key) ? host.localize(key) : type;
}
