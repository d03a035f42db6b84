import { BaseFolder, BaseJournalEntry, BaseJournalEntryPage, BaseMacro, BaseRollTable, BaseSetting } from "./bases";
import { ChatMessage } from "./chat-message";
import type { Document} from "./document";
import { worldCollection, type UserLike } from "./document";
import type { EmbeddedCollection } from "../collections/embedded-collection";
import { CONST } from "../constants";
import { Roll } from "../dice/roll";
import { host } from "../host";
import { escapeHTML } from "../utils/text";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";
import { folderOf } from "./actor";

interface FolderChildNode {
  root: boolean;
  folder: Folder;
  visible: boolean;
  depth: number;
  children: FolderChildNode[];
  entries: Document[];
}

export class Folder extends BaseFolder {
  declare type: string;
  declare sorting: string;

  override get folder(): Document | null {
    return folderOf(this);
  }

  get depth(): number {
    let depth = 1;
    for (let above = this.folder; above; above = above.folder) depth += 1;
    return depth;
  }

  get ancestors(): Document[] {
    const found: Document[] = [];
    for (let above = this.folder; above; above = above.folder) found.push(above);
    return found;
  }

  getParentFolders(): Document[] {
    return this.ancestors;
  }

  /** The tree below. https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.FolderChildNode.html */
  get children(): FolderChildNode[] {
    return this.getSubfolders().map((folder) => ({ root: false, folder, visible: folder.displayed, depth: folder.depth, children: folder.children, entries: folder.contents }));
  }

  get contents(): Document[] {
    return [...(worldCollection(this.type)?.values() ?? [])].filter((document) => document._source["folder"] === this.id);
  }

  get displayed(): boolean {
    return (host().game["user"] as UserLike).isGM || this.contents.some((document) => document.visible) || this.getSubfolders().some((folder) => folder.displayed);
  }

  getSubfolders(recursive = false): Folder[] {
    const below = [...(worldCollection("Folder")?.values() ?? [])].filter((folder): folder is Folder => folder instanceof Folder && folder._source["folder"] === this.id);
    return recursive ? below.flatMap((folder) => [folder, ...folder.getSubfolders(true)]) : below;
  }

  override getUserLevel(user: UserLike): number {
    return user.isGM ? CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER : CONST.DOCUMENT_OWNERSHIP_LEVELS.OBSERVER;
  }
}

export class Macro extends BaseMacro {
  declare type: string;
  declare command: string;
  declare img: string;
  declare scope: string;

  override get folder(): Document | null {
    return folderOf(this);
  }

  get canExecute(): boolean {
    const user = host().game["user"] as UserLike;
    return this.testUserPermission(user, "LIMITED") && (this.type !== "script" || user.hasPermission("MACRO_SCRIPT"));
  }

  get isAuthor(): boolean {
    return this._source["author"] === (host().game["user"] as UserLike).id;
  }

  /** Runs the macro: a script with `speaker`, `actor`, `token`, `character`, `scope` itself and what it adds; or chat. */
  async execute(scope: Data = {}): Promise<unknown> {
    if (!this.canExecute) throw new Error(`You lack permission to run the macro "${this.name}".`);
    if (this.type === "chat") {
      const { chat } = host().ui;
      const send: unknown = isObject(chat) ? chat["processMessage"] : null;
      return isFunction(send) ? send.call(chat, this.command) : ChatMessage.create({ content: this.command });
    }
    const speaker = ChatMessage.getSpeaker({ actor: (scope["actor"] as never) ?? null, token: scope["token"] });
    const actor = scope["actor"] ?? ChatMessage.getSpeakerActor(speaker);
    const token = scope["token"] ?? null;
    const { character } = host().game["user"] as unknown as { character: unknown };
    const values: Data = { ...scope, speaker, actor, token, character, scope };
    const kind: unknown = Object.getPrototypeOf(async function () { /* only its constructor is wanted */ });
    const Constructor = (isObject(kind) ? kind["constructor"] : Function) as new (...code: string[]) => (...values: unknown[]) => Promise<unknown>;
    const run = new Constructor(...Object.keys(values), `{${this.command}\n}`);
    return run.call(this, ...Object.values(values));
  }
}

export class JournalEntry extends BaseJournalEntry {
  declare pages: EmbeddedCollection<JournalEntryPage>;

  override get folder(): Document | null {
    return folderOf(this);
  }

  override get visible(): boolean {
    return this.testUserPermission(host().game["user"] as UserLike, "OBSERVER") || this.pages.some((page) => page.visible);
  }
}

