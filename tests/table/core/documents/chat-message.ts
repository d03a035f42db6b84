import type { Actor } from "./actor";
import { BaseChatMessage } from "./bases";
import { Document, say, worldCollection, type UserLike } from "./document";
import type { User } from "./user";
import type { OperationInput } from "../database/database";
import { Roll, currentMode } from "../dice/roll";
import { documentConfig, host } from "../host";
import { escapeHTML } from "../utils/text";
import { getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

export interface Speaker {
  scene: string | null;
  actor: string | null;
  token: string | null;
  alias: string;
}

/** Names of V14 for the modes of V13, and the other way. */
const MODES: Record<string, string> = { publicroll: "public", gmroll: "gm", blindroll: "blind", selfroll: "self" };

function users(): User[] {
  return [...(worldCollection("User")?.values() ?? [])] as User[];
}

/** Who may read a message of a mode. https://foundryvtt.com/api/variables/CONST.DICE_ROLL_MODES.html */
export function applyMessageMode(data: Data, mode: string, options: { direct?: boolean } = {}): Data {
  const self = (host().game["user"] as UserLike).id;
  const gms = users().filter((user) => user.isGM).map((user) => user.id);
  const name = MODES[mode] ?? mode;
  if (host().generation >= 14 && !options.direct) {
    const modes = documentConfig("ChatMessage")["modes"];
    const configured: unknown = isObject(modes) ? modes[name] : null;
    if (isObject(configured) && isFunction(configured["handler"])) {
      configured["handler"](data);
      return data;
    }
  }
  if (name === "public" || name === "ic") Object.assign(data, { whisper: [], blind: false });
  else if (name === "gm") Object.assign(data, { whisper: gms, blind: false });
  else if (name === "blind") Object.assign(data, { whisper: gms, blind: true });
  else if (name === "self") Object.assign(data, { whisper: [self], blind: false });
  else throw new Error(`"${mode}" is no mode of messages.`);
  return data;
}

/** https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html */
export class ChatMessage extends BaseChatMessage {
  declare type: string;
  declare system: Data;
  declare style: number;
  declare author: User | null;
  declare timestamp: number;
  declare flavor: string;
  declare content: string;
  declare title: string;
  declare speaker: Speaker;
  declare whisper: string[];
  declare blind: boolean;
  declare rolls: Roll[];
  declare sound: string | null;
  declare logged: boolean;

  override _configure(options: Data): void {
    super._configure(options);
    Object.defineProperty(this, "logged", { value: false, writable: true, configurable: true, enumerable: false });
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    this.reviveRolls();
  }

  override _initialize(options: Data = {}): void {
    super._initialize(options);
    this.reviveRolls();
  }

  private reviveRolls(): void {
    const source = this._source["rolls"];
    const rolls = (Array.isArray(source) ? (source as string[]) : []).flatMap((json) => {
      try {
        return [Roll.fromJSON(json)];
      } catch (error) {
        console.error(`A roll of message ${this.id} cannot be read.`, error);
        return [];
      }
    });
    Object.defineProperty(this, "rolls", { value: rolls, writable: true, configurable: true, enumerable: true });
  }

  get alias(): string {
    return this.speaker.alias || this.speakerActor?.name || this.author?.name || say("CHAT.UnknownUser");
  }

  get isAuthor(): boolean {
    return this._source["author"] === (host().game["user"] as UserLike).id;
  }

  get isRoll(): boolean {
    return this.rolls.length > 0;
  }

  get isContentVisible(): boolean {
    const user = host().game["user"] as UserLike;
    if (!this.isRoll) return this.visible;
    if (this.blind) return user.isGM;
    return this.visible;
  }

  /** Whispers are seen by whom they are for, by their author, and rolls by GMs: nobody else sees them. */
  override get visible(): boolean {
    const user = host().game["user"] as UserLike;
    if (this.whisper.length === 0) return true;
    if (this.isRoll && user.isGM) return true;
    return this.isAuthor || this.whisper.includes(user.id ?? "");
  }

  override get isOwner(): boolean {
    return this.testUserPermission(host().game["user"] as UserLike, "OWNER");
  }

  get speakerActor(): Actor | null {
    return ChatMessage.getSpeakerActor(this.speaker);
  }

  get token(): Document | null {
    const { scene, token } = this.speaker;
    if (!scene || !token) return null;
    return worldCollection("Scene")?.get(scene)?.getEmbeddedDocument("Token", token) ?? null;
  }

  static getSpeakerActor(speaker: Partial<Speaker>): Actor | null {
    if (speaker.scene && speaker.token) {
      const token = worldCollection("Scene")?.get(speaker.scene)?.getEmbeddedDocument("Token", speaker.token);
      const actor: unknown = token ? Reflect.get(token, "actor") : null;
      if (isObject(actor)) return actor as unknown as Actor;
    }
    return speaker.actor ? ((worldCollection("Actor")?.get(speaker.actor) as Actor | undefined) ?? null) : null;
  }

  static getSpeaker(options: { scene?: Document | string | null; actor?: Actor | null; token?: unknown; alias?: string } = {}): Speaker {
    const { alias } = options;
    const given = options.token;
    const token = (isObject(given) && !(given instanceof Document) && given["document"] instanceof Document ? given["document"] : given) as (Document & { actor?: Actor | null }) | null | undefined;
    const { canvas } = host();
    const viewed: unknown = canvas["scene"];
    const idOf = (scene: unknown): string | null => (typeof scene === "string" ? scene : scene instanceof Document ? scene.id : null);
    if (token instanceof Document) {
      return { scene: idOf(token.parent) ?? idOf(options.scene), token: token.id, actor: token.actor?.id ?? options.actor?.id ?? null, alias: alias ?? token.name };
    }
    if (options.actor) {
      const { actor } = options;
      const own = actor.token ?? (actor.getActiveTokens(false, true)[0] as Document | undefined);
      return { scene: own ? idOf(own.parent) : idOf(options.scene ?? viewed), token: own?.id ?? null, actor: actor.id, alias: alias ?? own?.name ?? actor.name };
    }
    const controlled: unknown = getProperty(canvas, "tokens.controlled");
    const first: unknown = Array.isArray(controlled) ? controlled[0] : null;
    if (isObject(first) && first["document"] instanceof Document) return this.getSpeaker({ ...options, token: first["document"] });
    const user = host().game["user"] as User;
    const { character } = user;
    if (character) return this.getSpeaker({ ...options, actor: character });
    return { scene: idOf(options.scene ?? viewed), token: null, actor: null, alias: alias ?? user.name };
  }

  static getWhisperRecipients(name: string): User[] {
    const wanted = name.toLowerCase().trim();
    if (wanted === "gm" || wanted === "dm") return users().filter((user) => user.isGM);
    if (wanted === "players") return users().filter((user) => !user.isGM);
    const named = users().find((user) => user.name.toLowerCase() === wanted);
    if (named) return [named];
    const character = users().find((user) => user.character?.name.toLowerCase() === wanted);
    return character ? [character] : [];
  }

  /** V13. */
  static applyRollMode(data: Data, rollMode: string): Data {
    return applyMessageMode(data, rollMode === "roll" ? currentMode() : rollMode);
  }

  /** V14 alone. https://foundryvtt.com/api/v14/classes/foundry.documents.ChatMessage.html */
  static get applyMode(): ((data: Data, mode: string) => Data) | undefined {
    return host().generation >= 14 ? applyMessageMode : undefined;
  }

  applyRollMode(rollMode: string): void {
    this.updateSource(applyMessageMode({}, rollMode));
  }

  get applyMode(): ((mode: string) => void) | undefined {
    return host().generation >= 14 ? (mode) => void this.updateSource(applyMessageMode({}, mode)) : undefined;
  }

  override getRollData(): Data {
    return { ...(this.speakerActor?.getRollData() ?? super.getRollData()) };
  }

  static override async createDocuments(data: (Data | Document)[] = [], operation: OperationInput = {}): Promise<Document[]> {
    const { rollMode, messageMode, ...rest } = operation;
    const mode = rollMode ?? messageMode;
    const prepared = data.map((entry) => {
      if (entry instanceof Document) return entry;
      const copy: Data = { ...entry };
      if (Array.isArray(copy["rolls"])) copy["rolls"] = (copy["rolls"] as unknown[]).map((roll) => (typeof roll === "string" ? roll : JSON.stringify(isObject(roll) && isFunction(roll["toJSON"]) ? roll["toJSON"]() : roll)));
      if (typeof mode === "string") applyMessageMode(copy, mode);
      if (copy["author"] === undefined) copy["author"] = (host().game["user"] as UserLike).id;
      return copy;
    });
    return super.createDocuments(prepared, rest);
  }

  override async _preCreate(data: Data, options: Data, user: unknown): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    // A message without words shows what was rolled.
    if (this.isRoll && !this.content) this.updateSource({ content: String(this.rolls.reduce((total, roll) => total + (roll.total ?? 0), 0)) });
    return undefined;
  }

  override _onCreate(data: Data, options: Data, userId: string): void {
    super._onCreate(data, options, userId);
    this.tellChat("postOne", this, { notify: true });
  }

  override _onUpdate(changed: Data, options: Data, userId: string): void {
    super._onUpdate(changed, options, userId);
    this.tellChat("updateMessage", this);
  }

  override _onDelete(options: Data, userId: string): void {
    super._onDelete(options, userId);
    this.tellChat("deleteMessage", this.id, options);
  }

  private tellChat(method: string, ...values: unknown[]): void {
    const { chat } = host().ui;
    const tell: unknown = isObject(chat) ? chat[method] : null;
    if (isFunction(tell)) void tell.call(chat, ...values);
  }

  /** The context of a message's card. */
  async _prepareMessageContext(options: { canDelete?: boolean; canClose?: boolean } = {}): Promise<Data> {
    const user = host().game["user"] as UserLike;
    const cssClasses = [this.type !== "base" ? this.type : "", this.whisper.length ? "whisper" : "", this.blind ? "blind" : ""].filter(Boolean).join(" ");
    const whisperTo = this.whisper.map((id) => worldCollection("User")?.get(id)?.name).filter(Boolean).join(", ");
    return {
      message: this.toObject(false), user, author: this.author, alias: this.alias, cssClass: cssClasses, isWhisper: this.whisper.length > 0, whisperTo, canDelete: options.canDelete ?? user.isGM, canClose: options.canClose ?? false, content: await this.cardContent(), flavor: this.isContentVisible || !this.isRoll ? this.flavor : "",
    };
  }

  private async cardContent(): Promise<string> {
    if (!this.isRoll) return this.enriched(this.content);
    if (!this.isContentVisible) return (await Promise.all(this.rolls.map((roll) => roll.render({ isPrivate: true })))).join("");
    // Rolls show themselves unless the system wrote its own card.
    if (/<[a-z][\s\S]*>/i.test(this.content)) return this.enriched(this.content);
    return (await Promise.all(this.rolls.map((roll) => roll.render({ flavor: "", isPrivate: false })))).join("");
  }

  private async enriched(text: string): Promise<string> {
    const enrich: unknown = getProperty(host().foundry, "applications.ux.TextEditor.implementation");
    if ((typeof enrich !== "object" && typeof enrich !== "function") || enrich === null) return text;
    const call: unknown = Reflect.get(enrich, "enrichHTML");
    return isFunction(call) ? String(await call.call(enrich, text, { rollData: this.getRollData(), secrets: this.isOwner })) : text;
  }

  /** Only in a page. The subtype may render the card itself (`system.renderHTML`). */
  async renderHTML(options: { canDelete?: boolean; canClose?: boolean } = {}): Promise<HTMLElement> {
    const context = await this._prepareMessageContext(options);
    const own: unknown = Reflect.get(this.system, "renderHTML");
    const element = isFunction(own) ? ((await own.call(this.system, options)) as HTMLElement | null) : null;
    const card = element ?? cardOf(this, context);
    const { Hooks } = await import("../hooks");
    Hooks.callAll("renderChatMessageHTML", this, card, context);
    return card;
  }
}

