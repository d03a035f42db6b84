import { DataModel } from "./data-model";
import type { SchemaField } from "../fields/compound";
import type { Data } from "../types";

/** https://foundryvtt.com/api/v14/classes/foundry.abstract.TypeDataModel.html */
export class TypeDataModel extends DataModel {
  static get implementation(): unknown {
    return this;
  }

  /** Paths of its fields are named from the document: `system.speed.base`. */
  protected static override onSchema(schema: SchemaField): void {
    schema.name = "system";
  }

  prepareBaseData(): void { /* for subclasses */ }

  prepareDerivedData(): void { /* for subclasses */ }

  async toEmbed(config: Data, options: Data = {}): Promise<unknown> {
    void config;
    void options;
    return null;
  }

  async _preCreate(data: Data, options: Data, user: unknown): Promise<boolean | void> {
    void data;
    void options;
    void user;
  }

  _onCreate(data: Data, options: Data, userId: string): void {
    void data;
    void options;
    void userId;
  }

  async _preUpdate(changes: Data, options: Data, user: unknown): Promise<boolean | void> {
    void changes;
    void options;
    void user;
  }

  _onUpdate(changed: Data, options: Data, userId: string): void {
    void changed;
    void options;
    void userId;
  }

  async _preDelete(options: Data, user: unknown): Promise<boolean | void> {
    void options;
    void user;
  }

  _onDelete(options: Data, userId: string): void {
    void options;
    void userId;
  }
}
