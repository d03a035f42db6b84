import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Environment variable with the folder of a run that breaks rules (see `BreakingRun`). */
export const BREAKING_VARIABLE = "RULES_BREAKING";

/** Files of the folder of such a run. */
export const BREAKING_FILES = { plan: "plan.json", notes: "notes.jsonl", sources: "sources" } as const;

/** Lets tests load the rewritten rules of the environment's folder, taken when the run began; else does nothing. */
export function mutantPlugin(): Plugin {
  const folder = process.env[BREAKING_VARIABLE];
  return {
    name: "rules-mutant",
    enforce: "pre",
    transform(_code, id) {
      const [file = id] = id.split("?");
      const rewritten = folder === undefined ? null : path.join(folder, BREAKING_FILES.sources, path.relative(process.cwd(), file));
      return rewritten !== null && existsSync(rewritten) ? { code: readFileSync(rewritten, "utf8"), map: null } : null;
    },
  };
}
