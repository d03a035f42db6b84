import { existsSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { PATHS } from "./packs/packs";

/** Something that keeps the built system from being linked, in words for the one who typed the command. */
export class LinkError extends Error {
  override readonly name = "LinkError";
}

/** What was done: the link, what it points to, and whether it was there already. */
export interface LinkResult {
  readonly link: string;
  readonly target: string;
  readonly existed: boolean;
}

/**
 * Links the built system into Foundry's user data, so that Foundry loads what was built last.
 * @param data Foundry's user data folder, or the `Data` folder in it.
 * @param dist The built system.
 * @throws {LinkError} When a folder is missing, or something that is no link of ours stands where the link goes.
 */
export function linkSystem(data: string | undefined, dist: string = PATHS.dist): LinkResult {
  if (data === undefined || data.trim() === "") {
    throw new LinkError('Say where Foundry keeps its data: "npm run link -- --data <folder>", or set FOUNDRY_DATA');
  }
  if (!existsSync(path.join(dist, "system.json"))) {
    throw new LinkError(`Nothing is built in ${dist} yet: run "npm run build" first`);
  }
  const target = path.resolve(dist);
  const link = path.join(dataFolder(path.resolve(data)), "systems", "fatewalker");
  mkdirSync(path.dirname(link), { recursive: true });
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() === true) {
    if (path.resolve(path.dirname(link), readlinkSync(link)) === target) return { link, target, existed: true };
    unlinkSync(link);
  } else if (there !== undefined) {
    throw new LinkError(`${link} is there already and is no link: an installed system, perhaps. Move it away and try again`);
  }
  // A junction needs no special rights on Windows; other systems ignore the kind.
  symlinkSync(target, link, "junction");
  return { link, target, existed: false };
}

/** The folder that holds `systems`: the one given when it is called Data or has systems, else the Data folder in it. */
function dataFolder(given: string): string {
  const folder = statSync(given, { throwIfNoEntry: false });
  if (folder === undefined) throw new LinkError(`${given} does not exist`);
  if (!folder.isDirectory()) throw new LinkError(`${given} is no folder`);
  if (path.basename(given) === "Data" || existsSync(path.join(given, "systems"))) return given;
  const inside = path.join(given, "Data");
  if (existsSync(inside)) return inside;
  throw new LinkError(`${given} does not look like Foundry's data: there is no folder Data in it`);
}

function main(): void {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  try {
    const { link, target, existed } = linkSystem(values.data ?? process.env.FOUNDRY_DATA);
    console.log(existed ? `${link} points to ${target} already` : `${link} now points to ${target}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
