import { Document, type UserLike } from "./document";
import { CONST } from "../constants";
import { ArrayField, DocumentOwnershipField, ObjectField, SchemaField, SetField, type SchemaRecord } from "../fields/compound";
import { DocumentStatsField, DocumentTypeField, EmbeddedCollectionField, EmbeddedDataField, TypeDataField } from "../fields/embedded";
import {
  AlphaField, AngleField, AnyField, BooleanField, ColorField, DocumentAuthorField, DocumentIdField, DocumentUUIDField, FilePathField, ForeignDocumentField, HTMLField, IntegerSortField, JSONField, NumberField, StringField,
} from "../fields/simple";
import { documentConfig, hasHost, host } from "../host";
import { DataModel } from "../model/data-model";
import { TypeDataModel } from "../model/type-data-model";
import { getProperty } from "../utils/objects";
import type { Data } from "../types";
import { isObject } from "../types";

/** The schemas of the documents. https://foundryvtt.com/api/modules/foundry.documents.html (…Data interfaces) */

const ICON = "icons/svg/mystery-man.svg";

function id(): DocumentIdField {
  return new DocumentIdField();
}

function name(options: Data = {}): StringField {
  return new StringField({ required: true, blank: false, textSearch: true, ...options });
}

function img(initial: string | ((data: Data) => unknown)): FilePathField {
  return new FilePathField({ categories: ["IMAGE"], initial });
}

/**
 * The pictures of an actor or item that has none of its own, by what the configured class says of such data.
 * https://foundryvtt.com/api/classes/foundry.documents.BaseActor.html#getdefaultartwork
 */
function artworkOf(base: typeof BaseActor | typeof BaseItem, data: Data): Data {
  const configured: unknown = hasHost() ? documentConfig(base.documentName)["documentClass"] : base;
  const Class = (typeof configured === "function" && "getDefaultArtwork" in configured ? configured : base) as typeof BaseActor | typeof BaseItem;
  return Class.getDefaultArtwork(data);
}

function flags(): ObjectField {
  return new ObjectField();
}

function type(document: unknown, initial?: unknown): DocumentTypeField {
  return new DocumentTypeField(document, initial === undefined ? {} : { initial });
}

export class BaseFolder extends Document {
  static override metadata = { ...Document.metadata, name: "Folder", collection: "folders", label: "DOCUMENT.Folder", labelPlural: "DOCUMENT.Folders" };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), type: new StringField({ required: true, choices: [...CONST.FOLDER_DOCUMENT_TYPES] }), description: new HTMLField(),
      folder: new ForeignDocumentField(BaseFolder), sorting: new StringField({ required: true, initial: "a", choices: ["a", "m"] }), sort: new IntegerSortField(), color: new ColorField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

export class BaseUser extends Document {
  static override metadata = { ...Document.metadata, name: "User", collection: "users", label: "DOCUMENT.User", labelPlural: "DOCUMENT.Users" };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), role: new NumberField({ required: true, choices: Object.values(CONST.USER_ROLES), initial: 1 }), password: new StringField({ required: true, blank: true }), passwordSalt: new StringField(),
      avatar: new FilePathField({ categories: ["IMAGE"] }), character: new ForeignDocumentField(BaseActor), color: new ColorField({ required: true, nullable: false, initial: "#4477aa" }), pronouns: new StringField({ required: true }),
      hotbar: new ObjectField({ required: true }), permissions: new ObjectField({ required: true }), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

export class BaseActiveEffect extends Document {
  static override metadata = { ...Document.metadata, name: "ActiveEffect", collection: "effects", label: "DOCUMENT.ActiveEffect", labelPlural: "DOCUMENT.ActiveEffects", coreTypes: ["base"], hasTypeData: true };

