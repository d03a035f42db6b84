import path from "node:path";
import type { Plugin } from "vite";
import { breakSource, watchSource } from "./mutants.ts";

/** Environment variable with the mutant of a run, as JSON `{ file, start, end, replacement }`. */
export const MUTANT_VARIABLE = "RULES_MUTANT";
/** Environment variable with the file that is told which places of the rules each test runs. */
export const SITES_VARIABLE = "RULES_SITES";

const RULES_FOLDER = `${path.sep}src${path.sep}rules${path.sep}`;

/** Puts the mutant of the environment into its file while tests load it, or watches all places of the rules; else does nothing. */
export function mutantPlugin(): Plugin {
  const text = process.env[MUTANT_VARIABLE];
  const mutant = text === undefined ? null : (JSON.parse(text) as { file: string; start: number; end: number; replacement: string });
  const watching = process.env[SITES_VARIABLE] !== undefined;
  return {
    name: "rules-mutant",
    enforce: "pre",
    transform(code, id) {
      const [file = id] = id.split("?");
      if (mutant !== null && file === mutant.file) return { code: breakSource(code, mutant), map: null };
      return watching && file.includes(RULES_FOLDER) ? { code: watchSource(file, code), map: null } : null;
    },
  };
}
