import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, expect } from "vitest";
import { rulesIn } from "./checklist";
import { SITES_VARIABLE } from "./mutant-plugin";

/* Set-up of a watching run: writes down which places of the rules each rule's tests run, a line of JSON a test. */
const target = process.env[SITES_VARIABLE];
if (target !== undefined) {
  let current = new Set<string>();
  const atLoad = new Set<string>();
  let inTest = false;
  Reflect.set(globalThis, "rulesSite", (file: string, index: number) => (inTest ? current : atLoad).add(`${file}#${index}`));
  beforeEach(() => {
    current = new Set();
    inTest = true;
  });
  afterEach(() => {
    inTest = false;
    const rules = rulesIn(expect.getState().currentTestName ?? "");
    if (rules.length > 0) appendFileSync(target, `${JSON.stringify({ rules, run: [...current], loaded: [...atLoad] })}\n`);
  });
}
