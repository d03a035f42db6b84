import { cp, mkdir, rename, rm, writeFile, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleAsync } from "lightningcss";
import { build } from "vite";
import { copyAssets } from "./assets";
import { compilePacks } from "./packs/compile";

export const ROOT = path.resolve(fileURLToPath(new URL("..", import.meta.url)));
export const DIST = path.join(ROOT, "dist");

/**
 * Builds the installable system: manifest, module, styles, templates, words, pictures, fonts and packs. It is built beside
 * `outDir` and takes its place when it is whole, so that whoever serves it never sees half a build.
 * @param outDir  replaced, so that nothing of an older build stays
 */
export async function buildSystem(outDir: string = DIST): Promise<void> {
  const staging = `${outDir}.${process.pid}`;
  try {
    await buildInto(staging);
    await rm(outDir, { recursive: true, force: true });
    await rename(staging, outDir);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function buildInto(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(path.join(outDir, "packs"), { recursive: true });
  await build({ root: ROOT, configFile: path.join(ROOT, "vite.config.ts"), logLevel: "warn", build: { outDir } });
  await Promise.all([
    writeManifest(outDir),
    bundleStyles(outDir),
    cp(path.join(ROOT, "templates"), path.join(outDir, "templates"), { recursive: true }),
    cp(path.join(ROOT, "lang"), path.join(outDir, "lang"), { recursive: true }),
    ...["LICENSE", "CREDITS.md", "README.md"].map((name) => cp(path.join(ROOT, name), path.join(outDir, name))),
    copyAssets(outDir),
  ]);
  await compilePacks(path.join(outDir, "packs"));
}

/** The version stands in package.json alone. */
async function writeManifest(outDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, "system.json"), "utf8")) as Record<string, unknown>;
  const { version } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8")) as { version: string };
  await writeFile(path.join(outDir, "system.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}

async function bundleStyles(outDir: string): Promise<void> {
  const { code } = await bundleAsync({ filename: path.join(ROOT, "styles", "fatewalker.css"), minify: false });
  await mkdir(path.join(outDir, "styles"), { recursive: true });
  await writeFile(path.join(outDir, "styles", "fatewalker.css"), code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSystem();
  console.log(`Built ${path.relative(process.cwd(), DIST) || "."}: link it into Foundry with "npm run link -- --data <folder>".`);
}
