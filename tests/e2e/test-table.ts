import path from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Generation } from "../table/core/protocol";
import { bringThirdPlayer } from "../integration/third-player";
import { openBrowserTable, type BrowserTable, type Seat, type SitOptions, type UserName } from "./browser-table";

/** How the tests call the people at a table; Carl is not of the starting world, and comes with the knight Hedwig. */
const PEOPLE = { gm: "gamemaster", assistant: "assistant", anna: "anna", ben: "ben", carl: null } as const satisfies Record<string, UserName | null>;
export type Person = keyof typeof PEOPLE;

/** Somebody's place in a test file: there from its first line on, taken before the first test. */
export interface Place extends Seat {
  /** Takes the place, or takes it again once its page was closed; what went wrong before is not forgotten. */
  sit(): Promise<void>;
}

interface TestTableOptions<Who extends Person> {
  readonly generation?: Generation;
  /** Who comes later, by a `sit` of a test's own. */
  readonly late?: readonly NoInfer<Who>[];
}

/**
 * A table for the tests of one file: opened before the first of them, closed after the last. A test that fails leaves a
 * picture of every page: `test-results/<test>-<who>.png`.
 * @param people  who sits at it, and how; the GM first
 * @param prepare  what is done at it before the first test
 */
export function testTable<Who extends Person>(people: Readonly<Record<Who, SitOptions>>, prepare?: () => Promise<unknown>, { generation, late = [] }: TestTableOptions<NoInfer<Who>> = {}): { readonly table: () => BrowserTable } & Readonly<Record<Who, Place>> {
  let opened: BrowserTable | null = null;
  const table = (): BrowserTable => {
    if (opened === null) throw new Error("The table opens before the first test.");
    return opened;
  };
  const seats = new Map<Who, Seat>();
  const seatOf = (who: Who): Seat => {
    const seat = seats.get(who);
    if (seat === undefined) throw new Error(`Nobody has let ${who} sit down yet.`);
    return seat;
  };
  const placeFor = (who: Who): Place => {
    const problems: string[] = [];
    return {
      problems,
      get page() { return seatOf(who).page; },
      get context() { return seatOf(who).context; },
      async sit() {
        const user = PEOPLE[who];
        const gm = [...seats.values()][0];
        const seat = await table().sit(user ?? { id: (await gm?.page.evaluate(bringThirdPlayer)) ?? "" }, { ...people[who], problems });
        seats.set(who, seat);
      },
    };
  };
  const names = Object.keys(people) as Who[];
  const places = Object.fromEntries(names.map((who) => [who, placeFor(who)])) as Record<Who, Place>;
  beforeAll(async () => {
    opened = await openBrowserTable({ generation });
    const [gm, ...others] = names.filter((who) => !late.includes(who));
    if (gm !== undefined) await places[gm].sit();
    await Promise.all(others.map((who) => places[who].sit()));
    await prepare?.();
  });
  afterAll(() => opened?.close());
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    for (const [who, { page }] of seats) if (!page.isClosed()) await page.screenshot({ path: path.join("test-results", `${task.name.replace(/\W+/g, "-").slice(0, 60)}-${who}.png`) });
  });
  return { table, ...places };
}
