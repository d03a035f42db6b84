import { ApplicationV2, instances } from "./api/application-v2";
import { DialogV2 } from "./api/dialog-v2";
import { DocumentSheetV2 } from "./api/document-sheet";
import { HandlebarsApplicationMixin } from "./api/handlebars-application";
import { FilePicker } from "./apps/file-picker";
import { SettingsConfig } from "./apps/settings-config";
import { Token } from "./canvas/token";
import { TokenHUD } from "./canvas/token-hud";
import { TokenLayer } from "./canvas/token-layer";
import { BaseTokenRuler, TokenRuler } from "./canvas/token-ruler";
import { defineElements, elements } from "./elements";
import { fields } from "./fields";
import { host, type DocumentConfig } from "./host";
import { isPlain, type PlainObject } from "./plain";
import { ActorSheetV2 } from "./sheets/actor-sheet";
import { DocumentSheetConfig } from "./sheets/document-sheet-config";
import { ItemSheetV2 } from "./sheets/item-sheet";
import { installSheetFactory } from "./sheets/sheet-factory";
import { JournalEntrySheet, MacroConfig, type PlainSheet, SceneConfig } from "./sheets/plain-sheets";
import { ActiveEffectConfig, CombatantConfig, CombatTrackerConfig, FolderConfig, PrototypeTokenConfig, SchemaSheet, TokenConfig, UserConfig } from "./sheets/schema-sheets";
import { ChatLog } from "./sidebar/chat-log";
import { CombatTracker } from "./sidebar/combat-tracker";
import { Compendium, CompendiumDirectory } from "./sidebar/compendium";
import { ActorDirectory, DocumentDirectory, ItemDirectory, JournalDirectory } from "./sidebar/document-directory";
import { Settings } from "./sidebar/settings";
import { Sidebar } from "./sidebar/sidebar";
import { AbstractSidebarTab } from "./sidebar/sidebar-tab";
import { GamePause, Players, SceneControls, SceneNavigation } from "./ui/fixed-parts";
import { Hotbar } from "./ui/hotbar";
import { ContextMenu } from "./ux/context-menu";
import { DragDrop } from "./ux/drag-drop";
import { Draggable } from "./ux/draggable";
import { FormDataExtended } from "./ux/form-data-extended";
import { Notifications } from "./ux/notifications";
import { SearchFilter } from "./ux/search-filter";
import { Tabs } from "./ux/tabs";
import { TextEditor } from "./ux/text-editor";
import { TooltipManager } from "./ux/tooltip";

/** Adds to a namespace what it does not have, and replaces what is given here. */
function extend(target: PlainObject, additions: PlainObject): PlainObject {
  for (const [key, value] of Object.entries(additions)) {
    const present = target[key];
    if (isPlain(value) && typeof present === "object" && present !== null) extend(present as PlainObject, value);
    else target[key] = value;
  }
  return target;
}

function namespace(parent: PlainObject, name: string): PlainObject {
  const present = parent[name];
  if (typeof present === "object" && present !== null) return present as PlainObject;
  const created: PlainObject = {};
  parent[name] = created;
  return created;
}

/** Puts everything with a DOM into the table's namespaces. Before the system's module is imported. */
export function installPage(): void {
  const { foundry } = host.table;
  defineElements();
  extend(namespace(foundry, "applications"), {
    api: { ApplicationV2, Application: ApplicationV2, DialogV2, Dialog: DialogV2, DocumentSheetV2, DocumentSheet: DocumentSheetV2, HandlebarsApplicationMixin },
    apps: { CombatTrackerConfig, DocumentSheetConfig, FilePicker },
    elements,
    fields,
    hud: { TokenHUD, BasePlaceableHUD: TokenHUD },
    instances,
    settings: { SettingsConfig },
    sheets: {
      ActorSheetV2, ItemSheetV2, ActorSheet: ActorSheetV2, ItemSheet: ItemSheetV2, MacroConfig, SceneConfig, BaseSheet: SchemaSheet,
      ActiveEffectConfig, TokenConfig, PrototypeTokenConfig, CombatantConfig, FolderConfig, UserConfig,
      journal: { JournalEntrySheet, JournalEntryPageSheet: SchemaSheet },
    },
    sidebar: {
      Sidebar, AbstractSidebarTab, DocumentDirectory,
      apps: { Compendium },
      tabs: { ChatLog, CombatTracker, ActorDirectory, ItemDirectory, JournalDirectory, CompendiumDirectory, Settings },
    },
    ui: { Hotbar, Players, GamePause, SceneControls, SceneNavigation, Notifications },
    ux: { ContextMenu, DragDrop, Draggable, FormDataExtended, SearchFilter, Tabs, TextEditor },
  });
  extend(namespace(foundry, "canvas"), { placeables: { Token, tokens: { BaseTokenRuler, TokenRuler } }, layers: { TokenLayer } });
  extend(namespace(foundry, "helpers"), { interaction: { TooltipManager } });
  configure();
  registerCoreSheets();
  installSheetFactory();
}

function configure(): void {
  const { config } = host;
  const configuredUi = namespace(config, "ui");
  const classes = { chat: ChatLog, combat: CombatTracker, actors: ActorDirectory, items: ItemDirectory, journal: JournalDirectory, compendium: CompendiumDirectory, settings: Settings, sidebar: Sidebar, hotbar: Hotbar, players: Players, pause: GamePause, controls: SceneControls, nav: SceneNavigation, notifications: Notifications };
  for (const [name, cls] of Object.entries(classes)) configuredUi[name] = cls;
  const token = namespace(config, "Token");
  token.objectClass = Token;
  token.hudClass = TokenHUD;
  token.rulerClass = TokenRuler;
  const textEditor = namespace(config, "TextEditor");
  textEditor.enrichers ??= [];
  const queries = namespace(config, "queries");
  queries.dialog = (data: Parameters<typeof DialogV2._handleQuery>[0]) => DialogV2._handleQuery(data);
}

function hasDocumentClass(value: unknown): value is DocumentConfig {
  return typeof value === "object" && value !== null && "documentClass" in value && typeof value.documentClass === "function";
}

function registerCoreSheets(): void {
  const special: Record<string, new (options: PlainObject) => PlainSheet> = {
    Macro: MacroConfig, JournalEntry: JournalEntrySheet, Scene: SceneConfig, ActiveEffect: ActiveEffectConfig, Token: TokenConfig, Combatant: CombatantConfig, Folder: FolderConfig, User: UserConfig,
  };
  for (const [name, config] of Object.entries(host.config)) {
    if (!hasDocumentClass(config)) continue;
    DocumentSheetConfig.registerSheet(config.documentClass, "core", special[name] ?? SchemaSheet, { makeDefault: true, label: "Plain sheet" });
  }
}
