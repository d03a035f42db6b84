import { SYSTEM_ID } from "../../config/defaults";
import { isOpen } from "../is-open";
import { FatewalkerActorSheet } from "./actor-sheet";
import { FatewalkerCharacterSheet } from "./character-sheet";
import { FatewalkerItemSheet } from "./item-sheet";
import { FatewalkerNpcSheet } from "./npc-sheet";

/** Gives Foundry the sheets of actors and items. Called once, in `init`. */
export function registerSheets(): void {
  const { registerSheet } = foundry.applications.apps.DocumentSheetConfig;
  registerSheet(Actor, SYSTEM_ID, FatewalkerCharacterSheet as never, { types: ["character"], makeDefault: true, label: "FATEWALKER.Sheet.Label.Character" });
  registerSheet(Actor, SYSTEM_ID, FatewalkerNpcSheet as never, { types: ["npc"], makeDefault: true, label: "FATEWALKER.Sheet.Label.Npc" });
  registerSheet(Item, SYSTEM_ID, FatewalkerItemSheet as never, { makeDefault: true, label: "FATEWALKER.Sheet.Label.Item" });
}

/** The head of an open sheet says when its actor acts: it follows the fight. Called once, in `init`. */
export function followFights(): void {
  const refresh = foundry.utils.debounce(() => {
    for (const window of foundry.applications.instances.values()) {
      if (window instanceof FatewalkerActorSheet && isOpen(window)) void window.render({ parts: ["header"] });
    }
  }, 50);
  for (const hook of ["updateCombat", "deleteCombat", "createCombatant", "updateCombatant", "deleteCombatant"] as const) Hooks.on(hook, refresh);
}
