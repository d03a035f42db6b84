import { parseArgs } from "node:util";
import { BreakingRun } from "./breaking-run";
import { RULES } from "./checklist";
import { judge, NEEDED, noticed, placesByRule, planOf, TRIES } from "./judge";

/**
 * `npm run rules:mutate`: breaks the code behind each rule in turn and expects tests of that rule to fail. The code
 * behind a rule is what its tests run; the places that the fewest rules run are broken (`TRIES`), and `NEEDED` of the
 * breaks have to be noticed. `--sample 60 --seed 1` takes that many rules, drawn by the seed; `--rule R045` names some;
 * `--missed` also prints what went by unnoticed in rules that noticed enough.
 */
const { values } = parseArgs({ options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, rule: { type: "string", multiple: true }, missed: { type: "boolean", default: false } } });
const began = Date.now();

function draw(rules: readonly string[], sample: number, seed: number): string[] {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  return [...rules]
    .map((rule) => ({ rule, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, sample)
    .map(({ rule }) => rule)
    .sort();
}

const share = (part: number, whole: number): string => `${part} of ${whole} (${whole === 0 ? 100 : Math.round((100 * part) / whole)} %)`;

const run = await BreakingRun.prepare();
try {
  await mutate();
} finally {
  await run.dispose();
}

async function mutate(): Promise<void> {
  const notes = await run.watch();
  const unsteady = notes.flatMap((note) => (note.kind === "unsteady" ? [`${note.test}  ${note.message.split("\n", 1)[0] ?? ""}`] : []));
  const watched = notes.filter((note) => note.kind === "watched");
  const rules = RULES.filter((rule) => watched.some((note) => note.rule === rule));
  const chosen = values.rule ?? (values.sample === undefined ? rules : draw(rules, Number(values.sample), Number(values.seed)));
  console.log(`${rules.length} of ${RULES.length} rules have a test; breaking the code behind ${chosen.length} of them.`);
  console.log(`${run.mutants.length} places of src/rules can be broken; up to ${TRIES.places} and ${TRIES.constants} constants a rule, ${NEEDED} breaks have to be noticed (half, where a rule has less code).`);

  const byRule = new Map([...placesByRule(watched, run.mutants)].filter(([rule]) => chosen.includes(rule)));
  const verdicts = await run.breakPlaces(planOf(watched.filter(({ rule }) => chosen.includes(rule)), byRule));
  const caught = noticed(verdicts);
  const judged = chosen.map((rule) => judge(rule, byRule.get(rule) ?? { own: [], constants: [] }, caught.get(rule) ?? new Set()));
  const withCode = judged.filter(({ tried }) => tried > 0);
  const survived = withCode.filter(({ caught: count, needed }) => count < needed);

  for (let row = 0; row < judged.length; row += 12) {
    console.log(judged.slice(row, row + 12).map(({ rule, caught: count, tried }) => `${rule} ${count}/${tried}`.padEnd(11)).join(" ").trimEnd());
  }
  const total = (of: (entry: (typeof judged)[number]) => number): number => judged.reduce((sum, entry) => sum + of(entry), 0);
  const places = new Set([...byRule.values()].flatMap(({ own }) => [...own]));
  const noticedPlaces = new Set([...caught.values()].flatMap((set) => [...set]).filter((place) => places.has(place)));
  console.log(`Noticed by the tests of the rule itself: ${share(total((entry) => entry.caught), total((entry) => entry.tried))} breaks; ${share(noticedPlaces.size, places.size)} of the different places by some rule.`);
  const ended = (kind: (typeof verdicts)[number]["kind"]): number => verdicts.filter((verdict) => verdict.kind === kind).length;
  console.log(`Broken code that hung, counted as noticed: ${ended("hung")}; that could not be loaded, not counted: ${ended("unloadable")}. Time: ${Math.round((Date.now() - began) / 1000)} s.`);
  const dataOnly = judged.filter(({ tried }) => tried === 0).map(({ rule }) => rule);
  if (dataOnly.length > 0) console.log(`Proven on data, no code of src/rules behind them: ${dataOnly.join(" ")}`);

  for (const { rule, caught: count, needed, missed } of values.missed ? withCode : survived) {
    console.log(`${count < needed ? "survived" : "noticed enough"}  ${rule}: ${count} noticed, ${needed} needed; not noticed:`);
    for (const place of missed) {
      const mutant = run.mutants[place];
      if (mutant !== undefined) console.log(`    ${mutant.file}:${mutant.line}  ${mutant.original} -> ${mutant.replacement}`);
    }
  }
  for (const test of unsteady) console.log(`failing  ${test}`);
  console.log(survived.length === 0 && unsteady.length === 0 ? `Nothing survived: all ${withCode.length} rules with code behind them noticed breaks of it.` : `${survived.length} rules let their code be broken; ${unsteady.length} tests fail by themselves.`);
  process.exitCode = survived.length > 0 || unsteady.length > 0 || rules.length < RULES.length ? 1 : 0;
}
