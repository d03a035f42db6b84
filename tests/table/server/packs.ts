import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackPayload, PrimaryName, Source } from "../core/protocol";
import type { Manifest, PackDeclaration } from "./manifest";
import type { MemoryRecords } from "./memory";

/** Directory of a pack's own copy, below the world. */
export function packDirectory(name: string): string {
  return `packs/${name}`;
}

/** Packs that are declared and built. */
export function builtPacks(manifest: Manifest, distDir: string): PackDeclaration[] {
  return manifest.packs.filter((pack) => existsSync(join(distDir, pack.path, "CURRENT")));
}

/**
 * Gives the world a copy of each built pack, since LevelDB lets only one process open a directory. A copy is replaced
 * when the built pack has changed, as an updated system replaces its packs.
 */
export async function copyPacks(packs: readonly PackDeclaration[], distDir: string, worldDir: string): Promise<void> {
  for (const pack of packs) {
    const built = join(distDir, pack.path);
    const copy = join(worldDir, packDirectory(pack.name));
    const mark = `${copy}.sha256`;
    const print = await fingerprint(built);
    if (existsSync(copy) && existsSync(mark) && (await readFile(mark, "utf8")) === print) continue;
    await rm(copy, { recursive: true, force: true });
    await mkdir(copy, { recursive: true });
    for (const file of await dataFiles(built)) await cp(join(built, file), join(copy, file));
    await writeFile(mark, print);
  }
}

async function dataFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory);
  return files.filter((file) => file === "CURRENT" || /^(MANIFEST-|\d+\.(ldb|log|sst)$)/.test(file)).sort();
}

async function fingerprint(directory: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await dataFiles(directory)) hash.update(file).update(await readFile(join(directory, file)));
  return hash.digest("hex");
}

/** What a client is told of a pack when it joins. */
export function packPayload(records: MemoryRecords, packageName: string, pack: PackDeclaration, locked: boolean): PackPayload {
  const collection = `${packageName}.${pack.name}`;
  return {
    collection, name: pack.name, label: pack.label, type: pack.type as PrimaryName, system: pack.system, packageName, locked, ownership: pack.ownership,
    index: records.all(pack.type, collection), folders: records.all("Folder", collection),
  };
}

/** Documents of a pack by id, or all of it. */
export function packDocuments(records: MemoryRecords, pack: PackDeclaration, collection: string, ids: readonly string[] | null): Source[] {
  const documents = records.all(pack.type, collection);
  return ids === null ? documents : ids.flatMap((id) => documents.filter((source) => source["_id"] === id));
}
