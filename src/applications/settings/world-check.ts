import { say } from "../../helpers/text";
import { correctedDocuments, forgetCorrections } from "../../migrations/corrections";
import { storedReport } from "../../migrations/settings";
import { examineWorld } from "../../migrations/start";
import { StoredDataWindow } from "./stored-data-window";

/** Documents that the host could not read at all, and so shows nowhere. */
export const unreadableIds = (): string[] => [...game.actors.invalidDocumentIds, ...game.items.invalidDocumentIds];

let isAsked = false;

/** Looks at the world and tells the GM what there is to know; whoever becomes the active GM later does the same. */
export function watchWorld(): void {
  const check = (): void => void checkWorld().catch((error: unknown) => console.error(error));
  Hooks.on("userConnected", check);
  Hooks.on("deleteActor", ({ id, pack }: Actor.Implementation) => void (pack === null && id !== null && forgetCorrections("Actor", id)));
  Hooks.on("deleteItem", ({ id, pack, parent }: Item.Implementation) => void (pack === null && parent === null && id !== null && forgetCorrections("Item", id)));
  check();
}

async function checkWorld(): Promise<void> {
  if (isAsked || game.users.activeGM?.isSelf !== true) return;
  isAsked = true;
  const state = await examineWorld();
  if (state.kind === "newer") ui.notifications?.error(say("FATEWALKER.Migration.Newer", { version: state.version }), { permanent: true, console: false });
  tellCorrections();
  const wasCut = storedReport().phase === "running";
  if (state.kind === "earlier" || (state.kind === "current" && wasCut)) await new StoredDataWindow().render({ force: true });
}

function tellCorrections(): void {
  const documents = correctedDocuments();
  const unreadable = unreadableIds();
  if (documents.length > 0) {
    const names = documents.slice(0, 5).map(({ name }) => name).join(", ");
    ui.notifications?.warn(say("FATEWALKER.Migration.Corrected", { count: documents.length, names }), { permanent: true, console: false });
  }
  if (unreadable.length > 0) ui.notifications?.error(say("FATEWALKER.Migration.Unreadable", { count: unreadable.length, ids: unreadable.join(", ") }), { permanent: true, console: false });
}
