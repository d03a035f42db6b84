import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { findBrowser } from "../../../../tools/browser";
import { startFixture, type FixtureTable } from "../../server/testing/fixture";
import type { StartOptions } from "../../server/start";
import { buildPage } from "../build";

const SYSTEM = fileURLToPath(new URL("windows-system.js", import.meta.url));

const TEMPLATES = {
  "heading.hbs": `<header class="heading">Count {{count}}</header>`,
  "body.hbs":
    `<section class="body"><nav class="tabs"><button type="button" data-action="tab" data-group="primary" data-tab="one">One</button><button type="button" data-action="tab" data-group="primary" data-tab="two">Two</button></nav>` +
    `<div class="tab" data-group="primary" data-tab="one"><input type="number" name="a.b" value="{{count}}" aria-label="Number"><input type="checkbox" name="on" checked><input type="text" name="gone" value="x" disabled><string-tags name="tags" value="x,y"></string-tags></div>` +
    `<div class="tab" data-group="primary" data-tab="two"><button type="button" data-action="poke" data-tooltip="A tip">Poke</button></div><div class="scroll" style="height: 60px; overflow: auto"><div style="height: 500px"></div></div></section>`,
  "bag.hbs": `<section><input name="name" value="{{name}}" aria-label="Name"><ol class="bag-list">{{#each items}}<li class="draggable" data-item-id="{{id}}">{{name}}</li>{{/each}}</ol></section>`,
};

/** Milliseconds that a page may take for what it is asked for: several browsers and builds share a machine. */
const PATIENCE = 60_000;

export interface PageBench {
  fixture: FixtureTable;
  /** Joins as a user and waits until the table is ready. */
  join(userName: string): Promise<Page>;
  dispose(): Promise<void>;
}

/**
 * A server over the fixture, the page built for it, and a browser.
 * @param module What the system's own module does besides.
 */
export async function openBench({ module = "", ...options }: Partial<StartOptions> & { module?: string } = {}): Promise<PageBench> {
  const root = await mkdtemp(join(tmpdir(), "practice-page-"));
  const pageDir = join(root, "page");
  await buildPage(pageDir);
  const fixture = await startFixture({ pageDir, ...options });
  await cp(SYSTEM, join(fixture.distDir, "fatewalker.js"));
  await appendFile(join(fixture.distDir, "fatewalker.js"), `\n${module}\n`);
  await mkdir(join(fixture.distDir, "templates"), { recursive: true });
  for (const [name, text] of Object.entries(TEMPLATES)) await writeFile(join(fixture.distDir, "templates", name), text);
  const browser: Browser = await chromium.launch({ executablePath: await findBrowser(), chromiumSandbox: process.getuid?.() !== 0 });
  return {
    fixture,
    join: async (userName) => {
      const user = fixture.table.users.find(({ name }) => name === userName);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
      await page.goto(`${fixture.table.url}/game?user=${user?.id ?? ""}`);
      await page.locator("html[data-table]").waitFor();
      if ((await page.locator("html[data-table=ready]").count()) === 0) throw new Error(`The page did not open:\n${await page.locator(".table-failed").innerText()}\n${problems.join("\n")}`);
      return page;
    },
    dispose: async () => {
      await browser.close();
      await fixture.dispose();
      await rm(root, { recursive: true, force: true });
    },
  };
}
