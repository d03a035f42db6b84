import { NotOnThisTable } from "./absent";

/**
 * Members that the public API documents on classes and objects which the table has otherwise: calling one, or reading a
 * part of the canvas or the interface, is refused by name, so that nothing is silently undefined.
 */

const METHODS: { readonly [owner: string]: string } = {
  // https://foundryvtt.com/api/classes/foundry.documents.Scene.html
  "foundry.documents.Scene": "unview createThumbnail getDimensions pullUsers updateTokenRegions",
  // https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html
  "foundry.documents.ChatMessage": "export",
  // https://foundryvtt.com/api/classes/foundry.documents.User.html
  "foundry.documents.User": "assignPermission",
  // https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html
  "foundry.documents.collections.CompendiumCollection": "deleteCompendium duplicateCompendium importFolder importFolders migrate setFolder",
};

const STATIC_METHODS: { readonly [owner: string]: string } = {
  // https://foundryvtt.com/api/classes/foundry.dice.Roll.html
  "foundry.dice.Roll": "collapseInlineResult expandInlineResult identifyFulfillableTerms registerResult simplifyTerms",
  // https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html
  "foundry.documents.TokenDocument": "getTrackedAttributeChoices",
  "foundry.documents.collections.CompendiumCollection": "createCompendium",
};

/** https://foundryvtt.com/api/classes/foundry.canvas.Canvas.html */
const CANVAS = "edges environment fog hidden masks performance primary visibility weather";
/** https://foundryvtt.com/api/modules/foundry.ui.html */
const INTERFACE = "cards context macros menu playlists scenes tables webrtc";

function refuse(target: object, owner: string, names: string): void {
  for (const name of names.split(" ")) {
    if (name in target) continue;
    const value = (): never => {
      throw new NotOnThisTable(`${owner}#${name}`);
    };
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

/** Puts refusals on classes in the place of methods that they lack; what a system or a subclass defines goes before them. */
export function refuseMethods(classAt: (path: string) => unknown): void {
  const each = (list: typeof METHODS, part: (made: { prototype: object }) => object): void => {
    for (const [owner, names] of Object.entries(list)) {
      const made = classAt(owner);
      if (typeof made === "function") refuse(part(made as unknown as { prototype: object }), owner, names);
    }
  };
  each(METHODS, ({ prototype }) => prototype);
  each(STATIC_METHODS, (made) => made);
}

/** Refuses parts of `canvas` and `ui` that the table never has; what a page puts there itself stays. */
export function refuseParts(canvas: object, ui: object): void {
  for (const [target, owner, names] of [[canvas, "canvas", CANVAS], [ui, "ui", INTERFACE]] as const) {
    for (const name of names.split(" ")) {
      Object.defineProperty(target, name, {
        configurable: true,
        get: () => {
          throw new NotOnThisTable(`${owner}.${name}`);
        },
        set: (value: unknown) => Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true }),
      });
    }
  }
}