export class JournalEntryPage extends BaseJournalEntryPage {
  declare type: string;
  declare system: Data;
  declare text: { content?: string; format?: number };

  get toc(): Data {
    return {};
  }
}

export class Setting extends BaseSetting {
  declare key: string;
  declare value: unknown;

  /** The configuration under which the setting was registered. */
  get config(): unknown {
    const { settings } = host().game;
    const known: unknown = isObject(settings) ? settings["settings"] : null;
    return known instanceof Map ? known.get(this.key) : undefined;
  }

  private tell(): void {
    const { settings } = host().game;
    const changed: unknown = isObject(settings) ? settings["_onStored"] : null;
    if (isFunction(changed)) changed.call(settings, this);
  }

  override _onCreate(data: Data, options: Data, userId: string): void {
    super._onCreate(data, options, userId);
    this.tell();
  }

  override _onUpdate(changed: Data, options: Data, userId: string): void {
    super._onUpdate(changed, options, userId);
    if ("value" in changed) this.tell();
  }
}

/** After so many rolls in vain nothing can be drawn by the formula. */
const MOST_ROLLS = 1000;

interface TableDrawOptions {
  roll?: Roll;
  /** Already drawn ones, instead of those that the roll points at. */
  results?: Document[];
  displayChat?: boolean;
  rollMode?: string;
  messageMode?: string;
}

/** Tables named by a result are not rolled on in turn. https://foundryvtt.com/api/classes/foundry.documents.RollTable.html */
export class RollTable extends BaseRollTable {
  declare formula: string;
  declare replacement: boolean;
  declare displayRoll: boolean;
  declare results: EmbeddedCollection;

  override get folder(): Document | null {
    return folderOf(this);
  }

  /** https://foundryvtt.com/api/classes/foundry.documents.RollTable.html#getresultsforroll */
  getResultsForRoll(total: number): Document[] {
    return this.results.filter((result) => {
      const { range, drawn } = result._source;
      return Array.isArray(range) && (this.replacement || drawn !== true) && total >= Number(range[0]) && total <= Number(range[1]);
    });
  }

  /** Rolls until something is there to be drawn; a roll that is given counts as it is. */
  async roll(options: { roll?: Roll } = {}): Promise<{ roll: Roll; results: Document[] }> {
    const available = this.results.some((result) => this.replacement || result._source["drawn"] !== true);
    for (let attempt = 0; ; attempt += 1) {
      const roll = options.roll ?? Roll.create(this.formula || `1d${this.results.size}`);
      if (!roll._evaluated) await roll.evaluate();
      const results = this.getResultsForRoll(roll.total ?? 0);
      if (results.length || options.roll || !available || attempt >= MOST_ROLLS) return { roll, results };
    }
  }

  /** https://foundryvtt.com/api/classes/foundry.documents.RollTable.html#draw */
  async draw(options: TableDrawOptions = {}): Promise<{ roll: Roll; results: Document[] }> {
    const { displayChat = true, rollMode, messageMode } = options;
    const { roll, results: rolled } = await this.roll(options);
    const results = options.results ?? rolled;
    if (!results.length) return { roll, results };
    if (!this.replacement && this.pack === null) await this.updateEmbeddedDocuments("TableResult", results.map((result) => ({ _id: result.id, drawn: true })));
    if (displayChat) await this.toMessage(results, { roll, messageOptions: { ...(rollMode === undefined ? {} : { rollMode }), ...(messageMode === undefined ? {} : { messageMode }) } });
    return { roll, results };
  }

  /** Puts what was drawn into chat, with the roll when the table shows it. */
  async toMessage(results: Document[], options: { roll?: Roll; messageData?: Data; messageOptions?: Data } = {}): Promise<unknown> {
    const { roll, messageData = {}, messageOptions = {} } = options;
    const entries = results.map((result) => `<li class="table-result" data-result-id="${result.id ?? ""}">${escapeHTML(result._source["name"])}${String(result._source["description"] ?? "")}</li>`);
    const data: Data = { flavor: this.name, speaker: ChatMessage.getSpeaker(), rolls: roll && this.displayRoll ? [roll] : [], flags: { core: { RollTable: this.id } }, content: `<ol class="table-results">${entries.join("")}</ol>`, ...messageData };
    return ChatMessage.create(data, messageOptions);
  }

  /** Puts everything drawn back. */
  async resetResults(): Promise<Document[]> {
    return this.updateEmbeddedDocuments("TableResult", this.results.map((result) => ({ _id: result.id, drawn: false })));
  }
}
