import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const TYPES: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8", ".hbs": "text/plain; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8", ".map": "application/json; charset=utf-8", ".md": "text/plain; charset=utf-8", ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif", ".ico": "image/x-icon",
  ".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".ogg": "audio/ogg", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".webm": "video/webm",
};

/** The file below a root that a path of an address names; null when it leads out of the root. */
export function pathBelow(root: string, address: string): string | null {
  const path = normalize(join(root, address));
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) ? path : null;
}

/** Sends a file; false when there is none. */
export async function sendFile(response: ServerResponse, path: string | null): Promise<boolean> {
  if (path === null) return false;
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return false;
  response.writeHead(200, { "content-type": TYPES[extname(path).toLowerCase()] ?? "application/octet-stream", "content-length": found.size, "cache-control": "no-store" });
  createReadStream(path).on("error", () => response.destroy()).pipe(response);
  return true;
}

export function sendText(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" });
  response.end(body);
}
