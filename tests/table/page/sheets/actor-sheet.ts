import { DocumentSheetV2 } from "../api/document-sheet";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostActor, type HostDocument, type HostTokenDocument } from "../host";
import type { PlainObject } from "../plain";
import { TextEditor } from "../ux/text-editor";
import { bindDrops, droppedDocument } from "./document-drops";
import { PrototypeTokenConfig } from "./schema-sheets";
import { integerSort } from "./sorting";

/**
 * Base of actor sheets: drag out of `.draggable` rows, drop of documents.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.sheets.ActorSheetV2.html
 */
export class ActorSheetV2 extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    position: { width: 600 },
    window: { resizable: true },
    actions: {
      configurePrototypeToken: ActorSheetV2.#onConfigureToken,
      configureToken: ActorSheetV2.#onConfigureToken,
      showPortraitArtwork: ActorSheetV2.#onShowPortrait,
    },
  };

  get actor(): HostActor {
    return this.document as HostActor;
  }

  /** The token of a synthetic actor. */
  get token(): HostTokenDocument | null {
    return (this.options.token as HostTokenDocument | undefined) ?? this.actor.token ?? null;
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
    if (event.target instanceof HTMLElement && "link" in event.target.dataset) return;
    const { itemId, effectId } = event.currentTarget.dataset;
    const dragged = itemId ? this.actor.items.get(itemId) : effectId ? this.actor.effects.get(effectId) : undefined;
    if (dragged) event.dataTransfer.setData("text/plain", JSON.stringify(dragged.toDragData()));
  }

  _onDragOver(_event: DragEvent): void {}

  async _onDrop(event: DragEvent): Promise<unknown> {
    const data = TextEditor.implementation.getDragEventData(event);
    if (host.hooks.call("dropActorSheetData", this.actor, this, data) === false) return undefined;
    try {
      const dropped = await droppedDocument(data);
      return dropped ? await this._onDropDocument(event, dropped) : undefined;
    } catch (error) {
      console.error(error);
      host.notify("error", error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async _onDropDocument(event: DragEvent, document: HostDocument): Promise<unknown> {
    switch (document.documentName) {
      case "ActiveEffect":
        return this._onDropActiveEffect(event, document);
      case "Actor":
        return this._onDropActor(event, document);
      case "Item":
        return this._onDropItem(event, document);
      case "Folder":
        return this._onDropFolder(event, document);
      default:
        return null;
    }
  }

  async _onDropActiveEffect(_event: DragEvent, effect: HostDocument): Promise<unknown> {
    if (!this.actor.isOwner || effect.parent?.uuid === this.actor.uuid) return null;
    return this.actor.createEmbeddedDocuments("ActiveEffect", [effect.toObject()]);
  }

  async _onDropActor(_event: DragEvent, _actor: HostDocument): Promise<unknown> {
    return null;
  }

  async _onDropItem(event: DragEvent, item: HostDocument): Promise<unknown> {
    if (!this.actor.isOwner) return null;
    if (item.parent?.uuid === this.actor.uuid) return this._onSortItem(event, item);
    const keepId = item.id !== null && !this.actor.items.has(item.id);
    const data = item.pack && host.game.items.fromCompendium ? host.game.items.fromCompendium(item, { keepId, clearFolder: true }) : item.toObject();
    const [created] = await this.actor.createEmbeddedDocuments("Item", [data], { keepId });
    return created ?? null;
  }

  async _onDropFolder(_event: DragEvent, _folder: HostDocument): Promise<unknown> {
    return null;
  }

  async _onSortItem(event: DragEvent, item: HostDocument): Promise<unknown> {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-item-id]") : null;
    const target = row?.dataset.itemId ? this.actor.items.get(row.dataset.itemId) : undefined;
    if (!target || target.id === item.id || !row) return undefined;
    const siblings = [...(row.parentElement?.children ?? [])].flatMap((element) => {
      const id = element instanceof HTMLElement ? element.dataset.itemId : undefined;
      const sibling = id ? this.actor.items.get(id) : undefined;
      return sibling ? [sibling] : [];
    });
    const box = row.getBoundingClientRect();
    const updates = integerSort(item, target, siblings, event.clientY < box.top + box.height / 2).map(({ target: moved, update }) => ({ ...update, _id: moved.id }));
    return this.actor.updateEmbeddedDocuments("Item", updates);
  }

  /** The token of a token's own actor, else the prototype. */
  static async #onConfigureToken(this: unknown): Promise<void> {
    if (!(this instanceof ActorSheetV2)) return;
    if (this.token) await this.token.sheet?.render({ force: true });
    else await new PrototypeTokenConfig({ prototype: Reflect.get(this.actor, "prototypeToken") as unknown }).render({ force: true });
  }

  static #onShowPortrait(this: unknown): void {
    if (this instanceof ActorSheetV2) window.open(this.actor.img ?? "", "_blank");
  }
}
