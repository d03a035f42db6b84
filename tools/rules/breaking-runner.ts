import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { collectTests, getFn, type File, type Suite, type Task, type Test, type VitestRunner } from "@vitest/runner";
import fc from "fast-check";
import { vi } from "vitest";
import { VitestTestRunner } from "vitest/runners";
import { rulesIn } from "./checklist";
import { BREAKING_FILES, BREAKING_VARIABLE } from "./mutant-plugin";
import { SWITCHBOARD } from "./mutants";
import { Switchboard } from "./switchboard";

/** What a run notes, a line of JSON each. */
export type BreakingNote =
  /** Places that a rule's tests of one file run, and those run while the file is loaded. */
  | { readonly kind: "watched"; readonly file: string; readonly rule: string; readonly run: readonly number[]; readonly loaded: readonly number[] }
  /** A test that does not pass twice over, and so judges nothing. */
  | { readonly kind: "unsteady"; readonly file: string; readonly test: string; readonly message: string }
  /** Breaking begins: what follows if nothing does is that the code hung or took the process with it. */
  | ({ readonly kind: "begun" } & Attempt)
  | ({ readonly kind: "caught" | "passed" | "unloadable" } & Attempt);

/** One rule's tests of one file against one mutant. */
export interface Attempt {
  readonly file: string;
  readonly rule: string;
  readonly mutant: number;
}

/** What a breaking run has to try: mutants by rule by test file; `reload` for places that run while the file is loaded. */
export interface BreakingPlan {
  readonly [file: string]: Readonly<Record<string, { readonly run: readonly number[]; readonly reload: readonly number[] }>>;
}

/** Turns that broken code may take at the least, and how many times those of the code in order. */
const PATIENCE = { least: 2_000_000, times: 50 };

const folder = process.env[BREAKING_VARIABLE] ?? "";
const planText = readFileSync(path.join(folder, BREAKING_FILES.plan), "utf8");
/** Null while a run only watches. */
const plan = planText === "" ? null : (JSON.parse(planText) as BreakingPlan);
/** Places run while the file was loaded. */
let loadedPlaces: readonly number[] = [];
const board = new Switchboard();
Reflect.set(globalThis, SWITCHBOARD, board);
// The same cases in every run, and no search for the smallest one once a case has failed.
fc.configureGlobal({ seed: 1, endOnFailure: true });

const testsIn = (task: Task): Test[] => (task.type === "test" ? [task] : task.tasks.flatMap(testsIn));
const nameOf = (task: Task): string => (task.suite === undefined ? task.name : `${nameOf(task.suite)} > ${task.name}`);
const note = (line: BreakingNote): void => appendFileSync(path.join(folder, BREAKING_FILES.notes), `${JSON.stringify(line)}\n`);

/** Tests of a file by the rule that they prove. */
function byRule(file: File): Map<string, Test[]> {
  const tests = new Map<string, Test[]>();
  for (const test of testsIn(file).filter(({ mode }) => mode === "run" || mode === "queued")) {
    for (const rule of rulesIn(nameOf(test))) tests.set(rule, [...(tests.get(rule) ?? []), test]);
  }
  return tests;
}

/** The tests that pass when they are run once more. What does not is noted: it cannot tell a break from its own mood. */
async function steady(file: File, tests: readonly Test[]): Promise<Test[]> {
  const passed: Test[] = [];
  for (const test of tests) {
    try {
      await getFn(test)();
      passed.push(test);
    } catch (error) {
      note({ kind: "unsteady", file: file.filepath, test: nameOf(test), message: String(error) });
    }
  }
  return passed;
}

/** Runs a file's tests as ever, then once more: watching which places each rule runs, or breaking the places that the plan names. */
export default class BreakingRunner extends VitestTestRunner {
  override async importFile(...args: Parameters<VitestTestRunner["importFile"]>): Promise<unknown> {
    if (plan === null) board.watch();
    const result = await super.importFile(...args);
    if (plan === null) loadedPlaces = [...board.seen];
    return result;
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!("filepath" in suite)) return;
    const file = suite as File;
    if (plan === null) await watch(file);
    else await breakPlaces(file, plan[file.filepath] ?? {}, this);
  }
}

async function watch(file: File): Promise<void> {
  for (const [rule, tests] of byRule(file)) {
    board.watch();
    await steady(file, tests);
    note({ kind: "watched", file: file.filepath, rule, run: [...board.seen], loaded: loadedPlaces });
  }
}

async function breakPlaces(file: File, places: BreakingPlan[string], runner: VitestRunner): Promise<void> {
  const rules = byRule(file);
  const patience = new Map<string, number>();
  for (const [rule, { run }] of Object.entries(places)) {
    board.watch();
    const tests = await steady(file, rules.get(rule) ?? []);
    const enough = PATIENCE.least + PATIENCE.times * board.turns;
    patience.set(rule, enough);
    for (const mutant of run) await attempt({ file: file.filepath, rule, mutant }, tests, enough);
  }
  const reloading = new Map<number, string[]>();
  for (const [rule, { reload }] of Object.entries(places)) for (const mutant of reload) reloading.set(mutant, [...(reloading.get(mutant) ?? []), rule]);
  const sound = reloading.size === 0 ? new Set<string>() : await steadyAfterReload(file, runner);
  for (const [mutant, names] of reloading) {
    const tests = await loadAnew(file, mutant, runner);
    for (const rule of names) {
      if (tests === null) note({ kind: "unloadable", file: file.filepath, rule, mutant });
      else await attempt({ file: file.filepath, rule, mutant }, (tests.get(rule) ?? []).filter((test) => sound.has(nameOf(test))), patience.get(rule) ?? PATIENCE.least);
    }
  }
  board.watch();
}

/** Names of the tests that pass when the file is loaded anew with nothing broken. */
async function steadyAfterReload(file: File, runner: VitestRunner): Promise<Set<string>> {
  const tests = [...((await loadAnew(file, null, runner)) ?? new Map<string, Test[]>()).values()].flat();
  return new Set((await steady(file, tests)).map(nameOf));
}

async function attempt(what: Attempt, tests: readonly Test[], patience: number): Promise<void> {
  note({ kind: "begun", ...what });
  let caught = false;
  for (const test of tests) {
    board.breaking(what.mutant, patience);
    try {
      await getFn(test)();
    } catch {
      caught = true;
      break;
    }
  }
  board.watch();
  note({ kind: caught ? "caught" : "passed", ...what });
}

/** Tests of a file loaded anew, with a place broken that runs only then, such as a constant; null when it does not load. */
async function loadAnew(file: File, mutant: number | null, runner: VitestRunner): Promise<Map<string, Test[]> | null> {
  vi.resetModules();
  if (mutant === null) board.watch();
  else board.breaking(mutant, PATIENCE.least);
  // Nothing of this second collection may reach the report of the first.
  const silent = Object.assign(Object.create(runner) as VitestRunner, { onBeforeCollect: undefined, onCollected: undefined });
  const [loaded] = await collectTests([file.filepath], silent);
  board.watch();
  return loaded === undefined || loaded.result?.state === "fail" ? null : byRule(loaded);
}
