import { compareWithStored, storedShape } from "../migrations/load";
import { migrateInPlace } from "../migrations/migrate";

/** An item of Fatewalker; its numbers are its data model's, its deeds are flows. */
export class FatewalkerItem extends foundry.documents.Item {
  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    migrateInPlace("Item", source);
    return super.migrateData(source) as Record<string, unknown>;
  }

  protected override _initializeSource(...[data, options]: Parameters<foundry.documents.Item["_initializeSource"]>): ReturnType<foundry.documents.Item["_initializeSource"]> {
    const stored = this.parent === null ? storedShape("Item", data) : null;
    const source = super._initializeSource(data, options);
    compareWithStored("Item", stored, source);
    return source;
  }

  /** Key of the table row or keys.yml entry it was made from; empty for what a group made. */
  get key(): string {
    const system: unknown = this.system;
    return typeof system === "object" && system !== null && "key" in system && typeof system.key === "string" ? system.key : "";
  }
}
