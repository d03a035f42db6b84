import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathBelow, sendFile, sendText } from "./files";
import type { Hub } from "./hub";
import { joinPage } from "./join-page";
import { idOf, textOf } from "./json";
import type { TableFaults } from "./start";
import type { World } from "./world";

export interface Site {
  world: World;
  hub: Hub;
  title: string;
  /** The built system. */
  distDir: string;
  /** The built page; null when the table serves only clients without a browser. */
  pageDir: string | null;
  /** Files of the world (`worlds/<id>/...`). */
  assetsDir: string;
  worldId: string;
  faults: () => TableFaults;
}

/** A picture for every icon of the host's own collection, which the table does not have. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="46" fill="#2a2d36" stroke="#b08d3f" stroke-width="4"/><circle cx="50" cy="40" r="15" fill="#b08d3f"/><path d="M22 82a28 24 0 0 1 56 0z" fill="#b08d3f"/></svg>`;

/** Answers the plain requests: the join page, the game page, files of the system and of the world. */
export function requestListener(site: Site): RequestListener {
  return (request, response) => {
    respond(site, request, response).catch(() => {
      if (!response.headersSent) sendText(response, 500, "text/plain", "The table failed to answer.");
      else response.destroy();
    });
  };
}

async function respond(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? "/", "http://table");
  const path = decode(address.pathname);
  if (path === "/api/faults" && request.method === "POST") return orderFault(site, request, response);
  if (path === null || (request.method !== "GET" && request.method !== "HEAD")) return sendText(response, 400, "text/plain", "The table only answers GET.");
  if (path === "/") {
    response.writeHead(302, { location: "/join" });
    response.end();
    return;
  }
  if (path === "/join") return sendText(response, 200, "text/html", joinPage({ title: site.title, system: textOf(site.world.manifest.source, "title") ?? site.world.manifest.id, users: site.world.users(), activeUsers: site.hub.activeUsers(), actors: site.world.actors() }));
  if (path === "/api/faults") return sendText(response, 200, "application/json", JSON.stringify(site.faults().state()));
  if (path === "/api/status") return sendText(response, 200, "application/json", JSON.stringify(status(site)));
  if (path === "/game") {
    if (site.pageDir !== null && (await sendFile(response, join(site.pageDir, "index.html")))) return;
    return sendText(response, 404, "text/plain", "This table has no page.");
  }
  if (await sendFile(response, fileOf(site, path))) return;
  if (path.startsWith("/icons/") && path.endsWith(".svg")) return sendText(response, 200, "image/svg+xml", PLACEHOLDER);
  sendText(response, 404, "text/plain", `There is no ${path}.`);
}

/** Orders a fault: `{action, user, milliseconds}`. Nothing but the table's own page may. */
async function orderFault(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host !== request.headers.host) return sendText(response, 403, "text/plain", "Faults are ordered at the table only.");
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const order = JSON.parse(Buffer.concat(parts).toString("utf8")) as { action?: string; user?: string; milliseconds?: number; name?: string };
  const { action, user = "", milliseconds = 0, name = "Second Gamemaster" } = order;
  const faults = site.faults();
  if (action === "drop") faults.drop(user);
  else if (action === "restore") faults.restore(user);
  else if (action === "delay") faults.delay(user, milliseconds);
  else if (action === "removeGamemasters") faults.removeGamemasters();
  else if (action === "addGamemaster") await faults.addGamemaster(name);
  else if (action === "restart") setTimeout(() => void faults.restart(milliseconds), 20);
  else return sendText(response, 400, "text/plain", `There is no fault "${String(action)}".`);
  sendText(response, 200, "application/json", JSON.stringify(faults.state()));
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function fileOf(site: Site, path: string): string | null {
  const system = `/systems/${site.world.manifest.id}/`;
  const world = `/worlds/${site.worldId}/`;
  if (path.startsWith(system)) return pathBelow(site.distDir, path.slice(system.length));
  if (path.startsWith(world)) return pathBelow(site.assetsDir, path.slice(world.length));
  return site.pageDir === null ? null : pathBelow(site.pageDir, path.slice(1));
}

function status(site: Site): { active: boolean; world: string; system: string; systemVersion: string; users: { id: string; name: string; role: number; active: boolean }[] } {
  const active = site.hub.activeUsers();
  return {
    active: true,
    world: site.worldId,
    system: site.world.manifest.id,
    systemVersion: site.world.manifest.version,
    users: site.world.users().map((user) => ({
      id: idOf(user), name: textOf(user, "name") ?? "", role: typeof user["role"] === "number" ? user["role"] : 0, active: active.includes(idOf(user)),
    })),
  };
}
