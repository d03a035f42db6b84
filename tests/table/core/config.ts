import * as collections from "./collections/collections";
import { CompendiumCollection } from "./collections/compendium-collection";
import { CONST } from "./constants";
import { Roll } from "./dice/roll";
import { Coin, DiceTerm, Die, FateDie, FunctionTerm, NumericTerm, OperatorTerm, ParentheticalTerm, PoolTerm, StringTerm } from "./dice/terms";
import { ActiveEffect } from "./documents/active-effect";
import { Actor, Item } from "./documents/actor";
import * as bases from "./documents/bases";
import { applyMessageMode, ChatMessage } from "./documents/chat-message";
import { Combat, Combatant, CombatantGroup } from "./documents/combat";
import { Folder, JournalEntry, JournalEntryPage, Macro, RollTable, Setting } from "./documents/others";
import { ActorDelta, Scene, TokenDocument } from "./documents/token-document";
import { User } from "./documents/user";
import type { Generation } from "./protocol";
import type { Data } from "./types";
import { TokenRingConfig } from "./token-rings";

/** Defaults of CONFIG. https://foundryvtt.com/api/v14/modules/CONFIG.html */

function document(documentClass: unknown, more: Data = {}): Data {
  return { documentClass, dataModels: {}, typeLabels: {}, typeIcons: {}, typeHints: {}, defaultType: undefined, compendiumIndexFields: [], sidebarIcon: "fa-solid fa-file", compendiumBanner: "", embedHandlers: [], sheetClasses: {}, ...more };
}

const STATUSES = [
  { id: "dead", name: "EFFECT.StatusDead", img: "icons/svg/skull.svg" }, { id: "unconscious", name: "EFFECT.StatusUnconscious", img: "icons/svg/unconscious.svg" }, { id: "stun", name: "EFFECT.StatusStunned", img: "icons/svg/daze.svg" },
  { id: "prone", name: "EFFECT.StatusProne", img: "icons/svg/falling.svg" }, { id: "blind", name: "EFFECT.StatusBlind", img: "icons/svg/blind.svg" }, { id: "invisible", name: "EFFECT.StatusInvisible", img: "icons/svg/invisible.svg" },
];