  static override defineSchema(): SchemaRecord {
    const shared: SchemaRecord = {
      _id: id(), name: name(), img: new FilePathField({ categories: ["IMAGE"] }), type: type(BaseActiveEffect, "base"), system: new TypeDataField(BaseActiveEffect), disabled: new BooleanField(), description: new HTMLField(),
      origin: new StringField({ nullable: true, blank: false, initial: null }), tint: new ColorField({ nullable: false, initial: "#ffffff" }), transfer: new BooleanField({ initial: true }),
      statuses: new SetField(new StringField({ required: true, blank: false })), sort: new IntegerSortField(), flags: flags(), _stats: new DocumentStatsField(),
    };
    if (hasHost() && host().generation >= 14) {
      return {
        ...shared,
        duration: new SchemaField({
          value: new NumberField({ integer: true, min: 0 }), units: new StringField({ required: true, initial: "seconds" }), expiry: new StringField({ nullable: true, initial: null }), expired: new BooleanField(),
        }),
        start: new SchemaField({
          combat: new ForeignDocumentField(BaseCombat, { idOnly: true }), combatant: new DocumentIdField({ readonly: false }), initiative: new NumberField(), round: new NumberField({ integer: true }), turn: new NumberField({ integer: true }), time: new NumberField(),
        }, { nullable: true }),
        showIcon: new NumberField({ required: true, nullable: false, initial: 1, choices: Object.values(CONST.ACTIVE_EFFECT_SHOW_ICON) }),
      };
    }
    return {
      ...shared,
      changes: new ArrayField(new SchemaField({ key: new StringField({ required: true }), value: new StringField({ required: true }), mode: new NumberField({ integer: true, initial: 2, required: true, nullable: false }), priority: new NumberField() })),
      duration: new SchemaField({
        startTime: new NumberField({ initial: null }), seconds: new NumberField({ integer: true, min: 0 }), combat: new ForeignDocumentField(BaseCombat), rounds: new NumberField({ integer: true, min: 0 }), turns: new NumberField({ integer: true, min: 0 }),
        startRound: new NumberField({ integer: true, min: 0 }), startTurn: new NumberField({ integer: true, min: 0 }),
      }),
    };
  }

  static override migrateData(source: Data): Data {
    if (hasHost() && host().generation >= 14 && Array.isArray(source["changes"])) {
      const system = isObject(source["system"]) ? source["system"] : {};
      const names = ["custom", "multiply", "add", "downgrade", "upgrade", "override"];
      system["changes"] ??= (source["changes"] as Data[]).map(({ mode, ...change }) => ({ ...change, type: change["type"] ?? names[Number(mode)] ?? "add" }));
      source["system"] = system;
      delete source["changes"];
    }
    return super.migrateData(source);
  }
}

/** V14 keeps the changes of an effect in its type data. https://foundryvtt.com/api/v14/classes/foundry.data.ActiveEffectTypeDataModel.html */
export class ActiveEffectTypeDataModel extends TypeDataModel {
  static override defineSchema(): SchemaRecord {
    return {
      changes: new ArrayField(new SchemaField({
        key: new StringField({ required: true }), type: new StringField({ required: true, blank: false, initial: "add" }), value: new AnyField({ required: true, nullable: true, initial: "" }), phase: new StringField({ required: true, blank: false, initial: "initial" }), priority: new NumberField(),
      })),
    };
  }
}

export class BaseItem extends Document {
  static override metadata = { ...Document.metadata, name: "Item", collection: "items", label: "DOCUMENT.Item", labelPlural: "DOCUMENT.Items", embedded: { ActiveEffect: "effects" } as Record<string, string>, hasTypeData: true, compendiumIndexFields: ["_id", "name", "img", "type", "sort", "folder"] };

  static DEFAULT_ICON = "icons/svg/item-bag.svg";

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), type: type(BaseItem), img: img((data) => artworkOf(BaseItem, data)["img"]), system: new TypeDataField(BaseItem), effects: new EmbeddedCollectionField(BaseActiveEffect), folder: new ForeignDocumentField(BaseFolder),
      sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  static getDefaultArtwork(data: Data): Data {
    void data;
    return { img: this.DEFAULT_ICON };
  }

  /** What an actor carries belongs to whoever owns the actor. */
  override getUserLevel(user: UserLike): number {
    return this.parent instanceof Document ? this.parent.getUserLevel(user) : super.getUserLevel(user);
  }
}

function textureFields(): SchemaRecord {
  return {
    src: new FilePathField({ categories: ["IMAGE", "VIDEO"], wildcard: true, initial: null }), anchorX: new NumberField({ nullable: false, initial: 0.5 }), anchorY: new NumberField({ nullable: false, initial: 0.5 }), offsetX: new NumberField({ nullable: false, integer: true, initial: 0 }),
    offsetY: new NumberField({ nullable: false, integer: true, initial: 0 }), fit: new StringField({ initial: "contain" }), scaleX: new NumberField({ nullable: false, initial: 1 }), scaleY: new NumberField({ nullable: false, initial: 1 }), rotation: new AngleField(),
    tint: new ColorField({ nullable: false, initial: "#ffffff" }), alphaThreshold: new AlphaField({ initial: 0.75 }),
  };
}

