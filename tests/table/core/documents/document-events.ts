import type { Document } from "./document";
import { DataModel } from "../model/data-model";
import { TypeDataModel } from "../model/type-data-model";
import type { Data } from "../types";

/**
 * The callbacks of operations, which subclasses override: `_preX` on the client that asks, `_onX` on every client, and
 * the same for whole operations and for descendants. Those of one document go on to its type data.
 * https://foundryvtt.com/api/classes/foundry.abstract.Document.html
 */
export abstract class DocumentEvents extends DataModel {
  abstract render(force?: boolean | object, context?: object): void;

  private get typeModel(): TypeDataModel | null {
    const system: unknown = Reflect.get(this, "system");
    return system instanceof TypeDataModel ? system : null;
  }

  async _preCreate(data: Data, options: Data, user: unknown): Promise<boolean | void> {
    return this.typeModel?._preCreate(data, options, user);
  }

  _onCreate(data: Data, options: Data, userId: string): void {
    this.typeModel?._onCreate(data, options, userId);
  }

  async _preUpdate(changed: Data, options: Data, user: unknown): Promise<boolean | void> {
    return this.typeModel?._preUpdate(changed, options, user);
  }

  _onUpdate(changed: Data, options: Data, userId: string): void {
    this.typeModel?._onUpdate(changed, options, userId);
  }

  async _preDelete(options: Data, user: unknown): Promise<boolean | void> {
    return this.typeModel?._preDelete(options, user);
  }

  _onDelete(options: Data, userId: string): void {
    this.typeModel?._onDelete(options, userId);
  }

  static async _preCreateOperation(documents: Document[], operation: Data, user: unknown): Promise<boolean | void> {
    void documents;
    void operation;
    void user;
  }

  static async _onCreateOperation(documents: Document[], operation: Data, user: unknown): Promise<void> {
    void documents;
    void operation;
    void user;
  }

  static async _preUpdateOperation(documents: Document[], operation: Data, user: unknown): Promise<boolean | void> {
    void documents;
    void operation;
    void user;
  }

  static async _onUpdateOperation(documents: Document[], operation: Data, user: unknown): Promise<void> {
    void documents;
    void operation;
    void user;
  }

  static async _preDeleteOperation(documents: Document[], operation: Data, user: unknown): Promise<boolean | void> {
    void documents;
    void operation;
    void user;
  }

  static async _onDeleteOperation(documents: Document[], operation: Data, user: unknown): Promise<void> {
    void documents;
    void operation;
    void user;
  }

  _preCreateDescendantDocuments(parent: Document, collection: string, data: Data[], options: Data, userId: string): void {
    void [parent, collection, data, options, userId];
  }

  _onCreateDescendantDocuments(parent: Document, collection: string, documents: Document[], data: Data[], options: Data, userId: string): void {
    void [parent, collection, documents, data, userId];
    if (options["render"] !== false) this.render(false, { renderContext: `create${collection}` });
  }

  _preUpdateDescendantDocuments(parent: Document, collection: string, changes: Data[], options: Data, userId: string): void {
    void [parent, collection, changes, options, userId];
  }

  _onUpdateDescendantDocuments(parent: Document, collection: string, documents: Document[], changes: Data[], options: Data, userId: string): void {
    void [parent, collection, documents, changes, userId];
    if (options["render"] !== false) this.render(false, { renderContext: `update${collection}` });
  }

  _preDeleteDescendantDocuments(parent: Document, collection: string, ids: string[], options: Data, userId: string): void {
    void [parent, collection, ids, options, userId];
  }

  _onDeleteDescendantDocuments(parent: Document, collection: string, documents: Document[], ids: string[], options: Data, userId: string): void {
    void [parent, collection, documents, ids, userId];
    if (options["render"] !== false) this.render(false, { renderContext: `delete${collection}` });
  }
}
