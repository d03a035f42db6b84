import * as collections from "./collections/collections";
import { CompendiumCollection, CompendiumPacks } from "./collections/compendium-collection";
import { DocumentCollection } from "./collections/document-collection";
import { EmbeddedCollection } from "./collections/embedded-collection";
import { WorldCollection } from "./collections/world-collection";
import { absent, fillAbsent, isOfOneGeneration } from "./absent";
import { CONST } from "./constants";
import { documentedNames } from "./documented";
import { database, type BatchOperation } from "./database/database";
import { parseTerms } from "./dice/parser";
import { Roll } from "./dice/roll";
import * as terms from "./dice/terms";
import { ActiveEffect } from "./documents/active-effect";
import { Actor, Item } from "./documents/actor";
import * as bases from "./documents/bases";
import { ChatMessage } from "./documents/chat-message";
import { Combat, Combatant, CombatantGroup } from "./documents/combat";
import { Document } from "./documents/document";
import { Folder, JournalEntry, JournalEntryPage, Macro, RollTable, Setting } from "./documents/others";
import { ActorDelta, Scene, TokenDocument } from "./documents/token-document";
import { User } from "./documents/user";
import * as compound from "./fields/compound";
import { DataField } from "./fields/data-field";
import * as embedded from "./fields/embedded";
import * as simple from "./fields/simple";
import { TypedSchemaField } from "./fields/typed-schema-field";
import { BaseGrid, GridlessGrid, HexagonalGrid, SquareGrid } from "./grid";
import { fieldGroup, fieldInput, localized, selectMarkup } from "./fields/inputs";
import { DataModelValidationError, DataModelValidationFailure } from "./fields/validation";
import { Hooks } from "./hooks";
import { ClientKeybindings, ClientSettings } from "./helpers/settings";
import { Localization } from "./helpers/localization";
import * as templates from "./helpers/templates";
import { documentConfig, host } from "./host";
import { DataModel } from "./model/data-model";
import { TypeDataModel } from "./model/type-data-model";
import type { Generation } from "./protocol";
import { Collection } from "./utils/collection";
import { Color } from "./utils/color";
import { lineLineIntersection } from "./utils/geometry";
import * as objects from "./utils/objects";
import * as operators from "./utils/operators";
import * as text from "./utils/text";
import * as uuid from "./utils/uuid";
import type { Data } from "./types";

/** The namespaces of `foundry`, without what a page adds. https://foundryvtt.com/api/modules/foundry.html */

function elementFrom(markup: string): Element | null {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

function pick(source: object, names: readonly string[]): Data {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(source, name)]));
}

const IMPLEMENTED = { ActiveEffect, Actor, ActorDelta, ChatMessage, Combat, Combatant, CombatantGroup, Folder, Item, JournalEntry, JournalEntryPage, Macro, RollTable, Scene, Setting, TokenDocument, User };

const FIELDS = {
  DataField, TypedSchemaField,
  ...pick(simple, ["AlphaField", "AngleField", "AnyField", "BooleanField", "ColorField", "DocumentAuthorField", "DocumentIdField", "DocumentUUIDField", "FilePathField", "ForeignDocumentField", "HTMLField", "HueField", "IntegerSortField", "JSONField", "JavaScriptField", "NumberField", "StringField"]),
  ...pick(compound, ["ArrayField", "DocumentOwnershipField", "ObjectField", "SchemaField", "SetField", "TypedObjectField"]),
  ...pick(embedded, ["DocumentFlagsField", "DocumentStatsField", "DocumentTypeField", "EmbeddedCollectionField", "EmbeddedDataField", "EmbeddedDocumentField", "TypeDataField"]),
};

