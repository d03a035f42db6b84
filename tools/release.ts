import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { zipSync, type Zippable } from "fflate";
import { REPOSITORY, PATHS, isRecord, textAt, type JsonRecord } from "./packs/packs";

/** Something that keeps a release from being made. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

/** Where a release is read from and written to. */
export interface ReleaseOptions {
  readonly distDir?: string;
  readonly outDir?: string;
  readonly packageFile?: string;
  /** The tag the release is made for (`v0.1.0`); left out, it is not compared. */
  readonly tag?: string | undefined;
}

/** The two files of a release, to be attached to it under these names. */
export interface Release {
  readonly version: string;
  readonly archive: string;
  readonly manifest: string;
}

/** Files of a LevelDB folder that say something about this machine and nothing about the content. */
const NOT_SHIPPED = /(^|\/)(LOCK|LOG|LOG\.old)$/;

/** One date for all entries: the same build gives the same archive. */
const ENTRY_DATE = new Date(2020, 0, 1);

/**
 * Makes the archive and the manifest that Foundry installs from: `fatewalker-v<version>.zip` and `system.json`, both
 * with the addresses of exactly this version.
 * @throws {ReleaseError} When the tag is not the version, no repository is named, or the build lacks a file that its
 *   manifest names.
 */
export function makeRelease(options: ReleaseOptions = {}): Release {
  const distDir = options.distDir ?? PATHS.dist;
  const outDir = options.outDir ?? path.join(REPOSITORY, "release");
  const description = readJson(options.packageFile ?? path.join(REPOSITORY, "package.json"));
  const version = textAt(description, "version");
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) throw new ReleaseError(`package.json has no version such as 1.2.3, but "${version}"`);
  if (options.tag !== undefined && options.tag !== `v${version}`) {
    throw new ReleaseError(`The tag is ${options.tag}, but package.json has the version ${version}: expected v${version}`);
  }
  const address = `${repositoryAddress(description)}/releases/download/v${version}`;
  const archiveName = `fatewalker-v${version}.zip`;

  const built = builtManifest(distDir);
  const missing = namedFiles(built).filter((file) => !existsSync(path.join(distDir, file)));
  if (missing.length > 0) throw new ReleaseError(`The build lacks what its manifest names: ${missing.join(", ")}`);

  const manifest = { ...built, version, manifest: `${address}/system.json`, download: `${address}/${archiveName}` };
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  const release: Release = { version, archive: path.join(outDir, archiveName), manifest: path.join(outDir, "system.json") };
  mkdirSync(outDir, { recursive: true });
  writeFileSync(release.archive, archiveOf(distDir, manifestText));
  writeFileSync(release.manifest, manifestText);
  return release;
}

function readJson(file: string): JsonRecord {
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRecord(content)) throw new ReleaseError(`${file} holds no object`);
  return content;
}

function builtManifest(distDir: string): JsonRecord {
  const file = path.join(distDir, "system.json");
  if (!existsSync(file)) throw new ReleaseError(`Nothing is built in ${distDir} yet: run "npm run build" first`);
  return readJson(file);
}

/** The repository's web address, from either form that package.json allows (`git+https://…/x.git`, `github:a/b`). */
function repositoryAddress(description: JsonRecord): string {
  const printed = textAt(description, "repository") || textAt(description, "repository.url");
  const address = printed
    .replace(/^git\+/, "")
    .replace(/\.git$/, "")
    .replace(/^github:/, "https://github.com/")
    .replace(/\/$/, "");
  if (!/^https:\/\/[^/]+\/.+/.test(address)) {
    throw new ReleaseError('package.json names no repository: add "repository": "https://…" so that the manifest can say where it is found');
  }
  return address;
}

/** Every file and pack that a manifest names, relative to it. */
function namedFiles(manifest: JsonRecord): string[] {
  const list = (name: string): unknown[] => {
    const value = manifest[name];
    return Array.isArray(value) ? value : [];
  };
  const plain = (entry: unknown): string => (typeof entry === "string" ? entry : textAt(entry, "src") || textAt(entry, "path"));
  const named = ["esmodules", "scripts", "styles", "languages", "packs"].flatMap((name) => list(name).map(plain));
  const documents = ["license", "readme", "changelog"].map((name) => textAt(manifest, name)).filter((file) => !file.includes("://"));
  return [...named, ...documents].filter((file) => file !== "");
}

function archiveOf(distDir: string, manifestText: string): Uint8Array {
  const files = readdirSync(distDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(distDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((name) => !NOT_SHIPPED.test(name))
    .sort();
  const content: Zippable = {};
  for (const name of files) {
    const bytes = name === "system.json" ? new TextEncoder().encode(manifestText) : new Uint8Array(readFileSync(path.join(distDir, name)));
    content[name] = [bytes, { mtime: ENTRY_DATE }];
  }
  return zipSync(content, { level: 9 });
}

function main(): void {
  const { values } = parseArgs({ options: { tag: { type: "string" } } });
  // On GitHub's runners the tag that started the run stands in the environment.
  const tag = values.tag ?? (process.env.GITHUB_REF_TYPE === "tag" ? process.env.GITHUB_REF_NAME : undefined);
  try {
    const { version, archive, manifest } = makeRelease({ tag });
    console.log(`Release ${version}: attach ${archive} and ${manifest}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
