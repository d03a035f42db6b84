import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationConfiguration, ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostPack, type IndexEntry } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { ContextMenuEntry } from "../ux/context-menu";
import { folderedRows, ListSearch, openByKeyboard } from "./directory-list";
import { menuEntry } from "./menu-entry";
import { AbstractSidebarTab } from "./sidebar-tab";

/** The window of one pack. https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.apps.Compendium.html */
export class Compendium extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "compendium-{id}",
    classes: ["compendium-directory", "directory"],
    window: { icon: "fa-solid fa-book-atlas", resizable: true },
    position: { width: 350, height: 520, top: 70, left: 120 },
    actions: { activateEntry: Compendium.#onActivateEntry },
  };

  readonly #search = new ListSearch();

  get collection(): HostPack {
    return this.options.collection as HostPack;
  }

  override get title(): string {
    return host.localize(this.collection.title ?? this.collection.metadata.label);
  }

  override _initializeApplicationOptions(options: PlainObject): ApplicationConfiguration {
    const pack = options.collection as HostPack;
    return super._initializeApplicationOptions({ uniqueId: pack.collection.replaceAll(".", "-"), ...options });
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const pack = this.collection;
    const index = await pack.getIndex();
    const entries = [...index.contents].sort((left, right) => left.name.localeCompare(right.name));
    const row = (entry: IndexEntry): string =>
      `<li class="directory-item entry document" data-entry-id="${entry._id}" data-document-id="${entry._id}" data-uuid="${escapeText(this.#uuid(entry))}" draggable="true">` +
      `${entry.img ? `<img class="thumbnail" src="${escapeText(entry.img)}" alt="" loading="lazy" draggable="false">` : ""}<a class="entry-name" role="button" tabindex="0" data-action="activateEntry">${escapeText(entry.name)}</a></li>`;
    const rows = folderedRows({ entries, folderOf: ({ folder }) => (folder ? pack.folders.get(folder) : undefined), row, scope: `Compendium.${pack.collection}.Folder.` });
    return elementOf(
      `<div class="directory-layout"><header class="directory-header"><search><input type="search" placeholder="Search ${entries.length} entries" value="${escapeText(this.#search.query)}" aria-label="Search"></search></header>` +
        `<ol class="directory-list plain" data-keep-scroll="list">${rows || '<li class="empty">This pack is empty.</li>'}</ol></div>`,
    );
  }

  #uuid(entry: IndexEntry): string {
    return entry.uuid ?? `Compendium.${this.collection.collection}.${this.collection.metadata.type}.${entry._id}`;
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (!(result instanceof HTMLElement)) return;
    const top = content.querySelector(".directory-list")?.scrollTop ?? 0;
    content.replaceChildren(result);
    const list = content.querySelector(".directory-list");
    if (list) list.scrollTop = top;
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    if (!this.collection.apps.includes(this)) this.collection.apps.push(this);
    element?.addEventListener("dragstart", (event) => this._onDragStart(event));
    openByKeyboard(element);
    const entries = (): object[] => this._getEntryContextOptions();
    this._createContextMenu(entries, ".directory-item[data-entry-id]", { hookName: "getCompendiumEntryContextOptions", parentClassHooks: false });
    this._createContextMenu(() => [], ".directory-item.folder[data-folder-id]", { hookName: "getFolderContextOptions", parentClassHooks: false });
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.#search.bind(this.element);
  }

  _onDragStart(event: DragEvent): void {
    const uuid = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-uuid]")?.dataset.uuid : undefined;
    if (uuid) event.dataTransfer?.setData("text/plain", JSON.stringify({ type: this.collection.metadata.type, uuid }));
  }

  _getEntryContextOptions(): ContextMenuEntry[] {
    return [
      menuEntry({
        label: "Import",
        icon: "fa-solid fa-download",
        visible: () => host.game.user.isGM,
        run: async (element) => {
          const collection = host.game.collections.get(this.collection.metadata.type);
          const imported = await collection?.importFromCompendium?.(this.collection, element.dataset.entryId ?? "");
          if (imported) host.notify("info", `${imported.name} imported.`);
        },
      }),
    ];
  }

  static async #onActivateEntry(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof Compendium)) return;
    const id = target.closest<HTMLElement>("[data-entry-id]")?.dataset.entryId;
    const document = id ? await this.collection.getDocument(id) : null;
    await document?.sheet?.render({ force: true });
  }
}

/** Opens (or shows again) the window of a pack. */
export function openPack(pack: HostPack): Promise<unknown> {
  const known = pack.apps.find((app) => app instanceof Compendium) ?? new Compendium({ collection: pack });
  return known.render({ force: true });
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.tabs.CompendiumDirectory.html */
export class CompendiumDirectory extends AbstractSidebarTab {
  static override tabName = "compendium";
  static override DEFAULT_OPTIONS: PlainObject = {
    classes: ["directory"],
    window: { title: "Compendium packs" },
    actions: { activateEntry: CompendiumDirectory.#onOpen },
  };

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const packs = host.game.packs.contents.filter((pack) => pack.visible !== false);
    const rows = packs.map(
      (pack) =>
        `<li class="directory-item entry compendium" data-pack="${escapeText(pack.collection)}" data-entry-id="${escapeText(pack.collection)}"><a class="entry-name" role="button" tabindex="0" data-action="activateEntry"><i class="fa-solid fa-book-atlas" inert></i> ${escapeText(host.localize(pack.title ?? pack.metadata.label))}</a><small>${pack.index.size} · ${pack.metadata.type}</small></li>`,
    );
    return elementOf(`<div class="directory-layout"><ol class="directory-list plain" data-keep-scroll="list">${rows.join("") || '<li class="empty">This system has no packs.</li>'}</ol></div>`);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    // https://foundryvtt.com/api/v14/functions/hookEvents.getDocumentContextOptions.html, "Substitute Document"
    this._createContextMenu(() => [], ".directory-item.compendium[data-pack]", { hookName: "getCompendiumContextOptions", parentClassHooks: false });
    openByKeyboard(this.element);
  }

  static async #onOpen(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const pack = host.game.packs.get(target.closest<HTMLElement>("[data-pack]")?.dataset.pack ?? "");
    if (pack) await openPack(pack);
  }
}
