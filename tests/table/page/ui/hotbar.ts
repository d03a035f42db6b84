import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostMacro } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import { menuEntry } from "../sidebar/menu-entry";
import { TextEditor } from "../ux/text-editor";
import { FixedApplication } from "./fixed-application";

/**
 * Ten slots for macros. https://foundryvtt.com/api/v14/classes/foundry.applications.ui.Hotbar.html,
 * https://foundryvtt.com/api/v14/functions/hookEvents.hotbarDrop.html
 */
export class Hotbar extends FixedApplication {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "hotbar",
    tag: "aside",
    actions: { execute: Hotbar.#onExecute, page: Hotbar.#onPage },
  };

  page = 1;

  protected override get place(): string {
    return "ui-bottom";
  }

  get slots(): { slot: number; key: number; macro: HostMacro | null }[] {
    const start = (this.page - 1) * 10;
    return Array.from({ length: 10 }, (_, index) => {
      const slot = start + index + 1;
      const id = host.game.user.hotbar[String(slot)];
      return { slot, key: (index + 1) % 10, macro: (id ? host.game.macros.get(id) : undefined) ?? null };
    });
  }

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const cells = this.slots.map(({ slot, key, macro }) => {
      const label = macro ? macro.name : `Empty slot ${slot}`;
      const image = macro ? `<img class="slot-icon" src="${escapeText(macro.img ?? "icons/svg/dice-target.svg")}" alt="" draggable="false">` : "";
      return (
        `<li><button type="button" class="slot ui-control ${macro ? "full" : "empty"}" data-action="execute" data-slot="${slot}" data-focus-key="slot-${slot}" ${macro ? `data-macro-id="${macro.id}" draggable="true"` : ""} aria-label="${escapeText(label)}" data-tooltip-text="${escapeText(label)}" data-tooltip-direction="UP">` +
        `<span class="key">${key}</span>${image}</button></li>`
      );
    });
    return elementOf(
      `<div><menu id="action-bar" class="plain">${cells.join("")}</menu><div id="hotbar-page-controls"><button type="button" class="icon fa-solid fa-caret-up" data-action="page" data-step="1" aria-label="Next page"></button><span class="page-number">${this.page}</span><button type="button" class="icon fa-solid fa-caret-down" data-action="page" data-step="-1" aria-label="Previous page"></button></div></div>`,
    );
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    element?.addEventListener("dragstart", (event) => this.#onDragStart(event));
    element?.addEventListener("dragover", (event) => event.preventDefault());
    element?.addEventListener("drop", (event) => void this._onDrop(event));
    for (const name of ["updateUser", "createMacro", "updateMacro", "deleteMacro"]) host.hooks.on(name, () => void this.render());
    const macroOf = (target: HTMLElement): HostMacro | undefined => host.game.macros.get(target.dataset.macroId ?? "");
    const entries = (): object[] => [
      menuEntry({ label: "Edit macro", icon: "fa-solid fa-pen-to-square", visible: (target) => macroOf(target)?.isOwner ?? false, run: (target) => macroOf(target)?.sheet?.render({ force: true }) }),
      menuEntry({ label: "Remove", icon: "fa-solid fa-xmark", run: (target) => this.#assign(null, Number(target.dataset.slot)) }),
      menuEntry({ label: "Delete macro", icon: "fa-solid fa-trash", visible: (target) => macroOf(target)?.isOwner ?? false, run: (target) => macroOf(target)?.delete() }),
    ];
    this._createContextMenu(entries, ".slot.full", { hookName: "getMacroContextOptions", parentClassHooks: false });
    document.addEventListener("keydown", (event) => this.#onDigit(event));
  }

  #onDigit(event: KeyboardEvent): void {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable=true], .application, dialog")) return;
    const found = this.slots.find((slot) => String(slot.key) === event.key);
    if (found?.macro) void this.#run(found.macro);
  }

  #onDragStart(event: DragEvent): void {
    const slot = event.target instanceof Element ? event.target.closest<HTMLElement>(".slot.full") : null;
    const macro = host.game.macros.get(slot?.dataset.macroId ?? "");
    if (!slot || !macro) return;
    event.dataTransfer?.setData("text/plain", JSON.stringify({ ...macro.toDragData(), slot: Number(slot.dataset.slot) }));
  }

  async _onDrop(event: DragEvent): Promise<void> {
    event.preventDefault();
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(".slot") : null;
    if (!element) return;
    const slot = Number(element.dataset.slot);
    const data = TextEditor.implementation.getDragEventData(event);
    if (host.hooks.call("hotbarDrop", this, data, slot) === false) return;
    if (data.type === "Macro") {
      const macro = (await host.documentClass("Macro").fromDropData(data)) as HostMacro | null;
      if (!macro) return;
      const kept = macro.pack ? ((await host.documentClass("Macro").create(macro.toObject())) as HostMacro | undefined) : macro;
      if (kept) await this.#assign(kept, slot, typeof data.slot === "number" ? data.slot : undefined);
      return;
    }
    const uuid = typeof data.uuid === "string" ? data.uuid : null;
    const dropped = uuid ? await host.utils.fromUuid(uuid) : null;
    if (!dropped) return;
    // The documented default: a macro that shows the sheet of what was dropped.
    const name = dropped.name;
    const command = `const document = await fromUuid("${dropped.uuid}");\nawait document?.sheet.render({force: true});`;
    const created = (await host.documentClass("Macro").create({ name: `Display ${name}`, type: "script", img: dropped.img ?? "icons/svg/book.svg", command })) as HostMacro | undefined;
    if (created) await this.#assign(created, slot);
  }

  async #assign(macro: HostMacro | null, slot: number, fromSlot?: number): Promise<void> {
    await host.game.user.assignHotbarMacro(macro, slot, fromSlot === undefined ? {} : { fromSlot });
  }

  async #run(macro: HostMacro): Promise<void> {
    try {
      await macro.execute();
    } catch (error) {
      console.error(error);
      host.notify("error", error instanceof Error ? error.message : String(error));
    }
  }

  async changePage(page: number): Promise<void> {
    this.page = page < 1 ? 5 : page > 5 ? 1 : page;
    await this.render();
  }

  static async #onExecute(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof Hotbar)) return;
    const macro = host.game.macros.get(target.dataset.macroId ?? "");
    if (macro) return this.#run(macro);
    if (!host.game.user.hasPermission("MACRO_SCRIPT") && !host.game.user.isGM) return;
    const created = (await host.documentClass("Macro").create({ name: "New macro", type: "script", command: "" })) as HostMacro | undefined;
    if (!created) return;
    await this.#assign(created, Number(target.dataset.slot));
    await created.sheet?.render({ force: true });
  }

  static async #onPage(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (this instanceof Hotbar) await this.changePage(this.page + Number(target.dataset.step));
  }
}
