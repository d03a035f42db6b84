import type { StatusId } from "../../rules/keys";
import { valueAt } from "../commit/json";
import { createdUuid, isAbsent } from "../commit/patches";
import { statusChanges } from "../commit/status";
import type { DocumentChange } from "../commit/types";
import { storedValue } from "../commit/write";

/**
 * The documents as they will be when the commit that is being planned has been written: what is stored, with the changes
 * planned so far. Events of one commit follow each other by it, and see the exchange that they are written with.
 */
export class Pending {
  readonly #changes: DocumentChange[];

  /** @param changes what the commit brings along: it stays as it is, and can only be added to */
  constructor(changes: readonly DocumentChange[] = []) {
    this.#changes = [...changes];
  }

  get size(): number {
    return this.#changes.length;
  }

  /** Everything planned after the first `skip` changes. */
  after(skip: number): readonly DocumentChange[] {
    return this.#changes.slice(skip);
  }

  add(changes: readonly DocumentChange[]): void {
    this.#changes.push(...changes);
  }

  /** The value at a path of a document; undefined where there is none. */
  value(uuid: string, path: string): unknown {
    for (const change of [...this.#changes].reverse()) {
      if (change.action !== "update" || change.uuid !== uuid) continue;
      for (const [written, value] of Object.entries(change.changes)) {
        if (written === path) return isAbsent(value) ? undefined : value;
        if (path.startsWith(`${written}.`)) return valueAt(value, path.slice(written.length + 1));
      }
    }
    return storedValue(uuid, path);
  }

  /** A whole number at a path; 0 where there is none. */
  number(uuid: string, path: string): number {
    const value = this.value(uuid, path);
    return typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : 0;
  }

  isDeleted(uuid: string): boolean {
    return this.#changes.some((change) => change.action === "delete" && change.uuid === uuid);
  }

  /** Has the actor this status, or will it have it? */
  hasStatus(actor: Actor.Implementation, status: StatusId): boolean {
    const kept = actor.effects.some((effect) => effect.statuses.has(status) && !effect.disabled && !this.isDeleted(effect.uuid));
    return kept || this.#begun(actor, status) !== null;
  }

  /** UUID of the effect by which a status begins in this commit; null: none does, or it ends again in the same commit. */
  #begun(actor: Actor.Implementation, status: StatusId): string | null {
    let begun: string | null = null;
    for (const change of this.#changes) {
      if (change.action === "create" && change.parent === actor.uuid && Array.isArray(change.source.statuses) && change.source.statuses.includes(status)) begun = createdUuid(change);
      if (change.action === "delete" && change.uuid === begun) begun = null;
    }
    return begun;
  }

  /** Plans that a status begins or ends; nothing where it is so already. */
  setStatus(actor: Actor.Implementation, status: StatusId, active: boolean): void {
    if (this.hasStatus(actor, status) === active) return;
    if (active) return this.add(statusChanges(actor, status, true));
    const begun = this.#begun(actor, status);
    if (begun !== null) this.add([{ action: "delete", uuid: begun }]);
    this.add(statusChanges(actor, status, false).filter((change) => change.action !== "delete" || !this.isDeleted(change.uuid)));
  }
}
