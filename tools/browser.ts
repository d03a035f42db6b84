import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** Names under which systems install a Chromium, most wanted first. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(): string | null {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  for (const name of NAMES) {
    for (const folder of folders) {
      const file = path.join(folder, process.platform === "win32" ? `${name}.exe` : name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** The browser that Playwright keeps for itself; null when it was never fetched. */
function ofPlaywright(): string | null {
  const file = chromium.executablePath();
  return file !== "" && existsSync(file) ? file : null;
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    return true;
  } catch {
    return false;
  }
}

function installWithApt(): string | null {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return null;
  console.error("No browser found: installing Chromium with apt-get.");
  return succeeds("apt-get", ["update", "-qq"]) && succeeds("apt-get", ["install", "-y", "-qq", "chromium"]) ? onPath() : null;
}

function installWithPlaywright(): string | null {
  console.error("No browser found: fetching Playwright's Chromium.");
  const installer = path.join(path.dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  return succeeds(process.execPath, [installer, "install", "chromium"]) ? ofPlaywright() : null;
}

/**
 * Finds a Chromium to test with: `CHROMIUM_PATH`, one on the PATH, Playwright's own, else one installed with apt-get (as
 * root on Debian) or by Playwright.
 * @returns Path of the executable. Start it without its sandbox when root (`chromiumSandbox: false`).
 * @throws Error in one clear line when there is none to be had.
 */
export function findBrowser(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    return isExecutable(given) ? Promise.resolve(given) : Promise.reject(new Error(`CHROMIUM_PATH names "${given}", which is no program that can be run.`));
  }
  const found = onPath() ?? ofPlaywright() ?? installWithApt() ?? installWithPlaywright();
  return found === null
    ? Promise.reject(new Error("No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to it."))
    : Promise.resolve(found);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findBrowser());
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
