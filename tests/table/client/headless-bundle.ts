import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TABLE = fileURLToPath(new URL("..", import.meta.url));
const ENTRY = fileURLToPath(new URL("./headless-worker.ts", import.meta.url));
/** Beside the installed packages, so that what is not bundled is found from there. */
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/practice-table", import.meta.url));

/** Names, times and sizes of every source of the table: a bundle is good as long as none of them changes. */
async function fingerprint(): Promise<string> {
  const names = (await readdir(TABLE, { recursive: true })).filter((name) => name.endsWith(".ts")).sort();
  const hash = createHash("sha256");
  for (const name of names) {
    const { mtimeMs, size } = await stat(join(TABLE, name));
    hash.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

async function bundle(): Promise<URL> {
  const folder = join(CACHE, await fingerprint());
  const file = join(folder, "worker.mjs");
  if (existsSync(file)) return pathToFileURL(file);
  const staging = `${folder}.${process.pid}`;
  await mkdir(CACHE, { recursive: true });
  // The builder is a big thing to load, and there is mostly nothing to build.
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: TABLE,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: { ssr: ENTRY, outDir: staging, emptyOutDir: true, target: "node20", minify: false, rolldownOptions: { output: { format: "es", entryFileNames: "worker.mjs", codeSplitting: false, keepNames: true } } },
  });
  // Whoever comes first wins; another process may have made the same bundle meanwhile.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  return pathToFileURL(file);
}

let made: Promise<URL> | null = null;

/**
 * The client of a headless table in one file: a worker thread that had to read and strip a hundred TypeScript files would
 * take several times as long to start. Bundled once for each state of the sources, and kept.
 */
export const workerFile = (): Promise<URL> => (made ??= bundle());
