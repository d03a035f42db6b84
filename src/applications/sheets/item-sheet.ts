import { deleteAt } from "../../compat/deletion";
import { knownName } from "../../helpers/known-name";
import { say, sayOr } from "../../helpers/text";
import { ItemSheetBase, type WindowPart } from "../base";
import { chooseImage } from "./choose-image";
import { confirmDeletion } from "./confirm";
import { changeAt } from "./form-change";
import { effectBlanks } from "./item/effect-blanks";
import { headlineOf } from "./item/headline";
import { BLANKS, TICK_BLANKS, sectionsOf } from "./item/sections";
import { hasOpenEditor } from "./open-editors";
import { saveField } from "./save-field";

type RenderOptions = foundry.applications.api.DocumentSheetV2.RenderOptions & { isFirstRender: boolean };

const path = (name: string): string => `systems/fatewalker/templates/sheets/item/${name}.hbs`;

/** Records that the data model reads as one value: a change inside writes all of it. */
const WHOLE = ["system.ticks"];

/** The one sheet of all item types: its fields come from the type's sections, each change saves one of them. */
export class FatewalkerItemSheet extends ItemSheetBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.DocumentSheetV2.DefaultOptions = {
    classes: ["fatewalker", "fw-sheet", "fw-item-sheet"],
    position: { width: 580, height: 680 },
    window: { resizable: true },
    form: { submitOnChange: false, closeOnSubmit: false, handler: FatewalkerItemSheet.#keepForm },
    actions: { chooseImage: FatewalkerItemSheet.#chooseImage, addRow: FatewalkerItemSheet.#addRow, removeRow: FatewalkerItemSheet.#removeRow },
  };

  static override PARTS: Record<string, WindowPart> = {
    header: { template: path("header") },
    // The words come first: what it is for at the table, and only then the fields behind it.
    texts: { template: path("texts") },
    fields: { template: path("fields"), templates: [path("field")] },
  };

  protected override _configureRenderOptions(options: foundry.applications.api.DocumentSheetV2.RenderOptions): void {
    super._configureRenderOptions(options);
    if (options.isFirstRender !== true && hasOpenEditor(this.#part("texts"))) options.parts = options.parts?.filter((part) => part !== "texts");
  }

  protected override async _prepareContext(options: RenderOptions) {
    const context = await super._prepareContext(options);
    const { item } = this;
    const gm = game.user?.isGM === true;
    const enrich = (html: string) => foundry.applications.ux.TextEditor.implementation.enrichHTML(html, { secrets: item.isOwner, relativeTo: item });
    const source = item._source.system as { description?: string; gmNotes?: string };
    return {
      ...context,
      gm: gm && (this.isEditable || (source.gmNotes ?? "") !== ""),
      name: item.name,
      sourceName: item._source.name,
      img: item.img,
      uuid: item.uuid,
      editable: this.isEditable,
      kind: sayOr(`TYPES.Item.${item.type}`, item.type),
      owner: item.actor === null ? "" : knownName(item.actor),
      summary: headlineOf(item),
      sections: sectionsOf(item.type, source),
      stored: source,
      texts: { description: await enrich(source.description ?? ""), gmNotes: gm ? await enrich(source.gmNotes ?? "") : "" },
    };
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    for (const type of ["close", "save"]) this.element.addEventListener(type, () => void this.render({ parts: ["texts"] }), true);
  }

  #part(id: string): HTMLElement | null {
    return this.element?.querySelector<HTMLElement>(`[data-application-part="${id}"]`) ?? null;
  }

  protected override _onChangeForm(_config: foundry.applications.api.ApplicationV2.FormConfiguration, event: Event): void {
    const field = event.target;
    if (!(field instanceof HTMLElement) || !this.isEditable) return;
    if (field instanceof HTMLInputElement && field.dataset.kind === "presence") void this.#switchRecord(field);
    else if (field instanceof HTMLSelectElement && field.name === "system.ticks.kind") void this.#chooseTicks(field.value);
    else if (field instanceof HTMLSelectElement && /^system\.effects\.\d+\.kind$/.test(field.name)) void this.#write(field.name.replace(/\.kind$/, ""), effectBlanks(this.item.type)[field.value]);
    else void saveField(this.item as never, field, { whole: WHOLE });
  }

  async #write(at: string, value: unknown): Promise<void> {
    await this.item.update(changeAt(this.item._source, at, foundry.utils.deepClone(value), WHOLE) as never);
  }

  /** Puts a missing record in place, or takes it away after asking. */
  async #switchRecord(field: HTMLInputElement): Promise<void> {
    if (field.checked) return this.#write(field.name, BLANKS[field.name]);
    if (await confirmDeletion(field.dataset.label ?? "", false)) await this.#write(field.name, null);
    else field.checked = true;
  }

  /** Another kind of tick cost starts anew: nothing of the old kind stays behind. */
  async #chooseTicks(kind: string): Promise<void> {
    const blank = TICK_BLANKS[kind] ?? TICK_BLANKS["fixed"] ?? {};
    const changes = changeAt(this.item._source, "system.ticks", { ...blank });
    const old = (this.item._source.system as { ticks?: object }).ticks ?? {};
    for (const key of Object.keys(old)) if (!(key in blank)) deleteAt(changes, `system.ticks.${key}`);
    await this.item.update(changes as never);
  }

  #listAt(at: string): unknown[] {
    const list: unknown = foundry.utils.getProperty(this.item._source, at);
    return Array.isArray(list) ? (foundry.utils.deepClone(list) as unknown[]) : [];
  }

  static async #keepForm(): Promise<void> {
    return Promise.resolve();
  }

  static async #chooseImage(this: FatewalkerItemSheet): Promise<void> {
    await chooseImage(this.item as never);
  }

  static async #addRow(this: FatewalkerItemSheet, _event: Event, target: HTMLElement): Promise<void> {
    const at = target.dataset.path;
    if (at !== undefined) await this.#write(at, [...this.#listAt(at), at === "system.effects" ? Object.values(effectBlanks(this.item.type))[0] : BLANKS[at]]);
  }

  static async #removeRow(this: FatewalkerItemSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    const { path: at, index } = target.dataset;
    if (at === undefined || !(await confirmDeletion(say("FATEWALKER.Item.Row", { number: Number(index) + 1 }), event.shiftKey))) return;
    await this.#write(at, this.#listAt(at).filter((_entry, row) => row !== Number(index)));
  }
}
