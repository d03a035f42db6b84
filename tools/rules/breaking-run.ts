import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Attempt, BreakingNote, BreakingPlan } from "./breaking-runner";
import { spawnRuleTests } from "./checklist";
import { BREAKING_FILES, BREAKING_VARIABLE } from "./mutant-plugin";
import { mutantsOf, switchable, type Mutant } from "./mutants";

const RULES_FOLDER = path.join("src", "rules");
/** Milliseconds without a note after which the tests count as hanging: loops are stopped long before by the switchboard. */
const SILENCE = 120_000;
/** Times that a run is taken up again after hanging or falling over. */
const RESTARTS = 40;

/** What became of an attempt; `unloadable`: the test file could not even be loaded, which says nothing about the rule. */
export interface Verdict extends Attempt {
  readonly kind: "caught" | "passed" | "unloadable" | "hung";
}

/**
 * Tests of rules against rules under switches, in a folder of its own. The rules are read once, when the run is
 * prepared: edits that come later change nothing in it.
 */
export class BreakingRun {
  /** All mutants; a mutant's number is its index. */
  readonly mutants: readonly Mutant[];
  readonly #folder: string;

  private constructor(folder: string, mutants: readonly Mutant[]) {
    this.#folder = folder;
    this.mutants = mutants;
  }

  static async prepare(): Promise<BreakingRun> {
    const folder = await mkdtemp(path.join(tmpdir(), "rules-breaking-"));
    const mutants: Mutant[] = [];
    for (const name of (await readdir(RULES_FOLDER, { recursive: true })).filter((entry) => entry.endsWith(".ts")).sort()) {
      const file = path.join(RULES_FOLDER, name);
      const source = await readFile(file, "utf8");
      const target = path.join(folder, BREAKING_FILES.sources, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, switchable(file, source, mutants.length));
      mutants.push(...mutantsOf(file, source));
    }
    return new BreakingRun(folder, mutants);
  }

  async dispose(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Which places each rule's tests run. */
  async watch(): Promise<readonly BreakingNote[]> {
    await this.#run(null);
    return this.#notes();
  }

  /** Tries a plan to its end, whatever hangs or falls over on the way. */
  async breakPlaces(plan: BreakingPlan): Promise<readonly Verdict[]> {
    const verdicts = new Map<string, Verdict>();
    for (let restart = 0; restart <= RESTARTS; restart += 1) {
      const left = without(plan, new Set(verdicts.keys()));
      if (Object.keys(left).length === 0) return [...verdicts.values()];
      await this.#run(left);
      const known = verdicts.size;
      for (const verdict of verdictsOf(await this.#notes())) verdicts.set(keyOf(verdict), verdict);
      if (verdicts.size === known) throw new Error("The tests of rules do not run.");
    }
    throw new Error(`The tests fell over ${RESTARTS} times.`);
  }

  async #run(plan: BreakingPlan | null): Promise<void> {
    await writeFile(path.join(this.#folder, BREAKING_FILES.plan), plan === null ? "" : JSON.stringify(plan));
    const notes = path.join(this.#folder, BREAKING_FILES.notes);
    await writeFile(notes, "");
    const tests = spawnRuleTests([...Object.keys(plan ?? {}), "--maxWorkers=1"], { [BREAKING_VARIABLE]: this.#folder });
    let size = 0;
    let heard = Date.now();
    const watchdog = setInterval(() => {
      void stat(notes).then((now) => {
        if (now.size !== size) heard = Date.now();
        size = now.size;
        if (Date.now() - heard > SILENCE) tests.stop();
      });
    }, 2_000);
    await tests.ended;
    clearInterval(watchdog);
  }

  async #notes(): Promise<BreakingNote[]> {
    const text = await readFile(path.join(this.#folder, BREAKING_FILES.notes), "utf8");
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as BreakingNote);
  }
}

const keyOf = ({ file, rule, mutant }: Attempt): string => `${file}#${rule}#${mutant}`;

/** Verdicts of a run's notes: what began last and never ended hung, or took the process with it. */
export function verdictsOf(notes: readonly BreakingNote[]): Verdict[] {
  const verdicts = new Map<string, Verdict>();
  let open: Attempt | null = null;
  for (const note of notes) {
    if (note.kind === "begun") open = note;
    if (note.kind !== "caught" && note.kind !== "passed" && note.kind !== "unloadable") continue;
    verdicts.set(keyOf(note), note);
    open = null;
  }
  if (open !== null) verdicts.set(keyOf(open), { file: open.file, rule: open.rule, mutant: open.mutant, kind: "hung" });
  return [...verdicts.values()];
}

/** The plan without what has a verdict. */
function without(plan: BreakingPlan, done: ReadonlySet<string>): BreakingPlan {
  const left: Record<string, Record<string, { run: number[]; reload: number[] }>> = {};
  for (const [file, rules] of Object.entries(plan)) {
    for (const [rule, { run, reload }] of Object.entries(rules)) {
      const open = (mutant: number): boolean => !done.has(keyOf({ file, rule, mutant }));
      const rest = { run: run.filter(open), reload: reload.filter(open) };
      if (rest.run.length + rest.reload.length > 0) (left[file] ??= {})[rule] = rest;
    }
  }
  return left;
}
