import { afterEach } from "vitest";

/** Something that went wrong at a client, and nobody expected. */
export interface Problem {
  who: string;
  text: string;
}

/** The problems of one client, as it keeps them: the list is emptied by taking them out. */
interface Source {
  who: string;
  problems: unknown[];
}

/** A table whose clients are watched. */
export interface Watched {
  problems(): Problem[];
  /** Takes problems away that a test means to cause; waits for the first one. Throws when none comes. */
  expectProblem(pattern: RegExp, patience?: number): Promise<void>;
  /** Takes problems away that may or may not come, such as one more attempt of a browser to connect. */
  forgive(pattern: RegExp): void;
}

const tables = new Set<{ sources: () => Source[] }>();

const textOf = (problem: unknown): string => (problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));

/** What people at the table were told in a notice is no fault of the program. */
const isFault = (text: string): boolean => !text.startsWith("warning: Notification:");

function faultsOf(sources: Source[]): Problem[] {
  return sources.flatMap(({ who, problems }) => problems.map((problem) => ({ who, text: textOf(problem) }))).filter(({ text }) => isFault(text));
}

/** Watches the clients of a table: every test that leaves a problem behind fails. */
export function watchProblems(sources: () => Source[]): Watched {
  tables.add({ sources });
  const take = (pattern: RegExp): number => {
    let taken = 0;
    for (const { problems } of sources()) {
      for (let index = problems.length - 1; index >= 0; index -= 1) {
        if (!pattern.test(textOf(problems[index]))) continue;
        problems.splice(index, 1);
        taken += 1;
      }
    }
    return taken;
  };
  return {
    problems: () => faultsOf(sources()),
    forgive: (pattern) => void take(pattern),
    async expectProblem(pattern, patience = 15_000) {
      const end = Date.now() + patience;
      for (;;) {
        if (take(pattern) > 0) return;
        if (Date.now() > end) throw new Error(`Nothing went wrong like ${pattern.toString()}; there is: ${JSON.stringify(faultsOf(sources()))}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Takes out what has gone wrong at all watched tables so far, so that one fault fails one test. */
function takeProblems(): Problem[] {
  const all: Problem[] = [];
  for (const { sources } of tables) {
    const lists = sources();
    all.push(...faultsOf(lists));
    for (const { problems } of lists) problems.length = 0;
  }
  return all;
}

/** @throws Error that names every problem left behind. */
export function assertNoProblems(): void {
  const problems = takeProblems();
  if (problems.length > 0) throw new Error(`Went wrong at the table, and no test expected it:\n${problems.map(({ who, text }) => `${who}: ${text}`).join("\n")}`);
}

// Tools open tables outside of Vitest, where there is nothing to hook into.
if (process.env["VITEST"] !== undefined) afterEach(assertNoProblems);
