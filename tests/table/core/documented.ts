/**
 * Names that the public API documents and that this table may lack: asked for, they are refused by name instead of being
 * taken for a mistake of the system. From the indexes of https://foundryvtt.com/api/ and https://foundryvtt.com/api/v14/.
 */

const DOCUMENTED: { readonly [namespace: string]: string } = {
  "foundry.abstract": "DataModel Document EmbeddedCollection EmbeddedCollectionDelta SingletonEmbeddedCollection TypeDataModel DocumentSocketRequest DocumentSocketResponse",
  "foundry.applications.api": "ApplicationV2 CategoryBrowser Dialog DialogV2 DocumentSheetV2 HandlebarsApplicationMixin",
  "foundry.applications.apps": "CombatTrackerConfig CompendiumArtConfig DocumentOwnershipConfig DocumentSheetConfig FilePicker GridConfig ImagePopout PermissionConfig av",
  "foundry.applications.dice": "RollResolver",
  "foundry.applications.elements":
    "AbstractFormInputElement AbstractMultiSelectElement HTMLCodeMirrorElement HTMLColorPickerElement HTMLDocumentEmbedElement HTMLDocumentTagsElement HTMLEnrichedContentElement HTMLFilePickerElement HTMLHueSelectorSlider HTMLMultiCheckboxElement HTMLMultiSelectElement HTMLProseMirrorElement HTMLRangePickerElement HTMLSecretBlockElement HTMLStringTagsElement",
  "foundry.applications.fields": "createCheckboxInput createEditorInput createFontAwesomeIcon createFormGroup createMultiSelectInput createNumberInput createSelectInput createTextInput createTextareaInput prepareSelectOptionGroups setInputAttributes",
  "foundry.applications.handlebars": "getTemplate initialize loadTemplates renderTemplate",
  "foundry.applications.hud": "BasePlaceableHUD ChatBubbles DrawingHUD HeadsUpDisplayContainer TileHUD TokenHUD",
  "foundry.applications.settings": "SettingsConfig menus",
  "foundry.applications.sheets":
    "ActiveEffectConfig ActorSheetV2 AdventureExporter AdventureImporterV2 AmbientLightConfig AmbientSoundConfig CardConfig CardDeckConfig CardHandConfig CardPileConfig CombatantConfig DrawingConfig FolderConfig ItemSheetV2 MacroConfig MeasuredTemplateConfig NoteConfig PlaceableConfig PlaylistConfig PlaylistSoundConfig PrototypeTokenConfig RegionBehaviorConfig RegionConfig RollTableSheet SceneConfig TableResultConfig TileConfig TokenConfig UserConfig WallConfig journal",
  "foundry.applications.sheets.journal": "JournalEntryCategoryConfig JournalEntryPageHandlebarsSheet JournalEntryPageHTMLSheet JournalEntryPageImageSheet JournalEntryPageMarkdownSheet JournalEntryPagePDFSheet JournalEntryPageProseMirrorSheet JournalEntryPageSheet JournalEntryPageTextSheet JournalEntryPageVideoSheet JournalEntrySheet ShowToPlayersDialog",
  "foundry.applications.sidebar": "AbstractSidebarTab DocumentDirectory Sidebar apps tabs",
  "foundry.applications.sidebar.apps": "ChatPopout Compendium FolderExport InvitationLinks ModuleManagement SupportDetails ToursManagement WorldConfig",
  "foundry.applications.sidebar.tabs": "ActorDirectory CardsDirectory ChatLog CombatTracker CompendiumDirectory ItemDirectory JournalDirectory MacroDirectory PlaceablesDirectory PlaylistDirectory RollTableDirectory SceneDirectory Settings",
  "foundry.applications.ui": "GamePause Hotbar MainMenu Notifications Players RegionLegend SceneControls SceneNavigation",
  "foundry.applications.ux": "ContextMenu DragDrop Draggable FormDataExtended HTMLSecret ProseMirrorEditor SearchFilter Tabs TextEditor",
  "foundry.appv1.api": "Application Dialog DocumentSheet FormApplication",
  "foundry.appv1.sheets": "ActorSheet AdventureImporter CardsConfig CardsHand CardsPile DrawingConfig ItemSheet JournalPageSheet JournalSheet JournalTextPageSheet JournalTextTinyMCESheet MeasuredTemplateConfig",
  "foundry.audio": "AudioBufferCache AudioHelper AudioTimeout BaseSoundEffect BiquadFilterEffect ConvolverEffect Sound",
  "foundry.av": "AVClient AVMaster AVSettings clients",
  "foundry.canvas": "Canvas SceneManager animation board containers edges extensions geometry getTexture groups interaction layers loadTexture loadVideo placeables primary rendering shaders sources srcExists vfx workers perception tours TextureLoader FramebufferSnapshot TextureExtractor",
  "foundry.canvas.animation": "CanvasAnimation SpriteAnimation TimeoutAnimation",
  "foundry.canvas.containers": "Cursor DoorControl PreciseText ControlIcon ResizeHandle GridHighlight ParticleEffect ScrollingText",
  "foundry.canvas.geometry": "ClockwiseSweepPolygon ObservableTransform PolygonMesher Quadtree CanvasQuadtree Ray UnboundTransform CollisionResult LimitedAnglePolygon PointSourcePolygon PolygonVertex",
  "foundry.canvas.groups": "CanvasGroupMixin CanvasVisibility EffectsCanvasGroup EnvironmentCanvasGroup HiddenCanvasGroup InterfaceCanvasGroup OverlayCanvasGroup PrimaryCanvasGroup RenderedCanvasGroup",
  "foundry.canvas.interaction": "CanvasInteractionManager ControlsLayer MouseInteractionManager Ping PulsePing ChevronPing AlertPing ArrowPing RenderFlags RenderFlagsMixin Ruler",
  "foundry.canvas.layers": "CanvasLayer ControlsLayer DrawingsLayer GridLayer InteractionLayer LightingLayer NotesLayer PlaceablesLayer RegionLayer SoundsLayer TemplateLayer TilesLayer TokenLayer WallsLayer WeatherEffects",
  "foundry.canvas.perception": "DetectionMode DetectionModeAll DetectionModeInvisibility DetectionModeTremor FogManager PerceptionManager VisionMode",
  "foundry.canvas.placeables": "AmbientLight AmbientSound Drawing MeasuredTemplate Note PlaceableObject Region Tile Token Wall regions tokens",
  "foundry.canvas.placeables.tokens": "BaseTokenRuler TokenRing TokenRingConfig DynamicRingData TokenRuler TokenTurnMarker TurnMarkerData UnboundTransform",
  "foundry.data":
    "ActiveEffectTypeDataModel BaseShapeData CalendarData CircleShapeData CombatConfiguration EllipseShapeData LightData PolygonShapeData PrototypeToken PrototypeTokenOverrides RectangleShapeData ShapeData TerrainData TextureData TombstoneData TokenMovement fields operators regionBehaviors validation",
  "foundry.data.fields":
    "ActorDeltaField AlphaField AngleField AnyField ArrayField BooleanField ColorField DataField DocumentAuthorField DocumentFlagsField DocumentIdField DocumentOwnershipField DocumentStatsField DocumentTypeField DocumentUUIDField EmbeddedCollectionDeltaField EmbeddedCollectionField EmbeddedDataField EmbeddedDocumentField FilePathField ForeignDocumentField HTMLField HueField IntegerSortField JSONField JavaScriptField NumberField ObjectField SchemaField SetField StringField TypeDataField TypedObjectField TypedSchemaField",
  "foundry.data.regionBehaviors": "AdjustDarknessLevelRegionBehaviorType DisplayScrollingTextRegionBehaviorType ExecuteMacroRegionBehaviorType ExecuteScriptRegionBehaviorType ModifyMovementCostRegionBehaviorType PauseGameRegionBehaviorType RegionBehaviorType SuppressWeatherRegionBehaviorType TeleportTokenRegionBehaviorType ToggleBehaviorRegionBehaviorType",
  "foundry.data.validation": "DataModelValidationError DataModelValidationFailure",
  "foundry.dice": "MersenneTwister Roll RollGrammar RollParser terms",
  "foundry.dice.terms": "Coin DiceTerm Die FateDie FunctionTerm NumericTerm OperatorTerm ParentheticalTerm PoolTerm RollTerm StringTerm",
  "foundry.documents":
    "ActiveEffect Actor ActorDelta Adventure AmbientLightDocument AmbientSoundDocument Card Cards ChatMessage Combat Combatant CombatantGroup DrawingDocument FogExploration Folder Item JournalEntry JournalEntryCategory JournalEntryPage Level Macro MeasuredTemplateDocument NoteDocument Playlist PlaylistSound RegionBehavior RegionDocument RollTable Scene Setting TableResult TileDocument TokenDocument User WallDocument abstract collections modifyBatch BaseActiveEffect BaseActor BaseActorDelta BaseAdventure BaseAmbientLight BaseAmbientSound BaseCard BaseCards BaseChatMessage BaseCombat BaseCombatant BaseCombatantGroup BaseDrawing BaseFogExploration BaseFolder BaseItem BaseJournalEntry BaseJournalEntryCategory BaseJournalEntryPage BaseMacro BaseMeasuredTemplate BaseNote BasePlaylist BasePlaylistSound BaseRegion BaseRegionBehavior BaseRollTable BaseScene BaseSetting BaseTableResult BaseTile BaseToken BaseUser BaseWall",
  "foundry.documents.collections": "Actors CardStacks ChatMessages CombatEncounters CompendiumCollection CompendiumFolderCollection CompendiumPacks FogExplorations Folders Items Journal Macros Playlists RollTables Scenes Users WorldSettings",
  "foundry.grid": "BaseGrid GridHex GridlessGrid HexagonalGrid SquareGrid",
  "foundry.helpers": "AsyncWorker ClientIssues ClientSettings DocumentIndex Hooks Localization SocketInterface WorkerManager interaction media",
  "foundry.helpers.interaction": "ClientKeybindings GamepadManager KeyboardManager MouseManager TooltipManager",
  "foundry.helpers.media": "ImageHelper VideoHelper",
  "foundry.nue": "NewUserExperienceManager Tour tours",
  "foundry.packages": "BaseModule BasePackage BaseSystem BaseWorld Module System World ClientPackageMixin PackageCompatibility",
  "foundry.prosemirror": "ProseMirrorClickHandler ProseMirrorContentLinkPlugin ProseMirrorDirtyPlugin ProseMirrorDropDown ProseMirrorHighlightMatchesPlugin ProseMirrorImagePlugin ProseMirrorInputRules ProseMirrorKeyMaps ProseMirrorMenu ProseMirrorPlugin collab commands defaultPlugins defaultSchema dom input keymap list state tables transform",
  "foundry.utils":
    "AsyncWorker BitMask Collection Color EventEmitterMixin HttpError IterableWeakMap IterableWeakSet Semaphore StringTree WordTree benchmark buildUuid circleCircleIntersects cleanHTML closestPointToSegment debounce debouncedReload deepClone deepFreeze deepSeal deleteProperty diffObject duplicate encodeURL escapeHTML expandObject fetchJsonWithTimeout fetchResource fetchWithTimeout filterObject flattenObject formatFileSize formatNumber fromUuid fromUuidSync getCacheBustURL getDefiningClass getDocumentClass getParentClasses getProperty getRoute getType hasProperty invertObject isDeletionKey isEmpty isNewerVersion isPlainObject isSubclass lineCircleIntersection lineLineIntersection lineSegmentIntersection lineSegmentIntersects logCompatibilityWarning mergeObject objectsEqual equals orient2dFast parseHTML parseS3URL parseUuid pathCircleIntersects performIntegerSort preloadTexture quadraticIntersection randomID readTextFromFile saveDataToFile setProperty srcExists testPolygon threadLock throttle timeSince unescapeHTML getPlaceableObjectClass",
  foundry: "CONFIG CONST Game abstract applications appv1 audio av canvas data dice documents game grid helpers nue packages prosemirror ui utils config",
  game:
    "actors activeTool audio canvas cards clipboard collections combat combats compendiumArt compendiumUUIDRedirects data debug documentIndex documentTypes documentsReady folders gamepads i18n isAdmin issues items journal keybindings keyboard loading macros messages model modules mouse nue packages packs paused permissions playlists ready release scenes sessionId settings socket system tables template time tooltip tours user userId users version video view webrtc workers world",
  CONFIG:
    "ActiveEffect Actor ActorDelta Adventure AmbientLight AmbientSound Canvas Card Cards ChatMessage Combat Combatant CombatantGroup Compendium DatabaseBackend Dice Drawing FogExploration Folder Item JournalEntry JournalEntryCategory JournalEntryPage Level Macro MeasuredTemplate Note Playlist PlaylistSound Region RegionBehavior RollTable Scene Setting TableResult TextEditor Tile Token User Wall WebRTC compatibility controlIcons cursors debug defaultFontFamily fontDefinitions i18n queries soundEffects sounds specialStatusEffects statusEffects supportedLanguages time transcriptionCanvas ui ux vtt weatherEffects",
  CONST:
    "ACTIVE_EFFECT_CHANGE_TYPES ACTIVE_EFFECT_MODES ACTIVE_EFFECT_SHOW_ICON ACTIVE_EFFECT_TIME_DURATION_UNITS AREA_OF_EFFECT_TYPES ASCII AUDIO_CHANNELS AUDIO_FILE_EXTENSIONS BASE_DOCUMENT_TYPE CANVAS_PERFORMANCE_MODES CARD_DRAW_MODES CHAT_MESSAGE_STYLES CLIPPER_EXECUTORS COMBAT_ANNOUNCEMENTS COMPATIBILITY_MODES CORE_SUPPORTED_LANGUAGES CSS_THEMES CURSOR_STYLES DEFAULT_TOKEN DICE_ROLL_MODES DIRECTORY_SEARCH_MODES DISABLED_PERMISSIONS DOCUMENT_LINK_TYPES DOCUMENT_META_OWNERSHIP_LEVELS DOCUMENT_OWNERSHIP_LEVELS DRAWING_FILL_TYPES DYNAMIC_TOKEN_RING EDGE_DIRECTION_MODES EDGE_RESTRICTION_TYPES EDGE_SENSE_TYPES EDGE_TYPES EMBEDDED_DOCUMENT_TYPES FILE_CATEGORIES FILE_PICKER_PRIVACIES FOLDER_DOCUMENT_TYPES FOLDER_MAX_DEPTH FONT_FILE_EXTENSIONS FONT_WEIGHTS FULL_MESSAGE_STYLES GAME_VIEWS GRAPHICS_FILE_EXTENSIONS GRID_DIAGONALS GRID_MIN_SIZE GRID_SNAPPING_MODES GRID_TYPES HTML_FILE_EXTENSIONS IMAGE_FILE_EXTENSIONS JOURNAL_ENTRY_PAGE_FORMATS KEYBINDING_PRECEDENCE MACRO_SCOPES MACRO_TYPES MEASURED_TEMPLATE_TYPES MEDIA_FILE_EXTENSIONS MEDIA_MIME_TYPES MOVEMENT_DIRECTIONS OVERLAY_ALPHA_MODES PACKAGE_AVAILABILITY_CODES PACKAGE_TYPES PASSWORD_SAFE_STRING PATH_SHAPE_TYPES PLAYLIST_MODES PLAYLIST_SORT_MODES PRIMARY_DOCUMENT_TYPES REGION_EVENTS REGION_VISIBILITY SERVER_FILE_EXTENSIONS SETTING_SCOPES SETUP_PACKAGE_PROGRESS SETUP_VIEWS SHOWDOWN_OPTIONS SOFTWARE_UPDATE_CHANNELS SORTING_MODES SORT_INTEGER_DENSITY SYSTEM_SPECIFIC_COMPENDIUM_TYPES TABLE_RESULT_TYPES TEXT_ANCHOR_POINTS TEXT_FILE_EXTENSIONS TEXTURE_DATA_FIT_MODES TILE_OCCLUSION_MODES TIMEOUTS TOKEN_DISPLAY_MODES TOKEN_DISPOSITIONS TOKEN_HEXAGONAL_SHAPES TOKEN_OCCLUSION_MODES TOKEN_SHAPES TOKEN_TURN_MARKER_MODES TRUSTED_IFRAME_DOMAINS UPLOADABLE_FILE_EXTENSIONS USER_PERMISSIONS USER_ROLE_NAMES USER_ROLES VIDEO_FILE_EXTENSIONS VTT WALL_DIRECTIONS WALL_DOOR_INTERACTIONS WALL_DOOR_SOUNDS WALL_DOOR_STATES WALL_DOOR_TYPES WALL_MOVEMENT_TYPES WALL_RESTRICTION_TYPES WALL_SENSE_TYPES WEBSITE_API_URL WEBSITE_URL WORLD_DOCUMENT_TYPES WORLD_JOIN_THEMES vtt",
};