function tokenFields(): SchemaRecord {
  const bar = (key: "primaryTokenAttribute" | "secondaryTokenAttribute"): SchemaField => new SchemaField({ attribute: new StringField({ required: true, nullable: true, blank: false, initial: () => systemValue(key) }) });
  return {
    name: new StringField({ required: true, blank: true }), displayName: new NumberField({ required: true, nullable: false, initial: 0, choices: Object.values(CONST.TOKEN_DISPLAY_MODES) }), actorLink: new BooleanField(),
    width: new NumberField({ required: true, nullable: false, positive: true, initial: 1 }), height: new NumberField({ required: true, nullable: false, positive: true, initial: 1 }), depth: new NumberField({ required: true, nullable: false, positive: true, initial: 1 }),
    texture: new SchemaField(textureFields()), shape: new NumberField({ required: true, nullable: false, initial: 4, choices: Object.values(CONST.TOKEN_SHAPES) }), lockRotation: new BooleanField(), rotation: new AngleField(), alpha: new AlphaField(),
    disposition: new NumberField({ required: true, nullable: false, choices: Object.values(CONST.TOKEN_DISPOSITIONS), initial: -1 }), displayBars: new NumberField({ required: true, nullable: false, choices: Object.values(CONST.TOKEN_DISPLAY_MODES), initial: 0 }),
    bar1: bar("primaryTokenAttribute"), bar2: bar("secondaryTokenAttribute"), light: new ObjectField(),
    sight: new SchemaField({
      enabled: new BooleanField(), range: new NumberField({ required: true, nullable: true, min: 0, initial: 0 }), angle: new AngleField({ initial: 360, normalize: false }), visionMode: new StringField({ required: true, blank: false, initial: "basic" }),
      color: new ColorField(), attenuation: new AlphaField({ initial: 0.1 }), brightness: new NumberField({ nullable: false, initial: 0 }), saturation: new NumberField({ nullable: false, initial: 0 }), contrast: new NumberField({ nullable: false, initial: 0 }),
    }),
    detectionModes: new ArrayField(new ObjectField()), occludable: new ObjectField(), ring: new ObjectField(), turnMarker: new ObjectField(), movementAction: new StringField({ required: true, nullable: true, blank: false, initial: null }), flags: flags(),
  };
}

function systemValue(key: string): string | null {
  if (!hasHost()) return null;
  const { system } = host().world;
  const value = system[key];
  return typeof value === "string" && value ? value : null;
}

/** https://foundryvtt.com/api/classes/foundry.data.PrototypeToken.html */
export class PrototypeToken extends DataModel {
  declare name: string;
  declare actorLink: boolean;
  declare texture: { src: string | null } & Data;

  static override defineSchema(): SchemaRecord {
    return { ...tokenFields(), randomImg: new BooleanField(), appendNumber: new BooleanField(), prependAdjective: new BooleanField() };
  }

  get actor(): unknown {
    return this.parent;
  }
}

export class BaseActor extends Document {
  static override metadata = {
    ...Document.metadata, name: "Actor", collection: "actors", label: "DOCUMENT.Actor", labelPlural: "DOCUMENT.Actors", embedded: { ActiveEffect: "effects", Item: "items" } as Record<string, string>, hasTypeData: true,
    compendiumIndexFields: ["_id", "name", "img", "type", "sort", "folder"],
  };

  static DEFAULT_ICON = ICON;

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), img: img((data) => artworkOf(BaseActor, data)["img"]), type: type(BaseActor), system: new TypeDataField(BaseActor), prototypeToken: new EmbeddedDataField(PrototypeToken), items: new EmbeddedCollectionField(BaseItem),
      effects: new EmbeddedCollectionField(BaseActiveEffect), folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  /** A prototype token without name or picture takes those of the actor, and the default one where the actor has none either. */
  static override cleanData(source: Data = {}, options: Data = {}): Data {
    const data = super.cleanData(source, options);
    const prototype = data["prototypeToken"];
    if (!options["partial"] && isObject(prototype)) {
      prototype["name"] ||= data["name"];
      const { texture } = prototype;
      if (isObject(texture) && !texture["src"]) texture["src"] = source["img"] ? data["img"] : (getProperty(artworkOf(this, data), "texture.src") ?? data["img"]);
    }
    return data;
  }

  static getDefaultArtwork(data: Data): Data {
    void data;
    return { img: this.DEFAULT_ICON, texture: { src: this.DEFAULT_ICON } };
  }
}

