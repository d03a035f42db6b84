import { SYSTEM_ID } from "../config/defaults";
import { isRecord } from "./records";

/** A document that could not be brought to the current shape. */
export interface FailedDocument {
  readonly uuid: string;
  readonly name: string;
  /** The host's own words, or a localisation key. */
  readonly reason: string;
}

/** What a run has done so far; kept in the world, so that a run that was cut goes on where it stopped. */
export interface MigrationReport {
  readonly phase: "none" | "running" | "finished";
  /** Version that the run leads to. */
  readonly version: number;
  readonly done: number;
  readonly failed: readonly FailedDocument[];
  /** Packs that are through. */
  readonly packs: readonly string[];
}

export const NO_REPORT: MigrationReport = { phase: "none", version: 0, done: 0, failed: [], packs: [] };

/** World settings that nobody sees: the version of the stored data (0: never noted), and the last run. */
export function registerMigrationSettings(): void {
  game.settings.register(SYSTEM_ID, "migrationVersion", { scope: "world", config: false, type: Number, default: 0 });
  game.settings.register(SYSTEM_ID, "migrationReport", { scope: "world", config: false, type: new foundry.data.fields.ObjectField({ required: true, nullable: false, initial: () => ({ ...NO_REPORT }) }) });
}

/** Version of the shape in which this world is stored; 0 where none was ever noted. */
export function storedVersion(): number {
  const version = Number(game.settings.get(SYSTEM_ID, "migrationVersion"));
  return Number.isInteger(version) && version > 0 ? version : 0;
}

export async function storeVersion(version: number): Promise<void> {
  await game.settings.set(SYSTEM_ID, "migrationVersion", version);
}

/** The last run, whatever the setting holds. */
export function storedReport(): MigrationReport {
  const stored: unknown = game.settings.get(SYSTEM_ID, "migrationReport");
  if (!isRecord(stored)) return NO_REPORT;
  const { phase, version, done, failed, packs } = stored;
  return {
    phase: phase === "running" || phase === "finished" ? phase : "none",
    version: typeof version === "number" ? version : 0,
    done: typeof done === "number" ? done : 0,
    failed: Array.isArray(failed) ? failed.filter(isRecord).map((entry) => ({ uuid: String(entry["uuid"] ?? ""), name: String(entry["name"] ?? ""), reason: String(entry["reason"] ?? "") })) : [],
    packs: Array.isArray(packs) ? packs.filter((id) => typeof id === "string") : [],
  };
}

export async function storeReport(report: MigrationReport): Promise<void> {
  await game.settings.set(SYSTEM_ID, "migrationReport", { ...report });
}
