import type { Source } from "../../migrations/types";
import { RuleError } from "../../rules/errors";
import type { TransferFolder, Words } from "./format";
import { planTransfer, taken, type Candidate, type Decision, type TransferPlan } from "./plan";
import { replaceContent } from "./replace";
import { WORLD, classOf, documentIn, type StoredDocument, type TransferTarget } from "./target";

/** What came of a transfer, entry by entry. */
export interface TransferResult {
  readonly created: readonly { readonly uuid: string; readonly name: string }[];
  readonly replaced: readonly { readonly uuid: string; readonly name: string }[];
  readonly skipped: readonly string[];
  readonly refused: readonly { readonly name: string; readonly reason: Words }[];
}

/** Asks what is done with a thing that is there already; without an answer it is skipped. */
export type Decide = (candidate: Candidate, index: number) => Decision;

interface Wanted {
  readonly candidate: Candidate;
  readonly decision: Decision | "new";
}

/**
 * Does what was planned: all of it, or, where the host refuses a request, nothing.
 * @throws RuleError  with the host's words; then whatever had been written is taken back
 */
export async function carryOut(plan: TransferPlan, decide: Decide = () => "skip"): Promise<TransferResult> {
  const wanted: Wanted[] = [];
  plan.entries.forEach((entry, index) => {
    if (entry.kind === "ready") wanted.push({ candidate: entry, decision: entry.match === null ? "new" : decide(entry, index) });
  });
  const transfer = new Transfer(plan.target);
  try {
    await transfer.write(plan.folders, wanted);
  } catch (error) {
    await transfer.takeBack();
    throw new RuleError("FATEWALKER.Transfer.Error.Failed", { reason: error instanceof Error ? error.message : String(error) });
  }
  const refused = plan.entries.flatMap((entry) => (entry.kind === "refused" ? [{ name: entry.name, reason: entry.reason }] : []));
  return { created: transfer.created.map(summary), replaced: transfer.replaced.map(summary), skipped: wanted.filter(({ decision }) => decision === "skip").map(({ candidate }) => candidate.name), refused: [...refused, ...transfer.refused] };
}

const summary = ({ uuid, name }: StoredDocument): { uuid: string; name: string } => ({ uuid, name });

class Transfer {
  readonly created: StoredDocument[] = [];
  readonly replaced: StoredDocument[] = [];
  readonly refused: { name: string; reason: Words }[] = [];
  readonly #target: TransferTarget;
  readonly #folders: StoredDocument[] = [];
  readonly #before: { document: StoredDocument; source: Source }[] = [];
  /** Ids of folders in the file and of those in the target. */
  readonly #places = new Map<string, string>();

  constructor(target: TransferTarget) {
    this.#target = target;
  }

