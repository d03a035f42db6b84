import { spawnSync } from "node:child_process";
import { buildSystem } from "./build";
import { findBrowser } from "./browser";

/**
 * The whole of the checks behind `npm test`, in the order in which they fail cheapest: lint, types, packs, then every
 * test, the browser included. A missing browser is a failure, never a skip. `--full` adds what takes longer.
 */
const full = process.argv.includes("--full");

function run(title: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) {
    console.error(`\n${title}: failed.`);
    process.exit(status ?? 1);
  }
}

const browser = await findBrowser();
run("Lint", "npx", ["eslint", ".", "--max-warnings", "0"]);
run("Types", "npm", ["run", "--silent", "typecheck"]);
run("Packs", "npm", ["run", "--silent", "packs:check"]);
console.log("\n== Build");
await buildSystem();
run("Tests", "npx", ["vitest", "run"], { CHROMIUM_PATH: browser, ...(full ? { FULL: "1" } : {}) });
