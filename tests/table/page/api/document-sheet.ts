import { host, type HostDocument } from "../host";
import { expandPaths, type PlainObject } from "../plain";
import { FormDataExtended } from "../ux/form-data-extended";
import { ApplicationV2 } from "./application-v2";
import type { ApplicationClosingOptions, ApplicationConfiguration, ApplicationHeaderControlsEntry, ApplicationRenderOptions, RenderContext } from "./types";

/**
 * An application bound to one document.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.api.DocumentSheetV2.html
 */
export class DocumentSheetV2 extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "{id}",
    classes: ["sheet"],
    tag: "form",
    document: null,
    viewPermission: 1,
    editPermission: 3,
    canCreate: false,
    sheetConfig: true,
    actions: {
      configureSheet: DocumentSheetV2.#onConfigureSheet,
      copyUuid: { handler: DocumentSheetV2.#onCopyUuid, buttons: [0, 2] },
      editImage: DocumentSheetV2.#onEditImage,
      importDocument: DocumentSheetV2.#onImportDocument,
    },
    window: {
      controls: [
        { icon: "fa-solid fa-passport", label: "Copy document UUID", action: "copyUuid" },
        { icon: "fa-solid fa-gear", label: "Configure sheet", action: "configureSheet", ownership: "OWNER" },
        { icon: "fa-solid fa-download", label: "Import", action: "importDocument" },
      ],
    },
    form: { handler: DocumentSheetV2.#onSubmitDocumentForm, submitOnChange: false, closeOnSubmit: false },
  };

  #document: HostDocument | null = null;

  constructor(options: PlainObject = {}) {
    super(options);
    const given = options.document;
    if (typeof given !== "object" || given === null) throw new Error(`${new.target.name} needs a document.`);
    this.#document = given as HostDocument;
  }

  get document(): HostDocument {
    if (!this.#document) throw new Error(`${this.constructor.name} has no document.`);
    return this.#document;
  }

  override get title(): string {
    const { document } = this;
    const config = host.documentConfig(document.documentName);
    const typed = document.type && document.type !== "base" ? (config.typeLabels?.[document.type] ?? `TYPES.${document.documentName}.${document.type}`) : null;
    const key = typed && host.game.i18n.has(typed) ? typed : `DOCUMENT.${document.documentName}`;
    const label = host.game.i18n.has(key) ? host.localize(key) : document.documentName;
    return `${label}: ${document.name || document.id || ""}`;
  }

  get isVisible(): boolean {
    const { viewPermission } = this.options;
    return this.document.testUserPermission(host.game.user, typeof viewPermission === "number" ? viewPermission : 1);
  }

  get isEditable(): boolean {
    const { document } = this;
    if (document.pack) {
      const pack = host.game.packs.get(document.pack);
      if (pack?.locked) return false;
    }
    const { editPermission } = this.options;
    return document.testUserPermission(host.game.user, typeof editPermission === "number" ? editPermission : 3);
  }

  override _initializeApplicationOptions(options: PlainObject): ApplicationConfiguration {
    const given = options.document as HostDocument | undefined;
    const uuid = given?.uuid ?? "new";
    return super._initializeApplicationOptions({ uniqueId: `${this.constructor.name}-${uuid.replaceAll(".", "-")}`, ...options });
  }

  override async _prepareContext(options: ApplicationRenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { document } = this;
    return Object.assign(context, {
      document,
      source: document._source,
      fields: document.schema.fields,
      editable: this.isEditable,
      user: host.game.user,
      rootId: document.isEmbedded ? host.utils.randomID() : this.id,
    });
  }

  override _configureRenderOptions(options: ApplicationRenderOptions): void {
    super._configureRenderOptions(options);
  }

  override _canRender(options: ApplicationRenderOptions): false | void {
    if (this.isVisible) return super._canRender(options);
    if (options.force) host.notify("warn", host.localize("SHEETS.DocumentSheetPrivate", { type: this.document.documentName }));
    return false;
  }

  override _canSeeControl(control: ApplicationHeaderControlsEntry): boolean {
    if (control.action === "importDocument") return Boolean(this.document.pack) && !this.document.isEmbedded && host.game.user.isGM;
    if (control.action === "configureSheet" && this.options.sheetConfig === false) return false;
    if (control.ownership === undefined) return true;
    return this.document.testUserPermission(host.game.user, control.ownership);
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.document.apps[this.id] = this;
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    if (!this.isEditable) this._toggleDisabled(true);
  }

  override _onClose(options: ApplicationClosingOptions): void {
    super._onClose(options);
    delete this.document.apps[this.id];
  }

  /** Disables (or enables) every form control inside the window's content. */
  _toggleDisabled(disabled: boolean): void {
    const form = this.form;
    if (!form) return;
    for (const element of form.elements) {
      if (element.closest(".window-header") || element.matches("[data-action=tab], [data-always-enabled]")) continue;
      if (element instanceof HTMLButtonElement || !("disabled" in element)) continue;
      Reflect.set(element, "disabled", disabled);
    }
    for (const image of form.querySelectorAll("img[data-edit]")) image.classList.toggle("disabled", disabled);
  }

  override _onChangeForm(formConfig: Parameters<ApplicationV2["_onChangeForm"]>[0], event: Event): void {
    if (!this.isEditable) return;
    super._onChangeForm(formConfig, event);
  }

  // ---------------------------------------------------------------- submission

  static async #onSubmitDocumentForm(this: ApplicationV2, event: Event, form: HTMLFormElement, formData: FormDataExtended, options: PlainObject = {}): Promise<void> {
    if (!(this instanceof DocumentSheetV2) || !this.isEditable) return;
    const { updateData, ...rest } = options;
    const data = this._prepareSubmitData(event, form, formData, updateData as PlainObject | undefined);
    await this._processSubmitData(event, form, data, rest);
  }

  /** Expands the form's fields and validates them as changes of the document. */
  _prepareSubmitData(event: Event, form: HTMLFormElement, formData: FormDataExtended, updateData?: PlainObject): PlainObject {
    const data = this._processFormData(event, form, formData);
    if (updateData) host.utils.mergeObject(data, updateData, { performDeletions: true });
    this.document.validate({ changes: data, clean: true, fallback: false });
    return data;
  }

  _processFormData(_event: Event | null, _form: HTMLFormElement, formData: FormDataExtended): PlainObject {
    return expandPaths(formData.object);
  }

  async _processSubmitData(_event: Event, _form: HTMLFormElement, submitData: PlainObject, options: PlainObject = {}): Promise<unknown> {
    const { document } = this;
    if (!document.id && this.options.canCreate === true) return host.documentClass(document.documentName).create(submitData, options);
    return document.update(submitData, options);
  }

  override async submit(submitOptions: PlainObject = {}): Promise<unknown> {
    const form = this.form;
    if (!form) return undefined;
    const handler = this.options.form?.handler;
    return handler?.call(this, new Event("submit", { cancelable: true }), form, new FormDataExtended(form), submitOptions);
  }

  // ---------------------------------------------------------------- header actions

  static #onConfigureSheet(this: ApplicationV2): unknown {
    if (!(this instanceof DocumentSheetV2)) return undefined;
    const apps = host.table.foundry.applications as { apps?: { DocumentSheetConfig?: new (options: PlainObject) => ApplicationV2 } };
    const Config = apps.apps?.DocumentSheetConfig;
    return Config ? new Config({ document: this.document }).render({ force: true }) : undefined;
  }

  static async #onCopyUuid(this: ApplicationV2, event: PointerEvent): Promise<void> {
    if (!(this instanceof DocumentSheetV2)) return;
    event.preventDefault();
    const text = event.button === 2 ? (this.document.id ?? "") : this.document.uuid;
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    host.notify("info", text);
  }

  static async #onEditImage(this: ApplicationV2, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof DocumentSheetV2)) return;
    const path = target.dataset.edit ?? "img";
    const current = String(host.utils.getProperty(this.document._source, path) ?? "");
    const apps = host.table.foundry.applications as { apps?: { FilePicker?: { implementation: new (options: PlainObject) => { browse(): unknown } } } };
    const Picker = apps.apps?.FilePicker?.implementation;
    if (!Picker) return;
    const picker = new Picker({
      current,
      type: "image",
      callback: async (chosen: string) => {
        if (target instanceof HTMLImageElement) target.src = chosen;
        await this.document.update(expandPaths({ [path]: chosen }));
      },
      position: { top: this.position.top + 40, left: this.position.left + 10 },
      document: this.document,
    });
    await picker.browse();
  }

  static async #onImportDocument(this: ApplicationV2): Promise<void> {
    if (!(this instanceof DocumentSheetV2)) return;
    const { document } = this;
    const pack = document.pack ? host.game.packs.get(document.pack) : undefined;
    const collection = host.game.collections.get(document.documentName);
    if (pack && document.id && collection?.importFromCompendium) await collection.importFromCompendium(pack, document.id);
  }
}
