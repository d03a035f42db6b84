import { WORLD, carryOut, importOnto, planTransfer, type Candidate, type Decision, type StoredDocument, type TransferPlan, type TransferResult, type TransferTarget, type Words } from "../../flows/transfer";
import { say } from "../../helpers/text";
import { RuleError } from "../../rules/errors";
import { WindowBase } from "../base";
import { closeOnEscape } from "../dialogs/window-habits";
import { exportFolder, exportPack } from "./export";

/** The window goes from the text to what was found in it, and on to what came of it. */
type Stage = { readonly kind: "text" } | { readonly kind: "plan"; readonly plan: TransferPlan } | { readonly kind: "result"; readonly result: TransferResult };

const DECISIONS: readonly Decision[] = ["skip", "both", "replace"];
const tell = ({ key, data }: Words): string => say(key, data ?? {});

/**
 * Takes documents from a file or from pasted text, and writes packs and folders into one. Nothing is written before the
 * person has seen what would be; with `onto` the file's one document becomes the content of that one.
 */
export class TransferWindow extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    id: "fatewalker-transfer-{id}",
    tag: "form",
    classes: ["fw-dialog", "fw-transfer"],
    position: { width: 560, height: "auto" },
    window: { title: "FATEWALKER.Transfer.Title", icon: "fa-solid fa-file-import", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
      handler: async function submit(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof TransferWindow) await this.goOn();
      },
    },
    actions: {
      back: async function back(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof TransferWindow) await this.back();
      },
      close: function close(this: foundry.applications.api.ApplicationV2) {
        void this.close();
      },
      exportChosen: async function exportChosen(this: foundry.applications.api.ApplicationV2) {
        if (this instanceof TransferWindow) await this.exportChosen();
      },
    },
  };

  static override PARTS = {
    body: { template: "systems/fatewalker/templates/settings/transfer.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #onto: StoredDocument | null;
  #stage: Stage = { kind: "text" };
  #text = "";
  #target: TransferTarget = WORLD;
  #error = "";

  /** The settings window makes one without an argument. */
  constructor({ onto = null }: { readonly onto?: StoredDocument | null } = {}) {
    super();
    this.#onto = onto;
  }

  /** From the text to the plan, from the plan to the result. */
  async goOn(): Promise<void> {
    try {
      this.#error = "";
      if (this.#stage.kind === "text") await this.#read();
      else if (this.#stage.kind === "plan") await this.#write(this.#stage.plan);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      this.#error = say(error.key, error.data);
    }
    await this.render();
  }

  async back(): Promise<void> {
    this.#stage = { kind: "text" };
    this.#error = "";
    await this.render();
  }

  /** Saves the pack or folder that is chosen in the list. */
  async exportChosen(): Promise<void> {
    const chosen = this.element.querySelector<HTMLSelectElement>("select[name=exported]")?.value ?? "";
    const [kind, id = ""] = chosen.split("|");
    const folder = kind === "folder" ? game.folders.get(id) : undefined;
    if (folder !== undefined) await exportFolder(folder as Folder.Implementation);
    else if (kind === "pack") await exportPack(id);
  }

  protected override async _prepareContext(): Promise<never> {
    return this.#view() as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    closeOnEscape(this);
    this.element.addEventListener("change", (event) => void this.#changed(event));
    this.element.addEventListener("input", (event) => {
      if (event.target instanceof HTMLTextAreaElement) this.#text = event.target.value;
    });
  }

  async #changed(event: Event): Promise<void> {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.type === "file") {
      const [file] = field.files ?? [];
      if (file === undefined) return;
      this.#text = await file.text();
      const area = this.element.querySelector("textarea");
      if (area !== null) area.value = this.#text;
      await this.goOn();
    } else if (field instanceof HTMLSelectElement && field.name === "target") this.#target = field.value === "" ? WORLD : { kind: "pack", id: field.value };
  }

  async #read(): Promise<void> {
    if (this.#onto === null) {
      this.#stage = { kind: "plan", plan: await planTransfer(this.#text, this.#target) };
      return;
    }
    const entry = await importOnto(this.#onto, this.#text);
    const { uuid, name } = this.#onto;
    this.#stage = { kind: "result", result: { created: [], replaced: [{ uuid, name }], skipped: [], refused: [] } };
    if (entry.kind === "ready" && entry.problems.length > 0) this.#error = say("FATEWALKER.Transfer.OntoProblems", { list: entry.problems.map(({ path, reason }) => `${path} (${tell(reason)})`).join("; ") });
  }

  async #write(plan: TransferPlan): Promise<void> {
    const decisions = new Map([...this.element.querySelectorAll<HTMLSelectElement>("select[data-index]")].map(({ dataset, value }) => [Number(dataset.index), value]));
    const decide = (_candidate: Candidate, index: number): Decision => DECISIONS.find((decision) => decision === decisions.get(index)) ?? "skip";
    this.#stage = { kind: "result", result: await carryOut(plan, decide) };
  }

  #view(): object {
    const stage = this.#stage;
    return {
      error: this.#error,
      onto: this.#onto === null ? "" : say("FATEWALKER.Transfer.OntoHint", { name: this.#onto.name }),
      isText: stage.kind === "text",
      text: this.#text,
      targets: this.#onto === null ? this.#targets() : [],
      exported: this.#onto === null && game.user?.isGM === true ? exportChoices() : [],
      plan: stage.kind === "plan" ? planView(stage.plan) : null,
      result: stage.kind === "result" ? resultView(stage.result) : null,
    };
  }

  #targets(): object[] {
    const packs = game.user?.isGM === true ? game.packs.contents.filter(({ locked }) => !locked) : [];
    const id = this.#target.kind === "pack" ? this.#target.id : "";
    return packs.length === 0 ? [] : [{ id: "", name: say("FATEWALKER.Transfer.World"), chosen: id === "" }, ...packs.map((pack) => ({ id: pack.collection, name: pack.title, chosen: pack.collection === id }))];
  }
}