/** What an unlinked token changes of its actor. https://foundryvtt.com/api/classes/foundry.documents.ActorDelta.html */
export class BaseActorDelta extends DataModel {
  declare items: Data[];
  declare effects: Data[];

  static override defineSchema(): SchemaRecord {
    return {
      _id: new DocumentIdField({ readonly: false }), name: new StringField({ required: false, nullable: true, initial: null }), type: new StringField({ required: false, nullable: true, initial: null }), img: new FilePathField({ categories: ["IMAGE"] }),
      system: new ObjectField(), items: new ArrayField(new ObjectField()), effects: new ArrayField(new ObjectField()), ownership: new ObjectField({ nullable: true, initial: null }), flags: flags(),
    };
  }
}

export class BaseToken extends Document {
  static override metadata = { ...Document.metadata, name: "Token", collection: "tokens", label: "DOCUMENT.Token", labelPlural: "DOCUMENT.Tokens" };

  static override defineSchema(): SchemaRecord {
    const { flags: flagsField, ...fields } = tokenFields();
    return {
      _id: id(), ...fields, actorId: new ForeignDocumentField(BaseActor, { idOnly: true }), delta: new ObjectField({ nullable: true, initial: () => ({}) }), x: new NumberField({ required: true, nullable: false, integer: true, initial: 0 }), y: new NumberField({ required: true, nullable: false, integer: true, initial: 0 }),
      elevation: new NumberField({ required: true, nullable: false, initial: 0 }), sort: new IntegerSortField(), level: new StringField({ nullable: true, initial: null }), locked: new BooleanField(), hidden: new BooleanField(), flags: flagsField ?? flags(),
    };
  }
}

/** A placed thing that the table keeps but knows nothing about. */
function placed(documentName: string, collection: string): typeof Document {
  return class extends Document {
    static override metadata = { ...Document.metadata, name: documentName, collection, label: `DOCUMENT.${documentName}` };

    static override defineSchema(): SchemaRecord {
      return { _id: id(), name: new StringField({ required: false }), x: new NumberField(), y: new NumberField(), text: new StringField(), data: new ObjectField(), flags: flags() };
    }
  };
}

export const BaseDrawing = placed("Drawing", "drawings");
export const BaseNote = placed("Note", "notes");
export const BaseWall = placed("Wall", "walls");
export const BaseAmbientLight = placed("AmbientLight", "lights");
export const BaseAmbientSound = placed("AmbientSound", "sounds");
export const BaseTile = placed("Tile", "tiles");
export const BaseRegion = placed("Region", "regions");
export const BaseMeasuredTemplate = placed("MeasuredTemplate", "templates");

