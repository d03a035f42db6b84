import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The builder is a big thing to load, for most files of a run for nothing. */
const build = async (folder: string): Promise<void> => (await import("./build")).buildPage(folder);

/** Names the folder of the page that a whole run of tests shares. */
const SHARED = "FATEWALKER_PAGE";

/**
 * The built page for a table: the one that this run of tests has built already, otherwise one of its own.
 * @param own  where it is built in that case
 * @returns the folder to serve
 */
export async function builtPage(own: string): Promise<string> {
  const shared = process.env[SHARED];
  if (shared !== undefined) return shared;
  await build(own);
  return own;
}

/** Before the tests of a run: builds the page once for all files. @returns what takes it away after the last */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SHARED] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "practice-page-"));
  await build(join(folder, "page"));
  process.env[SHARED] = join(folder, "page");
  return () => rm(folder, { recursive: true, force: true });
}
