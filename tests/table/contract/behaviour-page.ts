import type { Page } from "playwright-core";
import type { Generation } from "../core/protocol";
import { openBench } from "../page/testing/page-bench";

/** A page in a browser, and a way to run a system's code on it. */
export interface PageStage {
  page: Page;
  /** Runs statements on the page and yields what they return, as plain data. */
  run(source: string): Promise<unknown>;
  /** The same before another person's page. */
  join(userName: string): Promise<Omit<PageStage, "join" | "dispose">>;
  dispose(): Promise<void>;
}

function runOn(page: Page): (source: string) => Promise<unknown> {
  return async (source) => page.evaluate(`(async () => { const answer = await (async () => { ${source} })(); return answer === undefined ? null : JSON.parse(JSON.stringify(answer)); })()`);
}

/**
 * Opens a table with a page for its Gamemaster.
 * @param module Statements of the system's module, before `init`.
 */
export async function openStage(generation: Generation, module = ""): Promise<PageStage> {
  const bench = await openBench({ generation, module });
  const page = await bench.join("Gamemaster");
  return {
    page, run: runOn(page),
    join: async (userName) => {
      const other = await bench.join(userName);
      return { page: other, run: runOn(other) };
    },
    dispose: () => bench.dispose(),
  };
}
