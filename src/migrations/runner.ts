import { storeReport, storeVersion, storedReport, storedVersion, type FailedDocument, type MigrationReport } from "./settings";
import { CURRENT_VERSION } from "./steps";
import { packTargets, worldTargets, type PackTarget, type Target } from "./targets";

/** How far a run is. */
export interface MigrationProgress {
  readonly done: number;
  readonly total: number;
  /** What is at work now. */
  readonly name: string;
  readonly failed: readonly FailedDocument[];
}

/** What there is to do in a world. */
export interface MigrationWork {
  readonly world: readonly Target[];
  readonly packs: readonly { readonly pack: PackTarget; readonly targets: readonly Target[] }[];
  readonly total: number;
}

/** Why no run begins. */
export type MigrationRefusal = "notActiveGM" | "newerWorld" | "running";

export type MigrationOutcome = { readonly kind: "refused"; readonly reason: MigrationRefusal } | { readonly kind: "finished"; readonly report: MigrationReport };

/** Documents after which the report is stored anew. */
const STORE_EVERY = 50;

let isRunning = false;

/** Is a run at work on this client? */
export const migrationRuns = (): boolean => isRunning;

/** Looks for everything that has an earlier shape; packs that an interrupted run has been through are left out. */
export async function findWork(): Promise<MigrationWork> {
  const last = storedReport();
  const through = last.phase === "running" && last.version === CURRENT_VERSION ? last.packs : [];
  const world = worldTargets();
  const packs = [];
  for (const pack of packTargets()) {
    if (through.includes(pack.id)) continue;
    packs.push({ pack, targets: await pack.load() });
  }
  return { world, packs, total: packs.reduce((sum, { targets }) => sum + targets.length, world.length) };
}

/** May this client begin a run now? */
export function refusal(): MigrationRefusal | null {
  if (game.users.activeGM?.isSelf !== true) return "notActiveGM";
  if (storedVersion() > CURRENT_VERSION) return "newerWorld";
  return isRunning ? "running" : null;
}

/**
 * Brings the world and its unlocked packs to the current shape, one document a request: each is written whole or not at
 * all, so that a cut leaves nothing half done, and what is written is not found again. A document that fails is kept on
 * a list and the rest goes on; it works all the same, since it is read in the current shape at every load.
 * @param onProgress  called before every document and at the end
 */
export async function runMigrations(onProgress: (progress: MigrationProgress) => void = () => undefined): Promise<MigrationOutcome> {
  const reason = refusal();
  if (reason !== null) return { kind: "refused", reason };
  isRunning = true;
  try {
    return { kind: "finished", report: await new MigrationRun(onProgress).finish() };
  } finally {
    isRunning = false;
  }
}

class MigrationRun {
  readonly #onProgress: (progress: MigrationProgress) => void;
  readonly #failed: FailedDocument[] = [];
  readonly #packs: string[] = [];
  #before = 0;
  #done = 0;
  #tried = 0;
  #total = 0;

  constructor(onProgress: (progress: MigrationProgress) => void) {
    this.#onProgress = onProgress;
  }

  async finish(): Promise<MigrationReport> {
    const last = storedReport();
    if (last.phase === "running" && last.version === CURRENT_VERSION) {
      this.#before = last.done;
      this.#packs.push(...last.packs);
    }
    const { world, packs, total } = await findWork();
    this.#total = total;
    await storeReport(this.#report("running"));
    await this.#migrate(world);
    for (const { pack, targets } of packs) {
      await this.#migrate(targets);
      this.#packs.push(pack.id);
      if (targets.length > 0) await storeReport(this.#report("running"));
    }
    const report = this.#report("finished");
    await storeReport(report);
    await storeVersion(CURRENT_VERSION);
    this.#tell("");
    return report;
  }

  async #migrate(targets: readonly Target[]): Promise<void> {
    for (const { uuid, name, write } of targets) {
      this.#tell(name);
      try {
        if (await write()) this.#done += 1;
        else this.#failed.push({ uuid, name, reason: "FATEWALKER.Migration.Cancelled" });
      } catch (error) {
        console.error(error);
        this.#failed.push({ uuid, name, reason: error instanceof Error ? error.message : String(error) });
      }
      this.#tried += 1;
      if (this.#tried % STORE_EVERY === 0) await storeReport(this.#report("running"));
    }
  }

  #tell(name: string): void {
    this.#onProgress({ done: this.#tried, total: this.#total, name, failed: [...this.#failed] });
  }

  #report(phase: "running" | "finished"): MigrationReport {
    return { phase, version: CURRENT_VERSION, done: this.#before + this.#done, failed: [...this.#failed], packs: [...this.#packs] };
  }
}
