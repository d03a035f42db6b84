/** An item of Fatewalker; its numbers are its data model's, its deeds are flows. */
export class FatewalkerItem extends foundry.documents.Item {
  /** Key of the table row or keys.yml entry it was made from; empty for what a group made. */
  get key(): string {
    const system: unknown = this.system;
    return typeof system === "object" && system !== null && "key" in system && typeof system.key === "string" ? system.key : "";
  }
}