const names = new Map(Object.entries(DOCUMENTED).map(([namespace, list]) => [namespace, new Set(list.split(" "))]));

// Every namespace is a name of the one above it.
for (const namespace of [...names.keys()]) {
  const parts = namespace.split(".");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join(".");
    names.set(above, (names.get(above) ?? new Set()).add(parts[depth] ?? ""));
  }
}

/** Whether a name stands in the public API, in either generation: `foundry.canvas.layers.TilesLayer`. */
export function isDocumented(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return names.get(path.slice(0, dot))?.has(path.slice(dot + 1)) === true || names.has(path);
}

/** Names of a namespace that the API documents. */
export function documentedNames(namespace: string): string[] {
  return [...(names.get(namespace) ?? [])];
}

/** The page of a documented name. */
export function documentedPage(path: string): string {
  const base = "https://foundryvtt.com/api/";
  const [root = "", first = "", ...rest] = path.split(".");
  const [owner = "", member] = path.split("#");
  if (member !== undefined) return `${base}classes/${owner}.html#${member.toLowerCase()}`;
  if (root === "game") return `${base}classes/foundry.Game.html#${first.toLowerCase()}`;
  if (root === "CONFIG") return rest.length > 0 ? `${base}variables/CONFIG.${first}.html` : `${base}modules/CONFIG.html`;
  if (root === "canvas") return `${base}classes/foundry.canvas.Canvas.html#${first.toLowerCase()}`;
  if (root === "ui") return `${base}modules/foundry.ui.html`;
  if (root === "CONST") return `${base}variables/CONST.${first}.html`;
  if (names.has(path)) return `${base}modules/${path}.html`;
  return `${base}${/^[A-Z]/.test(path.slice(path.lastIndexOf(".") + 1)) ? "classes" : "functions"}/${path}.html`;
}
