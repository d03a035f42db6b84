import type { BreakingNote, BreakingPlan } from "./breaking-runner";
import type { Verdict } from "./breaking-run";
import type { Mutant } from "./mutants";

/** Places of a rule's code that are broken, at most so many of them in one line, and constants of the same files beside them. */
export const TRIES = { places: 12, inOneLine: 2, constants: 6 } as const;
/** Breaks that a rule's tests have to notice, or half of those that there are to try. */
export const NEEDED = 4;

type Watched = Extract<BreakingNote, { kind: "watched" }>;

/** What is broken for a rule: places that its tests run, and ones that run when its files are loaded. */
export interface RulePlaces {
  readonly own: readonly number[];
  readonly constants: readonly number[];
}

/** How a rule's tests took the breaks of its code. */
export interface Judgement {
  readonly rule: string;
  readonly tried: number;
  readonly caught: number;
  /** Breaks that had to be caught. */
  readonly needed: number;
  /** Breaks of its own places that none of its tests noticed. */
  readonly missed: readonly number[];
}

const places = (notes: readonly Watched[], kind: "run" | "loaded"): Set<number> => new Set(notes.flatMap((note) => [...note[kind]]));

function watchedByRule(notes: readonly Watched[]): Map<string, Watched[]> {
  const rules = new Map<string, Watched[]>();
  for (const note of notes) rules.set(note.rule, [...(rules.get(note.rule) ?? []), note]);
  return rules;
}

/**
 * The code behind each rule: of what its tests run, the places that the fewest rules run, since those belong to it the
 * most. A rule whose tests run no code has the constants that its files load.
 */
export function placesByRule(notes: readonly Watched[], mutants: readonly Mutant[]): ReadonlyMap<string, RulePlaces> {
  const rules = watchedByRule(notes);
  const users = new Map<number, number>();
  for (const watched of rules.values()) for (const place of places(watched, "run")) users.set(place, (users.get(place) ?? 0) + 1);
  const usersOf = (place: number): number => users.get(place) ?? 0;

  const result = new Map<string, RulePlaces>();
  for (const [rule, watched] of rules) {
    const inLine = new Map<string, number>();
    const own = [...places(watched, "run")]
      .sort((a, b) => usersOf(a) - usersOf(b) || a - b)
      .filter((place) => {
        const line = `${mutants[place]?.file}:${mutants[place]?.line}`;
        inLine.set(line, (inLine.get(line) ?? 0) + 1);
        return (inLine.get(line) ?? 0) <= TRIES.inOneLine;
      })
      .slice(0, TRIES.places);
    const constants = [...places(watched, "loaded")].filter((place) => !users.has(place));
    const files = own.map((place) => mutants[place]?.file);
    const near = constants.filter((place) => files.includes(mutants[place]?.file)).sort((a, b) => files.indexOf(mutants[a]?.file) - files.indexOf(mutants[b]?.file) || a - b);
    result.set(rule, { own, constants: own.length === 0 ? constants : near.slice(0, TRIES.constants) });
  }
  return result;
}

/** Who breaks what where: a place is broken in each test file in which the rule comes by it. */
export function planOf(notes: readonly Watched[], byRule: ReadonlyMap<string, RulePlaces>): BreakingPlan {
  const plan: Record<string, Record<string, { run: number[]; reload: number[] }>> = {};
  for (const { file, rule, run, loaded } of notes) {
    const { own, constants } = byRule.get(rule) ?? { own: [], constants: [] };
    const entry = { run: own.filter((place) => run.includes(place)), reload: constants.filter((place) => loaded.includes(place)) };
    if (entry.run.length + entry.reload.length > 0) (plan[file] ??= {})[rule] = entry;
  }
  return plan;
}

/** Breaks that a test of the rule noticed. */
export function noticed(verdicts: readonly Verdict[]): ReadonlyMap<string, ReadonlySet<number>> {
  const caught = new Map<string, Set<number>>();
  for (const { rule, mutant, kind } of verdicts) {
    if (kind === "caught" || kind === "hung") caught.set(rule, (caught.get(rule) ?? new Set<number>()).add(mutant));
  }
  return caught;
}

/**
 * One rule's judgement. Constants count where they are noticed and are no fault where they are not: which of a file's
 * constants a rule has to do with is not known.
 */
export function judge(rule: string, { own, constants }: RulePlaces, caught: ReadonlySet<number>): Judgement {
  const noticedConstants = constants.filter((place) => caught.has(place));
  return {
    rule,
    tried: own.length + noticedConstants.length,
    caught: own.filter((place) => caught.has(place)).length + noticedConstants.length,
    needed: Math.min(NEEDED, Math.max(1, Math.ceil(own.length / 2))),
    missed: own.filter((place) => !caught.has(place)),
  };
}
