import type { Source } from "../core/protocol";
import { idOf, textOf } from "./json";
import { ROLES } from "./roles";

export interface JoinPage {
  title: string;
  /** Title of the system that is played. */
  system: string;
  users: readonly Source[];
  activeUsers: readonly string[];
  /** All actors of the world: who plays whom. */
  actors: readonly Source[];
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A picture of the person or the mark of a role. */
function portrait(user: Source, actor: Source | undefined): string {
  const image = actor === undefined ? null : textOf(actor, "img");
  if (image !== null) return `<img src="/${escape(image.replace(/^\//, ""))}" alt="">`;
  return `<span class="mark" style="--own: ${escape(textOf(user, "color") ?? "#b08d3f")}">${escape((textOf(user, "name") ?? "?").slice(0, 1))}</span>`;
}

function partOf(role: number, actor: Source | undefined): string {
  if (role >= ROLES.gamemaster) return "Runs the game: plays the adversaries and sees everything";
  if (role === ROLES.assistant) return "Helps the Gamemaster";
  return actor === undefined ? "A player without a character" : `Plays ${textOf(actor, "name") ?? "a character"}`;
}

function entry(user: Source, { actors, activeUsers }: JoinPage, isFirst: boolean): string {
  const role = typeof user["role"] === "number" ? user["role"] : 0;
  const actor = actors.find((candidate) => idOf(candidate) === user["character"]);
  const here = activeUsers.includes(idOf(user));
  const badge = here ? '<em class="here">at the table</em>' : isFirst ? '<em class="start">start here</em>' : "";
  return `<li${isFirst && !here ? ' class="first"' : ""}><a href="/game?user=${encodeURIComponent(idOf(user))}" data-user="${escape(idOf(user))}">${portrait(user, actor)}<span><b>${escape(textOf(user, "name") ?? "")}</b> <small>${escape(partOf(role, actor))}</small></span>${badge}</a></li>`;
}

/** The page on which a visitor chooses who to be. */
export function joinPage(page: JoinPage): string {
  const { title, system, users } = page;
  const gamemaster = users.find(({ role }) => role === ROLES.gamemaster);
  const entries = users.filter(({ role }) => role !== ROLES.none).map((user) => entry(user, page, user === gamemaster));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escape(title)}</title>
<style>
  :root { color-scheme: dark light; --ground: #14161c; --ink: #e8e2d4; --card: #1d2029; --line: #6d5a34; --gold: #d9a441 }
  @media (prefers-color-scheme: light) { :root { --ground: #efece4; --ink: #23211c; --card: #fbf9f4; --line: #b59a62; --gold: #8a5f10 } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 1.05rem/1.5 system-ui, sans-serif }
  main { width: min(32rem, 92vw); padding: 1rem 0 } h1 { font-weight: 600; margin: 0; line-height: 1.2 } p { margin: .25rem 0 1rem } .quiet, small { opacity: .78 }
  ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem }
  a { color: inherit } li a { display: flex; align-items: center; gap: .9rem; padding: .6rem 1rem .6rem .7rem; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; background: var(--card) }
  li.first a { border-width: 2px; border-color: var(--gold) }
  li a:hover, li a:focus-visible { border-color: var(--gold); outline: 2px solid var(--gold); outline-offset: 2px }
  li span { flex: 1 } li small { display: block } img, .mark { flex: none; width: 3rem; height: 3rem; border-radius: 50%; object-fit: cover }
  .mark { display: grid; place-items: center; font-size: 1.3rem; color: #14161c; background: var(--own) }
  em { font-style: normal; font-size: .8rem; padding: .1rem .6rem; border-radius: 1rem; white-space: nowrap } .start { color: var(--ground); background: var(--gold) } .here { border: 1px solid var(--line) }
</style></head>
<body><main><h1>${escape(title)}</h1><p class="quiet">${escape(system)} · practice table</p>
<p><strong>Who are you?</strong> New here: be the Gamemaster. Then open this page in a second tab and join as a player; there is no password.</p>
<ul>${entries.join("")}</ul></main></body></html>
`;
}
