import { spawn, spawnSync } from "node:child_process";
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

/** Runs several at once; what each says is shown as a whole. @returns when all have succeeded */
async function together(...checks: readonly { readonly title: string; readonly command: string; readonly args: readonly string[] }[]): Promise<void> {
  const ended = await Promise.all(checks.map(async ({ title, command, args }) => {
    const said: Buffer[] = [];
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
    const status = await new Promise<number>((resolve, reject) => child.on("error", reject).on("close", (code) => resolve(code ?? 1)));
    console.log(`\n== ${title}\n${Buffer.concat(said).toString()}`);
    if (status !== 0) console.error(`\n${title}: failed.`);
    return status;
  }));
  const failure = ended.find((status) => status !== 0);
  if (failure !== undefined) process.exit(failure);
}

const browser = await findBrowser();
// Each of the two keeps one core busy.
await together({ title: "Lint", command: "npx", args: ["eslint", ".", "--max-warnings", "0"] }, { title: "Types", command: "npm", args: ["run", "--silent", "typecheck"] });
run("Packs", "npm", ["run", "--silent", "packs:check"]);
console.log("\n== Build");
await buildSystem();
run("Tests", "npx", ["vitest", "run"], { CHROMIUM_PATH: browser, ...(full ? { FULL: "1" } : {}) });