export class BaseScene extends Document {
  static override metadata = {
    ...Document.metadata, name: "Scene", collection: "scenes", label: "DOCUMENT.Scene", labelPlural: "DOCUMENT.Scenes",
    embedded: { AmbientLight: "lights", AmbientSound: "sounds", Drawing: "drawings", MeasuredTemplate: "templates", Note: "notes", Region: "regions", Tile: "tiles", Token: "tokens", Wall: "walls" } as Record<string, string>,
  };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), active: new BooleanField(), navigation: new BooleanField({ initial: true }), navOrder: new NumberField({ required: true, nullable: false, integer: true, initial: 0 }), navName: new StringField(),
      background: new SchemaField(textureFields()), foreground: new FilePathField({ categories: ["IMAGE", "VIDEO"] }), thumb: new FilePathField({ categories: ["IMAGE"] }), width: new NumberField({ integer: true, positive: true, initial: 4000 }),
      height: new NumberField({ integer: true, positive: true, initial: 3000 }), padding: new NumberField({ required: true, nullable: false, min: 0, max: 0.5, step: 0.05, initial: 0.25 }), initial: new ObjectField({ nullable: true }), backgroundColor: new ColorField({ nullable: false, initial: "#999999" }),
      grid: new SchemaField({
        type: new NumberField({ required: true, nullable: false, choices: Object.values(CONST.GRID_TYPES), initial: () => Number(gridDefault("type") ?? 1) }), size: new NumberField({ required: true, nullable: false, integer: true, min: CONST.GRID_MIN_SIZE, initial: 100 }), style: new StringField({ required: true, blank: false, initial: "solidLines" }),
        thickness: new NumberField({ required: true, nullable: false, positive: true, integer: true, initial: 1 }), color: new ColorField({ required: true, nullable: false, initial: "#000000" }), alpha: new AlphaField({ initial: 0.2 }),
        distance: new NumberField({ required: true, nullable: false, positive: true, initial: () => Number(gridDefault("distance") ?? 1) }), units: new StringField({ required: true, initial: () => String(gridDefault("units") ?? "") }),
      }),
      tokenVision: new BooleanField({ initial: true }), environment: new ObjectField(), fog: new ObjectField(), drawings: new EmbeddedCollectionField(BaseDrawing), tokens: new EmbeddedCollectionField(BaseToken), lights: new EmbeddedCollectionField(BaseAmbientLight), notes: new EmbeddedCollectionField(BaseNote),
      sounds: new EmbeddedCollectionField(BaseAmbientSound), regions: new EmbeddedCollectionField(BaseRegion), templates: new EmbeddedCollectionField(BaseMeasuredTemplate), tiles: new EmbeddedCollectionField(BaseTile), walls: new EmbeddedCollectionField(BaseWall),
      folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

function gridDefault(key: string): unknown {
  if (!hasHost()) return undefined;
  const { grid } = host().world.system;
  return isObject(grid) ? grid[key] : undefined;
}

export class BaseCombatant extends Document {
  static override metadata = { ...Document.metadata, name: "Combatant", collection: "combatants", label: "DOCUMENT.Combatant", labelPlural: "DOCUMENT.Combatants", coreTypes: ["base"], hasTypeData: true };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), type: type(BaseCombatant, "base"), system: new TypeDataField(BaseCombatant), actorId: new ForeignDocumentField(BaseActor, { idOnly: true }), tokenId: new ForeignDocumentField(BaseToken, { idOnly: true }), sceneId: new ForeignDocumentField(BaseScene, { idOnly: true }),
      name: new StringField({ label: "COMBAT.CombatantName", textSearch: true }), img: new FilePathField({ categories: ["IMAGE"] }), initiative: new NumberField({ required: true }), hidden: new BooleanField(), defeated: new BooleanField(),
      group: new DocumentIdField({ readonly: false }), roundJoined: new NumberField({ integer: true, min: 0 }), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  override getUserLevel(user: UserLike): number {
    if (user.isGM) return CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
    const actor: unknown = Reflect.get(this, "actor");
    return actor instanceof Document ? actor.getUserLevel(user) : CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
  }
}

export class BaseCombatantGroup extends Document {
  static override metadata = { ...Document.metadata, name: "CombatantGroup", collection: "groups", label: "DOCUMENT.CombatantGroup", coreTypes: ["base"], hasTypeData: true };

  static override defineSchema(): SchemaRecord {
    return { _id: id(), type: type(BaseCombatantGroup, "base"), system: new TypeDataField(BaseCombatantGroup), name: new StringField(), img: new FilePathField({ categories: ["IMAGE"] }), initiative: new NumberField({ required: true }), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField() };
  }
}

export class BaseCombat extends Document {
  static override metadata = { ...Document.metadata, name: "Combat", collection: "combats", label: "DOCUMENT.Combat", labelPlural: "DOCUMENT.Combats", coreTypes: ["base"], hasTypeData: true, embedded: { Combatant: "combatants", CombatantGroup: "groups" } as Record<string, string> };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), type: type(BaseCombat, "base"), system: new TypeDataField(BaseCombat), scene: new ForeignDocumentField(BaseScene), groups: new EmbeddedCollectionField(BaseCombatantGroup), combatants: new EmbeddedCollectionField(BaseCombatant), active: new BooleanField(),
      round: new NumberField({ required: true, nullable: false, integer: true, min: 0, initial: 0 }), turn: new NumberField({ required: true, integer: true, min: 0, initial: null }), sort: new IntegerSortField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  static override canUserCreate(user: UserLike): boolean {
    return user.isGM;
  }

  /** Players advance turns: https://foundryvtt.com/api/v14/classes/foundry.documents.Combat.html#canUserModify */
  override canUserModify(user: UserLike, action: string, data: Data = {}): boolean {
    if (user.isGM) return true;
    if (action !== "update") return false;
    const allowed = new Set(["_id", "round", "turn", "combatants", "_stats"]);
    return Object.keys(data).every((key) => allowed.has(key));
  }
}

