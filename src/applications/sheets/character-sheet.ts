import { FatewalkerActorSheet } from "./actor-sheet";

/** Sheet of a player's character. */
export class FatewalkerCharacterSheet extends FatewalkerActorSheet {
  static override DEFAULT_OPTIONS: foundry.applications.api.DocumentSheetV2.DefaultOptions = { classes: ["fw-character-sheet"] };
}
