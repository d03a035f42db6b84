import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Rules of the checklist, R001 to R299: a test that proves one carries its number in its name. */
export const RULES: readonly string[] = Array.from({ length: 299 }, (_, index) => `R${String(index + 1).padStart(3, "0")}`);

/** The project whose tests prove rules. */
const PROJECT = "rules";

interface Assertion {
  readonly fullName: string;
  readonly status: string;
}
interface Report {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly Assertion[] }[];
}

export interface RuleTests {
  /** Files with a passing test of the rule, by rule. */
  readonly passing: ReadonlyMap<string, ReadonlySet<string>>;
  readonly failing: ReadonlySet<string>;
}

/** Numbers of rules in a test's name. */
export const rulesIn = (name: string): string[] => [...new Set([...name.matchAll(/\bR(\d{3})\b/g)].map(([number]) => number))];

/** Runs all tests that are named after rules. */
export async function runRuleTests(): Promise<RuleTests> {
  const folder = await mkdtemp(path.join(tmpdir(), "rule-tests-"));
  const outputFile = path.join(folder, "report.json");
  try {
    await spawnRuleTests(["--reporter=json", `--outputFile=${outputFile}`], {}).ended;
    return tally(JSON.parse(await readFile(outputFile, "utf8")) as Report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts the tests that are named after rules.
 * @param args  further ones of vitest's
 * @param env   variables beside those of this process
 */
export function spawnRuleTests(args: readonly string[], env: Readonly<Record<string, string>>): { readonly ended: Promise<number | null>; stop(): void } {
  // A group of its own: a worker that hangs is stopped with its parent.
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", PROJECT, "-t", String.raw`\bR\d{3}\b`, ...args], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, ...env },
  });
  return {
    ended: new Promise((resolve) => child.on("close", (code) => resolve(code))),
    stop: () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
  };
}

/** Which rules have a passing test, and which a failing one. */
export function tally(report: Report): RuleTests {
  const passing = new Map<string, Set<string>>();
  const failing = new Set<string>();
  for (const { name: file, assertionResults } of report.testResults) {
    for (const { fullName, status } of assertionResults) {
      for (const rule of rulesIn(fullName)) {
        if (status === "passed") passing.set(rule, (passing.get(rule) ?? new Set<string>()).add(file));
        if (status === "failed") failing.add(rule);
      }
    }
  }
  return { passing, failing };
}