export function createConfig(generation: Generation): Data {
  const rollModes = {
    publicroll: { label: "CHAT.RollPublic", icon: "fa-solid fa-globe" }, gmroll: { label: "CHAT.RollPrivate", icon: "fa-solid fa-user-secret" }, blindroll: { label: "CHAT.RollBlind", icon: "fa-solid fa-eye-slash" }, selfroll: { label: "CHAT.RollSelf", icon: "fa-solid fa-user" },
  };
  const mode = (name: string, icon: string): Data => ({ label: `CHAT.MODES.${name}`, icon, handler: null as unknown, name });
  const modes: Record<string, Data> = { public: mode("public", "fa-solid fa-globe"), gm: mode("gm", "fa-solid fa-user-secret"), blind: mode("blind", "fa-solid fa-eye-slash"), self: mode("self", "fa-solid fa-user") };
  const statuses = STATUSES.map((entry) => ({ ...entry }));
  return {
    debug: { applications: false, hooks: false },
    ux: {},
    ui: {},
    queries: {},
    sounds: { dice: "sounds/dice.wav", lock: "sounds/lock.wav", notification: "sounds/notify.wav", combat: "sounds/drums.wav" },
    time: { roundTime: 0, turnTime: 0, worldCalendarConfig: {}, earthCalendarConfig: {}, formatters: {} },
    statusEffects: generation >= 14 ? Object.fromEntries(statuses.map(({ id, ...entry }, order) => [id, { id, order, ...entry }])) : statuses,
    specialStatusEffects: { DEFEATED: "dead", INVISIBLE: "invisible", BLIND: "blind", BURROW: "burrow", HOVER: "hover", FLY: "fly" },
    TextEditor: { enrichers: [] },
    fontDefinitions: {},
    defaultFontFamily: "sans-serif",
    controlIcons: { combat: "icons/svg/combat.svg", visibility: "icons/svg/cowled.svg", effects: "icons/svg/aura.svg", defeated: "icons/svg/skull.svg" },
    cursors: {},
    Canvas: { layers: {}, dispositionColors: { HOSTILE: 0xe72124, NEUTRAL: 0xf1d836, FRIENDLY: 0x43dfdf, INACTIVE: 0x555555, PARTY: 0x33bc4e, CONTROLLED: 0xff9829, SECRET: 0xa612d4 }, visionModes: {}, detectionModes: {}, rulerClass: null, elevationSnappingPrecision: 1 },
    MeasuredTemplate: document(bases.BaseMeasuredTemplate, { objectClass: null }),
    Actor: document(Actor, { collection: collections.Actors, trackableAttributes: {} }),
    ActorDelta: document(ActorDelta),
    Item: document(Item, { collection: collections.Items }),
    ActiveEffect: document(ActiveEffect, {
      dataModels: generation >= 14 ? { base: bases.ActiveEffectTypeDataModel } : {}, legacyTransferral: false,
      ...(generation >= 14 ? { changeTypes: Object.fromEntries(Object.entries(CONST.ACTIVE_EFFECT_CHANGE_TYPES).map(([type, defaultPriority]) => [type, { label: `EFFECT.CHANGES.${type}`, defaultPriority, handler: null }])), phases: { initial: { label: "EFFECT.PHASES.initial", hint: "" }, final: { label: "EFFECT.PHASES.final", hint: "" } }, expiryEvents: {}, expiryAction: null } : {}),
    }),
    Combat: document(Combat, { collection: collections.CombatEncounters, initiative: { formula: null, decimals: 2 }, initiativeIcon: { icon: "", hover: "" }, fallbackTurnMarker: "", settings: {}, sounds: {} }),
    Combatant: document(Combatant),
    CombatantGroup: document(CombatantGroup),
    ChatMessage: document(ChatMessage, { collection: collections.ChatMessages, template: "templates/sidebar/chat-message.hbs", batchSize: 100, popoutClass: null, ...(generation >= 14 ? { modes: withHandlers(modes) } : {}) }),
    User: document(User, { collection: collections.Users }),
    Scene: document(Scene, { collection: collections.Scenes }),
    Token: document(TokenDocument, {
      objectClass: null, layerClass: null, prototypeSheetClass: null, hudClass: null, rulerClass: null, adjectivesPrefix: "TOKEN.Adjectives", ring: new TokenRingConfig(),
      movement: { actions: { walk: { label: "Walk", icon: "fa-solid fa-person-walking", order: 0 }, blink: { label: "Blink", icon: "fa-solid fa-person-from-portal", order: 9 } }, defaultAction: "walk", defaultSpeed: 6, costAggregator: null, TerrainData: null },
    }),
    Folder: document(Folder, { collection: collections.Folders }),
    Macro: document(Macro, { collection: collections.Macros }),
    JournalEntry: document(JournalEntry, { collection: collections.Journal, noteIcons: {} }),
    JournalEntryPage: document(JournalEntryPage, { defaultType: "text" }),
    JournalEntryCategory: document(bases.BaseJournalEntryCategory),
    Setting: document(Setting, { collection: collections.WorldSettings }),
    RollTable: document(RollTable, { collection: collections.RollTables, resultIcon: "icons/svg/d20-black.svg" }),
    TableResult: document(bases.BaseTableResult),
    Playlist: document(bases.BasePlaylist, { collection: collections.Playlists }),
    PlaylistSound: document(bases.BasePlaylistSound),
    Cards: document(bases.BaseCards, { collection: collections.CardStacks, presets: {} }),
    Card: document(bases.BaseCard),
    Drawing: document(bases.BaseDrawing), Note: document(bases.BaseNote), Wall: document(bases.BaseWall), AmbientLight: document(bases.BaseAmbientLight), AmbientSound: document(bases.BaseAmbientSound), Tile: document(bases.BaseTile), Region: document(bases.BaseRegion),
    RegionBehavior: { dataModels: {}, typeLabels: {}, typeIcons: {} },
    Compendium: { Class: CompendiumCollection },
    Dice: {
      types: [Die, FateDie], terms: { c: Coin, d: Die, f: FateDie },
      termTypes: Object.fromEntries([DiceTerm, FunctionTerm, NumericTerm, OperatorTerm, ParentheticalTerm, PoolTerm, StringTerm].map((type) => [type.name, type])),
      rolls: [Roll], functions: {}, randomUniform: () => Math.random(),
      rollModes, fulfillment: { dice: { d4: { label: "d4", icon: "" }, d6: { label: "d6", icon: "" }, d8: { label: "d8", icon: "" }, d10: { label: "d10", icon: "" }, d12: { label: "d12", icon: "" }, d20: { label: "d20", icon: "" }, d100: { label: "d100", icon: "" } }, methods: { mersenne: { label: "DICE.Mersenne", icon: "" }, manual: { label: "DICE.Manual", icon: "" } }, defaultMethod: "" },
      parser: null,
    },
  };
}

function withHandlers(modes: Record<string, Data>): Record<string, Data> {
  for (const [name, mode] of Object.entries(modes)) mode["handler"] = (data: Data): void => void plainMode(data, name);
  return modes;
}

/** The handler of a core mode must not look itself up again. */
function plainMode(data: Data, name: string): Data {
  return applyMessageMode(data, name, { direct: true });
}
