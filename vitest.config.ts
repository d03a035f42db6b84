import { defineConfig } from "vitest/config";
import { mutantPlugin } from "./tools/rules/mutant-plugin.ts";

/** One project a kind of test; the browser suite is its own project, since it needs a build and a browser. */
export default defineConfig({
  test: {
    projects: ["rules", "table", "packs", "data", "tools", "integration", "e2e"].map((name) => ({
      plugins: [mutantPlugin()],
      test: {
        name,
        setupFiles: ["rules", "packs"].includes(name) ? ["tools/rules/watch-sites.ts"] : [],
        include: name === "table" ? ["tests/table/**/*.test.ts"] : [`tests/${name}/**/*.test.ts`],
        testTimeout: name === "e2e" ? 120_000 : name === "integration" ? 60_000 : 15_000,
        hookTimeout: 120_000,
        fileParallelism: name !== "e2e",
      },
    })),
    coverage: { include: ["src/rules/**"], thresholds: { lines: 95, branches: 90 } },
    benchmark: { include: ["tests/bench/**/*.bench.ts"] },
  },
});