export class BaseChatMessage extends Document {
  static override metadata = { ...Document.metadata, name: "ChatMessage", collection: "messages", label: "DOCUMENT.ChatMessage", labelPlural: "DOCUMENT.ChatMessages", coreTypes: ["base"], hasTypeData: true };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), type: type(BaseChatMessage, "base"), system: new TypeDataField(BaseChatMessage), style: new NumberField({ required: true, nullable: false, choices: Object.values(CONST.CHAT_MESSAGE_STYLES), initial: 0 }), author: new DocumentAuthorField(BaseUser),
      timestamp: new NumberField({ required: true, nullable: false, initial: () => Date.now() }), title: new StringField(), flavor: new HTMLField(), content: new HTMLField(),
      speaker: new SchemaField({ scene: new ForeignDocumentField(BaseScene, { idOnly: true }), actor: new ForeignDocumentField(BaseActor, { idOnly: true }), token: new ForeignDocumentField(BaseToken, { idOnly: true }), alias: new StringField() }),
      whisper: new ArrayField(new ForeignDocumentField(BaseUser, { idOnly: true })), blind: new BooleanField(), rolls: new ArrayField(new JSONField({ validate: isRollJson })), sound: new FilePathField({ categories: ["AUDIO"] }), emote: new BooleanField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  static override canUserCreate(user: UserLike): boolean {
    return user.role >= CONST.USER_ROLES.PLAYER;
  }

  override getUserLevel(user: UserLike): number {
    if (user.isGM || this._source["author"] === user.id) return CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
    return CONST.DOCUMENT_OWNERSHIP_LEVELS.NONE;
  }

  override canUserModify(user: UserLike, action: string): boolean {
    return user.isGM || action === "create" || this._source["author"] === user.id;
  }
}

function isRollJson(json: string): boolean {
  const roll: unknown = JSON.parse(json);
  if (!isObject(roll) || roll["evaluated"] !== true) throw new Error("Roll objects added to ChatMessage documents must be evaluated");
  return true;
}

export class BaseMacro extends Document {
  static override metadata = { ...Document.metadata, name: "Macro", collection: "macros", label: "DOCUMENT.Macro", labelPlural: "DOCUMENT.Macros", coreTypes: ["script", "chat"] };

  static DEFAULT_ICON = "icons/svg/dice-target.svg";

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), type: type(BaseMacro, "chat"), author: new DocumentAuthorField(BaseUser), img: img(() => BaseMacro.DEFAULT_ICON), scope: new StringField({ required: true, initial: "global", choices: ["global", "actors", "actor"] }),
      command: new StringField({ required: true, blank: true }), folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }

  static override canUserCreate(user: UserLike): boolean {
    return user.role >= CONST.USER_ROLES.PLAYER;
  }

  override getUserLevel(user: UserLike): number {
    return this._source["author"] === user.id ? CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER : super.getUserLevel(user);
  }
}

export class BaseJournalEntryPage extends Document {
  static override metadata = { ...Document.metadata, name: "JournalEntryPage", collection: "pages", label: "DOCUMENT.JournalEntryPage", coreTypes: ["text", "image", "pdf", "video"], hasTypeData: true };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), type: type(BaseJournalEntryPage, "text"), system: new TypeDataField(BaseJournalEntryPage), title: new SchemaField({ show: new BooleanField({ initial: true }), level: new NumberField({ required: true, nullable: false, integer: true, min: 1, max: 6, initial: 1 }) }),
      image: new ObjectField(), text: new SchemaField({ content: new HTMLField({ required: false, initial: undefined }), markdown: new StringField(), format: new NumberField({ choices: [1, 2], initial: 1 }) }), video: new ObjectField(), src: new StringField({ required: false, blank: false, nullable: true, initial: null }),
      category: new DocumentIdField({ readonly: false }), sort: new IntegerSortField(), ownership: new DocumentOwnershipField({ initial: { default: -1 } }), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

