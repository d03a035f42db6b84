import type { Source } from "../core/protocol";
import { idOf, textOf } from "./json";

const ROLE_LABELS = ["No access", "Player", "Trusted player", "Assistant", "Gamemaster"];

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The page on which a visitor chooses who to be. */
export function joinPage(title: string, users: readonly Source[], activeUsers: readonly string[]): string {
  const entries = users.map((user) => {
    const role = typeof user["role"] === "number" ? user["role"] : 0;
    const here = activeUsers.includes(idOf(user)) ? " · at the table" : "";
    return `<li><a href="/game?user=${encodeURIComponent(idOf(user))}" data-user="${escape(idOf(user))}"><b>${escape(textOf(user, "name") ?? "")}</b> <small>${ROLE_LABELS[role] ?? ""}${here}</small></a></li>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escape(title)}</title>
<style>
  :root { color-scheme: dark light }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #14161c; color: #e8e2d4; font: 1.05rem/1.5 system-ui, sans-serif }
  main { width: min(26rem, 90vw) } h1 { font-weight: 600; margin: 0 0 .25rem } p { margin: 0 0 1rem; opacity: .75 }
  ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem }
  a { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 1rem; border: 1px solid #6d5a34; border-radius: 6px; color: inherit; text-decoration: none; background: #1d2029 }
  a:hover, a:focus-visible { border-color: #d9a441; outline: 2px solid #d9a441; outline-offset: 2px } small { opacity: .75 }
</style></head>
<body><main><h1>${escape(title)}</h1><p>Practice table: choose who you are.</p><ul>${entries.join("")}</ul></main></body></html>
`;
}