function cardOf(message: ChatMessage, context: Data): HTMLElement {
  const template = document.createElement("template");
  const whisper = context["isWhisper"] ? `<span class="whisper-to">${escapeHTML(say("CHAT.To"))}: ${escapeHTML(context["whisperTo"])}</span>` : "";
  const flavor = context["flavor"] ? `<span class="flavor-text">${String(context["flavor"])}</span>` : "";
  const remove = context["canDelete"] ? `<a class="message-delete" data-action="deleteMessage" aria-label="${escapeHTML(say("Delete"))}"><i class="fa-solid fa-trash"></i></a>` : "";
  const close = context["canClose"] ? `<a class="message-dismiss" data-action="dismissMessage" aria-label="${escapeHTML(say("Close"))}"><i class="fa-solid fa-xmark"></i></a>` : "";
  template.innerHTML = `<li class="chat-message message flexcol ${String(context["cssClass"])}" data-message-id="${message.id ?? ""}"><header class="message-header flexrow"><h4 class="message-sender">${escapeHTML(context["alias"])}</h4><span class="message-metadata"><time class="message-timestamp" datetime="${new Date(message.timestamp).toISOString()}"></time>${remove}${close}</span>${whisper}${flavor}</header><div class="message-content">${String(context["content"])}</div></li>`;
  const element = template.content.firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error("A card holds no element.");
  return element;
}
