import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { compilePack } from "@foundryvtt/foundryvtt-cli";
import { ClassicLevel } from "classic-level";
import { PACKS, PATHS, isRecord } from "./packs";
import { readPackSources, sourceFiles } from "./source";

/** How many entries of one pack went into its database: documents, folders, and documents embedded in them. */
export interface CompiledPack {
  readonly name: string;
  readonly entries: number;
}

/** A pack that could not be compiled whole. */
export class PackCompileError extends Error {
  override readonly name = "PackCompileError";
}

/**
 * Compiles the YAML sources into one LevelDB a pack with the official packer, each into an empty folder, and counts:
 * the packer drops a document without `_key` in silence, so what went in must come out.
 *
 * @param outDir The folder for the packs (`dist/packs`); each pack's folder in it is replaced.
 * @param sourceDir The folder of the sources.
 * @throws {PackCompileError} When a source cannot be read or an entry is missing from a database.
 */
export async function compilePacks(outDir: string, sourceDir: string = PATHS.source): Promise<CompiledPack[]> {
  const { unreadable } = readPackSources(sourceDir);
  const [first] = unreadable;
  if (first !== undefined) throw new PackCompileError(`${first.file}: ${first.reason}`);

  mkdirSync(outDir, { recursive: true });
  const compiled: CompiledPack[] = [];
  for (const { name } of PACKS) {
    const destination = path.join(outDir, name);
    rmSync(destination, { recursive: true, force: true });
    await compileOne(path.join(sourceDir, name), destination);
    const expected = expectedEntries(sourceDir, name);
    const entries = await countEntries(destination);
    if (entries !== expected) {
      throw new PackCompileError(`${name}: ${expected} entries in the sources, ${entries} in the compiled pack`);
    }
    compiled.push({ name, entries });
  }
  return compiled;
}

/** Git keeps no empty folders, so a pack without sources is compiled from an empty one made for the moment. */
async function compileOne(source: string, destination: string): Promise<void> {
  if (existsSync(source)) {
    await compilePack(source, destination, { yaml: true, recursive: true, log: false });
    return;
  }
  const empty = mkdtempSync(path.join(os.tmpdir(), "fatewalker-empty-pack-"));
  try {
    await compilePack(empty, destination, { yaml: true, recursive: true, log: false });
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

function expectedEntries(sourceDir: string, pack: string): number {
  const { documents } = readPackSources(sourceDir);
  const own = documents.filter((document) => document.pack === pack);
  const effects = own.reduce((sum, { data }) => sum + (Array.isArray(data.effects) ? data.effects.filter(isRecord).length : 0), 0);
  return own.length + effects;
}

async function countEntries(folder: string): Promise<number> {
  const database = new ClassicLevel<string, unknown>(folder, { valueEncoding: "json" });
  try {
    return (await database.keys().all()).length;
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const outDir = path.resolve(process.argv[2] ?? path.join(PATHS.dist, "packs"));
  const compiled = await compilePacks(outDir);
  for (const { name, entries } of compiled) console.log(`${name}: ${entries} entries`);
  console.log(`${sourceFiles(PATHS.source).length} source files compiled into ${outDir}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
