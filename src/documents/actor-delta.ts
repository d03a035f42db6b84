import { migrateInPlace } from "../migrations/migrate";

/** What an unlinked token changes of its actor; parts in an earlier shape are brought to the current one first. */
export class FatewalkerActorDelta extends foundry.documents.ActorDelta {
  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    migrateInPlace("Actor", source);
    return super.migrateData(source) as Record<string, unknown>;
  }
}