  get #options(): { keepId: true; pack?: string } {
    return this.#target.kind === "pack" ? { keepId: true, pack: this.#target.id } : { keepId: true };
  }

  async write(folders: readonly TransferFolder[], wanted: readonly Wanted[]): Promise<void> {
    const made = wanted.filter(({ decision }) => decision === "new" || decision === "both");
    const needed = new Set(made.map(({ candidate }) => candidate.source["folder"]));
    await this.#makeFolders(folders, needed);
    for (const { candidate, decision } of wanted) if (decision === "replace") await this.#replace(candidate);
    await this.#create(made);
  }

  /** Puts back what was replaced and deletes what was made, the last first. */
  async takeBack(): Promise<void> {
    for (const { document, source } of this.#before.reverse()) await replaceContent(document, source);
    for (const document of [...this.created, ...this.#folders].reverse()) await document.delete();
  }

  async #makeFolders(folders: readonly TransferFolder[], needed: ReadonlySet<unknown>): Promise<void> {
    const byId = new Map(folders.map((folder) => [folder._id, folder]));
    const make = async (id: string): Promise<void> => {
      const folder = byId.get(id);
      if (folder === undefined || this.#places.has(id)) return;
      if (folder.folder !== null && folder.folder !== id) await make(folder.folder);
      const parent = folder.folder === null ? null : (this.#places.get(folder.folder) ?? null);
      this.#places.set(id, this.#knownFolder(folder, parent) ?? (await this.#makeFolder(folder, parent)));
    };
    for (const id of needed) if (typeof id === "string") await make(id);
  }

  /** A folder of the target with the same name in the same place is the same folder. */
  #knownFolder({ _id, name, type }: TransferFolder, parent: string | null): string | null {
    const present = this.#target.kind === "world" ? game.folders.contents : (game.packs.get(this.#target.id)?.folders.contents ?? []);
    const alike = present.filter((folder) => folder.type === type);
    const found = alike.find(({ id }) => id === _id) ?? alike.find((folder) => folder.name === name && (folder.folder?.id ?? null) === parent);
    return found?.id ?? null;
  }

  async #makeFolder(folder: TransferFolder, parent: string | null): Promise<string> {
    const source = { ...folder, folder: parent, sorting: "a" };
    const [made] = (await (CONFIG.Folder.documentClass as unknown as ReturnType<typeof classOf>).createDocuments([source], this.#options));
    if (typeof made?.id !== "string") throw new RuleError("FATEWALKER.Transfer.Reason.Cancelled");
    this.#folders.push(made);
    return made.id;
  }

  async #replace({ documentName, name, match, source }: Candidate): Promise<void> {
    const document = match === null ? null : await documentIn(this.#target, documentName, match.id);
    if (document === null || !document.isOwner) {
      this.refused.push({ name, reason: { key: "FATEWALKER.Transfer.Reason.NotYours" } });
      return;
    }
    const before = structuredClone(document.toObject()) as Record<string, unknown>;
    await replaceContent(document, source);
    this.#before.push({ document, source: before });
    this.replaced.push(document);
  }

  async #create(wanted: readonly Wanted[]): Promise<void> {
    const kinds = new Set(wanted.map(({ candidate }) => candidate.documentName));
    const used = new Set<string>();
    for (const documentName of kinds) {
      const sources: Record<string, unknown>[] = [];
      for (const { candidate, decision } of wanted) if (candidate.documentName === documentName) sources.push(await this.#sourceToCreate(candidate, decision, used));
      const made = await classOf(documentName).createDocuments(sources, this.#options);
      this.created.push(...made);
      const ids = new Set(made.map(({ id }) => id));
      for (const source of sources) if (!ids.has(String(source["_id"]))) this.refused.push({ name: String(source["name"]), reason: { key: "FATEWALKER.Transfer.Reason.Cancelled" } });
    }
  }

  /** The id is kept where it is one and free, so that links go on leading there. */
  async #sourceToCreate({ documentName, source }: Candidate, decision: Wanted["decision"], used: Set<string>): Promise<Record<string, unknown>> {
    const { _id: id, folder } = source;
    const isFree = typeof id === "string" && /^[A-Za-z0-9]{16}$/.test(id) && decision === "new" && !used.has(id) && (await documentIn(this.#target, documentName, id)) === null;
    const _id = isFree ? id : foundry.utils.randomID();
    used.add(_id);
    return { ...structuredClone(source), _id, folder: typeof folder === "string" ? (this.#places.get(folder) ?? null) : null };
  }
}

/** Reads a file and does what it says; what is there already is decided by `decide`, else skipped. */
export async function importText(text: string, { target, decide }: { readonly target?: TransferTarget; readonly decide?: Decide } = {}): Promise<TransferResult> {
  return carryOut(await planTransfer(text, target), decide);
}

/**
 * Gives one document the content of a file with a single document of the same type.
 * @throws RuleError  when the file cannot be read, holds another type or several; the document is as it was then
 */
export async function importOnto(document: StoredDocument, text: string): Promise<TransferPlan["entries"][number]> {
  const { entries } = await planTransfer(text, WORLD, { creates: false });
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) throw new RuleError("FATEWALKER.Transfer.Error.Several", { count: entries.length });
  if (entry.kind === "refused") throw new RuleError(entry.reason.key, entry.reason.data);
  if (entry.documentName !== document.documentName || entry.type !== (document.type ?? "")) throw new RuleError("FATEWALKER.Transfer.Error.WrongType", { expected: document.type ?? document.documentName, found: entry.type });
  if (!document.isOwner) throw new RuleError("FATEWALKER.Transfer.Reason.NotYours");
  try {
    await replaceContent(document, taken(entry.documentName, entry.source).source);
  } catch (error) {
    throw new RuleError("FATEWALKER.Transfer.Error.Failed", { reason: error instanceof Error ? error.message : String(error) });
  }
  return entry;
}
