import { DocumentSheetV2 } from "../api/document-sheet";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostActor, type HostDocument } from "../host";
import type { PlainObject } from "../plain";
import { TextEditor } from "../ux/text-editor";
import { bindDrops, droppedDocument } from "./document-drops";

/** Base of item sheets: https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.ItemSheetV2.html */
export class ItemSheetV2 extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    position: { width: 480 },
  };

  get item(): HostDocument {
    return this.document;
  }

  get actor(): HostActor | null {
    const { parent } = this.document;
    return parent?.documentName === "Actor" ? (parent as HostActor) : null;
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    bindDrops(this);
  }

  _canDragStart(_selector: string): boolean {
    return true;
  }
  _canDragDrop(_selector: string): boolean {
    return this.isEditable;
  }

  async _onDragStart(event: DragEvent): Promise<void> {
    if (!(event.currentTarget instanceof HTMLElement) || !event.dataTransfer) return;
    const { effectId } = event.currentTarget.dataset;
    const effect = effectId ? this.item.getEmbeddedCollection("ActiveEffect").get(effectId) : undefined;
    if (effect) event.dataTransfer.setData("text/plain", JSON.stringify(effect.toDragData()));
  }

  _onDragOver(_event: DragEvent): void {}

  async _onDrop(event: DragEvent): Promise<unknown> {
    const data = TextEditor.implementation.getDragEventData(event);
    if (host.hooks.call("dropItemSheetData", this.item, this, data) === false) return undefined;
    const dropped = await droppedDocument(data);
    return dropped ? this._onDropDocument(event, dropped) : undefined;
  }

  async _onDropDocument(event: DragEvent, document: HostDocument): Promise<unknown> {
    return document.documentName === "ActiveEffect" ? this._onDropActiveEffect(event, document) : null;
  }

  async _onDropActiveEffect(_event: DragEvent, effect: HostDocument): Promise<unknown> {
    if (!this.item.isOwner || effect.parent?.uuid === this.item.uuid) return null;
    return this.item.createEmbeddedDocuments("ActiveEffect", [effect.toObject()]);
  }
}