function exportChoices(): object[] {
  const folders = game.folders.contents.filter(({ type }) => type === "Actor" || type === "Item");
  return [
    { label: say("FATEWALKER.Transfer.Packs"), choices: game.packs.contents.map((pack) => ({ value: `pack|${pack.collection}`, name: pack.title })) },
    { label: say("FATEWALKER.Transfer.Folders"), choices: folders.map(({ id, name }) => ({ value: `folder|${id}`, name })) },
  ].filter(({ choices }) => choices.length > 0);
}

function planView({ entries }: TransferPlan): object {
  const rows = entries.map((entry, index) => {
    if (entry.kind === "refused") return { name: entry.name, refused: tell(entry.reason) };
    const problems = entry.problems.map(({ path, reason }) => ({ path, reason: tell(reason) }));
    return {
      index,
      name: entry.name,
      kind: game.i18n.localize(`TYPES.${entry.documentName}.${entry.type}`),
      problems,
      problemCount: say("FATEWALKER.Transfer.ProblemCount", { count: problems.length }),
      match: entry.match === null ? "" : say("FATEWALKER.Transfer.Match", { name: entry.match.name }),
      decisions: entry.match === null ? [] : DECISIONS.map((value) => ({ value, label: say(`FATEWALKER.Transfer.Decision.${value}`) })),
    };
  });
  const ready = entries.filter(({ kind }) => kind === "ready").length;
  return { rows, ready, summary: say("FATEWALKER.Transfer.Found", { ready, all: entries.length }) };
}

function resultView({ created, replaced, skipped, refused }: TransferResult): object {
  return {
    summary: say("FATEWALKER.Transfer.Done", { created: created.length, replaced: replaced.length, skipped: skipped.length, refused: refused.length }),
    refused: refused.map(({ name, reason }) => ({ name, reason: tell(reason) })),
  };
}
