import { host } from "../host";
import { elementOf, escapeText } from "../plain";

interface PageLike {
  text?: { content?: string };
  flags: { table?: { audience?: string } };
}

/** The first steps for this user, as long as the chat is empty; null in a world that has none. */
export function welcomeElement(): HTMLElement | null {
  const entry = host.game.journal.find(({ flags, visible }) => (flags as { table?: { welcome?: boolean } }).table?.welcome === true && visible !== false);
  const audience = host.game.user.isGM ? "gamemaster" : "player";
  const pages = (entry ? entry.getEmbeddedCollection("JournalEntryPage").contents : []) as unknown as PageLike[];
  const content = pages.find(({ flags }) => flags.table?.audience === audience)?.text?.content;
  if (!entry || content === undefined) return null;
  return elementOf(`<section class="table-welcome"><h3>${escapeText(entry.name)}</h3>${content}<p class="hint">This goes away with the first message; it stays in the journal.</p></section>`);
}
