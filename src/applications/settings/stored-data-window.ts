import { say, sayOr } from "../../helpers/text";
import { correctedDocuments, forgetCorrections, type CorrectedDocument } from "../../migrations/corrections";
import { findWork, migrationRuns, refusal, runMigrations, type MigrationProgress } from "../../migrations/runner";
import { storedReport, storedVersion, type FailedDocument } from "../../migrations/settings";
import { CURRENT_VERSION } from "../../migrations/steps";
import { writeWhole } from "../../migrations/targets";
import { WindowBase } from "../base";
import { isOpen } from "../is-open";
import { closeOnEscape } from "../dialogs/window-habits";
import { shown } from "./shown-value";

interface StoredDataView {
  readonly stateText: string;
  /** Documents of an earlier shape; 0: nothing to do. */
  readonly count: number;
  readonly advice: string;
  readonly progress: { readonly text: string; readonly percent: number } | null;
  readonly failed: readonly FailedDocument[];
  readonly corrected: readonly { readonly name: string; readonly rows: readonly { readonly path: string; readonly text: string }[] }[];
  readonly isCalm: boolean;
}

/**
 * What the GM should know of the stored data: whether they have the shape of this version, what a run does, what failed,
 * and what no field could take. It advises a backup before anything is written; it is no modal window, and who closes it
 * plays on.
 */
export class StoredDataWindow extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    id: "fatewalker-stored-data",
    classes: ["fw-dialog", "fw-stored-data"],
    position: { width: 520, height: "auto" },
    window: { title: "FATEWALKER.Migration.Title", icon: "fa-solid fa-database", resizable: true },
    actions: {
      migrate: async function migrate(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof StoredDataWindow) await this.migrate();
      },
      storeCorrected: async function storeCorrected(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof StoredDataWindow) await this.storeCorrected();
      },
      close: function close(this: foundry.applications.api.ApplicationV2) {
        void this.close();
      },
    },
  };

  static override PARTS = {
    body: { template: "systems/fatewalker/templates/settings/stored-data.hbs", scrollable: [".fw-dialog-body"] },
  };

  #progress: MigrationProgress | null = null;

  /** Runs, showing how far it is; a window that is closed meanwhile stops nothing. */
  async migrate(): Promise<void> {
    const reason = refusal();
    if (reason !== null) return void ui.notifications?.warn(say(`FATEWALKER.Migration.Refused.${reason}`));
    const bar = ui.notifications?.info(say("FATEWALKER.Migration.Begins"), { progress: true, permanent: true, console: false });
    const outcome = await runMigrations((progress) => {
      this.#progress = progress;
      this.#showProgress(progress);
      bar?.update({ pct: progress.total === 0 ? 1 : progress.done / progress.total, message: progressText(progress) });
    });
    this.#progress = null;
    bar?.remove();
    if (outcome.kind === "finished") {
      const { done, failed } = outcome.report;
      if (failed.length === 0) ui.notifications?.success(say("FATEWALKER.Migration.Finished", { done }), { console: false });
      else ui.notifications?.warn(say("FATEWALKER.Migration.FinishedWithFailures", { done, failed: failed.length, names: failed.map(({ name }) => name).join(", ") }), { permanent: true, console: false });
    }
    if (isOpen(this)) await this.render();
  }

  /** Writes what is shown of the corrected documents, so that the same values are not reported again. */
  async storeCorrected(): Promise<void> {
    for (const { documentName, id } of correctedDocuments()) {
      const document = documentName === "Actor" ? game.actors.get(id) : game.items.get(id);
      if (document === undefined) continue;
      const items = document instanceof foundry.documents.Actor ? document.items.contents : [];
      for (const one of [document, ...items]) await writeWhole(one as unknown as Parameters<typeof writeWhole>[0]);
      forgetCorrections(documentName, id);
    }
    await this.render();
  }

  protected override async _prepareContext(): Promise<never> {
    return (await this.#view()) as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
    this.element.querySelector<HTMLElement>("[data-action=migrate]:not(:disabled)")?.focus();
  }

  async #view(): Promise<StoredDataView> {
    const report = storedReport();
    const isNewer = storedVersion() > CURRENT_VERSION;
    const progress = this.#progress;
    const count = progress !== null || migrationRuns() || isNewer ? 0 : (await findWork()).total;
    const corrected = progress === null ? correctedDocuments() : [];
    return {
      stateText: progress === null ? stateText(count, isNewer) : say("FATEWALKER.Migration.Storing"),
      count,
      advice: count === 0 ? "" : say(report.phase === "running" ? "FATEWALKER.Migration.WasCut" : "FATEWALKER.Migration.Backup", { done: report.done }),
      progress: progress === null ? null : { text: progressText(progress), percent: percentOf(progress) },
      failed: (progress?.failed ?? report.failed).map((entry) => ({ ...entry, reason: sayOr(entry.reason, entry.reason) })),
      corrected: corrected.map(correctedRow),
      isCalm: count === 0 && progress === null,
    };
  }

  /** A whole rendering for every document would be slow. */
  #showProgress(progress: MigrationProgress): void {
    if (!isOpen(this)) return;
    const bar = this.element.querySelector<HTMLElement>(".fw-progress");
    if (bar === null) return void this.render();
    bar.style.setProperty("--fw-part", `${percentOf(progress)}%`);
    bar.setAttribute("aria-valuenow", String(percentOf(progress)));
    const text = this.element.querySelector<HTMLElement>(".fw-progress-text");
    if (text !== null) text.textContent = progressText(progress);
  }
}

const percentOf = ({ done, total }: MigrationProgress): number => (total === 0 ? 100 : Math.floor((done / total) * 100));

const progressText = ({ done, total, name }: MigrationProgress): string => say("FATEWALKER.Migration.Progress", { done, total, name });

function stateText(count: number, isNewer: boolean): string {
  if (isNewer) return say("FATEWALKER.Migration.Newer", { version: storedVersion() });
  return count === 0 ? say("FATEWALKER.Migration.Current", { version: CURRENT_VERSION }) : say("FATEWALKER.Migration.Earlier", { count });
}

function correctedRow({ name, corrections }: CorrectedDocument): StoredDataView["corrected"][number] {
  return {
    name,
    rows: corrections.map(({ path, kind, before, after }) => ({ path, text: say(`FATEWALKER.Migration.Correction.${kind}`, { before: shown(before), after: shown(after) }) })),
  };
}
