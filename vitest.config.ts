import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BREAKING_VARIABLE, mutantPlugin } from "./tools/rules/mutant-plugin.ts";

/** Files of each kind of test. The browser suite is its own project, since it needs a build and a browser. */
const FILES = {
  rules: ["tests/rules/**/*.test.ts"],
  packs: ["tests/packs/**/*.test.ts"],
  data: ["tests/data/**/*.test.ts"],
  tools: ["tests/tools/**/*.test.ts"],
  table: ["tests/table/**/*.test.ts"],
  integration: ["tests/integration/**/*.test.ts"],
  e2e: ["tests/e2e/**/*.test.ts"],
};

/** Milliseconds that one test may take before it counts as hanging. */
const PATIENCE: Readonly<Record<string, number>> = { integration: 60_000, e2e: 120_000, table: 60_000 };

/** Milliseconds that `expect.poll` waits for what it expects, where nothing else is said: a laden machine is slow, not wrong. */
const POLL_PATIENCE = 15_000;

const projects = Object.entries(FILES).map(
  ([name, include]): TestProjectInlineConfiguration => ({
    plugins: [mutantPlugin()],
    test: {
      name,
      include,
      ...(name === "e2e" ? {} : { setupFiles: ["tests/seed.ts"] }),
      ...(name === "e2e" || name === "table" ? { globalSetup: ["tests/table/page/built-page.ts"] } : {}),
      // The rules are pure: their files need no walls between them, but where one of them is broken on purpose.
      ...(name === "rules" ? (process.env[BREAKING_VARIABLE] === undefined ? { isolate: false } : { runner: "tools/rules/breaking-runner.ts" }) : {}),
      testTimeout: PATIENCE[name] ?? 15_000,
      expect: { poll: { timeout: POLL_PATIENCE } },
      hookTimeout: 120_000,
      // Most of them wait for each other's messages: two files share two cores well. A browser test has them for itself.
      maxWorkers: name === "e2e" ? 1 : 2,
      sequence: { groupOrder: name === "e2e" ? 1 : 0 },
      benchmark: { include: [] },
    },
  }),
);

export default defineConfig({
  test: {
    projects: [...projects, { test: { name: "bench", include: [], benchmark: { include: ["tests/bench/**/*.bench.ts"] } } }],
    coverage: { include: ["src/rules/**"], thresholds: { lines: 95, branches: 90 } },
  },
});
