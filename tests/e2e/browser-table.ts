import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterEach } from "vitest";
import { findBrowser } from "../../tools/browser";
import { builtPage } from "../table/page/built-page";
import type { Generation } from "../table/core/protocol";
import { startTable, type TableFaults } from "../table/server/start";
import { watchProblems } from "../table/testing/problems";

/** The built system: `npm test` builds it first; `FATEWALKER_DIST` names another build. */
const DIST = process.env["FATEWALKER_DIST"] ?? path.resolve(fileURLToPath(new URL("../../dist", import.meta.url)));

/** Ids of the starting world's users. */
export const USERS = { gamemaster: "GamemasterUser00", assistant: "AssistantUser000", anna: "PlayerOneUser000", ben: "PlayerTwoUser000" } as const;
export type UserName = keyof typeof USERS;

/** How many times slower than this machine the pages run (tests/README.md). */
const SLOWNESS = Number(process.env["SLOW_PAGES"] ?? 1);

/** One person at the table: a page in a browser context of its own, and what went wrong on it. */
export interface Seat {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, of hooks, uncaught errors and rejections; a test that leaves one here fails. */
  readonly problems: string[];
}

export interface SitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What this person's browser prefers. */
  readonly theme?: "light" | "dark";
  /** The list that what goes wrong is put on, for somebody who was at the table before. */
  readonly problems?: string[];
}

export interface BrowserTable {
  readonly url: string;
  /** What can be made to go wrong, by the ids of the users. */
  readonly faults: TableFaults;
  /** For a test in which something must go wrong: takes those problems away, and fails when there are none. */
  expectProblem(pattern: RegExp): Promise<void>;
  /** Takes away what may have gone wrong besides. */
  forgive(pattern: RegExp): void;
  /** @param who  somebody of the starting world, or the id of a user who was made since */
  sit(who: UserName | { readonly id: string }, options?: SitOptions): Promise<Seat>;
  close(): Promise<void>;
}

/** Opens a table with a fresh world for people in real browsers. */
export async function openBrowserTable({ generation = 14 }: { readonly generation?: Generation } = {}): Promise<BrowserTable> {
  const folder = await mkdtemp(path.join(tmpdir(), "browser-table-"));
  const [executablePath, pageDir] = await Promise.all([findBrowser(), builtPage(path.join(folder, "page"))]);
  const table = await startTable({ dataDir: path.join(folder, "world"), distDir: DIST, pageDir, generation, port: 0 });
  // Chromium's own sandbox does not work for root.
  const browser: Browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const seats: { who: string; problems: string[] }[] = [];
  const watched = watchProblems(() => seats);
  return {
    url: table.url,
    faults: table.faults,
    expectProblem: (pattern) => watched.expectProblem(pattern),
    forgive: (pattern) => watched.forgive(pattern),
    async sit(who, { viewport = { width: 1500, height: 950 }, theme = "dark", problems = [] } = {}) {
      const context = await browser.newContext({ viewport, reducedMotion: "reduce", colorScheme: theme });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      if (SLOWNESS > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
      const userId = typeof who === "string" ? USERS[who] : who.id;
      if (!seats.some((seat) => seat.problems === problems)) seats.push({ who: typeof who === "string" ? who : who.id, problems });
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
      await page.goto(`${table.url}/game?user=${userId}`);
      await ready(page);
      return { page, context, problems };
    },
    async close() {
      await browser.close();
      await table.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What went wrong on a page beside the notices that people were meant to read. */
export const faults = ({ problems }: Seat): string[] => problems.filter((problem) => !problem.startsWith("warning: Notification:"));

/** Keeps a picture of each page when the test at hand fails: `test-results/<name>.png`. */
export function pictureOnFailure(seats: () => Readonly<Record<string, Seat | undefined>>): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const [who, seat] of Object.entries(seats())) await seat?.page.screenshot({ path: path.join("test-results", `${task.name.replace(/\W+/g, "-").slice(0, 60)}-${who}.png`) });
  });
}

/** Waits until the table of a page has run its `ready` hooks and shows its canvas. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(globalThis, "game")?.ready === true && Reflect.get(globalThis, "canvas")?.ready === true, undefined, { timeout: 30_000 });
}
