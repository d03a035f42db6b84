import { isCommitter } from "../commit/commit";
import { seriallyHere } from "../commit/in-turn";
import { goOnUnasked, isUnasked } from "./offers";

/** What may take a power, its points, or whoever has them from one who is asked. */
const CHANGES = ["updateActor", "deleteActor", "updateToken", "deleteToken", "updateItem", "deleteItem", "createActiveEffect", "deleteCombatant", "updateCombatant", "updateSetting"] as const;

/** Cards will be looked at when their turn in the queue has come: several changes at once are one look. */
let toConsider = false;

async function goOnWithThem(): Promise<void> {
  toConsider = false;
  for (const message of [...(game.messages?.contents ?? [])]) if (message.id !== null && isUnasked(message)) await goOnUnasked(message.id);
}

/** Goes on with exchanges that wait for somebody who cannot be asked any more; at ready. */
export function watchOffers(): void {
  for (const name of CHANGES) {
    Hooks.on(name, () => {
      if (toConsider || !isCommitter()) return;
      toConsider = true;
      void seriallyHere(goOnWithThem).catch((error: unknown) => console.error(error)).finally(() => { toConsider = false; });
    });
  }
}