export function createFoundry(generation: Generation): Data {
  const utils: Data = {
    ...pick(objects, ["deepClone", "deepFreeze", "deepSeal", "deleteProperty", "diffObject", "duplicate", "expandObject", "filterObject", "flattenObject", "getProperty", "getType", "hasProperty", "isEmpty", "isPlainObject", "mergeObject", "setProperty"]),
    objectsEqual: objects.equals, equals: objects.equals,
    ...pick(text, ["cleanHTML", "debounce", "debouncedReload", "escapeHTML", "fetchJsonWithTimeout", "fetchWithTimeout", "formatFileSize", "getDefiningClass", "getParentClasses", "getRoute", "isNewerVersion", "isSubclass", "logCompatibilityWarning", "parseHTML", "performIntegerSort", "randomID", "throttle", "unescapeHTML"]),
    ...pick(uuid, ["buildUuid", "fromUuid", "fromUuidSync", "parseUuid"]), getDocumentClass,
    isDeletionKey: operators.isDeletionKey, Collection, Color, lineLineIntersection,
    invertObject: (object: Data) => Object.fromEntries(Object.entries(object).map(([key, value]) => [String(value), key])),
    encodeURL: (path: string) => encodeURI(path), timeSince: (time: number) => `${Math.round((Date.now() - time) / 1000)}s`, benchmark: async (run: () => unknown) => { await run(); }, readTextFromFile: async (file: Blob) => file.text(),
    saveDataToFile: () => undefined, getCacheBustURL: (path: string) => path, srcExists: async () => Promise.resolve(true),
  };
  const foundry: Data = {
    CONST, utils, abstract: { DataModel, Document, TypeDataModel, EmbeddedCollection, types: {} },
    data: {
      fields: FIELDS, validation: { DataModelValidationError, DataModelValidationFailure }, PrototypeToken: bases.PrototypeToken, types: {}, regionBehaviors: {}, CombatConfiguration: class CombatConfiguration {},
      ...(generation >= 14 ? { operators: { DataFieldOperator: operators.DataFieldOperator, ForcedDeletion: operators.ForcedDeletion, ForcedReplacement: operators.ForcedReplacement }, ActiveEffectTypeDataModel: bases.ActiveEffectTypeDataModel } : {}),
    },
    documents: {
      ...IMPLEMENTED, ...Object.fromEntries(Object.entries(bases).filter(([name]) => name.startsWith("Base"))),
      abstract: { DocumentCollection, WorldCollection, ClientDocumentMixin: <T>(Base: T): T => Base },
      collections: { ...collections, CompendiumCollection, CompendiumPacks, DocumentCollection, WorldCollection },
      types: {},
      ...(generation >= 14 ? { modifyBatch: async (operations: BatchOperation[]) => database.batch(operations) } : {}),
    },
    dice: { Roll, terms: pick(terms, ["Coin", "DiceTerm", "Die", "FateDie", "FunctionTerm", "NumericTerm", "OperatorTerm", "ParentheticalTerm", "PoolTerm", "RollTerm", "StringTerm"]), RollGrammar: { parse: parseTerms }, types: {} },
    helpers: { Hooks, Localization, ClientSettings, interaction: { ClientKeybindings, KeyboardManager: keyboardManager(), TooltipManager: class TooltipManager {} }, media: {}, types: {} },
    packages: {}, grid: { BaseGrid, GridlessGrid, HexagonalGrid, SquareGrid }, canvas: {}, audio: {}, nue: {}, prosemirror: {}, appv1: {}, types: {},
    applications: {
      handlebars: pick(templates, ["getTemplate", "loadTemplates", "renderTemplate"]),
      fields: {
        createFormGroup: (config: { label?: string; hint?: string; input?: HTMLElement; classes?: string[]; localize?: boolean }) => {
          const group = elementFrom(`<div class="form-group"><label></label><div class="form-fields"></div></div>`);
          const label = group?.querySelector("label");
          if (label) label.textContent = config.localize ? localized(config.label) : (config.label ?? "");
          if (config.input) group?.querySelector(".form-fields")?.append(config.input);
          group?.classList.add(...(config.classes ?? []));
          if (config.hint) group?.insertAdjacentHTML("beforeend", `<p class="hint">${text.escapeHTML(config.localize ? localized(config.hint) : config.hint)}</p>`);
          return group;
        },
        createSelectInput: (config: Data) => elementFrom(selectMarkup(config)), createMultiSelectInput: (config: Data) => elementFrom(selectMarkup(config, "multi-select")),
        createTextInput: (config: Data) => fieldInput(new simple.StringField(), config), createNumberInput: (config: Data) => fieldInput(new simple.NumberField(), config), createCheckboxInput: (config: Data) => fieldInput(new simple.BooleanField(), config),
        createTextareaInput: (config: Data) => fieldInput(new compound.ObjectField(), config), createEditorInput: (config: Data) => fieldInput(new simple.HTMLField(), config),
      },
      instances: new Map<string, unknown>(), types: {},
    },
    get game() {
      return host().game;
    },
  };
  fillAbsent(foundry, "foundry");
  return foundry;
}

/** https://foundryvtt.com/api/v14/functions/foundry.utils.getDocumentClass.html */
function getDocumentClass(documentName: string): unknown {
  return documentConfig(documentName)["documentClass"];
}

/** Documents that the table lacks are refused by name under their global names too. */
function absentDocuments(): Data {
  return Object.fromEntries(documentedNames("foundry.documents").filter((name) => /^[A-Z](?!ase)/.test(name) && !isOfOneGeneration(`foundry.documents.${name}`)).map((name) => [name, absent(`foundry.documents.${name}`)]));
}

function keyboardManager(): unknown {
  return class KeyboardManager {
    static MODIFIER_KEYS = { CONTROL: "Control", SHIFT: "Shift", ALT: "Alt" };
  };
}

/** The global names, by what installs them. */
export function globalNames(generation: Generation): Data {
  return {
    ...absentDocuments(), Hooks, CONST, ...IMPLEMENTED, getDocumentClass, Roll, ...pick(terms, ["DiceTerm", "Die", "PoolTerm", "RollTerm"]), Collection, Color, fromUuid: uuid.fromUuid, fromUuidSync: uuid.fromUuidSync, Handlebars: templates.templateEngine(), CompendiumCollection,
    ...(generation >= 14 ? { _del: new operators.ForcedDeletion(), _replace: (value: unknown) => new operators.ForcedReplacement(value) } : {}),
  };
}

export { fieldGroup };
