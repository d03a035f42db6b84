import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openBench, type PageBench } from "../page/testing/page-bench";
import { expected, readNames, showing } from "./names";

const names = await readNames();

describe.each([13, 14] as const)("on the page, generation %i", (generation) => {
  let bench: PageBench;
  let page: Page;

  beforeAll(async () => {
    bench = await openBench({ generation });
    page = await bench.join("Gamemaster");
  });
  afterAll(() => bench.dispose());

  const here = names.filter(({ only }) => only === null || only === generation);
  it.each(here.filter(({ status }) => status === "works"))("$name works ($page)", async (listed) => {
    expect(await page.evaluate(showing(listed))).toEqual(expected(listed));
  });

  it.each(here.filter(({ status }) => status === "refused"))("$name is refused by name ($page)", async (listed) => {
    const shown: { error?: string } = await page.evaluate(showing(listed));
    expect(shown.error).toContain(`"${listed.names}" is documented by Foundry`);
  });
});
