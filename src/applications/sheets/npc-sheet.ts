import { FatewalkerActorSheet } from "./actor-sheet";

/** Sheet of anyone the GM plays: the same pages, a little smaller, since several stand open at once. */
export class FatewalkerNpcSheet extends FatewalkerActorSheet {
  static override DEFAULT_OPTIONS: foundry.applications.api.DocumentSheetV2.DefaultOptions = { classes: ["fw-npc-sheet"], position: { width: 660, height: 720 } };
}