export class BaseJournalEntryCategory extends Document {
  static override metadata = { ...Document.metadata, name: "JournalEntryCategory", collection: "categories", label: "DOCUMENT.JournalEntryCategory" };

  static override defineSchema(): SchemaRecord {
    return { _id: id(), name: new StringField({ required: true, blank: true }), sort: new IntegerSortField(), flags: flags(), _stats: new DocumentStatsField() };
  }
}

export class BaseJournalEntry extends Document {
  static override metadata = { ...Document.metadata, name: "JournalEntry", collection: "journal", label: "DOCUMENT.JournalEntry", labelPlural: "DOCUMENT.JournalEntries", embedded: { JournalEntryCategory: "categories", JournalEntryPage: "pages" } as Record<string, string> };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), pages: new EmbeddedCollectionField(BaseJournalEntryPage), categories: new EmbeddedCollectionField(BaseJournalEntryCategory), folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

export class BaseSetting extends Document {
  static override metadata = { ...Document.metadata, name: "Setting", collection: "settings", label: "DOCUMENT.Setting" };

  static override defineSchema(): SchemaRecord {
    return { _id: id(), key: new StringField({ required: true, blank: false }), value: new JSONField({ required: true, nullable: true, initial: null }), user: new ForeignDocumentField(BaseUser, { idOnly: true }), _stats: new DocumentStatsField() };
  }

  override canUserModify(user: UserLike): boolean {
    return user.isGM || user.hasPermission("SETTINGS_MODIFY") || this._source["user"] === user.id;
  }
}

export class BaseTableResult extends Document {
  static override metadata = { ...Document.metadata, name: "TableResult", collection: "results", label: "DOCUMENT.TableResult", coreTypes: ["text", "document"] };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), type: type(BaseTableResult, "text"), name: new StringField(), img: new FilePathField({ categories: ["IMAGE"] }), description: new HTMLField(), documentUuid: new DocumentUUIDField({ required: false }), weight: new NumberField({ required: true, integer: true, positive: true, nullable: false, initial: 1 }),
      range: new ArrayField(new NumberField({ integer: true })), drawn: new BooleanField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

export class BaseRollTable extends Document {
  static override metadata = { ...Document.metadata, name: "RollTable", collection: "tables", label: "DOCUMENT.RollTable", labelPlural: "DOCUMENT.RollTables", embedded: { TableResult: "results" } as Record<string, string> };

  static override defineSchema(): SchemaRecord {
    return {
      _id: id(), name: name(), img: img("icons/svg/d20-grey.svg"), description: new HTMLField(), results: new EmbeddedCollectionField(BaseTableResult), formula: new StringField(), replacement: new BooleanField({ initial: true }), displayRoll: new BooleanField({ initial: true }),
      folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(), ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
    };
  }
}

/** Kept and shown by name only: the table plays no music and deals no cards. */
function named(documentName: string, collection: string, embedded: { name: string; key: string; model: typeof Document } | null): typeof Document {
  return class extends Document {
    static override metadata = { ...Document.metadata, name: documentName, collection, label: `DOCUMENT.${documentName}`, embedded: embedded ? { [embedded.name]: embedded.key } : {} };

    static override defineSchema(): SchemaRecord {
      return {
        _id: id(), name: name(), type: new StringField(), description: new HTMLField(), img: new FilePathField({ categories: ["IMAGE"] }), ...(embedded ? { [embedded.key]: new EmbeddedCollectionField(embedded.model) } : {}), folder: new ForeignDocumentField(BaseFolder), sort: new IntegerSortField(),
        ownership: new DocumentOwnershipField(), flags: flags(), _stats: new DocumentStatsField(),
      };
    }
  };
}

export const BasePlaylistSound = named("PlaylistSound", "sounds", null);
export const BasePlaylist = named("Playlist", "playlists", { name: "PlaylistSound", key: "sounds", model: BasePlaylistSound });
export const BaseCard = named("Card", "cards", null);
export const BaseCards = named("Cards", "cards", { name: "Card", key: "cards", model: BaseCard });

export { documentConfig };
