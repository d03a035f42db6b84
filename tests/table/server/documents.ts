/**
 * Which documents hold which, and where they are stored. This is what Foundry's server knows of documents without any
 * code of a game system.
 */

export interface EmbeddedField {
  /** Name of the embedded documents. */
  documentName: string;
  /** A token holds one delta, everything else a list. */
  single: boolean;
}

export interface DocumentKind {
  /** Name of the primary collection; null for documents that only live inside others. */
  collection: string | null;
  /** By field of the source. */
  embedded: { [field: string]: EmbeddedField };
  /** Whether a name that is not blank is required. */
  named: boolean;
  /** Types that exist without a system's help; null: the document has no types. */
  coreTypes: readonly string[] | null;
  /** Whether the document keeps `_stats`. */
  stats: boolean;
  /** Whether the document keeps `ownership` of its own. */
  owned: boolean;
}

const list = (documentName: string): EmbeddedField => ({ documentName, single: false });

const plain: DocumentKind = { collection: null, embedded: {}, named: false, coreTypes: null, stats: false, owned: false };

export const DOCUMENT_KINDS: { readonly [documentName: string]: DocumentKind } = {
  Actor: { collection: "actors", embedded: { items: list("Item"), effects: list("ActiveEffect") }, named: true, coreTypes: [], stats: true, owned: true },
  Item: { collection: "items", embedded: { effects: list("ActiveEffect") }, named: true, coreTypes: [], stats: true, owned: true },
  ChatMessage: { ...plain, collection: "messages", coreTypes: ["base"], stats: true },
  Combat: { ...plain, collection: "combats", embedded: { combatants: list("Combatant"), groups: list("CombatantGroup") }, coreTypes: ["base"], stats: true },
  Scene: {
    collection: "scenes", named: true, coreTypes: null, stats: true, owned: true,
    embedded: {
      tokens: list("Token"), walls: list("Wall"), lights: list("AmbientLight"), sounds: list("AmbientSound"), notes: list("Note"),
      drawings: list("Drawing"), templates: list("MeasuredTemplate"), tiles: list("Tile"), regions: list("Region"), levels: list("Level"),
    },
  },
  User: { ...plain, collection: "users", named: true, stats: true },
  Folder: { ...plain, collection: "folders", named: true, stats: true },
  Macro: { ...plain, collection: "macros", named: true, coreTypes: ["script", "chat"], stats: true, owned: true },
  JournalEntry: { collection: "journal", embedded: { pages: list("JournalEntryPage"), categories: list("JournalEntryCategory") }, named: true, coreTypes: null, stats: true, owned: true },
  Setting: { ...plain, collection: "settings", stats: true },
  RollTable: { collection: "tables", embedded: { results: list("TableResult") }, named: true, coreTypes: null, stats: true, owned: true },
  Playlist: { collection: "playlists", embedded: { sounds: list("PlaylistSound") }, named: true, coreTypes: null, stats: true, owned: true },
  Cards: { collection: "cards", embedded: { cards: list("Card") }, named: true, coreTypes: ["deck", "hand", "pile"], stats: true, owned: true },
  ActiveEffect: { ...plain, named: true, coreTypes: ["base"], stats: true },
  Combatant: { ...plain, coreTypes: ["base"], stats: true },
  CombatantGroup: { ...plain, coreTypes: ["base"], stats: true },
  Token: { ...plain, embedded: { delta: { documentName: "ActorDelta", single: true } } },
  ActorDelta: { ...plain, embedded: { items: list("Item"), effects: list("ActiveEffect") } },
  JournalEntryPage: { ...plain, named: true, coreTypes: ["text", "image", "pdf", "video"], stats: true, owned: true },
  JournalEntryCategory: { ...plain },
  TableResult: { ...plain, coreTypes: ["text", "document", "pack"], stats: true },
  PlaylistSound: { ...plain, stats: true },
  Card: { ...plain, coreTypes: ["base"], stats: true },
  Wall: plain, AmbientLight: plain, AmbientSound: plain, Note: plain, Drawing: plain, MeasuredTemplate: plain, Tile: plain, Level: plain, RegionBehavior: plain,
  Region: { ...plain, embedded: { behaviors: list("RegionBehavior") } },
};

/** Names of the world's primary collections, in the order in which they are loaded. */
export const COLLECTIONS: readonly { collection: string; documentName: string }[] = Object.entries(DOCUMENT_KINDS).flatMap(([documentName, kind]) =>
  kind.collection === null ? [] : [{ collection: kind.collection, documentName }],
);

/** The kind of a document, or null when there is no such document. */
export function kindOf(documentName: string): DocumentKind | null {
  return Object.hasOwn(DOCUMENT_KINDS, documentName) ? DOCUMENT_KINDS[documentName] : null;
}

/** The field of a parent's source that keeps embedded documents of a name; a token's delta also answers to `Actor`. */
export function embeddedFieldFor(parentName: string, documentName: string): { field: string; single: boolean; documentName: string } | null {
  const wanted = parentName === "Token" && documentName === "Actor" ? "ActorDelta" : documentName;
  for (const [field, embedded] of Object.entries(kindOf(parentName)?.embedded ?? {})) {
    if (embedded.documentName === wanted) return { field, single: embedded.single, documentName: wanted };
  }
  return null;
}
