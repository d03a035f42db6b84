import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Rules of the checklist, R001 to R299: a test that proves one carries its number in its name. */
export const RULES: readonly string[] = Array.from({ length: 299 }, (_, index) => `R${String(index + 1).padStart(3, "0")}`);

/** Projects whose tests prove rules. */
const PROJECTS = ["rules", "packs"];

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

/**
 * Runs the tests that prove rules.
 * @param filter  only tests whose name matches, as `vitest -t` does
 * @param env     for the run, such as the place of a mutation
 */
export function runRuleTests({ filter, files = [], env = {} }: { filter?: string; files?: readonly string[]; env?: Readonly<Record<string, string>> } = {}): RuleTests {
  const folder = mkdtempSync(path.join(tmpdir(), "rule-tests-"));
  const outputFile = path.join(folder, "report.json");
  try {
    spawnSync(
      "npx",
      ["vitest", "run", ...PROJECTS.flatMap((project) => ["--project", project]), ...files, ...(filter === undefined ? [] : ["-t", filter]), "--reporter=json", `--outputFile=${outputFile}`],
      { stdio: "ignore", env: { ...process.env, ...env } },
    );
    return tally(JSON.parse(readFileSync(outputFile, "utf8")) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
